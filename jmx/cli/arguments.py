"""The parser of command lines that all commands of jmx share."""

from __future__ import annotations

import argparse


class _Names(dict):
    """Options by name, where underscores in a name stand for dashes."""

    def __missing__(self, name):
        return super().__getitem__(_dashed(name))

    def __contains__(self, name):
        return super().__contains__(name) or super().__contains__(_dashed(name))


def _dashed(name):
    return name.replace("_", "-") if name.startswith("--") else name


class Parser(argparse.ArgumentParser):
    """A parser whose options have dashes in their names and are found with underscores too, as MXNet's tools spell them.

    An error is one line that says where help is; the exit status is then 2. Parameters are those of `argparse.ArgumentParser`.
    """

    def parse_known_args(self, args=None, namespace=None):
        # argparse has no public way to say how names are compared. Looking names up differently, rather than registering
        # each option twice, keeps the second spelling out of the help and lets abbreviations stay unambiguous.
        self._option_string_actions = _Names(self._option_string_actions)
        return super().parse_known_args(args, namespace)

    def error(self, message) -> None:
        """End the process with status 2."""
        self.exit(2, f"{self.prog}: {message}\nSee `{self.prog} --help`.\n")
