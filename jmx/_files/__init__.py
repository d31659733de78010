"""MXNet's files as bytes and NumPy arrays: what needs neither JAX nor the operators."""
