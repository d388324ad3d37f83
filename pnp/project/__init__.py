"""A project: finding sets, checking them, building their files, and scoring positions.

Its modules are imported one by one: a list of sets needs no check, and a check needs no sheets.
"""
