"""Nets folded in space, for tests: every panel is turned about its crease as a person would fold it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pnp.kinds.folding import Crease, Net, Panel
from pnp.scene.geometry import Path, Point, samples

Spot = NDArray[np.float64]


def corners(panel: Panel) -> list[Point]:
    """The corners of a panel; curves have many."""
    return around(panel.outline)


def around(path: Path) -> list[Point]:
    """The points of a closed path, without those inside straight lines."""
    points: list[Point] = []
    for part in path:
        if part[0] == "C":
            points += samples((("M", *points[-1]), part))[1:]
        elif part[0] != "Z":
            points.append(Point(*part[-2:]))
    return points[:-1] if (points[-1] - points[0]).length() < 1e-9 else points


def area(points: list[Point]) -> float:
    """The area of a polygon by the shoelace formula; clockwise is positive."""
    return sum(one.cross(other) for one, other in pairwise([*points, points[0]])) / 2


def folded(
    net: Net, first: str, angles: Mapping[str, float], *, usual: float = 90
) -> dict[str, Spot]:
    """The corners of all panels in space, with the printed side of the *first* panel up.

    A panel is folded down by its own angle, or the *usual* one, about the crease to the panel that
    is nearer to the first.
    """
    placed: dict[str, Spot] = {first: np.eye(4)}
    waiting = [first]
    while waiting:
        name = waiting.pop(0)
        for crease in net.creases:
            if name in crease.panels:
                other = crease.panels[1 - crease.panels.index(name)]
                if other not in placed:
                    angle = np.radians(angles.get(other, usual))
                    placed[other] = placed[name] @ _fold(crease, net.panel(other), angle)
                    waiting.append(other)
    assert set(placed) == {panel.name for panel in net.panels}
    flat = {panel.name: np.array([(*p, 0.0, 1.0) for p in corners(panel)]) for panel in net.panels}
    return {name: (flat[name] @ turn.T)[:, :3] for name, turn in placed.items()}


def _fold(crease: Crease, panel: Panel, angle: float) -> Spot:
    """The rotation about a crease that turns a panel down."""
    start, along = crease.start, (crease.end - crease.start).unit()
    out = Point(-along.y, along.x)
    centre = panel.box.centre - start
    if centre.dot(out) < 0:
        out = out * -1
    cos, sin = np.cos(angle), np.sin(angle)
    a, n, z = np.array([*along, 0]), np.array([*out, 0]), np.array([0, 0, 1.0])
    turn = np.outer(a, a) + np.outer(cos * n - sin * z, n) + np.outer(cos * z + sin * n, z)
    whole = np.eye(4)
    whole[:3, :3] = turn
    at = np.array([*start, 0.0])
    whole[:3, 3] = at - turn @ at
    return whole
