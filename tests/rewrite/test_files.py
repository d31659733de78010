"""`jmx rewrite` as a command: which files, the diff, writing, git, notebooks, exit status."""

import json
import os
import subprocess

import pytest

pytest.importorskip("libcst")
from jmx.cli.rewrite import run
from jmx.rewrite import MARK, rewrite
from jmx.rewrite._staged import staged

PROGRAM = "import mxnet as mx  # arrays\n\n\nprint( mx.nd.ones(3) )\n"
REWRITTEN = PROGRAM.replace("import mxnet", "import jmx")


def git(folder, *words):
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True, capture_output=True
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_diff_is_printed_and_nothing_written(folder, capsys):
    (folder / "a.py").write_text(PROGRAM)
    assert run(["a.py", "--to", "import"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "--- a/a.py", "+++ b/a.py", "@@ -1,4 +1,4 @@", "-import mxnet as mx  # arrays", "+import jmx as mx  # arrays", " ", " ",
        " print( mx.nd.ones(3) )",
    ]  # fmt: skip
    assert "1 file looked at, 1 would change in 1 place" in err and (folder / "a.py").read_text() == PROGRAM


def test_the_diff_is_a_patch(folder, capsys):
    sources = {"a.py": PROGRAM, "b.py": "x = 'ü'\nimport mxnet as mx", "c.py": PROGRAM.replace("\n", "\r\n")}
    for name, source in sources.items():
        (folder / name).write_bytes(source.encode())
    assert run([".", "--to", "import"]) == 0
    (folder / "it.patch").write_bytes(capsys.readouterr().out.encode())
    git(folder, "apply", "it.patch")
    for name, source in sources.items():
        assert (folder / name).read_bytes() == source.encode().replace(b"import mxnet", b"import jmx")


def test_several_stages_read_a_file_once(folder, capsys):
    (folder / "a.py").write_bytes(PROGRAM.encode())
    assert run(["a.py", "--to", "import,numpy", "--write"]) == 0
    assert (folder / "a.py").read_text() == "import jmx as mx  # arrays\n\nmx.npx.set_np()\n\n\nprint( mx.np.ones(3) )\n"
    one_by_one = rewrite(rewrite(PROGRAM.encode(), "import").source, "numpy").source
    assert (folder / "a.py").read_bytes() == one_by_one and rewrite(one_by_one, "import,numpy,data,optax").places == 0


def test_writing_keeps_the_mode_and_a_second_run_changes_nothing(folder, capsys):
    path = folder / "a.py"
    path.write_text(PROGRAM)
    path.chmod(0o751)
    assert run(["a.py", "--to", "import", "--write"]) == 0
    assert path.read_text() == REWRITTEN and os.listdir(folder) == ["a.py"]
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o751
    before = path.stat().st_mtime_ns
    assert run(["a.py", "--to", "import", "--write"]) == 0
    assert path.stat().st_mtime_ns == before and "0 changed in 0 places" in capsys.readouterr().err


def test_marks_are_listed_with_their_lines(folder, capsys):
    (folder / "a.py").write_text("import mxnet as mx\nimport mxnet._global_var\n")
    for _ in range(2):
        assert run(["a.py", "--to", "import", "--write"]) == 1
        assert "a.py:2: jmx has no module _global_var" in capsys.readouterr().err
    assert (folder / "a.py").read_text().count(MARK) == 1


def test_folders_are_walked(folder, capsys):
    inside = ["a.py", "sub/b.py", "sub/c.ipynb"]
    outside = [".hidden/a.py", "venv/a.py", "mine/pyvenv.cfg", "mine/lib/a.py", "sub/.d.py", "sub/a.txt", "__pycache__/a.py"]
    elsewhere = folder / "elsewhere"
    for name in inside + outside + ["elsewhere/a.py"]:
        path = folder / "tree" / name if not name.startswith("elsewhere") else folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROGRAM if path.suffix != ".ipynb" else notebook([PROGRAM]), encoding="utf-8")
    if os.name == "posix":  # Windows makes links for administrators
        (folder / "tree" / "link").symlink_to(elsewhere)
        (folder / "tree" / "link.py").symlink_to(elsewhere / "a.py")
    assert run(["tree", "tree/a.py", "--to", "import", "--write"]) == 0
    assert "3 files looked at, 3 changed" in capsys.readouterr().err
    assert (folder / "tree/sub/b.py").read_text() == REWRITTEN
    assert (elsewhere / "a.py").read_text() == PROGRAM and (folder / "tree/venv/a.py").read_text() == PROGRAM


