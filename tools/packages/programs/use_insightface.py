"""An exported network gives embeddings of faces, as insightface loads it."""

import mxnet as mx
import numpy as np
from insightface.model_zoo.face_recognition import FaceRecognition
from mxnet.gluon.model_zoo import vision

net = vision.resnet18_v1(classes=512)
net.initialize(mx.init.Xavier())
net.hybridize()
net(mx.nd.ones((1, 3, 112, 112)))
out = net(mx.sym.var("data"))
named = mx.sym.Flatten(out, name="fc1")
mx.model.save_checkpoint("arcface", 0, named, {n: p.data() for n, p in net.collect_params().items() if "running" not in n},
                         {n: p.data() for n, p in net.collect_params().items() if "running" in n})  # fmt: skip
model = FaceRecognition("arcface", False, "arcface-0000.params")
model.prepare(ctx_id=-1)
faces = np.random.default_rng(0).integers(0, 255, (2, 112, 112, 3)).astype("uint8")
first, second = (model.get_embedding(face).flatten() for face in faces)
alike = model.compute_sim(faces[0], faces[0])
assert first.shape == (512,) and abs(alike - 1) < 1e-4
other = model.compute_sim(*faces)
print(f"- FaceRecognition: embeddings {first.shape}; a face is like itself by {alike:.3f}, like another by {other:.3f}")
