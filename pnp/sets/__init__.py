"""The set: the tiles and the other pieces that a definition comes to."""
