"""`dice-reader odds`: the exact distribution of a roll, or a sampled one that says so."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from reader.cli.words import print_json, roll_from
from rules import Odds, reckoned

NO_ODDS = "it takes whatever lies in the tray, so there are no odds to tell"
SHORTEST_SHOWN = 0.0005
"""Totals less likely than this are summed up in one line, as a plot could not show them."""
BAR_WIDTH = 40


def show_odds(
    roll: Annotated[list[str] | None, typer.Argument(metavar="ROLL", help="What is rolled, such as 4d6kh3.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the distribution as one JSON object.")] = False,
    plot: Annotated[bool, typer.Option("--plot", help="Draw bars.")] = False,
    paths: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="How many throws to sample, if it must be.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(help="Where the sampling starts; the same seed gives the same sample.")] = 1,
) -> None:
    """Tell the odds of a roll, from the same rules that it is played by."""
    import gc
    import random

    # All that is reckoned is needed to the end: looking for rubbish in it takes a third of the time and finds none.
    gc.disable()
    words = roll or []
    known = roll_from(words)
    odds = reckoned(known, random.Random(seed), paths=paths, progress=_show_progress)
    if as_json:
        print_json({"roll": " ".join(words).strip(), **odds_json(odds)})
    elif odds is None:
        print(f"{known.text}: {NO_ODDS}")
    else:
        _print_odds(known.text, odds, plot)


def odds_json(odds: Odds | None) -> dict[str, Any]:
    if odds is None:
        nothing = dict.fromkeys(("mean", "likely", "labels", "winners", "cut", "error", "paths"))
        return {"exact": False, "distribution": {}, **nothing, "assumed": [], "notes": [NO_ODDS]}
    return {
        "exact": odds.exact,
        "distribution": {str(total): chance for total, chance in odds.totals.items()},
        "mean": odds.mean,
        "likely": odds.likely,
        "labels": odds.labels or None,
        "winners": odds.winners or None,
        "cut": odds.cut or None,
        "error": odds.error,
        "paths": odds.paths,
        "assumed": list(odds.assumed),
        "notes": _notes(odds),
    }


def _notes(odds: Odds) -> list[str]:
    notes = [f"assumed: {sentence}" for sentence in odds.assumed]
    if odds.cut:
        notes.append(f"unlimited: the tail is cut where it is rarer than 1e-9 altogether (here {odds.cut:.1e})")
    if not odds.exact:
        notes.append(f"sampled: {odds.paths} throws, each chance within {odds.error:.1%} in 95 of 100 samples")
    return notes


def _print_odds(text: str, odds: Odds, plot: bool) -> None:
    print(f"{text}: {'exact' if odds.exact else 'sampled'}, mean {odds.mean:.3f}, likely {odds.likely}")
    shown = {total: chance for total, chance in odds.totals.items() if chance >= SHORTEST_SHOWN}
    highest = max(odds.totals.values())
    at_least = sum(odds.totals.values())
    for total, chance in odds.totals.items():
        if total in shown:
            bar = f"  {'█' * round(BAR_WIDTH * chance / highest)}" if plot else ""
            print(f"{total:>6} {chance:>8.3%}   {at_least:>8.3%} or more{bar}".rstrip())
        at_least -= chance
    hidden = len(odds.totals) - len(shown)
    if hidden:
        which = "total" if hidden == 1 else "totals"
        print(f"not listed: {hidden} {which} rarer than {SHORTEST_SHOWN:.2%} each")
    for name, chances in (("", odds.labels), (" wins", odds.winners)):
        for label, chance in sorted(chances.items(), key=lambda item: -item[1]):
            print(f"{chance:>15.3%}   {label}{name}")
    for note in _notes(odds):
        print(note)


def _show_progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\rtoo many paths to walk, sampling: {done / of:.0%}", end=end, file=sys.stderr, flush=True)
    elif done == 0:
        print(f"too many paths to walk: sampling {of} throws", file=sys.stderr)
