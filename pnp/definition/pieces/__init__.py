"""The pieces of a definition besides its tiles."""
