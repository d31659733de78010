"""The cases of `tools.surroundings`: one of them is run, where namespaces can be made."""

import sys

import pytest

from tools import surroundings


def test_nothing_can_be_written():
    reason = surroundings.why_not()
    if reason:
        pytest.skip(reason)
    status, said, _ = surroundings.run("read-only", sys.executable)
    assert (status, said.split()[:1]) == (0, ["right"]), said


def test_without_namespaces_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(surroundings.shutil, "which", lambda name: None)
    assert surroundings.main([]) == 2
    assert "needs Linux, root and unshare" in capsys.readouterr().err
