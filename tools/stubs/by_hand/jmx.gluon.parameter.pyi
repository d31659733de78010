tensor_types: tuple[type[Any], ...]
