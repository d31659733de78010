"""What a step costs on hosts of CPUs over Ethernet: a model whose constants are fitted to what `tools/hosts` measures.

    python -m benchmarks.scaling_hosts                    the tables of docs/scaling.md: constants, and each line's error
    sudo python -m benchmarks.scaling_hosts measure       measures all settings again (half an hour), into the data file
    python -m benchmarks.scaling_hosts predict --hosts 8 --gbit 10 --compute 0.8 --megabytes 102 --buckets 7

Seconds and bytes throughout; the data file has the milliseconds of `tools.hosts --json`. Some lines are held out: the fit does
not see them, and their errors say what the model is worth where nobody has measured.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass

from tools.hosts.__main__ import shortest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "dev" / "figures" / "hosts.json"
#: bytes of a packet that are headers of TCP and IP, and what the cable carries beside the packet
HEADERS, FRAME = 52, 14

#: what is measured: options of `tools.hosts`, and whether the fit sees it
SETTINGS = [
    *((f"--network {name} --batch {batch} --rate {rate}", rate != "2gbit")
      for rate in ("500mbit", "1gbit", "2gbit", "10gbit") for name, batch in (("mlp", 64), ("resnet18", 2))),
    ("--network mlp --batch 64 --rate 500mbit --delay 0.001", True),
    ("--network mlp --batch 64 --rate 500mbit --delay 0.002", True),
    ("--network mlp --batch 512 --rate 500mbit", False),
    ("--network mlp --batch 512 --rate 1gbit", False),
    ("--network language --batch 2 --rate 1gbit", False),
    ("--network mlp --batch 64 --rate 500mbit --delay 0.005", False),
    ("--network mlp --batch 64 --rate 1gbit --mtu 1500", False),
    ("--network mlp --batch 64 --rate 1gbit --hosts 4", False),
]  # fmt: skip


@dataclass(frozen=True)
class Constants:
    """What is fitted.

    overhead    seconds of a bucket beside its bytes: packing, announcing, starting the program
    processor   seconds of a processor for each byte that a host sends, and for receiving and adding up as many
    trips       how often a step of a ring waits for the delay between two hosts
    spread      the last share of the backward pass, in which the buckets become ready one after the other
    """

    overhead: float
    processor: float
    trips: float
    spread: float


@dataclass(frozen=True)
class Job:
    """A step that is to be predicted: times of one host without sums, gradients, and the network.

    forward, compute, update    seconds; `compute` is the forward and the backward pass
    rate, delay                 bytes a second of each cable and direction, None for no limit; seconds from host to host
    """

    hosts: int
    forward: float
    compute: float
    update: float
    size: float
    buckets: int
    rate: float | None
    delay: float = 0.0
    mtu: int = 9000

    @property
    def sent(self):
        """Bytes of gradients that each host sends: a ring's."""
        return 2 * (self.hosts - 1) / self.hosts * self.size


def bucket_times(job, constants):
    """Seconds of one bucket, and those of the processor in it.

    The cable works while the processor does, and while a bucket is prepared: a cable that `tc` limits may send the more after a
    pause, some milliseconds' worth (`burst`). On a cable without such credit the overhead may come on top.
    """
    if job.hosts == 1:
        return 0.0, 0.0
    payload = (job.mtu - HEADERS) / (job.mtu + FRAME)
    wire = job.sent / (job.rate * payload) / job.buckets if job.rate else 0.0
    work = constants.processor * job.sent / job.buckets
    late = 2 * (job.hosts - 1) * constants.trips * job.delay
    return late + max(wire, constants.overhead + work), work


def sum_time(job, constants):
    """Seconds of the sum of all gradients with nothing else under way."""
    return job.buckets * bucket_times(job, constants)[0]


