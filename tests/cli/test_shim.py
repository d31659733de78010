"""`jmx shim`: the import name mxnet in site-packages, whole or not at all, and nobody else's files."""

import base64
import csv
import errno
import hashlib
import importlib.metadata
import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import tomllib

import numpy as np
import pytest

import jmx
from jmx import _numpy1, cli
from jmx.cli import _shim, shim_command

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VERSION = f"1.9.1+jmx.{jmx.__version__}"
DIST_INFO = f"mxnet-{VERSION}.dist-info"


def distribution(site, name, version, **files):
    """Write the metadata of a distribution."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: >=3.11\n")
    for file, text in files.items():
        (folder / file).write_text(text)
    return folder


@pytest.fixture
def site(tmp_path, monkeypatch):
    """The site-packages of an environment in which jmx is installed, and nothing else."""
    folder = tmp_path / "site-packages"
    distribution(folder, "jmx", jmx.__version__)
    monkeypatch.setattr(_shim, "search_path", lambda: [str(folder)])
    monkeypatch.setattr(_shim, "target", lambda: str(folder))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))  # a virtual environment, whatever runs the tests
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    monkeypatch.setattr(_numpy1, "converts_one_element", lambda: True)
    return folder


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def shim(capsys, action):
    """(exit status, standard output, standard error)"""
    status = cli.main(["shim", action])
    return status, *capsys.readouterr()


#: the modules and what type checkers read, as jmx has them
SHIPPED = sorted({str(place) for name in _shim._sources() for place in (name, *pathlib.PurePath(name).parents)} - {"."})
INSTALLED = [DIST_INFO, *(f"{DIST_INFO}/{name}" for name in ("INSTALLER", "METADATA", "RECORD", "WHEEL")), *SHIPPED]


def test_install_status_remove(site, capsys):
    before = listing(site)
    assert shim(capsys, "status") == (1, "none: this environment has no module `mxnet`; `jmx shim install` puts it there\n", "")
    assert shim(capsys, "remove") == (0, "nothing to remove: this environment has no module `mxnet`\n", "")
    there = f"by jmx shim: mxnet {VERSION} in {site}\n"
    assert shim(capsys, "install") == (0, there, "")
    assert sorted(set(listing(site)) - set(before)) == sorted(INSTALLED)
    assert shim(capsys, "status") == (0, there, "")
    assert shim(capsys, "install") == (0, "already there\n" + there, "")
    assert shim(capsys, "remove") == (0, f"removed: mxnet {VERSION} from {site}\n", "")
    assert listing(site) == before


def test_what_is_written_is_what_compat_has(site):
    _shim.install()
    project = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["project"]
    (found,) = importlib.metadata.distributions(name="mxnet", path=[str(site)])
    metadata = found.metadata
    assert (metadata["Name"], metadata["Version"], metadata["Summary"]) == (
        project["name"], project["version"], project["description"])  # fmt: skip
    # jmx alone: what is written later must not make `pip check` complain of a NumPy that is there already.
    own = [line for line in project["dependencies"] if line.startswith("jmx")]
    assert metadata["Requires-Python"] == project["requires-python"] and found.requires == own
    assert {"mxnet/__init__.py", "mxnet/py.typed", "mxnet/gluon/trainer.py", "mxnet_predict.py"} <= set(SHIPPED)
    for name in SHIPPED:
        if (site / name).is_dir():
            continue
        content = (site / name).read_bytes()
        assert content == (ROOT / "compat" / name).read_bytes()


def test_record(site):
    _shim.install()
    rows = list(csv.reader((site / DIST_INFO / "RECORD").read_text().splitlines()))
    assert sorted(row[0] for row in rows) == sorted(name for name in INSTALLED if (site / name).is_file())
    for name, digest, size in rows:
        content = (site / name).read_bytes()
        if name.endswith("RECORD"):
            assert (digest, size) == ("", "")
        else:
            wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={wanted}", str(len(content)))


def make_real(site):
    (site / "mxnet").mkdir()
    (site / "mxnet" / "__init__.py").write_text("")
    (site / "mxnet" / "base.py").write_text("")
    (site / "mxnet" / "libmxnet.so").write_text("")
    distribution(site, "mxnet-cu112", "1.9.1", RECORD="mxnet/__init__.py,,\nmxnet/base.py,,\n")


def test_a_real_mxnet(site, capsys):
    make_real(site)
    before = listing(site)
    assert shim(capsys, "status") == (1, f"real MXNet: mxnet-cu112 1.9.1 in {site}\n", "")
    status, _, err = shim(capsys, "install")
    assert status == 1 and f"mxnet-cu112 1.9.1 is in this environment ({site})" in err
    assert "`pip uninstall mxnet-cu112`" in err and "`jmx run SCRIPT`" in err
    status, _, err = shim(capsys, "remove")
    assert status == 1 and "is not from jmx; nothing is removed" in err
    assert listing(site) == before


@pytest.mark.parametrize("state", ["over compat", "over the shim", "removed from compat"])
def test_a_mixed_folder(site, capsys, state):
    """What pip leaves where it installed Apache's wheel over jmx's, and where that was removed again."""
    _shim.install()
    if state != "over the shim":
        (site / DIST_INFO / "INSTALLER").write_text("pip\n")
    if state == "removed from compat":
        (site / "mxnet" / "__init__.py").unlink()
        said, command = "holds only a part of jmx's `mxnet`", "pip uninstall -y mxnet && jmx shim install"
    else:
        (site / "mxnet" / "__init__.py").write_text("")
        (site / "mxnet" / "base.py").write_text("")
        distribution(site, "mxnet-mkl", "1.6.0", RECORD="mxnet/__init__.py,,\nmxnet/base.py,,\n")
        said = f"jmx's `mxnet` and mxnet-mkl 1.6.0 are both installed in {site}, and the one spoils the other"
        command = "pip uninstall -y mxnet mxnet-mkl && jmx shim install"
    before = listing(site)
    status, out, _ = shim(capsys, "status")
    assert status == 1 and out.startswith("mixed: ") and said in out and out.endswith(f"To mend it: {command}\n")
    for action in ("install", "remove"):
        status, _, err = shim(capsys, action)
        assert status == 1 and said in err and err.endswith(f"To mend it: {command}\n")
    assert listing(site) == before


def test_compat_is_there_already(site, capsys):
    distribution(site, "mxnet", VERSION, INSTALLER="pip\n")
    before = listing(site)
    there = f"by compat: mxnet {VERSION} in {site}\n"
    assert shim(capsys, "status") == (0, there, "")
    assert shim(capsys, "install") == (0, "already there\n" + there, "")
    status, _, err = shim(capsys, "remove")
    assert status == 1 and "`pip uninstall mxnet` removes it" in err
    assert listing(site) == before


@pytest.mark.parametrize("with_metadata", [False, True])
def test_a_module_of_somebody_else(site, capsys, with_metadata):
    if with_metadata:
        distribution(site, "mxnet", "7.0", INSTALLER="pip\n")
    (site / "mxnet").mkdir()
    (site / "mxnet" / "__init__.py").write_text("mine = True\n")
    before = listing(site)
    for action in ("install", "remove"):
        status, _, err = shim(capsys, action)
        assert status == 1 and ("neither MXNet's nor jmx's" in err or "is not from jmx" in err)
    status, out, _ = shim(capsys, "status")
    assert status == 1 and out.startswith("neither MXNet's nor jmx's: mxnet")
    assert listing(site) == before and (site / "mxnet" / "__init__.py").read_text() == "mine = True\n"


def test_a_file_in_the_way_is_kept(site, capsys):
    (site / "mxnet_predict.py").write_text("mine = True\n")
    before = listing(site)
    status, _, err = shim(capsys, "install")
    assert status == 1 and f"{site / 'mxnet_predict.py'} is there already, and not from jmx; move it away first" in err
    assert listing(site) == before and (site / "mxnet_predict.py").read_text() == "mine = True\n"


def test_bytecode_without_sources_is_not_in_the_way(site):
    """What `pip uninstall` leaves after `python -O`."""
    (site / "mxnet" / "__pycache__").mkdir(parents=True)
    (site / "mxnet" / "__pycache__" / "__init__.cpython-311.opt-1.pyc").write_bytes(b"")
    state, written = _shim.install()
    assert written and state.origin == "shim" and not (site / "mxnet" / "__pycache__").exists()


def test_a_folder_that_cannot_be_written(site, capsys, monkeypatch):
    def refuse(**options):
        raise PermissionError(errno.EACCES, "Permission denied", str(site))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    status, _, err = shim(capsys, "install")
    assert status == 1 and f"{site} cannot be written (Permission denied)" in err
    assert "`python3 -m venv .venv`" in err and "`jmx run SCRIPT`" in err


@pytest.mark.parametrize("function, calls", [("fsync", 3), ("rename", 0), ("rename", 1), ("rename", 2)])
def test_a_full_disk_leaves_nothing(site, capsys, monkeypatch, function, calls):
    before, real, count = listing(site), getattr(os, function), [0]

    def fail(*args):
        count[0] += 1
        if count[0] == calls + 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args)

    monkeypatch.setattr(os, function, fail)
    status, _, err = shim(capsys, "install")
    assert status == 1 and f"writing to {site} failed (No space left on device), and nothing was installed" in err
    assert listing(site) == before


KILLED = """
import os, sys
from jmx.cli import _shim
site, action, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
_shim.search_path, _shim.target = lambda: [site], lambda: site
sys.prefix = site
real, count = os.rename, [0]
def rename(*names):
    if count[0] == calls:
        os._exit(9)
    count[0] += 1
    real(*names)
