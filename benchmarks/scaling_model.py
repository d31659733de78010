"""What data parallelism should cost on GPUs and clusters, on paper: the tables of docs/scaling.md.

    python benchmarks/scaling_model.py

`scaling_hosts.py` has the model of CPUs over Ethernet, which is fitted to measurements; `scaling_picture.py` draws what is here.

Seconds and bytes throughout. The constants are data sheets', NCCL's and assumptions, each with its source in docs/scaling.md;
of all constants only `COORDINATOR_MESSAGE` was measured with jmx.
"""

import math
from dataclasses import dataclass, replace

MB, GB, US = 1e6, 1e9, 1e-6

#: what NVIDIA measured for ResNet-50 in MXNet on 1, 2, 4 and 8 A100, TF32, 256 images each: images in a second
MEASURED = {1: 1022.0, 2: 2032.0, 4: 4035.0, 8: 8001.0}
#: bytes in a second that one A100 (80 GB) reads and writes
HBM = 2039 * GB
#: starting the programs that pack, add and cut one bucket, from Python (assumed)
LAUNCH = 300 * US
#: what the coordinator needs for one rank (measured, see docs/scaling.md), and a message there and back (assumed)
COORDINATOR_MESSAGE, COORDINATOR_ROUND_TRIP = 25 * US, 200 * US
#: bytes of a bucket (JMX_BUCKET_SIZE)
BUCKET = 32 * 2**20


@dataclass(frozen=True)
class Network:
    """A network that is trained: learned parameters, multiply-adds of one sample forward, samples of a step on one GPU."""

    name: str
    parameters: float
    madds: float
    samples: int

    @property
    def bytes(self):
        """Bytes of its gradients in float32."""
        return 4 * self.parameters

    @property
    def compute(self):
        """Seconds of forward and backward pass and update on one GPU: by ResNet-50's rate, but no less than 1 ms of launches."""
        rate = MEASURED[1] * RESNET50.madds
        return max(self.samples * self.madds / rate, 1e-3)


RESNET50 = Network("ResNet-50", 25_557_096, 4.1e9, 64)
NETWORKS = (
    Network("LeNet", 233_196, 2.1e6, 100),
    Network("ResNet-18", 11_693_736, 1.82e9, 64),
    RESNET50,
    Network("VGG-16", 138_357_544, 15.5e9, 64),
    # 32 sequences of 128 tokens; a multiply-add for each parameter and token
    Network("transformer, 110M", 110e6, 110e6 * 128, 32),
)


@dataclass(frozen=True)
class Cluster:
    """`nodes` machines with `gpus` each. Bandwidths are of one direction, of a GPU inside of a node, of a node between nodes.

    Latencies are of one step of a ring (`inner`, `outer`) and of a tree (`inner_tree`, `outer_tree`).
    """

    name: str
    nodes: int
    gpus: int
    inside: float
    between: float
    inner: float
    outer: float
    inner_tree: float
    outer_tree: float

    @property
    def size(self):
        """How many GPUs there are."""
        return self.nodes * self.gpus

    @property
    def slowest(self):
        """Bandwidth of the slowest link that everything passes."""
        return self.inside if self.nodes == 1 else min(self.inside, self.between)


def _cluster(name, nodes, between=0.0, inside=235 * GB, inner=3.4 * US, inner_tree=1.2 * US, outer=9.6 * US, outer_tree=8.5 * US):
    return Cluster(name, nodes, 8, inside, between, inner, outer, inner_tree, outer_tree)


def _ethernet(name, gbit):
    return _cluster(name, 64, 0.8 * gbit / 8 * GB, outer=40 * US, outer_tree=40 * US)


CLUSTERS = (
    _cluster("8 GPUs, NVLink", 1),
    _cluster("8 GPUs, PCIe", 1, inside=0.75 * 32 * GB, inner=5.7 * US, inner_tree=1.9 * US),
    _cluster("64 x 8, InfiniBand 400", 64, 0.9 * 400 / 8 * GB),
    _cluster("64 x 8, InfiniBand 200", 64, 0.9 * 200 / 8 * GB),
    _ethernet("64 x 8, Ethernet 100", 100),
    _ethernet("64 x 8, Ethernet 25", 25),
)


#: numbers of GPUs in the tables of sizes, and what those are about
SIZES = (8, 16, 64, 128, 256, 512)
SHOWN = (RESNET50, NETWORKS[-1])


