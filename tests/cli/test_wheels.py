"""`jmx shim wheels` and `jmx shim constraints`: whatever line of requirements names MXNet, pip takes jmx, or refuses."""

import base64
import csv
import email
import errno
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tomllib
import zipfile

import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

import jmx
from jmx import cli
from jmx.cli import _shim, _wheels

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMPAT = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["project"]
OWN = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"]["custom"]
LOCAL = f"+jmx.{jmx.__version__}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder that the command writes, where jmx runs from a checkout."""
    path = tmp_path_factory.mktemp("wheels") / "jmx wheels"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_shim, "_own", lambda: None)
        _wheels.write(str(path))
    return path


def command(capsys, *words):
    """(exit status, standard output, standard error)"""
    status = cli.main(["shim", *map(str, words)])
    return status, *capsys.readouterr()


def wheels_by_name(folder):
    names = {}
    for path in folder.glob("*.whl"):
        name, version, _, tags = parse_wheel_filename(path.name)
        assert {str(tag) for tag in tags} == {"py3-none-any"}
        names.setdefault(name, set()).add(version)
    return names


# ---- which pip would take


def test_every_name_has_every_version(folder):
    wanted = {Version(version + LOCAL) for version in _wheels.VERSIONS}
    assert wheels_by_name(folder) == {canonicalize_name(name): wanted for name in _wheels.NAMES}
    assert len(_wheels.NAMES) == 30 and len(wanted) == len(_wheels.VERSIONS)
    assert {"mxnet", "mxnet-mkl", "mxnet-cu101", "mxnet-cu101mkl", "mxnet-cu112"} <= set(_wheels.NAMES)


def specifiers():
    """What an old project may write behind a name: each operator with each version, and some together."""
    yield from ("", "==1.*", "<2", ">=1.0,<2", ">=1.4.0,!=1.5.0", "~=1.5", ">1.2,<=1.6.0", "==1.5.*,>1.5.0", ">=0.12.0")
    for text in _wheels.VERSIONS:
        release = Version(text).release
        yield from (f"{operator}{text}" for operator in ("==", ">=", "<=", "<", ">", "!=", "~="))
        yield f"=={release[0]}.{release[1]}.*"
        yield f"~={release[0]}.{release[1]}"
        yield f"=={text.removesuffix('.0')}"


@pytest.mark.parametrize("pre", [None, True])
def test_pip_prefers_them_to_the_index_for_every_specifier(folder, pre):
    """Candidates are those of the index, with every version for every name, and the wheels; the highest that fits is taken."""
    released = {Version(version) for version in _wheels.VERSIONS}
    candidates = [*released, *wheels_by_name(folder)["mxnet"]]
    fitting = 0
    for text in specifiers():
        try:
            specifier = SpecifierSet(text, prereleases=pre)
        except InvalidSpecifier:
            continue
        found = list(specifier.filter(candidates))
        fitting += bool(found)
        assert not found or max(found).local == LOCAL[1:], text
        public = {str(version) for version in found if version.local is None}
        assert public == {version.public for version in found if version.local}, text
    assert fitting > 300


@pytest.mark.parametrize("name", [*_wheels.NAMES, *_wheels.OTHER_NAMES])
def test_constraints_shut_out_what_is_on_the_index(name):
    (line,) = [r for r in map(Requirement, _wheels.constraints()[1:7] + _wheels.constraints()[8:]) if r.name == name]
    assert not [
        version for version in (*_wheels.VERSIONS, "2.0.3", "0.0.5") if line.specifier.contains(version, prereleases=True)
    ]
    assert line.specifier.contains(COMPAT["version"])


def test_constraints_have_the_ranges_of_the_distributions():
    for with_wheels in (False, True):
        lines = [line for line in _wheels.constraints(with_wheels) if not line.startswith("#")]
        said = [r for r in map(Requirement, lines) if not r.name.startswith("mxnet")]
        own = [r for r in map(Requirement, OWN["dependencies"]) if r.name in ("jax", "jaxlib", "numpy")]
        assert sorted(map(str, said)) == sorted({str(r) for r in (*own, *map(Requirement, COMPAT["dependencies"]))})
        assert any(line.startswith("mxnet") for line in lines) != with_wheels


# ---- what is in them


