# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.context import Context as Device
from jmx.context import cpu as cpu, cpu_pinned as cpu_pinned, gpu as gpu, gpu_memory_info as gpu_memory_info, num_gpus as num_gpus
from jmx.context import current_context as current_device

__all__ = ['Device', 'cpu', 'cpu_pinned', 'current_device', 'gpu', 'gpu_memory_info', 'num_gpus']
