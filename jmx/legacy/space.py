"""`mx.space`: the spaces of configurations among which TVM's tuner chooses schedules, as objects and as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any


def _entities(items):
    """(key, values) of the triples in JSON; raises RuntimeError for a kind other than "ot"."""
    for key, kind, value in items:
        if kind != "ot":
            raise RuntimeError(f"Invalid config knob type: {kind}; expected 'ot'")
        yield str(key), value


class OtherOptionSpace:
    """The values that one option may have.

    Parameters
    ----------
    entities : list
        The values.
    """

    def __init__(self, entities: Sequence[Any]) -> None:
        self.entities = [OtherOptionEntity(value) for value in entities]

    @classmethod
    def from_tvm(cls, x: Any) -> Any:
        """The same space of TVM's class."""
        return cls([entity.val for entity in x.entities])

    def __len__(self) -> int:
        return len(self.entities)

    def __repr__(self) -> str:
        return f"OtherOption({self.entities}) len={len(self)}"


class OtherOptionEntity:
    """A value of an option.

    Parameters
    ----------
    val : object
        The value.
    """

    def __init__(self, val: Any) -> None:
        self.val = val

    @classmethod
    def from_tvm(cls, x: Any) -> Any:
        """The same value of TVM's class."""
        return cls(x.val)

    def __repr__(self):
        return str(self.val)


class ConfigSpace:
    """The options of a schedule.

    Parameters
    ----------
    space_map : dict of str to OtherOptionSpace
    _entity_map : dict of str to OtherOptionEntity
        The values that are chosen.
    """

    def __init__(self, space_map: Mapping[str, OtherOptionSpace], _entity_map: Mapping[str, OtherOptionEntity]) -> None:
        self.space_map = space_map
        self._entity_map = _entity_map
        self._length = None

    @classmethod
    def from_tvm(cls, x: Any) -> Any:
        """The same space of TVM's class."""
        spaces = {name: OtherOptionSpace.from_tvm(space) for name, space in x.space_map.items()}
        return cls(spaces, {name: OtherOptionEntity.from_tvm(entity) for name, entity in x._entity_map.items()})

    def __len__(self) -> int:
        if self._length is None:
            self._length = math.prod(map(len, self.space_map.values()))
        return self._length

    def __repr__(self) -> str:
        lines = [f"  {i:2d} {name}: {space}\n" for i, (name, space) in enumerate(self.space_map.items())]
        return f"ConfigSpace (len={len(self)}, space_map=\n{''.join(lines)})"

    def to_json_dict(self) -> Any:
        """What `json.dump` can write and `from_json_dict` reads."""
        for value in self._entity_map.values():
            if not isinstance(value, OtherOptionEntity):
                raise RuntimeError(f"Invalid entity instance: {value}; expected an OtherOptionEntity")
        return {
            "e": [(name, "ot", entity.val) for name, entity in self._entity_map.items()],
            "s": [(name, "ot", [entity.val for entity in space.entities]) for name, space in self.space_map.items()],
        }

    @classmethod
    def from_json_dict(cls, json_dict: Any) -> Any:
        """The space of which `to_json_dict` made `json_dict`. Raises RuntimeError for an option of another kind."""
        entities = {name: OtherOptionEntity(value) for name, value in _entities(json_dict["e"])}
        return cls({name: OtherOptionSpace(values) for name, values in _entities(json_dict["s"])}, entities)


class ConfigSpaces:
    """The options of the schedules of all operators: name -> `ConfigSpace`."""

    def __init__(self) -> None:
        self.spaces = {}

    def __setitem__(self, name: str, space: Any) -> None:
        self.spaces[name] = space

    def __len__(self) -> int:
        return len(self.spaces)

    def __repr__(self) -> str:
        lines = [f"  {i:2d} {name}:\n {space}\n" for i, (name, space) in enumerate(self.spaces.items())]
        return f"ConfigSpaces (len={len(self)}, config_space=\n{''.join(lines)})"

    def to_json_dict(self) -> Any:
        """What `json.dump` can write and `from_json_dict` reads: a list of pairs."""
        return [(name, space.to_json_dict()) for name, space in self.spaces.items()]

    @classmethod
    def from_json_dict(cls, json_dict: Any) -> Any:
        """The spaces of which `to_json_dict` made `json_dict`."""
        made = cls()
        for name, space in json_dict:
            made[name] = ConfigSpace.from_json_dict(space)
        return made
