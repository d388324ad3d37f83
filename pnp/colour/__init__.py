"""Inks: themes, and measures of lightness, contrast and difference."""
