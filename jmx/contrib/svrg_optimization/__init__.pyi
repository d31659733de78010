# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import svrg_module as svrg_module, svrg_optimizer as svrg_optimizer

