"""The screen: reference pictures of every layout, and the promise that nothing is ever clipped."""

import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from hardware.panels.layout import HEIGHT_PX, WIDTH_PX, Sheet
from hardware.panels.lettering import drawable
from hardware.panels.readout import dice_line
from hardware.panels.samples import SAMPLES, SampleDie, SampleReadout
from hardware.panels.screens import draw

REFERENCE = Path(__file__).with_name("reference")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_layout_looks_as_it_did_when_it_was_looked_at(name: str) -> None:
    pages = draw(SAMPLES[name]).pages
    assert len(list(REFERENCE.glob(f"{name}.*.png"))) == pages
    for tick in range(pages):
        drawn = draw(SAMPLES[name], tick).image
        reference = Image.open(REFERENCE / f"{name}.{tick}.png")
        assert drawn.mode == reference.mode == "1"
        assert drawn.size == (WIDTH_PX, HEIGHT_PX)
        differs = ImageChops.logical_xor(drawn, reference).getbbox()
        assert differs is None, f"page {tick} differs within {differs}"


def test_there_is_a_sample_of_every_state() -> None:
    assert {sample.state for sample in SAMPLES.values()} == {
        "idle", "prompt", "choice", "entry", "outcome", "trouble", "busy", "lesson",
    }  # fmt: skip


def test_pages_come_round_again() -> None:
    readout = SAMPLES["trouble-camera"]
    pages = draw(readout).pages
    assert pages > 1
    assert draw(readout, pages).image.tobytes() == draw(readout, 0).image.tobytes()
    assert draw(readout, 1).image.tobytes() != draw(readout, 0).image.tobytes()


def drawn_letters(readout: SampleReadout, patch: pytest.MonkeyPatch) -> str:
    """Every letter that is drawn on any page. Drawing outside of the screen is an error by itself: numpy says so."""
    drawn: list[str] = []
    text = Sheet.text

    def recorded(sheet: Sheet, line: str, *place: int) -> None:
        drawn.append(line)
        text(sheet, line, *place)

    patch.setattr(Sheet, "text", recorded)
    for tick in range(draw(readout).pages):
        draw(readout, tick)
    return "".join("".join(drawn).split())


TEXTS = (
    "title", "modifier", "address", "prompt", "why", "allowed",
    "total", "label", "winner", "trouble", "remedy", "warning",
)  # fmt: skip
SHAPES = st.sampled_from([(0, 0), (1, 3), (1, 12), (2, 40), (9, 4)])
"""How many words, and of how many letters each."""


def text_of(field: str) -> st.SearchStrategy[str]:
    """Text in two letters that no other field uses, so that nothing missing hides behind another field."""
    at = 2 * TEXTS.index(field)
    pair = string.ascii_letters[at : at + 2]
    return SHAPES.map(lambda shape: " ".join([(pair * shape[1])[: shape[1]]] * shape[0]))


SHOWN_BY_STATE = {
    "idle": ("title", "modifier", "prompt", "address"),
    "prompt": ("title", "modifier", "prompt", "why", "dice"),
    "choice": ("title", "modifier", "prompt", "why"),
    "entry": ("title", "modifier", "prompt", "why", "allowed"),
    "outcome": ("title", "modifier", "total", "label", "winner", "dice"),
    "trouble": ("title", "modifier", "trouble", "remedy"),
    "busy": ("title", "modifier", "prompt"),
    "lesson": ("title", "modifier", "prompt", "why"),
}


@st.composite
def readouts(compose: Any) -> SampleReadout:
    """Anything that a table could show, and much that none would."""
    texts = {field: compose(text_of(field)) for field in TEXTS}
    listed = st.lists(SHAPES.map(lambda shape: " ".join(["Xy+Z.é" * shape[1]] * shape[0])), max_size=7)
    options = tuple(compose(listed))
    values = tuple(compose(listed))
    dice = tuple(SampleDie(text) for text in compose(st.lists(st.sampled_from(["6!", "3→5", "20"]), max_size=50)))
    return SampleReadout(
        compose(st.sampled_from(sorted(SHOWN_BY_STATE))),
        options=options,
        values=values,
        dice=dice,
        selected=compose(st.integers(0, 6)),
        **texts,
    )


def said_in(readout: SampleReadout) -> list[str]:
    said = [getattr(readout, field) for field in SHOWN_BY_STATE[readout.state] if field != "dice"]
    if "dice" in SHOWN_BY_STATE[readout.state]:
        said.append(dice_line(readout.dice))
    if readout.state == "entry" and not readout.values:
        said.remove(readout.allowed)
    if readout.state == "choice" and readout.options:
        said.append(readout.options[min(readout.selected, len(readout.options) - 1)])
    if readout.state == "entry" and readout.values:
        said.append(readout.values[min(readout.selected, len(readout.values) - 1)])
    return [*said, readout.warning]


@settings(max_examples=20, deadline=None)
@given(readouts())
def test_nothing_is_ever_clipped(readout: SampleReadout) -> None:
    """Every text is somewhere on the pages, in order, but for being cut into lines."""
    with pytest.MonkeyPatch.context() as patch:
        drawn = drawn_letters(readout, patch)
    for said in said_in(readout):
        assert is_wholly_in(said, drawn), f"{said!r} is not wholly on {drawn!r}"


def is_wholly_in(said: str, drawn: str) -> bool:
    """Whether its letters stand there in order, whatever other letters stand between them."""
    rest = iter(drawn)
    return all(letter in rest for letter in said if not letter.isspace())


def test_the_search_for_clipped_text_finds_some() -> None:
    assert not is_wholly_in("ab ab", "axxbxa")


def test_drawing_beyond_the_edge_is_an_error() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        Sheet(0).text("too far right", WIDTH_PX - 5, 0)


def test_no_letter_is_left_out() -> None:
    assert drawable("Zoë → 3½ ☃") == "Zoe → 3½ □"
