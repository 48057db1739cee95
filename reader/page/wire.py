"""A readout on its way to browsers and other programs: what is shown, its number, and where its picture is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, Field

from reader.page.lens import Seen
from reader.table.readout import Readout
from reader.table.table import lamp_for


class State(BaseModel):
    """What the box shows now."""

    id: str = Field(description="Rises with every readout of one run of the program; also the id of its event.")
    run: str = Field(description="Names this run of the program; numbers start anew with the next.")
    lamp: str = Field(description="off, ready, busy, throw again or trouble.")
    image: str = Field(description="Where the picture is in which the sightings are; empty if there is none.")
    readout: Readout


def state_json(run: str, readout: Readout, seen: Seen | None) -> dict[str, Any]:
    """In the shape of `State`."""
    return {
        "id": event_id(run, readout.sequence),
        "run": run,
        "lamp": lamp_for(readout).value,
        "image": image_of(run, readout, seen),
        "readout": asdict(readout),
    }


def event_id(run: str, sequence: int) -> str:
    return f"{run}-{sequence}"


def sequence_in(run: str, identity: str) -> int | None:
    """The number in an event's id; None for one of another run, and for what is none.

    >>> sequence_in("ab12", "ab12-7"), sequence_in("ab12", "cd34-7"), sequence_in("ab12", "ab12-x")
    (7, None, None)
    """
    named, _, number = identity.rpartition("-")
    return int(number) if named == run and number.isascii() and number.isdigit() and len(number) < 16 else None


def image_of(run: str, readout: Readout, seen: Seen | None) -> str:
    """The picture that the sightings are in: one on record, or the last look if that was not taken."""
    boxes = tuple(one.box for one in readout.sightings)
    is_taken = any(one.number is not None for one in readout.sightings)
    was_seen = seen is not None and boxes == seen.boxes and (bool(boxes) or readout.state == "trouble")
    if seen is not None and was_seen and not (is_taken and readout.picture):
        return f"/api/looks/{seen.number}.jpg?run={run}"
    return f"/api/throws/{readout.picture}" if readout.picture else ""
