"""Measures of inks: luminance, lightness and contrast; and inks made from other inks."""

from __future__ import annotations

from functools import cache

# A colour with less contrast to the ground gets an outline.
FAINT = 1.6
# WCAG 2.1, "non-text contrast": what signs need.
SEEN = 3.0
# WCAG 2.1, "contrast (minimum)": what texts need.
READ = 4.5

# Below this luminance signs are printed in the light ink, above it in the dark one.
DARK = 0.36


# Linear light of red, green and blue, each 0 to 1; and L*, a* and b*.
Linear = tuple[float, float, float]
Lab = tuple[float, float, float]


@cache
def linear(ink: str) -> Linear:
    """The linear light of each channel of the ink, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))

    def light(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return light(red), light(green), light(blue)


def hexadecimal(light: Linear) -> str:
    """The ink with this linear light: the inverse of `linear`."""
    return "#" + "".join(
        f"{round(255 * (12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055)):02X}"
        for each in light
    )


def luminance(ink: str) -> float:
    """The relative luminance of an ink, 0 to 1 (WCAG 2.1, "relative luminance")."""
    red, green, blue = linear(ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(ink: str) -> float:
    """The lightness L* of an ink, 0 to 100: its grey on a print without colours.

    CIE 15, for the white D50 in which prints are viewed (ISO 3664), with the shares of the channels
    from the ICC's profile of sRGB.

    >>> round(lightness("#777777"))
    50
    """
    red, green, blue = linear(ink)
    share = 0.2225 * red + 0.7169 * green + 0.0606 * blue
    return 903.3 * share if share <= 0.008856 else 116 * share ** (1 / 3) - 16


def mixed(ink: str, other: str, share: float) -> str:
    """The ink mixed with a share of the other, channel by channel.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = ((int(ink[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast(ink: str, other: str) -> float:
    """The contrast of two inks, 1 to 21 (WCAG 2.1, "contrast ratio").

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    darker, lighter = sorted((luminance(ink), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(light: Linear) -> Lab:
    """L*, a* and b* of light in linear sRGB, whose distances are about those seen (CIE 1976, D65)."""
    red, green, blue = light
    # The matrix of IEC 61966-2-1, and the white of its chromaticity (0.3127, 0.3290).
    x = _root(
        (0.4123907992659593 * red + 0.357584339383878 * green + 0.1804807884018343 * blue) / _X
    )
    y = _root(0.21263900587151024 * red + 0.715168678767756 * green + 0.07219231536073371 * blue)
    z = _root(
        (0.01933081871559182 * red + 0.11919477979462598 * green + 0.9505321522496607 * blue) / _Z
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


_X, _Z = 0.3127 / 0.3290, (1 - 0.3127 - 0.3290) / 0.3290


def _root(share: float) -> float:
    """The cube root, with CIE's straight line near black."""
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def grey(wanted: float) -> str:
    """The grey with this lightness L*.

    >>> grey(50.0)
    '#777777'
    """
    share = ((wanted + 16) / 116) ** 3 if wanted > 8 else wanted * (3 / 29) ** 3
    return hexadecimal((share, share, share))


def visible(ink: str, ground: str, least: float) -> str:
    """The ink, made darker on a light ground or lighter on a dark one until the contrast suffices."""
    towards = "#000000" if luminance(ground) > DARK else "#FFFFFF"
    made = (mixed(ink, towards, step / 40) for step in range(41))
    return next((each for each in made if contrast(each, ground) >= least), towards)


def readable(ink: str, ground: str, least: float) -> str:
    """The ink, made darker or lighter, whichever is less, until it has the contrast to the ground.

    Black or white if no ink has it.

    >>> readable("#F0D43A", "#FFFFFF", 4.5)
    '#847520'
    """
    for step in range(41):
        made = [mixed(ink, towards, step / 40) for towards in ("#000000", "#FFFFFF")]
        best = max(made, key=lambda each: contrast(each, ground))
        if contrast(best, ground) >= least:
            return best
    return max(("#000000", "#FFFFFF"), key=lambda each: contrast(each, ground))


def contrasting(ink: str) -> str:
    """The ink of a pattern over this one: lighter on dark, darker on light."""
    return mixed(ink, "#FFFFFF", 0.62) if luminance(ink) < 0.4 else mixed(ink, "#000000", 0.55)
