"""A project of JAX made of a Gluon network and the program that trains it (`jmx rewrite --to project`)."""

from .training import Setting, Training, read_training
from .write import Project, to_project

__all__ = ["Project", "Setting", "Training", "read_training", "to_project"]
