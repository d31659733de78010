"""Pickles made with bad intent: nothing in them runs, changes a class or follows an address; each is an error with its place."""

import pickle
import struct
import sys
import tracemalloc

import numpy as np
import pytest

import jmx as mx
from jmx import checkpoints
from jmx._errors.homes import home
from jmx._files import params
from jmx._files.pickles import Reader, StatesError
from jmx.optimizer import states

CALL = b"(S'touch hacked'\ntR."
NDARRAY = b"cmxnet.ndarray.ndarray\nNDArray\n"
SGD = b"cmxnet.optimizer.optimizer\nSGD\n"
SCHEDULER = b"cmxnet.lr_scheduler\nFactorScheduler\n"
DTYPE = b"cnumpy\ndtype\n(S'f8'\nI0\nI1\ntR"
ARRAY = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR"


def short(text):
    return b"\x8c" + bytes([len(text)]) + text.encode()


def state_of_array(dtype, shape=b"(I2\nt", raw=b"S'0123456789abcdef'\n"):
    return ARRAY + b"(I1\n" + shape + dtype + b"I00\n" + raw + b"tb"


def object_dtype(flags=63):
    return b"cnumpy\ndtype\n(S'O8'\nI0\nI1\ntR(I3\nS'|'\nNNNI-1\nI-1\nI" + str(flags).encode() + b"\ntb"


def attribute(name, value=b"I5\n"):
    """An optimizer with one attribute."""
    return b"(}" + SGD + b")\x81}" + short(name) + value + b"sbt."


def nd_array(value, old=b"", new=b""):
    raw = params.save_array(value).replace(old, new, 1) if old else params.save_array(value)
    return NDARRAY + b"(NtR}S'handle'\nB" + struct.pack("<I", len(raw)) + raw + b"sb"


def laughs():
    value = [None] * 10
    for _ in range(9):
        value = [value] * 10
    return value


