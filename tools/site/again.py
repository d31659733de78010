"""What a second build does again: a Sphinx extension for pages that lie in the folder of an earlier one.

Sphinx reads a page again if its file has changed, or a file that it depends on. Pages of the reference depend on docstrings of
many files, and a change of one line would have them all read: `reference` writes into each page a sum of what it is made from,
which is what decides. Pages are written again if they were read, or if what all pages show has changed: titles, the table of
contents, and where entries are that any page may link to.
"""

import hashlib
import pathlib
from importlib import metadata

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: what says how Sphinx makes pages; of the other files here, texts of pages and the checks of a site that is made
_MAKERS = (
    *(f"tools/site/{name}.py" for name in ("again", "conf", "docstrings", "formulas", "navigation", "reference")),
    "jmx/core/declare/documentation.py",
)


def sum_of_tools():
    """A sum of the files and packages that make pages; with another one, everything is done again."""
    versions = [metadata.version(name) for name in ("docutils", "furo", "myst-nb", "myst-parser", "sphinx", "sphinx-design")]
    digest = hashlib.sha256(" ".join(versions).encode())
    for name in _MAKERS:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _without_sources(app, doctree):
    """Forget that a page depends on files of the package: see above."""
    env = app.env
    found = {name: pathlib.Path(env.srcdir, name).resolve() for name in env.dependencies.get(env.docname, ())}
    env.dependencies[env.docname] = {name for name, path in found.items() if not path.is_relative_to(ROOT / "jmx")}


def _shown_everywhere(app, env):
    """The pages to write: all of them, if what every page shows is not what it was."""
    titles = sorted((name, title.astext()) for name, title in env.titles.items())
    places = [sorted((name, entry.docname, entry.node_id) for name, entry in env.domains["py"].objects.items()),
              sorted(env.domains["std"].labels.items()), sorted(env.domains["std"].anonlabels.items())]  # fmt: skip
    shown = hashlib.sha256(repr((titles, sorted(env.toctree_includes.items()), places)).encode()).hexdigest()
    if getattr(env, "jmx_shown", None) == shown:
        return []
    env.jmx_shown = shown
    return sorted(env.found_docs)


def setup(app):
    """Register what decides."""
    app.add_config_value("sum_of_tools", "", "env", types=str)
    app.connect("doctree-read", _without_sources, priority=900)  # after Sphinx has collected the files
    app.connect("env-updated", _shown_everywhere)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
