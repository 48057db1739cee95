"""The state of a roll as one JSON object: what was asked, what lies there, or what it came to."""

from __future__ import annotations

from typing import Any

from rules import Choice, Conversation, Entry, Mismatch, Outcome, Pool, Throw

Json = dict[str, Any]

NOTHING: Json = {
    "total": None,
    "label": None,
    "winner": None,
    "text": None,
    "wants": None,
    "alternatives": None,
    "options": None,
    "range": None,
    "why": None,
    "dice": [],
}


def state_json(roll: str, talk: Conversation, mismatch: Mismatch | None = None) -> Json:
    """Absent things are null; a state other than outcome says what is asked next."""
    state = talk.state
    if isinstance(state, Outcome):
        return {"roll": roll, "state": "outcome", **NOTHING, **_outcome(state)}
    said = {"text": mismatch.line if mismatch else state.prompt, "why": state.why, "dice": _thrown(talk)}
    asked, more = _asked(state)
    return {"roll": roll, "state": "mismatch" if mismatch else asked, **NOTHING, **said, **more}


def _outcome(outcome: Outcome) -> Json:
    dice = [
        {"kind": one.die.kind, "face": one.die.face, "value": one.value, "fate": one.fate.value} for one in outcome.dice
    ]
    return {
        "total": outcome.total,
        "label": outcome.label,
        "winner": outcome.winner,
        "text": outcome.text,
        "dice": dice,
    }


def _asked(state: Throw | Choice | Entry) -> tuple[str, Json]:
    match state:
        case Throw():
            pools = [_pool(pool) for pool in state.pools]
            return "throw", {"wants": pools[0]} if len(pools) == 1 else {"alternatives": pools}
        case Choice():
            return "choice", {"options": list(state.options)}
        case Entry():
            return "entry", {"range": [state.low, state.high]}


def _pool(pool: Pool) -> list[Json]:
    return [{"kind": want.kind, "shade": want.shade} for want in pool]


def _thrown(talk: Conversation) -> list[Json]:
    """Dice of an unfinished roll: what they will count for is not known yet."""
    return [{"kind": die.kind, "face": die.face, "value": None, "fate": None} for die in talk.thrown]
