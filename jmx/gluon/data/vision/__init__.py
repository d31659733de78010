"""Image data sets and transforms: `mx.gluon.data.vision`."""

from . import datasets, transforms
from .datasets import CIFAR10, CIFAR100, MNIST, FashionMNIST

__all__ = ["CIFAR10", "CIFAR100", "MNIST", "FashionMNIST", "datasets", "transforms"]


def __getattr__(name):
    return getattr(datasets, name)
