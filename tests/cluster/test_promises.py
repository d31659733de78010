"""Every promise of docs/cluster.md has a test: `promises.toml` says which, or why there is none."""

import pathlib
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
PROMISES = tomllib.loads((HERE / "promises.toml").read_text(encoding="utf-8"))


def items(page):
    """{heading: [what stands below it: the rows of tables, bullets, paragraphs]}, without what is to be typed."""
    found, heading, kind, fenced = {}, "", "", False
    for line in page.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if fenced or line.startswith(("```", "    ")) or not line:
            kind = "bullet" if kind == "bullet" and not line else ""
        elif line.startswith("#"):
            heading, kind = line.lstrip("# "), ""
        elif line.startswith("|"):
            if set(line) <= set("|- "):
                kind = "row"
            elif kind == "row":
                found.setdefault(heading, []).append(line.strip("| "))
        elif line.startswith("- ") or not kind or kind == "bullet" and line[0] != " ":
            kind = "bullet" if line.startswith("- ") else "text"
            found.setdefault(heading, []).append(line.removeprefix("- ").strip())
        else:
            found[heading][-1] += " " + line.strip()
    return found


def test_what_stands_on_a_page():
    page = "# A\ntext\ngoes on\n\n- one\n  goes on\n- two\n\nmore\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    page += "## B\n```\ncode\n```\n    code\n"
    assert items(page) == {"A": ["text goes on", "one goes on", "two", "more", "1 | 2"]}


def test_every_promise_is_listed():
    there = items(PAGE)
    assert list(PROMISES) == list(there) and sum(map(len, there.values())) > 150
    for heading, texts in there.items():
        known = PROMISES[heading]
        for text in texts:
            named = [words for words in known if text.startswith(words)]
            assert len(named) == 1, f"docs/cluster.md, {heading!r}: {named or 'nothing'} in promises.toml for: {text}"
        for words in known:
            assert [text.startswith(words) for text in texts].count(True) == 1, (
                f"{heading!r}: {words!r} begins nothing, or several"
            )
    for where, listed in (
        (f"{heading}: {words}", listed) for heading, known in PROMISES.items() for words, listed in known.items()
    ):
        assert listed, f"{where}: name the tests, or why there is none"


def test_the_tests_are_there():
    names = {name for known in PROMISES.values() for listed in known.values() if isinstance(listed, list) for name in listed}
    files = sorted({f"tests/{name.partition('::')[0]}" for name in names})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "", "-p", "no:cacheprovider", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    collected = {line.removeprefix("tests/") for line in done.stdout.splitlines() if "::" in line}
    collected |= {name.partition("[")[0] for name in collected}
    assert len(names) > 100 and names <= collected, sorted(names - collected)
