"""Mutated files of every kind: pnp answers in messages, in time, and the same twice. See tests/fuzzing.py."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzzing import (
    KEPT,
    RUNNING,
    TARGETS,
    Target,
    command,
    examples,
    failure,
    furnished,
    judged,
    shortened,
    small_first,
    texts_in,
    write,
)
from tests.mutation import hollowed, mutated, reduced

# Inputs of each target in the continuous integration and at night.
FEW, MANY = 6, 600

DATA = st.binary(max_size=40)

# A failure prints the text, which may be long.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")

KEPT_FILES = sorted(path.name for path in KEPT.glob("*-*"))


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    """Ends the preview that requests go to."""
    yield
    RUNNING.close()


class Seeded(NamedTuple):
    """A target by its name, with its seeds."""

    name: str
    target: Target
    seeds: Sequence[str]

    def tried(self, data: bytes) -> None:
        """Fails with the text that bytes stand for and what is wrong with pnp's answer."""
        text = mutated(self.seeds, data)
        found = failure(self.target, text)
        assert found is None, (
            f"{found.text}\n--- the text, which belongs into tests/fuzzed/{self.name}-…\n{text}"
        )


@pytest.fixture(params=TARGETS)
def seeded(request: pytest.FixtureRequest) -> Iterator[Seeded]:
    """Each target, in a folder with its files."""
    target = TARGETS[request.param]
    with furnished(target):
        yield Seeded(request.param, target, small_first(target.seeds()))


@pytest.mark.parametrize("file", KEPT_FILES)
def test_what_has_failed_once_is_answered(file: str) -> None:
    """Each file of tests/fuzzed, whose name begins with that of its target."""
    name = max((each for each in TARGETS if file.startswith(f"{each}-")), key=len)
    text = (KEPT / file).read_bytes().decode("utf-8", "surrogatepass")
    with furnished(TARGETS[name]):
        assert failure(TARGETS[name], text) is None


def test_bytes_make_files(seeded: Seeded) -> None:
    """The same bytes make the same file; without changes it is a seed; and most changes are some."""
    seeds = seeded.seeds
    # A seed that nothing is wrong with: otherwise no change of it would reach more than the first check.
    assert "error" not in seeded.target.run(seeds[0])
    assert mutated(seeds, b"") == seeds[0]
    inputs = [bytes((0, 0, each, 7, 0, each * 5 % 256, 3, each)) for each in range(30)]
    made = [mutated(seeds, each) for each in inputs]
    assert made == [mutated(seeds, each) for each in inputs]
    assert sum(each != seeds[0] for each in made) > 15


def bad(run: Callable[[str], str], text: str = "a\nb\n") -> str:
    """What is wrong with the answer of a target."""
    found = failure(Target(lambda: [text], run), text)
    assert found is not None
    return found.key


def test_what_a_user_must_not_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sort of failure, by a target that fails so."""

    def said(answer: str) -> Callable[[str], str]:
        return lambda text: judged(answer, texts={"a.yaml": text})

    def endless(text: str) -> str:
        while True:
            pass

    def deep(text: str) -> str:
        return deep(text)

    assert bad(lambda text: str(1 / 0)).startswith("ZeroDivisionError")
    assert bad(deep).startswith("RecursionError")
    assert bad(said("\x1b[2J")) == "a character that acts on terminals"
    assert bad(said("x" * 10_000)) == "a long line"
    assert bad(said("x\n" * 10_000)) == "too many lines"
    assert bad(said("a.yaml:9:1: error structure: x")) == "a place outside of the file"
    assert bad(said("a.yaml:1:9: error structure: x")) == "a place outside of the line"
    assert failure(Target(list, said("a.yaml:2:1: error structure: x")), "a\nb\n") is None
    answers = iter("abcdefgh")
    monkeypatch.setattr("tests.fuzzing.again", lambda text: True)
    assert bad(lambda text: next(answers)) == "another answer"
    monkeypatch.setattr("tests.fuzzing.again", lambda text: False)
    monkeypatch.setattr("tests.fuzzing.MOST_SECONDS", 0.05)
    if hasattr(signal, "setitimer"):
        assert bad(endless).startswith("time")


def test_a_text_is_shortened() -> None:
    """To the letters without which it would not fail."""

    def run(text: str) -> str:
        assert "q" not in text
        return ""

    target = Target(list, run)
    text = "a\n" * 50 + "some q words\n" + "b\n" * 50
    found = failure(target, text)
    assert found is not None
    assert shortened(target, text, found.key) == "q"


def of_inputs(number: int) -> settings:
    """So many inputs; the folder is that of all of them. Nobody explains a text, which takes long."""
    return settings(
        max_examples=number,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.function_scoped_fixture,
            HealthCheck.data_too_large,
        ],
        phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    )


@pytest.mark.slow
@of_inputs(FEW)
@given(data=DATA)
def test_mutated_files_are_answered(seeded: Seeded, data: bytes) -> None:
    """A few of each kind."""
    seeded.tried(data)


@pytest.mark.nightly
@of_inputs(MANY)
@given(data=DATA)
def test_many_mutated_files_are_answered(seeded: Seeded, data: bytes) -> None:
    """The same, for longer."""
    seeded.tried(data)


@pytest.mark.nightly
def test_hollow_values_are_answered(seeded: Seeded) -> None:
    """Nothing, or a value of another sort, in place of each value that a seed has."""
    for text in hollowed(seeded.seeds):
        found = failure(seeded.target, text)
        assert found is None, f"{found.text}\n--- the text\n{text}"


def used(text: str) -> str:
    """Hands a set to the commands that read it; bots play it if it is a game."""
    write("game.yaml", text)
    code, said = command("validate", "game.yaml")
    if not code:
        for words in (("stats",), ("show",), ("enumerate", "--count")):
            said += command(words[0], "game.yaml", *words[1:])[1]
        for players in (2, 6):
            said += command("play", "game.yaml", "--bots", ",".join(["random"] * players))[1]
    return judged(said, texts={"game.yaml": text})


@pytest.mark.nightly
def test_reduced_sets_are_used() -> None:
    """The sets that come with pnp, without one of their values, or with another number."""
    folders = ("tilesets", "tilesets/examples", "tilesets/published")
    seeds = [text for folder in folders for text in texts_in(folder, "*.yaml")]
    target = Target(lambda: seeds, used, examples)
    with furnished(target):
        for text in reduced(seeds):
            found = failure(target, text)
            assert found is None, f"{found.text}\n--- the text\n{text}"