os.rename = rename
getattr(_shim, action)()
"""


def killed(site, action, calls):
    """Run an action in a process that ends before its rename number `calls`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", KILLED, str(site), action, str(calls)], env=environment, capture_output=True)
    assert done.returncode == 9, done.stderr


@pytest.mark.parametrize("calls", [0, 1, 2])
@pytest.mark.parametrize("mend", ["install", "remove"])
def test_a_killed_install_is_recognised_and_mended(site, capsys, calls, mend):
    before = listing(site)
    killed(site, "install", calls)
    status, out, _ = shim(capsys, "status")
    assert status == 1 and f"left by an interrupted `jmx shim`: {site}/.jmx-shim-" in out
    assert ("by jmx shim, incomplete" in out) == (calls > 0)
    assert shim(capsys, mend)[0] == 0
    assert listing(site) == sorted(before + (INSTALLED if mend == "install" else []))


@pytest.mark.parametrize("calls", [1, 2])
def test_a_killed_remove_is_recognised_and_mended(site, capsys, calls):
    before = listing(site)
    _shim.install()
    killed(site, "remove", calls)
    status, out, _ = shim(capsys, "status")
    assert status == 1 and "by jmx shim, incomplete" in out
    assert shim(capsys, "remove")[0] == 0
    assert listing(site) == before


