"""Whether a tag may become a release, and the text of that release.

    python -m tools.release v0.2.0                     say nothing where all is well, else what is wrong, with status 1
    python -m tools.release v0.2.0 --notes notes.md    also write the section of the changelog to a file

RELEASING.md describes the whole. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def section(changelog: str, version: str) -> str:
    """The section of a version, without its heading; empty where there is none."""
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def problems(tag: str, root: pathlib.Path = ROOT) -> list[str]:
    """What is wrong with releasing this tag."""
    if not re.fullmatch(r"v\d+\.\d+\.\d+((a|b|rc)\d+)?", tag):
        return [f"the tag {tag} is not of the form v1.2.3"]
    version = tag[1:]
    text = {name: (root / name).read_text(encoding="utf-8") for name in (
        "jmx/_version.py", "compat/pyproject.toml", "CITATION.cff", "CHANGELOG.md", "SECURITY.md",
    )}  # fmt: skip
    wanted = {
        "jmx/_version.py": f'__version__ = "{version}"',
        "compat/pyproject.toml": f'version = "1.9.1+jmx.{version}"',
        "CITATION.cff": f"version: {version}",
    }
    found = [f"{name} does not say {line}" for name, line in wanted.items() if line not in text[name].splitlines()]
    if f'"jmx=={version}",' not in text["compat/pyproject.toml"]:
        found.append(f"compat/pyproject.toml does not require jmx=={version}")
    if not section(text["CHANGELOG.md"], version):
        found.append(f"CHANGELOG.md has no section [{version}], or an empty one")
    if "## [Unreleased]" not in text["CHANGELOG.md"]:
        found.append("CHANGELOG.md has no section [Unreleased]")
    minor = ".".join(version.split(".")[:2])
    if not re.search(rf"^\| {re.escape(minor)} \| yes", text["SECURITY.md"], re.MULTILINE):
        found.append(f"SECURITY.md does not say that {minor} gets fixes")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Check a tag; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tag", help="the tag: v, and the version")
    parser.add_argument("--notes", type=pathlib.Path, metavar="FILE", help="where to write the release's text")
    options = parser.parse_args(arguments)
    found = problems(options.tag)
    for line in found:
        print(f"tools.release: {line}", file=sys.stderr)
    if options.notes and not found:
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        options.notes.write_text(section(changelog, options.tag[1:]) + "\n", encoding="utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