def sized(cluster, count):
    """A cluster of `count` GPUs with the links of `cluster`; up to a node's, they are in one."""
    return replace(cluster, nodes=max(1, count // cluster.gpus), gpus=min(count, cluster.gpus))


def ring(size, cluster):
    """Seconds in which a ring through all GPUs adds up `size` bytes: 2 (n - 1) steps, each of 1/n of them."""
    n, m = cluster.size, cluster.nodes
    crossings = 2 * (m - 1)
    latency = (2 * (n - 1) - crossings) * cluster.inner + crossings * cluster.outer
    return latency + 2 * (n - 1) / n * size / cluster.slowest


def tree(size, cluster):
    """Seconds in which two trees, each with half of it, add up `size` bytes: up and down, a chain inside of each node."""
    latency = 2 * ((cluster.gpus - 1) * cluster.inner_tree + math.log2(cluster.nodes) * cluster.outer_tree)
    return latency + 2 * size / (0.9 * cluster.slowest)


def hierarchical(size, cluster):
    """Seconds of three stages: a ring in each node scatters sums, a tree adds these up over the nodes, a ring gathers them."""
    g, m = cluster.gpus, cluster.nodes
    inside = 2 * ((g - 1) * cluster.inner + (g - 1) / g * size / cluster.inside)
    if m == 1:
        return inside
    return inside + 2 * math.log2(m) * cluster.outer_tree + 2 * (m - 1) / m * size / cluster.between


def all_reduce(size, cluster):
    """Seconds of the faster one of ring and tree, which is what NCCL takes, and its name."""
    return min((ring(size, cluster), "ring"), (tree(size, cluster), "tree"))


def host(size, cluster, bucket=BUCKET):
    """Seconds that the processes, one for each GPU, need before the collectives can start.

    The coordinator answers one rank after the other, and programs are launched for each bucket.
    """
    return COORDINATOR_ROUND_TRIP + cluster.size * COORDINATOR_MESSAGE + math.ceil(size / bucket) * LAUNCH


def reduction(size, cluster, bucket=BUCKET):
    """Seconds that the GPUs need to add up `size` bytes in buckets, each of which is packed while its predecessor travels."""
    count = max(1, math.ceil(size / bucket))
    # The first bucket is packed and the last one cut while nothing travels: one reading and one writing each.
    return 4 * min(size, bucket) / HBM + count * all_reduce(size / count, cluster)[0]


def best_bucket(size, cluster):
    """The bucket with the least time on the GPUs: copies that nothing hides grow with it, the number of latencies shrinks."""
    return math.sqrt(size * all_reduce(0, cluster)[0] * HBM / 4)


def step(network, cluster, overlap=False, bucket=BUCKET):
    """Seconds of a step. The processes are ahead of their GPUs: what they do themselves happens during the computation.

    The sum comes after the backward pass, which is how jmx does it; or with `overlap` during it, two thirds of the computation,
    all but the last bucket.
    """
    total, before = reduction(network.bytes, cluster, bucket), host(network.bytes, cluster, bucket)
    if not overlap:
        return max(network.compute, before) + total
    last = reduction(min(network.bytes, bucket), cluster, bucket)
    return max(network.compute + last, network.compute / 3 + total, before + last)


def efficiency(network, cluster, **how):
    """What share of its time each GPU computes."""
    return network.compute / step(network, cluster, **how)


def _table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines) + "\n"


def _ms(seconds):
    return f"{seconds * 1e3:.3g}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def _percent(share):
    return f"{share:.1%}" if share > 0.995 else f"{share:.0%}"


def tables():
    """Return the tables of docs/scaling.md as Markdown, by name."""
    names = [network.name for network in NETWORKS]
    found = {
        "networks": _table(
            ["network", "parameters", "gradients, MB", "buckets", "samples on a GPU", "computation, ms"],
            [
                [n.name, f"{n.parameters:,.0f}", f"{n.bytes / MB:.3g}", math.ceil(n.bytes / BUCKET), n.samples, _ms(n.compute)]
                for n in NETWORKS
            ],
        ),
        "reduction": _table(
            ["milliseconds of one sum", *names],
            [
                [c.name, *(f"{_ms(reduction(n.bytes, c))} ({all_reduce(min(n.bytes, BUCKET), c)[1]})" for n in NETWORKS)]
                for c in CLUSTERS
            ],
        ),
        "after": _table(
            ["sum after the backward pass", *names], [[c.name, *(_percent(efficiency(n, c)) for n in NETWORKS)] for c in CLUSTERS]
        ),
        "during": _table(
            ["sum during the backward pass", *names],
            [[c.name, *(_percent(efficiency(n, c, overlap=True)) for n in NETWORKS)] for c in CLUSTERS],
        ),
    }
    found["sizes"] = _table(
        ["efficiency, sums after / during the backward pass", *(f"{count} GPUs" for count in SIZES)],
        [
            [
                f"{n.name}, {c.name.partition(', ')[2]}",
                *(" / ".join(_percent(efficiency(n, sized(c, count), overlap=how)) for how in (False, True)) for count in SIZES),
            ]
            for n in SHOWN
            for c in CLUSTERS
            if c.nodes > 1
        ],
    )
    sizes = [2**20 * k for k in (1, 4, 16, 32, 64, 256)]
    found["buckets"] = _table(
        ["ResNet-50, milliseconds of a sum", *(f"{size // 2**20} MiB" for size in sizes), "best"],
        [
            [c.name, *(_ms(reduction(RESNET50.bytes, c, size)) for size in sizes), f"{best / 2**20:.0f} MiB"]
            for c, best in ((c, best_bucket(RESNET50.bytes, c)) for c in CLUSTERS)
        ],
    )
    heads = [f"{way}, {size} MB" for size in (1, 100) for way in ("ring", "tree", "three stages")]
    found["ways"] = _table(
        ["milliseconds", *heads, "the processes"],
        [
            [c.name, *(_ms(way(size * MB, c)) for size in (1, 100) for way in (ring, tree, hierarchical)), _ms(host(0, c))]
            for c in CLUSTERS
        ],
    )
    large = replace(RESNET50, samples=256)
    found["check"] = _table(
        ["ResNet-50, 256 images per GPU", *(f"{n} GPUs" for n in MEASURED if n > 1)],
        [
            ["measured by NVIDIA", *(f"{MEASURED[n] / n / MEASURED[1]:.1%}" for n in MEASURED if n > 1)],
            ["this model", *(f"{efficiency(large, replace(CLUSTERS[0], gpus=n)):.1%}" for n in MEASURED if n > 1)],
        ],
    )
    return found


if __name__ == "__main__":
    print("\n".join(tables().values()), end="")
