"""Stochastic variance reduced gradient: a module and its optimizer."""

from . import svrg_module, svrg_optimizer
