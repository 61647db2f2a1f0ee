"""Progress bars."""

from __future__ import annotations

import threading
import time
from typing import Any

from . import _core


class progress:
    """A progress bar of tqdm, which must be installed, for the long calls of a `with` block:

        with gg.progress("reading"):
            A = gg.read("roads.tsv.gz")

    It shows the part that is done of the bytes of a file, of the searches of betweenness, closeness and their like, of the
    vertices of core numbers, and of the rows of other operations; an algorithm of many operations begins anew with each. It
    appears after a second, and is erased in the end. It belongs to the context of the thread that enters the block."""

    _patience = 1.0
    _redraw_every = 0.1

    def __init__(self, text: str = "") -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm
        self._text = text

    def __enter__(self) -> progress:
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, args=(_core.current_session(),), daemon=True)
        self._watcher.start()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._ended.set()
        self._watcher.join()

    def _watch(self, session: Any) -> None:
        begin = time.time()
        if self._ended.wait(self._patience):
            return
        form = "{desc}{percentage:3.0f}%|{bar}| {elapsed}"
        with self._bar(desc=self._text, total=1.0, leave=False, bar_format=form) as bar:
            bar.start_t = begin
            while not self._ended.wait(self._redraw_every):
                done, total = session.progress
                bar.n = min(1.0, done / total) if total else 0.0
                bar.refresh()
