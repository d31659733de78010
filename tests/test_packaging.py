"""What the two distributions say about themselves, what is in them, and what the repository says about installing them."""

import ast
import email
import email.policy
import hashlib
import importlib.util
import itertools
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import sysconfig
import tarfile
import textwrap
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import jmx
from jmx.native import recipe

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = OWN["project"] | OWN["tool"]["hatch"]["metadata"]["hooks"]["custom"]
COMPAT = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())["project"]
BASE_URL = "https://github.com/jmx-project/jmx"
#: the Pythons that the classifiers promise
PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
#: imported by jmx: distribution by top-level module
DISTRIBUTIONS = {"cv2": "opencv-python-headless", "ml_dtypes": "ml-dtypes", "orbax": "orbax-checkpoint"}
#: imported where they are there: mxboard writes TensorBoard's files, FeedForward is an estimator of
#: scikit-learn. SciPy is required by JAX itself, and `mxnet` is another MXNet, which `jmx bench --compare` asks.
OPTIONAL = {"mxboard", "sklearn", "scipy", "mxnet", "_mxnet_jmx", "matplotlib", "tqdm", "IPython"}
#: extras whose libraries the commands and functions of docs/leaving/ import when they are called
LEAVING = ("convert", "onnx", "rewrite")
#: what a message may tell the user to install
INSTALLABLE = {
    "opencv-python-headless", "graphviz", "scipy", "mxboard", "protobuf<3.21", "numpy<2.3", "numpy<2.4",
    "libcst", "matplotlib", "numpy-financial", "orbax-checkpoint", "setuptools", "shtab",
    "equinox", "flax", "onnx", "onnxruntime",
    "jax[cuda12]", "jax[cuda13]", "jax>=...,<...", "jaxlib>=...,<...",
}  # fmt: skip


#: the Pythons that a wheel of this one's is for
PYTHON = "cp{0}{1}-cp{0}{1}t".format(*sys.version_info) if sysconfig.get_config_var("Py_GIL_DISABLED") else "py3-none"


def sources():
    for path in sorted((ROOT / "jmx").rglob("*.py")):
        yield path, ast.parse(path.read_text())


