"""The notebooks, run for their outputs, which are kept so that a second build does not run them again."""

import asyncio
import concurrent.futures
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import tempfile
import time
from importlib import metadata

import nbclient
import nbformat

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def run_all(folder, root, cache, environ, jobs=2, limit=600):
    """Run every notebook of a folder, in place.

    Parameters
    ----------
    folder : pathlib.Path
        The notebooks, with the pictures that they show. They are overwritten with their outputs.
    root : pathlib.Path
        The repository: outputs are kept for the state of its `jmx`.
    cache : pathlib.Path
        Where outputs are kept.
    environ : dict of str to str
        The environment of the kernels.
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
    state = _state(root)
    environ = {**environ, "JMX_PROGRESS": "0"}  # how long this machine compiled is of no use to readers
    paths = sorted(folder.glob("*.ipynb"))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        errors = pool.map(lambda path: _run(path, cache / f"{path.stem}.json", root, state, environ, limit), paths)
        return {path.name: error for path, error in zip(paths, errors) if error}


def _state(root):
    """What outputs depend on besides the notebook: the package and the versions of what it runs on."""
    digest = hashlib.sha256(platform.python_version().encode())
    for name in ("jax", "numpy", "matplotlib"):
        digest.update(f"{name} {metadata.version(name)}".encode())
    for top in ("jmx", "compat"):
        for path in sorted((root / top).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _run(path, kept, root, state, environ, limit):
    """Give a notebook its outputs, those that are kept or new ones; returns what went wrong, or None."""
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    key = hashlib.sha256("\0".join([state, *(cell.source for cell in code)]).encode()).hexdigest()
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if before.get("key") == key:
        for cell, outputs in zip(code, before["outputs"]):
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
        nbformat.write(notebook, path)
        print(f"{path.name}: outputs are those of an earlier build", flush=True)
        return None
    start = time.monotonic()
    error = _execute(notebook, path.parent, root, environ, limit)
    nbformat.write(notebook, path)
    took = f"{time.monotonic() - start:.0f} s"
    if error:
        print(f"{path.name}: FAILED after {took}: {error}", flush=True)
        return error
    part = kept.with_suffix(".part")
    part.write_text(json.dumps({"key": key, "outputs": [cell.outputs for cell in code]}), encoding="utf-8")
    os.replace(part, kept)
    print(f"{path.name}: ran in {took}", flush=True)
    return None


def _execute(notebook, folder, root, environ, limit):
    """Run the cells of a notebook in a folder of their own; returns the error, with the cell that it came from."""
    end = time.monotonic() + limit
    with tempfile.TemporaryDirectory(prefix="jmx-notebook-") as place:
        if (folder / "images").is_dir():
            shutil.copytree(folder / "images", pathlib.Path(place, "images"))
        client = nbclient.NotebookClient(
            notebook, kernel_name="python3", startup_timeout=round(limit), resources={"metadata": {"path": place}},
            timeout_func=lambda cell: max(1, round(end - time.monotonic())),
        )  # fmt: skip
        try:
            # Threads of a pool have no event loop.
            asyncio.run(client.async_execute(env={**environ, "MXNET_HOME": str(pathlib.Path(place, "home"))}))
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
