"""What `recipes.toml` says: the families of packages, and how each package is installed and run."""

from __future__ import annotations

import pathlib
import shlex
import tomllib
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Recipe:
    """A package: its name, its family's title, commands for pip, environment variables, and what a reader must know."""

    name: str
    family: str
    install: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    #: environment variables of the last installation, the package's own
    build: dict[str, str] = field(default_factory=dict)
    note: str = ""
    #: what this package is for, where its name does not say it
    about: str = ""

    @property
    def program(self) -> pathlib.Path:
        """The program that is run."""
        return HERE / "programs" / f"use_{self.name.replace('-', '_').replace('.', '_')}.py"

    def commands(self) -> list[str]:
        """What a reader types: the installation, and the program."""
        installs = [f".venv/bin/pip install {arguments}" for arguments in self.install]
        installs[-1:] = [_variables(self.build) + line for line in installs[-1:]]
        return [*installs, f"{_variables(self.environment)}.venv/bin/python {self.program.relative_to(ROOT)}"]


def _variables(values: dict[str, str]) -> str:
    """Environment variables, as they are written before a command."""
    return "".join(f"{name}={shlex.quote(value)} " for name, value in values.items())


def read(path: pathlib.Path = HERE / "recipes.toml") -> tuple[dict[str, str], list[Recipe]]:
    """The families (their titles, and what is said about each) and the recipes in the order of the file."""
    families, recipes = {}, []
    for family in tomllib.loads(path.read_text())["family"]:
        families[family["title"]] = family["about"]
        for name, told in family["package"].items():
            told = {**told, "install": tuple(told["install"])}
            recipes.append(Recipe(name=name, family=family["title"], **told))
    return families, recipes