def texts(tree):
    """All string literals, with the fixed parts of f-strings joined."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "..." for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.value


def test_messages_name_commands_that_work():
    named = set()
    for path, tree in sources():
        for text in texts(tree):
            assert not re.search(r"\bjmx\[|\bextra `", text), f"{path}: the package index has no jmx: {text}"
            for command in text.split("pip install ")[1:]:
                words = [word if "..." in word else word.strip("`.,;:)") for word in command.replace("'", "").split()]
                # a folder, or a command from the table in jmx/cli/_parts.py, which tests/cli/test_parts.py compares
                if words[0].startswith("...") or words[0] in ("--find-links", "-e"):  # `jmx shim wheels`, projects
                    continue
                if words[0] in ("", "/compat"):  # `. ./compat`: a checkout
                    continue
                if "..." in words[0] and re.match(r"jax(lib)?[\[=]", words[0]):  # the release that the rest of JAX has
                    continue
                assert words[0] in INSTALLABLE, f"{path}: pip install {command}"
                named.update(itertools.takewhile(INSTALLABLE.__contains__, words))
    assert named == INSTALLABLE


def test_jmx_imports_what_its_installation_brings():
    required = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    imported = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            imported.update(name.partition(".")[0] for name in names)
    extras = {canonicalize_name(Requirement(line).name) for extra in LEAVING for line in PROJECT["optional-dependencies"][extra]}
    imported -= {*sys.stdlib_module_names, "jmx", *OPTIONAL}
    distributions = {DISTRIBUTIONS.get(name, name) for name in imported} | {"optax", "jaxlib", "flatbuffers"}
    # jaxlib and flatbuffers are reached through JAX, oneDNN by the name of its library, optax by functions of jmx.jax.
    assert distributions - extras == required - {"onednn-cpu-gomp"}


def test_oldest_releases_are_those_that_the_metadata_allows():
    oldest = [Requirement(line) for line in (ROOT / "tests" / "oldest.txt").read_text().splitlines() if line[:1] not in ("#", "")]
    lines = [*PROJECT["dependencies"], *(line for extra in LEAVING for line in PROJECT["optional-dependencies"][extra])]
    bounds = {name: min(s.version for s in r.specifier if s.operator == ">=")
              for r in map(Requirement, lines) if (name := canonicalize_name(r.name))}  # fmt: skip
    assert {canonicalize_name(r.name) for r in oldest} == set(bounds)
    for constraint in oldest:
        (pinned,) = constraint.specifier
        lower = bounds[canonicalize_name(constraint.name)]
        assert pinned.operator == "==" and constraint.specifier.contains(pinned.version)
        if constraint.marker is None or constraint.marker.evaluate({"python_version": PYTHONS[0]}):
            assert SpecifierSet(f"=={lower}").contains(pinned.version), f"{constraint} is not the lower bound {lower}"
        else:
            assert SpecifierSet(f">{lower}").contains(pinned.version)


def test_old_extras_still_install():
    extras = PROJECT["optional-dependencies"]
    assert extras["image"] == extras["viz"] == []
    assert extras["cuda12"] == ["jax[cuda12]" + PROJECT["dependencies"][0].removeprefix("jax")]
    assert extras["cuda13"] == ["jax[cuda13]" + PROJECT["dependencies"][0].removeprefix("jax")]


# ---- what is built


def build(source, target, kind, **variables):
    """The archive, `wheel` or `sdist`, of a source tree, made by hatchling without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, env={**os.environ, **variables})
    assert done.returncode == 0, done.stdout + done.stderr
    (archive,) = target.iterdir()
    return archive


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    with zipfile.ZipFile(build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")) as archive:
        yield archive


@pytest.fixture(scope="module")
def compat_wheel(tmp_path_factory):
    with zipfile.ZipFile(build(ROOT / "compat", tmp_path_factory.mktemp("compat"), "wheel")) as archive:
        yield archive


def metadata(wheel):
    (path,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(wheel.read(path), policy=email.policy.default)


def check_files(wheel, packages):
    names = wheel.namelist()
    info = {name.partition("/")[2] for name in names if ".dist-info/" in name}
    assert {"licenses/LICENSE", "licenses/NOTICE"} <= info
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == packages
    assert not [name for name in names if name.endswith((".pyc", ".npz")) or "/tests/" in name]


def test_wheel(wheel):
    check_files(wheel, {"jmx"})
    assert {"jmx/py.typed", "jmx/contrib/text/published.json"} <= set(wheel.namelist())
    said = metadata(wheel)
    assert said["Version"] == jmx._version.__version__
    assert said["License-Expression"] == "Apache-2.0" and said["Author"] == "the jmx authors"
    assert said["Requires-Python"] == ">=3.11"
    assert said["Summary"] == PROJECT["description"]


def test_the_wheel_brings_the_course(wheel):
    """`jmx tutorial` copies it from there; a wheel of some MB is what people download."""
    course = {
        path.relative_to(ROOT / "notebooks")
        for path in (ROOT / "notebooks").rglob("*")
        if path.suffix in (".ipynb", ".svg", ".png")
    }
    packed = {name.removeprefix("jmx/cli/course/") for name in wheel.namelist() if name.startswith("jmx/cli/course/")}
    assert packed == {path.as_posix() for path in course} and len(course) > 17
    assert sum(info.compress_size for info in wheel.infolist() if "/course/" in info.filename) < 300_000


def test_wheel_of_the_import_name(compat_wheel):
    check_files(compat_wheel, {"mxnet", "mxnet_predict.py", "_mxnet_jmx.py", "_mxnet_jmx.pth"})
    said = metadata(compat_wheel)
    assert said["Version"] == f"1.9.1+jmx.{jmx._version.__version__}"
    assert f"jmx=={jmx._version.__version__}" in said.get_all("Requires-Dist")
    assert said["License-Expression"] == "Apache-2.0" and said["Requires-Python"] == PROJECT["requires-python"]
    assert COMPAT["classifiers"] == [c for c in PROJECT["classifiers"] if c != "Typing :: Typed"]


def test_description_has_no_relative_links(wheel, compat_wheel):
    for archive in (wheel, compat_wheel):
        said = metadata(archive)
        text = said.get_payload()
        assert said["Description-Content-Type"] == "text/markdown" and len(text) > 300
        links = re.findall(r"\]\(([^)]+)\)", text)
        assert [link for link in links if not link.startswith("https://")] == []
        assert "<!--" not in text
    description = metadata(wheel).get_payload()
    assert f"[docs/compatibility.md]({BASE_URL}/blob/HEAD/docs/compatibility.md)" in description


def test_source_archive_holds_what_the_tests_read(tmp_path):
    with tarfile.open(build(ROOT, tmp_path, "sdist")) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
        there = {name for name in listed if (ROOT / name).is_file()}
    else:  # this is the unpacked archive
        files = (path for folder in ("tests", "docs", "compat", "tools") for path in (ROOT / folder).rglob("*") if path.is_file())
        there = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
    assert there - packed == set()
    assert "PKG-INFO" in packed


# ---- what is written in C, compiled

SOURCES = sorted((ROOT / "jmx" / "native").glob("*.c"))
works = pytest.mark.skipif(
    recipe.compiler() is None or platform.machine() not in ("x86_64", "aarch64") or platform.libc_ver()[0] != "glibc",
    reason="no wheel for this machine is made here",
)
#: what each family computes, with nothing and with XLA around it, and where its library comes from
PROGRAM = """
import hashlib, json, sys
import jmx as mx, numpy as np
from jmx import nd
from jmx.native import compiler, kernels, onednn
rng = np.random.default_rng(1)
def array(*shape): return nd.array(rng.standard_normal(shape))
def bits(arrays): return hashlib.sha256(b"".join(np.ascontiguousarray(a.asnumpy()).tobytes() for a in arrays)).hexdigest()
where = {source: compiler.origin(source) for source in sys.argv[1:]}  # before anything is computed
x, regions = array(2, 4, 9, 9), nd.array([[0, 1, 1, 6, 6], [1, 0, 0, 7, 5]])
places, labels = nd.array(rng.integers(0, 9, (2, 30))), nd.array(rng.integers(1, 6, (2, 3)))
def all_of_it():
    return {
        "onednn": [nd.Convolution(x, nd.ones((3, 4, 3, 3)), kernel=(3, 3), num_filter=3, no_bias=True)],
        "boxes": [nd.contrib.box_nms(nd.array(np.tile(np.linspace(0, 1, 60), 2).reshape(1, 20, 6)))],
        "ctc": [nd.CTCLoss(nd.array(np.linspace(-1, 1, 8 * 2 * 6).reshape(8, 2, 6)), labels)],
        "gather": [nd.gather_nd(x[0, 0], places), nd.take(x, places[0])],
        "rows": [nd.softmax(x.reshape((4, 162))), nd.log_softmax(x.reshape((4, 162)))],
        "regions": [nd.ROIPooling(x, regions, (3, 3), 1.0), nd.contrib.ROIAlign(x, regions, (3, 3), 1.0)],
        "sampling": [nd.Correlation(x, x, max_displacement=1, pad_size=1)],
    }
before = {name: bits(found) for name, found in all_of_it().items()}
with mx.util.bit_equal():
    after = {name: bits(found) for name, found in all_of_it().items()}
print(json.dumps([mx.__file__, onednn.describe(), kernels.describe(), where, before, after]))
"""


def told(unpacked, folder, **variables):
    """What PROGRAM prints with the jmx of an unpacked wheel."""
    folder.mkdir(exist_ok=True)
    sources = [str(unpacked / "jmx" / "native" / path.name) for path in SOURCES]
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "JMX_CACHE_DIR": str(folder / "cache"), **variables}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *sources], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    file, *found = json.loads(done.stdout.splitlines()[-1])
    assert pathlib.Path(file) == unpacked / "jmx" / "__init__.py"
    return found


