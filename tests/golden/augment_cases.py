"""Calls of mx.image whose results tests/golden/suites/augment.py keeps and tests/image compares: `cases(mx, folder)`.

Each is a function of a uint8 image (14, 19, 3) that returns arrays, numbers or texts; random generators are seeded before.
"""

import os
import random

import numpy as np

LABEL = np.array([[1, 0.1, 0.2, 0.5, 0.6], [3, 0.4, 0.3, 0.9, 0.95], [0, 0.05, 0.7, 0.2, 0.9]], "float32")


def seed(mx):
    random.seed(5)
    np.random.seed(6)
    mx.random.seed(7)


def pictures():
    """Small photographs of sorts, as PNG would hold them: uint8, of several sizes."""
    rng = np.random.RandomState(3)
    found = []
    for h, w in ((14, 19), (25, 18), (12, 40), (30, 30), (17, 22)):
        y, x = np.mgrid[0:h, 0:w]
        base = np.stack([x * 255 // w, y * 255 // h, (x + y) * 255 // (w + h)], -1)
        found.append(np.clip(base + rng.randint(-20, 21, base.shape), 0, 255).astype("uint8"))
    return found


def one_by_one(augmenters, image):
    for augmenter in augmenters:
        image = augmenter(image)
    return image


def det(augmenters, image, label):
    for augmenter in augmenters:
        image, label = augmenter(image, label)
    return [image, label]


def described(augmenters):
    return repr([a.dumps() for a in augmenters])


def augmenter_cases(mx):
    i = mx.image
    return {
        "ResizeAug": lambda x: i.ResizeAug(12)(x),
        "ResizeAug by size": lambda x: i.ResizeAug(40, 9)(x),
        "ResizeAug by chance": lambda x: i.ResizeAug(13, 10)(x),
        "ForceResizeAug": lambda x: i.ForceResizeAug((9, 16), 3)(x),
        "ForceResizeAug by size": lambda x: i.ForceResizeAug((40, 10), 9)(x),
        "RandomCropAug": lambda x: i.RandomCropAug((10, 12))(x),
        "RandomSizedCropAug": lambda x: i.RandomSizedCropAug((8, 8), (0.2, 0.9), (0.5, 2))(x),
        "RandomSizedCropAug too large": lambda x: i.RandomSizedCropAug((8, 8), (4.0, 5.0), (1, 1))(x),
        "CenterCropAug": lambda x: i.CenterCropAug((11, 9))(x),
        "HorizontalFlipAug": lambda x: i.HorizontalFlipAug(1)(x),
        "HorizontalFlipAug never": lambda x: i.HorizontalFlipAug(0)(x),
        "BrightnessJitterAug": lambda x: i.BrightnessJitterAug(0.4)(x.astype("float32")),
        "BrightnessJitterAug uint8": lambda x: i.BrightnessJitterAug(0.4)(x),
        "ContrastJitterAug": lambda x: i.ContrastJitterAug(0.4)(x.astype("float32")),
        "SaturationJitterAug": lambda x: i.SaturationJitterAug(0.4)(x.astype("float32")),
        "HueJitterAug": lambda x: i.HueJitterAug(0.4)(x.astype("float32")),
        "ColorJitterAug": lambda x: i.ColorJitterAug(0.2, 0.3, 0.4)(x.astype("float32")),
        "LightingAug": lambda x: i.LightingAug(0.3, np.array([55.46, 4.794, 1.148]), np.arange(9.0).reshape(3, 3))(
            x.astype("float32")),
        "ColorNormalizeAug": lambda x: i.ColorNormalizeAug(mx.nd.array([1, 2, 3]), np.array([2.0, 3, 4]))(x.astype("float32")),
        "ColorNormalizeAug mean alone": lambda x: i.ColorNormalizeAug([1, 2, 3], None)(x.astype("float32")),
        "RandomGrayAug": lambda x: i.RandomGrayAug(1)(x.astype("float32")),
        "CastAug": lambda x: i.CastAug("float64")(x),
        "SequentialAug": lambda x: i.SequentialAug([i.ResizeAug(9), i.CastAug()])(x),
        "RandomOrderAug": lambda x: i.RandomOrderAug([i.HorizontalFlipAug(0.5), i.RandomCropAug((7, 8)), i.CastAug()])(x),
        "CreateAugmenter": lambda x: one_by_one(i.CreateAugmenter((3, 9, 8)), x),
        "CreateAugmenter whole": lambda x: one_by_one(whole(mx), x),
        "CreateAugmenter described": lambda x: described(whole(mx)),
        "copyMakeBorder": lambda x: [i.copyMakeBorder(x, 1, 2, 3, 4, type=t) for t in range(5)],
        "copyMakeBorder wide": lambda x: [i.copyMakeBorder(x[:3, :2], 4, 5, 3, 6, type=t) for t in range(1, 5)],
        "copyMakeBorder value": lambda x: i.copyMakeBorder(x, 1, 0, 1, 0, 0, 7.6),
        "copyMakeBorder values": lambda x: i.copyMakeBorder(x, 1, 0, 1, 0, values=(1.5, 2.5, 300)),
        "copyMakeBorder float": lambda x: i.copyMakeBorder(x.astype("float32"), 1, 0, 1, 0, values=(1.5, -2.5)),
        "copyMakeBorder int32": lambda x: i.copyMakeBorder(x.astype("int32"), 1, 0, 1, 0, values=(1.5, -2.5, 300)),
        "imresize nearest": lambda x: [i.imresize(x, w, h, 0) for w, h in ((29, 47), (11, 23))],
    }  # fmt: skip


def whole(mx):
    return mx.image.CreateAugmenter(
        (3, 9, 8), resize=15, rand_crop=True, rand_resize=True, rand_mirror=True, mean=True, std=True, brightness=0.1,
        contrast=0.2, saturation=0.3, hue=0.4, pca_noise=0.5, rand_gray=0.6, inter_method=9)  # fmt: skip


def rotation_cases(mx):
    i, t = mx.image, mx.gluon.data.vision.transforms

    def tensor(x):
        return mx.nd.image.to_tensor(x)

    def batch(x):
        return mx.nd.stack(tensor(x), tensor(x) * 0.5)

    return {
        "imrotate": lambda x: [i.imrotate(tensor(x), 17, *zoom) for zoom in ((), (True,), (False, True))],
        "imrotate far": lambda x: [i.imrotate(tensor(x), a, True) for a in (-100.5, 90, 0)],
        "imrotate batch": lambda x: [i.imrotate(batch(x), 30), i.imrotate(batch(x), mx.nd.array([20, -70]), False, True)],
        "random_rotate": lambda x: [i.random_rotate(tensor(x), (-30, 40)), i.random_rotate(batch(x), (-30, 40), True)],
        "Rotate": lambda x: t.Rotate(-12, zoom_out=True)(tensor(x)),
        "RandomRotation": lambda x: [t.RandomRotation((-40, 20), rotate_with_proba=0.5)(tensor(x)) for _ in range(4)],
        "RandomResizedCrop": lambda x: [t.RandomResizedCrop((7, 9), (0.3, 0.8))(x), t.RandomResizedCrop(8, interpolation=10)(x)],
        "CenterCrop": lambda x: [t.CenterCrop((13, 9))(x), t.CenterCrop(33, interpolation=2)(x)],
    }


def det_cases(mx):
    i = mx.image

    def several(x, make, times=4):
        augmenter, found = make(), []
        for _ in range(times):
            image, label = augmenter(x.copy(), LABEL.copy())
            found += [np.array(image.shape), image.astype("float64").asnumpy().mean(axis=(0, 1)), label]
        return found

    return {
        "DetBorrowAug": lambda x: several(x, lambda: i.DetBorrowAug(i.ResizeAug(9)), 1),
        "DetHorizontalFlipAug": lambda x: several(x, lambda: i.DetHorizontalFlipAug(0.5)),
        "DetRandomCropAug": lambda x: several(x, lambda: i.DetRandomCropAug()),
        "DetRandomCropAug strict": lambda x: several(x, lambda: i.DetRandomCropAug(0.6, (0.5, 2), (0.3, 0.9), 0.5, 20)),
        "DetRandomCropAug fixed": lambda x: several(x, lambda: i.DetRandomCropAug(0.2, 1.0, 0.4)),
        "DetRandomPadAug": lambda x: several(x, lambda: i.DetRandomPadAug()),
        "DetRandomPadAug values": lambda x: several(x, lambda: i.DetRandomPadAug((0.5, 2), (1.5, 4.0), 20, (1, 2, 3))),
        "DetRandomSelectAug": lambda x: several(
            x, lambda: i.DetRandomSelectAug([i.DetRandomCropAug(), i.DetRandomPadAug(), i.DetHorizontalFlipAug(1)], 0.2), 6),
        "CreateMultiRandCropAugmenter": lambda x: several(x, lambda: i.CreateMultiRandCropAugmenter(
            [0.1, 0.5, 0.7], area_range=[(0.1, 1.0), (0.2, 1.0), (0.5, 1.0)], skip_prob=0.1)),
        "CreateDetAugmenter": lambda x: det(i.CreateDetAugmenter((3, 9, 8)), x, LABEL.copy()),
        "CreateDetAugmenter whole": lambda x: det(det_whole(mx), x, LABEL.copy()) + det(det_whole(mx), x, LABEL.copy()),
        "CreateDetAugmenter described": lambda x: described(det_whole(mx)),
    }  # fmt: skip


def det_whole(mx):
    return mx.image.CreateDetAugmenter(
        (3, 9, 8),
        resize=25,
        rand_crop=0.5,
        rand_pad=0.7,
        rand_gray=0.3,
        rand_mirror=True,
        mean=True,
        std=np.ones(3),
        brightness=0.1,
        contrast=0.2,
        saturation=0.3,
        hue=0.4,
        pca_noise=0.5,
        min_object_covered=[0.1, 0.3],
        inter_method=10,
    )


def files(mx, folder):
    """The pictures as PNG files, list files, and record files with an index in `folder`."""
    rec = mx.recordio.MXIndexedRecordIO(f"{folder}/a.idx", f"{folder}/a.rec", "w")
    det_rec = mx.recordio.MXIndexedRecordIO(f"{folder}/d.idx", f"{folder}/d.rec", "w")
    rows, det_rows = [], []
    for k, picture in enumerate(pictures()):
        packed = mx.recordio.pack_img((0, k * 0.5, k + 10, 0), picture[:, :, ::-1], 3, ".png")
        rec.write_idx(k + 10, packed)
        encoded = mx.recordio.unpack(packed)[1]
        with open(f"{folder}/{k}.png", "wb") as f:
            f.write(encoded)
        label = [2, 5, *LABEL[: k % 3 + 1].ravel().tolist()]
        det_rec.write_idx(k, mx.recordio.pack((0, label, k, 0), encoded))
        rows.append([k * 2 + 1, k, k + 0.5, f"{k}.png"])
        det_rows.append([k, *label, f"{k}.png"])
    rec.close()
    det_rec.close()
    keyed = [[row[0] // 2 + 10, *row[1:]] for row in rows]
    whole = [[row[0], row[1], row[-1]] for row in rows]
    for name, table in (("a.lst", rows), ("b.lst", keyed), ("c.lst", whole), ("d.lst", det_rows)):
        with open(f"{folder}/{name}", "w") as f:
            f.writelines("\t".join(str(x) for x in row) + "\n" for row in table)


def passes(iterator, n=3):
    """Colours averaged over each image, labels, and paddings of the batches of some passes, with -1 after each pass."""
    colours, labels, pads = [], [], []
    for _ in range(n):
        for batch in iterator:
            colours.append(batch.data[0].asnumpy().mean(axis=(2, 3)))
            labels.append(batch.label[0].asnumpy())
            pads.append(batch.pad)
        pads.append(-1)
        iterator.reset()
    return [np.concatenate(colours), np.concatenate(labels), np.array(pads)]


def iterator_cases(mx, folder):
    i = mx.image
    path = os.path.join

    def rec(name="a", **kwargs):
        index = {"path_imgidx": path(folder, name + ".idx")} if kwargs.pop("index", True) else {}
        kind = i.ImageDetIter if name == "d" else i.ImageIter
        return kind(2, (3, 9, 8), path_imgrec=path(folder, name + ".rec"), **index, **kwargs)

    def lst(name="a", **kwargs):
        kind = i.ImageDetIter if name == "d" else i.ImageIter
        kwargs = {"label_width": 2, **kwargs} if name == "a" else kwargs
        return kind(2, (3, 9, 8), path_imglist=path(folder, name + ".lst"), path_root=folder, **kwargs)

    def given(iterator):
        return [repr(iterator.provide_data), repr(iterator.provide_label), np.array(iterator.batch_size)]

    listed = [[1, "0.png"], [2.5, "1.png"], [3, "3.png"]]
    return {
        **{f"rec {handle}": lambda x, h=handle: passes(rec(last_batch_handle=h)) for handle in ("pad", "discard", "roll_over")},
        **{f"rec in order {handle}": lambda x, h=handle: passes(rec(index=False, last_batch_handle=h))
           for handle in ("pad", "discard", "roll_over")},
        "rec shuffled": lambda x: passes(rec(shuffle=True)),
        "rec parts": lambda x: passes(rec(num_parts=2, part_index=0)) + passes(rec(num_parts=2, part_index=1, shuffle=True)),
        "rec augmented": lambda x: passes(rec(resize=14, rand_crop=True, rand_mirror=True, mean=True, std=True, brightness=0.1,
                                              contrast=0.1, saturation=0.1, hue=0.1, pca_noise=0.1, rand_gray=0.3)),
        "rec own augmenters": lambda x: passes(rec(aug_list=[lambda y: i.imresize(y, 8, 9), i.CastAug()])),
        "rec with list": lambda x: passes(i.ImageIter(
            2, (3, 9, 8), 2, path(folder, "a.rec"), path_imgidx=path(folder, "a.idx"), imglist=None,
            path_imglist=path(folder, "b.lst"))),
        "list pad": lambda x: passes(lst()) + given(lst()),
        "list shuffled": lambda x: passes(lst(shuffle=True, last_batch_handle="roll_over"), 4),
        "list int32": lambda x: passes(i.ImageIter(2, (3, 9, 8), path_imglist=path(folder, "c.lst"), path_root=folder,
                                                   dtype="int32"), 1),
        "list parts": lambda x: passes(lst(num_parts=2, part_index=1)),
        "memory": lambda x: passes(i.ImageIter(2, (3, 9, 8), imglist=[list(y) for y in listed], path_root=folder)),
        "memory wide": lambda x: passes(i.ImageIter(2, (3, 9, 8), label_width=2, imglist=[[1, 2, "0.png"], [[3, 4], "1.png"]],
                                                    path_root=folder)),
        "samples": lambda x: [v for it in (lst(), rec()) for v in [np.array(it.next_sample()[0].asnumpy() if it.imgrec is None
                                                                           else it.next_sample()[0])]],
        "det rec": lambda x: passes(rec("d")) + given(rec("d")),
        "det rec roll_over": lambda x: passes(rec("d", last_batch_handle="roll_over", shuffle=True)),
        "det list discard": lambda x: passes(lst("d", last_batch_handle="discard")),
        "det augmented": lambda x: passes(lst("d", resize=20, rand_crop=0.8, rand_pad=0.8, rand_mirror=True, mean=True,
                                              min_object_covered=0.2, area_range=(0.3, 3.0), inter_method=9)),
        "det memory": lambda x: passes(i.ImageDetIter(2, (3, 9, 8), path_root=folder, imglist=[
            [3, 6, 9, 1, 0.1, 0.1, 0.5, 0.6, 7, 2, 0.5, 0.5, 0.4, 0.4, 7, "0.png"], [[2, 6, 1, 0.1, 0.1, 0.5, 0.6, 8], "1.png"]])),
        "det reshaped": lambda x: reshaped(rec("d"), i.ImageDetIter(2, (3, 9, 8), path_root=folder, imglist=[
            [2, 5, 1, 0.1, 0.1, 0.5, 0.6, "0.png"]], aug_list=[
                i.DetBorrowAug(i.ForceResizeAug((6, 5))), i.DetBorrowAug(i.CastAug())])),
    }  # fmt: skip


def reshaped(large, small):
    small = large.sync_label_shape(small)
    small.reshape(data_shape=(3, 5, 6))
    return [repr(small.provide_data), repr(small.provide_label), repr(small.label_shape), *passes(small, 1)]


def cases(mx, folder):
    return {**augmenter_cases(mx), **rotation_cases(mx), **det_cases(mx), **iterator_cases(mx, folder)}


def plain(found):
    """A list of NumPy arrays and texts."""
    found = found if isinstance(found, list) else [found]
    return [np.array(x) if isinstance(x, str) else x.asnumpy() if hasattr(x, "asnumpy") else np.asarray(x) for x in found]
