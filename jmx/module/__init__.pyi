# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base_module as base_module
from . import bucketing_module as bucketing_module
from . import executor_group as executor_group
from . import module as module
from . import python_module as python_module
from . import sequential_module as sequential_module
from jmx.module.base_module import BaseModule as BaseModule
from jmx.module.bucketing_module import BucketingModule as BucketingModule
from jmx.module.module import Module as Module
from jmx.module.python_module import PythonLossModule as PythonLossModule, PythonModule as PythonModule
from jmx.module.sequential_module import SequentialModule as SequentialModule

__all__ = ['BaseModule', 'BucketingModule', 'Module', 'PythonLossModule', 'PythonModule', 'SequentialModule']
