"""The model of docs/scaling.md: its tables are those of the page, and its formulas are right where the answer is known."""

import importlib.util
import math
import pathlib
from dataclasses import replace

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def model():
    spec = importlib.util.spec_from_file_location("scaling_model", ROOT / "benchmarks" / "scaling_model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_holds_the_tables(model):
    page = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    stale = [name for name, table in model.tables().items() if table not in page]
    assert not stale, f"docs/scaling.md and benchmarks/scaling_model.py differ in: {', '.join(stale)}"


def test_known_answers(model):
    plain = model.Cluster("x", 1, 4, inside=100.0, between=0.0, inner=0.0, outer=0.0, inner_tree=0.0, outer_tree=0.0)
    assert model.ring(400, plain) == pytest.approx(6)  # 2 (n - 1) / n of 400 bytes at 100 bytes a second
    assert model.hierarchical(400, plain) == pytest.approx(model.ring(400, plain))
    late = replace(plain, inner=1.0)
    assert model.ring(0, late) == 6 and model.ring(400, late) == pytest.approx(12)
    nodes = replace(plain, nodes=8, between=100.0, outer=10.0, outer_tree=10.0)
    assert model.ring(0, nodes) == 140 and model.tree(0, nodes) == 60  # 14 crossings; up and down three floors
    assert model.hierarchical(400, nodes) == pytest.approx(6 + 60 + 2 * 7 / 8 * 4)
    assert model.all_reduce(0, nodes) == (60, "tree")


def test_a_step(model):
    network, cluster = model.RESNET50, model.CLUSTERS[0]
    assert network.compute == pytest.approx(64 / 1022)
    after, during = model.step(network, cluster), model.step(network, cluster, overlap=True)
    assert network.compute < during < after == pytest.approx(network.compute + model.reduction(network.bytes, cluster))
    small = model.NETWORKS[0]
    assert small.compute == 1e-3 and model.step(small, model.CLUSTERS[2]) > model.host(small.bytes, model.CLUSTERS[2]) > 0.01


def test_the_best_bucket_is_the_best(model):
    for cluster in model.CLUSTERS:
        size, best = model.RESNET50.bytes, model.best_bucket(model.RESNET50.bytes, cluster)

        def cost(bucket, size=size, cluster=cluster):  # as `reduction`, with parts of buckets
            return 4 * bucket / model.HBM + size / bucket * model.all_reduce(0, cluster)[0]

        assert all(cost(best) <= cost(best * factor) for factor in (0.5, 0.9, 1.1, 2))
        assert math.isclose(cost(best), 2 * 4 * best / model.HBM)


def test_sizes(model):
    """Up to a node's GPUs one node, then as many as it takes; with more nodes a sum takes no less."""
    cluster = model.CLUSTERS[2]
    assert [(c.nodes, c.gpus) for c in (model.sized(cluster, n) for n in (2, 8, 16, 512))] == [(1, 2), (1, 8), (2, 8), (64, 8)]
    assert model.sized(cluster, 512) == cluster
    for network in model.SHOWN:
        shares = [model.efficiency(network, model.sized(cluster, n)) for n in model.SIZES]
        assert shares == sorted(shares, reverse=True)
        assert all(model.efficiency(network, model.sized(cluster, n), overlap=True) > s for n, s in zip(model.SIZES, shares))


def test_the_picture_is_what_the_model_says():
    from benchmarks import scaling_picture

    kept = scaling_picture.PICTURE.read_text(encoding="utf-8")
    assert kept == scaling_picture.picture(), "run `python -m benchmarks.scaling_picture`"
    assert f'aria-label="{scaling_picture.SAID}"' in kept and kept.count("<polyline") == 12
