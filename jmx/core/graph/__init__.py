"""Symbol graphs: nodes, files, shape and type inference, and how a graph becomes a function."""
