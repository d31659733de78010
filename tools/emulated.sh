#!/usr/bin/env bash
# jmx on Linux for arm64, emulated on another machine: Debian for arm64 in a folder, its programs run by qemu-user. Installs jmx
# there, with Debian's oneDNN, and runs a small program, whose losses are MXNet's on x86-64, `jmx info`, `jmx doctor`, an epoch of digits,
# two processes, and tests.
#
#   sudo tools/emulated.sh FOLDER [--readme]
#
# Everything is some 30 times as slow as on the machine itself, so that pip alone would take an hour: wheels are fetched, and
# jmx's own is compiled (gcc-aarch64-linux-gnu), on this machine, and unpacked there. With --readme pip runs in the emulated
# system instead, by the command of the README.
#
# Needs root, Debian or Ubuntu, its packages debootstrap, qemu-user-static, gcc-aarch64-linux-gnu and a Python 3.13 with pip
# (HOST_PYTHON), pip's index, and 4 GB. A second run uses the folder as it is. It takes its mounts away at its end.
set -euo pipefail
root=$(realpath -m "${1:?the folder for the emulated system is missing}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=${2:-}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
host_python=${HOST_PYTHON:-python3.13}
[[ $(id -u) == 0 ]] || { echo "tools/emulated.sh: only root may mount and chroot" >&2; exit 2; }
for needed in debootstrap qemu-aarch64-static aarch64-linux-gnu-gcc "$host_python"; do
  command -v "$needed" >/dev/null || { echo "tools/emulated.sh: there is no $needed" >&2; exit 2; }
done

# The kernel hands programs of arm64 to qemu; F: which it opens now, so that the folder needs no qemu.
formats=/proc/sys/fs/binfmt_misc
mountpoint -q $formats || mount -t binfmt_misc binfmt_misc $formats
if [[ ! -e $formats/qemu-aarch64 ]]; then
  magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":qemu-aarch64:M::$magic:$mask:$(command -v qemu-aarch64-static):F" >$formats/register
fi

if [[ ! -x $root/usr/bin/python3 ]]; then
  debootstrap --arch=arm64 --variant=minbase --include=python3,python3-venv,ca-certificates,gcc,libc6-dev,libgomp1,libdnnl3.6 \
    trixie "$root" "$mirror"
fi
take_down() { umount "$root/proc" "$root/sys" "$root/dev" 2>/dev/null || true; }
trap take_down EXIT
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/sys" || mount -t sysfs -o ro sysfs "$root/sys"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/"

rm -rf "$root/root/jmx"
git clone --quiet . "$root/root/jmx"
inside() { HOME=/root LC_ALL=C.UTF-8 chroot "$root" /bin/sh -c "cd /root/jmx && $1"; }
if [[ $mode == --readme ]]; then
  inside 'python3 -m venv .venv && .venv/bin/pip install --quiet . ./compat pytest safetensors'
else
  inside 'python3 -m venv --without-pip .venv'
  packages=$root/root/jmx/.venv/lib/python3.13/site-packages
  wheels=$(mktemp -d)
  JMX_PREBUILT=1 CC=aarch64-linux-gnu-gcc "$host_python" -m pip wheel --quiet --no-deps --wheel-dir "$wheels" . ./compat
  platforms=()
  for glibc in 17 24 26 27 28 34 35 36; do platforms+=(--platform "manylinux_2_${glibc}_aarch64"); done
  into() {
    "$host_python" -m pip install --quiet "${platforms[@]}" --platform manylinux2014_aarch64 --python-version 3.13 \
      --implementation cp --only-binary=:all: --no-compile --target "$packages" "$@"
  }
  # pip asks markers of the machine that it runs on: what jmx requires on arm64 is found here, and its wheels require nothing more.
  mapfile -t required < <("$host_python" - "$wheels"/*.whl <<'P'
import importlib.metadata
import sys
import zipfile

from pip._vendor.packaging.requirements import Requirement

for wheel in sys.argv[1:]:
    folder = next(zipfile.Path(wheel).glob("*.dist-info"))
    for line in importlib.metadata.PathDistribution(folder).requires or ():
        required = Requirement(line)
        marker, required.marker = required.marker, None
        if required.name != "jmx" and (marker is None or marker.evaluate({"platform_machine": "aarch64", "extra": ""})):
            print(required)
P
)
  into "${required[@]}" pytest safetensors
  into --no-deps "$wheels"/*.whl
  rm -r "$wheels"
  # The same release of Python compiles the same bytes, and takes minutes less here.
  "$host_python" -m compileall -q -j 0 "$packages" >/dev/null || true
fi

cat >"$root/root/program.py" <<'P'
import numpy as np
import mxnet as mx
from mxnet import autograd, gluon

if __name__ == "__main__":
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(4, 3, activation="relu"), gluon.nn.Flatten(), gluon.nn.Dense(3))
    net.initialize(mx.init.Constant(0.01))
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    x, y = mx.nd.array(np.arange(384).reshape(2, 3, 8, 8) / 100), mx.nd.array([0, 2])
    for _ in range(4):
        with autograd.record():
            cost = loss(net(x), y)
        cost.backward()
        trainer.step(2)
        print("loss", cost.asnumpy().round(4).tolist())
    assert np.allclose(cost.asnumpy(), [0.9773, 1.0958], atol=1e-4), "MXNet 1.9.1 on x86-64 has other losses"
    mx.nd.save("/root/x.params", {"a": mx.nd.arange(5)})
    print(mx.nd.load("/root/x.params"))
    samples = gluon.data.ArrayDataset(np.arange(12.0).reshape(6, 2), np.arange(6))
    for batch in gluon.data.DataLoader(samples, 2, num_workers=2):
        print([part.asnumpy().tolist() for part in batch])
P
cat >"$root/root/sums.py" <<'P'
import mxnet as mx

store = mx.kv.create("dist_sync")
store.init("w", mx.nd.zeros(3))
store.push("w", mx.nd.ones(3) * (store.rank + 1))
out = mx.nd.zeros(3)
store.pull("w", out)
print(store.rank, out.asnumpy())
P

failed=0
try() {
  local start=$SECONDS
  printf '== %s\n' "$1"
  inside "$1" 2>&1 | tail -n 30 || failed=1
  printf -- '-- %d s\n' $((SECONDS - start))
}
try 'uname -m && .venv/bin/python3 --version'
try '.venv/bin/python3 /root/program.py'
try '.venv/bin/python3 -m jmx info'
try '.venv/bin/python3 -m jmx doctor'
try 'JMX_SYNTHETIC_DATA=1 .venv/bin/python3 examples/digits_gluon.py --epochs 1 --limit 2000'
try '.venv/bin/python3 -m jmx launch -n 2 .venv/bin/python3 /root/sums.py'
# orbax and Equinox, which a few of these need, are not installed
try '.venv/bin/python3 -m pytest -q -p no:cacheprovider tests/system tests/test_recordio.py tests/checkpoints tests/ndarray/test_indexing.py \
  tests/native/test_onednn_recurrent.py -k "not orbax and not examples_of_the_page"'
exit $failed
