"""The attributes of the iterators over images in record files: kind, default, and what each is for."""

from __future__ import annotations

from typing import Literal

from ..base import MXNetError, _Null
from ..core.declare import attrs
from ..core.declare.attrs import REQUIRED, Floats, Shape

_NUMBERS = Literal["bfloat16", "float16", "float32", "float64", "int32", "int64", "int8", "uint8"]

_FILES = {
    "path_imglist": (str, "", "List of images (`number<tab>labels<tab>path`) whose labels replace those in the records."),
    "path_imgrec": (str, "", "Record file, several with semicolons between, or a folder of them."),
    "path_imgidx": (str, "", "Index of the record file: shuffles all records, and parts have equally many of them."),
    "aug_seq": (str, "aug_default", "Augmenters; there is the default one only."),
    "label_width": (int, 1, "Labels of an image."),
    "data_shape": (Shape, REQUIRED, "(channels, height, width) of an image: 1 (grey), 3 (red, green, blue) or 4 channels."),
    "preprocess_threads": (int, 4, "Threads that decode; not more than there are processors."),
    "verbose": (bool, True, "Log what is opened."),
    "num_parts": (int, 1, "Into how many parts the records are divided; with `JMX_SHARD_DATA=1` as many as the job has ranks."),
    "part_index": (int, 0, "Which part to read; with `JMX_SHARD_DATA=1` the rank's own."),
    "device_id": (int, 0, "-1 for arrays on `cpu(0)`; others are on `cpu_pinned(device_id)`."),
    "shuffle_chunk_size": (int, 0, "Megabytes of pieces that change places, without an index."),
    "shuffle_chunk_seed": (int, 0, "Seed of their order."),
    "seed_aug": (int | None, None, "Seed of the augmentations, the same in every epoch; by default they follow from `seed`."),
    "shuffle": (bool, False, "Random order, a new one in every epoch; without an index within windows of 8 MB."),
    "seed": (int, 0, "Seed of the order."),
    "batch_size": (int, REQUIRED, "Images in a batch."),
    "round_batch": (bool, True, "Fill up the last batch of an epoch from the start, and leave those images out of the next one; "
                                "else its last rows, as many as `pad` says, are zeros."),
    "prefetch_buffer": (int, 4, "Batches made ahead."),
    "ctx": (Literal["cpu", "gpu"], "gpu", "Has no effect."),
    "dtype": (_NUMBERS | None, None, "Element type: float32 (the default), uint8 or int8."),
}  # fmt: skip

_AUGMENT = {
    "resize": (int, -1, "Length of the shorter edge, to which an image is resized first; -1 leaves it."),
    "rand_crop": (bool, False, "Crop at a random place instead of the middle."),
    "random_resized_crop": (bool, False, "Crop a part of random area and shape and resize it."),
    "max_rotate_angle": (int, 0, "Rotate by up to so many degrees either way."),
    "max_aspect_ratio": (float, 0.0, "Multiply width by height by 1 - this to 1 + this, or min_aspect_ratio to this."),
    "min_aspect_ratio": (float | None, None, "The lower bound of the aspect ratio."),
    "max_shear_ratio": (float, 0.0, "Shear by up to this either way."),
    "max_crop_size": (int, -1, "Largest edge of a square that is cropped and resized."),
    "min_crop_size": (int, -1, "Its smallest edge."),
    "max_random_scale": (float, 1.0, "Enlarge by min_random_scale to this."),
    "min_random_scale": (float, 1.0, "The lower bound of the scale."),
    "max_random_area": (float, 1.0, "Largest share of the image for random_resized_crop."),
    "min_random_area": (float, 1.0, "Smallest share."),
    "max_img_size": (float, 1e10, "Largest edge after rotation and scale."),
    "min_img_size": (float, 0.0, "Smallest edge after rotation and scale."),
    "brightness": (float, 0.0, "Multiply the colours by up to 1 + this."),
    "contrast": (float, 0.0, "The same for their distance from the mean grey."),
    "saturation": (float, 0.0, "The same for their distance from grey."),
    "pca_noise": (float, 0.0, "Deviation of noise along the principal colours of ImageNet."),
    "random_h": (int, 0, "Add up to this to the hue (0 to 180)."),
    "random_s": (int, 0, "Add up to this to the saturation (0 to 255)."),
    "random_l": (int, 0, "Add up to this to the lightness (0 to 255)."),
    "rotate": (int, -1, "Rotate by this angle."),
    "fill_value": (int, 255, "Level of what is not covered after rotation and padding."),
    "inter_method": (int, 1, "Interpolation: 0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos, 9 by size, 10 by chance."),
    "pad": (int, 0, "Margin added on each side before cropping."),
}

