"""Takes the README's pictures of the page: `python -m tests.reader.page.take_screenshots [FOLDER]`.

Rendered dice, the truth for an eye, a real Chromium; the same seed, so the same pictures.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from models.studio.tabletop import Tabletop
from reader.page.server import PageServer
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why
from reader.vision.watch import Lying
from tests.reader.page.chromium import PHONE, TABLET, chromium, pair
from tests.reader.page.stand import CODE, Stand

PICTURES = Path(".pictures")
OPAQUE = 255
RENDERED_MS = 300_000
"""A busy machine takes its time over the first die of a kind."""
LANDSCAPE = {"width": 1024, "height": 768}
PRESETS = ("free", "standard", "2d6!", "test +2 advantages=1", "d100", "tale level=5", "game 2d10+5")


@dataclass
class StudioWatcher:
    """Throws what comes next in the script, and sees it without fail; words such as `d20:17?` are left in doubt."""

    tray: Tabletop
    script: list[Sequence[str] | tuple[int, str]] = field(default_factory=list)
    doubtful: frozenset[int] = frozenset()

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        del is_called_off
        if self.script:
            self._throw(self.script.pop(0))
        return Lying(tuple(self._sighting(at) for at in range(len(self.tray.lying))), self.tray.picture())

    def glance(self) -> Frame:
        return self.tray.picture()

    def rest(self) -> None:
        pass

    def _throw(self, what: Sequence[str] | tuple[int, str]) -> None:
        self.doubtful = frozenset()
        if isinstance(what[0], int):
            self.tray.throw_again([what[0]], [str(what[1])])
            return
        words = [str(word) for word in what]
        self.doubtful = frozenset(at for at, word in enumerate(words) if word.endswith("?"))
        self.tray.throw([word.rstrip("?") for word in words])

    def _sighting(self, at: int) -> Sighting:
        truth = self.tray.truth()[at]
        box = Box(*truth.box)
        if at in self.doubtful:
            doubt = (Candidate(truth.kind, truth.face, 0.52), Candidate(truth.kind, "11", 0.41))
            return Unread(Why.NOT_SURE, box, truth.kind, 0.52, truth.lightness, truth.colour, doubt)
        return Reading(truth.kind, truth.face, 0.999 - 0.004 * at, box, truth.lightness, truth.colour)


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    watcher = StudioWatcher(Tabletop(seed=7, width_px=1280))
    with tempfile.TemporaryDirectory() as state:
        stand = Stand(Path(state), watcher, PRESETS)
        with stand.served() as server, chromium() as browser:
            Shots(browser, server, watcher, folder).take_all()


class Shots:
    def __init__(self, browser: Browser, server: PageServer, watcher: StudioWatcher, folder: Path) -> None:
        self._browser = browser
        self._server = server
        self._watcher = watcher
        self._folder = folder
        self._state: dict[str, object] | None = None

    def take_all(self) -> None:
        page = self._open(PHONE, "dark")
        self._shoot(page, "page-phone-looking")
        pair(page, CODE)
        self._state = page.context.storage_state()
        self._roll(page, "standard ability=7", ["d6:light:5", "d6:dark:2"])
        self._shoot(page, "page-phone-outcome")
        self._shoot_others("outcome")
        self._roll(page, "2d6!", ["d6:light:6", "d6:dark:3"])
        self._shoot(page, "page-phone-explodes")
        self._shoot_others("explodes")
        self._press(page, (0, "4"))
        page.locator(".die").first.click()
        page.get_by_role("dialog").wait_for()
        self._shoot(page, "page-phone-correct")
        page.keyboard.press("Escape")
        self._roll(page, "free", ["d20:17?", "d12:7"])
        self._shoot(page, "page-phone-trouble")
        self._press(page, ["d20:17", "d12:7"])
        self._roll(page, "test +2 advantages=1", ["d10:8", "d10:4"])
        self._press(page, ["d10:9", "d10:1"])
        self._tabs(page, "phone")
        self._tabs(self._open(TABLET, "light"), "tablet-light")
        self._overlay()

    def _shoot_others(self, name: str) -> None:
        for shape, size in (("tablet", TABLET), ("wide", LANDSCAPE)):
            self._shoot(self._open(size, "dark"), f"page-{shape}-{name}")
        self._shoot(self._open(PHONE, "light"), f"page-phone-{name}-light")
        self._shoot(self._open(LANDSCAPE, "dark", "#big"), f"page-big-{name}")

    def _tabs(self, page: Page, shape: str) -> None:
        for tab in ("choose", "history", "dice", "box"):
            page.goto(f"{self._server.address}/#{tab}")
            if tab == "choose":
                page.locator("#line").fill("standard ability=7")
                page.get_by_text("OPEN ADVENTURE", exact=True).click()
                page.evaluate("scrollTo(0, 0)")
            if tab == "history":
                page.locator(".past").nth(2).locator("summary").click()
            if tab == "box":
                page.get_by_role("button", name="Look now").click()
                page.locator(".view").wait_for()
            self._shoot(page, f"page-{shape}-{tab}")

    def _overlay(self) -> None:
        page = self._open({"width": 960, "height": 540}, "dark", "overlay")
        page.wait_for_timeout(700)
        _save(page.screenshot(omit_background=True), self._folder / "page-overlay.png")

    def _open(self, size: dict[str, int], scheme: str, where: str = "#throw") -> Page:
        context = self._browser.new_context(
            viewport=size, color_scheme=scheme, device_scale_factor=1.5, storage_state=self._state
        )
        page = context.new_page()
        page.set_default_timeout(RENDERED_MS)
        page.goto(f"{self._server.address}/{where}")
        page.locator(".stage, .result").first.wait_for()
        if where == "#throw":
            page.locator(".actions").wait_for()
        return page

    def _roll(self, page: Page, roll: str, dice: Sequence[str]) -> None:
        page.goto(f"{self._server.address}/#choose")
        page.locator("#line").fill(roll)
        page.get_by_role("button", name="Roll this").click()
        page.get_by_role("button", name="Read the tray").wait_for()
        self._press(page, dice)

    def _press(self, page: Page, what: Sequence[str] | tuple[int, str]) -> None:
        self._watcher.script = [what]
        with page.expect_response("**/api/commands"):
            page.get_by_role("button", name="Read the tray").click()
        page.locator(".tray img").wait_for()

    def _shoot(self, page: Page, name: str) -> None:
        if page.locator(".throw").count() and "free" not in page.inner_text(".what"):
            page.locator(".throw .plot svg").wait_for()
        page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
        page.wait_for_timeout(700)  # what moves comes to rest, and the odds arrive
        _save(page.screenshot(), self._folder / f"{name}.png")


def _save(picture: bytes, path: Path) -> None:
    image = Image.open(io.BytesIO(picture))
    if image.mode == "RGBA" and image.getextrema()[3] == (OPAQUE, OPAQUE):
        image = image.convert("RGB")
    image.save(path, optimize=True)
    print(path.name, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
