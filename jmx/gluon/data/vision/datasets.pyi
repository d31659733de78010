# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import AnyFunction
from jmx.base import MXNetError as MXNetError
from jmx.gluon.data.dataset import _DownloadedDataset as _DownloadedDataset
from jmx.gluon.data.vision.image_files import ImageFolderDataset as ImageFolderDataset, ImageListDataset as ImageListDataset, ImageRecordDataset as ImageRecordDataset

def read_idx(path: Any, magic: Any) -> Any: ...
class MNIST(_DownloadedDataset):
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
class FashionMNIST(MNIST):
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
class CIFAR10(_DownloadedDataset):
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
class CIFAR100(CIFAR10):
    def __init__(self, root: str = ..., fine_label: bool = False, train: bool = True, transform: AnyFunction | None = None) -> None: ...
__all__ = ['CIFAR10', 'CIFAR100', 'FashionMNIST', 'ImageFolderDataset', 'ImageListDataset', 'ImageRecordDataset', 'MNIST']
