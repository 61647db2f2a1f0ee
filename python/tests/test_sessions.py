"""Contexts, threads, fork, Ctrl-C, and that importing is cheap."""

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import types

import graphblas_gpu as gg
import graphblas_gpu.algorithms as alg
import pytest


def test_contexts():
    assert gg.last_report()["operation"] in ("", "mxm", "mxm_nvals", "mxm_structure")
    with gg.context(threads=2) as ctx:
        a = gg.rmat(8)
        a.mxm(a, "plus_pair").new()
        assert ctx.threads == 2 and ctx.engine == "host" and ctx.last_report["operation"] == "mxm"
        with gg.context("host", threads=1) as inner:
            assert gg.last_report() == inner.last_report
        assert gg.last_report() == ctx.last_report
    with gg.context("host", memory_limit="1 MB"), pytest.raises(MemoryError) as caught:
        big = gg.rmat(16, 16)
        big.mxm(big).new()
    assert caught.value.code == "GrB_OUT_OF_MEMORY"
    for wrong in ({"device": "gpu"}, {"device": "cuda:x"}, {"threads": -1}, {"memory_limit": "2 apples"}):
        with pytest.raises(ValueError):
            gg.context(**wrong)
    assert "threads" in gg.show_config()


def test_eight_threads():
    a = gg.rmat(10)
    expected = alg.triangle_count(a)
    square = a.mxm(a, "plus_pair").new()
    wrong = []

    def work():
        with gg.context(threads=2):
            for _ in range(20):
                if alg.triangle_count(a) != expected or not a.mxm(a, "plus_pair").new().isequal(square):
                    wrong.append(threading.get_ident())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_default_contexts_of_threads():
    a, found = gg.rmat(9), []
    threads = [threading.Thread(target=lambda: found.append(alg.triangle_count(a))) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [alg.triangle_count(a)] * 4


def _count(seed):
    return alg.triangle_count(gg.rmat(8, seed=seed))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    expected = [_count(n) for n in range(3)]  # the parent has used its context
    with gg.context(threads=2), multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_count, range(3)) == expected


