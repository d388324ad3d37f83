"""Boards: their cells, what stands in these, and what lies round them."""