_MEANS = {
    "mean_img": (str, "", "File of a mean image to subtract, which is made if it does not exist."),
    "mean_r": (float, 0.0, "Mean to subtract from red."),
    "mean_g": (float, 0.0, "From green."),
    "mean_b": (float, 0.0, "From blue."),
    "mean_a": (float, 0.0, "From alpha."),
}
_SCALES = {
    "std_r": (float, 1.0, "Standard deviation of red, to divide by."),
    "std_g": (float, 1.0, "Of green."),
    "std_b": (float, 1.0, "Of blue."),
    "std_a": (float, 1.0, "Of alpha."),
    "scale": (float, 1.0, "Multiply by this."),
}
_NORMALIZE = {
    "mirror": (bool, False, "Flip images left to right."),
    "rand_mirror": (bool, False, "Flip half of the images."),
    **_MEANS,
    **_SCALES,
    "max_random_contrast": (float, 0.0, "Multiply by up to 1 + this after subtracting the mean."),
    "max_random_illumination": (float, 0.0, "Add up to this either way after that."),
}

RECORD = {**_FILES, **_AUGMENT, **_NORMALIZE}

_DET_AUGMENT = {
    "resize": _AUGMENT["resize"],
    "rand_crop_prob": (float, 0.0, "Share of the images that are cropped."),
    "min_crop_scales": (Floats, (0.0,), "For each way to crop: smallest scale of the part."),
    "max_crop_scales": (Floats, (1.0,), "Largest scale."),
    "min_crop_aspect_ratios": (Floats, (1.0,), "Smallest width by height."),
    "max_crop_aspect_ratios": (Floats, (1.0,), "Largest width by height."),
    "min_crop_overlaps": (Floats, (0.0,), "Smallest intersection over union with an object."),
    "max_crop_overlaps": (Floats, (1.0,), "Largest one."),
    "min_crop_sample_coverages": (Floats, (0.0,), "Smallest share of the part that an object covers."),
    "max_crop_sample_coverages": (Floats, (1.0,), "Largest one."),
    "min_crop_object_coverages": (Floats, (0.0,), "Smallest share of an object that the part covers."),
    "max_crop_object_coverages": (Floats, (1.0,), "Largest one."),
    "num_crop_sampler": (int, 1, "How many ways to crop there are."),
    "crop_emit_mode": (Literal["center", "overlap"], "center", "Drop objects with their centre outside, or with little overlap."),
    "emit_overlap_thresh": (float, 0.3, "How little is too little."),
    "max_crop_trials": (Shape, (25,), "For each way to crop: after how many parts to give up."),
    "rand_pad_prob": (float, 0.0, "Share of the images that get a margin."),
    "max_pad_scale": (float, 1.0, "Largest scale of an image with its margin."),
    "max_random_hue": (int, 0, "Add up to this to the hue."),
    "random_hue_prob": (float, 0.0, "Share of the images for that."),
    "max_random_saturation": (int, 0, "Add up to this to the saturation."),
    "random_saturation_prob": (float, 0.0, "Share of the images for that."),
    "max_random_illumination": (int, 0, "Add up to this to the lightness."),
    "random_illumination_prob": (float, 0.0, "Share of the images for that."),
    "max_random_contrast": (float, 0.0, "Multiply by up to 1 + this."),
    "random_contrast_prob": (float, 0.0, "Share of the images for that."),
    "rand_mirror_prob": (float, 0.0, "Share of the images that are flipped left to right."),
    "fill_value": (int, 127, "Level of the margin."),
    "inter_method": _AUGMENT["inter_method"],
    "resize_mode": (Literal["fit", "force", "shrink"], "force", "force: to data_shape; shrink: into it; fit: enlarge too."),
}
_DET_OTHER = {
    "path_imgrec": (str, "./data/imgrec.rec", _FILES["path_imgrec"][2]),
    "aug_seq": (str, "det_aug_default", _FILES["aug_seq"][2]),
    "label_width": (int, -1, "Numbers in the label of an image, -1 if they vary."),
}
_DET_FILES = {k: _DET_OTHER.get(k, v) for k, v in _FILES.items() if k not in ("path_imgidx", "device_id", "seed_aug")}
_DET_LABELS = {
    "label_pad_width": (int, 0, "Width of labels in a batch; 0 or -1 for the widest one's."),
    "label_pad_value": (float, -1.0, "What fills up labels."),
}
_at = list(_DET_FILES).index("shuffle")
DETECTION = {
    **dict(list(_DET_FILES.items())[:_at]), **_DET_LABELS, **dict(list(_DET_FILES.items())[_at:]), **_DET_AUGMENT, **_MEANS,
    **{k: (v[0], 1.0 if k == "scale" else 0.0, v[2] + ("" if k == "scale" else " 0 leaves it.")) for k, v in _SCALES.items()},
}  # fmt: skip

