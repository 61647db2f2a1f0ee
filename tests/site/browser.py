"""Chromium without a window, for tests: it shows pages of a folder and says what a script finds in them."""
import functools
import http.server
import json
import queue
import shutil
import subprocess
import tempfile
import threading
from urllib.parse import parse_qs, urlsplit

# Shows a page in a frame as wide as asked, because Chromium's own windows have a least width, and sends what the script returns.
FRAME = """<!doctype html><meta charset="utf-8">
<iframe id="frame" style="border:0;width:{width}px;height:900px" src="/{page}"></iframe>
<script>
frame.onload = async () => {{
    const view = frame.contentWindow, page = view.document;
    let found;
    try {{ found = await (async () => {{ {script} }})(); }} catch (error) {{ found = {{error: String(error)}}; }}
    await fetch('/found', {{method: 'POST', body: JSON.stringify(found)}});
}};
</script>"""


def program():
    """The path of Chromium, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """Serves the folder to Chromium as long as it is open (`with Browser(folder) as browser`)."""

    def __init__(self, folder):
        self.found = queue.Queue()
        self.script = ""
        browser = self

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
                self.wfile.write(FRAME.format(script=browser.script, **asked).encode())

            def do_POST(self):
                browser.found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.profile.cleanup()

    def start(self, dark, *arguments):
        scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []  # what the system of a reader prefers
        return subprocess.Popen([program(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *scheme,
                                 f"--user-data-dir={self.profile.name}/{int(dark)}", *arguments],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def look(self, page, width, dark, script):
        """What the body of an asynchronous function in JavaScript returns, in which `view` is the window of the page and `page` its document."""
        self.script = script
        process = self.start(dark, "--remote-debugging-port=0", f"{self.address}/frame?page={page}&width={width}")
        try:
            found = self.found.get(timeout=60)
        finally:
            process.terminate()
            process.wait()
        assert "error" not in found, f"{page}: {found['error']}"
        return found

    def photograph(self, page, width, height, dark, path):
        """Writes a picture of the page as PNG; windows are at least 500 pixels wide."""
        self.start(dark, "--virtual-time-budget=5000", f"--window-size={max(width, 500)},{height}", f"--screenshot={path}",
                   f"{self.address}/{page}").wait()