def test_a_broken_file_is_reported_and_the_others_go_on(folder, capsys):
    (folder / "a.py").write_text("print 'mxnet'\n")
    (folder / "b.py").write_text(PROGRAM)
    (folder / "c.ipynb").write_text("{}")
    (folder / "d.ipynb").write_text("[1, 2")
    assert run([".", "--to", "import", "--write"]) == 1
    err = capsys.readouterr().err
    assert "a.py: is not Python 3" in err and "c.ipynb: is not a notebook" in err and "d.ipynb: is not a notebook" in err
    assert (folder / "b.py").read_text() == REWRITTEN and (folder / "a.py").read_text() == "print 'mxnet'\n"


def test_git_must_have_what_is_overwritten(folder, capsys):
    git(folder, "init", "-q")
    for name in ("kept.py", "changed.py", "new [x].py", "ignored.py"):
        (folder / name).write_text(PROGRAM)
    (folder / ".gitignore").write_text("ignored.py\n")
    git(folder, "add", "kept.py", "changed.py", ".gitignore")
    git(folder, "commit", "-q", "-m", "programs")
    (folder / "changed.py").write_text(PROGRAM + "# more\n")
    assert run([".", "--to", "import", "--write"]) == 1
    err = capsys.readouterr().err
    assert (folder / "kept.py").read_text() == REWRITTEN
    assert "changed.py: not written, because it has changes that are not committed" in err
    assert "new [x].py: not written, because git does not track it" in err
    assert "ignored.py: not written, because git does not track it" in err and "--force" in err
    assert (folder / "changed.py").read_text() == PROGRAM + "# more\n" and (folder / "new [x].py").read_text() == PROGRAM
    assert run([".", "--to", "import"]) == 0  # a diff harms nothing
    assert run([".", "--to", "import", "--write", "--force"]) == 0
    assert (folder / "changed.py").read_text() == REWRITTEN + "# more\n"


@pytest.mark.not_on_windows("no links without a privilege")
def test_a_link_stays_a_link(folder):
    (folder / "a.py").write_text(PROGRAM)
    (folder / "b.py").symlink_to("a.py")
    assert run(["b.py", "--to", "import", "--write"]) == 0
    assert (folder / "b.py").is_symlink() and (folder / "a.py").read_text() == REWRITTEN


@pytest.mark.parametrize("words", [["nope.py", "--to", "import"], ["--to", "import"], ["."], [".", "--to", "torch"],
                                   [".", "--to", "import", "--write", "--diff"]])  # fmt: skip
def test_command_lines_that_cannot_be_followed(words, folder, capsys):
    try:
        status = run(words)
    except SystemExit as error:
        status = error.code
    assert status == 2 and "jmx rewrite" in capsys.readouterr().err


def test_without_libcst(folder, capsys, monkeypatch):
    (folder / "a.py").write_text(PROGRAM)
    monkeypatch.setitem(__import__("sys").modules, "libcst", None)
    assert run(["a.py", "--to", "import"]) == 2
    assert "pip install libcst" in capsys.readouterr().err


# notebooks


