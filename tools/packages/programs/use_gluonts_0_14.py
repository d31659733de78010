"""DeepAR and a feed-forward network are trained on sines, and forecast."""

import numpy as np
import pandas as pd
from gluonts.dataset.common import ListDataset
from gluonts.evaluation import make_evaluation_predictions
from gluonts.mx import DeepAREstimator, SimpleFeedForwardEstimator, Trainer

start = pd.Period("2020-01-01", "D")
series = [np.sin(np.arange(120) / 24 * 2 * np.pi + phase) + 2 for phase in range(8)]
data = ListDataset([{"target": one, "start": start} for one in series], freq="D")
trainer = {"epochs": 2, "num_batches_per_epoch": 10, "hybridize": True}
for name, estimator in (
    ("DeepAR", DeepAREstimator(freq="D", prediction_length=12, num_layers=1, num_cells=20, trainer=Trainer(**trainer))),
    ("SimpleFeedForward", SimpleFeedForwardEstimator(prediction_length=12, context_length=24, trainer=Trainer(**trainer))),
):
    predictor = estimator.train(data)
    forecasts, truth = (list(found) for found in make_evaluation_predictions(data, predictor, num_samples=20))
    error = np.mean([np.abs(f.quantile(0.5) - t.values[-12:, 0]).mean() for f, t in zip(forecasts, truth)])
    assert forecasts[0].samples.shape == (20, 12) and np.isfinite(error)
    print(f"- {name}: trained, forecasts {forecasts[0].samples.shape}, mean error of the median {error:.2f}")
