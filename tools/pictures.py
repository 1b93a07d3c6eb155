"""Pictures: those that links to our pages show, and the icons of the app, made with a real browser from our drawings.

`python -m tools.pictures`, after a change of a box or of the logo; it writes into `web/public`, so `make web` follows.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from paddock.core.registry import list_games, load
from paddock.server.preview import HEIGHT, PICTURES, WIDTH
from tests.server.place import Place

ROOT = Path(__file__).parents[1]
PUBLIC = ROOT / "web" / "public"
LOGO = ROOT / "web" / "src" / "look" / "art" / "logo.svg"
ICONS = {  # file: pixels, and how much of the side the round sign takes; a mask may cut all but the middle four fifths
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "maskable-512.png": (512, 0.8),
    "apple-touch-icon.png": (180, 0.86),  # iOS rounds the corners of a square
}
GREEN = "#1F5340"

# The boxes as the start page draws them, on a page of their own; the title big enough for a picture of 300 pixels.
STAGE = """
([titles, heading]) => {
  const boxes = titles.map((title) => document.querySelector(`svg.boxsvg[aria-label="${title}"]`));
  const brand = document.querySelector("a.brand svg, a.brand .art");
  const make = (kind, style, ...inside) => {
    const made = document.createElement(kind);
    Object.assign(made.style, style);
    made.append(...inside);
    return made;
  };
  const one = boxes.length === 1;
  const wide = one ? 500 : 262;
  for (const box of boxes) {
    const filter = "drop-shadow(0 10px 10px rgba(60,42,16,.3))";
    Object.assign(box.style, { width: `${wide}px`, height: "auto", flex: "none", filter });
  }
  Object.assign(brand.style, { width: "72px", height: "72px" });
  const lettering = { font: "800 52px var(--serif)", color: "var(--green)" };
  const sign = make("div", { display: "flex", alignItems: "center", gap: "18px", ...lettering }, brand, "Paddock");
  const shelf = make("div", { display: "flex", gap: one ? "0" : "18px", alignItems: "flex-end" }, ...boxes);
  const stage = make("div", {
    position: "fixed", inset: "0", zIndex: "9", display: "flex", flexDirection: one ? "row" : "column",
    alignItems: "center", justifyContent: "center", gap: one ? "64px" : "44px", padding: "0 56px",
    background: "var(--contour) center / cover, var(--paper)",
  });
  if (one) {
    const title = make("div", { font: "800 104px/1 var(--serif)", color: "var(--ink)", maxWidth: "520px" }, heading);
    stage.append(shelf, make("div", { display: "grid", gap: "56px", alignContent: "center" }, title, sign));
  } else {
    stage.append(sign, shelf);
  }
  document.body.replaceChildren(stage);
}
"""


def preview(page: Page, address: str, file: Path, titles: list[str], heading: str = "") -> None:
    page.goto(address)
    page.get_by_role("button", name="Play now").nth(len(list_games()) - 1).wait_for()
    page.evaluate(STAGE, [titles, heading])
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file, animations="disabled")


def icon(browser: Browser, file: Path, pixels: int, part: float) -> None:
    """The sign, alone on nothing or on its own green to the edges."""
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    ground = "transparent" if part == 1 else GREEN
    side = round(pixels * part)
    page.set_content(
        f"<body style='margin:0;display:grid;place-items:center;height:100vh;background:{ground}'>"
        f"<div style='width:{side}px;height:{side}px'>{LOGO.read_text('utf-8')}</div>"
    )
    page.screenshot(path=file, omit_background=True)
    page.close()


def main() -> None:
    for folder in (PICTURES, "app"):
        (PUBLIC / folder).mkdir(exist_ok=True)
    titles = [load(name).title for name in list_games()]
    with (
        tempfile.TemporaryDirectory() as folder,
        Place(Path(folder) / "tables.db", games=()) as place,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", locale="en-GB")
        preview(page, place.address, PUBLIC / PICTURES / "paddock.png", titles)
        for name, title in zip(list_games(), titles, strict=True):
            preview(page, place.address, PUBLIC / PICTURES / f"{name}.png", [title], title)
        for name, (pixels, part) in ICONS.items():
            icon(browser, PUBLIC / "app" / name, pixels, part)
        browser.close()


if __name__ == "__main__":
    main()
