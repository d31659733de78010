#!/usr/bin/env python
"""Write the list in docs/mxnet2.md of what differs between MXNet 1.9.1 and 2.0, from the fields of `jmx._dialects.Dialect`.

python tools/list_differences.py            write it
python tools/list_differences.py --check    change nothing; exit status 1 if it is not up to date
"""

import argparse
import dataclasses
import itertools
import pathlib
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from jmx._dialects import Dialect  # noqa: E402

PAGE = ROOT / "docs" / "mxnet2.md"
BEGIN, END = "<!-- generated: differences -->\n", "<!-- end of generated: differences -->\n"


def listed() -> str:
    """The list in Markdown, under the topics of the differences."""
    text = ""
    for topic, differences in itertools.groupby(dataclasses.fields(Dialect), lambda difference: difference.metadata["topic"]):
        text += f"\n### {topic}\n\n"
        for difference in differences:
            line = f"- `{difference.name}`: {difference.metadata['text']}"
            text += textwrap.fill(line, 130, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) + "\n"
    return text + "\n"


def page() -> str:
    """The whole page with the list in it."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + listed() + END + rest.partition(END)[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    check, text = parser.parse_args().check, page()
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(("not up to date: " if check else "written: ") + str(PAGE.relative_to(ROOT)))
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
