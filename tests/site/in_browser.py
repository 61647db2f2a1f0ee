#!/usr/bin/env python3
"""Looks at two pages of the documentation site in Chromium: in light and dark, as wide as a screen and as a phone, and searches.

    in_browser.py SITE [PICTURES]

SITE is a folder that `scripts/docs --site` made. PICTURES is a folder for screenshots. Exits with 77, which ctest counts as skipped,
without Chromium or without the site.
"""
import functools
import http.server
import json
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

# A page, a heading on it, and a text that only the finished page has: a link in a declaration.
PAGES = [("index.html", "graphblas_gpu", "Which page answers which question"),
         ("reference/graphblas_gpu/mxm.html", "graphblas_gpu/mxm.hpp", "out_of_memory")]
# Shows a page in a frame as wide as asked, and sends what is in it. Chromium's own windows have a least width.
FRAME = """<!doctype html><meta charset="utf-8">
<iframe id="frame" style="border:0;width:{width}px;height:900px" src="/{page}"></iframe>
<script>
frame.onload = async () => {{
    const view = frame.contentWindow, body = view.document.body;
    const wait = async condition => {{
        for (let i = 0; i < 100 && !condition(); ++i) await new Promise(done => setTimeout(done, 50));
    }};
    const links = () => [...view.document.querySelectorAll(".md-search-result__link")].map(link => link.getAttribute("href"));
    const input = view.document.querySelector("input[name=query]");
    input.focus(); input.value = "mxm_reduce"; input.dispatchEvent(new view.Event("keyup", {{bubbles: true}}));
    input.dispatchEvent(new view.Event("input", {{bubbles: true}}));
    await wait(() => links().length > 0);
    const lightness = color => color.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    await fetch('/found', {{method: 'POST', body: JSON.stringify({{
        heading: view.document.querySelector("h1").textContent, text: body.textContent, links: links(),
        width: view.document.documentElement.scrollWidth, paper: lightness(view.getComputedStyle(body).backgroundColor),
        ink: lightness(view.getComputedStyle(view.document.querySelector(".md-content p")).color)}})}});
}};
</script>"""


FOUND = queue.Queue()


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        if url.path != "/frame":
            super().do_GET()
            return
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(FRAME.format(**asked).encode())

    def do_POST(self):
        FOUND.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    site = Path(sys.argv[1]).resolve()
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None or not (site / "index.html").exists():
        print("site_in_browser: skipped, because there is no " + ("Chromium" if browser is None else f"{site}/index.html"))
        sys.exit(77)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        def chromium(dark, *arguments):
            scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []  # what the system of a reader prefers
            return subprocess.Popen([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *scheme,
                                     f"--user-data-dir={profile}/{int(dark)}", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        for page, heading, text in PAGES:
            for dark, width in ((False, 1280), (True, 390)):
                where = f"{page}, {'dark' if dark else 'light'}, {width} pixels wide"
                process = chromium(dark, "--remote-debugging-port=0", f"{address}/frame?page={page}&width={width}")
                try:
                    seen = FOUND.get(timeout=60)
                finally:
                    process.terminate()
                    process.wait()
                assert heading in seen["heading"], f"{where}: the heading is {seen['heading']}"
                assert text in seen["text"], f"{where}: there is no '{text}'"
                assert seen["width"] <= width, f"{where}: what it shows is {seen['width']} pixels wide"
                assert (seen["paper"] < seen["ink"]) == dark, f"{where}: paper {seen['paper']}, ink {seen['ink']} (0 is black)"
                first = seen["links"][:2]
                assert any(link.endswith("graphblas_gpu/mxm.html?h=mxm_reduce#mxm_reduce") for link in first), f"{where}: found {first}"
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                    name = f"{Path(page).stem}-{'dark' if dark else 'light'}-{width}.png"
                    chromium(dark, "--virtual-time-budget=5000", f"--window-size={max(width, 500)},1400",
                             f"--screenshot={pictures / name}", f"{address}/{page}").wait()
    print(f"site_in_browser: {len(PAGES)} pages, light and dark, 1280 and 390 pixels wide")


if __name__ == "__main__":
    main()
