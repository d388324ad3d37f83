"""Printing conditions: ICC profiles of presses, and colours in their inks, by littlecms.

A condition is the output intent of a PDF/X file. ISO 15930-7 asks for the profile of an output device there,
which that of a screen is not; so the condition for colours that stay in sRGB has a profile of that class, with
the numbers of IEC 61966-2-1.
"""

from __future__ import annotations

import struct
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.basics.classes import frozen
from pnp.basics.errors import PnpError

if TYPE_CHECKING:
    from PIL.Image import Image

# ICC.1, 7.2: the places in the header of a profile, and the class of output devices.
_CLASS, _SPACE, _MAGIC = slice(12, 16), slice(16, 20), slice(36, 40)
_OUTPUT = b"prtr"
_CLASSES = {
    b"mntr": "a screen",
    b"scnr": "a scanner or camera",
    b"link": "a link of two devices",
    b"spac": "a colour space",
    b"abst": "an effect",
    b"nmcl": "named colours",
}
_HEADER = 128


class UnusableProfile(PnpError):
    """A file that is no profile of a press in cyan, magenta, yellow and black."""


@frozen
class Condition:
    """A printing condition: its ICC profile, its name, and whether it has four inks, or red, green and blue."""

    profile: bytes
    name: str
    is_cmyk: bool = True

    @property
    def space(self) -> str:
        """The colour space of its inks in PDF."""
        return "DeviceCMYK" if self.is_cmyk else "DeviceRGB"


def read_condition(path: Path) -> Condition:
    """The condition of a profile for four inks; raises UnusableProfile."""
    try:
        profile = path.read_bytes()
    except FileNotFoundError:
        raise UnusableProfile("there is no such file") from None
    except OSError as error:
        raise UnusableProfile(f"it cannot be read: {error.strerror}") from None
    if len(profile) <= _HEADER or profile[_MAGIC] != b"acsp":
        raise UnusableProfile(
            "this is no ICC profile; print shops offer theirs as a file .icc or .icm"
        )
    space = profile[_SPACE].decode("latin-1").strip()
    wanted = "write the profile of a press with the inks CMYK, such as PSO Coated v3"
    if profile[_CLASS] != _OUTPUT:
        owner = _CLASSES.get(profile[_CLASS], "another kind")
        raise UnusableProfile(f"this is a profile of {owner} in {space}; {wanted}")
    if space != "CMYK":
        raise UnusableProfile(f"this is a profile of a printer in {space}; {wanted}")
    from PIL import ImageCms

    condition = Condition(profile, path.stem)
    try:
        Separation(condition)
        named = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(profile)))
    except (ImageCms.PyCMSError, OSError) as error:
        raise UnusableProfile(f"this is a profile that littlecms cannot use: {error}") from None
    return Condition(profile, named.strip() or path.stem)


