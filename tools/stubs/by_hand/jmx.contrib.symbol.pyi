from jmx.symbol.contrib import *
