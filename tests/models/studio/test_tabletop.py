"""A tray to play at."""

import numpy as np
import pytest

from models.studio.die import Die, Placed
from models.studio.tabletop import Tabletop


@pytest.fixture
def table() -> Tabletop:
    table = Tabletop(seed=3, width_px=400, renderer="compositor")
    table.throw(["d20:17", "d6:light:5", "d8"])
    return table


def test_truth_follows_the_order_in_which_dice_were_named(table: Tabletop) -> None:
    assert [kind for kind, _ in table.lying] == ["d20", "d6", "d8"]
    assert [(truth.kind, truth.face) for truth in table.truth()] == list(table.lying)
    assert table.lying[:2] == (("d20", "17"), ("d6", "5"))


def test_a_die_thrown_again_moves_and_the_others_stay(table: Tabletop) -> None:
    before, picture = table.truth(), table.picture().astype(int)
    table.throw_again([0], ["4"])
    after, later = table.truth(), table.picture().astype(int)
    assert after[0].face == "4"
    assert after[0].centre != before[0].centre
    for stays in (1, 2):
        assert after[stays].box == before[stays].box
        x, y, width, height = (round(side) for side in before[stays].box)
        window = (slice(y + 2, y + height - 2), slice(x + 2, x + width - 2))
        assert np.abs(picture[window] - later[window]).mean() < 4
    assert [truth.colour for truth in after] == [truth.colour for truth in before]


def test_dice_that_roll_end_where_they_lie(table: Tabletop) -> None:
    rest = table.picture().astype(int)
    away = [float(np.abs(frame.astype(int) - rest).mean()) for frame in table.rolling(8)]
    assert len(away) == 8
    assert away[-1] == min(away)  # at first they are not in the picture yet, then they are where they will not stay
    assert min(away) > 0.8


def test_no_two_pictures_have_the_same_noise(table: Tabletop) -> None:
    one, other = table.picture().astype(int), table.picture().astype(int)
    assert 0 < np.abs(one - other).mean() < 4


def test_an_empty_tray_shows_nothing(table: Tabletop) -> None:
    table.throw([])
    assert table.lying == ()
    assert table.truth() == []


def test_a_die_that_is_not_there_cannot_be_thrown_again(table: Tabletop) -> None:
    with pytest.raises(IndexError, match="there are 3 dice"):
        table.throw_again([3])


def test_the_same_seed_throws_the_same() -> None:
    one, other = (Tabletop(seed=5, width_px=320, renderer="compositor") for _ in range(2))
    for table in (one, other):
        table.throw(["d12", "d4"])
    assert one.lying == other.lying
    assert np.array_equal(one.picture(), other.picture())


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_thrown_lies_there_and_can_be_read(seed: int) -> None:
    table = Tabletop(seed=seed, width_px=400, renderer="compositor")
    table.throw(["d4", "d10:6", "d20:9"])
    assert [truth.face for truth in table.truth()] == [face for _, face in table.lying]
    assert [face for _, face in table.lying][1:] == ["6", "9"]


def test_dice_that_cannot_be_read_where_they_fall_are_changed_for_others(
    table: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    landings = iter([[1], [0, 1], []])
    thrown: list[list[Die]] = []

    def land(dice: list[tuple[Die, str | None]], _stays: dict[int, Placed]) -> list[int]:
        thrown.append([die for die, _ in dice])
        return next(landings)

    monkeypatch.setattr(table, "_land", land)
    table.throw(["d6", "d8"])
    (first, second), (same, third), (fourth, fifth) = thrown
    assert same is first
    assert len({first, second, third, fourth, fifth}) == 5


def test_more_dice_than_fit_are_refused(table: Tabletop) -> None:
    with pytest.raises(ValueError, match="throw fewer"):
        table.throw(["d20"] * 25)
