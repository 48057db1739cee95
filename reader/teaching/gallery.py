"""The gallery: all dice that were taught, in memory and on the disk, and what they say of a die that is seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from threading import RLock
from typing import Final

import numpy as np

from reader.teaching.errors import NoSuchDieError, TooManyError
from reader.teaching.recall import Likened, Rows, which_die, with_belief
from reader.teaching.scale import Scale
from reader.teaching.spare import to_spare
from reader.teaching.store import Store, new_id
from reader.teaching.taught_die import Example, Source, TaughtDie, tidy_name
from reader.teaching.trait import Trait, trait_of
from reader.vision.cut import Crop
from reader.vision.doubt import Recalled
from reader.vision.networks import Floats
from reader.vision.sighting import Glimpse, Known

FAVOURED: Final = 3
"""Faces that the networks think likeliest: their pictures are compared even if others look more alike at first."""
NO_DOUBT: Final = 0.97
"""Chance from which the networks' answer is only checked against its own examples."""
MOST_DICE: Final = 60
MOST_A_FACE: Final = 6
MOST_EXAMPLES: Final = 3000
"""Of all dice together: some 60 MB on the disk, 40 MB in memory."""


class Gallery:
    """What the worker does to it is on the disk when it returns; `dice` may be read from any thread.

    Raises OSError where the disk does.
    """

    def __init__(self, store: Store, networks: str, scale: Scale | None = None) -> None:
        """`networks` names those that make the glimpses."""
        self.store = store
        self.scale = scale or Scale.load()
        self._networks = networks
        self._changing = RLock()
        self._stamp = b""
        self._rows: Rows | None = None
        self._traits: dict[tuple[str, Example], Trait] = {}
        self._waiting: list[tuple[str, Example]] = []
        self._total = 0
        self.dice: tuple[TaughtDie, ...] = ()
        store.sweep()
        self._read()

    @property
    def rebuilding(self) -> tuple[int, int]:
        """How many examples the networks have looked at anew, and of how many; equal when all is done."""
        return self._total - len(self._waiting), self._total

    def recall(self, glimpse: Glimpse, chances: Floats, labels: Sequence[str]) -> Recalled | None:
        self.refresh()
        likely = [labels[at] for at in np.argsort(-chances[: len(labels)])[:FAVOURED]]
        sure = likely[0] if chances.max() >= NO_DOUBT else ""
        likened = self.likened(glimpse, likely, sure)
        if likened is None or not likened.gates(self.scale).any():
            return None  # a stranger is judged as if nothing had been taught
        changed = with_belief(chances, labels, likened, self.scale)
        faces = sum(":" in label for label in labels)
        return Recalled(changed, self._known(likened, labels[int(changed[:faces].argmax())]))

    def likened(self, glimpse: Glimpse, favoured: Collection[str] = (), sure: str = "") -> Likened | None:
        with self._changing:
            rows = self._rows
        if rows is None or not len(glimpse.views):
            return None
        return Likened.of(rows, glimpse, self.scale, favoured, sure)

    def recognised(self, glimpse: Glimpse, kind: str, face: str) -> TaughtDie | None:
        """Which of the dice this is that shows that face."""
        likened = self.likened(glimpse, (f"{kind}:{face}",))
        known = self._known(likened, f"{kind}:{face}") if likened is not None else None
        return self.by_id(known.id) if known is not None else None

    def by_id(self, identity: str) -> TaughtDie:
        found = next((die for die in self.dice if die.id == identity), None)
        if found is None:
            raise NoSuchDieError(identity)
        return found

    def new_die(self, kind: str, name: str = "", colour: str = "") -> TaughtDie:
        """Raises TooManyError."""
        if len(self.dice) >= MOST_DICE:
            raise TooManyError(f"{MOST_DICE} dice are taught already; forget one first: dice-reader dice forget")
        die = TaughtDie(new_id(), kind, tidy_name(name), colour)
        self.store.write_card(die)
        self._put(die)
        return die

    def rename(self, identity: str, name: str) -> TaughtDie:
        die = replace(self.by_id(identity), name=tidy_name(name))
        self.store.write_card(die)
        self._put(die)
        return die

    def forget(self, identity: str) -> None:
        die = self.by_id(identity)
        self.store.remove_die(die.id)
        with self._changing:
            self.dice = tuple(one for one in self.dice if one.id != die.id)
            self._traits = {key: trait for key, trait in self._traits.items() if key[0] != die.id}
            self._arrange()

    def add(self, identity: str, face: str, glimpse: Glimpse, source: Source) -> Example:
        """An example more; one that tells nothing new may go for it. Raises TooManyError."""
        die = self.by_id(identity)
        if sum(len(one.examples) for one in self.dice) >= MOST_EXAMPLES:
            raise TooManyError(f"{MOST_EXAMPLES} examples are kept already; forget a die first")
        example = Example(face, die.next_number, source)
        trait = trait_of(glimpse, self._networks)
        self.store.write_example(die, example, glimpse.crop, trait)
        with self._changing:
            self._traits[die.id, example] = trait
            self._put(replace(die, examples=(*die.examples, example)))
        of_face = self.by_id(identity).of_face(face)
        if len(of_face) > MOST_A_FACE:
            self.remove(identity, to_spare([(one, self._traits.get((identity, one))) for one in of_face]))
        return example

    def remove(self, identity: str, example: Example) -> None:
        die = self.by_id(identity)
        self.store.remove_example(identity, example)
        with self._changing:
            self._traits.pop((identity, example), None)
            self._put(replace(die, examples=tuple(one for one in die.examples if one != example)))

    def is_news(self, identity: str, face: str, glimpse: Glimpse) -> bool:
        """Whether it would add something: a face that was not seen, or seen otherwise: in another light or pose. A
        glimpse of a neighbour does not."""
        die = self.by_id(identity)
        likened = self.likened(glimpse)
        if likened is not None and likened.is_elsewhere:
            return False
        if likened is None or not die.of_face(face):
            return True
        at = self.dice.index(die)
        alike = [
            float(likeness)
            for name, likeness in zip(likened.rows.faces, likened.faces, strict=True)
            if name == (at, f"{die.kind}:{face}")
        ]
        return not alike or alike[0] < self.scale.news

    def rebuild(self, look: Callable[[Crop, str], Glimpse], tell: Callable[[], object] = lambda: None) -> None:
        """Has new networks look at the pictures again, knowing what each shows; kept as soon as it is done."""
        while self._waiting:
            identity, example = self._waiting[0]
            crop = self.store.crop(identity, example)
            if crop is not None:
                kind = next((die.kind for die in self.dice if die.id == identity), "")
                trait = trait_of(look(crop, f"{kind}:{example.face}"), self._networks)
                self.store.write_trait(identity, example, trait)
                with self._changing:
                    if any(die.id == identity and example in die.examples for die in self.dice):
                        self._traits[identity, example] = trait
            self._waiting = self._waiting[1:]
            tell()
        with self._changing:
            self._arrange()

    def refresh(self) -> None:
        """Reads the dice again if another program has changed them."""
        if self.store.stamp != self._stamp:
            self._read()

    def _read(self) -> None:
        dice = tuple(self.store.read())
        traits: dict[tuple[str, Example], Trait] = {}
        waiting: list[tuple[str, Example]] = []
        for die in dice:
            for example in die.examples:
                kept = self._traits.get((die.id, example)) or self.store.trait(die.id, example, self._networks)
                if kept is not None:
                    traits[die.id, example] = kept
                else:
                    waiting.append((die.id, example))
        with self._changing:
            self.dice, self._traits, self._waiting, self._total = dice, traits, waiting, len(waiting)
            self._arrange()

    def _put(self, die: TaughtDie) -> None:
        with self._changing:
            is_new = all(one.id != die.id for one in self.dice)
            self.dice = (*self.dice, die) if is_new else tuple(die if one.id == die.id else one for one in self.dice)
            self._arrange()

    def _arrange(self) -> None:
        place = {die.id: at for at, die in enumerate(self.dice)}
        kinds = {die.id: die.kind for die in self.dice}
        named = [
            (place[identity], f"{kinds[identity]}:{example.face}", trait)
            for (identity, example), trait in self._traits.items()
        ]
        self._rows = Rows.of(named)
        self._stamp = self.store.stamp

    def _known(self, likened: Likened, label: str) -> Known | None:
        dice = self.dice
        at = which_die(likened, label, [die.kind for die in dice], self.scale)
        return dice[at].known if at is not None else None
