# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import files as files
from . import format as format
from . import images as images
from jmx.recordio.files import *
from jmx.recordio.images import *