def step_time(job, constants, overlap):
    """Seconds of a step whose sums are behind the backward pass, or beside it."""
    bucket, work = bucket_times(job, constants)
    if not overlap:
        return job.compute + job.buckets * bucket + job.update
    backward, done = job.compute - job.forward, 0.0
    for number in range(job.buckets):
        # the processor of a host has added up the buckets before, and computed the less
        ready = job.forward + backward * (1 - constants.spread * (1 - (number + 1) / job.buckets)) + number * work
        done = max(done, ready) + bucket
    return done + job.update


def job_of(line, part):
    """The job of a line of the data file; `part` is "behind" or "beside", which measure the computation each for itself."""
    times = line[part]
    return Job(
        line["hosts"], times["forward"] / 1e3, times["compute"] / 1e3, times["update"] / 1e3, times["bytes"], times["buckets"],
        line["rate"] / 8 if line["rate"] else None, line["delay"], line["mtu"],
    )  # fmt: skip


def compared(line, constants):
    """{what: (measured seconds, seconds of the model)} of a line."""
    behind, beside = job_of(line, "behind"), job_of(line, "beside")
    return {
        "sum": (line["behind"]["sum"] / 1e3, sum_time(behind, constants)),
        "processor": (line["behind"]["cpu of sum"] / 1e3, behind.buckets * bucket_times(behind, constants)[1]),
        "behind": (line["behind"]["step"] / 1e3, step_time(behind, constants, False)),
        "beside": (line["beside"]["step"] / 1e3, step_time(beside, constants, True)),
    }


