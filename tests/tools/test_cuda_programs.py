"""What a program for GPUs computes while it adds up, read from its text; and, where JAX's plugin for CUDA is, what XLA makes."""

import os
import pathlib
import subprocess
import sys

import pytest

from tools import cuda_programs

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = """HloModule jit_step
%region (a: f32[]) -> f32[] {
  %all-reduce-start.9 = f32[4]{0} all-reduce-start(%a)
}

ENTRY %main (p: f32[8,8]) -> f32[8,8] {
  %p = f32[8,8]{1,0} parameter(0)
  %gemm_fusion_dot.1 = f32[8,8]{1,0} fusion(%p, %p), kind=kCustom, calls=%gemm_fusion_dot.1_computation, metadata={op_name="a"}
  %all-reduce-start = ((f32[8,8]{1,0}), f32[8,8]{1,0}) all-reduce-start(%gemm_fusion_dot.1), channel_id=1
  %convert.1 = bf16[8,8]{1,0} fusion(%p), kind=kLoop, calls=%fused_convert, metadata={op_name="conv"}
  %cudnn-conv.1 = (f32[8,8]{1,0}, u8[0]{0}) custom-call(%p), custom_call_target="__cudnn$convForward"
  %all-reduce-done = f32[8,8]{1,0} all-reduce-done(%all-reduce-start)
  %all-reduce-start.1 = ((f32[4]{0}, bf16[6]{0}), (f32[4]{0}, bf16[6]{0})) all-reduce-start(%b, %c), channel_id=1
  %all-reduce-done.1 = (f32[4]{0}, bf16[6]{0}) all-reduce-done(%all-reduce-start.1)
  %psum.1 = f32[2,5]{0,1} all-reduce(%d), channel_id=1
  ROOT %gemm_fusion_dot.2 = f32[8,8]{1,0} fusion(%all-reduce-done, %p), kind=kCustom, calls=%gemm_fusion_dot.2_computation
}
"""


def test_sums_and_what_is_beside_them():
    assert cuda_programs.sums(TEXT) == ([(256, 1, 2), (28, 2, 2), (40, 2, 2)], 3)
    assert cuda_programs.row("net", TEXT) == "| net | 0.0 | 3 | 0.0 | 2 of 3 |"


def test_who_has_no_plugin_is_told(monkeypatch, capsys):
    monkeypatch.setattr(cuda_programs, "missing", lambda: "it is missing")
    assert cuda_programs.main([]) == 77
    assert "left out, since it is missing" in capsys.readouterr().err


@pytest.mark.skipif(bool(cuda_programs.missing()), reason=cuda_programs.missing())
def test_all_sums_but_the_last_have_work_beside_them():
    """Eight layers of 4.2 MB: XLA by itself makes two sums, and begins the one of 29.4 MB when nothing is left to compute."""
    rows = {}
    for options in ((), ("--plain",)):
        command = [sys.executable, "-m", "tools.cuda_programs", "dense", *options]
        done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        rows[options] = [cell.strip() for cell in done.stdout.splitlines()[-1].split("|")]
    assert rows[()][2:5] == ["33.6", "8", "29.4"] and float(rows[("--plain",)][4]) < 10
