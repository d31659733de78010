"""Modules whose functions are made when they are first asked for."""

import importlib

import pytest

from jmx.core import facade

#: modules of operators -> one of their functions
MODULES = {
    "jmx.ndarray": "FullyConnected", "jmx.ndarray.op": "dot", "jmx.ndarray.linalg": "gemm2", "jmx.ndarray.numpy": "concatenate",
    "jmx.ndarray.numpy._internal": "add", "jmx.ndarray.numpy_extension": "relu", "jmx.numpy_extension": "softmax",
    "jmx.symbol": "FullyConnected", "jmx.symbol.contrib": "box_nms", "jmx.symbol.numpy": "concatenate",
    "jmx.symbol.numpy_extension.image": "resize",
}  # fmt: skip


@pytest.mark.parametrize(("module", "function"), MODULES.items())
def test_a_function_is_listed_kept_and_found_by_its_name_only(module, function):
    loaded = importlib.import_module(module)
    assert function in dir(loaded)
    assert getattr(loaded, function) is getattr(loaded, function) is vars(loaded)[function]
    shown = module.replace("jmx", "mxnet", 1)
    with pytest.raises(AttributeError, match=rf"module '{shown}(\._op)?' has no attribute 'no_such_function'"):
        _ = loaded.no_such_function
    assert "no_such_function" not in vars(loaded)


def test_lazy_modules_follow_names_that_come_later():
    names, namespace = {"one": 1}, {"__name__": "jmx"}

    def lookup(name):
        if name == "__all__":
            return sorted(names)
        try:
            return names[name]
        except KeyError:
            raise AttributeError(name) from None

    find, listed = facade.lazy(namespace, lookup, lambda: names, {"tools": "log"})
    assert find("__all__") == ["one"] and find("one") == 1 and find("tools").__name__ == "jmx.log"
    names["two"] = 2
    assert find("__all__") == ["one", "two"] and "__all__" not in namespace
    assert listed() == ["__name__", "one", "tools", "two"]
    assert namespace["one"] == 1 and namespace["tools"].__name__ == "jmx.log"
    with pytest.raises(AttributeError, match="three"):
        find("three")
