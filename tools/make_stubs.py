#!/usr/bin/env python
"""Write the type stubs (.pyi) of jmx's public modules and of the import name `mxnet`.

    python tools/make_stubs.py            write them beside the modules
    python tools/make_stubs.py --check    change nothing; exit status 1 if one of them is not up to date

docs/typing.md says where the types come from.
"""

import argparse
import ast
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from stubs.tree import HEAD, stubs  # noqa: E402


def left_over(wanted):
    """Stubs that this tool made once for modules that are gone."""
    for folder in ("jmx", "compat"):
        for path in (ROOT / folder).rglob("*.py*"):
            if path.suffix in (".py", ".pyi") and path not in wanted and path.read_text(encoding="utf-8").startswith(HEAD):
                yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    check = parser.parse_args().check
    stale, wanted = 0, set()
    for path, text in stubs():
        if path.suffix != ".json":
            ast.parse(text)
        wanted.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(("not up to date: " if check else "written: ") + str(path.relative_to(ROOT)))
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    for path in left_over(wanted):
        stale += 1
        print(("left over: " if check else "removed: ") + str(path.relative_to(ROOT)))
        if not check:
            path.unlink()
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
