"""Contexts: where the calls of a thread run."""

from __future__ import annotations

from typing import Any

from . import _core
from .errors import InvalidValue, Unsupported

_units = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}


def _bytes_of(limit: int | str) -> int:
    """A number of bytes: a number, or one with a unit ("20GB", "1.5 GiB")."""
    if isinstance(limit, int):
        return limit
    text = limit.strip().lower()
    for unit, factor in _units.items():
        if text.endswith(unit) and not text[: -len(unit)].rstrip()[-1:].isalpha():
            return int(float(text[: -len(unit)]) * factor)
    raise InvalidValue(f"memory_limit: {limit!r} is no number of bytes; write 20GB or 16GiB")


class context:
    """Where operations run, for the thread that enters it:

        with gg.context(threads=2, deterministic=True):
            C = A @ A
        with gg.context("cuda:0", memory_limit="20GB") as ctx:
            C = A @ A
            print(ctx.last_report)

    `device`: "auto" (a usable GPU, else host threads), "host", "cuda", "cuda:1", "cuda:0,1". `threads` (host): default all
    processors. `memory_limit`: bytes, or a text with a unit. `deterministic`: sums of floating-point numbers are the same in
    every run on a GPU too. `stream`: the address of the CUDA stream that the calls are queued on.

    Without a context, a thread has one of "auto", made when it first calls the library; a child of fork() makes contexts of the
    same options anew. A context serves one thread at a time (InvalidContext). Raises Unsupported without the GPU that is named."""

    def __init__(
        self,
        device: str = "auto",
        *,
        threads: int = 0,
        memory_limit: int | str = 0,
        deterministic: bool = False,
        stream: int = 0,
    ) -> None:
        if threads and device == "auto":
            device = "host"
        if device.startswith("cuda"):
            _preload_compilers()
        self._session = _core.Session(device, threads, _bytes_of(memory_limit), deterministic, stream)
        self._before: list[Any] = []

    def __enter__(self) -> context:
        self._before.append(_core.set_session(self._session))
        return self

    def __exit__(self, *raised: Any) -> None:
        _core.set_session(self._before.pop())

    @property
    def engine(self) -> str:
        """ "host" or "cuda"."""
        return self._session.engine

    @property
    def threads(self) -> int:
        """The number of host threads that an operation may use."""
        return self._session.threads

    @property
    def last_report(self) -> dict[str, Any]:
        """How the last product was computed: method, reason, engine, milliseconds, flops, nvals, estimated_bytes, peak_bytes."""
        return self._session.last_report

    def cancel(self) -> None:
        """Ends the call that runs on this context, from another thread: it raises Cancelled, and its output is as it was."""
        self._session.cancel()

    def release_memory(self) -> None:
        """Frees memory that is kept only so that later operations find it."""
        self._session.release_memory()

    def __repr__(self) -> str:
        return f"context on {self.engine}, {self.threads} threads"


def last_report() -> dict[str, Any]:
    """How the last product of this thread was computed; as context.last_report."""
    return _core.current_session().last_report


def _preload_compilers() -> None:
    """Loads NVRTC and nvJitLink from the nvidia packages in site-packages, so that the library finds them; where there are
    none, it looks for those of the system."""
    import ctypes
    import glob
    import importlib.util
    import os

    spec = importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations or [] if spec else []:
        for library in ("libnvJitLink.so.*", "libnvrtc.so.*"):
            for found in sorted(glob.glob(os.path.join(folder, "*", "lib", library)))[-1:]:
                ctypes.CDLL(found, mode=ctypes.RTLD_GLOBAL)


def show_config() -> str:
    """What this installation can do, as a text: version, engine, threads."""
    lines = [f"graphblas_gpu {_core.version}"]
    session = _core.current_session()
    lines.append(f"calls of this thread run on: {session.engine}, {session.threads} threads")
    try:
        lines.append(f"GPU: {_core.Session('cuda', 0, 0, False, 0).engine}")
    except Unsupported as refused:
        lines.append(f"GPU: none ({refused})")
    return "\n".join(lines)