@works
def test_a_wheel_brings_every_library(wheel):
    names = set(wheel.namelist())
    places = {os.path.relpath(recipe.prebuilt(str(source)), ROOT) for source in SOURCES}
    assert len(places) > 15 and places == {name for name in names if name.endswith(".so")}
    assert {f"jmx/native/{path.name}" for path in (ROOT / "jmx" / "native").glob("*.[ch]")} <= names
    (said,) = (wheel.read(name).decode() for name in names if name.endswith(".dist-info/WHEEL"))
    assert "Root-Is-Purelib: false" in said
    release, kind = re.search(rf"^Tag: {PYTHON}-manylinux_2_(\d+)_(\w+)$", said, re.MULTILINE).groups()
    assert kind == platform.machine() and 17 <= int(release) <= int(platform.libc_ver()[1].split(".")[1])
    needed = {int(n) for name in places for n in re.findall(rb"GLIBC_2\.(\d+)", wheel.read(name))}
    assert max(needed) <= int(release)


@works
@pytest.mark.slow
def test_the_libraries_of_a_wheel_serve_without_a_compiler(wheel, tmp_path):
    """And compute the same bits as those that are compiled here, called by XLA and by NumPy's tier."""
    wheel.extractall(tmp_path / "wheel")
    (tmp_path / "empty").mkdir()
    onednn, kernels, where, *numbers = told(tmp_path / "wheel", tmp_path / "brought", PATH=str(tmp_path / "empty"))
    assert set(where.values()) == {"prebuilt"} and kernels.startswith("prebuilt: boxes, ") and ";" not in kernels
    assert not (tmp_path / "brought" / "cache" / "native").exists()
    assert "its calls prebuilt" in onednn or "libdnnl" in onednn
    _, kernels, where, *others = told(tmp_path / "wheel", tmp_path / "made", JMX_PREBUILT="0")
    assert set(where.values()) == {""} and "compiled here: boxes, ctc, gather, " in kernels and "prebuilt" not in kernels
    assert numbers == others


