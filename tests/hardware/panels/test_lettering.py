import string

import pytest

from hardware.panels.glyphs import DRAWINGS
from hardware.panels.lettering import GLYPH_HEIGHT_PX, SIZES, glyph, is_broken, line, width_px, wrapped


def test_every_letter_is_drawn_once_and_whole() -> None:
    letters = "".join(letters for letters, _ in DRAWINGS)
    assert len(set(letters)) == len(letters)
    for letters, drawing in DRAWINGS:
        rows = drawing.strip("\n").split("\n")
        assert len(rows) == GLYPH_HEIGHT_PX
        assert {len(row) for row in rows} == {6 * len(letters) - 1}


def test_all_of_ascii_and_the_signs_of_dice_are_drawn() -> None:
    letters = "".join(letters for letters, _ in DRAWINGS)
    missing = set(string.printable.strip() + "→−–×½·…≥≤") - set(letters)
    assert missing == set()


def test_no_two_letters_look_alike() -> None:
    seen: dict[bytes, str] = {}
    for letters, _ in DRAWINGS:
        for letter in letters:
            shape = glyph(letter, 1)
            key = bytes(shape.shape) + shape.tobytes()
            assert letter in "−–" or key not in seen, f"{letter} looks like {seen.get(key)}"
            seen[key] = letter


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_as_wide_as_it_says(size: int) -> None:
    pixels = line("Throw d6 again", size)
    assert pixels.shape == (GLYPH_HEIGHT_PX * size, width_px("Throw d6 again", size))
    assert pixels[:, 0].any()
    assert pixels[:, -1].any()


def test_a_long_word_breaks_at_its_marks_first() -> None:
    address = "raspberrypi-in-the-kitchen.fritz.box:8000"
    lines = wrapped(address, 1, 128)
    assert lines == ("raspberrypi-in-the-", "kitchen.fritz.box:8000")
    assert is_broken(address, lines)


def test_a_word_without_marks_breaks_anywhere() -> None:
    lines = wrapped("W" * 50, 1, 128)
    assert "".join(lines) == "W" * 50
    assert all(width_px(text, 1) <= 128 for text in lines)


def test_no_text_has_no_lines() -> None:
    assert wrapped("  ", 1, 128) == ()
