"""Inviting people in a real browser, the turn where nobody looks at the page, and what makes an app of the site."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import Visitor
from tests.browser.ways import Finger, Keys, Mouse
from tests.server.place import Place

Visit = Callable[..., Visitor]

# What this page shares, copies and puts on the app's badge, instead of the device; and what it says aloud.
DEVICE = """
window.told = { shared: [], copied: [], badge: [], aloud: [] };
navigator.share = async (what) => void told.shared.push(what);
navigator.setAppBadge = async (count) => void told.badge.push(count);
navigator.clearAppBadge = async () => void told.badge.push(0);
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void told.copied.push(text) } });
new MutationObserver(() => {
  const said = [...document.querySelectorAll("[role=status]")].map((one) => one.textContent.trim()).filter(Boolean);
  told.aloud.push(...said.filter((one) => one !== told.aloud.at(-1)));
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
WITHOUT = """
delete Navigator.prototype.share;
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""
CODE = "dialog svg[role=img]"


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Place(tmp_path_factory.mktemp("pond") / "tables.db") as place:
        yield place


def at_a_table(ada: Visitor, device: str = DEVICE, words: tuple[str, str] = ("with friends", "Open the table")) -> str:
    """A waiting table of hers; the link that she sees."""
    ada.page.add_init_script(device)
    ada.page.goto("/")
    ada.page.get_by_role("button", name=re.compile(f"Zooloretto.*{words[0]}")).click()
    ada.page.get_by_role("button", name=words[1]).click()
    link = ada.page.locator("main input[readonly]")
    expect(link).to_be_visible()
    return link.input_value()


@pytest.mark.parametrize("way", [Mouse, Finger, Keys])
def test_a_link_is_shared_copied_and_scanned(visit: Visit, place: Place, way: type[Mouse | Finger | Keys]) -> None:
    ada = visit(place, way=way())
    link = at_a_table(ada)
    assert re.fullmatch(rf"{place.address}/t/[\w-]{{16}}#join=[\w-]{{24}}", link)

    ada.press(ada.page.get_by_role("button", name="Share"))
    expected = {"title": "Paddock", "text": "Play Zooloretto with me!", "url": link}
    assert ada.page.wait_for_function("told.shared[0]").json_value() == expected

    copy = ada.page.get_by_role("button", name="Copy link")
    ada.press(copy)
    expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()
    ada.page.wait_for_function("told.aloud.includes('The link is copied.')")
    assert ada.page.evaluate("told.copied") == [link]
    expect(copy).to_be_visible()  # and back again

    opener = ada.page.get_by_role("button", name="QR code")
    ada.press(opener)
    expect(ada.page.get_by_role("img", name="QR code of the invitation link")).to_be_in_viewport(ratio=1)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(CODE)).to_have_count(0)
    if way is not Finger:
        expect(opener).to_be_focused()


def test_where_nothing_can_be_shared_or_copied_the_link_is_marked(visit: Visit, place: Place) -> None:
    ada = visit(place)
    link = at_a_table(ada, WITHOUT)
    expect(ada.page.get_by_role("button", name="QR code")).to_be_visible()
    assert ada.page.get_by_role("button", name="Share").count() == 0
    ada.page.get_by_role("button", name="Copy link").click()
    expect(ada.page.locator("main input[readonly]")).to_be_focused()
    assert ada.page.evaluate("String(getSelection())") == link
    expect(ada.page.get_by_text("Copying is not possible here.")).to_have_count(1)


@pytest.mark.parametrize(("way", "theme"), [(Mouse, "light"), (Finger, "dark")])
def test_the_code_in_german_is_found_faultless_by_axe(
    visit: Visit, place: Place, way: type[Mouse | Finger], theme: str
) -> None:
    ada = visit(place, way=way(), theme=theme, locale="de-DE")
    at_a_table(ada, words=("mit Freunden", "Tisch eröffnen"))
    assert ada.violations() == []
    ada.page.get_by_role("button", name="QR-Code").click()
    expect(ada.page.get_by_role("img", name="QR-Code des Einladungslinks")).to_be_visible()
    assert ada.violations() == []


def test_who_watches_sees_no_invitation(visit: Visit, place: Place) -> None:
    ada, eve = visit(place), visit(place, "Eve")
    link = at_a_table(ada)
    for address in (link.split("#")[0], link):  # with and without an invitation to sit down
        eve.page.goto(address)
        expect(eve.page.get_by_role("heading", name="Take a seat")).to_be_visible()
        for way in ("Share", "Copy link", "QR code"):
            assert eve.page.get_by_role("button", name=way).count() == 0
    assert "join=" not in eve.page.content()


def test_nobody_but_the_server_hears_of_the_link(visit: Visit, place: Place) -> None:
    ada = visit(place)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url + (request.post_data or "")))
    link = at_a_table(ada)
    ada.page.get_by_role("button", name="QR code").click()
    expect(ada.page.locator(CODE)).to_be_visible()
    assert [url for url in asked if not url.startswith((place.address, place.address.replace("http", "ws")))] == []
    assert [url for url in asked if link.split("join=")[1] in url and not url.startswith(f"{place.address}/api/")] == []


def icon(page: Page) -> str:
    return str(page.locator("link[rel=icon]").get_attribute("href"))


def test_title_icon_and_badge_say_whose_turn_it_is(visit: Visit, pond: Place) -> None:
    ada, ben = visit(pond), visit(pond, "Ben")
    ada.page.add_init_script(DEVICE)
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Pond with friends").click()
    ada.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(ada.page.get_by_label("Copy link").input_value())
    calm = icon(ada.page)
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page).to_have_title("Your turn · Pond · Paddock")
    assert icon(ada.page) != calm
    ada.page.wait_for_function("told.badge.at(-1) === 1")
    waiting = ada.page.context.new_page()  # also where the table is only listed
    waiting.goto("/")
    expect(waiting).to_have_title("Your turn · Paddock")
    waiting.close()
    ada.decide()
    expect(ada.page).to_have_title("Pond · Paddock")
    assert icon(ada.page) == calm
    ada.page.wait_for_function("told.badge.at(-1) === 0")


def test_chromium_finds_nothing_that_keeps_the_site_from_being_installed(browser: Browser, place: Place) -> None:
    """In a profile of its own: a private window, as other tests use, can install nothing."""
    with tempfile.TemporaryDirectory() as profile:
        context = browser.browser_type.launch_persistent_context(
            profile, executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = context.pages[0]
        page.goto(f"{place.address}/t/abcdefghijklmnop")
        talk = context.new_cdp_session(page)
        found = talk.send("Page.getAppManifest")
        assert found["errors"] == []
        assert json.loads(found["data"])["display"] == "standalone"
        assert talk.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        context.close()
