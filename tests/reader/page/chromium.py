"""Debian's Chromium, driven by Playwright."""

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, sync_playwright

EXECUTABLE = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, TABLET = {"width": 360, "height": 740}, {"width": 768, "height": 1024}
WAIT_MS = 60_000


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, headless=True, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def pair(page: Page, code: str) -> None:
    page.get_by_role("button", name="Pair to play from here").click()
    page.get_by_label("The six digits").fill(code)
    page.get_by_text("Six digits are shown").wait_for()
    page.get_by_label("The six digits").fill(code)
    page.get_by_role("button", name="Pair", exact=True).click()
    page.get_by_role("button", name="Read the tray").wait_for()
