"""`jmx bench`: how fast known networks train and answer here.

`command` reads the command line, `registry` finds a network by its id, `measure` runs it, `compare` runs it on another MXNet.
Each file in `models` is a network or a family of them.
"""
