"""`dice-reader read`: what lies in pictures, as text, as JSON, or drawn on a copy of the picture."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reader.cli.words import print_json
from reader.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reader.vision.look import Eye
    from reader.vision.sighting import Frame, Sighting

NOT_ALL_READ = 2
DRAWN_AS = (".png", ".jpg", ".jpeg", ".webp")


def read(
    picture: Annotated[list[Path], typer.Argument(help="Photographs of dice: JPEG, PNG or WebP.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a picture and line.")] = False,
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.png", help="Draw what was seen on a copy; of several pictures each gets its name added."
        ),
    ] = None,
    models: Annotated[Path | None, typer.Option(help="Networks to use instead of those that came along.")] = None,
) -> None:
    """Read the dice in pictures."""
    from reader.vision.errors import ModelError, PictureError
    from reader.vision.look import Eye

    copies = _copies(annotate, picture)
    try:
        eye = Eye.open(models)
    except ModelError as trouble:
        raise RefusedError(str(trouble)) from trouble
    failed = False
    for path in picture:
        try:
            _read_one(eye, path, as_json, copies.get(path))
        except PictureError as trouble:
            typer.echo(f"dice-reader: {trouble}", err=True)
            failed = True
    if failed:
        raise typer.Exit(NOT_ALL_READ)


def _copies(annotate: Path | None, pictures: Sequence[Path]) -> dict[Path, Path]:
    """Where the drawn copy of each picture goes."""
    if annotate is None:
        return {}
    if annotate.suffix.lower() not in DRAWN_AS:
        raise RefusedError(f"{annotate}: the drawn picture must end in {', '.join(DRAWN_AS)}")
    if not annotate.parent.is_dir():
        raise RefusedError(f"{annotate}: there is no folder {annotate.parent}")
    copies = dict.fromkeys(pictures, annotate)
    if len(copies) > 1:
        copies = {path: annotate.with_name(f"{annotate.stem}-{path.stem}{annotate.suffix}") for path in pictures}
    if len(set(copies.values())) < len(copies):
        raise RefusedError("--annotate: two pictures have the same name; read them one by one")
    for path, copy in copies.items():
        if copy.resolve() == path.resolve():
            raise RefusedError(f"{copy}: would write over the picture itself; give --annotate another name")
    return copies


def _read_one(eye: Eye, path: Path, as_json: bool, copy: Path | None) -> None:
    from reader.vision.picture_file import open_picture

    frame = open_picture(path)
    start = time.perf_counter()
    sightings = eye.look(frame)
    told = as_object(path, frame, sightings, (time.perf_counter() - start) * 1000)
    if as_json:
        print_json(told)
    else:
        typer.echo("\n".join(in_words(told, sightings)))
    if copy is not None:
        _draw(frame, sightings, copy)


def as_object(path: Path, frame: Frame, sightings: Sequence[Sighting], took_ms: float) -> dict[str, Any]:
    """What `--json` prints."""
    height, width = frame.shape[:2]
    dice = [_die(seen) for seen in sightings]
    return {"image": str(path), "width": width, "height": height, "ms": round(took_ms, 1), "dice": dice}


def _die(seen: Sighting) -> dict[str, Any]:
    from reader.vision.sighting import Reading

    box = seen.box
    return {
        "kind": seen.kind,
        "face": seen.face if isinstance(seen, Reading) else None,
        "why": None if isinstance(seen, Reading) else seen.why.value,
        "confidence": round(seen.confidence, 4),
        "box": [round(side, 1) for side in (box.x, box.y, box.width, box.height)],
        "colour": seen.colour,
        "lightness": round(seen.lightness, 3),
        "candidates": [[one.kind, one.face, round(one.chance, 4)] for one in seen.candidates],
    }


def in_words(told: dict[str, Any], sightings: Sequence[Sighting]) -> list[str]:
    """Readable lines: the picture, then a die a line."""
    from reader.vision.sighting import Reading

    lines = [f"{told['image']}  {told['width']} × {told['height']} px, {told['ms']:.0f} ms"]
    for seen in sightings:
        if isinstance(seen, Reading):
            lines.append(f"  {seen.face:>4}  {seen.colour} {seen.kind}  ({_percent(seen.confidence)} sure)")
        else:
            lines.append(f"     ?  {seen.sentence}")
    return lines if sightings else [*lines, "  no dice"]


def _percent(confidence: float) -> str:
    """Never a hundred: the eye can err."""
    return f"{min(0.999, confidence):.1%}"


def _draw(frame: Frame, sightings: Sequence[Sighting], copy: Path) -> None:
    import cv2

    from reader.vision.annotate import annotate

    drawn, packed = cv2.imencode(copy.suffix.lower(), annotate(frame, sightings))
    try:
        copy.write_bytes(packed.tobytes() if drawn else b"")
    except OSError as trouble:
        raise RefusedError(f"{copy}: cannot be written ({trouble.strerror})") from trouble
