"""What a type checker says of programs: nothing of correct ones, in strict mode, and the right thing of each wrong line.

The checker is basedpyright, a distribution of pyright that carries all it needs in its wheels. The one called `pyright` loads
pyright itself from the network when it is first run.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = sorted(path.stem for path in [*HERE.glob("ok_*.py"), *HERE.glob("wrong_*.py")])
IMPORT_NAMES = ("mxnet", "jmx")
#: names of MXNet that at least two of 39 public projects use and jmx has
MOST_USED = (HERE / "most_used.txt").read_text(encoding="utf-8").split()


def readme_program():
    """The Python program of README.md."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (program,) = [block for block in blocks if block.startswith("import mxnet as mx")]
    return program


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """(import name, program) -> line -> messages, and the programs' sources, from one run of the checker."""
    folder = tmp_path_factory.mktemp("typing")
    sources = {}
    for name in IMPORT_NAMES:
        (folder / name).mkdir()
        texts = {program: (HERE / f"{program}.py").read_text(encoding="utf-8") for program in PROGRAMS}
        texts["most_used"] = "import mxnet as mx\n" + "".join(f"_ = mx.{used}\n" for used in MOST_USED)
        texts["ok_readme"] = "# pyright: strict\n" + readme_program()
        for program, text in texts.items():
            sources[name, program] = re.sub(r"\bmxnet\b", name, text)
            # In folders of other names than the packages, which they would hide.
            (folder / name / f"program_{program}.py").write_text(sources[name, program], encoding="utf-8")
    settings = {
        "include": [str(name) for name in IMPORT_NAMES],
        "typeCheckingMode": "standard",
        "pythonVersion": f"{sys.version_info.major}.{sys.version_info.minor}",
        "extraPaths": [str(ROOT), str(ROOT / "compat")],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--project", folder, "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=folder)
    assert done.returncode in (0, 1), done.stdout[-2000:] + done.stderr[-2000:]
    found = {key: {} for key in sources}
    for diagnostic in json.loads(done.stdout)["generalDiagnostics"]:
        path = pathlib.Path(diagnostic["file"])
        lines = found[path.parent.name, path.stem.removeprefix("program_")]
        lines.setdefault(diagnostic["range"]["start"]["line"] + 1, []).append(diagnostic["message"])
    return found, sources


@pytest.mark.parametrize("import_name", IMPORT_NAMES)
@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.startswith("ok_")] + ["ok_readme"])
def test_correct_programs_have_no_errors_in_strict_mode(reports, import_name, program):
    found, sources = reports
    assert sources[import_name, program].startswith("# pyright: strict\n")
    assert found[import_name, program] == {}


@pytest.mark.parametrize("import_name", IMPORT_NAMES)
def test_the_names_that_programs_use_are_known(reports, import_name):
    found, sources = reports
    lines = sources[import_name, "most_used"].splitlines()
    assert len(lines) > 500
    assert [lines[number - 1] for number in found[import_name, "most_used"]] == []


@pytest.mark.parametrize("import_name", IMPORT_NAMES)
@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.startswith("wrong_")])
def test_wrong_lines_are_found_and_no_others(reports, import_name, program):
    found, sources = reports
    expected = {}
    for number, line in enumerate(sources[import_name, program].splitlines(), 1):
        if "  # error: " in line:
            expected[number] = line.partition("  # error: ")[2]
    assert len(expected) > 50
    assert set(found[import_name, program]) == set(expected)
    for number, part in expected.items():
        assert part in "\n".join(found[import_name, program][number])


@pytest.mark.parametrize("program", ["ok_training", "ok_module", "ok_numpy", "ok_custom"])
def test_checked_programs_run(tmp_path, program):
    # The others need files or the network, or show signatures only.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "compat")])}
    command = [sys.executable, HERE / f"{program}.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
