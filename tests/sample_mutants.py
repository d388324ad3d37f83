"""Keeps some of the mutants of a Cosmic Ray session, the same ones each time; see docs/testing.md.

python -m tests.sample_mutants cuts.sqlite 30
python -m tests.sample_mutants controlled-path.sqlite 67 score ending facts _parts
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from random import Random


def main() -> None:
    """Skips all mutants but so many of those that no filter has skipped yet, in some functions or in all."""
    session, number, functions = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    with closing(sqlite3.connect(session)) as database, database:
        left = [
            (each, where)
            for each, where in database.execute(
                "SELECT job_id, definition_name FROM mutation_specs"
                " WHERE job_id NOT IN (SELECT job_id FROM work_results)"
                " ORDER BY start_pos_row, start_pos_col, operator_name, occurrence"
            )
        ]
        wanted = [each for each, where in left if not functions or where in functions]
        kept = {*Random(30).sample(wanted, min(number, len(wanted)))}
        skipped = [(each,) for each, _ in left if each not in kept]
        database.executemany(
            "INSERT INTO work_results VALUES ('SKIPPED', '', NULL, '', ?)", skipped
        )
    print(f"{len(kept)} of {len(wanted)} mutants")


if __name__ == "__main__":
    main()
