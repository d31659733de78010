"""Runs and measures a job over hosts that are network namespaces of this machine.

    sudo python -m tools.hosts [--hosts N] [--ranks N] [--in-turn] [--network NAME] [--by gluon|module|horovod] [--rate BITS]
                               [--delay SECONDS] [--loss SHARE] [--mtu BYTES] [--ipv6] [--interfaces 2] [--ports FIRST-LAST]
                               [--launcher ssh] [--rounds N] [--compression bf16|fp16|2bit] [--markdown | --json]
    sudo python -m tools.hosts --selftest

Each round runs the job twice, with sums behind the backward pass and beside it; printed are the shortest times. The hidden
share is 1 - (step - compute - update) / sum, of the job whose sums are beside it. `--rate half` takes the rate at which a sum
takes half as long as the backward pass. `--selftest` does that for two hosts, and ends with status 0 if sums are right and over
half of their time is hidden. Everything is taken down when this ends, however it ends.

Needs Linux, root and iproute2; openssh-server for `--launcher ssh`, nftables for `--loss` and `--ports`. Without them it says so,
and ends with status 77.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys

from .job import NETWORKS
from .network import INSIDE, PORT, ROOT, Unusable, enter, missing, network

#: the status of a test that cannot run here, as automake has it
SKIPPED = 77


def rate(text):
    """Bits a second from `1gbit`, `100mbit`, `half`, or None for `none`."""
    if text in ("half", "none"):
        return text if text == "half" else None
    for unit, factor in (("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    raise argparse.ArgumentTypeError("expected such as 10gbit, 100mbit, half or none")


def ports(text):
    """(first, last) from `50000-50099`."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1024 <= int(first) < int(last) < 65536):
        raise argparse.ArgumentTypeError("expected such as 50000-50099")
    return int(first), int(last)


