"""`python -m jmx.tools.im2rec`: lists and record files of a folder of images."""

import os
import random
import subprocess
import sys
import time

import numpy as np
import pytest

import jmx as mx
from jmx import _codec
from jmx.tools import im2rec

SHAPES = {"cat/a.jpg": (20, 30, 3), "cat/b.png": (31, 17, 3), "cat/deep/c.JPEG": (12, 12, 3), "dog/d.png": (18, 25, 4),
          "e.jpg": (9, 8, 3)}  # fmt: skip


@pytest.fixture
def root(tmp_path):
    made = np.random.RandomState(0)
    for name, shape in SHAPES.items():
        path = tmp_path / "images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_codec.encode(made.randint(0, 256, shape).astype(np.uint8), 95, path.suffix))
    (tmp_path / "images" / "notes.txt").write_text("not an image")
    return tmp_path / "images"


def lines(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def records(stem):
    reader = mx.recordio.MXIndexedRecordIO(f"{stem}.idx", f"{stem}.rec", "r")
    return {key: mx.recordio.unpack(reader.read_idx(key)) for key in reader.keys}


def test_lists(root, tmp_path, capsys):
    prefix = str(tmp_path / "all")
    assert im2rec.main([prefix, str(root), "--list", "--recursive", "--no-shuffle"]) == 0
    known = [["0", "0.000000", "e.jpg"], ["1", "1.000000", "cat/a.jpg"], ["2", "1.000000", "cat/b.png"],
             ["3", "2.000000", "cat/deep/c.JPEG"], ["4", "3.000000", "dog/d.png"]]  # fmt: skip
    assert lines(tmp_path / "all.lst") == known
    assert capsys.readouterr().out.split() == [".", "0", "cat", "1", "cat/deep", "2", "dog", "3"]
    im2rec.main([prefix, str(root), "--list", "--recursive"])
    random.Random(100).shuffle(known)
    assert lines(tmp_path / "all.lst") == known
    im2rec.main([prefix, str(root), "--list", "--exts", ".jpg"])
    assert lines(tmp_path / "all.lst") == [["0", "0.000000", "e.jpg"]]
    im2rec.main([prefix, str(root), "--list", "--recursive", "--chunks", "2", "--train-ratio", "0.4", "--test-ratio", "0.4"])
    names = sorted(path.name for path in tmp_path.glob("all_*"))
    assert names == [f"all_{i}_{what}.lst" for i in (0, 1) for what in ("test", "train", "val")]
    assert sorted(sum((lines(tmp_path / name) for name in names), [])) == sorted(known)


@pytest.mark.parametrize("threads", ["1", "3"])
def test_records(root, tmp_path, threads, capsys):
    stem = str(tmp_path / "all")
    im2rec.main([stem, str(root), "--list", "--recursive"])
    order = [int(line[0]) for line in lines(tmp_path / "all.lst")]
    im2rec.main([stem, str(root), "--resize", "10", "--num-thread", threads, "--encoding", ".png", "--quality", "3"])
    found = records(stem)
    assert list(found) == order and [found[i][0].label for i in range(5)] == [0, 1, 1, 2, 3]
    shapes = [mx.image.imdecode(found[i][1]).shape for i in range(5)]
    assert shapes == [(11, 10, 3), (10, 15, 3), (18, 10, 3), (10, 10, 3), (10, 13, 3)]
    im2rec.main([stem, str(root), "--center-crop", "--color", "0", "--num-thread", threads])
    shapes = [mx.image.imdecode(records(stem)[i][1], flag=0).shape for i in range(5)]
    assert shapes == [(8, 8, 1), (20, 20, 1), (17, 17, 1), (12, 12, 1), (18, 18, 1)]
    im2rec.main([stem, str(root), "--pass-through", "--num-thread", threads])
    for number, _, name in lines(tmp_path / "all.lst"):
        assert records(stem)[int(number)][1] == (root / name).read_bytes()
    assert "5 records\n" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.idx", "all.lst", "all.rec", "images"]


def test_labels_and_what_is_left_out(root, tmp_path, capsys):
    (tmp_path / "x.lst").write_text(
        "3\t1\t2.5\te.jpg\n4\t1\t2\tnotes.txt\n5\t1\tnowhere.jpg\nten\t1\te.jpg\n7\te.jpg\n\n8\t4\te.jpg\n"
    )
    (root / "empty.jpg").write_bytes(b"")
    im2rec.main([str(tmp_path / "x"), str(root), "--pack-label"])
    found = records(tmp_path / "x")
    assert list(found) == [3, 8] and found[3][0].label.tolist() == [1, 2.5] and found[8][0].label == 4
    out = capsys.readouterr().out
    for part in ("notes.txt: it is no image", "nowhere.jpg", "Parsing lst met error for ['ten'", "only has 2 parts",
                 "2 records, 2 images left out"):  # fmt: skip
        assert part in out
    im2rec.main([str(tmp_path / "x"), str(root)])
    assert records(tmp_path / "x")[3][0].label == 1
    im2rec.main([str(tmp_path / "y"), str(root)])
    assert "Did not find and list file" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--resize -1", "--chunks 0", "--num-thread 0", "--train-ratio 0.9 --test-ratio 0.2"])
def test_bad_options(words, root, tmp_path, capsys):
    with pytest.raises(SystemExit):
        im2rec.main([str(tmp_path / "x"), str(root), *words.split()])
    with pytest.raises(SystemExit):
        im2rec.main([str(tmp_path / "x"), str(tmp_path / "nowhere")])
    assert "is no folder" in capsys.readouterr().err


def test_as_a_file(root, tmp_path):
    place = os.pathsep.join(filter(None, sys.path))
    subprocess.run([sys.executable, mx.test_utils.get_im2rec_path(), "--list", str(tmp_path / "x"), str(root)], check=True,
                   env={**os.environ, "PYTHONPATH": place})  # fmt: skip
    assert lines(tmp_path / "x.lst") == [["0", "0.000000", "e.jpg"]]


def test_a_killed_run_leaves_what_was_there(root, tmp_path):
    stem = tmp_path / "x"
    (tmp_path / "x.lst").write_text("".join(f"{i}\t{i}\te.jpg\n" for i in range(200_000)))
    (tmp_path / "x.rec").write_bytes(b"before")
    process = subprocess.Popen([sys.executable, "-m", "jmx.tools.im2rec", str(stem), str(root)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    aside = tmp_path / "x.rec.part"
    end = time.time() + 60
    while time.time() < end and not (aside.exists() and aside.stat().st_size):
        time.sleep(0.02)
    process.kill()
    process.communicate(timeout=60)
    assert (tmp_path / "x.rec").read_bytes() == b"before" and aside.exists()
    (tmp_path / "x.lst").write_text("3\t1\te.jpg\n")
    im2rec.main([str(stem), str(root)])
    assert list(records(stem)) == [3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["images", "x.idx", "x.lst", "x.rec"]


def test_a_failing_run_leaves_what_was_there(root, tmp_path, monkeypatch):
    (tmp_path / "x.lst").write_text("3\t1\te.jpg\n" * 20)
    (tmp_path / "x.rec").write_bytes(b"before")

    def fail(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(mx.recordio.MXIndexedRecordIO, "write_idx", fail)
    with pytest.raises(KeyboardInterrupt):
        im2rec.main([str(tmp_path / "x"), str(root), "--num-thread", "2"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["images", "x.lst", "x.rec"]
    assert (tmp_path / "x.rec").read_bytes() == b"before"


def in_a_terminal(words, columns):
    """(exit status, standard output, what a terminal gets of standard error)"""
    pty = pytest.importorskip("pty", reason="terminals are POSIX's")
    controller, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "COLUMNS": str(columns)}
    process = subprocess.Popen([sys.executable, "-m", "jmx", "im2rec", *map(str, words)], env=environment, stdout=subprocess.PIPE,
                               stderr=terminal, text=True)  # fmt: skip
    os.close(terminal)
    out, _ = process.communicate(timeout=60)
    shown = b""
    try:
        while part := os.read(controller, 4096):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(controller)
    return process.returncode, out, shown.decode()


@pytest.mark.parametrize("columns", [80, 45])
def test_a_bar_on_a_terminal(root, tmp_path, columns):
    im2rec.main([str(tmp_path / "x"), str(root), "--list", "--recursive"])
    (root / "dog" / "d.png").write_bytes(b"no image")
    status, out, shown = in_a_terminal([tmp_path / "x", root], columns)
    assert status == 0 and out.splitlines()[1].startswith(f"left out {root}/dog/d.png")
    assert out.endswith("4 records, 1 images left out\n") and "time:" not in out
    assert shown.endswith("\x1b[K\r\n")
    line = shown.removesuffix("\x1b[K\r\n").rsplit("\r", 1)[-1]
    assert line.startswith("x.rec ") and " 5/5 " in line and "images/s, 0 s left" in line and len(line) < columns
    assert ("[####" in line) == (columns == 80) and ".]" not in line


def test_no_bar_elsewhere(root, tmp_path, capsys):
    im2rec.main([str(tmp_path / "x"), str(root), "--list"])
    im2rec.main([str(tmp_path / "x"), str(root)])
    out, err = capsys.readouterr()
    assert err == "" and "time: " in out and "\r" not in out


def test_as_a_command(root, tmp_path, capsys):
    from jmx import cli

    assert cli.main(["im2rec", "--list", "--train_ratio", "1", str(tmp_path / "x"), str(root)]) == 0
    assert cli.main(["im2rec", "--pass_through", "--num-thread=2", str(tmp_path / "x"), str(root)]) == 0
    assert records(tmp_path / "x")[0][1] == (root / "e.jpg").read_bytes()


def test_folders_that_are_not_there(root, tmp_path, capsys):
    with pytest.raises(SystemExit):
        im2rec.main([str(tmp_path / "no" / "x"), str(root), "--list"])
    assert f"there is no folder {tmp_path}/no" in capsys.readouterr().err


def test_a_full_disk_is_said_in_one_line(root, tmp_path, monkeypatch, capsys):
    (tmp_path / "x.lst").write_text("3\t1\te.jpg\n")

    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mx.recordio.MXIndexedRecordIO, "write_idx", fail)
    assert im2rec.main([str(tmp_path / "x"), str(root)]) == 1
    assert capsys.readouterr().err == "jmx im2rec: writing: No space left on device\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["images", "x.lst"]
