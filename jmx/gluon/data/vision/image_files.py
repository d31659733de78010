"""Data sets of image files: folders of them, and RecordIO files."""

import os
import warnings

from .... import image, recordio
from ....base import MXNetError
from ..dataset import Dataset, RecordFileDataset

__all__ = ["ImageFolderDataset", "ImageRecordDataset"]

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
