"""Operators behind MXNet's NumPy interface (`_np_*`, `_npi_*`): they promote element types and know arrays without dimension."""
