"""The tests of pnp."""
