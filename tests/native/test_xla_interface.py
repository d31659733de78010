"""`xla.h`, jmx's own declarations of XLA's interface: they are those of the header that jaxlib brings, of any release."""

import ctypes
import pathlib
import re
import subprocess

import jax
import pytest

import jmx
from jmx.native import recipe

OWN = pathlib.Path(jmx.__file__).parent / "native" / "xla.h"
THEIRS = pathlib.Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h")
pytestmark = pytest.mark.skipif(recipe.compiler() is None, reason="there is no C compiler")


def code(text):
    """A text in C without comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def members():
    """Structure by structure, the names of its members as `xla.h` declares them."""
    structures = re.findall(r"typedef struct[ \w]*\{([^}]*)\} (\w+);", code(OWN.read_text()))
    for body, name in structures:
        pointers = re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", body)  # members that are functions
        yield name, [re.search(r"\w+$", part)[0] for line in pointers.split(";") for part in line.split(",") if part.strip()]


def facts(rename):
    """Expressions in C: where members begin, how long they are, and the numbers that have names."""
    for name, found in members():
        for member in found:
            yield f"offsetof({rename(name)}, {member})"
            yield f"sizeof((({rename(name)} *)0)->{member})"
    for body in re.findall(r"enum \{[^}]*\}", code(OWN.read_text())):
        yield from re.findall(r"[{,]\s*(XLA_FFI_\w+)", body)


def values(header, expressions, folder):
    source = folder / "facts.c"
    source.write_text(f'#include "{header}"\nconst long long facts[] = {{{", ".join(expressions)}}};\n')
    subprocess.run(recipe.command(recipe.compiler(), str(source), str(source.with_suffix(".so"))), check=True)
    return list((ctypes.c_longlong * len(expressions)).in_dll(ctypes.CDLL(str(source.with_suffix(".so"))), "facts"))


def their_name(name):
    """From version 0.5 on some structures have another name there."""
    newer = "XLA_FFI_InternalExtension" in THEIRS.read_text()
    return {"XLA_FFI_Extension": "XLA_FFI_InternalExtension" if newer else "XLA_FFI_Extension_Base"}.get(name, name)


def test_places_and_numbers_are_those_of_the_header(tmp_path):
    (tmp_path / "own").mkdir()
    own, theirs = list(facts(lambda name: name)), list(facts(their_name))
    named = [name for name in own if name.startswith("XLA_FFI_") and "API" not in name]
    assert len(own) > 100 and len(named) >= 19 and {"XLA_FFI_DataType_BF16", "XLA_FFI_Buffer_STRUCT_SIZE"} <= set(named)
    found = values(OWN, own, tmp_path / "own"), values(THEIRS, theirs, tmp_path)
    wrong = {a: (mine, real) for a, mine, real in zip(own, *found) if mine != real and a != "XLA_FFI_API_MINOR"}
    assert not wrong
    mine, real = (dict(zip(own, numbers))["XLA_FFI_API_MINOR"] for numbers in found)
    assert mine <= real  # XLA takes handlers of older versions
