"""The set: the tiles and the other pieces of a definition."""