#: what runs something in Python's own unpickler, changes what it should not, or asks for more than there is
EXPLOITS = {
    "GLOBAL and REDUCE": b"cos\nsystem\n" + CALL,
    "posix": b"cposix\nsystem\n" + CALL,
    "nt": b"cnt\nsystem\n" + CALL,
    "STACK_GLOBAL": b"\x80\x04" + short("os") + short("system") + b"\x93" + CALL,
    "dotted name": b"\x80\x04" + short("mxnet.optimizer.optimizer") + short("Optimizer.opt_registry") + b"\x93.",
    "dotted method": b"\x80\x04" + short("mxnet.lr_scheduler") + short("FactorScheduler.__init__") + b"\x93)R.",
    "class of a class": b"\x80\x04" + short("mxnet.lr_scheduler") + short("LRScheduler.__class__") + b"\x93)R.",
    "os by a module of ours": b"\x80\x04" + short("mxnet.base") + short("os.system") + b"\x93" + CALL,
    "a module of ours": b"cmxnet.lr_scheduler\nlogging\n.",
    "INST": b"(S'touch hacked'\nios\nsystem\n.",
    "INST of a known class": b"(i" + SCHEDULER[1:] + b".",
    "OBJ": b"(cos\nsystem\nS'touch hacked'\no.",
    "OBJ of a known class": b"(" + SCHEDULER + b"o.",
    "NEWOBJ": b"\x80\x02csubprocess\nPopen\n(S'true'\nt\x81.",
    "NEWOBJ_EX": b"\x80\x04csubprocess\nPopen\n(S'true'\nt}\x92.",
    "EXT1": b"\x80\x02\x82\x01)R.",
    "EXT2": b"\x80\x02\x83\x01\x00)R.",
    "EXT4": b"\x80\x02\x84\x01\x00\x00\x00)R.",
    "PERSID": b"Pos.system\n.",
    "BINPERSID": b"S'os.system'\nQ.",
    "NEXT_BUFFER": b"\x80\x05\x97.",
    "READONLY_BUFFER": b"\x80\x05N\x98.",
    "eval": b"cbuiltins\neval\n(S'1'\ntR.",
    "exec in Python 2": b"c__builtin__\nexec\n(S'1'\ntR.",
    "execfile": b"c__builtin__\nexecfile\n(S'x'\ntR.",
    "apply": b"c__builtin__\napply\n(cos\nsystem\n(S'x'\nttR.",
    "compile": b"cbuiltins\ncompile\n(S'1'\nS'x'\nS'eval'\ntR.",
    "__import__": b"cbuiltins\n__import__\n(S'os'\ntR.",
    "getattr": b"cbuiltins\ngetattr\n(I1\nS'real'\ntR.",
    "setattr": b"cbuiltins\nsetattr\n(" + SCHEDULER + b"S'x'\nI1\ntR.",
    "open": b"cbuiltins\nopen\n(S'hacked'\nS'w'\ntR.",
    "map": b"cbuiltins\nmap\n(cos\nsystem\n]S'x'\natR.",
    "breakpoint": b"cbuiltins\nbreakpoint\n)R.",
    "type": b"cbuiltins\ntype\n(S'X'\n)}tR.",
    "importlib": b"cimportlib\nimport_module\n(S'os'\ntR.",
    "partial": b"cfunctools\npartial\n(cos\nsystem\nS'x'\ntR.",
    "methodcaller": b"coperator\nmethodcaller\n(S'x'\ntR.",
    "attrgetter": b"coperator\nattrgetter\n(S'x'\ntR.",
    "runpy": b"crunpy\n_run_code\n(S'1'\n}tR.",
    "timeit": b"ctimeit\ntimeit\n(S'1'\ntR.",
    "pickle": b"cpickle\nloads\n(S'cos\\nsystem\\n.'\ntR.",
    "marshal": b"cmarshal\nloads\n(S'x'\ntR.",
    "code": b"ctypes\nCodeType\n(I0\ntR.",
    "numpy.load": b"cnumpy\nload\n(S'x'\ntR.",
    "numpy.fromfile": b"cnumpy\nfromfile\n(S'/etc/passwd'\ntR.",
    "numpy.memmap": b"cnumpy\nmemmap\n(S'hacked'\ntR.",
    "runstring": b"cnumpy.testing._private.utils\nrunstring\n(S'1'\n}tR.",
    "ctypes": b"cctypes\nCDLL\n(S'libc.so.6'\ntR.",
    "mx.nd.save": b"cmxnet.ndarray.utils\nsave\n(S'hacked'\n]tR.",
    "mx.nd.load": b"cmxnet.ndarray.utils\nload\n(S'x'\ntR.",
    "a metric": b"cmxnet.metric\nAccuracy\n)R.",
    "register": b"cmxnet.optimizer.optimizer\nregister\n(" + SGD + b"tR.",
    "object": b"}cbuiltins\nobject\n)Rs.",
    "_reconstructor of an array": b"ccopy_reg\n_reconstructor\n(cnumpy\nndarray\nc__builtin__\nobject\nNtR.",
    "_reconstructor with another base": b"ccopy_reg\n_reconstructor\n(" + SGD + b"c__builtin__\nbytearray\nS'x'\ntR.",
    "_reconstructor of what it made": b"ccopy_reg\n_reconstructor\n(ccopy_reg\n_reconstructor\nc__builtin__\nobject\nNtR.",
    "_reconstruct of another class": b"cnumpy.core.multiarray\n_reconstruct\n(" + SGD + b"(I0\ntS'b'\ntR.",
    "constructor with arguments": b"(}" + SGD + b"(I1\ntRt.",
    "constructor with keywords": b"\x80\x04(}" + SGD + b"(t}" + short("wd") + b"I1\ns\x92t.",
    # what is changed in place
    "BUILD of a class": SCHEDULER + b"(N(S'__call__'\nI5\ndtb0}.",
    "BUILD of a function": b"c_codecs\nencode\n}S'x'\nI1\nsb0}.",
    "BUILD of a dict": b"}}S'x'\nI1\nsb.",
    "BUILD of a number": b"I1\n}b.",
    "BUILD twice": b"}I0\n" + nd_array(np.ones(2, "f")) + b"}bs.",
    "BUILD of object fields": DTYPE + b"(I3\nS'|'\nN(S'a'\nt(S'a'\n" + DTYPE + b"I0\ntI8\nI1\nI0\ntb.",
    "objects in an array": state_of_array(object_dtype(), raw=b"]"),
    "objects by their bytes": state_of_array(object_dtype(0), b"(I1\nt", b"S'AAAAAAAA'\n"),
    "an object by its bytes": b"}cnumpy.core.multiarray\nscalar\n(" + object_dtype(0) + b"S'AAAAAAAA'\ntRI1\ns.",
    "flags of an element type": DTYPE + b"(I3\nS'<'\nNNNI-1\nI-1\nI63\ntb.",
    "metadata of an element type": DTYPE + b"(I4\nS'<'\nNNNI-1\nI-1\nI0\n}tb.",
    "fields by name": b"cnumpy\ndtype\n(](S'a'\nS'O'\ntaI0\nI1\ntR.",
    "fields by text": b"cnumpy\ndtype\n(S'f8,O'\nI0\nI1\ntR.",
    "void": b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR.",
    "dates": b"cnumpy\ndtype\n(S'M8[s]'\nI0\nI1\ntR.",
    "class as element type": b"cnumpy\ndtype\n(" + SGD + b"I0\nI1\ntR.",
    "callable by an attribute": attribute("update"),
    "property": attribute("learning_rate"),
    "static method": attribute("register"),
    "dunder": attribute("__class__"),
    "a class as an attribute": attribute("x", SGD),
    "own dunder": attribute("__wrapped__"),
    "registry": attribute("create_optimizer"),
    "attribute without a name": b"(}" + SGD + b")\x81}I1\nI5\nsbt.",
    "another optimizer's place": b"(}" + b"}t.",
    "attributes of another type": b"(}" + SGD + b")\x81]bt.",
    "no attributes": b"(}" + SGD + b")\x81t.",
    # what is too much
    "LONG_BINPUT": b"}r" + struct.pack("<I", 2**31) + b".",
    "PUT": b"}p" + b"9" * 19 + b"\n.",
    "PUT of many digits": b"}p" + b"9" * 10**5 + b"\n.",
    "negative PUT": b"}p-1\n.",
    "GET before PUT": b"g0\n.",
    "negative GET": b"}p0\n0g-1\n.",
    "LONG4": b"\x80\x02}\x8b" + struct.pack("<i", 2**31 - 1) + b"x.",
    "negative LONG4": b"\x80\x02}\x8b" + struct.pack("<i", -5) + b"x.",
    "integer of thousands of bytes": b"\x80\x02}\x8b" + struct.pack("<i", 10**5) + bytes(10**5) + b"Ns.",
    "integer of thousands of digits": b"}I" + b"9" * 10**5 + b"\nNs.",
    "BINBYTES": b"\x80\x03}B" + struct.pack("<I", 2**32 - 1) + b"x.",
    "BINBYTES8": b"\x80\x04}\x8e" + struct.pack("<Q", 2**63) + b"x.",
    "BINUNICODE8": b"\x80\x04}\x8d" + struct.pack("<Q", 2**64 - 1) + b"x.",
    "BYTEARRAY8": b"\x80\x05}\x96" + struct.pack("<Q", 2**40) + b"x.",
    "negative BINSTRING": b"}T" + struct.pack("<i", -1) + b"x.",
    "FRAME": b"\x80\x04\x95" + struct.pack("<Q", 2**62) + b"}.",
    "protocol 200": b"\x80\xc8}.",
    "array of 2 GB": state_of_array(DTYPE, b"(I268435456\nt"),
    "array of 2**53 rows": state_of_array(DTYPE, b"(I2305843009213693952\nI0\nt", b"S''\n"),
    "array of 2**120 elements": state_of_array(DTYPE, b"(I0\nI1152921504606846976\nI1152921504606846976\nt", b"S''\n"),
    "array of negative rows": state_of_array(DTYPE, b"(I-1\nI-2\nt"),
    "array of 100 dimensions": state_of_array(DTYPE, b"(" + b"I1\n" * 99 + b"I2\nt"),
    "array of 2**2000 rows": state_of_array(DTYPE, b"(I" + str(2**2000).encode() + b"\nt"),
    "array without a value": b"}I0\n" + ARRAY + b"s.",
    "NDArray without a value": b"}I0\n" + NDARRAY + b"(NtRs.",
    "NDArray of 2 GB": b"}I0\n" + nd_array(
        np.ones(2, "f"), b"\x02" + bytes(7) + b"\x01", b"\x00\x00\x00\x20" + bytes(4) + b"\x01") + b"s.",
    "dense array as a sparse one": b"}I0\n" + nd_array(np.ones(2, "f")).replace(
        b"ndarray\nNDArray", b"sparse\nRowSparseNDArray") + b"s.",
    "sparse array as a dense one": b"}I0\n" + nd_array(
        params.SparseParts("row_sparse", (3, 1), np.ones((1, 1), "f"), (np.array([1]),))) + b"s.",
    "row that is not there": b"}I0\n" + nd_array(
        params.SparseParts("row_sparse", (3, 1), np.ones((1, 1), "f"), (np.array([2**40]),))).replace(
        b"ndarray\nNDArray", b"sparse\nRowSparseNDArray") + b"s.",
    "complex of a huge integer": b"}I0\n\x80\x02c__builtin__\ncomplex\n(I" + b"9" * 400 + b"\nI0\ntRs.",
    "lists in lists": b"}I0\n" + b"]" * 10**5 + b"a" * (10**5 - 1) + b"s.",
    "tuples in tuples": b"}I0\n)" + b"\x85" * 10**5 + b"s.",
    "tuples in tuples as a key": b"})" + b"\x85" * 10**5 + b"Ns.",
    "states in themselves": b"}p0\nI0\ng0\ns.",
    "a list in itself": b"}I0\n]p0\ng0\nas.",
    "billion laughs": pickle.dumps({0: laughs()}, 4),
    "billion laughs in an optimizer": attribute("x", pickle.dumps(laughs(), 4)[:-1]),
    "copies of bytes": b"\x80\x04}I0\n](c__builtin__\nbytearray\n\x94B" + struct.pack("<I", 10**5) + bytes(10**5) + b"\x94"
    + b"h\x00h\x01\x85R" * 10**4 + b"es.",
    "copies of a state": b"\x80\x04(}}\x94(" + b"".join(short(f"a{i}") + b"N" for i in range(2000)) + b"u"
    + b"".join(b"0" + SGD + b")\x81h\x00b" for i in range(2000)) + b"t.",
    "a million sets": b"\x80\x04}I0\n](" + b"\x8f" * 10**6 + b"es.",
    "keys of one hash": b"\x80\x04}(" + b"".join(
        b"\x8a\x0a" + (i * (2**61 - 1)).to_bytes(10, "little") + b"N" for i in range(2**4, 2**12)) + b"u.",
    "tuples of one hash": b"}(" + b"I1\n\x85N" * 20 + b"u.",
    "a list as a key": b"}]Ns.",
    "a dict as a key": b"}}Ns.",
    "an array as a key": b"}" + NDARRAY + b"(NtRNs.",
    "an optimizer as a key": b"}" + SGD + b")\x81Ns.",
    "a class as a key": b"}" + SGD + b"Ns.",
    "a class as a value": b"}I0\n" + SGD + b"s.",
    "a class in a tuple": b"}I0\n" + SGD + b"\x85s.",
    "a class in a list": b"}I0\n]" + SGD + b"as.",
    "odd items": b"(I1\nd.",
    "APPEND to a dict": b"}I1\na.",
    "SETITEM of a list": b"]I1\nI1\ns.",
    "SETITEM of an array": ARRAY + b"I1\nI1\ns.",
    "ADDITEMS to a list": b"\x80\x04](I1\n\x90.",
    "stack below a mark": b"}(0000.",
    "no mark": b"}u.",
    "MARK at the end": b"(.",
    "DUP of nothing": b"2.",
    "no STOP": b"}",
    "nothing": b"",
    "two values": b"}}(t.",
    "text without quotes": b"S\n.",
    "a half text": b"S'\n.",
    "text that is none": b"\x80\x02X\x01\x00\x00\x00\xff.",
    "a number that is none": b"Izz\n.",
    "a line without an end": b"Ixx",
    "name of a class that is none": b"\x80\x04I1\nI1\n\x93.",
    "arrays of a file": struct.pack("<QQQQ", 0x112, 0, 0, 0),
}  # fmt: skip


