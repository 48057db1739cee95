"""Learns for the table: what may go wrong with disks and limits becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reader.teaching.errors import TeachingError
from reader.teaching.gallery import Gallery
from reader.teaching.taught_die import Source, TaughtDie
from reader.vision.cut import Crop, cut
from reader.vision.sighting import Box, Frame, Glimpse, Known

ENOUGH: Final = 3
"""Examples of a face from which throws that were let stand add no more: what the box read itself proves little."""


class GalleryPupil:
    def __init__(self, gallery: Gallery, look: Callable[[Crop], Glimpse] | None = None) -> None:
        """`look` has the networks look at a crop again; without it only what is in sight can be learned."""
        self._gallery = gallery
        self._look = look

    @property
    def dice(self) -> tuple[TaughtDie, ...]:
        return self._gallery.dice

    def begin(self, name: str, kind: str, colour: str) -> tuple[str, str]:
        made: list[str] = []

        def make() -> None:
            same = [die for die in self.dice if die.shown_name.casefold() == name.casefold() and die.kind == kind]
            made.append((same[0] if same else self._gallery.new_die(kind, name, colour)).id)

        refused = _tried(make)
        return (made[0] if made else ""), refused

    def learn(self, die: str, face: str, glimpse: Glimpse) -> str:
        return self._add(die, face, glimpse, "taught")

    def unlearn(self, die: str, face: str) -> None:
        def remove() -> None:
            examples = self._gallery.by_id(die).of_face(face)
            if examples:
                self._gallery.remove(die, examples[-1])

        _tried(remove)

    def look_back(self, picture: Frame, box: Box) -> Glimpse | None:
        return self._look(cut(picture, box)) if self._look is not None else None

    def put_right(self, glimpse: Glimpse, known: Known | None, kind: str, face: str, colour: str) -> str:
        """An example of the die that it is; of a new one without a name if it is none that was taught."""

        def learn() -> None:
            die = next((die for die in self.dice if known is not None and die.id == known.id), None)
            if die is None or die.kind != kind:
                die = self._gallery.recognised(glimpse, kind, face)
            die = die or self._gallery.new_die(kind, "", colour)
            self._gallery.add(die.id, face, glimpse, "corrected")

        return _tried(learn)

    def let_stand(self, glimpse: Glimpse, die: str, face: str) -> None:
        def learn() -> None:
            taught = self._gallery.by_id(die)
            if len(taught.of_face(face)) < ENOUGH and self._gallery.is_news(die, face, glimpse):
                self._gallery.add(die, face, glimpse, "confirmed")

        _tried(learn)

    def rename(self, die: str, name: str) -> str:
        return _tried(lambda: self._gallery.rename(die, name))

    def forget(self, die: str) -> str:
        return _tried(lambda: self._gallery.forget(die))

    def picture(self, die: str, face: str) -> bytes | None:
        """The latest example of that face, as JPEG."""
        try:
            examples = self._gallery.by_id(die).of_face(face)
            return self._gallery.store.picture(die, examples[-1]) if examples else None
        except (OSError, TeachingError):
            return None

    @property
    def rebuilding(self) -> tuple[int, int]:
        return self._gallery.rebuilding

    def _add(self, die: str, face: str, glimpse: Glimpse, source: Source) -> str:
        return _tried(lambda: self._gallery.add(die, face, glimpse, source))


def _tried(do: Callable[[], object]) -> str:
    try:
        do()
    except TeachingError as error:
        return str(error)
    except OSError as error:
        return f"it could not be kept: {error.strerror or error}"
    return ""
