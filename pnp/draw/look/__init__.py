"""The look of a game: its inks, its lettering, its signs, marks and ornaments."""