@pytest.fixture
def unchanged(tmp_path, monkeypatch):
    """Nothing may run, and no class may change."""
    monkeypatch.chdir(tmp_path)
    classes = [
        mx.optimizer.Optimizer,
        mx.optimizer.SGD,
        mx.lr_scheduler.LRScheduler,
        mx.lr_scheduler.FactorScheduler,
        mx.nd.NDArray,
    ]
    before = [dict(vars(cls)) for cls in classes]
    modules = set(sys.modules)
    yield
    assert [dict(vars(cls)) for cls in classes] == before
    assert not (tmp_path / "hacked").exists()
    assert not {"subprocess", "timeit", "runpy"} & (set(sys.modules) - modules)


@pytest.mark.parametrize("name", EXPLOITS)
def test_exploits_are_refused(name, unchanged):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {7: None}
    with pytest.raises(StatesError) as caught:
        updater.set_states(EXPLOITS[name])
    assert isinstance(caught.value, (mx.MXNetError, pickle.UnpicklingError))
    assert name == "arrays of a file" or "at byte" in str(caught.value) or "are a dict" in str(caught.value)
    assert updater.states == {7: None} and isinstance(updater.optimizer, mx.optimizer.SGD)


@pytest.mark.parametrize("name", EXPLOITS)
def test_exploits_in_checkpoints(name, unchanged, tmp_path):
    """Here classes are names: what is no more than a class is shown."""
    path = tmp_path / "a.states"
    path.write_bytes(EXPLOITS[name])
    try:
        checkpoints.show(path)
    except mx.MXNetError as error:
        assert str(path) in str(error) and "\n" not in str(error)


