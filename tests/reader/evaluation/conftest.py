from collections.abc import Callable

import pytest

from reader.vision.sighting import Box, Candidate, Reading, Unread, Why

ReadAt = Callable[..., Reading]
UnreadAt = Callable[..., Unread]


@pytest.fixture
def read_at() -> ReadAt:
    def make(x: float, kind: str = "d6", face: str = "5", confidence: float = 0.9, lightness: float = 0.5) -> Reading:
        return Reading(
            kind, face, confidence, Box(x, 0, 10, 10), lightness, "red", (Candidate(kind, face, confidence),)
        )

    return make


@pytest.fixture
def unread_at() -> UnreadAt:
    def make(x: float, why: Why = Why.NOT_SURE, kind: str = "d6", guess: str = "5", confidence: float = 0.4) -> Unread:
        return Unread(why, Box(x, 0, 10, 10), kind, confidence, 0.5, "red", (Candidate(kind, guess, confidence),))

    return make
