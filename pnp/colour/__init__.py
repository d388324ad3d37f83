"""Inks: themes, how light and how far apart colours look."""