def parsed(arguments):
    parser = argparse.ArgumentParser("python -m tools.hosts", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--hosts", type=int, default=2)
    add("--ranks", type=int, default=1, metavar="N", help="of each host")
    add("--in-turn", action="store_true", help="rank 0 on the first host, rank 1 on the second, ...; else host by host")
    add("--network", choices=NETWORKS, default="mlp")
    add("--by", choices=("gluon", "module", "horovod"), default="gluon")
    add("--compression", choices=("bf16", "fp16", "2bit"), help="how gradients travel")
    add("--batch", type=int, help="samples of each rank")
    add("--rate", type=rate, help="of each cable and direction", default=None)
    add("--delay", type=float, default=0.0, help="seconds from host to host")
    add("--loss", type=float, default=0.0, help="share of packets that is lost")
    add("--mtu", type=int, default=1500)
    add("--ipv6", action="store_true")
    add("--interfaces", type=int, choices=(1, 2), default=1)
    add("--use", metavar="INTERFACE", default="", help="JMX_INTERFACE of each rank")
    add("--ports", type=ports, help="a firewall lets in connections to these and to the coordinator, and no others")
    add("--loopback-name", action="store_true", help="a host's own name is 127.0.1.1 on it")
    add("--launcher", choices=("variables", "ssh"), default="variables", help="how ranks are started")
    add("--rounds", type=int, default=2)
    add("--steps", type=int, default=5)
    add("--limit", type=float, default=900.0, help="seconds after which everything is ended")
    add("--markdown", action="store_true")
    add("--json", action="store_true", help="one line with all that was measured, for benchmarks/scaling_fit.py")
    add("--selftest", action="store_true")
    return parser.parse_args(arguments)


def cores():
    return sorted(os.sched_getaffinity(0))


def environment(**variables):
    """Of a rank: this process's, without what describes jobs."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_COORD", "JMX_NUM", "JMX_PROC", "DMLC_", "SLURM_"))}
    kept.pop(INSIDE, None)
    path = os.pathsep.join([str(ROOT), str(ROOT / "compat")])
    return {**kept, "PYTHONPATH": path, "JMX_JOB_SECRET": "0123456789abcdef" * 4, **{k: str(v) for k, v in variables.items()}}


def run_job(net, words, launcher="variables", seconds=300, ranks=1, in_turn=False, **variables):
    """[(status, what it printed)] of a job with `ranks` ranks on each host; over ssh it is one for the launcher."""
    count = len(net.hosts) * ranks
    if launcher == "ssh":
        names = net.folder / "names"
        names.write_text("".join(f"{host.name}\n" for host in net.hosts))
        command = [sys.executable, "-m", "jmx", "launch", "-n", count, "-H", names]
        command += ["--launcher-args", f"-F {net.folder / 'ssh'}", *[f"--env={k}={v}" for k, v in variables.items()]]
        processes = [net.hosts[0].start([*command, *words], env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True)]
    else:
        first = net.hosts[0].addresses[0]
        shared = {"JMX_COORDINATOR": f"[{first}]:{PORT}" if net.ipv6 else f"{first}:{PORT}", "JMX_NUM_PROCESSES": count}
        processes = []
        for number in range(count):
            host = net.hosts[number % len(net.hosts) if in_turn else number // ranks]
            pinned = ["taskset", "-c", cores()[number % len(cores())], *words]
            env = environment(**shared, JMX_PROCESS_ID=number, **variables)
            processes.append(host.start(pinned, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True))
    results = []
    for process in processes:
        try:
            text, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
            results.append((124, text))
            continue
        results.append((process.returncode, text))
    return results


def measured(net, options, overlap, steps):
    """What rank 0 of a job says of itself (see `job`)."""
    batch = options.batch or NETWORKS[options.network]
    words = [sys.executable, "-m", "tools.hosts.job", options.network, options.by, steps, batch]
    words += [options.compression] if options.compression else []
    results = run_job(net, words, options.launcher, ranks=options.ranks, in_turn=options.in_turn, JMX_OVERLAP=int(overlap),
                      JMX_INTERFACE=options.use, OMP_NUM_THREADS=1)  # fmt: skip
    if any(status for status, _ in results):
        raise SystemExit(f"hosts: the job failed: {results}")
    return json.loads(results[0][1].strip().splitlines()[-1])


def shortest(rows):
    times = [key for key, value in rows[0].items() if isinstance(value, float) and key != "loss"]
    return {**rows[-1], **{key: min(row[key] for row in rows) for key in times}}


def compare(options):
    """(with sums behind, with sums beside, share hidden, bits a second)"""
    kinds = {"ipv6": options.ipv6, "interfaces": options.interfaces, "loopback_name": options.loopback_name}
    with network(options.hosts, ssh=options.launcher == "ssh", **kinds) as net:
        net.be(mtu=options.mtu)
        if options.ports:
            net.open_only(PORT, *options.ports)
        bits = options.rate
        if bits == "half":
            found = measured(net, options, False, 3)
            share = 2 * (options.hosts - 1) / options.hosts  # of a host, however many ranks it has
            bits = found["bytes"] * share * 8 / ((found["compute"] - found["forward"]) / 2 / 1e3)
        net.be(bits, options.delay, options.loss, options.mtu)
        behind, beside = [], []
        for _ in range(options.rounds):
            behind.append(measured(net, options, False, options.steps))
            beside.append(measured(net, options, True, options.steps))
    behind, beside = shortest(behind), shortest(beside)
    hidden = None
    if "sum" in beside:
        hidden = 1 - (beside["step"] - beside["compute"] - beside["update"]) / beside["sum"]
    return behind, beside, hidden, bits


def inside(options):
    if options.selftest:
        options.hosts, options.rate = 2, "half"
    behind, beside, hidden, bits = compare(options)
    if options.json:
        set_to = {name: getattr(options, name) for name in ("hosts", "ranks", "network", "by", "delay", "loss", "mtu")}
        set_to |= {"batch": options.batch or NETWORKS[options.network], "rate": bits, "load": round(os.getloadavg()[0], 1)}
        print(json.dumps({**set_to, "behind": behind, "beside": beside}))
        return 0 if behind["right"] and beside["right"] else 1
    sizes = f"{behind['bytes'] / 1e6:.1f} MB of gradients, {f'{bits / 1e9:.2f} Gbit/s' if bits else 'no limit'}"
    if options.markdown:
        what = [options.network, options.by, str(options.hosts), f"{bits / 1e9:.3g}" if bits else "", f"{options.delay * 1e3:g}"]
        row = [behind.get("compute"), behind.get("sum"), behind.get("cpu of sum"), behind["step"], beside["step"]]
        cells = [*what, *["" if value is None else f"{value:.0f}" for value in row], "" if hidden is None else f"{hidden:.0%}"]
        print("|", " | ".join(cells), "|")
    else:
        print(f"{options.hosts} hosts, {options.network} by {options.by}: {sizes}")
        for title, row in (("sums behind the backward pass", behind), ("sums beside it", beside)):
            shown = ("forward", "compute", "sum", "cpu of sum", "update", "step")
            print(f"{title}: " + ", ".join(f"{key} {row[key]:.0f} ms" for key in shown if key in row))
    right = behind["right"] and beside["right"]
    if not options.markdown:
        print(
            "sent by the host of rank 0 for a sum: "
            + ", ".join(f"{n / 1e6:.1f} MB by {name}" for name, n in behind["sent"].items())
        )
        print(f"sums are {'right' if right else 'WRONG'}, losses {behind['loss']:.6g} and {beside['loss']:.6g}")
        print("hidden: " + ("not measured" if hidden is None else f"{hidden:.2f}"))
    return 0 if right and (not options.selftest or (hidden or 0) > 0.5) else 1


def main(arguments):
    options = parsed(arguments)
    if os.environ.get(INSIDE) == "1":
        try:
            return inside(options)
        except Unusable as error:
            print(f"hosts: {error}", file=sys.stderr)
            return SKIPPED
    why = missing()
    if why:
        print(f"hosts: left out, since {why}", file=sys.stderr)
        return SKIPPED
    with contextlib.suppress(KeyboardInterrupt):
        return enter("tools.hosts", arguments, options.limit)
    return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
