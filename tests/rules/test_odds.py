"""Exact odds against oracles that know nothing of this program: icepool, and plain enumeration."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import icepool
import pytest

from rules import BOOKS, PLAIN, TooManyPathsError, odds, parse

EXAMPLES = [example.text for book in (PLAIN, *BOOKS) for form in book.forms for example in form.examples]
SLOW = "group Alice=+0 Bob=+3 Carol=+0 David=-1"


def of_icepool(die):
    return {total: float(Fraction(weight, die.denominator())) for total, weight in die.items()}


def of_outcomes(outcomes):
    """Equally likely outcomes, counted."""
    counted = Counter(outcomes)
    return {total: count / counted.total() for total, count in counted.items()}


def assert_same(totals, expected, tolerance=1e-12):
    for total in totals.keys() | expected.keys():
        assert totals.get(total, 0) == pytest.approx(expected.get(total, 0), abs=tolerance), total


@pytest.mark.parametrize(
    ("roll", "die"),
    [
        ("5d6", 5 @ icepool.d6),
        ("1d12+1d4-2", icepool.d12 + icepool.d4 - 2),
        ("1d12-1d4", icepool.d12 - icepool.d4),
        ("4d6kh3", icepool.d6.highest(4, 3)),
        ("4d6kl1", icepool.d6.lowest(4, 1)),
        ("2d20kl1", icepool.d20.lowest(2, 1)),
        ("5d6>=5", 5 @ (icepool.d6 >= 5)),
        ("10d10", 10 @ icepool.d10),
        ("1d3", icepool.d3),
        ("2d2", 2 @ icepool.d2),
        ("2d5", 2 @ icepool.d(5)),
        ("d%", icepool.d100),
        ("d100 from=0", icepool.d100.map(lambda number: number % 100)),
        ("2d100kh1", icepool.d100.highest(2, 1)),
        ("game 2d10+5 reroll", 2 @ icepool.d10 + 5),
        ("game 1d10-5", (icepool.d10 - 5).map(lambda number: max(number, 0))),
        ("game 1d10 divide=3", icepool.d10.map(lambda number: math.ceil(number / 3))),
    ],
    ids=str,
)
def test_exact_odds_agree_with_icepool(roll, die):
    assert_same(odds(parse(roll)).totals, of_icepool(die))


@pytest.mark.parametrize(
    ("roll", "die"),
    [
        ("1d6!", icepool.d6.explode(depth=12)),
        ("2d6!+1", 2 @ icepool.d6.explode(depth=12) + 1),
        ("olde 2d4+1", 2 @ icepool.d4.explode(depth=16) + 1),
        ("olde 1d3", icepool.d3.explode(depth=20)),
        ("olde 1d2", icepool.d2.explode(depth=30)),
        ("olde 1d12+1d4", icepool.d12.explode(depth=9) + icepool.d4.explode(depth=15)),
        ("2d6!kh1", icepool.d6.explode(depth=12).highest(2, 1)),
        ("tale level=1", 2 @ icepool.d4.explode(depth=16)),
        (
            "tale level=8 heroic",
            icepool.d12.explode(depth=9) + icepool.d10.explode(depth=9) + icepool.d4.explode(depth=15),
        ),
    ],
    ids=str,
)
def test_unlimited_odds_agree_with_icepool_up_to_the_tail_that_is_cut(roll, die):
    reckoned = odds(parse(roll))
    assert 0 < reckoned.cut < 1e-9
    assert sum(reckoned.totals.values()) + reckoned.cut == pytest.approx(1, abs=1e-12)
    assert_same(reckoned.totals, of_icepool(die), tolerance=1e-9)


def test_the_standard_roll_agrees_with_all_thirty_six_throws():
    throws = [
        0 if white == black else white if white < black else -black for white, black in product(range(1, 7), repeat=2)
    ]
    for way in ("", " one-die", " cards"):
        assert_same(odds(parse(f"standard{way}")).totals, of_outcomes(throws))
    assert_same(odds(parse("standard ability=7")).totals, of_outcomes([7 + throw for throw in throws]))


@pytest.mark.parametrize("previous", [None, 0, 1, 4, 5])
def test_fingers_agree_with_all_that_two_players_can_show(previous):
    shown = [abs(one - other) for one, other in product(range(6), repeat=2)]
    signed = [size if previous is None or size % 2 == previous % 2 else -size for size in shown]
    roll = "standard fingers" if previous is None else f"standard fingers previous={previous}"
    reckoned = odds(parse(roll))
    assert_same(reckoned.totals, of_outcomes(signed))
    assert reckoned.assumed == ("each player shows 0 to 5 fingers equally likely",)


def scores(dice, keep, modifier):
    """Every way a Test can go: the dice of 20 faces each, of which one fails and one succeeds."""
    faces = [(0, "0!"), (10, "10!"), *[(number, "") for number in range(1, 10)] * 2]
    for thrown in product(faces, repeat=dice):
        number, critical = keep(thrown, key=lambda face: (face[1] == "10!", face[0]))
        yield (number if critical else number + modifier), critical


@pytest.mark.parametrize("die", ["", " d10ish"])
@pytest.mark.parametrize("extra", [0, 1, 2, 3])
@pytest.mark.parametrize("what", ["advantages", "disadvantages"])
def test_a_test_agrees_with_every_throw_criticals_included(die, extra, what):
    reckoned = odds(parse(f"test{die} +2 {what}={extra}"))
    ways = Counter(scores(1 + extra, max if what == "advantages" else min, 2))
    totals = Counter()
    for (total, _), count in ways.items():
        totals[total] += count / ways.total()
    assert_same(reckoned.totals, totals)
    for critical, label in (("0!", "Critical Failure"), ("10!", "Critical Success")):
        expected = sum(count for (_, kind), count in ways.items() if kind == critical) / ways.total()
        assert reckoned.labels[label] == pytest.approx(expected, abs=1e-12)


def test_a_contest_agrees_with_every_pair_of_tests():
    reckoned = odds(parse("contest A=+2 B=+0"))
    wins = 0.0
    for (first, one), (second, other) in product(scores(1, max, 2), scores(1, max, 0)):
        mine, theirs = ((critical == "10!") - (critical == "0!") for critical in (one, other))
        if (mine, first if not mine else 0) > (theirs, second if not theirs else 0):
            wins += 1
        elif (mine, first if not mine else 0) == (theirs, second if not theirs else 0):
            wins += 0.5
    assert reckoned.winners["A"] == pytest.approx(wins / 400, abs=1e-12)
    assert reckoned.winners["A"] + reckoned.winners["B"] == pytest.approx(1)


def test_a_contest_of_olde_agrees_with_icepool():
    reckoned = odds(parse("olde contest Thudd=2d4 Flash=2d10"))
    thudd, flash = 2 @ icepool.d4.explode(depth=16), 2 @ icepool.d10.explode(depth=9)
    assert reckoned.winners["Thudd"] == pytest.approx(float((thudd > flash).mean()), abs=1e-9)
    assert reckoned.labels["Tie"] == pytest.approx(float((thudd == flash).mean()), abs=1e-9)


def group_of(modifiers):
    """Every way a Group Test can go if every gift goes to the lowest other."""
    faces = [*range(11)]
    likely = [0.05 if face in (0, 10) else 0.1 for face in faces]
    totals = Counter()

    def worth(who, face):
        return (-1, 0) if face == 0 else (1, 10) if face == 10 else (0, face + modifiers[who])

    @cache
    def given(standing, room, gifts):
        if not gifts:
            return {min(standing)[1]: 1.0}
        receivers = [who for who in range(len(standing)) if who != gifts[0] and room[who]]
        if not receivers:
            return given(standing, room, gifts[1:])
        one = min(receivers, key=lambda who: standing[who])
        left = tuple(count - (who == one) for who, count in enumerate(room))
        results = Counter()
        for face, of_face in zip(faces, likely, strict=True):
            better = tuple(max(score, worth(one, face)) if who == one else score for who, score in enumerate(standing))
            for total, chance in given(better, left, gifts[1:]).items():
                results[total] += chance * of_face
        return results

    for thrown in product(faces, repeat=len(modifiers)):
        standing = tuple(worth(who, face) for who, face in enumerate(thrown))
        gifts = tuple(who for who, score in enumerate(standing) for _ in range((score[1] >= 7) + (score[1] >= 10)))
        for total, chance in given(standing, (3,) * len(standing), gifts).items():
            totals[total] += chance * math.prod(likely[face] for face in thrown)
    return totals


@pytest.mark.parametrize("modifiers", [(0, 3), (-1, 1), (5, -20), (0, 3, -1)])
def test_a_group_agrees_with_every_throw_and_every_gift(modifiers):
    names = [f"{name}={modifier:+d}" for name, modifier in zip("ABC", modifiers, strict=False)]
    reckoned = odds(parse(f"group {' '.join(names)}"))
    assert_same(reckoned.totals, group_of(modifiers))
    assert reckoned.assumed == ("every gift goes to the lowest Score",)


def tale_of(pairs, heroic, modifier, depth=7):
    """Open Tale reckoned the long way: every throw, every re-throw, then exploding dice from icepool."""
    totals = Counter()
    for sides in pairs:
        pool = (*sides, 4) if heroic else sides
        for thrown in product(*(range(1, side + 1) for side in pool)):
            chance = 1 / math.prod(pool) / len(pairs)
            extreme = (max if modifier < 0 else min)(thrown)
            at = max((index for index, value in enumerate(thrown) if value == extreme), key=lambda index: pool[index])
            again = range(1, pool[at] + 1) if modifier else [thrown[at]]
            for new in again:
                kept = max(new, extreme) if modifier == 2 else min(new, extreme) if modifier == -2 else new
                values = [kept if index == at else value for index, value in enumerate(thrown)]
                exploding = tuple(sorted(side for side, value in zip(pool, values, strict=True) if side == value))
                totals[sum(values), exploding] += chance / len(again)
    result = Counter()
    for (total, exploding), chance in totals.items():
        extra = sum((icepool.d(side).explode(depth=depth) for side in exploding), icepool.Die([0]))
        for added, weight in extra.items():
            result[total + added] += chance * weight / extra.denominator()
    return result


@pytest.mark.parametrize(
    ("roll", "pairs", "heroic", "modifier"),
    [
        ("tale level=3 superiority", [(8, 4), (6, 6)], False, 2),
        ("tale level=3 inferiority", [(8, 4), (6, 6)], False, -2),
        ("tale level=2 heroic advantage", [(6, 4)], True, 1),
        ("tale level=5 disadvantage", [(12, 4), (10, 6), (8, 8)], False, -1),
    ],
)
def test_open_tale_agrees_with_every_throw_and_re_throw(roll, pairs, heroic, modifier):
    assert_same(odds(parse(roll)).totals, tale_of(pairs, heroic, modifier), tolerance=1e-4)


@pytest.mark.parametrize("roll", [example for example in EXAMPLES if example not in (SLOW, "free")])
def test_the_odds_of_every_example_are_exact_and_add_up(roll):
    reckoned = odds(parse(roll))
    assert reckoned.exact
    assert math.fsum(reckoned.totals.values()) + reckoned.cut == pytest.approx(1, abs=1e-12)
    assert reckoned.cut < 1e-9


def test_whatever_lies_there_has_no_odds():
    assert odds(parse("free")) is None


def test_what_is_assumed_is_stated():
    assert odds(parse("tale level=5 advantage")).assumed == (
        "each allowed pair of dice is equally likely",
        "on a tie the die with the most sides is thrown again",
    )
    assert odds(parse("4d6kh3")).assumed == ()


def test_the_likely_score_is_nearest_to_even_chances_and_the_lower_of_two():
    assert odds(parse("1d6")).likely == 4
    assert odds(parse("d2")).likely == 2
    assert odds(parse("olde 1d3")).likely == 2, "2 or more and 4 or more are equally near one half"


def test_too_many_paths_are_not_walked():
    with pytest.raises(TooManyPathsError):
        odds(parse("20d6!kh10"), most_paths=10_000)


def test_what_is_known_of_parts_may_be_shared_between_rolls():
    known = {}
    alone = odds(parse("tale level=2 heroic"))
    first, second = (odds(parse("tale level=2 heroic"), known=known) for _ in range(2))
    assert alone.totals == first.totals == second.totals
    assert second.paths == 0
    assert (
        odds(parse("contest A=+1 B=+1"), known=known).assumed == odds(parse("contest A=+1 B=+1"), known=known).assumed
    )
