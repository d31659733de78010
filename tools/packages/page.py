"""docs/howto/packages.md, made of the recipes and the record."""

from __future__ import annotations

from tools.packages.recipes import ROOT, Recipe

PAGE = ROOT / "docs" / "howto" / "packages.md"

_BEGINNING = """\
# Packages for MXNet

<!-- Made by `python -m tools.packages` out of tools/packages/recipes.toml and record.json; changes belong there. -->

You have a program that uses one of these packages. The page says, for each: what to install, which pins it needs besides, what
was run with jmx, and how it went. Each was installed in a fresh environment, in a checkout of this repository, by the commands
that are shown, or by uv with the same arguments, where it says so; "it said" is what the program printed.
`python -m tools.packages NAME` does it again.

**Install jmx, `compat` and the package in one command.** `compat` then satisfies every requirement of `mxnet` that allows 1.9.1;
for `mxnet-cu101` and its kin there are the wheels of `jmx shim wheels` ([requirements](requirements.md)). Where the package
comes later, alone, pip may replace `compat` by Apache's wheel and NumPy by an old one; a file of constraints turns that into an
error:

```sh
.venv/bin/jmx shim constraints > constraints.txt && .venv/bin/pip install -c constraints.txt gluoncv
```

`--no-deps` is for packages that pin NumPy 1 or an old mxnet; what they need then stands in the first command.
`jmx doctor` tells whether something in an environment hides jmx ([command line](../cli.md#jmx-doctor)).
"""
_WORDS = {
    "works": "works", "fails": "**fails**", "stopped": "cut off", "not installed": "not installed here", "said nothing": "ran",
}  # fmt: skip


def text(families: dict[str, str], recipes: list[Recipe], record: dict) -> str:
    """The page."""
    parts = [_BEGINNING, _overview(recipes, record)]
    for title, about in families.items():
        parts.append(f"## {title}\n\n{about.strip()}\n")
        parts += [_section(recipe, record.get(recipe.name)) for recipe in recipes if recipe.family == title]
    return "\n".join(parts)


def _overview(recipes: list[Recipe], record: dict) -> str:
    """The table of all packages, with the number of those that work."""
    tried = [record[recipe.name]["outcome"] for recipe in recipes if recipe.name in record]
    lines = [
        f"{len(tried)} packages were tried; {tried.count('works')} work as far as they were run.",
        "",
        "| package | outcome |",
        "|---|---|",
    ]
    for recipe in recipes:
        entry = record.get(recipe.name)
        lines.append(
            f"| [{recipe.name}](#{recipe.name.replace('.', '')}) | {_WORDS[entry['outcome']] if entry else 'not tried yet'} |"
        )
    return "\n".join(lines) + "\n"


def _section(recipe: Recipe, entry: dict | None) -> str:
    """What is said of one package."""
    lines = [f"### {recipe.name}", ""]
    if recipe.about:
        lines += [recipe.about.strip(), ""]
    lines += ["```sh", *(entry["commands"] if entry else recipe.commands()), "```", ""]
    if recipe.note:
        lines += [recipe.note.strip(), ""]
    if entry is None:
        return "\n".join([*lines, "Not tried yet.", ""])
    versions = ", ".join(f"{name} {version}" for name, version in entry.get("versions", {}).items())
    on = (
        f" Python {entry['python']}, {versions}; installed in {entry['install seconds']} s by {entry['installer']}"
        if versions
        else ""
    )
    on += f", ran {entry['run seconds']} s." if "run seconds" in entry else ""
    lines += [f"{_WORDS[entry['outcome']].strip('*').capitalize()}.{on}", ""]
    if entry["said"]:
        lines += ["It said:", "", *(f"- {line}" for line in entry["said"]), ""]
    if entry["error"]:
        lines += ["```text", *entry["error"][-4:], "```", ""]
    return "\n".join(lines)