def test_matrices_of_the_parent_in_a_child():
    a = gg.rmat(8)
    expected = alg.triangle_count(a)
    child = os.fork()
    if child == 0:
        os._exit(0 if alg.triangle_count(a) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_interrupt_ends_a_call_within_a_second():
    big = gg.rmat(16, 16)
    gg.mxm_nvals(big, big)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            alg.betweenness_centrality(big)
    assert time.monotonic() - begin < 1.3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert alg.connected_components(big)[0] > 0


def test_cancel_from_a_thread():
    big = gg.rmat(16, 16)
    out = gg.Matrix.from_coo([0], [0], 1.0, shape=big.shape)
    with gg.context("host") as ctx:
        stop = threading.Event()

        def cancel():
            while not stop.wait(0.2):
                ctx.cancel()

        canceller = threading.Thread(target=cancel)
        canceller.start()
        with pytest.raises(gg.errors.Cancelled):
            for _ in range(1000):
                out(accum="plus") << big.mxm(big, "plus_pair")
        stop.set()
        canceller.join()
    assert out.type.name == "float64"


def test_import_is_cheap_and_needs_no_numpy():
    code = "import sys, graphblas_gpu; assert 'numpy' not in sys.modules and 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_output_that_is_written_is_locked_for_other_threads():
    big = gg.rmat(12, 16)
    out = gg.Matrix.from_coo([0], [0], 1.0, shape=big.shape)

    def write():
        with gg.context(threads=1):
            out(accum="plus") << big.mxm(big, "plus_pair")

    def is_locked():
        try:
            return out.nvals < 0
        except gg.errors.InvalidObject:
            return True

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive() and not is_locked():
        time.sleep(0.001)
    for use in (out.clear, out.dup, lambda: out.mxm(big).new(), lambda: out << big, lambda: out.set(0, 0, 2)):
        with pytest.raises(gg.errors.InvalidObject):
            use()
    writer.join()
    assert out.nvals == gg.mxm_nvals(big, big)


def test_a_context_of_the_parent_in_a_child():
    a = gg.rmat(8)
    with gg.context(threads=2) as ctx:
        expected = alg.triangle_count(a)
        child = os.fork()
        if child == 0:
            failed = True
            try:
                inside = alg.triangle_count(a)
                with ctx:
                    nested = alg.triangle_count(a)
                    a.mxm(a, "plus_pair").new()
                    reported = ctx.last_report["operation"]
                failed = not (inside == nested == expected and reported == "mxm" and ctx.threads == 2)
            finally:
                os._exit(failed)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("raises", [False, True])
def test_a_handler_of_the_program_is_called_after_the_call(raises):
    big, heard = gg.rmat(14, 16), []

    def handler(number, frame):
        heard.append(number)
        if raises:
            raise LookupError("the handler")

    def call():
        return big.mxm(big, "plus_pair").new()

    expected = call().nvals
    before = signal.signal(signal.SIGINT, handler)
    sent = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    sent.start()
    try:
        if raises:
            with pytest.raises(LookupError):
                call()
                sent.join()
                time.sleep(0.01)
        else:
            assert call().nvals == expected
            sent.join()
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_progress_bar(monkeypatch):
    shown = []

    class Bar:
        def __init__(self, desc, total, leave, bar_format):
            assert desc == "centrality" and total == 1 and not leave

        def __enter__(self):
            return self

        def __exit__(self, *raised):
            shown.append("closed")

        def refresh(self):
            shown.append(self.n)

    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    monkeypatch.setattr(gg.progress, "_patience", 0.01)
    monkeypatch.setattr(gg.progress, "_redraw_every", 0.01)
    a = gg.rmat(12)
    for call in (alg.closeness_centrality, alg.betweenness_centrality):
        shown.clear()
        with gg.progress("centrality"):
            call(a)
        *parts, last = shown
        assert last == "closed" and parts == sorted(parts) and len(set(parts)) > 5 and 0 < parts[-1] <= 1
    shown.clear()
    with pytest.raises(gg.errors.InvalidIndex), gg.progress("centrality"):
        time.sleep(0.1)
        alg.bfs(a, -1)
    assert shown[-1] == "closed"


def test_log(caplog):
    a = gg.rmat(8)
    caplog.set_level("DEBUG", logger="graphblas_gpu")
    gg.set_log()
    try:
        with gg.context(threads=2):
            a.mxm(a, "plus_pair").new()
            report = gg.last_report()
            with pytest.raises(gg.errors.DimensionMismatch):
                a.mxm(gg.Matrix(3, 3, "int64")).new()
        threads = [threading.Thread(target=lambda: alg.triangle_count(a)) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    finally:
        gg.set_log(None)
    events = [r.event for r in caplog.records]
    kinds = [e["kind"] for e in events]
    assert kinds[0] == "call_begins" and f"256 x 256 with {a.nvals} entries" in events[0]["text"]
    ended = next(r for r in caplog.records if r.event["kind"] == "call_ends")
    assert ended.levelname == "INFO" and ended.event["report"] == report
    assert ended.getMessage().startswith("mxm on host ends after ")
    assert "method_chosen" in kinds and "phase_ends" in kinds
    assert sum(k == "call_begins" for k in kinds) == sum(k in ("call_ends", "call_fails") for k in kinds)
    assert "inner dimensions differ" in next(e["text"] for e in events if e["kind"] == "call_fails")
    count = len(caplog.records)
    alg.triangle_count(a)
    assert len(caplog.records) == count


def test_log_that_raises(monkeypatch):
    raised = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: raised.append(what.exc_value))

    class Full(logging.Handler):
        def emit(self, record):
            raise OSError("the disk is full")

    logger = logging.Logger("full", logging.DEBUG)
    logger.addHandler(Full())
    a = gg.rmat(6)
    expected = alg.triangle_count(a)
    gg.set_log(logger)
    try:
        assert alg.triangle_count(a) == expected
    finally:
        gg.set_log(None)
    assert raised and all(isinstance(e, OSError) for e in raised)
