"""The settings: defaults that are the file's, and refusals that name the key and its line."""

import dataclasses
import re
from pathlib import Path

import pytest

from reader.config import FILE_HEAD, Settings, from_text, load
from reader.toml_file import SettingsError, line_of, written

SHIPPED = Path(__file__).parents[2] / "systemd" / "dice-reader.toml"


def refusal(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        from_text(text, "box.toml")
    return str(caught.value)


def test_an_empty_file_is_all_defaults() -> None:
    assert from_text("") == Settings()


def test_every_default_in_the_shipped_file_is_the_default_in_code() -> None:
    assert load(SHIPPED) == Settings()


def test_the_shipped_file_is_what_the_code_writes() -> None:
    assert SHIPPED.read_text() == FILE_HEAD + written(Settings())


def test_every_key_stands_in_the_shipped_file_with_a_sentence() -> None:
    lines = SHIPPED.read_text().split("\n")
    for section in dataclasses.fields(Settings):
        for field in dataclasses.fields(getattr(Settings(), section.name)):
            at = next(at for at, line in enumerate(lines) if line.lstrip("#").startswith(f"{field.name} = "))
            assert lines[at - 1].startswith("# "), f"{field.name} has no sentence"


def test_what_is_commented_out_in_the_shipped_file_may_be_used_as_it_stands() -> None:
    settings = from_text(re.sub(r"^#(?=\w)", "", SHIPPED.read_text(), flags=re.MULTILINE))
    assert settings.camera.exposure_us == 8000
    assert settings.camera.recording == Path("/home/pi/throws")
    assert settings.panel.knob_pins == (5, 6)


def test_values_are_taken_as_their_types() -> None:
    panel = "[panel]\nhold_s = 2\ndisplay_address = 0x3D\n"
    settings = from_text(panel + '[state]\nfolder = "/tmp/x"\n[table]\npresets = ["2d6"]')
    assert settings.panel.hold_s == 2.0
    assert isinstance(settings.panel.hold_s, float)
    assert settings.panel.display_address == 0x3D
    assert settings.state.folder == Path("/tmp/x")
    assert settings.table.presets == ("2d6",)
    assert settings.camera == Settings().camera


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[page]\nprt = 80", "box.toml line 2: page.prt is not a setting; did you mean port?"),
        ("[page]\nxyz = 80", "box.toml line 2: page.xyz is not a setting; there is enabled, host, port, names"),
        ("[pages]\nport = 80", "box.toml line 1: pages is not a section; did you mean page?"),
        ("\npage = 80", "box.toml line 2: page must be a section: [page]"),
        ('[page]\nport = "80"', 'box.toml line 2: page.port is "80"; it must be a whole number from 1 to 65535'),
        ("[page]\nport = true", "box.toml line 2: page.port is true; it must be a whole number from 1 to 65535"),
        ("[page]\nport = 80.5", "box.toml line 2: page.port is 80.5; it must be a whole number from 1 to 65535"),
        ("[page]\n\nport = 70000", "box.toml line 3: page.port is 70000; it must be a whole number from 1 to 65535"),
        ("[page]\nenabled = 1", "box.toml line 2: page.enabled is 1; it must be true or false"),
        ('[page]\nhost = " "', 'box.toml line 2: page.host is " "; it must be text in quotes'),
        ("[panel]\nhold_s = nan", "box.toml line 2: panel.hold_s is nan; it must be a number from 0.3 to 5"),
        (
            "[panel]\ndisplay_address = 0x99",
            "box.toml line 2: panel.display_address is 153; it must be a whole number from 0x03 to 0x77",
        ),
        (
            '[panel]\nlamp = "blue"',
            'box.toml line 2: panel.lamp is "blue"; it must be "rgb" or "three" or "none"',
        ),
        (
            "[panel]\ndisplay_rotation_degrees = false",
            "box.toml line 2: panel.display_rotation_degrees is false; it must be 0 or 180",
        ),
        (
            "[panel]\nlamp_pins = [22, 23]",
            "box.toml line 2: panel.lamp_pins is [22, 23]; it must be a list of 3, each a whole number from 0 to 27",
        ),
        (
            "[table]\n# mine\npresets = [\n 'free',\n 7,\n]",
            'box.toml line 3: table.presets is ["free", 7]; it must be a list of 1 to 20, each text in quotes',
        ),
        (
            "[table]\npresets = []",
            "box.toml line 2: table.presets is []; it must be a list of 1 to 20, each text in quotes",
        ),
        ("page.port = 0", "box.toml line 1: page.port is 0; it must be a whole number from 1 to 65535"),
        (
            "[camera]\nred_gain = 1.5",
            "box.toml line 2: camera.red_gain is given without camera.blue_gain; give both or neither",
        ),
        (
            "[camera]\nheight_px = 720",
            "box.toml line 2: camera.height_px is given without camera.width_px; give both or neither",
        ),
        (
            '[camera]\nkind = "recorded"',
            'box.toml line 2: camera.kind is "recorded"; say what to play with camera.recording',
        ),
        ("[panel]\nmode_pin = 17", "box.toml line 2: panel.mode_pin is pin 17, which panel.capture_pin has already"),
        ("[panel]\ncapture_pin = 27", "box.toml line 2: panel.mode_pin is pin 27, which panel.capture_pin has already"),
        ("[panel]\nmode_pin = 3", "box.toml line 2: panel.mode_pin is pin 3, which panel.display_bus has already"),
    ],
)
def test_what_is_wrong_is_refused_by_name_and_line(text: str, expected: str) -> None:
    assert refusal(text) == expected


def test_what_is_not_toml_says_where() -> None:
    assert refusal("[page]\nport = \n").startswith("box.toml line 2: this is not TOML")


def test_every_problem_is_listed_in_the_order_of_the_file() -> None:
    told = refusal("[page]\nport = 0\n[table]\nstills = 99\nspeed = 1\n[pannel]\n")
    assert [line.split(":")[0] for line in told.split("\n")] == [f"box.toml line {at}" for at in (2, 4, 5, 6)]


def test_a_problem_has_its_parts() -> None:
    with pytest.raises(SettingsError) as caught:
        from_text("[page]\nport = 0", "box.toml")
    problem = caught.value.problems[0]
    assert (caught.value.file, problem.line, problem.name) == ("box.toml", 2, "page.port")


def test_a_file_that_is_not_utf_8_says_on_which_line(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"[page]\nhost = '\xff'\n")
    with pytest.raises(SettingsError, match=r"box.toml line 2: this is not text in UTF-8"):
        load(path)


def test_pins_of_a_lamp_that_is_not_there_are_free() -> None:
    assert from_text('[panel]\nlamp = "none"\ncapture_pin = 22').panel.capture_pin == 22


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('# port = 1\n[page] # x\nhost = """\nport = 2\n"""\nport = 3', 6),
        ("[page]\nport = 1 # the port", 2),
        ("[page]\n'port' = 1", 2),
        ("page = {host = 'x', port = 1}", 1),
    ],
)
def test_a_keys_line_is_found_however_it_is_written(text: str, line: int) -> None:
    assert line_of(text, ("page", "port")) == line
