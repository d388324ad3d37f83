"""Hexagonal Highway, by pseudonam."""
