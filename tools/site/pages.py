"""The pages that people have written, brought together with links that hold on the site."""

import json
import posixpath
import re
import shutil
import tomllib

from . import front


def repository(root):
    """The address of the repository, from pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]


_LINK = re.compile(r"(?<!\!)\[([^\]]*)\]\(([^)\s]+)\)")

#: the parts of the site: a title, and what comes under it; "*" stands for what is in the folder and named nowhere else
CONTENTS = (
    ("Start", ["getting_started", "platforms", "playground", "faq"]),
    ("Tutorials", ["notebooks/*"]),
    ("How to", ["howto/*", "images", "records", "devices", "cluster", "gpu", "own_operators", "typing", "mxnet2", "numpy2"]),
    ("Leave MXNet", ["leaving/README", "leaving/*"]),
    ("Look up", ["reference/index", "operators", "cli", "environment", "errors", "numbers", "compatibility", "performance",
                 "bench", "scaling", "glossary"]),
    ("Develop", ["architecture", "dev/README", "dev/*", "contributing", "security", "changelog"]),
)  # fmt: skip

#: files of the repository that are pages, with their names on the site
_TOP = {"CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md"}


def assemble(root, source):
    """Write docs/, notebooks/ and a few files of the top folder to `source`, and an index of all.

    Returns
    -------
    list of str
        Links to files that the repository does not have, a line each.
    """
    wrong = []
    places = {path.relative_to(root / "docs").as_posix(): path for path in sorted((root / "docs").rglob("*.md"))}
    places |= {name: root / file for file, name in _TOP.items() if (root / file).exists()}
    known = {path.relative_to(root).as_posix(): name for name, path in places.items()}
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        known[path.relative_to(root).as_posix()] = f"notebooks/{path.name}"
    files = f"{repository(root)}/blob/HEAD/"
    for name, path in places.items():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        folder = path.relative_to(root).parent.as_posix()
        text = path.read_text(encoding="utf-8")
        wrong += _broken(text, folder, name, root)
        target.write_text(_with_links(text, folder, name, known, files), encoding="utf-8")
    for folder in ("notebooks/images", "docs/images"):
        if (root / folder).is_dir():
            shutil.copytree(root / folder, source / folder.removeprefix("docs/"), dirs_exist_ok=True)
    (source / "notebooks").mkdir(exist_ok=True)
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        wrong += _notebook(path, source / "notebooks" / path.name, known, files, root)
    index(source, root / "docs" / "dev" / "figures")
    return wrong


def _notebook(path, target, known, files, root):
    """Write a notebook to `target`; returns its links to files that are not there."""
    wrong = []
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
            wrong += _broken(text, "notebooks", f"notebooks/{path.name}", root)
            cell["source"] = _with_links(text, "notebooks", f"notebooks/{path.name}", known, files)
    target.write_text(json.dumps(notebook), encoding="utf-8")
    return wrong


def _broken(text, folder, name, root):
    """The links of a page to files that the repository does not have, a line each."""
    wrong = []
    for block in _blocks(text):
        for _, address in () if block.startswith("```") else _LINK.findall(block):
            place = posixpath.normpath(posixpath.join(folder, address.partition("#")[0]))
            # What leads out of the repository, such as ../../issues, is an address of the site that shows it.
            if re.match(r"[a-z]+:|#", address) or place.startswith("../") or (root / place).exists():
                continue
            wrong.append(f"{name}: {address}: the repository has no such file")
    return wrong


def _blocks(text):
    """The parts of a page, among them each block of code as one that begins with three backquotes."""
    return re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)


def _with_links(text, folder, name, known, files):
    """Links from a file in `folder`, as they are on the page `name`: to pages of the site, or to `files` of the repository."""

    def link(match):
        words, address = match.groups()
        if re.match(r"[a-z]+:|#", address):
            return match.group()
        path, mark, anchor = address.partition("#")
        place = posixpath.normpath(posixpath.join(folder, path))
        page = known.get(place) or known.get(posixpath.join(place, "README.md"))
        if page is None:
            return f"[{words}]({files}{'' if place == '.' else place})"
        if words.endswith(".md"):  # the name of a file, which says nothing on a site: the page's title in its place
            words = ""
        return f"[{words}]({posixpath.relpath(page, posixpath.dirname(name) or '.')}{mark}{anchor})"

    # A link's words may be code: [`exp`](file.md). Links are looked for in the whole line, code blocks left out.
    return "".join(block if block.startswith("```") else _LINK.sub(link, block) for block in _blocks(text))


def index(source, figures):
    """Write the first page, and behind it the table of contents; `figures` is the folder of those that it shows."""
    pages = {
        path.relative_to(source).with_suffix("").as_posix() for path in source.rglob("*") if path.suffix in (".md", ".ipynb")
    }
    pages |= {"reference/index"}
    named = {page for _, entries in CONTENTS for page in entries if not page.endswith("*")}
    trees, seen = [], set()
    for title, entries in CONTENTS:
        shown = []
        for entry in entries:
            found = sorted(page for page in pages - named if page.startswith(entry[:-1])) if entry.endswith("*") else [entry]
            shown += [page for page in found if page in pages and page not in seen]
            seen.update(found)
        body = "\n".join(shown)
        trees.append(f"```{{toctree}}\n:caption: {title}\n:maxdepth: 1\n:hidden:\n\n{body}\n```\n")
    text = f"{front.page(figures)}\n{chr(10).join(trees)}\n"
    (source / "index.md").write_text(text, encoding="utf-8")
