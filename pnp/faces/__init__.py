"""Faces: what a designer lays over and under a piece, set into its boxes.

`laid_faces` lays the elements of a group of pieces (`Subject`s) with the `Supplies` of their set.
"""

from pnp.faces.blocks import LEAST_ROW, THICK, level
from pnp.faces.checks import READ, folded
from pnp.faces.laying import (
    LaidFace,
    form_drawing,
    is_covered,
    is_over,
    items_of,
    laid_faces,
    over_the_cut,
)
from pnp.faces.places import Area, arranged, free_area, polygonal, rectangle, round_area, scattered
from pnp.faces.shapes import Laid, Subject
from pnp.faces.supplies import DrawnBoard, Supplies, supplies_of, supply_findings

__all__ = [
    "LEAST_ROW",
    "READ",
    "THICK",
    "Area",
    "DrawnBoard",
    "Laid",
    "LaidFace",
    "Subject",
    "Supplies",
    "arranged",
    "folded",
    "form_drawing",
    "free_area",
    "is_covered",
    "is_over",
    "items_of",
    "laid_faces",
    "level",
    "over_the_cut",
    "polygonal",
    "rectangle",
    "round_area",
    "scattered",
    "supplies_of",
    "supply_findings",
]
