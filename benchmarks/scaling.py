"""Data parallelism on CPU devices and processes: what a step costs, and where its time goes.

    python benchmarks/scaling.py [--networks lenet,resnet18] [--kinds devices,processes] [--counts 1,2,4] [--rounds N]
                                 [--json FILE]

Every device trains on a batch of its own. `devices` are parts of one process's CPU (JMX_CPU_DEVICES), `processes` are joined by a
kvstore `dist_sync`. Each process may use one core, a process of several devices as many as it has devices, as far as the machine
has them: four on two cores take turns, and ideally need twice the time of one.

Milliseconds: medians, of several processes the mean of their medians; and the shortest times, for machines that others use too.

    step        the whole step as programs write it, nothing waited for in between
    compiled    the same as one program, mx.parallel.DataParallelStep (devices only)
    compute     forward and backward pass
    wait        until the slowest of the others has come to the same point (processes only)
    reduce      trainer.allreduce_grads, after everybody has come
    update      trainer.update
    announce    of reduce: telling the job's coordinator what is about to be added up (processes only, as the next two)
    pack, cut   of reduce: gradients to buckets, and back
    sum         of reduce: the collective
    barrier     until all processes know that all have come, which a program waits for at its barriers and first sums
    bare        the collective of the same buckets, as hand-written JAX has it: jit of shard_map of psum
    arrays      hand-written JAX that adds up all gradients as they are in one program, without buckets

`reduce`, `bare` and `arrays` are measured in turn, each right after a `compute`. Overhead is what `reduce` takes beyond `bare`,
which is told exactly what to add up and does not look whether everybody has come.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = {"lenet": 40, "resnet18": 9}
SAMPLES = {"lenet": (32, (1, 28, 28)), "resnet18": (16, (3, 32, 32))}


def network(name):
    """The network of examples/digits_gluon.py, or ResNet-18 as it is for small images."""
    from mxnet.gluon import model_zoo, nn

    if name == "resnet18":
        return model_zoo.vision.get_resnet(1, 18, classes=10, thumbnail=True)
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels=20, kernel_size=5, activation="relu"), nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=50, kernel_size=5, activation="relu"), nn.MaxPool2D(pool_size=2, strides=2),
        nn.Dense(256, activation="relu"), nn.Dropout(0.3), nn.Dense(10),
    )  # fmt: skip
    return net


class Training:
    """A network on its contexts, with a trainer and a batch for each of them."""

    def __init__(self, name, contexts, kvstore):
        import mxnet as mx

        self.mx, self.contexts = mx, contexts
        samples, shape = SAMPLES[name]
        mx.random.seed(1)
        self.net = network(name)
        self.net.initialize(mx.init.Xavier(), ctx=contexts)
        self.net.hybridize()
        self.loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
        self.count = samples * len(contexts)
        self.x = mx.nd.random.uniform(shape=(self.count, *shape))
        self.y = mx.nd.random.randint(0, 10, shape=(self.count,)).astype("float32")
        self.batch = list(zip(mx.gluon.utils.split_and_load(self.x, contexts), mx.gluon.utils.split_and_load(self.y, contexts)))
        self.trainer = mx.gluon.Trainer(
            self.net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9}, kvstore=kvstore, update_on_kvstore=False
        )
        self.total = self.count * (self.trainer_workers() if kvstore.startswith("dist") else 1)

    def trainer_workers(self):
        """How many processes train."""
        self.compute()  # shapes are known behind it, and the trainer makes its kvstore
        self.trainer.allreduce_grads()
        return self.trainer._kvstore.num_workers

    def compute(self):
        """Forward and backward pass on all contexts."""
        with self.mx.autograd.record():
            losses = [self.loss(self.net(x), y) for x, y in self.batch]
        self.mx.autograd.backward(losses)

    def wait(self):
        """Until everything is computed."""
        self.mx.nd.waitall()

    def step(self):
        """One step as programs write it."""
        self.compute()
        self.trainer.step(self.total)

    def gradients(self):
        """The gradients: for each parameter a list over contexts."""
        return [p.list_grad() for p in self.net.collect_params().values() if p.grad_req != "null"]


def timed(function, *waits):
    """Seconds of a call and what must be waited for."""
    began = time.perf_counter()
    function()
    for wait in waits:
        wait()
    return time.perf_counter() - began


def bare_collectives(gradients, devices, own):
    """Hand-written JAX: what runs the collective of the buckets, what runs that of all arrays; bytes of one device, buckets.

    `gradients` are jax arrays of one device, `own` those of `devices` that are in this process.
    """
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding
    from jax.sharding import PartitionSpec as Spec

    from jmx.core.spmd import collectives

    mesh = Mesh(np.array(devices), ("d",))
    cut = NamedSharding(mesh, Spec("d"))
    add = jax.jit(jax.shard_map(lambda tree: jax.lax.psum(tree, "d"), mesh=mesh, in_specs=Spec("d"), out_specs=Spec("d")))

    def joined(shape):
        parts = [jax.device_put(jnp.zeros(shape, "float32"), d) for d in own]
        return jax.make_array_from_single_device_arrays((len(devices) * shape[0], *shape[1:]), cut, parts)

    sizes = [g.size for g in gradients]
    plan = collectives.buckets(sizes, [g.dtype for g in gradients], 32 * 2**20)
    vectors = [joined((sum(sizes[i] for i in numbers),)) for numbers in plan]
    arrays = [joined(g.shape) for g in gradients]

    def run_buckets():
        for vector in vectors:
            add(vector).block_until_ready()

    def run_arrays():
        jax.block_until_ready(add(arrays))

    return run_buckets, run_arrays, 4 * sum(sizes), len(plan)


@contextlib.contextmanager
def parts_of_a_sum(into):
    """Within it, the parts of sums over processes are timed: seconds by name are added to lists of the dict `into`."""
    from jmx.core.spmd import collectives

    parts = {"announce": ["_agreed"], "pack": ["_packed", "_packed_by_numpy"], "sum": ["finished"],
             "cut": ["_deliver", "_deliver_by_numpy"]}  # fmt: skip
    spent = dict.fromkeys(parts, 0.0)
    kept = {name: getattr(collectives, name) for names in parts.values() for name in names}

    def measured(part, function):
        def run(*args):
            began = time.perf_counter()
            result = function(*args)
            spent[part] += time.perf_counter() - began
            return result

        return run

    for part, names in parts.items():
        for name in names:
            setattr(collectives, name, measured(part, kept[name]))
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(collectives, name, function)
    for part, seconds in spent.items():
        into[part].append(seconds)


def on_devices(name, count, rounds):
    """Figures of `count` devices of this process."""
    import jax
    import mxnet as mx

    contexts = [mx.cpu(i) for i in range(count)]
    training = Training(name, contexts, "device")
    times = {key: [] for key in ("step", "compute", "reduce", "update", "bare", "arrays", "compiled")}
    for _ in range(3):
        training.step()
        training.wait()
    gradients = training.gradients()
    devices = jax.local_devices(backend="cpu")[:count]
    run_bare, run_arrays, size, buckets = bare_collectives([g[0]._data() for g in gradients], devices, devices)
    together = Training(name, contexts, "device")
    compiled = mx.parallel.DataParallelStep(together.net, together.loss, together.trainer)
    for run in (run_bare, run_arrays, lambda: compiled(together.x, together.y)):
        run(), run()
    for _ in range(rounds):
        times["step"].append(timed(training.step, training.wait))
        times["compute"].append(timed(training.compute, training.wait))
        times["bare"].append(timed(run_bare))
        training.compute()
        training.wait()
        times["reduce"].append(timed(training.trainer.allreduce_grads, training.wait))
        times["update"].append(timed(lambda: training.trainer.update(training.total), training.wait))
        training.compute()
        training.wait()
        times["arrays"].append(timed(run_arrays))
        times["compiled"].append(timed(lambda: compiled(together.x, together.y), together.wait))
    return {"times": times, "bytes": size, "buckets": buckets}


def in_processes(name, rounds):
    """Figures of this process, one of a job."""
    import jax
    import mxnet as mx

    from jmx import cluster

    training = Training(name, [mx.cpu()], "dist_sync")
    rank = cluster.current()
    keys = ("step", "compute", "wait", "reduce", "update", "announce", "pack", "sum", "cut", "barrier", "bare", "arrays")
    times = {key: [] for key in keys}
    for _ in range(3):
        training.step()
        training.wait()
    column = [g[0]._data() for g in training.gradients()]
    devices = sorted(jax.devices("cpu"), key=lambda device: device.process_index)
    run_bare, run_arrays, size, buckets = bare_collectives(column, devices, jax.local_devices(backend="cpu"))
    del column

    def barrier():
        if rank is not None:
            rank.barrier("benchmark", "the benchmark")

    def after_compute(key, function, *waits):
        """Everything that is compared starts from the same state: gradients just computed, nobody late."""
        training.compute()
        training.wait()
        barrier()
        times[key].append(timed(function, *waits))

    for run in (run_bare, run_arrays, barrier):
        barrier()
        run(), run()
    for _ in range(rounds):
        barrier()
        times["step"].append(timed(training.step, training.wait))
        barrier()
        times["compute"].append(timed(training.compute, training.wait))
        times["wait"].append(timed(barrier))
        times["barrier"].append(timed(barrier))
        after_compute("bare", run_bare)
        with parts_of_a_sum(times):
            after_compute("reduce", training.trainer.allreduce_grads, training.wait)
        times["update"].append(timed(lambda: training.trainer.update(training.total), training.wait))
        after_compute("arrays", run_arrays)
    return {"times": times, "bytes": size, "buckets": buckets}


def run(kind, name, count, rounds):
    """Measure in processes of its own; returns the results of each."""
    from jmx.cluster.wire import free_port

    cores = sorted(os.sched_getaffinity(0))
    address = f"127.0.0.1:{free_port()}"
    started = []
    with tempfile.TemporaryDirectory() as folder:
        for rank in range(count if kind == "processes" else 1):
            environment = {**os.environ, "JMX_COMPILE": "now"}
            if kind == "devices":
                environment |= {"JMX_CPU_DEVICES": str(count)}
                mine = cores[:count]
            else:
                environment |= {"JMX_COORDINATOR": address, "JMX_NUM_PROCESSES": str(count), "JMX_PROCESS_ID": str(rank)}
                mine = [cores[rank % len(cores)]]
            words = [sys.executable, os.path.abspath(__file__), "--worker", kind, "--cores", ",".join(map(str, mine)),
                     "--networks", name, "--counts", str(count), "--rounds", str(rounds),
                     "--json", os.path.join(folder, str(rank))]  # fmt: skip
            with open(os.path.join(folder, f"{rank}.txt"), "w") as said:
                started.append(subprocess.Popen(words, env=environment, stdout=said, stderr=said))
        results = []
        for rank, process in enumerate(started):
            if process.wait():
                for other in started:
                    other.kill()
                    other.wait()
                with open(os.path.join(folder, f"{rank}.txt")) as said:
                    raise SystemExit(f"{kind} {count} {name}: process {rank} failed\n{said.read()[-3000:]}")
            with open(os.path.join(folder, str(rank))) as file:
                results.append(json.load(file))
    return results


def summary(kind, name, count, results):
    """The figures of one configuration, in milliseconds."""
    figures = {"kind": kind, "network": name, "count": count, "bytes": results[0]["bytes"], "buckets": results[0]["buckets"],
               "samples": SAMPLES[name][0] * count}  # fmt: skip
    for key in results[0]["times"]:
        figures[key] = 1e3 * statistics.mean(statistics.median(found["times"][key]) for found in results)
    figures["least"] = {
        key: 1e3 * statistics.mean(min(found["times"][key]) for found in results) for key in results[0]["times"]
    }  # fmt: skip
    figures["samples_per_second"] = figures["samples"] / figures["step"] * 1e3
    if count > 1:
        figures["overhead"] = figures["reduce"] / figures["bare"] - 1
        figures["least"]["overhead"] = figures["least"]["reduce"] / figures["least"]["bare"] - 1
    return figures


def show(figures):
    """The figures as a table in Markdown, one row for each configuration."""
    columns = (
        "step",
        "compiled",
        "compute",
        "wait",
        "reduce",
        "update",
        "announce",
        "pack",
        "sum",
        "cut",
        "barrier",
        "bare",
        "arrays",
    )
    for title, part in (("medians", lambda f: f), ("shortest times", lambda f: f["least"])):
        print(f"{title}:")
        head = ["network", "kind", "n", *columns, "overhead", "samples/s"]
        print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
        for f in figures:
            found = part(f)
            cells = [f["network"], f["kind"], f["count"], *(f"{found[c]:.3g}" if c in found else "" for c in columns)]
            cells += [f"{found['overhead']:+.0%}" if "overhead" in found else "", f"{f['samples'] / found['step'] * 1e3:,.0f}"]
            print("| " + " | ".join(map(str, cells)) + " |")


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--networks", default="lenet,resnet18")
    parser.add_argument("--kinds", default="devices,processes")
    parser.add_argument("--counts", default="1,2,4")
    parser.add_argument("--rounds", type=int, help="of each measurement (40 for LeNet, 9 for ResNet-18)")
    parser.add_argument("--json", help="a file for all figures")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--cores", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        os.sched_setaffinity(0, set(map(int, args.cores.split(","))))
        count = int(args.counts)
        rounds = args.rounds
        found = on_devices(args.networks, count, rounds) if args.worker == "devices" else in_processes(args.networks, rounds)
        with open(args.json, "w") as file:
            json.dump(found, file)
        return
    figures = []
    for name in args.networks.split(","):
        for kind in args.kinds.split(","):
            for count in map(int, args.counts.split(",")):
                found = run(kind, name, count, args.rounds or ROUNDS[name])
                figures.append(summary(kind, name, count, found))
                print(json.dumps(figures[-1]), flush=True)
    show(figures)
    print(json.dumps({"cores": len(os.sched_getaffinity(0)), "load": os.getloadavg(), "figures": figures}))
    if args.json:
        with open(args.json, "w") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
