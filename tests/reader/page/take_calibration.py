"""Takes the pictures of calibrating: `python -m tests.reader.page.take_calibration [FOLDER]`; the box's screen too."""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from hardware.cameras.camera import CameraLocks
from hardware.panels.screens import draw
from reader.calibration.guide import Guide
from reader.calibration.in_use import CheckingWatcher, InUse
from reader.calibration.shelf import Shelf
from reader.vision.sighting import Frame
from tests.reader.calibration import photographed as studio
from tests.reader.calibration.held_camera import HeldCamera, ToldEye, no_sleep
from tests.reader.page.chromium import PHONE, chromium, pair
from tests.reader.page.stand import CODE, Stand
from tests.reader.page.take_screenshots import PICTURES, _save

WIDE = {"width": 1024, "height": 768}
WAIT_MS = 240_000
SCREEN_SCALE = 4


@dataclass
class Glancing:
    camera: HeldCamera

    def look(self, is_called_off: Callable[[], bool]) -> None:
        del is_called_off

    def glance(self) -> Frame:
        return self.camera.still()

    def rest(self) -> None: ...


def main(folder: Path) -> None:
    good, dark = studio.empty(3), studio.photographed(studio.scene(3), 0.2 * studio.usual_gain(3))
    camera = HeldCamera(dark)
    with tempfile.TemporaryDirectory() as state:
        in_use = InUse(Shelf(Path(state)))
        guide = Guide(camera, ToldEye(), in_use, CameraLocks(), lambda: "2026-01-02T20:15:00+00:00", sleep=no_sleep)
        stand = Stand(Path(state), CheckingWatcher(Glancing(camera), in_use), set_up=guide)
        with stand.served() as server, chromium() as browser:
            page = browser.new_context(viewport=PHONE, color_scheme="dark", device_scale_factor=1.5).new_page()
            page.set_default_timeout(WAIT_MS)
            page.goto(f"{server.address}/#throw")
            pair(page, CODE)
            page.goto(f"{server.address}/#calibrate")
            page.get_by_text("too dark").wait_for()
            shoot(page, folder / "page-phone-calibrate-dark.png")
            camera.pictures = [good]
            page.get_by_text("well lit").wait_for()
            shoot(page, folder / "page-phone-calibrate-light.png")
            page.get_by_role("button", name="Next: empty the tray").click()
            page.get_by_role("button", name="Measure the empty tray").wait_for()
            screen(guide, folder / "screen-calibrate-empty.png")
            camera.pictures = [dark]
            page.get_by_role("button", name="Measure the empty tray").click()
            page.get_by_role("button", name="Keep it anyway").wait_for()
            shoot(page, folder / "page-phone-calibrate-trouble.png")
            screen(guide, folder / "screen-calibrate-trouble.png")
            camera.pictures = [good]
            page.get_by_role("button", name="Measure again").click()
            page.get_by_role("button", name="Done", exact=True).wait_for()
            page.set_viewport_size(WIDE)
            shoot(page, folder / "page-wide-calibrate-ready.png")
            screen(guide, folder / "screen-calibrate-ready.png")


def shoot(page: Page, path: Path) -> None:
    page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
    page.wait_for_timeout(700)
    _save(page.screenshot(), path)


def screen(guide: Guide, path: Path) -> None:
    image = draw(guide.readout).image
    image.resize((image.width * SCREEN_SCALE, image.height * SCREEN_SCALE)).save(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
