"""`python -m pnp` is `pnp`."""

from pnp.cli import run

run()