def read(path=DATA):
    """What is in the data file."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def fitted(lines):
    """The constants with the least squares of relative errors over `lines`."""
    from scipy.optimize import least_squares

    # in units in which all four are about 1
    units = {"overhead": 1e-3, "processor": 1e-9, "trips": 1.0, "spread": 1.0}

    def constants(values):
        return Constants(**{name: float(value) * unit for (name, unit), value in zip(units.items(), values)})

    def errors(values):
        pairs = [pair for line in lines for pair in compared(line, constants(values)).values()]
        return [model / measured - 1 for measured, model in pairs]

    return constants(least_squares(errors, [1, 1, 1, 0.9], bounds=([0, 0, 0, 0], [100, 100, 20, 1])).x)


def of_the_data():
    """The constants that are fitted to the data file."""
    return fitted([line for line in read()["lines"] if line["fitted"]])


def _rate(bits):
    return f"{bits / 1e9:g}" if bits else "none"


def tables():
    """Return the tables of docs/scaling.md as Markdown, by name."""
    from benchmarks.scaling_model import _table

    lines, constants = read()["lines"], of_the_data()
    rows = [
        ["overhead of a bucket", f"{constants.overhead * 1e3:.2g} ms"],
        ["processor time of a byte that is sent", f"{constants.processor * 1e9:.2g} ns"],
        ["delays in a step of a ring", f"{constants.trips:.2g}"],
        ["share of the backward pass in which buckets become ready", f"{constants.spread:.0%}"],
    ]
    found = {"constants": _table(["constant", "fitted"], rows)}
    head = ["network", "samples", "Gbit/s", "delay, ms", "load"]
    head += [name for what in ("sum", "processor", "step, behind", "step, beside") for name in (what, "off")]
    for title, seen in (("fitted", True), ("held out", False)):
        rows = []
        for line in lines:
            if line["fitted"] == seen:
                name = line["network"] + ("" if line["mtu"] == 9000 else f", MTU {line['mtu']}")
                name += "" if line["hosts"] == 2 else f", {line['hosts']} hosts"
                cells = [name, line["batch"], _rate(line["rate"]), f"{line['delay'] * 1e3:g}", f"{line['load']:.0f}"]
                for measured, model in compared(line, constants).values():
                    cells += [f"{measured * 1e3:,.0f}", f"{model / measured - 1:+.0%}".replace("-0%", "+0%")]
                rows.append(cells)
        found[title] = _table(head, rows)
    return found


def spread_of_errors(lines, constants):
    """The mean and the largest absolute relative error of all figures of `lines`."""
    errors = [abs(model / measured - 1) for line in lines for measured, model in compared(line, constants).values()]
    return sum(errors) / len(errors), max(errors)


def _wait_until_quiet(seconds):
    """Wait until nothing else computes on this machine, or the time is over: one second without a process that is ready."""
    end, quiet = time.monotonic() + seconds, 0
    while quiet < 5 and time.monotonic() < end:
        ready = int(re.search(r"procs_running (\d+)", pathlib.Path("/proc/stat").read_text())[1])
        quiet = quiet + 1 if ready <= 1 else 0  # this process is one
        time.sleep(0.2)


def measure(path, note, passes, patience):
    """Measure all settings several times, and keep the shortest time of each part: on a shared machine it says most."""
    lines = {}
    for _ in range(passes):
        for options, seen in SETTINGS:
            _wait_until_quiet(patience)
            words = ["--mtu", "9000", "--rounds", "1", "--steps", "6", "--json", *options.split()]
            done = subprocess.run([sys.executable, "-m", "tools.hosts", *words], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"tools.hosts {options}: status {done.returncode}: {done.stderr[-2000:]}")
            lines[options] = merged(lines.get(options), {"fitted": seen, **json.loads(done.stdout.splitlines()[-1])})
            print(options, file=sys.stderr, flush=True)
            write(path, note, lines.values())


def merged(line, other):
    """Two measurements of one setting as one: the shorter time of each part."""
    if line is None:
        return other
    shorter = {part: shortest([line[part], other[part]]) for part in ("behind", "beside")}
    return {**other, "load": max(line["load"], other["load"]), **shorter}


def write(path, note, lines):
    """Write the data file, a line of text for each setting."""
    text = ",\n".join("  " + json.dumps(line) for line in lines)
    pathlib.Path(path).write_text(f'{{"note": {json.dumps(note)},\n "lines": [\n{text}\n ]}}\n', encoding="utf-8")


def main(arguments=None):
    """Command line."""
    parser = argparse.ArgumentParser("python -m benchmarks.scaling_hosts", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    commands = parser.add_subparsers(dest="command")
    add = commands.add_parser("measure").add_argument
    add("--note", default="", help="about the machine, for the file")
    add("--to", default=DATA)
    add("--passes", type=int, default=2, help="how often each setting is measured")
    add("--patience", type=float, default=60.0, help="seconds that each waits for a quiet machine")
    add = commands.add_parser("predict").add_argument
    add("--hosts", type=int, required=True)
    add("--gbit", type=float, required=True, help="of each cable and direction")
    add("--delay", type=float, default=0.0, help="seconds from host to host")
    add("--compute", type=float, required=True, help="seconds of the forward and the backward pass")
    add("--forward", type=float, help="of it the forward pass (a third)")
    add("--update", type=float, default=0.0, help="seconds of the update")
    add("--megabytes", type=float, required=True, help="of gradients")
    add("--buckets", type=int, default=8)
    options = parser.parse_args(arguments)
    if options.command == "measure":
        measure(options.to, options.note, options.passes, options.patience)
    elif options.command == "predict":
        forward = options.compute / 3 if options.forward is None else options.forward
        job = Job(options.hosts, forward, options.compute, options.update, options.megabytes * 1e6, options.buckets,
                  options.gbit / 8 * 1e9, options.delay)  # fmt: skip
        constants = of_the_data()
        alone = job.compute + job.update
        for name, overlap in (("behind", False), ("beside", True)):
            step = step_time(job, constants, overlap)
            print(f"sums {name} the backward pass: {step * 1e3:,.0f} ms a step, efficiency {alone / step:.0%}")
    else:
        print("\n".join(tables().values()), end="")
        print(json.dumps(asdict(of_the_data())))
        for name, seen in (("fitted", True), ("held out", False)):
            mean, most = spread_of_errors([line for line in read()["lines"] if line["fitted"] == seen], of_the_data())
            print(f"{name}: mean error {mean:.1%}, largest {most:.1%}")


if __name__ == "__main__":
    main()
