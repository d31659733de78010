"""Data for the ranks of a job: samplers, parts that are taken without being named, parts of unequal length."""

import functools
import json
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import parallel
from jmx.base import MXNetError

from . import data_checks
from .fakes import close, gather, served
from .jobs import HERE, job

EVERYTHING = list(range(data_checks.SAMPLES))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("data")
    data_checks.write(path)
    return path


@pytest.fixture(scope="module")
def said(folder):
    """What two ranks with JMX_SHARD_DATA say, which sum gradients beside the backward pass."""
    results = job(2, [HERE / "data_checks.py", folder], JMX_SHARD_DATA=1, JMX_OVERLAP=1, OMP_NUM_THREADS=1, JMX_TIMEOUT=60)
    assert [code for code, _ in results] == [0, 0], results
    return [json.loads(text.splitlines()[-1]) for _, text in results]


def test_parts_of_unequal_length_end_together(said):
    assert said[0]["steps"] == [[0, 1, 2, 3, 4]] * 2 and said[1]["steps"] == [[10, 11, 12, 13, 14]] * 2
    assert said[0]["weights"] == said[1]["weights"] and np.isfinite(said[0]["weights"])


def test_a_loop_may_be_left_at_the_same_batch(said):
    assert said[0]["stopped"] == said[1]["stopped"] == [0, 1, 2]


def test_a_sampler_finds_its_rank_and_a_loader_with_workers_follows_it(said):
    first, second = (one["passes"] for one in said)
    for a, b in zip(first, second):
        assert len(a) == len(b) == 6 and set(a) | set(b) == set(range(11))  # 11 samples, of which one comes twice
    assert first[0] != first[1] == first[2] and second[0] != second[1] == second[2]


@pytest.mark.parametrize("name", sorted(data_checks.with_parts()))
def test_what_takes_parts_takes_the_ranks_own(said, name):
    first, second = (one["parts"][name] for one in said)
    assert sorted(first + second) == EVERYTHING
    assert min(len(first), len(second)) >= 11  # parts of a file's bytes have not equally many samples
    assert [one["whole"][name] for one in said] == [EVERYTHING] * 2  # a part that the program names is its own choice


def test_without_the_variable_or_a_job_all_is_read(folder, monkeypatch):
    made = data_checks.with_parts()["MNISTIter"]
    words = {**data_checks.options("MNISTIter", folder), "batch_size": 1}
    for value in ("0", "1"):
        monkeypatch.setenv("JMX_SHARD_DATA", value)
        assert data_checks.numbers("MNISTIter", made(**words)) == EVERYTHING


def test_without_the_variable_a_rank_reads_all(folder, monkeypatch):
    class Second:
        size, number = 2, 1

    monkeypatch.setattr("jmx.cluster.parts.current", Second)
    made, words = mx.io.MNISTIter, {**data_checks.options("MNISTIter", folder), "batch_size": 1}
    assert data_checks.numbers("MNISTIter", made(**words)) == EVERYTHING
    monkeypatch.setenv("JMX_SHARD_DATA", "1")
    assert data_checks.numbers("MNISTIter", made(**words)) == EVERYTHING[12:]
    assert data_checks.numbers("MNISTIter", made(**words, num_parts=4)) == EVERYTHING[:6]


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("parts", [2, 3, 4])
def test_shuffled_parts_of_a_record_file_are_disjoint_and_new_in_each_epoch(folder, parts, index):
    words = data_checks.options("ImageRecordIter", folder)
    if not index:
        del words["path_imgidx"]
    made = [
        mx.io.ImageRecordIter(**words, batch_size=1, num_parts=parts, part_index=part, shuffle=True, seed=3)
        for part in range(parts)
    ]
    orders = []
    for _ in range(3):
        orders.append([[int(batch.label[0].asscalar()) for batch in one] for one in made])
        for one in made:
            one.reset()
    for order in orders:
        assert sorted(sum(order, [])) == EVERYTHING
        assert [set(part) for part in order] == [set(part) for part in orders[0]]
    assert all(len({tuple(order[part]) for order in orders}) == 3 for part in range(parts))


