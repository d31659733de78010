"""Whole programs, as MXNet's examples and tutorials write them, on data made by themselves.

A program is a generator in one of the modules here: what is before its first `yield` makes data and is not timed, and every
further `yield` ends a step. These modules import mxnet; the command line, which does not have it, knows programs from `CASES`.
"""

import gc
import importlib
import statistics
import time

from ..timing import peak_mb

#: program: the module that it is in, and what a step is
CASES = {
    "ssd_training": ("vision", "detector of five scales, 8 pictures of 96x96"),
    "ssd_inference": ("vision", "the same, decoded with MultiBoxDetection and box_nms"),
    "rcnn_head": ("vision", "Proposal, ROIAlign and ROIPooling over one picture, with gradients"),
    "dcgan": ("vision", "generator and discriminator, 16 pictures of 32x32, two trainers"),
    "unet": ("vision", "U-Net with deconvolutions and Dice loss, 2 pictures of 64x64"),
    "fcn_sizes": ("vision", "fully convolutional network in inference, ten sizes"),
    "style_transfer": ("vision", "gradient to the picture, Gram matrices of three layers"),
    "vae": ("vision", "variational autoencoder of dense layers, batch 100"),
    "siamese": ("vision", "two pictures through one network, contrastive loss"),
    "triplet": ("vision", "TripletLoss over three batches through one network"),
    "ctc_speech": ("text", "bidirectional LSTM and CTCLoss, 8 sequences of 60"),
    "word_language_model": ("text", "two layers of LSTM, truncated backpropagation over 20 words"),
    "bucketing_lstm": ("text", "BucketingModule over ten buckets, one batch of each"),
    "seq2seq_training": ("text", "encoder, decoder with attention, teacher forcing over 10 words"),
    "beam_search_eager": ("text", "60 steps of a beam of 4 over a decoder with attention"),
    "beam_search_hybrid": ("text", "the same, hybridized"),
    "transformer_encoder": ("text", "two encoder layers with Adam, 8 sentences of 32"),
    "bert_adam": ("text", "four BERT layers of 512 with masked words and Adam, 4 sentences of 64"),
    "module_fit_mlp": ("training", "an epoch of Module.fit with three metrics, 20 batches"),
    "reinforce": ("training", "an episode of 50 steps without hybridize, one update"),
    "actor_critic": ("training", "an episode of 50 steps, policy and value in one network"),
    "trainer_160_arrays": ("training", "Trainer with momentum over 160 small arrays"),
    "kvstore_push_pull": ("training", "100 arrays pushed from two contexts and pulled"),
    "wide_deep": ("sparse", "csr through a row_sparse weight, embeddings and dense layers, Adam"),
    "factorization_machine": ("sparse", "csr through row_sparse factors, 10,000 features, Module"),
    "matrix_factorization": ("sparse", "two Embeddings with sparse gradients, batch 256"),
    "linear_libsvm": ("sparse", "an epoch of LibSVMIter, kvstore and a row_sparse weight"),
    "loader_flip_color": ("pictures", "DataLoader, pictures of different sizes: resize, flip, ColorJitter"),
    "loader_hue_lighting": ("pictures", "DataLoader, pictures of different sizes: crop, hue, lighting"),
    "loader_cifar": ("pictures", "DataLoader over an array of 32x32: flips, ToTensor, Normalize"),
    "record_iter_small": ("pictures", "ImageRecordIter of 32x32 with pad, crop, mirror"),
    "record_iter_color": ("pictures", "ImageRecordIter of 64x64 with changed colours"),
    "recordio_write": ("files", "4,000 records of 400 bytes with an index"),
    "recordio_read": ("files", "the same read in order and by their keys"),
    "nd_save": ("files", "100 MB in ten arrays"),
    "nd_load": ("files", "the same"),
}
#: how many steps after the first one count as early
EARLY = 19
#: steps that go before the steady ones, and for how many processor seconds at most; seconds of the steady ones
WARM_STEPS, WARM, STEADY = 110, 3.0, 1.0


def program(case):
    """Return the generator of a program."""
    return getattr(importlib.import_module(__name__ + "." + CASES[case][0]), case)()


def _milliseconds(run, count):
    """Processor time of one of so many steps, all that they started included."""
    import mxnet as mx

    start = time.process_time()
    for _ in range(count):
        next(run)
    mx.nd.waitall()
    return (time.process_time() - start) * 1e3 / count


def measure(package, case):
    """Return figures of a program: of its first step, of the next ones, of later ones, and memory of the whole process."""
    run = program(case)
    next(run)
    gc.collect()
    figures = {"first_cpu_ms": _milliseconds(run, 1), "early_cpu_ms": _milliseconds(run, EARLY)}
    end = time.process_time() + WARM
    for _ in range(WARM_STEPS):  # jmx compiles a call that was made often
        one = _milliseconds(run, 1)
        if time.process_time() > end:
            break
    count = max(1, int(STEADY * 1e3 / 5 / one))
    figures["cpu_ms"] = statistics.median(_milliseconds(run, count) for _ in range(5))
    return {**figures, "peak_mb": peak_mb()}
