"""What only a machine with a GPU can show, in pieces of minutes; a committed record says what has been done on which card.

`__main__` reads the command line, `parts` declares what there is to do, `runner` gives items to `worker` processes and writes
down what they answer (`record`). `pytest_loop` has items that are tests, `measured` those that are figures. See docs/gpu.md.
"""