@pytest.mark.parametrize("name", ["copies of bytes", "a million sets", "keys of one hash", "lists in lists", "billion laughs"])
def test_memory_is_bounded_by_the_file(name):
    data = EXPLOITS[name]
    tracemalloc.start()
    try:
        with pytest.raises(StatesError):
            Reader(data).read()
            states.loads(data)
        assert tracemalloc.get_traced_memory()[1] < 64 * len(data) + 2**25
    finally:
        tracemalloc.stop()


def test_place_of_the_damage():
    with pytest.raises(StatesError, match=r"ask for posix\.system; only arrays, .* at byte 0 of \d+ \(GLOBAL\)"):
        states.loads(EXPLOITS["posix"])
    with pytest.raises(StatesError, match=r"it needs 4 bytes, and 1 are left, at byte 2 of 4 \(BININT\)"):
        states.loads(b"\x80\x04J1")
    with pytest.raises(StatesError, match=r"they have no opcode INST, at byte 1 of"):
        states.loads(EXPLOITS["INST of a known class"].replace(b"(i", b"(i", 1))


def test_loading_does_not_compare_or_hash_what_it_reads():
    """Keys with comparisons of their own are refused before they are hashed."""
    for key in (state_of_array(DTYPE), b"\x80\x04\x8f", b"\x80\x05\x96" + struct.pack("<Q", 1) + b"x"):
        with pytest.raises(StatesError, match="a key is a value of type"):
            states.loads(b"}" + key + b"Ns.")
    with pytest.raises(StatesError, match="long or nested tuple"):
        states.loads(b"}(" + b"I1\n" * 17 + b"tNs.")


