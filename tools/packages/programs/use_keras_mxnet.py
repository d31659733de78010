"""A network of Keras on MXNet, trained."""

import collections
import collections.abc

for name in ("Iterable", "Mapping", "Sequence", "Callable"):
    setattr(collections, name, getattr(collections.abc, name))

import numpy as np  # noqa: E402
from keras.layers import Conv2D, Dense, Flatten  # noqa: E402
from keras.models import Sequential  # noqa: E402

model = Sequential([Conv2D(4, (3, 3), activation="relu", input_shape=(8, 8, 1)), Flatten(), Dense(2, activation="softmax")])
model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 64)
x = (rng.normal(size=(64, 8, 8, 1)) + y[:, None, None, None]).astype("float32")
history = model.fit(x, np.eye(2)[y], epochs=5, batch_size=16, verbose=0)
first, last = history.history["loss"][0], history.history["loss"][-1]
assert last < first
print(f"- Conv2D, Flatten, Dense, 5 epochs: loss {first:.2f}, then {last:.2f}; predictions {model.predict(x[:3]).shape}")
