"""Training steps of several GPUs, compiled by XLA on a machine without any: what it computes while gradients are added up.

    pip install 'jax[cuda12]'
    python -m tools.cuda_programs [NETWORK ...] [--gpus 8] [--hosts 1] [--plain] [--dump FOLDER]

Steps are those of `DataParallelStep`, compiled for GPUs that are described in `H200`; none of their code runs. Of each network
the table says how many megabytes of gradients there are, in how many sums XLA adds them up, how many megabytes have matrix
products or convolutions beside their sum, and how many of all these products come after the first sum has begun. `--plain` leaves
out what jmx asks of XLA for such programs. `--dump` writes the programs that XLA made.
"""

import argparse
import copy
import math
import os
import pathlib
import re
import sys

#: what XLA has to know of a GPU (its own description of an H200 has more): numbers of NVIDIA's data sheets and of CUDA
H200 = """
gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 threads_per_core_limit: 2048
  shared_memory_per_block: 49152 shared_memory_per_block_optin: 232448 shared_memory_per_core: 233472
  core_count: 132 fpus_per_core: 128 clock_rate_ghz: 1.98
  block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535
  memory_bandwidth: 4800000000000 l2_cache_size: 52428800 device_memory_size: 151397597184
  cuda_compute_capability { major: 9 }
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
  device_vendor: "NVIDIA Corporation"
}
platform_name: "CUDA"
dnn_version_info { major: 9 minor: 10 }
device_description_str: "NVIDIA H200 141GB HBM3e"
"""
#: name: samples of each GPU
NETWORKS = {"dense": 64, "resnet18": 8, "resnet50": 8, "transformer": 8}
_INSTRUCTION = re.compile(r"^\s+(?:ROOT )?%(?P<name>[\w.\-]+) = (?P<shape>.*?) (?P<kind>[a-z][\w\-]*)\(", re.MULTILINE)
_ARRAY = re.compile(r"\b(?:[a-z]+)(?P<bits>\d+)\[(?P<shape>[\d,]*)\]")
_HEAVY = re.compile(r"gemm|conv(?!ert)|cublas|cudnn")


def missing():
    """Why no program can be compiled for GPUs here; empty where it can."""
    import importlib.util

    found = [version for version in (12, 13) if importlib.util.find_spec(f"jax_cuda{version}_plugin")]
    return "" if found else "JAX's plugin for CUDA is missing: pip install 'jax[cuda12]'"


def mesh_of_gpus(hosts, each):
    """A mesh of GPUs that are not there."""
    import jax
    import numpy as np
    from jax.experimental import topologies

    described = topologies.get_topology_desc("", "cuda", topology=f"1x{hosts}x{each}", target_config=H200)
    return jax.sharding.Mesh(np.array(described.devices), ("device",))


def made(name, count):
    """(network, input, labels) for `count` samples."""
    import mxnet as mx
    from mxnet import gluon

    labels = mx.nd.zeros(count)
    if name == "dense":
        net = gluon.nn.HybridSequential()
        net.add(*[gluon.nn.Dense(1024, activation="relu") for _ in range(8)])
        return net, mx.nd.ones((count, 1024)), labels
    if name == "transformer":
        from tools.networks import Encoder

        net = gluon.nn.HybridSequential()
        net.add(Encoder(512, 8, 6), gluon.nn.Dense(10))
        return net, mx.nd.ones((count, 32)), labels
    return gluon.model_zoo.vision.get_model(f"{name}_v1", classes=10), mx.nd.ones((count, 3, 64, 64)), labels


