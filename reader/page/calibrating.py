"""Setting up the tray: what is known of it, and the pictures of it. The steps themselves are commands."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from starlette.responses import Response

from reader.calibration.findings import findings_of_empty
from reader.page.box import TheBox
from reader.page.errors import RefusalError
from reader.page.watching import JPEG, NEVER_KEPT

router = APIRouter(tags=["box"])


@router.get("/api/calibration")
def calibration(box: TheBox) -> dict[str, Any]:
    """What was measured last, what counts now, and whether camera and light are still as they were; and how the last
    picture that was taken would do."""
    known = box.set_up.as_json() if box.set_up is not None else {"can": False}
    glanced = box.lens.glanced
    if glanced is None:
        return {**known, "live": None}
    told = [asdict(one) for one in findings_of_empty(glanced.picture)]
    return {**known, "live": {"image": f"/api/camera/{glanced.number}.jpg?run={box.run}", "findings": told}}


@router.get("/api/calibration/{which}.jpg", response_class=Response, responses=JPEG)
def picture(
    box: TheBox,
    which: Annotated[Literal["seen", "evened"], Path(description="As the camera saw it, or in even light from above.")],
) -> Response:
    """The empty tray as it was measured last."""
    packed = box.set_up.jpeg(which) if box.set_up is not None else None
    if packed is None:
        raise RefusalError(404, "no empty tray has been measured yet")
    return Response(packed, media_type="image/jpeg", headers=NEVER_KEPT)