class Separation:
    """Colours of sRGB in the inks of a condition: relative colorimetric, with black point compensation."""

    def __init__(self, condition: Condition) -> None:
        from PIL import ImageCms

        self._transform: Any = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            ImageCms.ImageCmsProfile(BytesIO(condition.profile)),
            "RGB",
            "CMYK",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )

    def picture(self, picture: Image) -> Image:
        """A picture in red, green and blue, in the four inks."""
        from PIL import ImageCms

        made = ImageCms.applyTransform(picture, self._transform)
        assert made is not None
        return made

    def colours(self, data: bytes) -> bytes:
        """Colours of three bytes each as inks of four bytes each."""
        from PIL import Image

        picture = Image.frombytes("RGB", (len(data) // 3, 1), data)
        return self.picture(picture).tobytes()


# IEC 61966-2-1, adapted to D50 by Bradford's matrix, as in ICC's own profile of it: the columns are red, green, blue.
_TO_XYZ = (
    (0.436066, 0.385147, 0.143066),
    (0.222488, 0.716873, 0.060608),
    (0.013916, 0.097076, 0.714096),
)
_FROM_XYZ = (
    (3.134136, -1.617386, -0.490662),
    (-0.978796, 1.916254, 0.033443),
    (0.071955, -0.228977, 1.405386),
)
_D65_TO_D50 = (
    (1.047882, 0.022919, -0.050201),
    (0.029587, 0.990479, -0.017059),
    (-0.009232, 0.015076, 0.751678),
)
_D50 = (0.9642, 1.0, 0.8249)
# ICC.1, 6.3.4.2: 1.0 of XYZ is this share of the largest number.
_XYZ_ONE = 0x8000 / 0xFFFF


@cache
def srgb_condition() -> Condition:
    """The condition of colours that stay in sRGB: an output profile of version 4, the same each time."""
    linear = _curve(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    # The other way: ((1.055 ** 2.4) x) ** (1 / 2.4) - 0.055.
    coded = _curve(4, 1 / 2.4, 1.055**2.4, 0.0, 12.92, 0.0031308, -0.055, 0.0)
    to_xyz = _scaled(_TO_XYZ, _XYZ_ONE)
    from_xyz = _scaled(_FROM_XYZ, 1 / _XYZ_ONE)
    name = "sRGB IEC61966-2.1 as a printing condition"
    tags = {
        "desc": _text(name),
        "cprt": _text("No copyright, use freely"),
        "wtpt": b"XYZ \0\0\0\0" + _fixed(*_D50),
        "chad": b"sf32\0\0\0\0" + _fixed(*(each for row in _D65_TO_D50 for each in row)),
        **dict.fromkeys(("A2B0", "A2B1", "A2B2"), _elements(b"mAB ", to_xyz, linear)),
        **dict.fromkeys(("B2A0", "B2A1", "B2A2"), _elements(b"mBA ", from_xyz, coded)),
        "gamt": _all_in_gamut(),
    }
    return Condition(_profile(tags), name, is_cmyk=False)


def _scaled(matrix: tuple[tuple[float, ...], ...], factor: float) -> bytes:
    rows = (each * factor for row in matrix for each in row)
    return _fixed(*rows, 0.0, 0.0, 0.0)


def _fixed(*numbers: float) -> bytes:
    """Numbers as s15Fixed16."""
    return struct.pack(f">{len(numbers)}i", *(round(each * 0x10000) for each in numbers))


def _curve(kind: int, *numbers: float) -> bytes:
    """A parametric curve, of the kinds in ICC.1, 10.18."""
    return b"para\0\0\0\0" + struct.pack(">HH", kind, 0) + _fixed(*numbers)


def _text(text: str) -> bytes:
    """A text in English."""
    data = text.encode("utf-16-be")
    return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(data), 28) + data


def _elements(signature: bytes, matrix: bytes, curve: bytes) -> bytes:
    """The way from or to XYZ: straight curves there, a matrix, and the curves of the inks."""
    straight = (b"curv" + bytes(8)) * 3
    at = (32, 32 + len(straight), 32 + len(straight) + len(matrix))
    head = signature + bytes(4) + struct.pack(">BBHIIIII", 3, 3, 0, *at, 0, 0)
    return head + straight + matrix + curve * 3


def _all_in_gamut() -> bytes:
    """A table by which no colour is outside of the gamut: clear inks have no limits."""
    ends = bytes(range(256))
    identity = _fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
    return b"mft1" + bytes(4) + bytes((3, 1, 2, 0)) + identity + ends * 3 + bytes(8) + ends


def _profile(tags: dict[str, bytes]) -> bytes:
    """A profile of an output device with red, green and blue; equal tags share their bytes."""
    table, body = b"", b""
    start = _HEADER + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    for name, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += struct.pack(">4sII", name.encode(), places[data], len(data))
    head = struct.pack(
        ">I4sI4s4s4s6H4s4sII4sQI3i4s16s28x",
        start + len(body),
        b"",
        0x04200000,
        _OUTPUT,
        b"RGB ",
        b"XYZ ",
        *(2026, 1, 1, 0, 0, 0),
        b"acsp",
        b"",
        0,
        0,
        b"",
        0,
        1,  # relative colorimetric
        *(round(each * 0x10000) for each in _D50),
        b"",
        b"",
    )
    return head + struct.pack(">I", len(tags)) + table + body
