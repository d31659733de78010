"""mx.image's augmenters and image iterators."""

import tempfile

import augment_cases as cases


def record(mx, output):
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        cases.files(mx, folder)
        for name, call in cases.cases(mx, folder).items():
            cases.seed(mx)
            arrays = cases.plain(call(mx.nd.array(cases.pictures()[0], dtype="uint8")))
            found.update((f"{name}|{k}", array) for k, array in enumerate(arrays))
    output.npz(found)