_LEAST = {"label_width": 1, "preprocess_threads": 1, "batch_size": 1, "num_parts": 1, "shuffle_chunk_size": 0,
          "prefetch_buffer": 0, "pad": 0, "max_rotate_angle": 0}  # fmt: skip


def read(name, schema, values):
    """Attributes of the iterator `name`, checked; those it does not know are left out, as MXNet does.

    Raises
    ------
    MXNetError
        A required one is missing, or a value does not fit.
    """
    known = {key: value[:2] for key, value in schema.items()}
    a = attrs.parse(name, known, {key: values.get(key, _Null) for key in known})
    for key, least in _LEAST.items():
        if key == "label_width" and known[key][1] == -1:
            continue
        if key in a and a[key] < least:
            raise MXNetError(f"{name}: value {a[key]} for Parameter {key} should be greater equal to {least}")
    shape = a["data_shape"]
    if len(shape) != 3:
        raise MXNetError(f"{name}: value {list(shape)} for Parameter data_shape has wrong dimensions, expected dimension=3")
    if min(shape) < 1:
        raise MXNetError(f"{name}: value {list(shape)} for Parameter data_shape is invalid, the input shape must be nonzero in "
                         "all dimensions")  # fmt: skip
    if shape[0] not in (1, 3, 4):
        raise MXNetError(f"{name}: Invalid output shape {list(shape)}: an image has 1, 3 or 4 channels, which come first")
    if not 0 <= a["part_index"] < a["num_parts"]:
        raise MXNetError(f"{name}: part_index={a['part_index']} must lie in [0, num_parts={a['num_parts']})")
    expected = schema["aug_seq"][1]
    if a["aug_seq"] != expected:
        raise MXNetError(f"{name}: aug_seq={a['aug_seq']!r}: expected {expected!r}, the only augmenter that there is")
    if not a["path_imgrec"]:
        raise MXNetError(f"{name}: must specify image_rec: give the record file as path_imgrec=...")
    return a


def describe(schema) -> str:
    """The attributes as a docstring lists them."""
    lines = []
    for key, (hint, default, what) in schema.items():
        suffix = "" if default is REQUIRED else f", default {default!r}"
        lines.append(f"{key} : {attrs.describe(hint)}{suffix}\n    {what}")
    return "\n".join(lines)
