"""Faces: what a designer lays over and under a piece, set into its boxes."""
