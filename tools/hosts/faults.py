"""Breaks the network, or a host, under a running job: every rank has to say what happened in time, or the job goes on.

    sudo python -m tools.hosts.faults [--only WORDS] [--victims 0,1] [--list]

Each fault is one job of two hosts that sums small arrays, with JMX_HEARTBEAT_TIMEOUT=5 and JMX_TIMEOUT=12, or 600 for both.
A line says how it ended: `survived` with right sums, `named` where all ranks that are left said which rank or what was lost,
and after how many seconds; or `WRONG`. The last line counts them; status 0 if none is wrong. Needs what `tools.hosts` needs, and
nftables.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
import time
from typing import NamedTuple

from .__main__ import SKIPPED, environment
from .network import INSIDE, PORT, ROOT, Unusable, enter, missing, network

#: seconds: until a machine that is silent counts as lost, until a rank counts as late, and what may pass beyond these
SILENCE, LATE, MORE = 5, 12, 40
#: seconds that TCP may wait before it tries a connection again that was cut off for minutes
AGAIN = 120
RANK = """
import os, sys, time
import numpy as np
import jmx as mx
store = mx.kv.create("dist_sync")
store.init("w", mx.nd.zeros(20000))
print("began", flush=True)
out = mx.nd.zeros(20000)
end = time.monotonic() + float(sys.argv[1])
# all ranks end at the same step: they agree on it by the sum itself
while True:
    over = float(time.monotonic() > end)
    if os.path.exists(os.environ["ORDERS"] + "/raise"):
        raise RuntimeError("broken here")
    if os.path.exists(os.environ["ORDERS"] + "/exit"):
        sys.exit(3)
    if os.path.exists(os.environ["ORDERS"] + "/sleep"):
        time.sleep(300)
    store.pushpull("w", mx.nd.full(20000, 1 + 1000 * over), out=out)
    found = out.asnumpy()
    assert (found == found[0]).all() and found[0] % 1000 == store.num_workers, found
    if found[0] >= 1000:
        break
    time.sleep(0.01)
print("right", flush=True)
"""


#: rules of a firewall for what comes in
ALL = 'iifname "eth*" drop'
COORDINATOR = f"tcp dport {PORT} drop\ntcp sport {PORT} drop"
SUMS = f'iifname "eth*" tcp dport != {PORT} tcp sport != {PORT} drop'


class Fault(NamedTuple):
    """What is done to a job.

    name      in words
    act       (network, number of the victim, its processes, its folder of orders) -> None, or what mends it
    lasts     seconds after which it is mended, None for never
    ends      what is right: "survived", "named", or "either"
    at_start  before the ranks are started
    silent    the victim's rank says nothing any more, and need not end
    patience  seconds after which a silent machine is lost, and a rank late; None for SILENCE and LATE
    """

    name: str
    act: object
    lasts: float | None
    ends: str
    at_start: bool = False
    silent: bool = False
    patience: float | None = None


def cut(net, victim, *_):
    net.part(victim)
    return lambda: net.join(victim)


def stop(net, victim, processes, _):
    net.hosts[victim].signal(signal.SIGSTOP)
    return lambda: net.hosts[victim].signal(signal.SIGCONT)


def kill(net, victim, processes, _):
    net.hosts[victim].signal(signal.SIGKILL)


def kill_coordinator(net, victim, processes, _):
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if name.isdigit() and b"jmx.cluster.coordinator" in file.read():
                    os.kill(int(name), signal.SIGKILL)
        except OSError:
            continue


def order(what):
    def act(net, victim, processes, orders):
        open(f"{orders}/{what}", "w").close()

    return act


def firewall(rule):
    """Rules of a victim's firewall, which say what becomes of packets that come in."""

    def act(net, victim, *_):
        net.filter(net.hosts[victim], "broken", rule)
        return lambda: net.filter(net.hosts[victim], "broken", None)

    return act


def shaped(**shape):
    def act(net, *_):
        net.be(**shape)
        return lambda: net.be()

    return act


def slowed(net, victim, *_):
    """A host of which other programs take most of the time."""
    ended = threading.Event()

    def turn():
        while not ended.is_set():
            stop(net, victim, (), None)
            time.sleep(0.3)
            net.hosts[victim].signal(signal.SIGCONT)
            time.sleep(0.05)

    thread = threading.Thread(target=turn)
    thread.start()
    return lambda: (ended.set(), thread.join())


FAULTS = [
    Fault("cut off for 1 s", cut, 1, "survived"),
    Fault("cut off for 3 s", cut, 3, "survived"),
    Fault("cut off for 30 s", cut, 30, "named"),
    Fault("cut off for 300 s, with patience", cut, 300, "survived", patience=600),
    Fault("cut off for ever", cut, None, "named"),
    Fault("host stopped for 2 s", stop, 2, "survived"),
    Fault("host stopped for ever", stop, None, "named", silent=True),
    Fault("host killed", kill, None, "named", silent=True),
    Fault("coordinator killed", kill_coordinator, None, "named"),
    Fault("a rank raises", order("raise"), None, "named"),
    Fault("a rank exits", order("exit"), None, "named"),
    Fault("a rank sleeps", order("sleep"), None, "named", silent=True),
    Fault("1 % of packets lost", shaped(loss=0.01), 8, "survived"),
    Fault("10 % of packets lost", shaped(loss=0.1), 8, "survived"),
    Fault("half of the packets lost", shaped(loss=0.5), 5, "either"),
    Fault("100 kbit/s", shaped(rate=1e5), 4, "survived"),
    Fault("0.2 s of delay", shaped(delay=0.2), 5, "survived"),
    Fault("packets of 600 bytes", shaped(mtu=600), 5, "survived"),
    Fault("firewall drops everything", firewall(ALL), None, "named"),
    Fault("firewall drops sums", firewall(SUMS), None, "named"),
    Fault("firewall drops the coordinator", firewall(COORDINATOR), None, "named"),
    Fault("firewall rejects", firewall('iifname "eth*" meta l4proto tcp reject with tcp reset'), None, "named"),
    Fault("large packets vanish", firewall("meta length > 1300 drop"), None, "named"),
    Fault("a host at a sixth of its speed", slowed, 8, "survived"),
    Fault("cut off before the start", cut, None, "named", True),
    Fault("cut off for 5 s at the start", cut, 5, "survived", True),
    Fault("firewall at the start", firewall(ALL), None, "named", True),
    Fault("firewall for the coordinator at the start", firewall(COORDINATOR), None, "named", True),
    Fault("firewall for sums at the start", firewall(SUMS), None, "named", True),
]  # fmt: skip


