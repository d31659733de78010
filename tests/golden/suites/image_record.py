"""Record files of images, and what ImageRecordIter and its kin make of them."""

import os
import tempfile
import zlib

import image_record_cases as cases
import numpy as np


def record(mx, output):
    import cv2

    folder = output.path("image_record")
    os.makedirs(folder, exist_ok=True)
    random = np.random.RandomState(3)

    def picture(height, width):
        small = random.randint(0, 256, (max(2, height // 8), max(2, width // 8), 3)).astype("uint8")
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)

    def write(stem, images, labels, kinds=(".jpg",)):
        made = mx.recordio.MXIndexedRecordIO(f"{folder}/{stem}.idx", f"{folder}/{stem}.rec", "w")
        for i, (image, label) in enumerate(zip(images, labels)):
            packed = mx.recordio.pack_img((0, label, 10 * i, 0), image, quality=92, img_fmt=kinds[i % len(kinds)])
            made.write_idx(i, packed)
        made.close()

    sizes = [(32, 44), (44, 32), (30, 30), (36, 50), (24, 25), (60, 31)]
    write("a", [picture(*sizes[i % 6]) for i in range(8)], [float(i) for i in range(8)], [".jpg"] * 4 + [".png"])
    boxes = [
        [2, 5] + sum([[k, 0.1 + 0.05 * k, 0.2, 0.5 + 0.04 * k, 0.7 + 0.03 * i] for k in range(1 + i % 3)], []) for i in range(6)
    ]
    write("boxes", [picture(30, 40) for _ in range(6)], boxes)
    with open(f"{folder}/a.lst", "w") as stream:
        stream.write("".join(f"{10 * i}\t{i + 0.5}\t{i * i}\timage{i}.jpg\n" for i in range(8)))
    with open(f"{folder}/boxes.lst", "w") as stream:
        stream.write("".join(f"{10 * i}\t2\t5\t{i}\t.1\t.2\t.{i + 3}\t.4\timage{i}.jpg\n" for i in range(6)))

    arrays = {}
    for name in (*cases.PLAIN, *cases.RANDOM, *cases.BOXES):
        found = (cases.boxes if name in cases.BOXES else cases.outputs)(mx, name, folder)
        for key, value in found.items():
            exact = (
                np.rint(value).astype("uint8")
                if key == "data" and (value == np.rint(value)).all() and value.min() >= 0
                else value
            )
            arrays[f"{name}/{key}"] = exact
    dot = cv2.imencode(".jpg", np.zeros((4, 4, 3), "uint8"))[1].tobytes()
    with tempfile.TemporaryDirectory() as place:
        writer = mx.recordio.MXRecordIO(place + "/many.rec", "w")
        for number in range(cases.RECORDS):
            writer.write(cases.body(mx, number, dot))
        writer.close()
        for name, options in cases.ORDERS.items():
            made = mx.io.ImageRecordIter(
                path_imgrec=place + "/many.rec", data_shape=(3, 4, 4), batch_size=1, verbose=False, **options
            )
            order = []
            for _ in range(2):
                order += [int(batch.label[0].asscalar()) for batch in made]
                made.reset()
            arrays[f"order/{name}"] = np.array(zlib.crc32(np.array(order, "<i4").tobytes()))
    output.npz(arrays)
