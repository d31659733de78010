"""A small transformer is trained on sentences of digits to copy them, and translates."""

import pathlib
import random
import subprocess
import sys

random.seed(1)
lines = [" ".join(random.choice("abcdefgh") for _ in range(random.randint(2, 6))) for _ in range(300)]
for name, part in (("train", lines), ("valid", lines[:20])):
    pathlib.Path(f"{name}.src").write_text("\n".join(part) + "\n")
    pathlib.Path(f"{name}.trg").write_text("\n".join(part) + "\n")
train = """
sockeye.train --source train.src --target train.trg --validation-source valid.src --validation-target valid.trg
--output model --use-cpu --encoder transformer --decoder transformer --num-layers 1 --transformer-model-size 32
--transformer-attention-heads 4 --num-embed 32 --transformer-feed-forward-num-hidden 64 --max-seq-len 10
--batch-type sentence --batch-size 20 --checkpoint-interval 30 --max-updates 90 --initial-learning-rate 0.005
--decode-and-evaluate 0 --seed 1 --overwrite-output --no-bucketing
""".split()
subprocess.run([sys.executable, "-m", *train], check=True)
metrics = pathlib.Path("model/metrics").read_text().splitlines()
fields = [dict(part.split("=", 1) for part in line.split("\t") if "=" in part) for line in metrics]
first, last = (float(line["perplexity-val"]) for line in (fields[0], fields[-1]))
assert last < first
print(f"- sockeye.train, 90 updates: perplexity of validation {first:.2f}, then {last:.2f}")
translate = [
    "-m",
    "sockeye.translate",
    "--models",
    "model",
    "--input",
    "valid.src",
    "--output",
    "out",
    "--use-cpu",
    "--beam-size",
    "3",
]
subprocess.run([sys.executable, *translate], check=True)
out = pathlib.Path("out").read_text().splitlines()
assert len(out) == 20 and any(out)
print(f"- sockeye.translate, beam of 3: {len(out)} lines")
