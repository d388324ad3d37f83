"""The tiles of a definition: groups, families, conditions, and the vocabulary in which they are written."""
