"""Iterators over record files go on where a checkpoint was made: the batches are those of an iterator that was not stopped."""

import json
import pathlib
import sys

import pytest

import jmx as mx
from jmx.checkpoints import CheckpointManager
from jmx.checkpoints._batches import BatchIter
from jmx.io import _image_attrs, _mersenne, _pipeline, image_record

HERE = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(HERE))
import image_record_cases as cases

FOLDER = HERE / "image_record"
EPOCHS = 4
#: passes that were complete, and batches of the next one
PLACES = [(0, 1), (1, 0), (1, 2), (2, 2), (3, 1)]
CASES = {**cases.PLAIN, **cases.RANDOM, **cases.BOXES, "seeded": {"rand_crop": True, "shuffle": True, "seed_aug": 5},
         "seeded_in_order": {"rand_crop": True, "seed_aug": 5}}  # fmt: skip


def opened(case, **options):
    boxes = case in cases.BOXES
    given = {"path_imgrec": "boxes.rec" if boxes else "a.rec", "data_shape": cases.SHAPE, **CASES.get(case, {}), **options}
    for name, value in given.items():
        if name.startswith("path_") and "/" not in value:
            given[name] = ";".join(str(FOLDER / part) for part in value.split(";"))
    make = mx.io.ImageDetRecordIter if boxes else mx.io.ImageRecordIter
    return BatchIter(make(**{"batch_size": 3, "verbose": False, **given}))


def described(batch):
    return batch.data[0].asnumpy().tobytes(), batch.label[0].asnumpy().tolist(), batch.pad


def rest(batches, epochs):
    """All that is left of the pass that is under way, and of those behind it."""
    found = []
    for _ in range(epochs):
        found.append([described(batch) for batch in batches])
        batches.reset()
    return found


@pytest.mark.parametrize("rounds", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_batches_are_those_of_a_run_that_was_not_stopped(case, rounds):
    batches, saved, whole = opened(case, round_batch=rounds), {}, []
    for epoch in range(EPOCHS):
        whole.append([])
        for number in range(100):
            if (epoch, number) in PLACES:
                saved[epoch, number] = json.dumps(batches.position())
            try:
                whole[-1].append(described(batches.next()))
            except StopIteration:
                saved[epoch, number] = json.dumps(batches.position())  # nothing is left
                break
        batches.reset()
    assert len(saved) >= EPOCHS
    for (epoch, number), position in saved.items():
        resumed = opened(case, round_batch=rounds)
        resumed.resume(json.loads(position))
        left = rest(resumed, EPOCHS - epoch)
        assert left == [whole[epoch][number:], *whole[epoch + 1 :]], (epoch, number)


@pytest.mark.parametrize("case", cases.ORDERS)
def test_more_records_than_are_read_at_once(case, tmp_path):
    """The order of the pass after it, too, which depends on all numbers that were drawn."""
    path = str(tmp_path / "many.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for number in range(cases.RECORDS):
        writer.write(cases.body(mx, number))
    writer.close()
    order = {"path_imgrec": path, "data_shape": (3, 4, 4), "batch_size": 700, **cases.ORDERS[case]}
    # which records come; they are no pictures
    given = _image_attrs.read("ImageRecordIter", _image_attrs.RECORD, order)
    sources = [image_record.open_source("ImageRecordIter", given) for _ in range(2)]
    worked_on = [[], []]
    whole, resumed = [
        _pipeline.Pipeline("records", s, lambda some=some: _numbers(some), lambda: [0] * 700, 700, True, 2, 2)
        for s, some in zip(sources, worked_on)
    ]
    for _ in range(2):
        for _batch in whole.epoch():
            pass
    assert [batch.rows for batch in whole.epoch()]
    whole.epoch()
    for _ in range(5):
        next(whole)
    place = json.loads(json.dumps(whole.began))
    resumed.go_to(place, 5)
    resumed.epoch()
    for _ in range(2):
        assert [(batch.rows, batch.pad) for batch in resumed] == [(batch.rows, batch.pad) for batch in whole]
        whole.epoch(), resumed.epoch()
    # not those that are left out
    assert min(serial for serial in worked_on[1] if serial[0] == place["pass"]) == (place["pass"], place["count"] + 5 * 700)


def _numbers(worked_on):
    """What a thread does: the number of each record becomes its row."""

    def work(task):
        worked_on.append(task.serial)
        for row, record in enumerate(task.records, task.row):
            task.batch.rows[row] = int(mx.recordio.unpack(record[0])[0].label)
        return {}

    return work


def test_a_manager_goes_on_in_shuffled_records(tmp_path):
    net = mx.gluon.nn.Dense(1)
    net.initialize()
    net(mx.nd.zeros((1, 3 * 16 * 18)))

    def manager(data):
        return CheckpointManager(tmp_path, net=net, data=data._source)

    options = {"shuffle": True, "seed": 7, "rand_mirror": True}
    with manager(opened("plain", **options)) as first:
        for _ in first.data:
            pass
        first.data.reset()
        first.data.next()
        first.save(1)
        expected = [described(batch) for batch in first.data]
    with manager(opened("plain", **options)) as second:
        assert second.restore() == 1
        assert [described(batch) for batch in second.data] == expected


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda place: place["source"]["random"].update(seed=-1), "does not fit"),
        (lambda place: place["source"]["random"].update(drawn=[2**32]), "does not fit"),
        (lambda place: place["source"]["random"].update(words={"key": [0] * 5, "at": 0}), "does not fit"),
        (lambda place: place["source"].pop("random"), "does not fit"),
        (lambda place: place["source"].update(order=[0, 1]), "does not fit"),
        (lambda place: place.update(count="3"), "does not fit"),
        (lambda place: place.update(count=10**9), "fewer records"),
    ],
)
def test_places_that_are_none(change, said):
    batches = opened("shuffle")
    batches.next()
    position = json.loads(json.dumps(batches.position()))
    change(position["place"])
    again = opened("shuffle")
    again.resume(position)
    with pytest.raises(mx.MXNetError, match=said):
        again.next()


def test_a_place_of_records_is_none_of_other_data(tmp_path):
    batches = opened("shuffle")
    batches.next()
    (tmp_path / "numbers.csv").write_text("1\n2\n")
    arrays = BatchIter(mx.io.CSVIter(data_csv=str(tmp_path / "numbers.csv"), data_shape=(1,), batch_size=1))
    arrays.resume(batches.position())
    with pytest.raises(mx.MXNetError, match="not those of the checkpoint"):
        arrays.next()


def test_generators_go_on_from_json():
    random = _mersenne.Mersenne(5)
    for count in (0, 3, 24, 700):
        random.shuffle(list(range(count)))
        other = _mersenne.Mersenne(1)
        other.from_json(json.loads(json.dumps(random.as_json())))
        ours, theirs = list(range(1000)), list(range(1000))
        mark = random.state()
        random.shuffle(ours)
        random.restore(mark)
        other.shuffle(theirs)
        assert ours == theirs