def compiled(name, hosts, gpus, plain=False):
    """The text of the program that XLA makes of a training step."""
    import jax
    import mxnet as mx
    import numpy as np
    from mxnet import gluon

    from jmx.config import jax_internals
    from jmx.core.spmd import train_step

    mesh, contexts = mesh_of_gpus(hosts, gpus // hosts), [mx.cpu(i) for i in range(gpus)]
    net, x, labels = made(name, NETWORKS[name] * gpus)
    net.initialize(mx.init.Xavier(), ctx=contexts)
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    step = mx.parallel.DataParallelStep(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer)
    texts, on_cpus, options = [], train_step.TrainStep._compile, jax_internals.options_for_sums

    def compile_for_gpus(self, *described):
        twin = copy.copy(self)
        twin._platform, twin._mesh = "gpu", mesh
        program = on_cpus(twin, *described)

        def shaped(value, spec):
            dtype = getattr(value, "dtype", None) or jax.numpy.result_type(value)
            return jax.ShapeDtypeStruct(np.shape(value), dtype, sharding=jax.sharding.NamedSharding(mesh, spec))

        def run(*arguments):
            specs = [self._cut, jax.sharding.PartitionSpec(), *[self._cut] * 4]
            shapes = [jax.tree.map(lambda v, spec=spec: shaped(v, spec), one) for one, spec in zip(arguments, specs)]
            texts.append(program.lower(*shapes).compile().as_text())
            return on_cpus(self, *described)(*arguments)

        return run

    train_step.TrainStep._compile = compile_for_gpus
    if plain:
        jax_internals.options_for_sums = lambda *_: None
    try:
        step(x, labels)
    finally:
        train_step.TrainStep._compile, jax_internals.options_for_sums = on_cpus, options
    return texts[0]


def sums(text):
    """[(bytes, heavy instructions before its start, those before its end)] of the sums in a program, and all heavy instructions.

    XLA has put the instructions in the order in which a GPU begins them; heavy ones are matrix products and convolutions.
    """
    entry = text[text.index("\nENTRY") :]
    heavy, began, found = 0, {}, []
    for match in _INSTRUCTION.finditer(entry):
        line = entry[match.start() : entry.index("\n", match.end())].partition(", metadata=")[0]
        kind = match["kind"]
        if kind == "all-reduce-start":
            began[match["name"]] = _nbytes(match["shape"]) // 2, heavy  # what goes in, and what comes out
        elif kind == "all-reduce-done":
            operand = re.search(r"all-reduce-done\(%([\w.\-]+)\)", line)
            nbytes, start = began.pop(operand[1])
            found.append((nbytes, start, heavy))
        elif kind == "all-reduce":  # which all wait for
            found.append((_nbytes(match["shape"]), heavy, heavy))
        elif kind in ("fusion", "custom-call", "convolution", "dot") and _HEAVY.search(line):
            heavy += 1
    return found, heavy


def _nbytes(shape):
    """Of an array or of a tuple of arrays, as HLO writes them."""
    return sum(int(a["bits"]) // 8 * math.prod(map(int, filter(None, a["shape"].split(",")))) for a in _ARRAY.finditer(shape))


def row(name, text):
    """A row of the table."""
    found, heavy = sums(text)
    beside = sum(nbytes for nbytes, start, end in found if end > start)
    after = heavy - min((start for _, start, _ in found), default=heavy)
    whole = sum(nbytes for nbytes, _, _ in found)
    return f"| {name} | {whole / 1e6:.1f} | {len(found)} | {beside / 1e6:.1f} | {after} of {heavy} |"


def main(arguments):
    parser = argparse.ArgumentParser("python -m tools.cuda_programs", description=__doc__.splitlines()[0])
    parser.add_argument("networks", nargs="*", default=list(NETWORKS), metavar="NETWORK", help=", ".join(NETWORKS))
    parser.add_argument("--gpus", type=int, default=8)
    parser.add_argument("--hosts", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--dump", type=pathlib.Path)
    options = parser.parse_args(arguments)
    if missing():
        print(f"cuda_programs: left out, since {missing()}", file=sys.stderr)
        return 77
    # a program for a GPU that is not there can be written to JAX's cache, and not be read again
    os.environ |= {"JMX_CPU_DEVICES": str(options.gpus), "JAX_PLATFORMS": "cpu", "JAX_ENABLE_COMPILATION_CACHE": "0"}
    print("| network | gradients, MB | sums | of these with work beside, MB | products after the first sum began |")
    print("| --- | --- | --- | --- | --- |")
    for name in options.networks:
        text = compiled(name, options.hosts, options.gpus, options.plain)
        if options.dump:
            options.dump.mkdir(parents=True, exist_ok=True)
            (options.dump / f"{name}.hlo").write_text(text, encoding="utf-8")
        print(row(name, text), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
