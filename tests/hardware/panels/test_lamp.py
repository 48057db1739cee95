from itertools import combinations, pairwise

import pytest

from hardware.panels.lamp import RHYTHMS, Lamp, Rhythm, is_lit, until_change_s

STEP_S = 0.05
SEEN_S = 6.0


def seen(state: Lamp) -> tuple[bool, ...]:
    """What a person who cannot tell colours apart sees in some seconds."""
    rhythm = RHYTHMS[state]
    steps = round(SEEN_S / STEP_S)
    return tuple(rhythm is not None and is_lit(rhythm, at * STEP_S + STEP_S / 2) for at in range(steps))


def blinks(state: Lamp) -> int:
    lit = seen(state)
    return sum(now and not before for before, now in pairwise(lit))


@pytest.mark.parametrize(("one", "other"), list(combinations(Lamp, 2)))
def test_no_two_states_share_a_rhythm(one: Lamp, other: Lamp) -> None:
    differs = sum(a != b for a, b in zip(seen(one), seen(other), strict=True))
    assert differs >= len(seen(one)) // 4


def test_ready_is_steady_and_the_others_blink_each_at_its_own_pace() -> None:
    assert all(seen(Lamp.READY))
    assert [blinks(state) for state in (Lamp.THROW_AGAIN, Lamp.TROUBLE, Lamp.BUSY)] == [4, 10, 29]


def test_trouble_flashes_three_times_and_pauses() -> None:
    trouble = RHYTHMS[Lamp.TROUBLE]
    assert trouble is not None
    flashes = [is_lit(trouble, at * 0.15 + 0.07) for at in range(12)]
    assert flashes == [True, False, True, False, True] + [False] * 7


def test_the_next_change_is_where_the_light_changes() -> None:
    rhythm = Rhythm("red", ((250, 250), (500, 1000)))
    assert [until_change_s(rhythm, at) for at in (0, 0.125, 0.25, 0.5, 1.5, 2.0)] == [0.25, 0.125, 0.25, 0.5, 0.5, 0.25]
    assert until_change_s(Rhythm("green"), 5) is None
