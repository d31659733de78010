"""What an editor shows of jmx, asked through pyright's language server: texts, completions, and where a definition leads."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: expression -> (the source that its definition leads to, its line there, what the text over the name says)
NAMES = {
    "mx.gluon.nn.Dense": ("jmx/gluon/nn/basic_layers.py", "class Dense(", "units : int"),
    "mx.gluon.loss.SoftmaxCrossEntropyLoss": ("jmx/gluon/loss/classification.py", "class SoftmaxCrossEntropyLoss(", "axis : int"),
    "mx.gluon.Trainer": ("jmx/gluon/trainer.py", "class Trainer", "optimizer_params"),
    "mx.optimizer.Adam": ("jmx/optimizer/adaptive.py", "class Adam(", "moving means of the gradient"),
    "mx.metric.Accuracy": ("jmx/metric/classification.py", "class Accuracy(", "Share of right classes"),
    "mx.init.Xavier": ("jmx/initializer/drawn.py", "class Xavier(", "magnitude : "),
    "mx.mod.Module": ("jmx/module/module.py", "class Module(", "symbol : Symbol"),
    "mx.lr_scheduler.FactorScheduler": ("jmx/lr_scheduler.py", "class FactorScheduler(", "factor : float"),
    "mx.nd.array": ("jmx/ndarray/creation.py", "def array(", "source_array"),
    "mx.np.split": ("jmx/_numpy/splitting.py", "def split(", "indices_or_sections : int"),
    "mx.gluon.data.DataLoader": ("jmx/gluon/data/dataloader.py", "class DataLoader", "batch_size : int"),
    "mx.autograd.record": ("jmx/autograd.py", "def record(", "train_mode : bool"),
}
#: what is written so far -> names that an editor offers next
OFFERED = {
    "mx.gluon.nn.": {"Dense", "Conv2D", "HybridSequential"},
    "mx.np.": {"split", "einsum", "ndarray"},
    "mx.nd.": {"Convolution", "array", "contrib"},
    "mx.nd.ones((2, 2)).": {"asnumpy", "reshape", "as_in_context"},
}


class Server:
    """pyright's language server in a process of its own; messages are JSON with a header that says how long they are."""

    def __init__(self, folder):
        command = shutil.which("basedpyright-langserver", path=str(pathlib.Path(sys.executable).parent))
        assert command is not None, "basedpyright brings its language server"
        self.process = subprocess.Popen([command, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.last = 0
        capabilities = {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}
        self.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities=capabilities,
                 workspaceFolders=[{"uri": folder.as_uri(), "name": "programs"}])  # fmt: skip
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        assert length, "the language server has ended"
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        """The result of a request; what the server asks meanwhile is answered with nothing."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if "method" in message and "id" in message:
                items = message["params"].get("items", []) if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": items and [{} for _ in items]})
            elif message.get("id") == self.last and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]

    def close(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    """A function that asks about a place of a program that is open, and the lines of the program."""
    folder = tmp_path_factory.mktemp("editor")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    settings = {"extraPaths": [str(ROOT), str(ROOT / "compat")], "pythonVersion": version}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    lines = ["import mxnet as mx", *NAMES, *OFFERED]
    path = folder / "program.py"
    path.write_text("\n".join(lines), encoding="utf-8")
    server = Server(folder)
    document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": path.read_text(encoding="utf-8")}
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def ask(method, line, column):
        at = {"line": lines.index(line), "character": column}
        return server.ask(f"textDocument/{method}", textDocument={"uri": path.as_uri()}, position=at)

    yield ask
    server.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_definition_leads_to_the_source(editor, name):
    file, start, _ = NAMES[name]
    found = editor("definition", name, len(name) - 1)
    places = [(place["uri"].rpartition("/")[2], place["range"]["start"]["line"]) for place in found]
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    shown = [lines[line] for place, line in places if place == pathlib.PurePath(file).name]
    assert any(line.startswith(start) for line in shown), places


@pytest.mark.parametrize("name", NAMES)
def test_the_text_over_a_name_describes_its_parameters(editor, name):
    text = editor("hover", name, len(name) - 1)["contents"]["value"]
    assert re.search(rf"\b{name.rpartition('.')[2]}\b", text)
    assert NAMES[name][2].split(" : ")[0] in text, text


@pytest.mark.parametrize("written", OFFERED)
def test_an_editor_offers_public_names(editor, written):
    found = editor("completion", written, len(written))
    offered = {item["label"] for item in (found["items"] if isinstance(found, dict) else found)}
    assert OFFERED[written] <= offered
