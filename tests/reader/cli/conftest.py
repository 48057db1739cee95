"""Running a command in this process, as a shell would."""

import gc
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest

from reader.cli import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def ran(*args: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["dice-reader", *args])
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main()
        gc.enable()
        shown = capsys.readouterr()
        return Ran(left.value.code or 0, shown.out, shown.err)

    return ran
