"""A press of four inks as a model, and its ICC profile: no profile of a real press may be passed on with pnp.

Each ink lets through a share of the light of three colours. The model is the truth that tests compare with; its
profile has it as tables, as profiles of real presses have their measurements.
"""

from __future__ import annotations

import struct
from functools import cache

import numpy as np

# The share of red, green and blue light that full cyan, magenta, yellow and black take away.
TAKEN = np.array(
    [[0.94, 0.30, 0.10], [0.12, 0.92, 0.35], [0.02, 0.08, 0.90], [0.965, 0.965, 0.965]]
)
# Linear sRGB to XYZ by D50 (Bradford), and the white of that light.
TO_XYZ = np.array(
    [[0.436066, 0.385147, 0.143066], [0.222488, 0.716873, 0.060608], [0.013916, 0.097076, 0.714096]]
)
D50 = np.array([0.9642, 1.0, 0.8249])


def light(inks: np.ndarray) -> np.ndarray:
    """The linear red, green and blue of paper with shares of the four inks, which print one over the other."""
    return np.prod(1 - inks[..., :, None] * TAKEN, axis=-2)


def lab_of_light(linear: np.ndarray) -> np.ndarray:
    """CIELAB by D50."""
    shares = linear @ TO_XYZ.T / D50
    root = np.where(shares > 216 / 24389, np.cbrt(shares), (24389 / 27 * shares + 16) / 116)
    return np.stack(
        [
            116 * root[..., 1] - 16,
            500 * (root[..., 0] - root[..., 1]),
            200 * (root[..., 1] - root[..., 2]),
        ],
        axis=-1,
    )


def light_of_lab(lab: np.ndarray) -> np.ndarray:
    """The linear light of colours in CIELAB."""
    middle = (lab[..., 0] + 16) / 116
    root = np.stack([middle + lab[..., 1] / 500, middle, middle - lab[..., 2] / 200], axis=-1)
    shares = np.where(root > 6 / 29, root**3, (116 * root - 16) * 27 / 24389)
    return shares * D50 @ np.linalg.inv(TO_XYZ).T


def linear(rgb: np.ndarray) -> np.ndarray:
    """The light of colours of sRGB from 0 to 255."""
    shares = np.asarray(rgb) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def separated(wanted: np.ndarray) -> np.ndarray:
    """Shares of inks whose light is the wanted one, as far as they can: black takes half of the dark."""
    wanted = np.clip(wanted, 0.0, 1.0)
    inks = np.zeros((*wanted.shape[:-1], 4))
    dark = np.clip((0.5 - wanted.max(axis=-1)) / 0.5, 0.0, 1.0)
    inks[..., 3] = dark**2
    for _ in range(40):
        for ink in range(3):
            others = inks.copy()
            others[..., ink] = 0.0
            without = light(others)
            # The light in which this ink takes most.
            inks[..., ink] = np.clip(
                (1 - wanted[..., ink] / np.maximum(without[..., ink], 1e-9)) / TAKEN[ink, ink], 0, 1
            )
    return inks


def _table(tag: bytes, inputs: int, outputs: int, points: int, values: np.ndarray) -> bytes:
    """A table of the type lut16: straight curves round the values, which are from 0 to 1."""
    ends = struct.pack(">2H", 0, 0xFFFF)
    identity = struct.pack(">9i", *(0x10000 * (each % 4 == 0) for each in range(9)))
    head = tag + bytes(4) + bytes((inputs, outputs, points, 0)) + identity
    data = np.clip(np.round(values * 0xFFFF), 0, 0xFFFF).astype(">u2").tobytes()
    return head + struct.pack(">2H", 2, 2) + ends * inputs + data + ends * outputs


def _grid(points: int, inputs: int) -> np.ndarray:
    axis = np.linspace(0, 1, points)
    return np.stack(np.meshgrid(*[axis] * inputs, indexing="ij"), axis=-1).reshape(-1, inputs)


@cache
def press(device: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """The profile of the press, of version 2; or one that says that it is of another device."""
    # ICC's version 2 has 100 of L* as 0xFF00, and 0 of a* and b* as 0x8000.
    lab = lab_of_light(light(_grid(11, 4)))
    forward = np.add(lab, (0, 128, 128)) / [100, 256, 256] * [0xFF00, 0x10000, 0x10000] / 0xFFFF
    coded = _grid(25, 3) * 0xFFFF / [0xFF00, 0x10000, 0x10000] * [100, 256, 256] - (0, 128, 128)
    back = separated(light_of_lab(coded))
    description = b"A model of a press\0"
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", len(description)) + description + bytes(78),
        b"cprt": b"text" + bytes(4) + b"CC0\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(x * 65536) for x in D50)),
        **dict.fromkeys((b"A2B0", b"A2B1", b"A2B2"), _table(b"mft2", 4, 3, 11, forward)),
        **dict.fromkeys((b"B2A0", b"B2A1", b"B2A2"), _table(b"mft2", 3, 4, 25, back)),
    }
    places: dict[bytes, int] = {}
    body, table, start = b"", b"", 132 + 12 * len(tags)
    for name, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, places[data], len(data))
    white = [round(x * 65536) for x in D50]
    head = struct.pack(
        ">I4xI4s4s4s6H4s28x3i48x",
        start + len(body), 0x02100000, device, space, b"Lab ", 2026, 1, 1, 0, 0, 0, b"acsp", *white,
    )  # fmt: skip
    return head + struct.pack(">I", len(tags)) + table + body
