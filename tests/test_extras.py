"""Extras: a missing library is a message, a broken one is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library


def test_a_library_that_is_there_is_returned() -> None:
    """Also a module within it."""
    assert library("json", extra="stats", user="pnp stats") is json
    assert library("json.decoder", extra="stats", user="pnp stats").JSONDecoder


def test_a_missing_library_is_named_with_its_extra() -> None:
    """And with the line that installs it."""
    message = r"--plots needs absent-library; install it with: pip install 'pnp-tiles\[stats\]'"
    with pytest.raises(UnusableInput, match=message):
        library("absent_library.part", extra="stats", user="--plots")


def test_a_library_that_lacks_another_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To install the extra again would not help."""
    (tmp_path / "half_installed.py").write_text("import another_absent_library\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_absent_library"):
        library("half_installed", extra="stats", user="--plots")