def notebook(cells, indent=1, **more):
    """The text of a notebook with code cells, as Jupyter lays it out."""
    made = [{"cell_type": "markdown", "metadata": {}, "source": ["import mxnet as mx"]}]
    made += [
        {
            "cell_type": "code", "execution_count": 3, "metadata": {"tags": ["a"]},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": ["import mxnet as mx é 1e-07\n"]}],
            "source": cell.splitlines(keepends=True) if isinstance(cell, str) else cell[0],
        }
        for cell in cells
    ]  # fmt: skip
    content = {"cells": made, "metadata": {"x": 1e-7}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=indent, ensure_ascii=False, **more)


def rewrite_notebook(data, stage):
    """What a stage makes of a notebook, and what is left out of it."""
    file = staged(data, notebook=True)
    file.run(stage)
    return file.result(), file.left_out


@pytest.mark.parametrize("indent, end", [(1, "\n"), (2, ""), (4, "\n\n"), (None, "\n")])
def test_only_the_source_of_code_cells_changes(indent, end):
    cells = [
        "%matplotlib inline\nimport mxnet as mx\n!ls -l\nmx.nd.ones?",
        "from mxnet import nd\n",
        ("from mxnet import gluon",),
        "x = 'ü'",
    ]
    before = notebook(cells, indent) + end
    result, left_out = rewrite_notebook(before.encode(), "import")
    expected = before
    for old, new in (('import mxnet as mx\\n",', 'import jmx as mx\\n",'), ("from mxnet", "from jmx")):
        first, *rest = expected.split(old)
        expected = first + new + new.join(rest) if old[0] == "f" else expected.replace(f'"{old}', f'"{new}')
    assert result.source.decode() == expected and not left_out and result.places == 3
    assert rewrite_notebook(result.source, "import")[0].source == result.source


def test_names_are_known_from_one_cell_to_the_next():
    before = notebook(
        ["import mxnet as mx", "%time a = mx.nd.concat(mx.nd.ones((1, 2)), mx.nd.ones((1, 2)), dim=0)\nb = mx.nd.exp(a)"]
    )
    result, _ = rewrite_notebook(before.encode(), "numpy")
    cells = ["".join(cell["source"]) for cell in json.loads(result.source)["cells"]][1:]
    assert cells[0] == "import mxnet as mx\n\nmx.npx.set_np()"
    assert cells[1].endswith("b = mx.np.exp(a)") and cells[1].startswith("%time a = mx.nd.concat")


def test_cells_that_are_no_python():
    before = notebook(
        [
            "%%bash\nimport mxnet as mx",
            "print 'mxnet'",
            "%%time\nimport mxnet as mx",
            "from __future__ import division\nimport mxnet",
        ]
    )
    result, left_out = rewrite_notebook(before.encode(), "import")
    cells = ["".join(cell["source"]) for cell in json.loads(result.source)["cells"]][1:]
    assert cells == [
        "%%bash\nimport mxnet as mx",
        "print 'mxnet'",
        "%%time\nimport jmx as mx",
        "from __future__ import division\nimport jmx as mxnet",
    ]
    assert left_out == ["code cell 2 is not Python 3 and is left as it is"]


def test_cells_that_are_nested_too_deeply():
    deep = "x = " + "-" * 200_000 + "1"
    result, left_out = rewrite_notebook(notebook([deep, "import mxnet as mx"]).encode(), "import")
    assert left_out == ["code cell 1 is not Python 3 and is left as it is"]
    assert "import jmx as mx" in result.source.decode() and deep in result.source.decode()


def test_marks_in_notebooks_have_the_line_of_the_file():
    result, _ = rewrite_notebook(notebook(["x = 1\n", "y = 2\nimport mxnet._global_var\n"]).encode(), "import")
    ((line, text),) = result.marks
    assert MARK + text in result.source.decode().splitlines()[line - 1]


def test_a_file_is_left_alone_where_nothing_is_of_mxnet():
    source = b"import numpy as np\nnp.ones(3).flatten()\n"
    assert all(rewrite(source, stage).source == source for stage in ("import", "numpy"))
