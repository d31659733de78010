"""Data sets of image files: folders of them, lists, and RecordIO files."""

import os
import warnings

from .... import image, recordio
from ....base import MXNetError
from ....image._functions import array
from ....image._iterator import read_items, read_list
from ..dataset import Dataset, RecordFileDataset

__all__ = ["ImageFolderDataset", "ImageListDataset", "ImageRecordDataset"]

_ENDINGS = (".jpg", ".jpeg", ".png")


class ImageFolderDataset(Dataset):
    """Image files in folders, one folder for each class.

    Parameters
    ----------
    root : str
        The folder that holds the folders.
    flag : int
        1 for images of three channels, 0 for one of grey.
    transform : callable, optional
        From (image, label) to the sample.

    Attributes
    ----------
    synsets : list of str
        The folders' names, sorted; a label is a place in this list.
    items : list of (str, int)
        Path and label of every image.

    A sample is (NDArray of uint8, (height, width, channels), int). What is no folder in `root`, and no .jpg, .jpeg or .png file
    in a folder, is left out with a warning.
    """

    def __init__(self, root, flag=1, transform=None):
        self._root = os.path.expanduser(root)
        self._flag, self._transform = flag, transform
        self.synsets, self.items = [], []
        for folder in sorted(os.listdir(self._root)):
            path = os.path.join(self._root, folder)
            if not os.path.isdir(path):
                warnings.warn(f"Ignoring {path}, which is not a directory.", stacklevel=2)
                continue
            self.items += [(file, len(self.synsets)) for file in self._images(path)]
            self.synsets.append(folder)

    @staticmethod
    def _images(folder):
        for name in sorted(os.listdir(folder)):
            path, ending = os.path.join(folder, name), os.path.splitext(name)[1]
            if ending.lower() in _ENDINGS:
                yield path
            else:
                warnings.warn(f"Ignoring {path} of type {ending}. Only support {', '.join(_ENDINGS)}", stacklevel=3)

    def __getitem__(self, idx):
        path, label = self.items[idx]
        read = image.imread(path, self._flag)
        return (read, label) if self._transform is None else self._transform(read, label)

    def __len__(self):
        return len(self.items)


class ImageListDataset(Dataset):
    """Image files out of a list. MXNet 1.9.1 has no such class, MXNet 2.0 has.

    Parameters
    ----------
    root : str
        The folder of the image files.
    imglist : str or list
        A list file below `root`: in each line a number, one or more labels and a path below `root`, with tabs between. Or a
        list: [label, path] or [labels, path] for each image.
    flag : int
        1 for images of three channels, 0 for one of grey.

    A sample is (NDArray of uint8, (height, width, channels), NDArray of float32, (labels,)).

    Raises
    ------
    ValueError, TypeError
        `imglist` is neither, or one of its lines or items is damaged.
    """

    def __init__(self, root=".", imglist=None, flag=1):
        self._root, self._flag = os.path.expanduser(root), flag
        if isinstance(imglist, str):
            items, keys = read_list(os.path.join(self._root, imglist), "float32")
        elif isinstance(imglist, list):
            items, keys = read_items(imglist, "float32")
        else:
            raise ValueError(f"imglist must be filename or list of valid entries, given {type(imglist).__name__}")
        self._items = [items[key] for key in keys]

    @property
    def items(self):
        """Path and label, a NumPy array, of every image."""
        return [(os.path.join(self._root, name), label) for label, name in self._items]

    def __getitem__(self, idx):
        label, name = self._items[idx]
        return image.imread(os.path.join(self._root, name), self._flag), array(label)

    def __len__(self):
        return len(self._items)


class ImageRecordDataset(RecordFileDataset):
    """Images and labels of a RecordIO file, as im2rec makes it.

    Parameters
    ----------
    filename : str
        The file, `name.rec`; its index `name.idx` lies beside it.
    flag, transform
        As for `ImageFolderDataset`.

    A sample is (NDArray of uint8, (height, width, channels), float or NumPy array of floats).
    """

    def __init__(self, filename, flag=1, transform=None):
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx):
        header, encoded = recordio.unpack(super().__getitem__(idx))
        try:
            read = image.imdecode(encoded, self._flag)
        except MXNetError as error:
            raise MXNetError(f"Broken image in record {idx} of {self.filename}: {error}") from error
        return (read, header.label) if self._transform is None else self._transform(read, header.label)
