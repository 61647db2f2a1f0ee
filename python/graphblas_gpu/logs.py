"""The log of the library in the standard library's logging."""

from __future__ import annotations

import logging
from typing import Any

from . import _core

_levels = {"call_ends": logging.INFO, "call_fails": logging.INFO, "device_refuses": logging.INFO}


def set_log(logger: logging.Logger | str | None = "graphblas_gpu") -> None:
    """All threads' calls of the library are told to this logger, or to the logger of this name; None: to nobody, as at first.

        logging.basicConfig(level=logging.DEBUG)
        gg.set_log()

    Level INFO has the ends of calls, with method, time and memory, and calls that a GPU refuses; DEBUG has their beginnings with
    the sizes of operands, the planner's choice and why, and phases with their times. `record.event` is a dict: kind, operation,
    engine, name (of a phase or a method), text, milliseconds, bytes, depth, and report (as last_report(); None but at the end of some calls). What a
    handler raises goes to sys.unraisablehook, and the call goes on. A handler may not call this package."""
    if logger is None:
        _core.set_log(None)
        return
    to = logging.getLogger(logger) if isinstance(logger, str) else logger

    def tell(line: str, event: dict[str, Any]) -> None:
        to.log(_levels.get(event["kind"], logging.DEBUG), "%s", line, extra={"event": event})

    _core.set_log(tell)
