"""What is wrong with a request, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def sentence_of(errors: Sequence[Any]) -> str:
    """
    >>> sentence_of([{"loc": ("body", "pick", "roll"), "msg": "Field required", "type": "missing"}])
    'roll: field required'
    """
    if not errors:
        return "that cannot be understood"
    first = errors[0]
    if first["type"] == "json_invalid":
        return "that is not JSON"
    names = [str(part) for part in first["loc"] if isinstance(part, str)]
    where = names[-1] if names and names[-1] not in ("body", "query") else ""
    said = str(first["msg"])
    said = said[:1].lower() + said[1:]
    return f"{where}: {said}" if where else said
