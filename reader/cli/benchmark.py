"""`dice-reader benchmark`: the figures that the README quotes, measured on this machine."""

from __future__ import annotations

from dataclasses import asdict
from importlib import import_module
from typing import Annotated

import typer

from reader.cli.words import print_json
from reader.errors import RefusedError


def benchmark(
    section: Annotated[list[str] | None, typer.Argument(help="Which sections; all of them if none is named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every figure as JSON.")] = False,
) -> None:
    """Measure how quick this is, here; figures beyond their bar are marked."""
    from reader.benchmarks import SECTIONS

    wanted = section or list(SECTIONS)
    for name in wanted:
        if name not in SECTIONS:
            raise RefusedError(f'"{name}": there is no such section; there are {", ".join(SECTIONS)}')
    measured: dict[str, list[dict[str, object]]] = {}
    for name in wanted:
        room = import_module(f"reader.benchmarks.{name}")
        if not as_json:
            print(room.TITLE)
        measured[name] = []
        for figure in room.figures():
            measured[name].append(asdict(figure))
            if not as_json:
                print(f"  {figure.value:10.3f} {figure.unit:3}  {figure.bar:14} {figure.name}", flush=True)
    if as_json:
        print_json(measured)
