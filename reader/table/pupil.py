"""Whoever learns dice from their owner, as the table knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from reader.vision.sighting import Box, Frame, Glimpse, Known

CANNOT: Final = "this box cannot be taught dice"


class Taught(Protocol):
    """A die that was taught."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def shown_name(self) -> str:
        """Its name; what it looks like if it has none."""

    @property
    def seen(self) -> dict[str, int]:
        """How many examples there are of each face that was seen."""


class Pupil(Protocol):
    """Never raises: what it cannot do it says, in a sentence that is empty when all is well."""

    @property
    def dice(self) -> Sequence[Taught]: ...

    def begin(self, name: str, kind: str, colour: str) -> tuple[str, str]:
        """A die of that name, new or known already: its id, and what is wrong."""

    def learn(self, die: str, face: str, glimpse: Glimpse) -> str: ...

    def unlearn(self, die: str, face: str) -> None:
        """Takes back the last example of that face."""

    def look_back(self, picture: Frame, box: Box) -> Glimpse | None:
        """At a die in a picture that was kept; None if nothing can be seen any more."""

    def put_right(self, glimpse: Glimpse, known: Known | None, kind: str, face: str, colour: str) -> str:
        """The owner corrected what was read."""

    def let_stand(self, glimpse: Glimpse, die: str, face: str) -> None:
        """The owner let stand what was read of that die."""

    def rename(self, die: str, name: str) -> str: ...

    def forget(self, die: str) -> str: ...


class NoPupil:
    """Where nothing is learned."""

    dice: tuple[Taught, ...] = ()

    def begin(self, name: str, kind: str, colour: str) -> tuple[str, str]:
        del name, kind, colour
        return "", CANNOT

    def learn(self, die: str, face: str, glimpse: Glimpse) -> str:
        del die, face, glimpse
        return CANNOT

    def unlearn(self, die: str, face: str) -> None:
        del die, face

    def look_back(self, picture: Frame, box: Box) -> Glimpse | None:
        del picture, box
        return None

    def put_right(self, glimpse: Glimpse, known: Known | None, kind: str, face: str, colour: str) -> str:
        del glimpse, known, kind, face, colour
        return ""

    def let_stand(self, glimpse: Glimpse, die: str, face: str) -> None:
        del glimpse, die, face

    def rename(self, die: str, name: str) -> str:
        del die, name
        return CANNOT

    def forget(self, die: str) -> str:
        del die
        return CANNOT
