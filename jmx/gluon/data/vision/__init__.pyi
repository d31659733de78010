# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import image_files as image_files
from . import datasets as datasets, transforms as transforms
from jmx.gluon.data.vision.datasets import CIFAR10 as CIFAR10, CIFAR100 as CIFAR100, MNIST as MNIST, FashionMNIST as FashionMNIST, ImageFolderDataset as ImageFolderDataset, ImageListDataset as ImageListDataset, ImageRecordDataset as ImageRecordDataset

__all__ = ['CIFAR10', 'CIFAR100', 'FashionMNIST', 'ImageFolderDataset', 'ImageListDataset', 'ImageRecordDataset', 'MNIST', 'datasets', 'transforms']
