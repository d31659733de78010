"""The examples run, on the digits and shapes that jmx draws."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from jmx.native import onednn

ROOT = pathlib.Path(__file__).parents[1]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Environment of a program that may draw its own data, with one folder of data for all tests here."""
    paths = [str(ROOT), str(ROOT / "compat"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "JMX_SYNTHETIC_DATA": "1",
        "MXNET_HOME": str(tmp_path_factory.mktemp("home")),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


def run(environment, folder, *arguments):
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("digits_gluon", ["--epochs", "2", "--limit", "600", "--batch-size", "50"]),
        ("cifar_gluon", ["--epochs", "1", "--limit", "256", "--batch-size", "64", "--width", "4", "--mirror"]),
    ],
)
def test_example(environment, tmp_path, name, arguments):
    pytest.importorskip("matplotlib")
    done = run(environment, tmp_path, ROOT / "examples" / f"{name}.py", *arguments, "--plot", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    lines = done.stdout.splitlines()
    assert sum(line.startswith("epoch ") for line in lines) == int(arguments[1])
    accuracy = float(re.search(r"^test accuracy: ([\d.]+)$", done.stdout, re.M).group(1))
    assert accuracy >= (0.2 if name == "digits_gluon" else 0)
    assert "NOT the real" in done.stderr


@pytest.mark.parametrize("network, least", [("mlp", 0.5), ("lenet", 0.2)])
def test_module_example(environment, tmp_path, network, least):
    pytest.importorskip("matplotlib")
    arguments = ["--network", network, "--epochs", "2", "--limit", "1200", "--batch-size", "20", "--prefix", "kept"]
    done = run(environment, tmp_path, ROOT / "examples" / "module_digits.py", *arguments, "--plot", "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    saved = ["kept-0001.params", "kept-0002.params", "kept-symbol.json"]
    assert sorted(path.name for path in tmp_path.glob("kept*")) == saved
    assert len(re.findall(r"^Epoch\[\d\] Batch \[0-50\]\tSpeed: [\d.]+ samples/sec\taccuracy=", done.stderr, re.M)) == 2
    validated = re.findall(r"^Epoch\[\d\] Validation-accuracy=([\d.]+)$", done.stderr, re.M)
    accuracy = re.search(r"^test accuracy: ([\d.]+)$", done.stdout, re.M).group(1)
    assert len(validated) == 2 and abs(float(validated[-1]) - float(accuracy)) < 1e-4
    assert float(accuracy) >= least
    assert re.search(r"^Total params: \d{6}$", done.stdout, re.M)


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_language_model(environment, tmp_path, cell):
    pytest.importorskip("matplotlib")
    arguments = ["--cell", cell, "--epochs", "3", "--sentences", "1500", "--hidden", "50", "--plot", "curve.png"]
    arguments += ["--tied", "--layers", "2"] if cell == "gru" else []
    done = run(environment, tmp_path, ROOT / "examples" / "word_language_model.py", *arguments)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    found = re.findall(r"^epoch \d/3: training perplexity ([\d.]+), test perplexity ([\d.]+)", done.stdout, re.M)
    first, *_, last = [[float(number) for number in pair] for pair in found]
    assert len(found) == 3 and last[0] < first[0] and last[1] < 6  # 32 words, of which many are as likely as others
    assert len(done.stdout.splitlines()[-2].split()) == 40


def test_transformer(environment, tmp_path):
    pytest.importorskip("matplotlib")
    arguments = ["--layers", "1", "--units", "32", "--epochs", "8", "--plot", "curve.png"]
    done = run(environment, tmp_path, ROOT / "examples" / "transformer_classifier.py", *arguments)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    curve = [float(found) for found in re.findall(r"^epoch \d/8: .*test accuracy ([\d.]+)", done.stdout, re.M)]
    assert len(curve) == 8 and curve[0] < 0.8 and curve[-1] > 0.9
    right, wrong = [float(found) for found in re.findall(r"^grammatical with probability ([\d.]+): the", done.stdout, re.M)]
    assert right > 0.7 and wrong < 0.3


def test_transfer_learning(environment, tmp_path):
    pytest.importorskip("matplotlib")
    program, small = ROOT / "examples" / "transfer_learning.py", ["--digits", "1500", "--test-images", "300"]
    done = run(environment, tmp_path, program, *small, "--save", "digits.params", "--plot", "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    found = re.findall(r"^test accuracy, ([a-z -]+): ([\d.]+)$", done.stdout, re.M)
    assert [way for way, _ in found] == ["from nothing", "fine-tuned", "partly frozen"]
    nothing, tuned, frozen = [float(accuracy) for _, accuracy in found]
    # of 300 pictures: where XLA alone computes, the last bits are others, and so is what the network guesses of some
    assert tuned > nothing + 0.05 and frozen > nothing + (0.05 if onednn.usable() else 0) and tuned > 0.6
    again = run(environment, tmp_path, program, *small, "--parameters", "digits.params", "--epochs", "1", "--images", "20")
    assert "digits:" not in again.stdout and again.stdout.count("test accuracy, ") == 3


def test_gan(environment, tmp_path):
    pytest.importorskip("matplotlib")
    arguments = ["--limit", "1000", "--channels", "16", "--batch-size", "25", "--epochs", "3", "--plot", "curve.png"]
    done = run(environment, tmp_path, ROOT / "examples" / "gan_digits.py", *arguments)
    pictures = [tmp_path / "curve.png", *(tmp_path / "drawn" / f"epoch-{epoch}.png" for epoch in (1, 2, 3))]
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
    found = re.findall(r"generator's loss ([\d.]+), discriminator's loss ([\d.]+),", done.stdout)  # nan is no number
    assert len(found) == 3 and all(0 < float(loss) < 20 for pair in found for loss in pair)
    before, *_, after = [float(far) for far in re.findall(r"at a distance of ([\d.]+)", done.stdout)]
    assert after < 0.8 * before


def test_progress_bar_on_a_terminal(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    import progress

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    bar = progress.Bar("epoch 1", 2, width=4)
    bar.step()
    bar.step("loss 0.5")
    bar.close("done")
    out = capsys.readouterr().out
    assert "[====] 2/2" in out and "loss 0.5" in out and "epoch 1: done" in out
