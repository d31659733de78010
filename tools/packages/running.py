"""An environment for one package, and its program run there, within bounds of time."""

from __future__ import annotations

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time

from tools.packages.recipes import ROOT, Recipe

#: asked in the package's environment
_VERSIONS = """
import json, platform
from importlib.metadata import distributions
found = {d.metadata["Name"].lower().replace("_", "-"): d.version for d in distributions()}
print(json.dumps({"python": platform.python_version(), "installed": found}))
"""
#: lines of a program's error output that a record keeps
_KEPT = 12


def built_wheels(work: pathlib.Path, python: str) -> list[str]:
    """Wheels of both distributions of this checkout, made once for each folder of work."""
    folder = work / "wheels"
    if not folder.exists():
        made = work / "wheels.new"
        shutil.rmtree(made, ignore_errors=True)
        command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(made), ".", "./compat"]
        subprocess.run(command, cwd=ROOT, check=True)
        made.rename(folder)
    return sorted(map(str, folder.glob("*.whl")))


def run_bounded(command: list[str], seconds: float, **more) -> tuple[int | None, str, str]:
    """The exit status (None: it took too long and was ended, with its children), and what was written to both streams."""
    started = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
        start_new_session=True, **more,
    )  # fmt: skip
    try:
        out, err = started.communicate(timeout=seconds)
        return started.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        out, err = started.communicate()
        return None, out, err


def arguments_of(line: str, wheels: list[str]) -> list[str]:
    """The arguments for pip of a line of the recipe, whose `.` and `./compat` are this checkout's wheels."""
    found = []
    for word in shlex.split(line):
        if word in (".", "./compat"):
            prefix = "jmx-" if word == "." else "mxnet-"
            found += [wheel for wheel in wheels if pathlib.Path(wheel).name.startswith(prefix)]
        else:
            found.append(word)
    return found


def try_package(
    recipe: Recipe,
    work: pathlib.Path,
    wheels: list[str],
    *,
    python: str,
    uv: str | None,
    install_seconds: float,
    run_seconds: float,
) -> dict:
    """What became of a package: the entry of the record. Its environment is removed afterwards."""
    place = work / recipe.name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    entry: dict = {"commands": recipe.commands(), "outcome": "not installed", "said": [], "error": []}
    try:
        bare = ["--without-pip"] if uv else []
        subprocess.run([python, "-m", "venv", *bare, str(place / "venv")], check=True)
        inside = str(place / "venv" / "bin" / "python")
        installer = [uv, "pip", "install", "--python", inside] if uv else [inside, "-m", "pip", "install"]
        entry["installer"] = "uv" if uv else "pip"
        begun = time.monotonic()
        for line in recipe.install:
            left = install_seconds - (time.monotonic() - begun)
            variables = {**os.environ, **(recipe.build if line == recipe.install[-1] else {})}
            command = [*installer, "--quiet", *arguments_of(line, wheels)]
            status, _, err = run_bounded(command, max(left, 1), cwd=place, env=variables)
            if status != 0:
                late = [f"not installed within {install_seconds:g} seconds"] if status is None else []
                return {**entry, "error": tidy(err, place) + late}
        entry["install seconds"] = round(time.monotonic() - begun)
        _, out, _ = run_bounded([inside, "-c", _VERSIONS], 60)
        told = json.loads(out)
        names = ("jmx", "mxnet", "jax", "numpy", recipe.name)
        entry["python"] = told["python"]
        entry["versions"] = {name: told["installed"][name] for name in names if name in told["installed"]}
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JMX_"))},
            "JMX_SYNTHETIC_DATA": "1", "JMX_CACHE_DIR": str(work / "cache"), "HOME": str(place),
            "PATH": f"{place}/venv/bin:{os.environ['PATH']}",

            **recipe.environment,
        }  # fmt: skip
        (place / "here").mkdir()
        begun = time.monotonic()
        status, out, err = run_bounded([inside, str(recipe.program)], run_seconds, cwd=place / "here", env=environment)
        entry["run seconds"] = round(time.monotonic() - begun)
        entry["said"] = [line[2:] for line in out.splitlines() if line.startswith("- ")]
        if status == 0:
            entry["outcome"] = "works" if entry["said"] else "said nothing"
        else:
            entry["outcome"] = "stopped" if status is None else "fails"
            entry["error"] = tidy(err, place)
        return entry
    finally:
        shutil.rmtree(place, ignore_errors=True)


def tidy(text: str, place: pathlib.Path) -> list[str]:
    """The last lines of an error, without the paths of this machine."""
    lines = [
        line.rstrip()[:300] for line in text.replace(str(place), "...").replace(str(ROOT), "...").splitlines() if line.strip()
    ]
    return [line.replace(sys.prefix, "...") for line in lines[-_KEPT:]]