@pytest.mark.parametrize("protocol", range(6))
def test_all_that_is_plain_is_read(protocol):
    value = {
        0: None, 1: (1, -1, 2**40, -(2**100), 1.5, float("inf"), True, False, 1 + 2j), "text": "a\u00e9\u4e2d\U0001f600\n\\'",
        b"bytes": b"\x00\xff" * 300, (1, "a"): [bytearray(b"x"), {1, 2}, frozenset([3])], 2.5: {"deep": [[[(), [], {}]]]},
        3: np.arange(6, dtype=">f4").reshape(2, 3), 4: np.asfortranarray(np.eye(3, dtype="int16")), 5: np.zeros((0, 4), bool),
        6: np.float64(0.1), 7: np.int32(-5), 8: np.array(7, "uint8"), 9: np.float16(1.5), 10: [np.dtype("<i4"), np.dtype(">u2")],
    }  # fmt: skip
    read = states.loads(pickle.dumps(value, protocol))
    assert list(read) == list(value)
    for key, wanted in value.items():
        assert type(read[key]) is type(wanted)
        if isinstance(wanted, np.ndarray):
            assert read[key].dtype.newbyteorder("=") == wanted.dtype.newbyteorder("=") and read[key].flags.writeable
            assert read[key].flags.f_contiguous == wanted.flags.f_contiguous
            np.testing.assert_array_equal(read[key], wanted)
        else:
            assert read[key] == wanted


