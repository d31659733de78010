"""Programs run by NumPy the first times, where compiling them costs more than it saves; and processes made by `os.fork`."""
