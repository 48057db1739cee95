"""The settings: one TOML file. Every key has a default, a sentence and bounds; anything else is refused.

`python -m reader.config > systemd/dice-reader.toml` writes the commented defaults anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from reader.toml_file import Key, Problem, Section, SettingsError, problem_at, read, written

LAST_PIN = 27
"""The highest BCM number on the Pi's 40-pin header."""
I2C_1_PINS = (2, 3)
"""What the display's two data wires are on."""
FILE_HEAD = "# dice-reader: the settings, all at their defaults. A line that begins with # changes nothing.\n\n"


@dataclass(frozen=True, slots=True)
class CameraSettings:
    kind: Annotated[
        Literal["pi", "usb", "recorded", "studio"],
        Key("A Pi camera, a USB camera, a folder or video to play, or dice thrown by the renderer."),
    ] = "pi"
    number: Annotated[int, Key("Which Pi camera, counted as rpicam-hello --list-cameras does.", low=0, high=3)] = 0
    device: Annotated[str, Key("Which USB camera.")] = "/dev/video0"
    recording: Annotated[Path | None, Key("The folder or video to play.", example="/home/pi/throws")] = None
    width_px: Annotated[
        int | None,
        Key(
            "How wide a picture is read. Without width and height a Pi camera uses all it has, a USB one 1920 by 1080.",
            low=640,
            high=9248,
            example=2304,
        ),
    ] = None
    height_px: Annotated[int | None, Key("How high.", low=480, high=6944, example=1296)] = None
    preview_width_px: Annotated[
        int, Key("How wide the small pictures are by which dice are seen to settle.", low=160, high=640)
    ] = 320
    timeout_s: Annotated[
        float, Key("Seconds without an answer after which the camera is opened again.", low=1, high=30)
    ] = 5.0
    exposure_us: Annotated[
        int | None,
        Key(
            "What follows is locked if it is given, and left to the camera if not. A moving auto-exposure is the "
            "commonest cause of misreads. How long the shutter is open, in microseconds.",
            low=50,
            high=200_000,
            example=8000,
        ),
    ] = None
    gain: Annotated[
        float | None, Key("A Pi camera's analogue gain; a USB camera's own number.", low=0, high=255, example=1.5)
    ] = None
    red_gain: Annotated[
        float | None, Key("White balance of a Pi camera: red and blue, or neither.", low=0.1, high=32, example=1.8)
    ] = None
    blue_gain: Annotated[float | None, Key("The blue one.", low=0.1, high=32, example=1.5)] = None
    colour_temperature_k: Annotated[
        int | None, Key("White balance of a USB camera, in kelvin.", low=2000, high=10_000, example=4600)
    ] = None
    focus: Annotated[
        float | None,
        Key(
            "A Pi camera's in dioptres (1 / distance in metres); a USB camera's own number.",
            low=0,
            high=1023,
            example=4.0,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class PanelSettings:
    kind: Annotated[
        Literal["gpio", "terminal", "none"],
        Key("Buttons, lamp and screen on the Pi's pins; keys and a screen in the terminal; or only the page."),
    ] = "gpio"
    capture_pin: Annotated[
        int, Key("The button that reads the tray, between this BCM pin and ground.", low=0, high=LAST_PIN)
    ] = 17
    mode_pin: Annotated[
        int, Key("The button that changes the roll, between this pin and ground.", low=0, high=LAST_PIN)
    ] = 27
    knob_pins: Annotated[
        tuple[int, int] | None,
        Key("A rotary encoder's A and B, if there is one; C goes to ground.", low=0, high=LAST_PIN, example=(5, 6)),
    ] = None
    lamp: Annotated[Literal["rgb", "three", "none"], Key("An RGB LED, three LEDs, or no lamp.")] = "rgb"
    lamp_pins: Annotated[
        tuple[int, int, int],
        Key(
            "Red, green, blue of an RGB LED; or a red, a yellow and a green LED. Each through 330 ohms.",
            low=0,
            high=LAST_PIN,
        ),
    ] = (22, 23, 24)
    lamp_common_anode: Annotated[bool, Key("true if the lamp's common leg goes to 3.3 V instead of ground.")] = False
    hold_s: Annotated[float, Key("How many seconds a button is down until it is held.", low=0.3, high=5)] = 1.5
    off_hold_s: Annotated[
        float, Key("How many seconds either button is down until the box switches itself off.", low=6, high=60)
    ] = 6.0
    bounce_s: Annotated[float, Key("How many seconds a button's contacts may bounce.", low=0.001, high=0.2)] = 0.02
    display: Annotated[
        Literal["ssd1306", "sh1106", "none"],
        Key("The OLED's chip, 128 by 64 on I2C. If everything stands two columns off, it is the other one."),
    ] = "ssd1306"
    display_bus: Annotated[int, Key("The I2C bus: 1 is pins 3 and 5 of the header.", low=0, high=22)] = 1
    display_address: Annotated[int, Key("Its address; i2cdetect -y 1 shows it.", low=0x03, high=0x77, in_hex=True)] = (
        0x3C
    )
    display_rotation_degrees: Annotated[Literal[0, 180], Key("180 if it is mounted upside down.")] = 0
    display_dim_after_s: Annotated[
        float,
        Key("Seconds of the same picture after which the screen dims, since OLEDs burn in.", low=10, high=86_400),
    ] = 600.0


@dataclass(frozen=True, slots=True)
class PageSettings:
    enabled: Annotated[bool, Key("Whether there is a page.")] = True
    host: Annotated[str, Key("Who may see it: 0.0.0.0 is everybody in the house, 127.0.0.1 only this machine.")] = (
        "0.0.0.0"
    )
    port: Annotated[int, Key("Its port.", low=1, high=65_535)] = 8000
    names: Annotated[
        tuple[str, ...],
        Key(
            "Other names that this machine is called by; pages asked for by an unknown name are refused.",
            longest=20,
            shortest=0,
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class TableSettings:
    presets: Annotated[
        tuple[str, ...],
        Key("The rolls that the mode button goes through, written as for `dice-reader roll`; at most 20.", longest=20),
    ] = ("free", "standard", "test", "d100", "3d6!")
    settle_timeout_s: Annotated[
        float, Key("How many seconds dice may roll until the box says that they still do.", low=1, high=60)
    ] = 6.0
    stills: Annotated[int, Key("How many pictures must agree on what lies there.", low=1, high=9)] = 3


@dataclass(frozen=True, slots=True)
class StateSettings:
    folder: Annotated[Path, Key("Where rolls are recorded.")] = Path("/var/lib/dice-reader")
    pictures_kept: Annotated[
        int, Key("How many pictures of throws are kept at most; 0 keeps none.", low=0, high=100_000)
    ] = 500
    pictures_max_mb: Annotated[int, Key("And how many megabytes of them.", low=1, high=100_000)] = 200


@dataclass(frozen=True, slots=True)
class Settings:
    camera: Annotated[CameraSettings, Section("What looks at the tray.")] = field(default_factory=CameraSettings)
    panel: Annotated[PanelSettings, Section("What hands are on.")] = field(default_factory=PanelSettings)
    page: Annotated[PageSettings, Section("The page in the browser.")] = field(default_factory=PageSettings)
    table: Annotated[TableSettings, Section("How a roll goes.")] = field(default_factory=TableSettings)
    state: Annotated[StateSettings, Section("What is kept.")] = field(default_factory=StateSettings)


def load(path: Path) -> Settings:
    """The settings in that file. Raises SettingsError with every problem, and OSError if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        problem = Problem(line, "", "this is not text in UTF-8; save the file as UTF-8")
        raise SettingsError(str(path), (problem,)) from None
    return from_text(text, str(path))


def from_text(text: str, file: str = "settings") -> Settings:
    settings = read(text, Settings, file)
    problems = tuple(_together(settings, text))
    if problems:
        raise SettingsError(file, problems)
    return settings


def _together(settings: Settings, text: str) -> list[Problem]:
    """What is wrong only together."""
    camera = settings.camera
    problems = []
    for one, other in (("red_gain", "blue_gain"), ("width_px", "height_px")):
        if (getattr(camera, one) is None) != (getattr(camera, other) is None):
            given, missing = (one, other) if getattr(camera, other) is None else (other, one)
            sentence = f"camera.{given} is given without camera.{missing}; give both or neither"
            problems.append(problem_at(text, ("camera", given), sentence))
    if camera.kind == "recorded" and camera.recording is None:
        sentence = 'camera.kind is "recorded"; say what to play with camera.recording'
        problems.append(problem_at(text, ("camera", "kind"), sentence))
    used: dict[int, str] = {}
    for name, pin in _pins(settings.panel):
        if pin in used:
            sentence = f"panel.{name} is pin {pin}, which panel.{used[pin]} has already"
            key = name if f"{name} =" in text else used[pin]
            problems.append(problem_at(text, ("panel", key), sentence))
        used.setdefault(pin, name)
    return problems


def _pins(panel: PanelSettings) -> list[tuple[str, int]]:
    pins = [("capture_pin", panel.capture_pin), ("mode_pin", panel.mode_pin)]
    pins += [("knob_pins", pin) for pin in panel.knob_pins or ()]
    if panel.lamp != "none":
        pins += [("lamp_pins", pin) for pin in panel.lamp_pins]
    if panel.display != "none" and panel.display_bus == 1:
        pins = [("display_bus", pin) for pin in I2C_1_PINS] + pins
    return pins


if __name__ == "__main__":
    print(FILE_HEAD + written(Settings()), end="")
