#!/usr/bin/env python3
"""Looks at a picture and a report of a graph in Chromium: in light and dark, as wide as a screen and as a phone.

    pictures_in_browser.py GRB [PICTURES]

GRB is the tool. PICTURES is a folder for screenshots. Exits with 77, which ctest counts as skipped, without Chromium.
"""
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import browser

# What is shown: words, how many shapes have an area on the screen, and the lightness of the paper and of the ink (0 is black).
SCRIPT = """
    const lightness = color => color.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const pictures = [...page.querySelectorAll("svg")].map(svg => {
        const box = svg.getBoundingClientRect();
        return {title: svg.querySelector("title").textContent, words: svg.querySelector("desc").textContent, role: svg.getAttribute("role"),
                left: box.left, right: box.right, paper: lightness(view.getComputedStyle(svg.querySelector(".fill-paper")).fill),
                ink: lightness(view.getComputedStyle(svg.querySelector("text.fill-ink")).fill),
                shapes: [...svg.querySelectorAll("path, polyline")].filter(shape => {
                    const inner = shape.getBoundingClientRect();
                    return inner.width + inner.height > 0;
                }).length,
                outside: [...svg.querySelectorAll("text")].filter(text => {
                    const inner = text.getBoundingClientRect();
                    return inner.left < box.left - 1 || inner.right > box.right + 1 || inner.bottom > box.bottom + 1;
                }).map(text => text.textContent),
                overlaps: [...svg.querySelectorAll("text")].flatMap((text, k, all) => all.slice(k + 1).filter(other => {
                    const a = text.getBoundingClientRect(), b = other.getBoundingClientRect();
                    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
                }).map(other => text.textContent + " / " + other.textContent))};
    });
    const body = page.body || page.documentElement;
    return {pictures, text: body.textContent, width: page.documentElement.scrollWidth, lang: page.documentElement.lang,
            paper: page.body ? lightness(view.getComputedStyle(page.body).backgroundColor) : null,
            ink: page.body ? lightness(view.getComputedStyle(page.body).color) : null,
            wide: page.body ? [...page.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > view.innerWidth - 15)
                                  .map(e => e.tagName + ": " + e.textContent.slice(0, 60)) : [],
            heads: [...page.querySelectorAll("table")].map(table => table.querySelectorAll("th[scope]").length),
            captions: page.querySelectorAll("table > caption").length};
"""
# The size of a PNG file, the share of its pixels that have ink, and of those that differ much from the SVG file of the same theme.
COMPARE = """
    const load = source => new Promise((done, fail) => {
        const image = new view.Image();
        image.onload = () => done(image); image.onerror = () => fail(source); image.src = source;
    });
    const png = await load("/THEME.png"), svg = await load("/THEME.svg");
    const pixels = image => {
        const canvas = page.createElement("canvas");
        canvas.width = png.naturalWidth; canvas.height = png.naturalHeight;
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const a = pixels(png), b = pixels(svg);
    let ink = 0, different = 0;
    for (let i = 0; i < a.length; i += 4) {
        const distance = (x, y, j) => Math.abs(x[i] - y[j]) + Math.abs(x[i + 1] - y[j + 1]) + Math.abs(x[i + 2] - y[j + 2]);
        ink += distance(a, a, 0) > 150;
        different += distance(a, b, i) > 150;
    }
    return {width: png.naturalWidth, height: png.naturalHeight, paper: a[0], ink: 4 * ink / a.length, different: 4 * different / a.length};
"""
TITLES = ["Density of the matrix", "Degrees", "Components", "Levels of a breadth-first search"]


