# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import AnyFunction
from jmx.base import MXNetError as MXNetError
from jmx.gluon.data.dataset import _DownloadedDataset as _DownloadedDataset
from jmx.gluon.data.vision.image_files import ImageFolderDataset as ImageFolderDataset, ImageListDataset as ImageListDataset, ImageRecordDataset as ImageRecordDataset

class MNIST(_DownloadedDataset):
    _namespace: str
    _files: Any
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
    def _file(self, name: str, sha1: Any) -> Any: ...
    def _get_data(self) -> None: ...
    _label: Any
    _data: Any
class FashionMNIST(MNIST):
    _namespace: str
    _files: Any
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
class CIFAR10(_DownloadedDataset):
    _namespace: str
    _archive_file: Any
    def __init__(self, root: str = ..., train: bool = True, transform: AnyFunction | None = None) -> None: ...
    def _folder(self) -> Any: ...
    def _read_batch(self, filename: str) -> Any: ...
    def _get_data(self) -> None: ...
    _label: Any
    _data: Any
class CIFAR100(CIFAR10):
    _namespace: str
    _archive_file: Any
    def __init__(self, root: str = ..., fine_label: bool = False, train: bool = True, transform: AnyFunction | None = None) -> None: ...
__all__ = ['CIFAR10', 'CIFAR100', 'FashionMNIST', 'ImageFolderDataset', 'ImageListDataset', 'ImageRecordDataset', 'MNIST']
