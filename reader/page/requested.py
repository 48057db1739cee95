"""A roll that a virtual tabletop asked for: which readouts are about it, and what they mean to whoever asked."""

from __future__ import annotations

from typing import Any

from reader.table.readout import Readout


class RequestedRoll:
    """Told every readout in order; says `progress`, `outcome` or `cancelled` where there is something to say."""

    def __init__(self, identity: str | int, roll: str) -> None:
        """`roll` is the canonical text, as the table shows it once it is picked."""
        self._id = identity
        self._roll = roll
        self._number: int | None = None
        self._said: dict[str, Any] | None = None
        self.is_over = False
        """Nothing more will be said. A finished roll goes on being followed: it may be corrected."""

    def told(self, state: dict[str, Any], readout: Readout) -> dict[str, Any] | None:
        if self.is_over or readout.state == "busy":
            return None
        if self._number is None and readout.title == self._roll:
            self._number = readout.roll_id
        if readout.title != self._roll or readout.roll_id != self._number:
            return self._ended()
        said = self._message(state, readout)
        if said == self._said:
            return None
        was_finished = self._said is not None and self._said["type"] == "outcome"
        self._said = said
        return {**said, "corrected": True} if was_finished and said["type"] == "outcome" else said

    def _message(self, state: dict[str, Any], readout: Readout) -> dict[str, Any]:
        about = {"id": self._id, "roll": readout.roll, "roll_id": self._number, "dice": state["readout"]["dice"]}
        if readout.state == "outcome" or (readout.state == "trouble" and readout.total):
            result = {"total": readout.total, "label": readout.label, "winner": readout.winner, "text": readout.text}
            return {"type": "outcome", **about, **result}
        asked = {"prompt": readout.prompt, "why": readout.why, "trouble": readout.trouble, "remedy": readout.remedy}
        return {"type": "progress", **about, **asked}

    def _ended(self) -> dict[str, Any] | None:
        """Somebody picked another roll, or gave this one up."""
        self.is_over = True
        if self._said is not None and self._said["type"] == "outcome":
            return None
        return {"type": "cancelled", "id": self._id, "roll": self._roll}
