"""Several devices and processes: collectives, and a training step on all of them as one program."""
