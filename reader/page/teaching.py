"""Taught dice: which there are, what was seen of each, and the pictures. Lessons, names and forgetting are commands."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from reader.page.box import TheBox
from reader.page.errors import RefusalError
from reader.page.watching import JPEG, NEVER_KEPT
from reader.table.fairness import faces_of
from reader.table.pupil import Taught

router = APIRouter(tags=["dice"])


@router.get("/api/dice")
def dice(box: TheBox) -> dict[str, Any]:
    """All dice that were taught, with how many examples there are of each face; and how far new networks have come with
    looking at them anew."""
    done, total = box.pupil.rebuilding
    return {"dice": [die_json(die) for die in box.pupil.dice], "rebuilding": {"done": done, "total": total}}


@router.get("/api/dice/{die}/{face}.jpg", response_class=Response, responses=JPEG)
def example(
    box: TheBox,
    die: Annotated[str, Path(pattern="^[0-9a-f]{8}$")],
    face: Annotated[str, Path(pattern="^[0-9]{1,2}$")],
) -> Response:
    """The latest picture from which that face was learned."""
    picture = box.pupil.picture(die, face)
    if picture is None:
        raise RefusalError(404, "that face was not learned")
    return Response(picture, media_type="image/jpeg", headers=NEVER_KEPT)


def die_json(die: Taught) -> dict[str, Any]:
    seen = die.seen
    return {
        "id": die.id,
        "kind": die.kind,
        "name": die.name,
        "shown_name": die.shown_name,
        "examples": sum(seen.values()),
        "faces": [[face, seen.get(face, 0)] for face in faces_of(die.kind)],
    }
