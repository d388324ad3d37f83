"""JSON Schemas of sets, themes and pads, judged by a validator that is not ours."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.definition import parse_definition
from pnp.definition.schema import FILES, json_schema
from pnp.sets.components import components
from pnp.sets.tileset import make_tileset
from tests.conftest import BUNDLED, ROOT, Call
from tests.mistakes import READERS, SAYINGS, mistakes

SETS = BUNDLED

# Ten times as fast, where libyaml is installed.
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

WRITTEN = {
    "tileset": [*SETS, ROOT / "tests/toy_game/toy.yaml"],
    "theme": sorted(ROOT.glob("templates/themes/*.yaml")),
    "pad": sorted(ROOT.glob("templates/pads/*.yaml")),
    "face": [
        path
        for folder in ("templates", "tilesets/examples/templates")
        for path in sorted((ROOT / folder / "faces").glob("*.yaml"))
    ],
}

# What structure alone can show.
STRUCTURAL = {"unknown-key", "unknown-word", "structure", "number", "length", "ink"}

# Edges need colours, and each cell a label: a schema cannot compare keys that are so far apart. Nor does
# it know which element of another face a change is for.
FAR_REACHING = {"colours", "values", "cells", "labels", "change", "if"}


@cache
def validator(file: str) -> Draft202012Validator:
    """The validator of a schema."""
    return Draft202012Validator(json_schema(file))


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_a_schema_is_one(file: str) -> None:
    """By the schema of schemas; `pnp schema FILE` writes it into `templates/schemas/`, for editors."""
    schema = json_schema(file)
    Draft202012Validator.check_schema(schema)
    assert json.loads((ROOT / f"templates/schemas/{file}.json").read_text("utf-8")) == schema


@pytest.mark.parametrize("file", FILES)
def test_every_key_has_a_description(file: str) -> None:
    """Without links, which an editor does not follow."""

    def properties(schema: Any) -> Iterator[Any]:
        for each in schema.values() if isinstance(schema, dict) else schema:
            if isinstance(each, dict | list):
                yield from properties(each)
        if isinstance(schema, dict) and schema.get("type") == "object":
            yield from schema.get("properties", {}).values()

    found = [*properties(json_schema(file))]
    assert len(found) > 10
    assert all(each["description"] and "](" not in each["description"] for each in found)


@pytest.mark.parametrize(
    ("file", "path"),
    [(file, path) for file, paths in WRITTEN.items() for path in paths],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_what_comes_with_pnp_is_valid_and_names_its_schema(file: str, path: Path) -> None:
    """The first line has the path from the file to its schema."""
    text = path.read_text("utf-8")
    assert [*validator(file).iter_errors(yaml.safe_load(text))] == []
    if path.is_relative_to(ROOT / "tests"):
        return
    start, _, schema = text.partition("\n")[0].partition("$schema=")
    assert start == "# yaml-language-server: "
    assert (path.parent / schema).resolve() == ROOT / f"templates/schemas/{file}.json"


def values(
    tree: Any, keys: tuple[object, ...] = ()
) -> Iterator[tuple[Any, Any, tuple[object, ...]]]:
    """Every value of a file: what it is in, its key, and all keys that lead to it."""
    entries = [*tree.items()] if isinstance(tree, dict) else [*enumerate(tree)]
    for key, value in entries:
        yield tree, key, (*keys, key)
        if isinstance(value, dict | list):
            yield from values(value, (*keys, key))


def slip(tree: Any, luck: Random) -> tuple[object, ...]:
    """Change a value of a file, and return the keys that lead to it."""
    inside, key, keys = luck.choice([*values(tree)])
    match luck.randrange(7):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside[f"{key}x"] = inside.pop(key)
        case 2:
            inside[key] = [[]]
        case 3:
            inside[key] = {"a": 1}
        case 4:
            inside[key] = -7
        case 5:
            inside[key] = True
        case _:
            inside[key] = "zz top"
    return keys


@pytest.mark.slow
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "slips",
    [pytest.param(10, marks=pytest.mark.slow), pytest.param(60, marks=pytest.mark.nightly)],
)
def test_a_slip_that_structure_shows_is_refused_and_nothing_else(path: Path, slips: int) -> None:
    """The schema refuses what pnp refuses for its structure, and accepts what pnp accepts."""
    luck, schema = Random(path.stem), validator("tileset")
    whole = yaml.safe_load(path.read_text("utf-8"))
    seen: Counter[bool] = Counter()
    for _ in range(slips):
        tree = copy.deepcopy(whole)
        keys = slip(tree, luck)
        if not FAR_REACHING.isdisjoint(keys):
            continue
        rules: set[str] = set()
        try:
            parse_definition(Source(path.name, yaml.dump(tree, Dumper=DUMPER, sort_keys=False)))
        except InvalidDefinition as error:
            rules = {finding.rule for finding in error.findings}
        is_valid = schema.is_valid(tree)
        assert is_valid or rules, (keys, tree)
        assert not is_valid or rules.isdisjoint(STRUCTURAL), (keys, rules, tree)
        seen[is_valid] += 1
    assert seen[False] >= slips // 10


def refused(text: str) -> bool:
    """Whether the schema, or the YAML reader before it, refuses a set."""
    try:
        tree = yaml.load(dedent(text), Loader=yaml.CSafeLoader)
    except ValueError:
        return True  # a number of thousands of digits
    return not validator("tileset").is_valid(tree)


def unreadable(text: str) -> bool:
    """Whether pnp refuses a file before any rule is checked."""
    try:
        components(make_tileset(parse_definition(Source("broken.yaml", dedent(text)))))
    except InvalidDefinition:
        return True
    return False


@pytest.mark.slow
def test_every_mistake_is_refused_or_has_a_reason() -> None:
    """No mistake that has a reason is refused by the schema.

    A set that pnp reads, and that breaks a rule, is valid by its structure.
    """
    judged = 0
    for mistake in mistakes():
        if mistake.subject in {**READERS, **SAYINGS}:
            continue
        with suppress(UnusableInput):
            expected = unreadable(mistake.text) and not mistake.beyond
            assert refused(mistake.text) == expected, mistake.name
            judged += 1
    assert judged > 450


@pytest.mark.parametrize(
    "keys",
    [
        ("game",),
        ("tiles", "shape"),
        ("tiles", "families", 0, "name"),
        ("pieces", "tokens", 0, "name"),
    ],
)
def test_a_required_key_is_required(keys: tuple[Any, ...]) -> None:
    """At any depth."""
    tree = yaml.safe_load((ROOT / "tilesets/hexstatic.yaml").read_text("utf-8"))
    *path, last = keys
    inside = tree
    for key in path:
        inside = inside[key]
    del inside[last]
    assert not validator("tileset").is_valid(tree)
    with pytest.raises(InvalidDefinition, match="missing-key"):
        parse_definition(Source("hexstatic.yaml", yaml.safe_dump(tree)))


def test_the_command_prints_a_schema(pnp: Call) -> None:
    """That of sets, unless another file is named."""
    assert json.loads(pnp("schema").stdout) == json_schema("tileset")
    assert json.loads(pnp("schema", "pad").stdout) == json_schema("pad")
    assert pnp("schema", "map").exit_code == 2
