"""The command; `python -m tools.packages --help` describes it."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys

from tools import packages
from tools.packages import page, recipes, running

RECORD = recipes.HERE / "record.json"


def main(arguments: list[str] | None = None) -> int:
    """Try packages, or write the page; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.packages", description=packages.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="packages to try again (default: those without a record of this version)"
    )
    parser.add_argument("--list", action="store_true", help="show the packages and what the record says")
    parser.add_argument("--page", action="store_true", help="write the page from the record")
    parser.add_argument(
        "--work", type=pathlib.Path, default=pathlib.Path("build/packages"), help="folder of environments and wheels"
    )
    parser.add_argument("--python", default=sys.executable, help="the Python of the environments")
    parser.add_argument("--uv", help="uv's executable, to install with")
    parser.add_argument("--install-seconds", type=float, default=900, help="what an installation may take (default: %(default)s)")
    parser.add_argument("--run-seconds", type=float, default=600, help="what a program may take (default: %(default)s)")
    options = parser.parse_args(arguments)
    families, known = recipes.read()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if unknown := set(options.names) - {recipe.name for recipe in known}:
        parser.error(f"no such package: {', '.join(sorted(unknown))}; --list shows them")
    if options.list:
        for recipe in known:
            print(f"{recipe.name:32} {record.get(recipe.name, {}).get('outcome', 'not tried')}")
        return 0
    if not options.page:
        work = options.work.resolve()
        work.mkdir(parents=True, exist_ok=True)
        for recipe in known:
            if recipe.name in options.names or not options.names and not _tried(record.get(recipe.name)):
                print(f"{recipe.name} ...", flush=True)
                entry = running.try_package(
                    recipe, work, running.built_wheels(work, options.python), python=options.python, uv=options.uv,
                    install_seconds=options.install_seconds, run_seconds=options.run_seconds,
                )  # fmt: skip
                record[recipe.name] = entry
                _write(RECORD, json.dumps(dict(sorted(record.items())), indent=1) + "\n")
                print(f"{recipe.name}: {entry['outcome']}", *entry["said"], *entry["error"][-3:], sep="\n    ", flush=True)
    _write(page.PAGE, page.text(families, known, record))
    return 0


def _tried(entry: dict | None) -> bool:
    """Whether the record has this package with the version of jmx that is here."""
    from jmx._version import __version__

    return entry is not None and entry.get("versions", {}).get("jmx", __version__) == __version__


def _write(path: pathlib.Path, text: str) -> None:
    """Write a file whole, so that an interruption leaves the old one."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    os.replace(new, path)


if __name__ == "__main__":
    sys.exit(main())
