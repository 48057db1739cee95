"""`dice-reader stats`: how often each face came up, and whether a die is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from reader.cli.history import recorded_rolls, since_when

if TYPE_CHECKING:
    from reader.table.fairness import DieRecord

BAR: Final = 40
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
STYLES: Final = {"too early": "dim", "fair": "green", "suspicious": "yellow", "loaded": "red"}


def show_stats(
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    since: Annotated[
        str | None, typer.Option(help="Only rolls since then, as in `dice-reader history`.", show_default=False)
    ] = None,
    config: Annotated[Path | None, typer.Option(help="The box's settings.", show_default=False)] = None,
    state: Annotated[Path | None, typer.Option(help="The folder of the record.", show_default=False)] = None,
) -> None:
    """Show how the dice fell, each taught die by its name, others by kind and colour; only what was seen is counted.

    The verdict stays valid however often one looks: of a hundred fair dice one at most is ever called loaded.
    """
    from reader.cli.dice import names_of_dice
    from reader.table.fairness import dice_in

    rolls = recorded_rolls(state, config, last=None, since=since_when(since) if since else "")
    dice = dice_in(rolls, names_of_dice(state, config))
    if as_json:
        from reader.cli.words import print_json

        print_json([stats_json(die) for die in dice])
        return
    if not dice:
        print("no dice have been seen yet")
    for die in dice:
        _print(die)


def stats_json(die: DieRecord) -> dict[str, object]:
    return {
        "kind": die.kind,
        "name": die.name,
        "colour": die.colour,
        "throws": die.throws,
        "counts": dict(die.counts),
        "evidence": die.evidence,
        "still_needed": die.still_needed,
        "verdict": die.verdict,
        "sentence": die.sentence,
    }


def _print(die: DieRecord) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    throws = f"{die.throws} throw{'' if die.throws == 1 else 's'}"
    console.print(Text(die.name or f"{die.colour} {die.kind}".strip(), style="bold") + Text(f"  {throws}", style="dim"))
    most = max(count for _, count in die.counts)
    for face, count in die.counts:
        share = f"{100 * count / die.throws:5.1f} %"
        console.print(Text(f"  {face:>2} {count:5} {share} ") + Text(bar(count, most), style="cyan"))
    console.print(Text(f"  {die.sentence}\n", style=STYLES[die.verdict]))


def bar(count: int, most: int) -> str:
    """
    >>> bar(5, 10) == "█" * 20, bar(0, 10)
    (True, '')
    """
    eighths = round(count * BAR * 8 / most) if most else 0
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
