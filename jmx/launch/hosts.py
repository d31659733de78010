"""The machines of a job: host files, and which worker runs where."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from .._files.reading import open_file
from ..cluster import wire
from .options import LaunchError

#: where ports are drawn on a machine that is not this one: above the registered ones, below those of outgoing connections
_PORTS = range(20000, 30000)

_LINE = re.compile(
    r"(?:(?P<user>[^@\s]+)@)?(?P<name>\[[^\]\s]+\]|[^:\s=\[\]]+)(?::(?P<port>\d+))?"
    r"(?:\s+slots\s*=\s*(?P<slots>\d+))?(?:\s+\S+=\S+)*"
)

_NAME = re.compile(r"[\w.:%][\w.:%-]*")


@dataclass(frozen=True)
class Host:
    """A machine: its name or address, and for ssh the user, the port, and how many workers it takes (None: not said)."""

    name: str
    user: str | None = None
    port: int | None = None
    slots: int | None = None

    @property
    def login(self):
        """What ssh is given: `user@name`."""
        return f"{self.user}@{self.name}" if self.user else self.name

    @property
    def is_loopback(self):
        """Whether other machines would mean themselves by this name."""
        return wire.is_loopback(self.name)


def read(path) -> list[Host]:
    """The hosts of a host file, in its order."""
    try:
        with open_file(path, mode="r", encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise LaunchError(f"host file {path}: {reason}") from None
    hosts = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        match = _LINE.fullmatch(text)
        # ssh and rsync would take a name that begins with - for an option
        if match is None or text.startswith("-") or not _NAME.fullmatch(match["name"].strip("[]")):
            raise LaunchError(f"host file {path}, line {number}: {text!r} is not host, host:port or host slots=n")
        port, slots = match["port"], match["slots"]
        hosts.append(Host(match["name"].strip("[]"), match["user"], port and int(port), None if slots is None else int(slots)))
    if not hosts:
        raise LaunchError(f"host file {path} names no machine: write one host a line")
    return hosts


def place(hosts, count) -> list[Host]:
    """The host of each of `count` workers.

    Where slots are given the hosts are filled one after the other (a host without is 1); otherwise workers go round them.
    """
    if all(host.slots is None for host in hosts):
        return [hosts[i % len(hosts)] for i in range(count)]
    places = [host for host in hosts for _ in range(1 if host.slots is None else host.slots)]
    if len(places) < count:
        raise LaunchError(f"the host file has {len(places)} slots for {count} workers: raise slots=, or start -n {len(places)}")
    return places[:count]


def local_ranks(places) -> list[tuple[int, int]]:
    """For each worker its number on its machine, and how many workers that machine has."""
    names = [host.name for host in places]
    return [(names[:i].count(name), names.count(name)) for i, name in enumerate(names)]


def free_port(address, wanted=None) -> int:
    """A free port of this machine, or `wanted`; LaunchError where that is in use."""
    try:
        return wire.free_port(address, wanted or 0)
    except OSError as error:
        if wanted is None:
            raise LaunchError(f"no free port on {address}: {error.strerror}") from None
        raise LaunchError(
            f"port {wanted} of this machine cannot be used ({error.strerror}): leave -p out for a free one, or give another"
        ) from None


def far_port(wanted=None):
    """`wanted`, or a port of a machine that is not this one, drawn at random."""
    return wanted or random.SystemRandom().choice(_PORTS)
