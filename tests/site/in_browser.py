#!/usr/bin/env python3
"""Looks at two pages of the documentation site in Chromium: in light and dark, as wide as a screen and as a phone, and searches.

    in_browser.py SITE [PICTURES]

SITE is a folder that `scripts/docs --site` made. PICTURES is a folder for screenshots. Exits with 77, which ctest counts as skipped,
without Chromium or without the site.
"""
import sys
from pathlib import Path

import browser

# A page, a heading on it, and a text that only the finished page has: a link in a declaration.
PAGES = [("index.html", "graphblas_gpu", "Which page answers which question"),
         ("reference/graphblas_gpu/mxm.html", "graphblas_gpu/mxm.hpp", "out_of_memory")]
# Searches, and says what the page shows.
SCRIPT = """
    const wait = async condition => {
        for (let i = 0; i < 100 && !condition(); ++i) await new Promise(done => setTimeout(done, 50));
    };
    const links = () => [...page.querySelectorAll(".md-search-result__link")].map(link => link.getAttribute("href"));
    const input = page.querySelector("input[name=query]");
    input.focus(); input.value = "mxm_reduce"; input.dispatchEvent(new view.Event("keyup", {bubbles: true}));
    input.dispatchEvent(new view.Event("input", {bubbles: true}));
    await wait(() => links().length > 0);
    const lightness = color => color.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    return {
        heading: page.querySelector("h1").textContent, text: page.body.textContent, links: links(),
        width: page.documentElement.scrollWidth, paper: lightness(view.getComputedStyle(page.body).backgroundColor),
        ink: lightness(view.getComputedStyle(page.querySelector(".md-content p")).color)};"""


def main():
    site = Path(sys.argv[1]).resolve()
    if browser.program() is None or not (site / "index.html").exists():
        print("site_in_browser: skipped, because there is no " + ("Chromium" if browser.program() is None else f"{site}/index.html"))
        sys.exit(77)
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with browser.Browser(site) as chromium:
        for page, heading, text in PAGES:
            for dark, width in ((False, 1280), (True, 390)):
                where = f"{page}, {'dark' if dark else 'light'}, {width} pixels wide"
                seen = chromium.look(page, width, dark, SCRIPT)
                assert heading in seen["heading"], f"{where}: the heading is {seen['heading']}"
                assert text in seen["text"], f"{where}: there is no '{text}'"
                assert seen["width"] <= width, f"{where}: what it shows is {seen['width']} pixels wide"
                assert (seen["paper"] < seen["ink"]) == dark, f"{where}: paper {seen['paper']}, ink {seen['ink']} (0 is black)"
                first = seen["links"][:2]
                assert any(link.endswith("graphblas_gpu/mxm.html?h=mxm_reduce#mxm_reduce") for link in first), f"{where}: found {first}"
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                    chromium.photograph(page, width, 1400, dark, pictures / f"{Path(page).stem}-{'dark' if dark else 'light'}-{width}.png")
    print(f"site_in_browser: {len(PAGES)} pages, light and dark, 1280 and 390 pixels wide")


if __name__ == "__main__":
    main()
