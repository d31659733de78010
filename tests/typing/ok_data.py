# pyright: strict
"""Data sets with transforms, samplers, record files, images."""

import mxnet as mx
import numpy as np
from mxnet import gluon, image, recordio
from mxnet.gluon.data import DataLoader, Dataset
from mxnet.gluon.data.vision import CIFAR10, ImageFolderDataset, transforms

transform = transforms.Compose(
    [
        transforms.Resize(256, keep_ratio=True),
        transforms.RandomResizedCrop(224, scale=(0.5, 1.0)),
        transforms.RandomFlipLeftRight(),
        transforms.ToTensor(),
        transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
    ]
)


class Pairs(Dataset):
    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, idx: int) -> tuple[mx.nd.NDArray, float]:
        return mx.nd.ones((2, 2)) * idx, float(idx)


mnist = gluon.data.vision.MNIST(train=True).transform_first(transform)
cifar = CIFAR10(root="data", train=False, transform=lambda data, label: (data.astype("float32") / 255, label))
folder = ImageFolderDataset("images", flag=1)
sampler = gluon.data.BatchSampler(gluon.data.RandomSampler(10), 4, last_batch="keep")
for x, y in DataLoader(mnist, batch_size=32, shuffle=True, num_workers=2, pin_memory=False):
    print(x.shape, y.asnumpy())
for x, y in DataLoader(Pairs(10), batch_sampler=sampler):
    print(x, y)
print(folder.synsets, len(cifar), cifar[0], gluon.data.SimpleDataset([1, 2]).transform(lambda v: v + 1).take(1).shard(2, 0))

record = recordio.MXIndexedRecordIO("a.idx", "a.rec", "w")
record.write_idx(0, recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), b"abc"))
record.close()
header, content = recordio.unpack(recordio.MXRecordIO("a.rec", "r").read() or b"")
print(header.label, content)

picture = image.imdecode(b"...", flag=1, to_rgb=True)
picture = image.resize_short(picture, 256)
picture, box = image.center_crop(picture, (224, 224))
picture = image.color_normalize(picture.astype("float32"), mx.nd.array([1.0, 2.0, 3.0]), mx.nd.array(np.ones(3)))
iterator = mx.io.ImageRecordIter(
    path_imgrec="a.rec", data_shape=(3, 224, 224), batch_size=4, shuffle=True, rand_mirror=True, mean_r=123.0
)
csv = mx.io.CSVIter(data_csv="a.csv", data_shape=(3,), batch_size=2)
image_iter = mx.image.ImageIter(4, (3, 224, 224), path_imgrec="a.rec", aug_list=mx.image.CreateAugmenter((3, 224, 224)))
for batch in iterator:
    print(batch.data[0].shape, batch.label[0], batch.pad, box)
print(csv.next().data[0], image_iter.provide_data, mx.io.DataDesc("data", (1, 2)).shape, mx.io.DataBatch([mx.nd.ones(1)]).data)
