"""Data sets of image files: folders of them, lists, and RecordIO files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .... import image, recordio
from ....base import MXNetError
from ....image._functions import array
from ....image._iterator import read_items, read_list
from ..dataset import Dataset, RecordFileDataset

if TYPE_CHECKING:
    from ...._typing import Float

__all__ = ["ImageFolderDataset", "ImageListDataset", "ImageRecordDataset"]

_ENDINGS = (".jpg", ".jpeg", ".png")


class ImageFolderDataset(Dataset):
    """Image files in folders, one folder for each class.

    Parameters
    ----------
    root : str
        The folder that holds the folders.
    flag : {1, 0}, default 1
        1 for images of three channels, red, green and blue; 0 for one of grey.
    transform : callable, optional
        Takes an image and a label and returns the sample.

    Attributes
    ----------
    synsets : list of str
        The folders' names, sorted; a label is a place in this list.
    items : list of (str, int)
        Path and label of every image.

    A sample is (NDArray of uint8, (height, width, channels), int). What is no folder in `root`, and no .jpg, .jpeg or .png file
    in a folder, is left out with a warning.

    Examples
    --------
    OpenCV writes blue first:

    >>> import os, tempfile, cv2
    >>> root = tempfile.mkdtemp()
    >>> for name, colour in (("sky", (250, 100, 0)), ("grass", (0, 200, 0))):
    ...     os.mkdir(os.path.join(root, name))
    ...     written = cv2.imwrite(os.path.join(root, name, "1.png"), np.full((4, 6, 3), colour, "uint8"))
    >>> data = gluon.data.vision.ImageFolderDataset(root)
    >>> data.synsets, [label for path, label in data.items]
    (['grass', 'sky'], [0, 1])
    >>> image, label = data[1]
    >>> image.shape, image[0, 0].asnumpy()
    ((4, 6, 3), array([  0, 100, 250], dtype=uint8))
    """

    def __init__(self, root: str, flag: Literal[1, 0] = 1, transform: Callable[[Any, Any], Any] | None = None) -> None:
        self._root = os.path.expanduser(root)
        self._flag, self._transform = flag, transform
        self.synsets: list[str] = []
        self.items: list[Any] = []
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

    def __getitem__(self, idx: Any) -> Any:
        path, label = self.items[idx]
        read = image.imread(path, self._flag)
        return (read, label) if self._transform is None else self._transform(read, label)

    def __len__(self) -> int:
        return len(self.items)


class ImageListDataset(Dataset):
    """Image files out of a list. MXNet 1.9.1 has no such class, MXNet 2.0 has.

    Parameters
    ----------
    root : str, default '.'
        The folder of the image files.
    imglist : str or list
        A list file below `root`: in each line a number, one or more labels and a path below `root`, with tabs between. Or a
        list: [label, path] or [labels, path] for each image.
    flag : {1, 0}, default 1
        1 for images of three channels, red, green and blue; 0 for one of grey.

    A sample is (NDArray of uint8, (height, width, channels), NDArray of float32, (labels,)).

    Raises
    ------
    ValueError, TypeError
        `imglist` is neither, or one of its lines or items is damaged.

    Examples
    --------
    >>> import os, tempfile, cv2
    >>> root = tempfile.mkdtemp()
    >>> for name, grey in (("dark.png", 50), ("bright.png", 200)):
    ...     written = cv2.imwrite(os.path.join(root, name), np.full((4, 6, 3), grey, "uint8"))
    >>> data = gluon.data.vision.ImageListDataset(root, [[0, "dark.png"], [1, "bright.png"]])
    >>> image, label = data[1]
    >>> len(data), image.shape, image[0, 0].asnumpy(), label.asnumpy()
    (2, (4, 6, 3), array([200, 200, 200], dtype=uint8), array([1.], dtype=float32))
    """

    def __init__(self, root: str = ".", imglist: str | Sequence[Any] | None = None, flag: Literal[1, 0] = 1) -> None:
        self._root, self._flag = os.path.expanduser(root), flag
        if isinstance(imglist, str):
            items, keys = read_list(os.path.join(self._root, imglist), "float32")
        elif isinstance(imglist, list):
            items, keys = read_items(imglist, "float32")
        else:
            raise ValueError(f"imglist must be filename or list of valid entries, given {type(imglist).__name__}")
        self._items = [items[key] for key in keys]

    @property
    def items(self) -> Any:
        """Path and label, a NumPy array, of every image."""
        return [(os.path.join(self._root, name), label) for label, name in self._items]

    def __getitem__(self, idx: Any) -> Any:
        label, name = self._items[idx]
        return image.imread(os.path.join(self._root, name), self._flag), array(label)

    def __len__(self) -> int:
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

    Raises
    ------
    MXNetError
        The file or its index cannot be opened; at a sample, its record or its image is damaged.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = os.path.join(folder, "greys.rec")
    >>> record = mx.recordio.MXIndexedRecordIO(os.path.join(folder, "greys.idx"), path, "w")
    >>> for number in range(3):
    ...     header = mx.recordio.IRHeader(0, float(number), number, 0)
    ...     image = np.full((4, 6, 3), 50 * number, "uint8")
    ...     record.write_idx(number, mx.recordio.pack_img(header, image, img_fmt=".png"))
    >>> record.close()
    >>> data = gluon.data.vision.ImageRecordDataset(path)
    >>> image, label = data[2]
    >>> len(data), image.shape, image[0, 0].asnumpy(), label
    (3, (4, 6, 3), array([100, 100, 100], dtype=uint8), 2.0)
    """

    def __init__(self, filename: str, flag: Float = 1, transform: Any = None) -> None:
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx: Any) -> Any:
        header, encoded = recordio.unpack(super().__getitem__(idx))
        try:
            read = image.imdecode(encoded, self._flag)
        except MXNetError as error:
            raise MXNetError(f"Broken image in record {idx} of {self.filename}: {error}") from error
        return (read, header.label) if self._transform is None else self._transform(read, header.label)
