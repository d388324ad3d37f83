"""What the designers' page of Hexeptional Hexpertise leaves open, as options of a table."""

from __future__ import annotations

from pnp.play import Option

OPTIONS = (
    Option(
        "advanced",
        "Whether harmonic convergences and voids score.",
        "on",
        {"on": "they score", "off": "the advanced scoring is left out, as in a first game"},
    ),
    Option(
        "nexus-scores",
        "Whether nexus hexes count in the scoring.",
        "yes",
        {"yes": "they count like all others", "no": "only what was placed counts"},
    ),
    Option(
        "nexus-nullifies",
        "Whether nexus hexes and their opposites nullify each other.",
        "yes",
        {
            "yes": "like all others",
            "no": "nexus hexes neither nullify nor are nullified",
        },
    ),
    Option(
        "nullified-nexus",
        "Whether a nullified nexus hex still tells its direction.",
        "directs",
        {
            "directs": "it goes on telling it",
            "silent": "nothing is placed in its direction any more",
        },
    ),
    Option(
        "several-opposites",
        "What is nullified when an element is placed beside several opposites.",
        "all",
        {"all": "the element and all of them", "one": "the element and one of them, by choice"},
    ),
    Option(
        "placing",
        "Whether an element has to be placed if one can be.",
        "duty",
        {"duty": "it has to be", "choice": "an empty hex may be nullified instead"},
    ),
    Option(
        "second-half",
        "How the mana cards lie for the second half.",
        "shuffled",
        {"shuffled": "they are shuffled once more", "same-order": "as in the first half"},
    ),
    Option(
        "forks",
        "Which air is a fork.",
        "three-neighbours",
        {
            "three-neighbours": "one that touches three or more airs",
            "apart": "one that touches three or more airs, no two of which touch",
        },
    ),
    Option(
        "water",
        "Which paths of water score.",
        "longest",
        {"longest": "the longest of all", "each-cluster": "the longest of each cluster"},
    ),
    Option(
        "several-convergences",
        "How many convergences and voids of a display score.",
        "each",
        {"each": "each of them", "one": "one convergence and one void at most"},
    ),
)
