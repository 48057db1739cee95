"""What teaching is worth with the networks in use, in one command:

    python -m reader.evaluation.teaching --photos ../shared/photos    # measures
    python -m reader.evaluation.teaching fit                           # fits reader/teaching/scale.json anew, measures

Rendered households are kept in `--households` and only rendered once: some minutes each.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Final

import typer

from reader.evaluation.household import household, one_thread
from reader.evaluation.taught import EXAMPLES, Counted, Glimpsed, Lessons, measured, taught
from reader.teaching.scale import Scale
from reader.vision.look import Eye

HELD_BACK, TRAINED = (205, 206), (101, 102)
"""Seeds of the households: those that are reported, and those that the scale is fitted on."""
LEAST_RIGHT, MOST_WRONG = 0.995, 0.001  # after two examples a face
MOST_LEARNING_MS: Final = 100.0
KEPT: Final = Path.home() / ".cache" / "dice-reader" / "households"


def main(
    what: Annotated[str, typer.Argument(help="measure, or fit and measure.")] = "measure",
    photos: Annotated[Path | None, typer.Option(help="The folder of the photographs, if there is one.")] = None,
    households: Annotated[Path, typer.Option(help="Where rendered dice are kept.")] = KEPT,
    with_trained: Annotated[
        bool, typer.Option("--with-trained", help="Also real dice that the networks were trained on.")
    ] = False,
    models: Annotated[Path | None, typer.Option(help="Networks to use instead of those that came along.")] = None,
) -> None:
    one_thread()
    eye = Eye.open(models, threads=1)
    if what == "fit":
        from reader.evaluation.scale_fit import fitted

        scale = fitted(_houses(eye, households, TRAINED, held_back=False), eye)
        scale.save()
        typer.echo(f"fitted on {len(TRAINED)} households of training looks: {scale}\n")
    scale = Scale.load()
    houses = _houses(eye, households, HELD_BACK, held_back=True)
    lessons, without, with_others = measured(houses, eye, scale)
    show_rendered(lessons, without, with_others, len(houses))
    if photos is not None:
        _show_photos(photos / "index.csv", eye, scale, houses[0], with_trained)


def _houses(eye: Eye, folder: Path, seeds: tuple[int, ...], held_back: bool) -> list[Glimpsed]:
    return [Glimpsed.of(household(folder, seed, held_back, eye.finder, lambda: None), eye) for seed in seeds]


def show_rendered(lessons: Lessons, without: Counted, with_others: Counted, houses: int) -> None:
    typer.echo(f"rendered dice of held-back looks, {houses} sets of seven; examples a face:")
    for examples in EXAMPLES:
        for light in ("same light", "other light"):
            count = lessons.after[examples, light]
            told = f"  known {100 * count.told / max(1, count.dice):.0f} %" if examples else ""
            typer.echo(f"  {examples}  {light:11}  {count}{told}")
    both = lessons.after[2, "same light"].joined(lessons.after[2, "other light"])
    right, wrong = both.right / both.dice, both.wrong / both.dice
    is_met = right >= LEAST_RIGHT and wrong <= MOST_WRONG
    bar = f"after 2: right {right:.1%} (at least 99.5 %), wrong {wrong:.2%} (at most 0.1 %)"
    typer.echo(f"  {'✓' if is_met else '✗'} {bar}; wrong: {', '.join(both.wrongs) or 'none'}")
    slowest = max(lessons.learning_ms)
    mean = sum(lessons.learning_ms) / len(lessons.learning_ms)
    mark = "✓" if slowest <= MOST_LEARNING_MS else "✗"
    typer.echo(f"  {mark} an example is learned in {mean:.0f} ms, the slowest in {slowest:.0f} ms")
    if without.dice:
        typer.echo(f"strangers beside a gallery of seven other dice:\n  without  {without}\n  with     {with_others}")
        typer.echo(f"  taken for a taught die: {with_others.mistaken + with_others.told} of {with_others.dice}")


def _show_photos(index: Path, eye: Eye, scale: Scale, house: Glimpsed, with_trained: bool) -> None:
    from reader.evaluation.taught_photos import beside_others, real_dice

    for split in ("dev", "train") if with_trained else ("dev",):
        note = "" if split == "dev" else " (the networks were trained on these dice)"
        typer.echo(f"real dice of {split}{note}: die, face, clips; right / unread / wrong before and after, in clips")
        totals = [0.0] * 6
        for one in real_dice(index, eye, scale, split):
            totals = [total + part for total, part in zip(totals, one.before + one.after, strict=True)]
            typer.echo(f"  {one.die:24} {one.face:>2}  {one.clips}   {_row(one.before)}   →  {_row(one.after)}")
        typer.echo(f"  {'all':24}         {_row(totals[:3])}   →  {_row(totals[3:])}")
    with tempfile.TemporaryDirectory(prefix="dice-reader-") as folder:
        _, gallery = taught(house, eye, scale, Path(folder))
        without, with_others = beside_others(index, eye, gallery)
    typer.echo(f"dev photographs of single dice, one frame a clip:\n  without a gallery  {without}")
    typer.echo(f"  with one of others {with_others}\n  taken for a taught die: {with_others.mistaken}")


def _row(shares: list[float]) -> str:
    return " ".join(f"{share:5.2f}" for share in shares)


if __name__ == "__main__":
    typer.run(main)