def compiler_for(path, content):
    """A compiler that makes files of this content whatever it is given."""
    path.with_suffix(".o").write_bytes(content)
    path.write_text(f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done; cp {path.with_suffix(".o")} "$2"\n')
    path.chmod(0o755)
    return str(path)


def elf(machine, *needed):
    return b"\x7fELF\2\1" + bytes(12) + machine.to_bytes(2, "little") + b"\0" + b"\0".join(needed) + b"\0"


@pytest.mark.parametrize("way", ["switched off", "no compiler", "another machine", "another C library", "a compiler that fails"])
def test_a_wheel_for_any_platform_where_nothing_can_be_compiled(tmp_path, way):
    foreign = elf(183 if platform.machine() == "x86_64" else 62, b"GLIBC_2.17")
    words = {
        "switched off": recipe.compiler() and " ".join(recipe.compiler()) or "",
        "another machine": compiler_for(tmp_path / "foreign", foreign),
        "another C library": compiler_for(tmp_path / "musl", elf(62 if platform.machine() == "x86_64" else 183)),
        "a compiler that fails": "false",
    }
    variables = {"CC": words.get(way, "no-such-cc"), "JMX_PREBUILT": "0" if way == "switched off" else ""}
    made = build(ROOT, tmp_path / "dist", "wheel", **variables)
    assert made.name.endswith(f"-{PYTHON}-any.whl")
    with zipfile.ZipFile(made) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".so")]
        assert "jmx/native/onednn.c" in archive.namelist()


@pytest.mark.not_on_windows("the compiler is a script of a shell")
def test_wheels_that_are_published_bring_libraries_or_fail(tmp_path):
    foreign = elf(183, b"GLIBC_2.2.5", b"GLIBC_2.27")
    made = build(ROOT, tmp_path / "dist", "wheel", CC=compiler_for(tmp_path / "foreign", foreign), JMX_PREBUILT="1")
    assert made.name.endswith(f"-{PYTHON}-manylinux_2_27_aarch64.whl")
    with pytest.raises(AssertionError, match="there is no C compiler"):
        build(ROOT, tmp_path / "none", "wheel", CC="no-such-cc", JMX_PREBUILT="1")