def readers(processes):
    """What processes print, line by line, as it comes. JAX 0.10.0 logs there what it thinks of a processor, which is left out."""
    said = [[] for _ in processes]

    def read(process, lines):
        for line in iter(process.stdout.readline, ""):
            if not re.match(r"[IWEF]\d{4} \d\d:", line):
                lines.append(line)

    for process, lines in zip(processes, said):
        threading.Thread(target=read, args=(process, lines), daemon=True).start()
    return said


def tried(fault, victim) -> tuple[str, float, str]:
    """(how it ended, seconds from the fault to the end of the last rank, what the ranks said)"""
    with network(2) as net:
        orders = net.folder / "orders"
        orders.mkdir()
        (net.folder / "none").mkdir()
        mend = fault.act(net, victim, (), orders) if fault.at_start else None
        began = time.monotonic()
        shared = {
            "JMX_COORDINATOR": f"{net.hosts[0].addresses[0]}:{PORT}", "JMX_NUM_PROCESSES": 2,
            "JMX_HEARTBEAT_TIMEOUT": fault.patience or SILENCE, "JMX_TIMEOUT": fault.patience or LATE,
            "JMX_START_TIMEOUT": 20, "PYTHONUNBUFFERED": 1,
        }  # fmt: skip
        processes = []
        for number, host in enumerate(net.hosts):
            env = environment(**shared, JMX_PROCESS_ID=number, ORDERS=orders if number == victim else net.folder / "none")
            # what is never mended has to be noticed before the job is over
            length = 4 + (SILENCE + LATE if fault.lasts is None else fault.lasts)
            words = [sys.executable, "-c", RANK, length]
            processes.append(host.start(words, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        said = readers(processes)
        if not fault.at_start:
            while not all(lines[:1] == ["began\n"] for lines in said):
                if time.monotonic() - began > 90 or any(process.poll() is not None for process in processes):
                    return "WRONG", 0.0, f"the job did not begin: {said}"
                time.sleep(0.05)
            time.sleep(1)
            mend = fault.act(net, victim, processes, orders)
            began = time.monotonic()
        if fault.lasts is not None:
            end = time.monotonic() + fault.lasts
            while time.monotonic() < end and any(process.poll() is None for process in processes):
                time.sleep(0.05)
            mend()
        heard = [number for number in range(2) if number != victim or not fault.silent]
        limit = time.monotonic() + MORE + 20 * fault.at_start + AGAIN * bool(fault.patience)
        while any(processes[n].poll() is None for n in heard) and time.monotonic() < limit:
            time.sleep(0.05)
        took = time.monotonic() - began
        hung = [n for n in heard if processes[n].poll() is None]
        for process in processes:
            process.kill()
        time.sleep(0.2)
        texts = ["".join(lines) for lines in said]
        if hung:
            return "WRONG", took, f"rank {hung} did not end: {texts}"
        if all(text.endswith("right\n") for text in texts):
            how = "survived"
        elif all(_names(texts[n], n, victim) for n in heard):
            how = "named"
        else:
            return "WRONG", took, str(texts)
        return (how if fault.ends in (how, "either") else "WRONG"), took, "" if fault.ends in (how, "either") else str(texts)


def _names(text, number, victim):
    """Whether a rank said what was lost; the victim may also end by its own error."""
    own = number == victim and re.search(r"broken here|^began\n$", text)
    return bool(own or re.search(r"MXNetError: .*(rank|coordinator|process|No answer|address|port)", text))


def inside(options):
    wrong = 0
    chosen = [fault for fault in FAULTS if not options.only or options.only in fault.name]
    counts: dict[str, int] = {}
    for fault in chosen:
        for victim in options.victims:
            how, took, why = tried(fault, victim)
            counts[how] = counts.get(how, 0) + 1
            wrong += how == "WRONG"
            print(f"{fault.name}, host {victim}: {how} after {took:.1f} s{f': {why}' if why else ''}", flush=True)
    print(", ".join(f"{count} {how}" for how, count in sorted(counts.items())))
    return 1 if wrong else 0


def main(arguments):
    parser = argparse.ArgumentParser("python -m tools.hosts.faults")
    parser.add_argument("--only", help="faults whose names have this in them")
    parser.add_argument("--victims", type=lambda text: [int(n) for n in text.split(",")], default=[0, 1])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join(f"{fault.name}: {fault.ends}" for fault in FAULTS))
        return 0
    if os.environ.get(INSIDE) == "1":
        try:
            return inside(options)
        except Unusable as error:
            print(f"faults: {error}", file=sys.stderr)
            return SKIPPED
    why = missing()
    if why:
        print(f"faults: left out, since {why}", file=sys.stderr)
        return SKIPPED
    return enter("tools.hosts.faults", arguments, 3600)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
