"""The state of the table → the readout. Everything is put into words here, nothing is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reader.table.events import DieThrown
from reader.table.game import Game, Play
from reader.table.readout import DieShown, Readout, SightingShown, WantShown
from reader.table.take import DIGITS, Trouble
from reader.vision.sighting import Frame, Reading, Sighting
from rules import Ask, Choice, Die, Entry, Outcome, Roll, Throw, Want

LOOKING = "Looking…"
THROW_FIRST = "Throw, then press"
ENTER_FIRST = "Press, then enter"


@dataclass(frozen=True, slots=True)
class Moment:
    """What passes: a restart may forget it."""

    trouble: Trouble | None = None
    selected: int = 0
    values: tuple[str, ...] = ()
    is_opened: bool = False
    """A roll that begins with an entry or a choice is being answered, though nothing is yet."""
    is_looking: bool = False
    is_next: bool = False
    """It is about the roll that begins, not about the finished one."""
    sightings: tuple[SightingShown, ...] | None = None
    """What was seen last, if it was not taken."""
    remark: str = ""
    """What the player should know of what was just done."""


def readout(game: Game, ask: Ask | None, next_ask: Ask | None, moment: Moment) -> Readout:
    """`ask` is what is asked for now, None after an outcome; `next_ask` what the next roll begins with."""
    play = game.in_progress if moment.is_next else game.play
    roll = play.talk.roll if play is not None else game.next_roll
    shown = Readout(
        "idle",
        title=game.picked.text,
        modifier=with_sign(game.adjustment) if game.adjustment else "",
        roll=roll.text,
        roll_id=play.number if play is not None else None,
        dice=dice_so_far(play) if play is not None else (),
        sightings=moment.sightings if moment.sightings is not None else _sightings(play),
        picture=play.last.picture if play is not None and play.last is not None else "",
        is_in_progress=game.in_progress is not None,
        takes_modifier=game.picked.adjusted(0) is not None,
        warning=moment.remark,
    )
    outcome = play.outcome if play is not None else None
    if outcome is not None and play is not None:
        shown = _to_be_answered(_with_outcome(shown, play, outcome, roll), next_ask)
    elif ask is not None:
        shown = _to_be_answered(_asking(shown, ask, moment, begun=play is not None), ask)
    if moment.is_looking:
        return replace(shown, state="busy", prompt=LOOKING)
    if moment.trouble is not None:
        what = moment.trouble.what
        return replace(shown, state="trouble", trouble=f"{what[:1].upper()}{what[1:]}", remedy=moment.trouble.remedy)
    return shown


def _with_outcome(shown: Readout, play: Play, outcome: Outcome, roll: Roll) -> Readout:
    return replace(
        shown,
        state="outcome",
        total=_total(outcome),
        label=outcome.label or "",
        winner=outcome.winner or "",
        dice=dice_of(play, outcome),
        text=outcome.text,
        offers_reroll=roll.offers_reroll,
    )


def _asking(shown: Readout, ask: Ask, moment: Moment, begun: bool) -> Readout:
    is_open = begun or moment.is_opened
    match ask:
        case Throw():
            return replace(
                shown,
                state="prompt" if begun else "idle",
                prompt=f"Throw {ask.wanted}{' again' if ask.again else ''}" if begun else _first(ask),
                why="" if ask.why.replace("!", "") in shown.roll.replace("!", "") else ask.why,
                throws_again=ask.again,
            )
        case Choice():
            prompt = ask.why[:1].upper() + ask.why[1:] if is_open else ENTER_FIRST
            return replace(
                shown,
                state="choice" if is_open else "idle",
                prompt=prompt,
                options=ask.options,
                selected=moment.selected,
            )
        case Entry():
            return replace(
                shown,
                state="entry" if is_open else "idle",
                prompt=" and ".join(ask.names).capitalize() if is_open else ENTER_FIRST,
                why=ask.why,
                values=moment.values or ("",) * len(ask.names),
                selected=moment.selected,
                allowed=f"{ask.low}–{ask.high}",
            )


def _to_be_answered(shown: Readout, ask: Ask | None) -> Readout:
    match ask:
        case Throw():
            pools = () if ask.open_ended else tuple(tuple(map(_want, pool)) for pool in ask.pools)
            return replace(shown, asks_for="throw", asked=pools)
        case Choice():
            return replace(shown, asks_for="choice")
        case Entry():
            return replace(shown, asks_for="entry")
        case None:
            return shown


def _first(ask: Throw) -> str:
    return THROW_FIRST if ask.open_ended else f"Throw {ask.wanted}, then press"


def _want(want: Want) -> WantShown:
    return WantShown(want.kind, want.shade, want.name, want.serving)


def dice_so_far(play: Play) -> tuple[DieShown, ...]:
    """While the roll goes on: what was thrown."""
    dice = (die for _, _, die in play.dice)
    return tuple(
        DieShown(die.face, "kept", False, die.kind, die.face, die.typed, die.corrected, number, die.name)
        for number, die in enumerate(dice)
    )


def dice_of(play: Play, outcome: Outcome) -> tuple[DieShown, ...]:
    """Every die with what became of it, each with the number by which it can be corrected."""
    thrown = [die for _, _, die in play.dice]
    free = list(range(len(thrown)))
    shown = []
    for played in outcome.dice:
        number = _number_of(played.die, play.talk.thrown, free)
        die = thrown[number] if number is not None else DieThrown(played.die.kind, played.die.face)
        if not played.aside:
            what = (played.text, str(played.fate), played.is_struck)
            shown.append(DieShown(*what, die.kind, die.face, die.typed, die.corrected, number, die.name))
    return tuple(shown)


def _number_of(die: Die, thrown: Sequence[Die], free: list[int]) -> int | None:
    """Which of the dice that were thrown this one is; of dice that are alike each stands for one."""
    at = next((at for at in free if thrown[at] is die), None)
    if at is None:
        at = next((at for at in free if thrown[at] == die), None)
    if at is not None:
        free.remove(at)
    return at


def _sightings(play: Play | None) -> tuple[SightingShown, ...]:
    """Those of the last picture, each with the number that its die has in the whole roll."""
    if play is None or play.last is None:
        return ()
    first = 0
    for throw in play.throws:
        if throw is not None and throw.picture == play.last.picture and throw.sightings == play.last.sightings:
            return tuple(
                one if one.number is None else replace(one, number=one.number + first) for one in play.last.sightings
            )
        first += len(throw.dice) if throw is not None else 0
    return tuple(replace(one, number=None) for one in play.last.sightings)


def sightings_shown(
    sightings: Sequence[Sighting], picture: Frame, still: Sequence[int] = (), taken: Sequence[int] = ()
) -> tuple[SightingShown, ...]:
    """`taken` are those that were taken, in the order of the dice of the throw."""
    height, width = picture.shape[:2]
    return tuple(
        SightingShown(
            one.kind,
            one.face if isinstance(one, Reading) else None,
            round(float(one.confidence), DIGITS),
            "" if isinstance(one, Reading) else str(one.why),
            tuple_of_shares(one, width, height),
            one.colour,
            round(float(one.lightness), DIGITS),
            tuple((each.kind, each.face, round(float(each.chance), DIGITS)) for each in one.candidates[:3]),
            index in still,
            taken.index(index) if index in taken else None,
            one.known.name if one.known is not None else "",
        )
        for index, one in enumerate(sightings)
    )


def tuple_of_shares(sighting: Sighting, width: int, height: int) -> tuple[float, float, float, float]:
    box = sighting.box
    shares = (box.x / width, box.y / height, box.width / width, box.height / height)
    left, top, wide, high = (round(float(share), DIGITS) for share in shares)
    return left, top, wide, high


def with_sign(number: int) -> str:
    """
    >>> with_sign(2), with_sign(-1)
    ('+2', '−1')
    """
    return f"{number:+d}".replace("-", "−")


def _total(outcome: Outcome) -> str:
    """What is shown largest; a headline that winner or label say already gives way to the number."""
    says_more = outcome.winner is None and outcome.headline != outcome.label
    total = "" if outcome.total is None else str(outcome.total)
    return (outcome.headline if says_more else total).replace("-", "−")