def test_a_remove_that_fails_removes_nothing(site, capsys, monkeypatch):
    _shim.install()
    before, real = listing(site), os.rename

    def fail(name, target):
        if name.endswith("dist-info"):
            raise PermissionError(errno.EPERM, "Operation not permitted")
        real(name, target)

    monkeypatch.setattr(os, "rename", fail)
    status, _, err = shim(capsys, "remove")
    assert status == 1 and f"{site} cannot be written (Operation not permitted), and nothing was removed" in err
    assert listing(site) == before


def test_files_that_were_changed_stay(site, capsys):
    _shim.install()
    before = listing(site)
    with open(site / "mxnet_predict.py", "a") as file:
        file.write("own = True\n")
    status, out, _ = shim(capsys, "status")
    assert status == 0 and f"changed or added since then: {site}/mxnet_predict.py" in out
    for action in ("remove", "install"):
        status, _, err = shim(capsys, action)
        assert status == 1 and f"{site}/mxnet_predict.py. Nothing was removed" in err
        assert listing(site) == before and "own = True" in (site / "mxnet_predict.py").read_text()


def test_files_of_somebody_else_stay(site, capsys):
    _shim.install()
    (site / "mxnet" / "own.py").write_text("")
    status, out, _ = shim(capsys, "remove")
    assert status == 0 and out.endswith(f"{site}/mxnet stays, with files that are not jmx's\n")
    assert listing(site / "mxnet") == ["own.py"] and not (site / DIST_INFO).exists()


def test_mending_does_not_lose_what_is_there(site, capsys):
    _shim.install()
    (site / "mxnet" / "own.py").write_text("")
    (site / "mxnet_predict.py").unlink()
    before = listing(site)
    status, _, err = shim(capsys, "install")
    assert status == 1 and f"there are files of other packages beside those of jmx: {site}/mxnet/own.py" in err
    assert listing(site) == before


def test_bytecode_goes_with_its_source(site):
    before = listing(site)
    _shim.install()
    for level in (0, 1, 2):
        for name in ("mxnet/__init__.py", "mxnet_predict.py"):
            path = pathlib.Path(importlib.util.cache_from_source(str(site / name), optimization=level or ""))
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"")
    _shim.remove()
    assert listing(site) in (before, sorted([*before, "__pycache__"]))


def test_that_of_another_version_is_replaced(site, capsys, monkeypatch):
    with monkeypatch.context() as context:
        context.setattr(_shim, "VERSION", "1.9.1+jmx.0.0.9")
        context.setattr(_shim, "_DIST_INFO", "mxnet-1.9.1+jmx.0.0.9.dist-info")
        _shim.install()
    status, out, _ = shim(capsys, "status")
    assert status == 0 and "written by another jmx than this one" in out
    assert shim(capsys, "install") == (0, f"by jmx shim: mxnet {VERSION} in {site}\n", "")
    assert not (site / "mxnet-1.9.1+jmx.0.0.9.dist-info").exists() and (site / DIST_INFO).exists()


