from jmx.image import *
