"""Damaged record files: an error that names them or their images, never a crash or a hang (tools/campaign has more)."""

import random

import numpy as np
import pytest

import jmx as mx
from tools.campaign import records


@pytest.fixture(scope="module")
def goods(tmp_path_factory):
    return records.good_files(tmp_path_factory.mktemp("goods"))


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_damaged(start, goods, tmp_path):
    for number in range(start, start + 50):
        records.one(random.Random(number), goods, tmp_path)


def test_a_small_file_that_announces_a_huge_image(tmp_path):
    content = mx.recordio.pack_img((0, 1.0, 3, 0), np.zeros((8, 8, 3), np.uint8))
    at = content.index(b"\xff\xc0") + 5
    content = content[:at] + b"\x75\x30\x75\x30" + content[at + 4 :]  # 30,000 by 30,000
    writer = mx.recordio.MXRecordIO(str(tmp_path / "huge.rec"), "w")
    writer.write(content)
    writer.close()
    assert mx.recordio.unpack_img(content)[1] is None
    with pytest.raises(mx.MXNetError, match=r"the record at byte 0 of .*huge.rec. \(image 3\): its \d+ bytes are no image"):
        mx.io.ImageRecordIter(path_imgrec=str(tmp_path / "huge.rec"), data_shape=(3, 8, 8), batch_size=1, verbose=False)
