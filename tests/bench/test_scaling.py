"""The benchmark of docs/scaling.md runs, and its figures are complete."""

import importlib.util
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="gives processes cores of their own as Linux does")
def test_two_processes_and_two_devices(monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("scaling", ROOT / "benchmarks" / "scaling.py")
    scaling = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scaling)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), str(ROOT / "compat"))))
    found = [scaling.summary(kind, "lenet", 2, scaling.run(kind, "lenet", 2, 1)) for kind in ("processes", "devices")]
    for figures, own in zip(found, ({"wait", "barrier", "announce", "pack", "sum", "cut"}, {"compiled"})):
        for key in {"step", "compute", "reduce", "update", "bare", "arrays"} | own:
            assert 0 < figures["least"][key] <= figures[key]
        assert (figures["bytes"], figures["buckets"], figures["samples"]) == (932784, 1, 64) and "overhead" in figures
    scaling.show(found)
    assert capsys.readouterr().out.count("| lenet |") == 4
