"""Hexeptional Hexpertise, by 18cards, 2022."""