def test_what_python_2_wrote():
    """Names of modules, texts that are bytes, and integers that are truth values."""
    data = b"(dp0\nI0\n(lp1\nI01\naL5L\naS'\\x00\\xffa\\n\\''\naS'plain'\naV\\u00e9\npsa.".replace(b"psa", b"ap2\n0g1\ns")
    assert states.loads(data) == {0: [True, 5, b"\x00\xffa\n'", "plain", "\u00e9"]}
    scalar = b"(dI0\ncnumpy.core.multiarray\nscalar\n(" + DTYPE + b"S'\\x00\\x00\\x00\\x00\\x00\\x00\\xf0?'\ntRs."
    assert states.loads(scalar) == {0: 1.0}
    odict = b"(dI0\nccollections\nOrderedDict\n((lp1\n(lp2\nI1\naI2\naatRs."
    assert states.loads(odict)[0] == {1: 2}


def test_a_value_that_is_there_twice_stays_one():
    shared = {"a": 1}
    read = states.loads(pickle.dumps({0: shared, 1: shared, 2: (shared, [shared])}, 4))
    assert read[0] is read[1] is read[2][0] is read[2][1][0]


class WithSlots(mx.optimizer.SGD):
    __slots__ = ("extra",)


class WithState(mx.optimizer.SGD):
    def __getstate__(self):
        return {**super().__getstate__(), "made": "by __getstate__"}

    def __setstate__(self, state):
        super().__setstate__({key: value for key, value in state.items() if key != "made"})
        self.seen = state["made"]


class Refuses(mx.optimizer.SGD):
    def __setstate__(self, state):
        raise KeyError("made")


class HelperOfItsOwn(mx.optimizer.SGD):
    def __init__(self, **options):
        super().__init__(**options)
        self._clip = 7  # the name of a method that only jmx has


