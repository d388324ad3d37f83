"""Hex Auction ("More tinkering with auction games")."""
