"""Pictures of the page while a die is taught: python -m tests.reader.page.take_teaching FOLDER."""

import sys
import tempfile
import time
from pathlib import Path

from tests.reader.page.chromium import PHONE, TABLET, chromium, pair
from tests.reader.page.stand import CODE, Put
from tests.reader.page.teaching.learner import LearningWatcher, learning_stand

RENDERED_MS = 60_000


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    watcher = LearningWatcher()
    with tempfile.TemporaryDirectory() as state:
        stand = learning_stand(Path(state), watcher, time.monotonic)
        with stand.served() as server, chromium() as browser:
            context = browser.new_context(viewport=PHONE, color_scheme="dark", device_scale_factor=1.5)
            page = context.new_page()
            page.set_default_timeout(RENDERED_MS)
            page.goto(f"{server.address}/#throw")
            page.locator(".actions").wait_for()
            pair(page, CODE)
            page.goto(f"{server.address}/#teach")
            page.get_by_label("Name").fill("Red Chessex d20")
            page.get_by_role("button", name="Begin the lesson").click()
            for face in ("17", "3", "20", "8", "1", "12"):
                watcher.throws = [(Put("d20", face),)]
                page.get_by_role("button", name="Look", exact=True).click()
                yes = page.get_by_role("button", name=f"Yes, {face}")
                yes.wait_for()
                if face == "12":
                    page.wait_for_timeout(700)
                    page.screenshot(path=folder / "page-phone-teach.png")
                yes.click()
            page.get_by_role("button", name="Look", exact=True).wait_for()
            wide = browser.new_context(
                viewport=TABLET | {"width": 1180, "height": 820},
                color_scheme="light",
                storage_state=context.storage_state(),
            ).new_page()
            wide.goto(f"{server.address}/#teach")
            wide.locator(".tray img").wait_for()
            wide.wait_for_timeout(700)
            wide.screenshot(path=folder / "page-wide-teach.png")
            page.get_by_role("button", name="End", exact=True).click()
            page.locator(".small-map").wait_for()
            page.wait_for_timeout(700)
            page.screenshot(path=folder / "page-phone-taught.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
