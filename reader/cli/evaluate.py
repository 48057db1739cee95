"""`dice-reader evaluate`: how good the eye is on pictures whose truth is known."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reader.cli.words import print_json
from reader.errors import RefusedError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from reader.evaluation.report import Report
    from reader.evaluation.tally import Tally
    from reader.evaluation.truth import Pictured

NOT_ALL_READ = 2
MOST_CONFUSIONS = 20
COUNTS = ("dice", "right", "unread", "missed", "wrong", "extra")


def evaluate(
    index: Annotated[Path, typer.Argument(metavar="INDEX.csv", help="One row a die, as in the studio's index.csv.")],
    split: Annotated[str | None, typer.Option(help="Only pictures of this split: train or dev.")] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Also: are light and dark d6 in one picture told apart?")
    ] = False,
    wrong: Annotated[bool, typer.Option("--wrong", help="Also: every wrong answer with its picture.")] = False,
    one_camera: Annotated[
        bool, typer.Option("--one-camera", help="All pictures are of one camera that stayed where it was, in order.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every figure as JSON.")] = False,
    models: Annotated[Path | None, typer.Option(help="Networks to use instead of those that came along.")] = None,
) -> None:
    """Count what is read right, not read and read wrong, per set and kind; frames of one clip count as one die."""
    from reader.evaluation.truth import TruthError, pictures
    from reader.vision.errors import ModelError

    try:
        report = _evaluated(pictures(index, split), models, one_camera)
    except (TruthError, ModelError) as trouble:
        raise RefusedError(str(trouble)) from trouble
    if as_json:
        print_json(report.as_json())
    else:
        show(report, pairs, wrong)
    for sentence in report.unreadable:
        typer.echo(f"dice-reader: {sentence}", err=True)
    if report.unreadable:
        raise typer.Exit(NOT_ALL_READ)


def _evaluated(pictured: list[Pictured], models: Path | None, one_camera: bool) -> Report:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from reader.evaluation.report import evaluate as shown_to
    from reader.vision.look import Eye
    from reader.vision.slant import Stance

    eye = Eye.open(models)
    if one_camera:
        eye.stance = Stance()
    columns = (TextColumn("looking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("looking", total=len(pictured))
        return shown_to(eye.look, pictured, lambda: progress.advance(task))


def show(report: Report, pairs: bool, wrong: bool) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_counted(report))
    if report.states:
        console.print(_not_flat(report))
    _show_throws(console, report)
    if pairs:
        seen = report.pairs
        console.print(
            f"light and dark d6 in one picture: {seen.right} of {seen.pairs} pairs told apart, {seen.unseen} not seen"
        )
    _show_curve(console, report)
    if report.whys:
        console.print("not read: " + ", ".join(f"{why} {times}" for why, times in report.whys.most_common()))
    for (true, said), times in report.confusions.most_common(MOST_CONFUSIONS):
        console.print(f"  {times:4} × {true} read as {said}")
    if wrong:
        _show_wrong(console, report)


def _counted(report: Report) -> Table:
    table = _table("set", "kind", *COUNTS)
    sets = sorted({name for name, _ in report.kinds})
    for number, name in enumerate(sets):
        kinds = sorted((kind for its_set, kind in report.kinds if its_set == name), key=_kind_order)
        for kind in kinds:
            table.add_row(name, kind, *_cells(report.kinds[name, kind]))
        if len(kinds) > 1:
            table.add_row(name, "all", *_cells(report.of(name)), style="bold", end_section=number < len(sets) - 1)
    if len(sets) > 1:
        table.add_section()
        for kind in sorted({kind for _, kind in report.kinds}, key=_kind_order):
            table.add_row("all", kind, *_cells(report.of(kind=kind)))
        table.add_row("all", "all", *_cells(report.all), style="bold")
    return table


def _not_flat(report: Report) -> Table:
    table = _table("set", "not flat", "dice", "unread", "missed", "given a face")
    for (name, state), tally in sorted(report.states.items()):
        counts = (_count(tally.dice), _share(tally, "unread"), _share(tally, "missed"), _share(tally, "wrong"))
        table.add_row(name, state.replace("_", " "), *counts)
    return table


def _table(*columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < 2 else "right")
    return table


def _cells(tally: Tally) -> list[str]:
    shares = [_share(tally, what) for what in ("right", "unread", "missed", "wrong")]
    extra = _count(tally.extra) + (f" ({_count(tally.extra_read)} read)" if tally.extra_read else "")
    return [_count(tally.dice), *shares, extra]


def _share(tally: Tally, what: str) -> str:
    """The share first: it can be compared; then how many that is."""
    count = float(getattr(tally, what))
    return f"{tally.share(what):.1%} ({_count(count)})" if count else "–"


def _count(count: float) -> str:
    """Clips make fractions of dice.

    >>> _count(12.0), _count(0.25), _count(0)
    ('12', '0.2', '–')
    """
    if not count:
        return "–"
    return f"{count:.0f}" if abs(count - round(count)) < 0.005 else f"{count:.1f}"


def _show_throws(console: Console, report: Report) -> None:
    for name, throws in sorted(report.throws.items()):
        console.print(
            f"{name}: {_count(throws.throws)} whole throws: {throws.right / throws.throws:.1%} right, "
            f"{throws.asked / throws.throws:.1%} asked about, {throws.wrong / throws.throws:.1%} wrong"
        )


def _show_curve(console: Console, report: Report) -> None:
    from reader.evaluation.curve import curve, read_at
    from reader.evaluation.report import WRONG_SHARES

    points = curve(one for _, one in report.judged if one.die.face)
    shares = ", ".join(f"{read_at(points, share):.1%} at {share:.1%} wrong" for share in WRONG_SHARES)
    console.print(f"could be read: {shares}")


def _show_wrong(console: Console, report: Report) -> None:
    for path, one in report.wrong():
        if one.seen is not None:
            best = ", ".join(f"{each.kind} {each.face} {each.chance:.2f}" for each in one.seen.candidates[:3])
            console.print(f"{path}: {one.die.kind} {one.die.face or one.die.state} ← {best}", soft_wrap=True)
    for path, seen in report.extra:
        console.print(f"{path}: nothing ← {seen.kind} at {seen.box.x:.0f}, {seen.box.y:.0f}", soft_wrap=True)


def _kind_order(kind: str) -> tuple[float, str]:
    order = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")
    return (order.index(kind) if kind in order else len(order), kind)
