"""Which of too many examples of one face goes: the one that another example says as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reader.teaching.taught_die import Example, Source
from reader.teaching.trait import Trait

WORTH: Final[dict[Source, float]] = {"confirmed": 0.0, "taught": 0.02, "corrected": 0.04}
"""In likeness: what its owner said is kept before what was only let stand, and where the box was wrong before all."""


def to_spare(examples: Sequence[tuple[Example, Trait | None]]) -> Example:
    """Never the newest, which has just been asked for."""
    newest = max(example.number for example, _ in examples)
    older = [(example, trait) for example, trait in examples if example.number != newest]
    return max(older, key=lambda one: (_said_again(one, examples) - WORTH[one[0].source], -one[0].number))[0]


def _said_again(one: tuple[Example, Trait | None], examples: Sequence[tuple[Example, Trait | None]]) -> float:
    """How like the most alike of the others it is; one without a trait says nothing by itself."""
    example, trait = one
    if trait is None:
        return 2.0
    others = [other for each, other in examples if each != example and other is not None]
    return max((float((trait.views @ other.views.T).max()) for other in others), default=0.0)