def test_free_threaded_python_is_not_asked_for_what_it_has_no_wheels_of(tmp_path):
    """No marker of a requirement tells that Python, so that such a wheel is for it alone."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sysconfig\nask = sysconfig.get_config_var\n"
        "sysconfig.get_config_var = lambda name: 1 if name == 'Py_GIL_DISABLED' else ask(name)\n"
    )
    made = build(ROOT, tmp_path / "dist", "wheel", JMX_PREBUILT="0", PYTHONPATH=str(tmp_path))
    version = "cp{}{}".format(*sys.version_info)
    assert made.name.endswith(f"-{version}-{version}t-any.whl")
    with zipfile.ZipFile(made) as archive:
        lines = [Requirement(line) for line in metadata(archive).get_all("Requires-Dist")]
    everything = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    wished = {
        (extra, Requirement(line).name) for extra, some in everything.items() for line in some if not line.startswith("jmx[")
    }
    extra = re.compile(r"""extra == ['"](\w+)""")
    asked = {((extra.findall(str(line.marker)) or [""])[0], line.name) for line in lines}
    assert wished - asked == {("", "opencv-python-headless"), ("convert", "safetensors")}
    assert set(PROJECT["without_free_threading"]).isdisjoint(name for _, name in asked)  # extras of extras are written out


def test_the_tag_says_what_the_libraries_need():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    old, new = elf(62, b"GLIBC_2.2.5"), elf(62, b"GLIBC_2.3.4", b"GLIBC_2.34")
    assert module.platform_tag([old]) == "manylinux_2_17_x86_64"
    assert module.platform_tag([new, old], "x86_64") == "manylinux_2_34_x86_64"
    assert module.platform_tag([old, elf(62, b"GLIBC_ABI_DT_RELR")]) == "manylinux_2_36_x86_64"
    for wrong in ([old, elf(183, b"GLIBC_2.17")], [elf(8, b"GLIBC_2.17")], [b"MZ"], [], [elf(62)]):
        with pytest.raises(ValueError, match="another"):
            module.platform_tag(wrong)


# ---- the repository's own files


def test_licence():
    text = (ROOT / "LICENSE").read_bytes()
    # Apache-2.0 as the Apache Software Foundation publishes it
    assert hashlib.sha256(text).hexdigest() == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
    assert (ROOT / "compat" / "LICENSE").read_bytes() == text
    notice = (ROOT / "NOTICE").read_text()
    assert (ROOT / "compat" / "NOTICE").read_text() == notice
    assert "not affiliated with, endorsed by or sponsored by the Apache Software Foundation" in notice


def test_versions_agree():
    version = jmx._version.__version__
    assert re.search(rf"^version: {re.escape(version)}$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    released = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert released[0] == "Unreleased" and version in released
    for extra in ("cuda12", "cuda13"):
        assert extra in PROJECT["optional-dependencies"] and f"'.[{extra}]'" in (ROOT / "README.md").read_text()


def test_readme_installs_with_two_commands():
    readme = (ROOT / "README.md").read_text()
    install = re.search(r"<!-- command: digits -->\n```sh\n(.*)\n```", readme)[1].split(" && ")
    assert install[:2] == ["python3 -m venv .venv", ".venv/bin/pip install --quiet . ./compat"]
    assert f"Python {PYTHONS[0]} to {PYTHONS[-1]}" in readme


def _worked_examples():
    """The blocks of the guide that a comment names."""
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    blocks = dict(re.findall(r"<!-- (\w+) -->\n *```\w+\n(.*?)```", guide, re.DOTALL))
    return {name: textwrap.dedent(text) for name, text in blocks.items()}


def _hunk(diff):
    """(the text of the file that a diff of one hunk changes, its lines)."""
    path = re.search(r"^--- a/(\S+)$", diff, re.MULTILINE)[1]
    return (ROOT / path).read_text(), diff.partition("\n@@")[2].splitlines()[1:]


@pytest.mark.parametrize("example", ["", "traits_", "numpy_"])
def test_the_worked_examples_of_the_guide_apply(example):
    """The diff fits the file as it is, and the test is one that pytest would find."""
    blocks = _worked_examples()
    text, lines = _hunk(blocks[f"{example}diff"])
    before = "\n".join(line[1:] for line in lines if line[:1] in ("", " "))
    assert before and before in text
    added = [line[1:] for line in lines if line[:1] == "+" and line[1:].strip()]
    assert added and not text.count("\n".join(added))
    names = [node.name for node in ast.parse(blocks[f"{example}test"]).body if isinstance(node, ast.FunctionDef)]
    assert names and all(name.startswith("test_") for name in names)
    for command in re.findall(r"(?:python|pytest) ((?:tools|tests)/[\w/.]+)", (ROOT / "CONTRIBUTING.md").read_text()):
        assert (ROOT / command).exists(), command


@pytest.mark.parametrize("example, module", [("traits_", "jmx.ops.unary"), ("numpy_", "jmx._numpy.standard")])
def test_the_worked_examples_run(example, module):
    """What the guide declares does what its test says, without any other change."""
    blocks = _worked_examples()
    text, lines = _hunk(blocks[f"{example}diff"])
    added = "\n".join(line[1:] for line in lines if line[:1] == "+")
    later = "from __future__ import annotations\n"
    added = later + added if later in text else added
    program = (
        "import importlib, sys\n"
        "exec(sys.argv[2], vars(importlib.import_module(sys.argv[1])))\n"
        "names = {}\n"
        "exec(sys.argv[3], names)\n"
        "for name in [n for n in names if n.startswith('test_')]:\n"
        "    names[name]()\n"
    )
    subprocess.run([sys.executable, "-c", program, module, added, blocks[f"{example}test"]], check=True)


PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "RELEASING.md", "compat/README.md")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_files(name):
    path = ROOT / name
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        assert link.startswith(("https://", "../../security/")) or (path.parent / link).exists(), link


def test_the_address_of_the_repository_is_in_few_places():
    """It is one name to replace in these files when the repository moves."""
    files = [ROOT / name for name in (*PAGES, "NOTICE", "CITATION.cff", "pyproject.toml", "compat/pyproject.toml")]
    folders = (".github", "jmx", "docs", "examples", "tools", "benchmarks")
    files += [path for folder in folders for path in (ROOT / folder).rglob("*")]
    texts_of = ((path, path.read_bytes()) for path in files if path.is_file() and "__pycache__" not in path.parts)
    holders = {str(path.relative_to(ROOT)) for path, text in texts_of if b"github.com/jmx-project" in text}
    assert holders == {"pyproject.toml", "compat/pyproject.toml", "CITATION.cff"}


def test_ci_covers_the_promised_versions():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    tested = re.findall(r'python: "(3\.\d+)", jax: (\w+)', text)
    assert {python for python, _ in tested} == set(PYTHONS)
    assert {python for python, jax in tested if jax == "newest"} == set(PYTHONS)
    assert (PYTHONS[0], "oldest") in tested
    assert "tests/oldest.txt" in text and re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)


def test_ruff_is_one_release_everywhere():
    """Formats of two releases differ: a commit that passes the hooks would fail elsewhere."""
    (pin,) = {str(r) for r in map(Requirement, PROJECT["optional-dependencies"]["dev"]) if r.name == "ruff"}
    assert re.fullmatch(r"ruff==[\d.]+", pin)
    assert set(re.findall(r"ruff[=<>~!][^\"]+", (ROOT / ".pre-commit-config.yaml").read_text())) == {pin}


def test_every_way_to_check_a_change_checks_its_format():
    ways = {
        ".ci/run": ("ruff check", "ruff format --no-cache --check"),
        ".github/workflows/ci.yml": ("ruff check", "ruff format --check"),
        ".pre-commit-config.yaml": ("entry: ruff check", "entry: ruff format"),
        "CONTRIBUTING.md": ("ruff check", "ruff format --check", "pre-commit install"),
    }
    missing = [(name, word) for name, words in ways.items() for word in words if word not in (ROOT / name).read_text()]
    assert not missing


def test_the_glossary_names_files_that_exist():
    rows = re.findall(r"^\|.*\| ([^|]+) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)
    paths = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(paths) > 30 and [path for path in paths if not (ROOT / path).exists()] == []