def test_a_record_that_points_elsewhere_is_not_followed(site, tmp_path, capsys):
    _shim.install()
    victim = tmp_path / "victim"
    victim.write_text("")
    with open(site / DIST_INFO / "RECORD", "a") as file:
        file.write(f"../victim,{_shim._digest(b'')},0\n")
    status, _, err = shim(capsys, "remove")
    assert status == 1 and "../victim. Nothing was removed" in err and victim.exists()


def test_jmx_that_is_not_installed(site, capsys, monkeypatch):
    monkeypatch.setattr(_shim, "_own", lambda: None)
    status, _, err = shim(capsys, "install")
    assert status == 1 and "jmx itself is not installed in this environment" in err and f"`pip install {ROOT}`" in err


def test_another_jmx_is_installed(site, capsys, monkeypatch):
    (site / f"jmx-{jmx.__version__}.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: jmx\nVersion: 0.0.9\n")
    status, _, err = shim(capsys, "install")
    assert status == 1 and "but jmx 0.0.9 is installed in this environment" in err


def test_a_python_of_the_operating_system(site, tmp_path, capsys, monkeypatch):
    (tmp_path / "EXTERNALLY-MANAGED").write_text("[externally-managed]\n")
    before = listing(site)
    real = sysconfig.get_path
    monkeypatch.setattr(sysconfig, "get_path", lambda name, *rest: str(tmp_path) if name == "stdlib" else real(name, *rest))
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    status, _, err = shim(capsys, "install")
    assert status == 1 and "PEP 668" in err and "`python3 -m venv .venv`" in err and listing(site) == before
    monkeypatch.setattr(sys, "prefix", str(tmp_path))  # a virtual environment of that Python is the user's
    assert shim(capsys, "install")[0] == 0


def test_jmx_in_the_users_own_folder(tmp_path, monkeypatch):
    import site as site_module

    folder = tmp_path / "user"
    distribution(folder, "jmx", jmx.__version__)
    monkeypatch.setattr(site_module, "getusersitepackages", lambda: str(folder))
    monkeypatch.setattr(site_module, "ENABLE_USER_SITE", True)
    monkeypatch.setattr(sys, "path", ["", str(folder)])
    assert _shim.target() == str(folder)
    monkeypatch.setattr(site_module, "ENABLE_USER_SITE", False)
    assert _shim.target() == sysconfig.get_path("purelib")


def test_one_at_a_time(site, capsys, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="locks of folders are POSIX's")
    monkeypatch.setattr(_shim, "_PATIENCE", 0.1)
    before, descriptor = listing(site), os.open(site, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    for action in ("install", "remove"):
        status, _, err = shim(capsys, action)
        assert status == 1 and f"another process is writing to {site} at this moment" in err and listing(site) == before
    os.close(descriptor)
    assert shim(capsys, "install")[0] == 0


def test_a_numpy_that_old_programs_stumble_over(site, capsys, monkeypatch):
    monkeypatch.setattr(_numpy1, "converts_one_element", lambda: False)
    status, _, advice = shim(capsys, "install")
    assert status == 0 and "float()" in advice and advice.endswith("pip install 'numpy<2.4'\n")
    assert shim(capsys, "status")[2] == ""


@pytest.mark.not_on_windows("no links without a privilege")
def test_in_a_virtual_environment(tmp_path):
    """The whole way, with pip as the judge: an environment whose only packages are jmx, NumPy and what is written."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_TARGET")}

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
    distribution(place, "jmx", jmx.__version__, RECORD="", INSTALLER="pip\n")
    before = listing(place)
    there = f"by jmx shim: mxnet {VERSION} in {place}"
    assert call(python, "-m", "jmx", "shim", "status")[0] == 1
    advice = shim_command._numpy_advice().strip()
    assert call(python, "-m", "jmx", "shim", "install") == (0, there, advice)
    code = "import importlib.metadata as m, mxnet; print(m.version('mxnet'), mxnet.__version__, mxnet.lr_scheduler.__name__)"
    assert call(python, "-B", "-c", code) == (0, f"{VERSION} 1.9.1 jmx.lr_scheduler", "")
    assert call(python, "-m", "jmx", "shim", "install") == (0, "already there\n" + there, advice)
    if importlib.util.find_spec("pip") is None:
        pytest.skip("pip is not installed beside the tests")
    assert f"mxnet=={VERSION}" in pip("list", "--format=freeze")[1].split()
    assert pip("check")[:2] == (0, "No broken requirements found.")
    assert pip("uninstall", "-y", "mxnet")[0] == 0
    assert listing(place) == before
    assert call(python, "-m", "jmx", "shim", "status")[0] == 1