def compare_png(folder, run, chromium):
    try:
        run("picture", "grid.mtx", "--out", "light.png")
    except subprocess.CalledProcessError:
        print("pictures_in_browser: PNG files: left out, because there is no rsvg-convert")
        return
    for theme, paper in (("light", 255), ("dark", 13)):
        for ending in ("svg", "png"):
            run("picture", "grid.mtx", "--theme", theme, "--out", f"{theme}.{ending}")
        seen = chromium.look("grid.html", 1280, False, COMPARE.replace("THEME", theme))
        assert (seen["width"], seen["height"], seen["paper"]) == (1840, 1732, paper), seen
        assert 0.02 < seen["ink"] < 0.5 and seen["different"] < 0.02, seen  # letters of other fonts differ


def main():
    grb = Path(sys.argv[1]).resolve()
    if browser.program() is None:
        print("pictures_in_browser: skipped, because there is no Chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run(*words):
            subprocess.run([grb, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)

        rng = random.Random(1)
        (folder / "a-directed-graph-with-a-long-name.tsv").write_text(
            "".join(f"{int(3000 * rng.random()**3)}\t{int(3000 * rng.random()**2)}\n" for _ in range(20000)))
        run("generate", "grid2d", "40", "--out", "grid.mtx")
        for graph in ("a-directed-graph-with-a-long-name.tsv", "grid.mtx"):
            run("picture", graph, "--out", f"{Path(graph).stem}.svg")
            run("report", graph, "--out", f"{Path(graph).stem}.html", "--time-limit", "0")
            html = (folder / f"{Path(graph).stem}.html").read_text()
            elsewhere = re.findall(r"<script|<link|@import|url\(|(?:src|href)=\"[^\"]*", html)
            assert not elsewhere, f"the report of {graph} needs {elsewhere}"
        with browser.Browser(folder) as chromium:
            for page in sorted(path.name for path in folder.iterdir() if path.suffix in (".svg", ".html")):
                for dark, width in ((False, 1280), (True, 1280), (False, 360), (True, 360)):
                    if page.endswith(".svg") and width == 360:
                        continue  # a picture has a size of its own
                    where = f"{page}, {'dark' if dark else 'light'}, {width} pixels wide"
                    seen = chromium.look(page, width, dark, SCRIPT)
                    for picture in seen["pictures"]:
                        assert picture["role"] == "img" and len(picture["words"]) > 20, f"{where}: {picture}"
                        assert picture["shapes"] > 12, f"{where}: {picture['title']} has {picture['shapes']} shapes"
                        assert (picture["paper"] < picture["ink"]) == dark, f"{where}: {picture}"
                        assert not picture["outside"], f"{where}: {picture['title']} is left by {picture['outside']}"
                        assert not picture["overlaps"], f"{where}: {picture['title']}: words on words: {picture['overlaps']}"
                    if page.endswith(".svg"):
                        assert all(title in seen["text"] for title in TITLES), f"{where}: {seen['text']}"
                    else:
                        assert [picture["title"] for picture in seen["pictures"]] == TITLES, where
                        assert seen["lang"] == "en", where
                        assert seen["width"] <= width and not seen["wide"], f"{where}: {seen['width']} pixels: {seen['wide']}"
                        assert (seen["paper"] < seen["ink"]) == dark, f"{where}: paper {seen['paper']}, ink {seen['ink']}"
                        assert len(seen["heads"]) == seen["captions"] >= 5 and min(seen["heads"]) > 4, f"{where}: {seen['heads']}"
                        for words in ("nvals", "the planner chooses", "triangles", "processor"):
                            assert words in seen["text"], f"{where}: there is no '{words}'"
                    if len(sys.argv) > 2:
                        pictures = Path(sys.argv[2])
                        pictures.mkdir(parents=True, exist_ok=True)
                        chromium.photograph(page, width, 3400 if page.endswith(".html") else 880, dark,
                                            pictures / f"{page.replace('.', '-')}-{'dark' if dark else 'light'}-{width}.png")
            compare_png(folder, run, chromium)
    print("pictures_in_browser: 2 pictures and 2 reports, light and dark, reports also 360 pixels wide")


if __name__ == "__main__":
    main()
