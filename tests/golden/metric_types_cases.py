"""Values of metrics, and the classes that they have: programs call `.item()` and `.round()` of them."""

CLASSES = ([1, 0, 1, 0], [[0.1, 0.9], [0.2, 0.8], [0.3, 0.7], [0.9, 0.1]])
FLAT = ([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1])
SAME = ([[1, 2], [3, 5]], [[1.5, 2], [3, 4]])
#: name -> (metric, its arguments, the pairs that it takes)
CASES = {
    "accuracy": ("acc", {}, (CLASSES, FLAT, SAME)),
    "top 2": ("top_k_acc", {"top_k": 2}, (CLASSES,)),
    "f1": ("f1", {}, (CLASSES,)),
    "f1 micro": ("f1", {"average": "micro"}, (CLASSES,)),
    "mcc": ("mcc", {}, (CLASSES,)),
    "mcc micro": ("mcc", {"average": "micro"}, (CLASSES,)),
    "pcc": ("pcc", {}, (CLASSES, FLAT)),
    "perplexity": ("perplexity", {"ignore_label": None}, (CLASSES,)),
    "perplexity, one ignored": ("perplexity", {"ignore_label": 0}, (CLASSES,)),
    "mae": ("mae", {}, (FLAT, SAME)),
    "mse": ("mse", {}, (FLAT, SAME)),
    "rmse": ("rmse", {}, (FLAT, SAME)),
    "cross-entropy": ("ce", {}, (CLASSES,)),
    "nll": ("nll_loss", {}, (CLASSES,)),
    "pearson": ("pearsonr", {}, (FLAT, SAME)),
    "pearson micro": ("pearsonr", {"average": "micro"}, (FLAT, SAME)),
    "loss": ("loss", {}, (FLAT, SAME)),
    "torch": ("torch", {}, (FLAT,)),
    "caffe": ("caffe", {}, (FLAT,)),
    "several": (["acc", "mae"], {}, (FLAT,)),
    "custom": (lambda label, pred: float(abs(label - pred).sum()), {}, (FLAT,)),
    "custom of NumPy's": (lambda label, pred: abs(label - pred).sum(), {}, (FLAT,)),
    "custom sum and count": (lambda label, pred: (abs(label - pred).sum(), 3), {}, (FLAT,)),
}


def _described(value):
    if isinstance(value, list):
        return [_described(one) for one in value]
    return [type(value).__name__, str(round(float(value), 5))]


def describe(mx, name):
    """What a metric gives before, after and between updates."""
    given, arguments, pairs = CASES[name]
    found = []
    for label, pred in pairs:
        metric = mx.metric.create(given, **arguments)
        found.append(_described(metric.get()[1]))
        for _ in range(2):
            metric.update([mx.nd.array(label)], [mx.nd.array(pred)])
            found += [_described(metric.get()[1]), _described(metric.get_global()[1])]
            found.append(_described([value for _, value in metric.get_name_value() + metric.get_global_name_value()]))
        metric.reset_local()
        found += [_described(metric.get()[1]), _described(metric.get_global()[1])]
        metric.reset()
        found.append(_described(metric.get()[1]))
    return found
