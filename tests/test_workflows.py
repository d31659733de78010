"""The repository's workflows: actions are pinned, rights are few, and what they run is what the README and this checkout have."""

import pathlib
import re
import shutil
import subprocess
import tomllib

import pytest

from jmx._version import __version__
from tools import release

ROOT = pathlib.Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
FILES = sorted((GITHUB / "workflows").glob("*.yml"))
REQUIRED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"]["custom"]
EXTRAS = REQUIRED["optional-dependencies"]
README = (ROOT / "README.md").read_text()


def jobs(path):
    """(name, text) of each job of a workflow."""
    text = path.read_text().partition("\njobs:\n")[2]
    parts = re.split(r"^  (\w+):\n", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2]))


def shell_steps():
    """(file, script) of each step that runs in a shell."""
    for path in FILES:
        lines = path.read_text().split("\n")
        for number, line in enumerate(lines):
            found = re.match(r"( *)(?:- )?run: (.*)$", line)
            if found and found[2] != "|":
                yield path, found[2]
            elif found:
                deeper = len(found[1]) + (4 if "- run" in line else 2)
                body = []
                for following in lines[number + 1 :]:
                    if following.strip() and not following.startswith(" " * deeper):
                        break
                    body.append(following[deeper:])
                yield path, "\n".join(body)


def test_there_are_steps():
    names = {"build", "ci", "platforms", "release", "site", "tomorrow", "weekly"}
    assert {path.name for path in FILES} == {f"{name}.yml" for name in names}
    assert len(list(shell_steps())) > 15


def test_actions_are_pinned_by_a_commit():
    """A tag can be moved by whoever owns the action. Behind the hash stands the tag, which a person reads; one hash for each."""
    pins = {}
    for path in FILES:
        for action, rest in re.findall(r"uses: (\S+)(.*)$", path.read_text(), re.MULTILINE):
            if action.startswith("./"):
                assert (ROOT / action).is_file() and not rest, action
                continue
            name, _, commit = action.partition("@")
            assert re.fullmatch(r"[0-9a-f]{40}", commit) and re.fullmatch(r" # v\d+\.\d+\.\d+", rest), (
                f"{path.name}: {action}{rest}"
            )
            pins.setdefault(name, set()).add((commit, rest))
    assert len(pins) >= 7 and [name for name, found in pins.items() if len(found) > 1] == []


def test_workflows_may_only_read_unless_a_job_says_why():
    writes = {}
    for path in FILES:
        text = path.read_text()
        assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE), path.name
        for name, job in jobs(path):
            if found := set(re.findall(r"^      ([\w-]+): write$", job, re.MULTILINE)):
                writes[f"{path.stem}.{name}"] = found
            assert "timeout-minutes:" in job or "uses: ./" in job, f"{path.name}: {name}"
    assert writes == {
        "release.attest": {"id-token", "attestations"}, "release.pypi": {"id-token"}, "release.github": {"contents"},
        "site.deploy": {"pages", "id-token"},
    }  # fmt: skip


def test_checkouts_leave_no_credentials():
    for path in FILES:
        text = path.read_text()
        assert text.count("uses: actions/checkout@") == text.count("persist-credentials: false"), path.name


def test_shell_steps_take_nothing_from_outside_but_by_variables():
    """What stands in ${{ }} is put into the script's text: a branch could be named so that it is run."""
    for path, script in shell_steps():
        assert "${{" not in script, f"{path.name}: {script}"
        assert subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True).stderr == ""


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck here")
def test_shell_steps_are_free_of_usual_mistakes():
    for path, script in shell_steps():
        done = subprocess.run(["shellcheck", "--shell=bash", "-"], input=script, capture_output=True, text=True)
        assert done.returncode == 0, f"{path.name}: {done.stdout}"


