# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from . import alexnet as alexnet
from . import densenet as densenet
from . import inception as inception
from . import mobilenet as mobilenet
from . import resnet as resnet
from . import squeezenet as squeezenet
from . import vgg as vgg
from jmx.gluon.model_zoo.vision.alexnet import *
from jmx.gluon.model_zoo.vision.densenet import *
from jmx.gluon.model_zoo.vision.inception import *
from jmx.gluon.model_zoo.vision.mobilenet import *
from jmx.gluon.model_zoo.vision.resnet import *
from jmx.gluon.model_zoo.vision.squeezenet import *
from jmx.gluon.model_zoo.vision.vgg import *

def get_model(name: str, **kwargs: Any) -> Any:
    ...