def read(path):
    """(metadata, {name: content}) of a wheel, whose RECORD is checked."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
    rows = list(csv.reader(files[record].decode().splitlines()))
    assert [row[0] for row in rows] == list(files)
    for name, digest, size in rows:
        wanted = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
        assert (digest, size) == (("", "") if name == record else (f"sha256={wanted}", str(len(files[name]))))
    return email.message_from_bytes(files[record.replace("RECORD", "METADATA")]), files


def test_that_of_mxnet_is_what_compat_has(folder):
    said, files = read(folder / f"mxnet-1.5.1.post0{LOCAL}-py3-none-any.whl")
    modules = {name: content for name, content in files.items() if ".dist-info/" not in name}
    assert "mxnet/gluon/trainer.py" in modules and "_mxnet_jmx.pth" in modules
    for name, content in modules.items():
        assert content == (ROOT / "compat" / name).read_bytes()
    assert (said["Name"], said["Version"]) == ("mxnet", f"1.5.1.post0{LOCAL}")
    assert sorted(map(str, map(Requirement, said.get_all("Requires-Dist")))) == sorted(
        str(Requirement(line)) for line in COMPAT["dependencies"]
    )
    assert said["Requires-Python"] == COMPAT["requires-python"]
    assert (folder / f"mxnet-{COMPAT['version']}-py3-none-any.whl").exists()


@pytest.mark.parametrize("name", sorted({*_wheels.NAMES} - {"mxnet"}))
def test_those_of_other_names_have_no_files_that_could_lie_over_others(folder, name):
    stem = f"{name.replace('-', '_')}-1.6.0{LOCAL}"
    said, files = read(folder / f"{stem}-py3-none-any.whl")
    assert {file.partition("/")[0] for file in files} == {f"{stem}.dist-info"}
    assert (said["Name"], said["Version"]) == (name, f"1.6.0{LOCAL}")
    assert said.get_all("Requires-Dist") == ["mxnet", f"jmx=={jmx.__version__}"]


def test_the_same_bytes_every_time(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(_shim, "_own", lambda: None)
    _wheels.write(str(tmp_path / "again"))
    for path in (*folder.glob("mxnet-1*"), *folder.glob("mxnet_cu101-*"), folder / "constraints.txt"):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def jmx_distribution(tmp_path, origin=None):
    """jmx as pip has installed it, in a few files."""
    info = f"jmx-{jmx.__version__}.dist-info"
    files = {
        "jmx/__init__.py": "a = 1\n",
        "jmx/cli/shim/mxnet/__init__.py": "",
        "jmx/__pycache__/x.cpython-311.pyc": "",
        "../../bin/jmx": "",
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: jmx\nVersion: {jmx.__version__}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\n",
        f"{info}/entry_points.txt": "[console_scripts]\njmx = jmx.cli:main\n",
        f"{info}/licenses/NOTICE": "",
        f"{info}/INSTALLER": "pip\n",
        f"{info}/REQUESTED": "",
        f"{info}/direct_url.json": json.dumps(origin or {}),
        f"{info}/RECORD": "",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in files)
    site = tmp_path / "lib" / "site"
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, newline="\n")
    return next(iter(importlib.metadata.distributions(name="jmx", path=[str(site)])))


def test_jmx_itself_is_packed_again(tmp_path, monkeypatch):
    installed = jmx_distribution(tmp_path)
    monkeypatch.setattr(_shim, "_own", lambda: installed)
    monkeypatch.setattr(_wheels, "NAMES", ("mxnet-mkl",))
    count, with_jmx = _wheels.write(str(tmp_path / "wheels"))
    assert (count, with_jmx) == (len(_wheels.VERSIONS) + 1, True)
    said, files = read(tmp_path / "wheels" / f"jmx-{jmx.__version__}-py3-none-any.whl")
    info = f"jmx-{jmx.__version__}.dist-info"
    parts = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/NOTICE")
    assert set(files) == {"jmx/__init__.py", "jmx/cli/shim/mxnet/__init__.py", *(f"{info}/{name}" for name in parts)}
    assert said["Name"] == "jmx" and files["jmx/__init__.py"] == b"a = 1\n"


def test_an_editable_jmx_is_not_packed(tmp_path, monkeypatch):
    installed = jmx_distribution(tmp_path, {"url": "file:///jmx", "dir_info": {"editable": True}})
    monkeypatch.setattr(_shim, "_own", lambda: installed)
    monkeypatch.setattr(_wheels, "NAMES", ("mxnet-mkl",))
    assert _wheels.write(str(tmp_path / "wheels")) == (len(_wheels.VERSIONS), False)


# ---- versions that a file pins


def test_versions_that_a_file_pins():
    text = (
        "numpy==1.17\n# mxnet==0.1\nmxnet-cu101mkl==1.6.0b20191207  # of that night\n"
        "  MXNet_cu92 == 1.4.0b20181215 ; python_version<'4'\n"
        "mxnet===1.5.0\nmxnet>=1.6\nmxnet-model-server==1.0.8\nmxnet[x]==1.7.0.post2,<2\nmxnet==1.*\nmxnet-mkl==../../x\n"
        "mxnet @ https://example.org/mxnet-1.0.whl\nmxnet-mkl==1.5.0 --hash=sha256:00\n"
    )
    assert _wheels.pinned(text) == {
        ("mxnet-cu101mkl", "1.6.0b20191207"), ("mxnet-cu92", "1.4.0b20181215"), ("mxnet", "1.5.0"), ("mxnet", "1.7.0.post2"),
        ("mxnet-mkl", "1.5.0"),
    }  # fmt: skip


def test_they_are_written_too(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(_wheels, "VERSIONS", ["1.9.1"])
    monkeypatch.setattr(_shim, "_own", lambda: None)
    (tmp_path / "requirements.txt").write_text("mxnet-cu101==1.6.0b20191207\nnumpy\n")
    status, out, err = command(capsys, "wheels", tmp_path / "w", "-r", tmp_path / "requirements.txt")
    assert (status, err) == (0, "") and out.startswith(f"{len(_wheels.NAMES) + 1} wheels of jmx {jmx.__version__} ")
    assert (tmp_path / "w" / f"mxnet_cu101-1.6.0b20191207{LOCAL}-py3-none-any.whl").exists()
    status, _, err = command(capsys, "wheels", tmp_path / "v", "--requirement", tmp_path / "none.txt")
    assert status == 1 and err == f"jmx shim wheels: {tmp_path}/none.txt cannot be read (No such file or directory)\n"
    assert not (tmp_path / "v").exists()


# ---- the folder


@pytest.fixture
def few(monkeypatch):
    """Few wheels, so that a test takes milliseconds."""
    monkeypatch.setattr(_wheels, "NAMES", ("mxnet-mkl", "mxnet-cu92"))
    monkeypatch.setattr(_wheels, "VERSIONS", ["1.5.0"])
    monkeypatch.setattr(_shim, "_own", lambda: None)


def listing(folder):
    return sorted(path.name for path in folder.iterdir())


WRITTEN = ["constraints.txt", f"mxnet_cu92-1.5.0{LOCAL}-py3-none-any.whl", f"mxnet_mkl-1.5.0{LOCAL}-py3-none-any.whl"]


def test_what_the_command_says(few, tmp_path, capsys):
    place = tmp_path / "my wheels"
    assert command(capsys, "wheels", place) == (
        0,
        f"2 wheels of jmx {jmx.__version__} under the names of MXNet's are in {place}. Install what asks for them with\n"
        f"  pip install --find-links '{place}' -c '{place}'/constraints.txt -r requirements.txt\n"
        f"jmx itself is not among them, since it runs from a checkout here: install jmx {jmx.__version__} first.\n",
        "",
    )
    assert listing(place) == WRITTEN and listing(tmp_path) == ["my wheels"]
    assert (place / "constraints.txt").read_text().splitlines() == _wheels.constraints(with_wheels=True)
    assert command(capsys, "constraints") == (0, "".join(f"{line}\n" for line in _wheels.constraints()), "")


def test_an_older_or_empty_folder_is_replaced(few, tmp_path, capsys):
    place = tmp_path / "wheels"
    place.mkdir()
    assert command(capsys, "wheels", place)[0] == 0
    (place / "mxnet_mkl-1.5.0+jmx.0.0.9-py3-none-any.whl").write_bytes(b"")
    assert command(capsys, "wheels", place)[0] == 0
    assert listing(place) == WRITTEN and listing(tmp_path) == ["wheels"]


@pytest.mark.parametrize("name", ["notes.txt", "mxnet-1.9.1-py3-none-any.whl", "numpy-2.0.0-py3-none-any.whl"])
def test_files_of_others_stay(few, tmp_path, capsys, name):
    (tmp_path / name).write_text("mine")
    status, out, err = command(capsys, "wheels", tmp_path)
    assert (status, out) == (1, "") and f"has other files than `jmx shim wheels` writes, such as '{name}'" in err
    assert listing(tmp_path) == [name]
    status, _, err = command(capsys, "wheels", tmp_path / name)
    assert status == 1 and listing(tmp_path) == [name] and (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize("function, calls", [("mkdtemp", 0), ("writestr", 1), ("rename", 1), ("rename", 2)])
def test_what_fails_changes_nothing(few, tmp_path, capsys, monkeypatch, function, calls):
    place = tmp_path / "wheels"
    assert command(capsys, "wheels", place)[0] == 0
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    monkeypatch.setattr(_wheels, "VERSIONS", ["1.6.0", "1.7.0"])
    owner = {"mkdtemp": _wheels.tempfile, "writestr": zipfile.ZipFile, "rename": os}[function]
    real, count = getattr(owner, function), [0]

    def fail(*args, **options):
        count[0] += 1
        if count[0] == calls + 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **options)

    with monkeypatch.context() as context:
        context.setattr(owner, function, fail)
        status, out, err = command(capsys, "wheels", place)
    assert (status, out, err) == (
        1,
        "",
        f"jmx shim wheels: {place} cannot be written (No space left on device), and nothing was changed\n",
    )
    assert listing(tmp_path) == ["wheels"]
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


@pytest.mark.parametrize("words", [["wheels"], ["constraints", "x"], ["status", "x"], ["install", "-r", "x"]])
def test_command_lines_that_are_refused(capsys, words):
    with pytest.raises(SystemExit) as ended:
        command(capsys, *words)
    assert ended.value.code == 2
    assert ("needs a FOLDER" if words == ["wheels"] else "takes no FOLDER and no --requirement") in capsys.readouterr().err


# ---- pip itself


@pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="pip is not installed beside the tests")
@pytest.mark.not_on_windows("no links without a privilege")
def test_pip_installs_and_removes_them(tmp_path, monkeypatch):
    """An environment in which jmx and NumPy are installed, and an old project's requirements."""
    folder = tmp_path / "wheels"
    monkeypatch.setattr(_wheels, "NAMES", ("mxnet", "mxnet-mkl", "mxnet-cu101", "mxnet-cu92", "mxnet-cu112"))
    monkeypatch.setattr(_wheels, "VERSIONS", ["1.5.1.post0", "1.9.0", "1.9.1"])
    monkeypatch.setattr(_shim, "_own", lambda: None)
    _wheels.write(str(folder))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_") and name != "PYTHONPATH"}
    environment["PIP_CONFIG_FILE"] = os.devnull

    def call(*words):
        done = subprocess.run([*map(str, words)], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    def pip(*words):
        return call(sys.executable, "-m", "pip", "--python", python, *words)

    place = pathlib.Path(call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")[1])
    (place / "jmx").symlink_to(ROOT / "jmx", target_is_directory=True)
    for package in pathlib.Path(np.__file__).parent.parent.glob("numpy*"):  # with numpy.libs
        if not package.name.endswith("info"):
            (place / package.name).symlink_to(package, target_is_directory=True)
    for name, version in (("jmx", jmx.__version__), ("numpy", "2.2.0")):
        info = place / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "INSTALLER").write_text("pip\n")
        (info / "RECORD").write_text(f"{name}-{version}.dist-info/METADATA,,\n")
    before = sorted(path.name for path in place.iterdir())
    (tmp_path / "requirements.txt").write_text(
        "mxnet-mkl\nmxnet-cu101>=1.6\nmxnet-cu92==1.5.1.post0\nmxnet==1.5.1.post0\nnumpy\n"
    )
    ways = ("--no-index", "--find-links", folder, "-c", folder / "constraints.txt")
    status, _, err = pip("install", *ways, "-r", "requirements.txt")
    assert status == 0, err
    listed = set(pip("list", "--format=freeze")[1].split())
    wanted = (("mxnet", "1.5.1.post0"), ("mxnet-mkl", "1.9.1"), ("mxnet-cu101", "1.9.1"), ("mxnet-cu92", "1.5.1.post0"))
    assert {f"{name}=={version}{LOCAL}" for name, version in wanted} <= listed
    assert pip("check")[:2] == (0, "No broken requirements found.")
    code = "import mxnet; print(mxnet.__version__, mxnet.lr_scheduler.__name__)"
    assert call(python, "-B", "-c", code) == (0, "1.9.1 jmx.lr_scheduler", "")
    (tmp_path / "old.txt").write_text("mxnet-mkl\nnumpy==1.23.1\n")
    status, _, err = pip("install", *ways, "-r", "old.txt")
    assert status == 1 and "numpy" in err
    (tmp_path / "c.txt").write_text("\n".join(_wheels.constraints()))
    assert pip("install", *ways[:3], "-c", "c.txt", "mxnet-cu112==1.9.0")[0] == 1
    assert pip("uninstall", "-y", *(name for name, _ in wanted))[0] == 0
    assert sorted(path.name for path in place.iterdir()) == before
