"""Opening and exporting through the worker."""

import gc
import json
import threading

import numpy as np
import pytest
from PySide6.QtCore import QObject, QThreadPool

from editor import files, worker
from models.body import body
from models.errors import Cancelled, SixpointError
from models.formats import registry
from models.posing import Session


@pytest.fixture
def posed(document):
    document.do("Move", lambda: document.session.drag("LeftHand", (0.3, 1.4, 0.3)))
    return document.session


@pytest.fixture
def pool(qapp):
    result = QThreadPool()
    yield result
    assert result.waitForDone(5000)


@pytest.mark.parametrize("extension", files.EXPORT_FILTERS)
def test_an_exported_pose_reads_back_as_it_was(posed, tmp_path, extension):
    path = tmp_path / f"pose{extension}"
    files.export_pose(path, posed)
    clip = files.read_motion(path, body(), worker.Job(lambda job: None))
    assert clip.n_frames == 1
    assert np.abs(files.frame_pose(clip, 0).points(body()) - posed.points).max() < 1e-4


def test_an_exported_pose_says_what_was_pinned(posed, tmp_path):
    path = tmp_path / "pose.json"
    files.export_pose(path, posed)
    document = json.loads(path.read_text())
    assert document["set"] == ["LeftHand"]
    assert document["error_m"]["LeftHand"] < 1e-3


def test_an_unknown_extension_is_refused_and_writes_nothing(posed, tmp_path):
    with pytest.raises(SixpointError, match=r"pose\.png"):
        files.export_pose(tmp_path / "pose.png", posed)
    assert list(tmp_path.iterdir()) == []


def test_readable_files_are_those_of_the_formats(tmp_path):
    assert all(files.is_readable(tmp_path / f"a{extension}") for extension in registry.readable())
    assert not files.is_readable(tmp_path / "a.png")


def test_a_job_delivers_progress_and_its_result(qtbot, pool):
    def work(job):
        job.progressed.emit(0.5)
        return 42

    job = worker.Job(work)
    with qtbot.waitSignals([job.progressed, job.ended]), qtbot.waitSignal(job.done) as done:
        job.start(pool)
    assert done.args == [42]


@pytest.mark.parametrize("error", [SixpointError("It cannot be read."), ValueError("odd")])
def test_a_job_that_fails_says_so(qtbot, pool, error):
    def work(job):
        raise error

    job, done = worker.Job(work), []
    job.done.connect(done.append)
    with qtbot.waitSignal(job.ended), qtbot.waitSignal(job.failed) as failed:
        job.start(pool)
    assert str(error) in failed.args[0]
    assert done == []


def test_a_cancelled_job_says_nothing(qtbot, pool):
    def work(job):
        while not job.is_cancelled():
            pass
        raise Cancelled("stopped")

    job, said = worker.Job(work), []
    job.done.connect(said.append)
    job.failed.connect(lambda *args: said.append(args))
    with qtbot.waitSignal(job.ended):
        job.start(pool)
        job.cancel()
    assert said == []


def test_a_session_without_pins_exports_an_empty_set(tmp_path):
    path = tmp_path / "rest.json"
    files.export_pose(path, Session())
    assert json.loads(path.read_text())["set"] == []


def test_jobs_that_end_one_after_another_can_be_discarded_at_once(qtbot, pool):
    owner, n_ended = QObject(), []
    for _ in range(300):
        job = worker.Job(lambda job: None)
        job.setParent(owner)
        job.ended.connect(job.discard)
        job.ended.connect(lambda: n_ended.append(1))
        job.start(pool)
    qtbot.waitUntil(lambda: len(n_ended) == 300)
    qtbot.waitUntil(lambda: owner.children() == [])


def test_jobs_that_nobody_keeps_deliver_what_they_did_and_go_in_the_windows_thread(qtbot, pool):
    results, ended_in = [], []
    for number in range(200):
        job = worker.Job(lambda job, number=number: number)
        job.done.connect(results.append)
        job.destroyed.connect(lambda: ended_in.append(threading.current_thread()))
        job.start(pool)
    del job
    qtbot.waitUntil(lambda: len(results) == 200)
    qtbot.waitUntil(gc.isenabled)
    gc.collect()
    assert sorted(results) == list(range(200))
    assert set(ended_in) <= {threading.main_thread()}


def test_no_garbage_is_collected_in_a_worker(qtbot, pool):
    """Widgets that are garbage must be deleted by the window's thread."""
    threads = []

    class Cycle:
        def __init__(self):
            self.me = self

        def __del__(self):
            threads.append(threading.current_thread())

    def work(job):
        Cycle()
        return [[] for _ in range(100_000)]  # many times what makes Python collect

    job = worker.Job(work)
    with qtbot.waitSignal(job.ended):
        job.start(pool)
    qtbot.waitUntil(gc.isenabled)
    gc.collect()
    assert threads == [threading.main_thread()]
