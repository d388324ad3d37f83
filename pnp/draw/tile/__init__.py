"""Tiles: their outline, strands, bands, regions and values, and the artist who draws them."""
