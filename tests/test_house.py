"""The house plan, kept by a test: who may import whom, where foreign libraries come in, and how long a file may be."""

import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

HOUSE = Path(__file__).parent.parent
PACKAGES = ("rules", "hardware", "reader", "models")
FILES = sorted(path for package in PACKAGES for path in (HOUSE / package).rglob("*.py"))

MAY_KNOW = {
    "rules": {"rules"},
    "hardware": {"hardware"},
    "hardware/cameras/studio.py": {"hardware", "models.studio"},
    "models": {"models"},
    "models/training": {"models", "reader.evaluation", "reader.vision"},
    "reader/vision": {"reader.vision", "reader.errors"},
    "reader/table": {"reader.table", "reader.errors", "rules"},
    "reader/teaching": {"reader.teaching", "reader.vision", "reader.errors"},
    "reader/calibration": {
        "reader.calibration",
        "reader.errors",
        "reader.table",
        "reader.vision",
        "hardware.cameras.camera",
        "hardware.errors",
    },
    # The page shows what the panel shows, drawn by the same layouts; there are no wires in them.
    "reader/page": {
        "reader.page",
        "reader.table",
        "reader.errors",
        "rules",
        "hardware.panels.screens",
        "reader.calibration.findings",
    },
}
"""What a room, or one file in it, may import of this house; rooms that are not named may import everything."""

PROTOCOLS = {
    "hardware.cameras.camera",
    "hardware.errors",
    "hardware.panels.gestures",
    "hardware.panels.lamp",
    "hardware.panels.panel",
    "hardware.panels.readout",
    "reader.vision.sighting",
}
"""What the table may know of camera, panel and eye: the words they have in common, never a part that works."""

IMPORTED_BY_ONE_FILE = ("picamera2", "gpiozero", "luma", "onnxruntime")
LONGEST_FILE = 300
LONGEST_FUNCTION = 40


class Import(NamedTuple):
    path: str
    module: str
    is_inside: bool
    """Within a function or class, so that it is only needed when that is used."""


def _imports(path: Path) -> Iterator[Import]:
    name = path.relative_to(HOUSE).as_posix()

    def walk(node: ast.AST, is_inside: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from (Import(name, alias.name, is_inside) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{name}: imports are written in full"
                assert child.module is not None
                for alias in child.names:
                    submodule = HOUSE / Path(*child.module.split(".")) / f"{alias.name}.py"
                    yield Import(
                        name, f"{child.module}.{alias.name}" if submodule.exists() else child.module, is_inside
                    )
            opens = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            yield from walk(child, is_inside or opens)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), is_inside=False)


IMPORTS = [found for path in FILES for found in _imports(path)]


def _room_of(path: str) -> str | None:
    rooms = [room for room in MAY_KNOW if path == room or path.startswith(f"{room}/")]
    return max(rooms, key=len) if rooms else None


def _is_within(module: str, names: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


def test_rooms_know_only_the_rooms_that_they_may_know():
    strangers = []
    for found in IMPORTS:
        room = _room_of(found.path)
        if room is None or not _is_within(found.module, set(PACKAGES)):
            continue
        allowed = MAY_KNOW[room] | (PROTOCOLS if room in ("reader/table", "reader/page") else set())
        if not _is_within(found.module, allowed):
            strangers.append(f"{found.path} imports {found.module}")
    assert strangers == []


def test_rules_need_nothing_but_the_standard_library():
    foreign = {
        f"{found.path} imports {found.module}"
        for found in IMPORTS
        if found.path.startswith("rules/") and found.module.split(".")[0] not in sys.stdlib_module_names | {"rules"}
    }
    assert foreign == set()


def test_rules_have_no_clock_no_files_no_threads_and_no_dice_of_their_own():
    forbidden = {"time", "datetime", "os", "pathlib", "io", "threading", "asyncio", "socket", "subprocess", "secrets"}
    users = [found for found in IMPORTS if found.path.startswith("rules/") and found.module.split(".")[0] in forbidden]
    assert users == []
    text = (HOUSE / "rules" / "sample.py").read_text(encoding="utf-8")
    assert {found.path for found in IMPORTS if found.module == "random" and found.path.startswith("rules/")} == {
        "rules/sample.py"
    }
    assert "random.Random(" not in text, "the caller hands in the dice to sample with"


@pytest.mark.parametrize("library", IMPORTED_BY_ONE_FILE)
def test_a_library_of_the_hardware_is_imported_by_one_file_where_it_is_needed(library):
    on_the_box = [found for found in IMPORTS if not found.path.startswith("models/training/")]
    users = [found for found in on_the_box if found.module.split(".")[0] == library]
    assert len({found.path for found in users}) <= 1, users
    assert all(found.is_inside for found in users), users


def test_only_the_wiring_chooses_parts():
    """Commands and the table take what they are given; tests and benchmarks may build what they like."""
    choosers = defaultdict(set)
    for found in IMPORTS:
        is_part = found.module in ("hardware.cameras.pi", "hardware.cameras.usb", "hardware.panels.gpio")
        if is_part and not found.path.startswith("hardware/"):
            choosers[found.module].add(found.path)
    assert all(paths <= {"reader/wiring.py"} for paths in choosers.values()), choosers


def test_no_file_is_over_three_hundred_lines():
    tests = sorted((HOUSE / "tests").rglob("*.py"))
    long = {
        path.relative_to(HOUSE).as_posix(): count
        for path in (*FILES, *tests)
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_no_function_is_over_forty_lines():
    long = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{path.relative_to(HOUSE)} {node.name}: {length}")
    assert long == []


def test_every_package_is_listed_by_hand():
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    listed = settings["tool"]["setuptools"]["packages"]
    found = {".".join(path.parent.relative_to(HOUSE).parts) for path in FILES if path.name == "__init__.py"}
    assert found == set(listed)


def test_no_folder_of_tests_is_a_package():
    assert list((HOUSE / "tests").rglob("__init__.py")) == []
