"""What `first_hour.sh` runs on the ranks of a cluster, and how it compares what they measured with the model.

    python -m benchmarks.first_hour versions NAME ...                     this host's versions, and whether it knows these names
    python -m benchmarks.first_hour sums --megabytes 0.001,1,64           a rank: sums of these sizes
    python -m benchmarks.first_hour train --network resnet18              a rank: parts of a step, and steps
    python -m benchmarks.first_hour restart                               a rank of a job of which one kills itself once
    python -m benchmarks.first_hour compare FOLDER                        measurements in a folder beside the model

Results are lines of standard output that begin with `first_hour:`, followed by JSON. Rank 0 prints them.
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import signal
import socket
import sys
import time
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from benchmarks import scaling_hosts, scaling_model

MARK = "first_hour: "
#: what a network between nodes is called on the command line, and in the model
BETWEEN = {"ib400": "InfiniBand 400", "ib200": "InfiniBand 200", "eth100": "Ethernet 100", "eth25": "Ethernet 25"}
#: network: shape of a sample
NETWORKS = {"resnet18": (3, 224, 224), "resnet50": (3, 224, 224), "small": (1024,)}


def say(**found):
    """Print a result."""
    print(MARK + json.dumps(found), flush=True)


def versions(names):
    """Of this host: what must be equal on all of them, and names that it does not know."""
    found = {"python": platform.python_version()}
    for name in ("jmx", "jax", "jaxlib", "numpy", "mxnet"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
    unknown = []
    for name in names:
        try:
            socket.getaddrinfo(name, None)
        except OSError:
            unknown.append(name)
    say(host=socket.gethostname(), versions=found, unknown=unknown, cores=os.cpu_count())


def made(name):
    """The network, not initialized."""
    from jmx import gluon

    if name == "small":
        net = gluon.nn.HybridSequential()
        for _ in range(3):
            net.add(gluon.nn.Dense(1024, activation="relu"))
        return net
    return gluon.model_zoo.vision.get_model({"resnet18": "resnet18_v1", "resnet50": "resnet50_v1"}[name])


class Rank:
    """This process in its job: times of what all ranks do together."""

    def __init__(self):
        import jmx as mx

        self.mx, self.store = mx, mx.kv.create("dist_sync")
        self.store.init("over", mx.nd.zeros(1))
        self.times: dict[str, list[float]] = {}

    def timed(self, part, *functions):
        """Run functions, from a moment at which all ranks have come."""
        self.store._barrier()
        began, spent = time.perf_counter(), time.process_time()
        for function in functions:
            function()
        self.mx.nd.waitall()
        self.times.setdefault(part, []).append(time.perf_counter() - began)
        self.times.setdefault(f"cpu of {part}", []).append(time.process_time() - spent)

    def repeat(self, seconds, function, least=3):
        """Call a function for some seconds; all ranks end together."""
        end, count = time.monotonic() + seconds, 0
        over = self.mx.nd.zeros(1)
        while True:
            function()
            count += 1
            # one rank whose time is over ends all of them: they agree by a sum
            done = count >= least and time.monotonic() > end
            self.store.pushpull("over", self.mx.nd.array([float(done)]), out=over)
            if over.asscalar() > 0:
                return count

    def shortest(self):
        """The shortest time of each part: of machines that others use too, it says most."""
        return {part: min(values) for part, values in self.times.items()}


def sums(megabytes, seconds, device):
    """Times of sums of some sizes."""
    rank = Rank()
    mx = rank.mx
    for size in megabytes:
        count = max(1, int(size * 1e6 / 4))
        key, value = f"sum {size}", mx.nd.ones((count,), ctx=device(mx))
        out = mx.nd.zeros((count,), ctx=device(mx))
        rank.store.init(key, mx.nd.zeros((count,), ctx=device(mx)))
        rank.store.pushpull(key, value, out=out)  # connects the ranks, and compiles
        rank.times.clear()
        add = partial(rank.store.pushpull, key, value, out=out)
        times = rank.repeat(seconds, partial(rank.timed, "sum", add))
        right = bool((out.asnumpy() == rank.store.num_workers).all())
        if rank.store.rank == 0:
            say(part="sum", ranks=rank.store.num_workers, bytes=4 * count, times=times, right=right, **rank.shortest())


def train(network, batch, seconds, device):
    """Parts of a step and steps of a network on random numbers."""
    rank = Rank()
    mx = rank.mx
    from jmx import autograd, gluon
    from jmx.core.run.backward_segments import limit_of
    from jmx.core.spmd import collectives

    context = device(mx)
    mx.random.seed(0)
    net, loss = made(network), gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier(), ctx=context)
    net.hybridize(static_alloc=True)
    x = mx.nd.random.normal(shape=(batch, *NETWORKS[network]), ctx=context)
    y = mx.nd.zeros((batch,), ctx=context)
    net(x)
    params, rule = net.collect_params(), {"learning_rate": 0.01, "momentum": 0.9}
    trainer = gluon.Trainer(params, "sgd", rule, kvstore="dist_sync", update_on_kvstore=False)
    costs = []

    def forward():
        with autograd.record():
            costs[:] = [loss(net(x), y)]

    def backward():
        costs[0].backward()

    def iteration():
        rank.timed("forward", forward)
        rank.timed("compute", forward, backward)
        rank.timed("sum", trainer.allreduce_grads)
        rank.timed("update", lambda: trainer.update(batch))
        rank.timed("step", forward, backward, lambda: trainer.step(batch))

    for _ in range(3):
        iteration()
    rank.times.clear()
    steps = rank.repeat(seconds, iteration)
    sizes = [p.data(context).size for p in params.values() if p.grad_req != "null"]
    types, limit = ["float32"] * len(sizes), limit_of(4 * sum(sizes))
    if rank.store.rank == 0:
        say(part="train", network=network, batch=batch, ranks=rank.store.num_workers, steps=steps, bytes=4 * sum(sizes),
            buckets=len(collectives.buckets(sizes[::-1], types, limit)), overlap=os.environ.get("JMX_OVERLAP") == "1",
            **rank.shortest())  # fmt: skip


def restart():
    """Sums until rank n - 1 has killed itself, and again in the next start."""
    rank = Rank()
    again, last = int(os.environ.get("JMX_RESTART") or 0), rank.store.rank == rank.store.num_workers - 1
    rank.repeat(1, lambda: None)
    if not again:
        if last:
            say(part="restart", killed=time.time())
            os.kill(os.getpid(), signal.SIGKILL)
        rank.repeat(60, lambda: time.sleep(0.01))
        sys.exit(3)
    if rank.store.rank == 0:
        say(part="restart", began_again=time.time(), starts=again)


class Line(NamedTuple):
    """One comparison: seconds, or shares where `unit` is empty; `model` is None where it says nothing."""

    what: str
    measured: float
    model: float | None
    unit: str = "ms"

    @property
    def off(self):
        """The relative error of the model."""
        return None if self.model is None else self.model / self.measured - 1

    def text(self):
        """As a line of the report."""
        shown = [("" if v is None else f"{v * 1e3:,.2f} ms" if self.unit else f"{v:.1%}") for v in (self.measured, self.model)]
        off = "" if self.off is None else f"off by {self.off:+.0%}"
        return f"{self.what:<58} measured {shown[0]:>14}" + (f"   model {shown[1]:>14}   {off}" if off else "")


def records(folder):
    """Results in the files of a folder."""
    found = []
    for path in sorted(pathlib.Path(folder).glob("*.txt")):
        if path.name != "report.txt":
            text = path.read_text(encoding="utf-8", errors="replace")
            found += [json.loads(line) for line in re.findall(rf"{MARK}(\{{.*\}})$", text, re.MULTILINE)]
    return found


class Cpus:
    """The fitted model, for hosts over Ethernet; without a rate given, the one that the largest sum had."""

    def __init__(self, setup, sums):
        self.constants = scaling_hosts.of_the_data()
        self.rate = setup["gbit"] / 8 * 1e9 if setup.get("gbit") else None
        if self.rate is None and sums:
            most = max(sums, key=lambda r: r["bytes"])
            self.rate = 2 * (most["ranks"] - 1) / most["ranks"] * most["bytes"] / most["sum"]

    def _job(self, ranks, size, buckets, alone):
        return scaling_hosts.Job(ranks, alone["forward"], alone["compute"], alone["update"], size, buckets, self.rate, mtu=1500)

    def sum(self, ranks, size, buckets=1):
        """Seconds of a sum."""
        nothing = dict.fromkeys(("forward", "compute", "update"), 0.0)
        return scaling_hosts.sum_time(self._job(ranks, size, buckets, nothing), self.constants)

    def step(self, record, alone):
        """Seconds of a step, from the times of one rank."""
        job = self._job(record["ranks"], record["bytes"], record["buckets"], alone)
        return scaling_hosts.step_time(job, self.constants, record["overlap"])


class Gpus:
    """The model of GPUs, whose figures are data sheets' and NCCL's."""

    def __init__(self, setup):
        cluster = next(c for c in scaling_model.CLUSTERS if c.name.endswith(BETWEEN[setup["between"]]))
        if setup["inside"] == "pcie":
            inside = next(c for c in scaling_model.CLUSTERS if c.name.endswith("PCIe"))
            cluster = replace(cluster, inside=inside.inside, inner=inside.inner, inner_tree=inside.inner_tree)
        self.cluster = replace(cluster, gpus=setup["per_node"])

    def sum(self, ranks, size, buckets=1):
        """Seconds of a sum."""
        del buckets
        cluster = scaling_model.sized(self.cluster, ranks)
        return scaling_model.reduction(size, cluster) + scaling_model.LAUNCH

    def step(self, record, alone):
        """Seconds of a step, from the times of one rank. Programs of a process run one after the other, with JMX_OVERLAP too."""
        return alone["compute"] + alone["update"] + self.sum(record["ranks"], record["bytes"])


def comparison(setup, found):
    """The lines of the report."""
    sums = [r for r in found if r.get("part") == "sum"]
    trained = [r for r in found if r.get("part") == "train"]
    model = Gpus(setup) if setup["gpu"] else Cpus(setup, sums)
    lines = [
        Line(f"sum of {r['bytes'] / 1e6:g} MB, {r['ranks']} ranks", r["sum"], model.sum(r["ranks"], r["bytes"])) for r in sums
    ]
    alone = {r["network"]: r for r in trained if r["ranks"] == 1}
    for r in trained:
        if r["ranks"] == 1:
            lines.append(Line(f"{r['network']}, 1 rank: a step", r["step"], None))
        elif one := alone.get(r["network"]):
            what = f"{r['network']}, {r['ranks']} ranks, sums {'beside' if r['overlap'] else 'behind'} the backward pass"
            predicted = model.step(r, one)
            lines.append(Line(f"{what}: a step", r["step"], predicted))
            lines.append(Line(f"{what}: efficiency", one["step"] / r["step"], one["step"] / predicted, ""))
    times = {key: r[key] for r in found if r.get("part") == "restart" for key in ("killed", "began_again") if key in r}
    if len(times) == 2:
        lines.append(Line("from a rank's end to the next start's first sums", times["began_again"] - times["killed"], None))
    return lines


def wrong(setup, found):
    """What is not as it should be, in words."""
    hosts = [r for r in found if "versions" in r]
    names = hosts[0]["versions"] if hosts else []
    differ = [name for name in names if len({str(r["versions"][name]) for r in hosts}) > 1]
    if differ:
        yield f"hosts have different versions of {', '.join(differ)}"
    for r in hosts:
        if r["unknown"]:
            yield f"{r['host']} does not know the names {', '.join(r['unknown'])}"
    yield from (f"the sum of {r['bytes'] / 1e6:g} MB is wrong" for r in found if r.get("part") == "sum" and not r["right"])
    if setup["parts"].get("restart") == 0 and not any("began_again" in r for r in found):
        yield "the job did not begin again after a rank was killed"
    yield from (f"{part}: ended with status {status}" for part, status in setup["parts"].items() if status)


def compare(folder):
    """Write report.txt and report.json; 1 if something is wrong."""
    folder = pathlib.Path(folder)
    setup = json.loads((folder / "setup.json").read_text(encoding="utf-8"))
    setup["parts"] = dict(line.split() for line in (folder / "parts").read_text(encoding="utf-8").splitlines())
    setup["parts"] = {part: int(status) for part, status in setup["parts"].items()}
    found = records(folder)
    lines, faults = comparison(setup, found), list(wrong(setup, found))
    text = [line.text() for line in lines]
    if setup["local"]:
        text.append(
            "The ranks share this machine's cores, of which the model knows nothing: only real hosts say what it is worth."
        )
    text += [f"WRONG: {fault}" for fault in faults] or ["Nothing is wrong."]
    (folder / "report.txt").write_text("\n".join(text) + "\n", encoding="utf-8")
    kept = {"setup": setup, "wrong": faults, "results": found, "lines": [{**line._asdict(), "off": line.off} for line in lines]}
    (folder / "report.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print("\n".join(text))
    return 1 if faults else 0


def main(arguments=None):
    """Command line."""
    parser = argparse.ArgumentParser("python -m benchmarks.first_hour", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("versions").add_argument("names", nargs="*")
    commands.add_parser("restart")
    commands.add_parser("compare").add_argument("folder")
    for name in ("sums", "train"):
        add = commands.add_parser(name).add_argument
        add("--seconds", type=float, default=5.0)
        add("--gpu", action="store_true")
        if name == "sums":
            add("--megabytes", default="0.001,0.1,1,16,64")
        else:
            add("--network", choices=NETWORKS, default="resnet18")
            add("--batch", type=int, default=8)
    options = parser.parse_args(arguments)

    def device(mx):
        return mx.gpu(0) if options.gpu else mx.cpu()

    if options.command == "versions":
        versions(options.names)
    elif options.command == "sums":
        sums([float(size) for size in options.megabytes.split(",")], options.seconds, device)
    elif options.command == "train":
        train(options.network, options.batch, options.seconds, device)
    elif options.command == "restart":
        restart()
    else:
        return compare(options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
