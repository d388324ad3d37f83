"""HexStatic, by Michael Reddy, 2013."""
