"""Controlled Path, a game that its designer left without a name."""
