"""The page in a real Chromium: what a player does with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from reader.page.server import PageServer
from reader.vision.sighting import Why
from tests.reader.page.chromium import PHONE, WAIT_MS, chromium, pair
from tests.reader.page.stand import CODE, DARK, LIGHT, Put, ScriptedWatcher, Stand

pytestmark = pytest.mark.browser

STANDARD = (Put("d6", "5", **LIGHT), Put("d6", "2", **DARK))
READ = "Read the tray"
expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def stand(tmp_path: Path, watcher: ScriptedWatcher) -> Stand:
    return Stand(tmp_path, watcher)


def opened(browser: Browser, server: PageServer, errors: list[str], where: str = "") -> Page:
    page = browser.new_context(viewport=PHONE).new_page()
    page.set_default_timeout(WAIT_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(f"{server.address}/{where}")
    return page


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What went wrong in the page's own scripts; nothing may."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def page(browser: Browser, server: PageServer, errors: list[str]) -> Iterator[Page]:
    page = opened(browser, server, errors)
    yield page
    page.context.close()


def choose(page: Page, roll: str) -> None:
    page.get_by_role("link", name="Choose", exact=True).click()
    page.locator("#line").fill(roll)
    page.get_by_role("button", name="Roll this").click()
    expect(page.get_by_role("button", name=READ)).to_be_enabled()


def press(page: Page) -> None:
    page.get_by_role("button", name=READ).click()


def test_pair_choose_a_standard_roll_by_its_form_press_and_see_the_outcome(
    page: Page, watcher: ScriptedWatcher
) -> None:
    pair(page, CODE)
    page.get_by_role("link", name="Choose", exact=True).click()
    page.get_by_text("OPEN ADVENTURE", exact=True).click()
    page.get_by_label("Ability").fill("7")
    expect(page.locator("#line")).to_have_value("standard ability=7")
    expect(page.get_by_role("img", name="From 2 to 12")).to_be_visible()
    page.get_by_role("button", name="Roll this").click()
    watcher.throws = [STANDARD]
    press(page)
    expect(page.locator(".total")).to_have_text("−2 → 5")
    expect(page.locator(".die.struck")).to_have_count(1)
    expect(page.locator(".seen")).to_have_count(2)
    expect(page.locator(".plot h3")).to_contain_text("come to 5 or less")
    expect(page.locator("#say")).to_contain_text("minus 2")


def test_a_wrong_code_is_said_and_the_right_one_pairs(page: Page) -> None:
    page.get_by_role("button", name="Pair to play from here").click()
    page.get_by_text("Six digits are shown").wait_for()
    page.get_by_label("The six digits").fill("000000")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_text("4 tries left")).to_be_visible()
    page.get_by_label("The six digits").fill(CODE)
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_role("button", name=READ)).to_be_visible()


def test_an_explosion_prompts_and_resolves_with_the_space_key(page: Page, watcher: ScriptedWatcher) -> None:
    pair(page, CODE)
    choose(page, "2d6!")
    watcher.throws = [(Put("d6", "6"), Put("d6", "3", x=380)), (Put("d6", "4", y=330), Put("d6", "3", x=380))]
    page.locator("#main").focus()
    page.keyboard.press("Space")
    expect(page.locator(".stage[data-state=prompt] .prompt")).to_have_text("Throw a d6 again")
    expect(page.locator("#alert")).to_contain_text("explodes")
    expect(page).to_have_title("▶ Throw a d6 again")
    press(page)
    expect(page.locator(".total")).to_have_text("13")
    expect(page.locator(".die[data-fate=exploded]")).to_have_text("6!d6")


def test_a_misread_is_corrected_by_tapping_the_die(page: Page, watcher: ScriptedWatcher) -> None:
    pair(page, CODE)
    choose(page, "standard")
    watcher.throws = [STANDARD]
    press(page)
    expect(page.locator(".total")).to_have_text("−2")
    page.locator(".seen").nth(1).click()
    page.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    expect(page.locator(".total")).to_have_text("+5")
    expect(page.locator(".die .mark")).to_have_count(1)


def test_a_die_that_cannot_be_read_is_marked_and_the_roll_waits(page: Page, watcher: ScriptedWatcher) -> None:
    pair(page, CODE)
    choose(page, "1d20")
    watcher.throws = [(Put("d20", "17", why=Why.NOT_SURE),), (Put("d20", "17"),)]
    press(page)
    expect(page.locator(".stage[data-state=trouble]")).to_contain_text("17 or 1?")
    expect(page.locator(".seen.unread")).to_contain_text("17 or 1?")
    press(page)
    expect(page.locator(".total")).to_have_text("17")


def test_values_are_typed_in_by_tapping_faces(page: Page) -> None:
    pair(page, CODE)
    choose(page, "2d6")
    page.get_by_role("button", name="Type in").click()
    rows = page.get_by_role("dialog").get_by_role("group", name="d6")
    rows.nth(0).get_by_role("button", name="3", exact=True).click()
    rows.nth(1).get_by_role("button", name="4", exact=True).click()
    page.get_by_role("button", name="Count it").click()
    expect(page.locator(".total")).to_have_text("7")


def test_the_page_comes_back_after_the_server_was_restarted_mid_roll(
    browser: Browser, tmp_path: Path, errors: list[str]
) -> None:
    watcher = ScriptedWatcher()
    with Stand(tmp_path, watcher).served() as server:
        page = opened(browser, server, errors)
        pair(page, CODE)
        choose(page, "2d6!")
        watcher.throws = [(Put("d6", "6"), Put("d6", "3", x=380))]
        press(page)
        expect(page.locator(".prompt")).to_have_text("Throw a d6 again")
    expect(page.locator("#lost")).to_be_visible()
    with Stand(tmp_path, watcher).served(server.port):
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator(".prompt")).to_have_text("Throw a d6 again")
        watcher.throws = [(Put("d6", "4", y=330), Put("d6", "3", x=380))]
        press(page)
        expect(page.locator(".total")).to_have_text("13")
        page.get_by_role("link", name="History").click()
        expect(page.locator(".past")).to_have_count(1)
        page.context.close()


def test_a_second_browser_only_looks(
    page: Page, browser: Browser, server: PageServer, watcher: ScriptedWatcher, errors: list[str]
) -> None:
    second = opened(browser, server, errors)
    pair(page, CODE)
    choose(page, "standard")
    watcher.throws = [STANDARD]
    press(page)
    expect(second.locator(".total")).to_have_text("−2")
    expect(second.get_by_role("button", name=READ)).to_have_count(0)
    expect(second.get_by_role("button", name="Pair to play from here")).to_be_visible()
    second.context.close()


def test_the_overlay_and_the_large_view_show_the_result(
    page: Page, browser: Browser, server: PageServer, watcher: ScriptedWatcher, errors: list[str]
) -> None:
    overlay, large = opened(browser, server, errors, "overlay"), opened(browser, server, errors, "#big")
    pair(page, CODE)
    watcher.throws = [(Put("d6", "5"), Put("d20", "18", x=380))]
    press(page)
    for other in (overlay, large):
        expect(other.locator(".total")).to_have_text("23")
    assert overlay.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    overlay.context.close()
    large.context.close()


def test_every_view_fits_a_phone_of_360_px(page: Page, watcher: ScriptedWatcher) -> None:
    pair(page, CODE)
    choose(page, "contest Alexandra=+2,advantages=1 Bartholomew=+1")
    watcher.throws = [(Put("d10", "4"), Put("d10", "7", x=380))]
    press(page)
    for view in ("throw", "choose", "history", "dice", "box", "big"):
        page.goto(page.url.split("#")[0] + f"#{view}")
        page.locator("#main > *").first.wait_for()
        for book in page.locator(".book > summary").all():
            book.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view


def test_labels_of_dice_that_touch_do_not_cover_one_another(page: Page, watcher: ScriptedWatcher) -> None:
    """In a column, beside the tray's edges and in its corners."""
    places = [(300, 2), (300, 93), (300, 184), (300, 275), (391, 184), (549, 389), (549, 298), (1, 1)]
    watcher.throws = [tuple(Put("d20", "17", x, y) for x, y in places)]
    pair(page, CODE)
    choose(page, "free")
    press(page)
    expect(page.locator(".seen")).to_have_count(8)
    boxes = "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
    (tray,), labels = (page.locator(which).evaluate_all(boxes) for which in (".tray", ".seen span"))
    for number, label in enumerate(labels):
        assert tray["left"] - 1 <= label["left"] <= label["right"] <= tray["right"] + 1
        assert tray["top"] - 1 <= label["top"] <= label["bottom"] <= tray["bottom"] + 1
        assert not any(_meet(label, other) for other in labels[:number])


def _meet(one: dict[str, float], other: dict[str, float]) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
