"""Print-and-play tile games: one definition is enumerated, validated, drawn and printed."""

__version__ = "0.1.0"
