"""The date in the files that pnp makes: a fixed one, so that the same game always gives the same bytes."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from pnp.basics.errors import UnusableInput

# https://reproducible-builds.org/specs/source-date-epoch/
VARIABLE = "SOURCE_DATE_EPOCH"

_FIXED = datetime(2000, 1, 1, tzinfo=UTC)

# Seconds since 1970 up to the end of the year 9999: the date of a PDF has four digits for the year.
_LAST_SECOND = 253_402_300_799


def file_date() -> datetime:
    """The first second of 2000, or the one in the environment's SOURCE_DATE_EPOCH; raises UnusableInput."""
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return _FIXED
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(_LAST_SECOND))
    if not (digits and int(text) <= _LAST_SECOND):
        raise UnusableInput(
            f'{VARIABLE} is "{text[:40]}"; it has to be a whole number of seconds since 1970, at most {_LAST_SECOND}'
        )
    return datetime.fromtimestamp(int(text), UTC)


def pdf_date() -> str:
    """The date as PDF has it; raises UnusableInput."""
    return f"D:{file_date():%Y%m%d%H%M%S}Z"
