"""gluon.utils: splitting, clipping, downloads."""

import functools
import hashlib
import http.server
import socket
import threading

import numpy as np
import pytest
import requests

import jmx as mx
from jmx.gluon import utils


@pytest.mark.parametrize("axis", [0, 1])
def test_split_data(axis):
    data = mx.nd.arange(35).reshape((5, 7) if axis == 0 else (7, 5))
    with pytest.raises(ValueError, match="cannot be evenly split into 3 slices"):
        utils.split_data(data, 3, axis)
    pieces = utils.split_data(data, 3, axis, even_split=False)
    assert [piece.shape[axis] for piece in pieces] == ([2, 2, 1] if axis == 0 else [2, 2, 1])
    np.testing.assert_array_equal(np.concatenate([piece.asnumpy() for piece in pieces], axis), data.asnumpy())


def test_split_and_load():
    contexts = [mx.cpu(0), mx.cpu(1)]
    pieces = utils.split_and_load(np.arange(8).reshape(4, 2), contexts)
    assert [piece.context for piece in pieces] == contexts
    assert pieces[1].asnumpy().tolist() == [[4, 5], [6, 7]]
    (whole,) = utils.split_and_load(mx.nd.ones((3, 2)), [mx.cpu(1)])
    assert whole.context == mx.cpu(1) and whole.shape == (3, 2)


@pytest.mark.parametrize("check", [True, False])
def test_clip_global_norm(check):
    arrays = [mx.nd.ones((3, 3)), mx.nd.ones((4, 4), ctx=mx.cpu(1))]
    norm = utils.clip_global_norm(arrays, 1.0, check_isfinite=check)
    assert isinstance(norm, np.floating | float) if check else norm.shape == (1,)
    assert float(norm if check else norm.asscalar()) == pytest.approx(5)
    for array in arrays:
        np.testing.assert_allclose(array.asnumpy(), 0.2, rtol=1e-5)
    assert utils.clip_global_norm(arrays, 2.0) == pytest.approx(1)
    np.testing.assert_allclose(arrays[0].asnumpy(), 0.2, rtol=1e-5)
    with pytest.warns(UserWarning, match="nan or inf"):
        utils.clip_global_norm([mx.nd.array([np.inf])], 1.0)
    with pytest.raises(AssertionError):
        utils.clip_global_norm([], 1.0)


class Server(http.server.BaseHTTPRequestHandler):
    """Serves a file that is wrong at first."""

    answers: list = []

    def do_GET(self):
        status, content = self.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args):
        pass


@pytest.fixture
def serve():
    servers = []

    def start(*answers):
        handler = type("Handler", (Server,), {"answers": list(answers)})
        server = http.server.HTTPServer(("127.0.0.1", 0), functools.partial(handler))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/file.bin"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_download_checks_and_retries(serve, tmp_path, capsys):
    good = b"right content"
    sha1 = hashlib.sha1(good).hexdigest()
    url = serve((404, b""), (200, b"wrong"), (200, good))
    file = utils.download(url, path=str(tmp_path), sha1_hash=sha1)
    assert file == str(tmp_path / "file.bin")
    assert utils.check_sha1(file, sha1)
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin"]
    assert "retrying, 4 attempts left" in capsys.readouterr().out
    # it is there, so that nothing is asked of the server
    assert utils.download(url, path=file, sha1_hash=sha1) == file
    assert utils.download(url, path=file) == file


def test_download_gives_up_and_leaves_nothing(serve, tmp_path):
    url = serve((200, b"wrong"), (200, b"wrong"))
    with pytest.raises(UserWarning, match="SHA-1"):
        utils.download(url, path=str(tmp_path / "a" / "b.bin"), sha1_hash="0" * 40, retries=2)
    assert not list((tmp_path / "a").iterdir())
    with pytest.raises(AssertionError, match="retries"):
        utils.download(url, path=str(tmp_path), retries=-1)


def test_download_keeps_the_old_file_when_the_new_one_is_wrong(serve, tmp_path):
    file = tmp_path / "file.bin"
    file.write_bytes(b"old")
    url = serve((200, b"wrong"))
    with pytest.raises(UserWarning):
        utils.download(url, path=str(file), sha1_hash="0" * 40, retries=1)
    assert file.read_bytes() == b"old"


def test_download_from_a_silent_server_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(utils, "_SILENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(requests.exceptions.ReadTimeout):
        utils.download(f"http://127.0.0.1:{server.getsockname()[1]}/file.bin", path=str(tmp_path), retries=1)
    assert not list(tmp_path.iterdir())


def test_replace_file(tmp_path):
    (tmp_path / "new").write_text("new")
    (tmp_path / "old").write_text("old")
    utils.replace_file(str(tmp_path / "new"), str(tmp_path / "old"))
    assert (tmp_path / "old").read_text() == "new"
    (tmp_path / "new").write_text("new")
    with pytest.raises(OSError, match="failed"):
        utils.replace_file(str(tmp_path / "new"), str(tmp_path / "no" / "folder"))
    assert not (tmp_path / "new").exists()


def test_shape_is_known():
    assert utils.shape_is_known((1, 2))
    assert not utils.shape_is_known(None)
    assert not utils.shape_is_known(())
    assert not utils.shape_is_known((1, 0))
    with pytest.raises(AssertionError):
        utils.shape_is_known((1, -1))


def test_texts():
    assert utils._brief_print_list("abcdefgh") == "'a', 'b', 'c', ..., 'e', 'f', 'g', 'h'"
    assert utils._brief_print_list("ab") == "'a', 'b'"
    assert utils._indent("a\nb\nc", 2) == "a\n  b\n  c"
