"""The teach page in a real Chromium: a lesson, a wrong guess put right, a name, and forgetting."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from reader.page.server import PageServer
from reader.teaching.store import Store
from tests.reader.page.chromium import PHONE, WAIT_MS, chromium, pair
from tests.reader.page.stand import CODE, Put
from tests.reader.page.teaching.learner import LearningWatcher

pytestmark = pytest.mark.browser
expect.set_options(timeout=WAIT_MS)


@pytest.fixture
def page(server: PageServer) -> Iterator[Page]:
    """Paired, at the shelf of taught dice; nothing may go wrong in its scripts."""
    errors: list[str] = []
    with chromium() as browser:
        page = browser.new_context(viewport=PHONE).new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server.address}/")
        pair(page, CODE)
        page.goto(f"{server.address}/#teach")
        yield page
    assert errors == []


def begin(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Begin the lesson").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def lay(page: Page, watcher: LearningWatcher, *dice: Put) -> None:
    watcher.throws = [dice]
    page.get_by_role("button", name="Look", exact=True).click()


def test_a_lesson_guesses_is_put_right_by_a_tap_and_shows_what_it_has_seen(
    page: Page, watcher: LearningWatcher, tmp_path: Path
) -> None:
    begin(page, "Red d6")
    lay(page, watcher, Put("d6", "3"))
    page.get_by_role("button", name="Yes, 3").click()
    expect(page.get_by_role("button", name="3: learned")).to_be_visible()
    expect(page.locator(".face-map img")).to_have_count(1)
    lay(page, watcher, Put("d6", "6"))
    expect(page.locator(".guess")).to_have_text("6")
    page.get_by_role("button", name="5: not seen yet").click()
    expect(page.get_by_role("button", name="5: seen, not sure yet")).to_be_visible()
    expect(page.get_by_role("button", name="6: not seen yet")).to_be_visible()
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.get_by_role("img", name="2 of 6 faces learned")).to_be_visible()
    assert [(die.name, die.seen) for die in Store(tmp_path).read()] == [("Red d6", {"3": 1, "5": 1})]


def test_what_was_confirmed_by_mistake_is_taken_back(page: Page, watcher: LearningWatcher, tmp_path: Path) -> None:
    begin(page, "Red d6")
    lay(page, watcher, Put("d6", "3"))
    page.get_by_role("button", name="Yes, 3").click()
    page.get_by_role("button", name="That was wrong").click()
    page.get_by_role("button", name="Yes, 4").click()
    expect(page.get_by_role("button", name=re.compile("^4: (seen|learned)"))).to_be_visible()
    expect(page.get_by_role("button", name="3: not seen yet")).to_be_visible()
    assert [die.seen for die in Store(tmp_path).read()] == [{"4": 1}]


def test_two_dice_in_the_tray_are_refused_in_a_sentence_and_the_lesson_goes_on(
    page: Page, watcher: LearningWatcher
) -> None:
    begin(page, "Red d6")
    lay(page, watcher, Put("d6", "3"), Put("d6", "4", x=300))
    expect(page.get_by_role("heading", name="2 dice are in the tray")).to_be_visible()
    lay(page, watcher, Put("d6", "3"))
    expect(page.get_by_role("button", name="Yes, 3")).to_be_visible()


def test_a_taught_die_is_renamed_and_forgotten(page: Page, watcher: LearningWatcher, tmp_path: Path) -> None:
    begin(page, "Red d6")
    lay(page, watcher, Put("d6", "3"))
    page.get_by_role("button", name="Yes, 3").click()
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Crimson")
    page.get_by_role("button", name="Call it so").click()
    expect(page.get_by_role("heading", name="Crimson")).to_be_visible()
    page.get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Forget it").click()
    expect(page.get_by_role("heading", name="Crimson")).to_have_count(0)
    assert Store(tmp_path).read() == []
