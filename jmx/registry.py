"""Name registries for factories: optimizers, metrics, initializers and whatever users add.

A registry belongs to a base class. ``get_register_func`` makes the decorator that enters a class
under its lower-case name, ``get_alias_func`` the one for further names, ``get_create_func`` the
factory that turns a name, a dict, a JSON text or a finished instance into an instance.
"""

from __future__ import annotations

import difflib
import json
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._typing import T

_REGISTRY: dict[type, dict[str, type]] = {}


def get_registry(base_class: type[Any]) -> dict[str, type[Any]]:
    """Return a copy of the names registered for a base class, as a dict of name to class.

    Parameters
    ----------
    base_class : type
        The base class.

    Returns
    -------
    dict of str to type
        Empty if nothing was registered.

    Examples
    --------
    >>> "sgd" in mx.registry.get_registry(mx.optimizer.Optimizer), "xavier" in mx.registry.get_registry(mx.init.Initializer)
    (False, True)
    """
    return _REGISTRY.setdefault(base_class, {}).copy()


def get_register_func(base_class: type[Any], nickname: str) -> Callable[[T], T]:
    """Make the function that registers a subclass of `base_class`.

    Parameters
    ----------
    base_class : type
        Registered classes must derive from it.
    nickname : str
        What messages call such a class, for example ``"optimizer"``.

    Returns
    -------
    callable
        ``register(klass, name=None)``, usable as a decorator; `name` defaults to the lower-case
        class name. Registering a name again replaces the class, with a UserWarning.

    Examples
    --------
    A registry of one's own:

    >>> class Shape:
    ...     def __init__(self, size=1):
    ...         self.size = size
    >>> register = mx.registry.get_register_func(Shape, "shape")
    >>> create = mx.registry.get_create_func(Shape, "shape")
    >>> @register
    ... class Square(Shape):
    ...     def area(self):
    ...         return self.size**2
    >>> create("square", size=3).area()
    9
    """
    registry = _REGISTRY.setdefault(base_class, {})

    def register(klass: T, name: str | None = None) -> T:
        assert isinstance(klass, type) and issubclass(klass, base_class), (
            f"Can only register subclass of {base_class.__name__}, got {klass!r}"
        )
        key = (klass.__name__ if name is None else name).lower()
        if key in registry:
            old = registry[key]
            warnings.warn(
                f"New {nickname} {klass.__module__}.{klass.__name__} registered with name {key} is "
                f"overriding existing {nickname} {old.__module__}.{old.__name__}",
                UserWarning,
                stacklevel=2,
            )
        registry[key] = klass
        return klass

    register.__doc__ = (
        f"Register a class with the {nickname} factory; usable as a decorator.\n\nParameters\n----------\nklass : type\n"
        f"    The class, derived from `{base_class.__name__}`.\nname : str, optional\n"
        "    The name, in lower case; by default the name of the class.\n\nReturns\n-------\ntype\n    `klass`.\n"
    )
    return register


def get_alias_func(base_class: type[Any], nickname: str) -> Callable[..., Callable[[T], T]]:
    """Make the decorator ``alias(*names)`` that registers a class under further names.

    Parameters
    ----------
    base_class : type
        Registered classes must derive from it.
    nickname : str
        What messages call such a class.

    Returns
    -------
    callable
        The decorator.

    Examples
    --------
    >>> class Shape:
    ...     pass
    >>> alias = mx.registry.get_alias_func(Shape, "shape")
    >>> @alias("box", "quad")
    ... class Square(Shape):
    ...     pass
    >>> sorted(mx.registry.get_registry(Shape))
    ['box', 'quad']
    """
    register = get_register_func(base_class, nickname)

    def alias(*aliases):
        """Register the decorated class under further names.

        Parameters
        ----------
        *aliases : str
            The names.
        """

        def reg(klass):
            for name in aliases:
                register(klass, name)
            return klass

        return reg

    return alias


def get_create_func(base_class: type[T], nickname: str) -> Callable[..., T]:
    """Make the factory for a base class.

    Parameters
    ----------
    base_class : type
        What it makes derives from this class.
    nickname : str
        What messages call such a class, and the key of the name in a dict.

    Returns
    -------
    callable
        ``create(spec, *args, **kwargs)``. `spec` is a registered name (any case), an instance
        (returned as it is), a dict of keyword arguments that holds the name under `nickname`,
        or JSON text: ``'["name", {kwargs}]'`` or ``'{"nickname": "name", ...}'``.
        An unknown name raises AssertionError and names the nearest ones.

    Examples
    --------
    >>> create = mx.registry.get_create_func(mx.init.Initializer, "initializer")
    >>> create("Constant", value=3).dumps()
    '["constant", {"value": 3}]'
    >>> create('["constant", {"value": 3}]').value
    3
    """
    registry = _REGISTRY.setdefault(base_class, {})

    def create(*args, **kwargs):
        if args:
            name, *args = args
        else:
            name = kwargs.pop(nickname)
        if isinstance(name, base_class):
            assert not args and not kwargs, f"{nickname} is already an instance. Additional arguments are invalid"
            return name
        if isinstance(name, dict):
            return create(**name)
        assert isinstance(name, str), f"{nickname} must be of string type, got {type(name).__name__}"
        if name.startswith(("[", "{")):
            assert not args and not kwargs, f"{nickname} is given as JSON. Additional arguments are invalid"
            config = json.loads(name)
            if isinstance(config, dict):
                return create(**config)
            name, kwargs = config
            return create(name, **kwargs)
        key = name.lower()
        if key not in registry:
            near = difflib.get_close_matches(key, registry, 3)
            hint = f" (did you mean {', '.join(near)}?)" if near else f". Registered are {', '.join(sorted(registry))}"
            raise AssertionError(f"{key} is not registered. Please register with {nickname}.register first{hint}")
        return registry[key](*args, **kwargs)

    create.__doc__ = (
        f"Create a {nickname} from a name, a dict or JSON text; an instance is returned as it is.\n\nParameters\n----------\n"
        f"*args, **kwargs\n    The name of a registered class, and what its constructor takes; see `registry.get_create_func`.\n"
        f"\nReturns\n-------\n{base_class.__name__}\n"
    )
    return create