def test_classes_of_the_program():
    optimizer = WithState(momentum=0.5)
    assert states.loads(states.dumps(({}, optimizer)))[1].seen == "by __getstate__"
    with pytest.raises(StatesError, match="Refuses does not take its state: KeyError: 'made'"):
        states.loads(states.dumps(({}, Refuses())))
    assert states.loads(states.dumps(({}, HelperOfItsOwn())))[1]._clip == 7
    data = states.dumps(({}, HelperOfItsOwn())).replace(b"\x8c\x05_clip", b"\x8c\x06update")
    with pytest.raises(StatesError, match="'update' of HelperOfItsOwn is no attribute that may be set"):
        states.loads(data)


def test_no_optimizer_has_attributes_that_are_refused():
    """What constructors set can be read."""
    for name, cls in mx.optimizer.Optimizer.opt_registry.items():
        if home(cls).startswith("jmx.optimizer."):
            found = states.loads(states.dumps(({}, cls())))[1]
            assert type(found) is cls, name
    for scheduler in (
        mx.lr_scheduler.FactorScheduler(5), mx.lr_scheduler.MultiFactorScheduler([2, 5]), mx.lr_scheduler.PolyScheduler(9),
        mx.lr_scheduler.CosineScheduler(9, warmup_steps=2),
    ):  # fmt: skip
        found = states.loads(states.dumps(({}, mx.optimizer.SGD(lr_scheduler=scheduler))))[1].lr_scheduler
        assert vars(found) == vars(scheduler)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"step": 0}, "steps of FactorScheduler are no numbers of updates"),
        ({"step": None}, "steps of FactorScheduler are no numbers of updates"),
        ({"count": "x"}, "steps of FactorScheduler are no numbers of updates"),
        ({"base_lr": "x"}, "base_lr of FactorScheduler is no number"),
        ({"base_lr": mx.nd.ones(1)}, "base_lr of FactorScheduler is no number"),
        ({"clip_gradient": "x"}, "clip_gradient of SGD is a value of type str"),
        ({"lr_mult": [1]}, "lr_mult of SGD is a value of type list"),
        ({"_all_index_update_counts": {0: 3}}, "counts of updates of SGD are no numbers"),
        ({"_index_update_count": {0: "x"}}, "counts of updates of SGD are no numbers"),
        ({"num_update": 10**18}, "has counted 0 updates, and SGD 1000000000000000000"),
        ({"count": -(10**18)}, "has counted -1000000000000000000 updates, and SGD 0"),
        ({"x": laughs()}, "the same containers are in others again and again"),
        ({"aggregate_num": ()}, "aggregate_num of SGD is a value of type tuple"),
    ],
)
def test_attributes_that_cannot_be_right(changes, message):
    optimizer = mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(5))
    for name, value in changes.items():
        setattr(optimizer if name in vars(optimizer) else optimizer.lr_scheduler, name, value)
    with pytest.raises(StatesError, match=message):
        states.loads(states.dumps(({}, optimizer)))


def test_attributes_that_are_missing():
    optimizer = mx.optimizer.SGD()
    del optimizer.aggregate_num
    with pytest.raises(StatesError, match="SGD has no aggregate_num"):
        states.loads(states.dumps(({}, optimizer)))


def test_sparse_states_have_mxnets_names():
    arrays = {0: mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2)), 1: mx.nd.sparse.csr_matrix(np.eye(3))}
    data = states.dumps(arrays)
    assert b"mxnet.ndarray.sparse" in data and b"_sparse_arrays" not in data
    old = data.replace(b"\x8c\x14mxnet.ndarray.sparse", b"\x8c\x1cmxnet.ndarray._sparse_arrays")
    old = old[:3] + struct.pack("<Q", len(old) - 11) + old[11:]
    for read in (states.loads(data), states.loads(old)):
        for index, array in arrays.items():
            assert type(read[index]) is type(array)
            np.testing.assert_array_equal(read[index].asnumpy(), array.asnumpy())
