"""Features, bulk size, loggers, native files, the old learning rate schedule."""

import importlib
import logging
import os
import re
import threading

import pytest

import jmx as mx

NAMES = """CUDA CUDNN NCCL CUDA_RTC TENSORRT CPU_SSE CPU_SSE2 CPU_SSE3 CPU_SSE4_1 CPU_SSE4_2 CPU_SSE4A CPU_AVX CPU_AVX2
OPENMP SSE F16C JEMALLOC BLAS_OPEN BLAS_ATLAS BLAS_MKL BLAS_APPLE LAPACK MKLDNN OPENCV CAFFE PROFILER DIST_KVSTORE CXX14
INT64_TENSOR_SIZE SIGNAL_HANDLER DEBUG TVM_OP""".split()


def test_features_are_mxnets_in_its_order():
    features = mx.runtime.Features()
    assert list(features) == NAMES and features is mx.runtime.Features() is mx.runtime.Features.instance
    assert [f.name for f in mx.runtime.feature_list()] == NAMES
    assert all(type(f.enabled) is bool for f in features.values())
    assert features.is_enabled("lapack") is True and features.is_enabled("TENSORRT") is False
    assert "✔ LAPACK, " in repr(features) and repr(features["TVM_OP"]) == "✖ TVM_OP"
    with pytest.raises(RuntimeError, match=r"Feature 'FOO' is unknown, known features are: \['CUDA', 'CUDNN'"):
        features.is_enabled("foo")
    assert repr(mx.runtime.Feature(b"a", True)) == "✔ a"


def test_bulk_size():
    assert mx.engine.set_bulk_size(10) == 0
    assert mx.engine.set_bulk_size(0) == 10
    with mx.engine.bulk(7) as scope:
        assert mx.engine.set_bulk_size(7) == 7 and type(scope).__name__ == "_BulkScope"
        with pytest.raises(KeyError), mx.engine.bulk(3):
            raise KeyError
        assert mx.engine.set_bulk_size(7) == 7
    assert mx.engine.set_bulk_size(0) == 0
    for wrong in ("a", 2.5):
        with pytest.raises(TypeError):
            mx.engine.set_bulk_size(wrong)
    with pytest.raises(mx.MXNetError, match="0 or more, not -1"):
        mx.engine.set_bulk_size(-1)


def test_bulk_size_is_the_threads_own():
    found = []
    with mx.engine.bulk(9):
        thread = threading.Thread(target=lambda: found.append(mx.engine.set_bulk_size(1)))
        thread.start()
        thread.join()
        assert found == [0] and mx.engine.set_bulk_size(9) == 9


def test_loggers_write_mxnets_lines(capsys):
    logger = mx.log.get_logger("jmx.test.lines", level=mx.log.DEBUG)
    logger.warning("Hello %s", "World")
    logger.info("two")
    logger.debug("three")
    logger.log(35, "four")
    lines = capsys.readouterr().err.splitlines()
    place = r"\d{4} \d\d:\d\d:\d\d \d+ .*test_runtime\.py:test_loggers_write_mxnets_lines:\d+\]\x1b\[0m"
    wanted = [r"\x1b\[31mW" + place + " Hello World", r"\x1b\[32mI" + place + " two", r"\x1b\[34mD" + place + " three",
              r"\x1b\[31mU" + place + " four"]  # fmt: skip
    assert len(lines) == 4 and all(re.fullmatch(want, line) for want, line in zip(wanted, lines, strict=True))
    assert mx.log.get_logger("jmx.test.lines", level=mx.log.ERROR) is logger
    assert len(logger.handlers) == 1 and logger.level == mx.log.DEBUG == 10


def test_loggers_write_files(tmp_path):
    path = tmp_path / "log"
    path.write_text("before\n")
    logger = mx.log.get_logger("jmx.test.file", str(path))
    logger.warning("one")
    logger.info("below the level")
    logger.handlers[0].close()
    assert path.read_text() == "before\none\n"
    with pytest.warns(DeprecationWarning, match="getLogger is deprecated"):
        mx.log.getLogger("jmx.test.mode", str(path), "w").handlers[0].close()
    assert path.read_text() == ""
    assert mx.log.get_logger() is logging.getLogger()


@pytest.mark.parametrize(
    ("find", "variable", "message"),
    [
        ("find_lib_path", "MXNET_LIBRARY_PATH", "Cannot find the MXNet library"),
        ("find_include_path", "MXNET_INCLUDE_PATH", "Cannot find the MXNet include path"),
        ("find_conf_path", "MXNET_CONF_PATH", "Cannot find the TVM op config"),
    ],
)
def test_native_files_are_those_of_the_environment(find, variable, message, tmp_path, monkeypatch):
    find = getattr(mx.libinfo, find)
    monkeypatch.delenv(variable, raising=False)
    if variable == "MXNET_LIBRARY_PATH":  # what answers in the library's place
        (stands_in,) = find()
        assert os.path.samefile(stands_in, importlib.import_module("jmx.legacy.native").__file__)
    else:
        with pytest.raises(RuntimeError, match=f"{message}.*{variable}"):
            find()
    path = tmp_path / "file"
    monkeypatch.setenv(variable, str(path))
    with pytest.raises(RuntimeError, match=message):
        find()
    if variable == "MXNET_INCLUDE_PATH":
        path.mkdir()
    else:
        path.write_text("")
    assert find() in (str(path), [str(path)])


def test_old_factor_scheduler(caplog):
    import jmx.misc

    schedule = jmx.misc.FactorScheduler(2, factor=0.5)
    schedule.base_lr = 1.0
    with caplog.at_level(logging.INFO):
        assert [schedule(i) for i in range(5)] == [1.0, 1.0, 0.5, 0.5, 0.25]
    assert [r.message.split("[")[1].split("]")[0] for r in caplog.records] == ["2", "4"]
    with pytest.raises(ValueError, match="greater or equal than 1 round"):
        jmx.misc.FactorScheduler(0)
    with pytest.raises(ValueError, match="less than 1"):
        jmx.misc.FactorScheduler(1, 1.0)
    with pytest.raises(NotImplementedError):
        jmx.misc.LearningRateScheduler()(1)