def test_commands_are_the_readmes():
    """The tests are run by the README's command itself; other steps install what it installs."""
    ci = (GITHUB / "workflows" / "ci.yml").read_text()
    taken = re.search(r"^ *(eval .*)$", ci, re.MULTILINE)[1]
    shown = subprocess.run(
        ["bash", "-c", taken.replace("eval", "echo", 1)], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    command = re.search(r"<!-- command: tests -->\n```sh\n(.*)\n```", README)[1]
    assert shown == command
    install = re.match(r"python3? -m venv \.venv && \.venv/bin/pip install --quiet '\.\[test\]' \./compat", command)[0]
    seen = 0
    for path, script in shell_steps():
        for line in re.findall(r"^.*pip install --quiet '\.\[.*$", script, re.MULTILINE):
            seen += 1
            extras = re.search(r"'\.\[([\w,]+)\]'", line)[1]
            assert set(extras.split(",")) <= set(EXTRAS), line
            assert line.replace("python -m", "python3 -m").startswith(install.replace("[test]", f"[{extras}]")), (
                f"{path.name}: {line}"
            )
    assert seen >= 6


def test_what_is_run_is_there():
    modules, files = set(), set()
    for _, script in shell_steps():
        modules |= set(re.findall(r"-m (tools\.[\w.]+)", script))
        files |= set(re.findall(r"\b((?:tests|tools)/[\w./]+\.\w+)\b", script))
    assert {"tools.campaign", "tools.site", "tools.release"} <= modules
    for module in modules:
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module
    assert files and [name for name in files if not (ROOT / name).exists()] == []
    installed = {re.split(r"[^\w-]", line)[0] for line in EXTRAS["dev"] + EXTRAS["test"]}
    for _, tool in re.findall(r"\.venv/bin/(python -m )?(ruff|pyright|pytest)\b", "".join(script for _, script in shell_steps())):
        assert tool in installed, tool


def test_what_is_released_is_what_changes_are_tested_with():
    for name in ("ci", "release"):
        assert "uses: ./.github/workflows/build.yml" in (GITHUB / "workflows" / f"{name}.yml").read_text()
    text = (GITHUB / "workflows" / "release.yml").read_text()
    assert "rm dist/mxnet-*" in text and not re.search(r"password|secrets\.", text)
    for job in ("check", "build", "attest", "pypi", "github"):
        assert f"| {job} | " in (ROOT / "RELEASING.md").read_text()


def test_what_is_not_released_may_fail_and_writes_nothing():
    """A run tells of it, and no issue is opened; each nightly build comes alone."""
    text = (GITHUB / "workflows" / "tomorrow.yml").read_text()
    found = dict(jobs(GITHUB / "workflows" / "tomorrow.yml"))
    assert set(found) == {"unreleased", "free_threaded"} and ": write" not in text
    assert all("continue-on-error: true" in job for job in found.values())
    assert re.search(r"^on:\n  schedule:\n    - cron: ", text, re.MULTILINE) and "pull_request" not in text
    rows = re.findall(r"- \{ what: ([\w -]+), packages: ([\w ]+?)(?:, index: \"https://\S+\")? \}", text)
    assert rows == [("pre-releases", "jax jaxlib numpy"), ("nightly JAX", "jax jaxlib"), ("nightly NumPy", "numpy")]
    assert "--pre --no-deps" in found["unreleased"] and 'python-version: "3.14t"' in found["free_threaded"]


def test_forms_ask_for_what_is_needed():
    forms = {path.stem: path.read_text() for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml")}
    assert set(forms) == {"config", "difference", "installation", "wish"}
    for name in ("difference", "installation"):
        assert "`jmx doctor`" in forms[name]
    assert "`jmx info`" in forms["difference"] and "CHANGELOG.md" in (GITHUB / "pull_request_template.md").read_text()
    assert "package-ecosystem: github-actions" in (GITHUB / "dependabot.yml").read_text()


# ---- the release itself


@pytest.fixture
def tree(tmp_path):
    """The files that name the version."""
    for name in ("jmx/_version.py", "compat/pyproject.toml", "CITATION.cff", "CHANGELOG.md", "SECURITY.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_this_version_could_be_released(tmp_path, tree):
    assert release.problems(f"v{__version__}", tree) == []
    assert release.main([f"v{__version__}", "--notes", str(tmp_path / "notes.md")]) == 0
    notes = (tmp_path / "notes.md").read_text()
    assert notes.startswith("### ") and "## [" not in notes and "### Fixed" in notes


@pytest.mark.parametrize(
    "name, old, new, said",
    [
        ("jmx/_version.py", __version__, "9.9.9", "jmx/_version.py does not say"),
        ("compat/pyproject.toml", f"1.9.1+jmx.{__version__}", "1.9.1", "compat/pyproject.toml does not say"),
        ("compat/pyproject.toml", f"jmx=={__version__}", "jmx", "does not require jmx=="),
        ("CITATION.cff", __version__, "9.9.9", "CITATION.cff does not say"),
        ("CHANGELOG.md", f"## [{__version__}]", "## [9.9.9]", "has no section"),
        ("CHANGELOG.md", "## [Unreleased]", "", "no section [Unreleased]"),
        ("SECURITY.md", "| yes", "| no", "SECURITY.md does not say that"),
    ],
)
def test_what_stops_a_release(tree, name, old, new, said):
    text = (tree / name).read_text()
    assert old in text
    (tree / name).write_text(text.replace(old, new))
    (found,) = release.problems(f"v{__version__}", tree)
    assert said in found


def test_tags_have_one_form(tree, capsys):
    for tag in (__version__, f"v{__version__}-1", "v1.0", "release"):
        assert release.problems(tag, tree) == [f"the tag {tag} is not of the form v1.2.3"]
    assert release.main(["v0.0.1"]) == 1
    assert "jmx/_version.py does not say" in capsys.readouterr().err
