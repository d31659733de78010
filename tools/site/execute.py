"""The notebooks, run for their outputs, which are kept so that later builds do not run them again."""

import asyncio
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import tempfile
import time
from importlib import metadata

import nbclient
import nbformat

from jmx._version import __version__

from . import pictures

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
#: which notebooks are run: those without outputs of their text, every one, none
MODES = ("missing", "all", "none")


def run_all(folder, root, cache, environ, mode="missing", jobs=2, limit=600):
    """Give every notebook of a folder its outputs, in place.

    Outputs are kept for the code of a notebook, the version of jmx, and the releases of JAX, NumPy and matplotlib; not for each
    change of jmx's sources, with which every build would run everything. `mode="all"` renews them.

    Parameters
    ----------
    folder : pathlib.Path
        The notebooks, with the pictures that they show. They are overwritten with their outputs.
    root : pathlib.Path
        The repository, whose path is left out of outputs.
    cache : pathlib.Path
        Where outputs are kept.
    environ : dict of str to str
        The environment of the kernels.
    mode : {"missing", "all", "none"}, default "missing"
        Which notebooks are run. With "none", one without outputs that are kept stays as it is.
    jobs : int, default 2
        Notebooks that run at once.
    limit : float, default 600
        Seconds that a notebook may take.

    Returns
    -------
    dict of str to str
        What went wrong, by the name of the notebook; empty if all ran to their ends.
    """
    cache.mkdir(parents=True, exist_ok=True)
    environ = {**environ, "JMX_PROGRESS": "0"}  # how long this machine compiled is of no use to readers
    paths = sorted(folder.glob("*.ipynb"))

    def run(path):
        return _run(path, cache / f"{path.stem}.json", root, environ, mode, limit)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return {path.name: error for path, error in zip(paths, pool.map(run, paths)) if error}


def state():
    """What outputs depend on besides the notebook: versions of jmx and of what it runs on, as far as results change with them."""
    parts = [f"jmx {__version__}"]
    for name in ("jax", "numpy", "matplotlib"):
        first, second, *_ = metadata.version(name).split(".")
        parts.append(f"{name} {first}.{second}" if first == "0" else f"{name} {first}")
    return ", ".join(parts)


def _run(path, kept, root, environ, mode, limit):
    """Give a notebook its outputs, those that are kept or new ones; returns what went wrong, or None."""
    notebook = nbformat.read(path, as_version=4)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    key = hashlib.sha256("\0".join([state(), *sources]).encode()).hexdigest()
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if mode != "all" and before.get("key") == key:
        _write(path, before["outputs"])
        print(f"{path.name}: outputs are those of an earlier build", flush=True)
        return None
    if mode == "none":
        print(f"{path.name}: no outputs are kept, and it was not run", flush=True)
        return None
    start = time.monotonic()
    error = _execute(notebook, path.parent, root, environ, limit)
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    _write(path, outputs)
    took = f"{time.monotonic() - start:.0f} s"
    if error:
        print(f"{path.name}: FAILED after {took}: {error}", flush=True)
        return error
    part = kept.with_suffix(".part")
    part.write_text(json.dumps({"key": key, "outputs": outputs}), encoding="utf-8")
    os.replace(part, kept)
    print(f"{path.name}: ran in {took}", flush=True)
    return None


def _write(path, outputs):
    """Write the outputs of its cells into a notebook, and the words for pictures where Sphinx looks for them."""
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell, found in zip(code, outputs):
        cell.outputs = [nbformat.from_dict(output) for output in found]
        words = [pictures.words(output) for output in found]
        if any(words):  # one text for each cell: two figures of a cell have both descriptions
            alt = " ".join(dict.fromkeys(filter(None, words)))
            cell.metadata["mystnb"] = {"image": {"alt": alt}, **cell.metadata.get("mystnb", {})}
    nbformat.write(notebook, path)


def _execute(notebook, folder, root, environ, limit):
    """Run the cells of a notebook in a folder of their own; returns the error, with the cell that it came from."""
    end = time.monotonic() + limit
    with tempfile.TemporaryDirectory(prefix="jmx-notebook-") as place:
        if (folder / "images").is_dir():
            shutil.copytree(folder / "images", pathlib.Path(place, "images"))
        client = nbclient.NotebookClient(
            notebook, kernel_name="python3", startup_timeout=round(limit), resources={"metadata": {"path": place}},
            extra_arguments=["--ext=tools.site.pictures"],
            timeout_func=lambda cell: max(1, round(end - time.monotonic())),
        )  # fmt: skip
        paths = os.pathsep.join(filter(None, [str(_ROOT), environ.get("PYTHONPATH")]))  # of the extension
        environ = {**environ, "PYTHONPATH": paths, "MXNET_HOME": str(pathlib.Path(place, "home"))}
        try:
            # Threads of a pool have no event loop.
            asyncio.run(client.async_execute(env=environ))
        except nbclient.exceptions.CellTimeoutError:
            return f"it took longer than {limit:g} s, in the cell that begins {_last_cell(notebook)!r}"
        except nbclient.exceptions.CellExecutionError as error:
            message = f"{error.ename}: {_COLOUR.sub('', error.evalue)}"
            return f"{message}, in the cell that begins {_last_cell(notebook)!r}"
        except Exception as error:  # the kernel died, or did not start: whatever it was, the other chapters go on
            return f"{type(error).__name__}: {error}"
        finally:
            _name_places(notebook, {f"{place}/home": "~/.mxnet", place: ".", str(root): "."})
    return None


def _name_places(notebook, places):
    """Write `places` of this machine in the outputs of a notebook as readers have them."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            text = json.dumps(cell.outputs)
            for place, name in places.items():
                text = text.replace(json.dumps(place)[1:-1], name)
            cell.outputs = [nbformat.from_dict(output) for output in json.loads(text)]


def _last_cell(notebook):
    """The first line of the last cell that was started."""
    started = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.get("metadata", {}).get("execution")]
    return started[-1].source.strip().partition("\n")[0] if started else ""