@pytest.mark.parametrize("total, parts", [(12, 3), (13, 3), (2, 5), (0, 2), (7, 1)])
@pytest.mark.parametrize("shuffle", [False, True])
def test_parts_of_a_sampler(total, parts, shuffle):
    made = [parallel.DistributedSampler(total, shuffle, 7, num_parts=parts, part_index=part) for part in range(parts)]
    length = -(-total // parts)
    for _ in range(2):
        found = [list(one) for one in made]
        assert [len(part) for part in found] == [len(one) for one in made] == [length] * parts
        in_order = [part[i] for i in range(length) for part in found]
        assert sorted(in_order[:total]) == list(range(total))  # all of them, before the first ones come again
        assert in_order[total:] == in_order[: parts * length - total] or total < parts
    dropping = [parallel.DistributedSampler(total, shuffle, 7, True, parts, part) for part in range(parts)]
    left = [number for one in dropping for number in one]
    assert len(left) == len(set(left)) == total // parts * parts and {len(one) for one in dropping} == {total // parts}


def test_orders_of_a_sampler_depend_on_seed_and_pass_alone():
    data = list("abcdefghij")
    made = parallel.DistributedSampler(data, seed=1)
    passes = [list(made) for _ in range(3)]
    assert len({tuple(order) for order in passes}) == 3
    np.random.seed(5)
    again = parallel.DistributedSampler(10, seed=1)
    again.set_epoch(1)
    assert [list(again), list(again)] == passes[1:]
    assert list(parallel.DistributedSampler(10, seed=2)) != passes[0]
    with pytest.raises(ValueError, match=r"part_index=2 must lie in \[0, num_parts=2\)"):
        parallel.DistributedSampler(10, num_parts=2, part_index=2)


def test_batches_come_as_they_are_without_a_job():
    batches = parallel.EvenBatches([1, 2, 3])
    assert list(batches) == list(batches) == [1, 2, 3]


def each(ranks, lengths, monkeypatch):
    """How far each rank gets, or what it raises; each is in a thread of its own."""
    here = threading.local()
    monkeypatch.setattr("jmx.gluon.data._ranks.current", lambda: here.rank)
    results = {}

    def go(rank, batches):
        here.rank = rank
        try:
            results[rank.number] = list(parallel.EvenBatches(batches))
        except Exception as error:
            results[rank.number] = error

    threads = [threading.Thread(target=go, args=pair) for pair in zip(ranks, lengths)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def test_all_ranks_end_with_the_first_one(monkeypatch):
    with served(3) as port:
        ranks = sorted(gather(port, 3, range(3)), key=lambda rank: rank.number)
        for lengths, expected in (((7, 5, 6), 5), ((0, 3, 3), 0), ((2, 2, 2), 2)):
            found = each(ranks, map(range, lengths), monkeypatch)
            assert found == {number: list(range(expected)) for number in range(3)}
        close(ranks)


def test_a_rank_that_waits_for_batches_is_told_who_is_lost(monkeypatch):
    def broken(rank):
        yield from range(2)
        rank.leave("OSError: no disk")
        close([rank])

    with served(2) as port:
        ranks = sorted(gather(port, 2, range(2)), key=lambda rank: rank.number)
        found = each(ranks, [range(9), broken(ranks[1])], monkeypatch)
        assert isinstance(found[0], MXNetError) and "rank 1 (here, process 101) has ended with OSError: no disk" in str(found[0])
        close(ranks)


def test_the_loop_is_one_batch_behind(monkeypatch):
    """The next batch is there before the last one is given, so that nobody waits for the others' answers."""
    made, events = functools.partial(next, iter(range(9))), []

    class Alone:
        def arrive(self, call, description, note):
            events.append("told")
            return [note]

        def passed(self, number):
            events.append("asked")
            return number

    monkeypatch.setattr("jmx.gluon.data._ranks.current", Alone)

    def batches():
        while True:
            events.append(made())
            yield events[-1]

    for batch in parallel.EvenBatches(batches()):
        events.append(f"step {batch}")
        if batch == 1:
            break
    assert events == [0, "told", "asked", 1, "told", "step 0", "asked", 2, "told", "step 1"]
