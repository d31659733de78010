"""What is compared of the iterators over images in record files; `mx` is the real MXNet or jmx."""

import numpy as np

SHAPE = (3, 16, 18)
#: deterministic configurations of ImageRecordIter
PLAIN = {
    "plain": {},
    "resize": {"resize": 22},
    "resize_cubic": {"resize": 24, "inter_method": 2},
    "resize_area": {"resize": 19, "inter_method": 3},
    "resize_lanczos": {"resize": 23, "inter_method": 4},
    "resize_nearest": {"resize": 23, "inter_method": 0},
    "resize_auto": {"resize": 20, "inter_method": 9},
    "enlarged": {"data_shape": (3, 34, 36)},
    "enlarged_auto": {"data_shape": (3, 36, 34), "inter_method": 9},
    "mirror": {"mirror": True},
    "means": {"mean_r": 123.68, "mean_g": 116.28, "mean_b": 103.53, "std_r": 58.4, "std_g": 57.12, "std_b": 57.38, "scale": 0.5},
    "uint8": {"dtype": "uint8", "mean_r": 20},
    "int8": {"dtype": "int8", "mean_r": 123.68, "mean_g": 116.5, "mean_b": 2.5, "scale": 3},
    "grey": {"data_shape": (1, 16, 18), "mean_r": 10, "std_r": 2},
    "pad": {"pad": 9, "fill_value": 100, "data_shape": (3, 46, 40)},
    "rotate": {"rotate": 30, "fill_value": 7},
    "rotate_list": {"rotate_list": "40"},
    "scale": {"max_random_scale": 0.5, "min_random_scale": 0.5},
    "img_size": {"max_img_size": 30, "min_img_size": 25},
    "aspect": {"min_aspect_ratio": 1.5, "max_aspect_ratio": 1.5},
    "crop_size": {"max_crop_size": 24, "min_crop_size": 24},
    "resized_crop": {"random_resized_crop": True},
    "list": {"path_imglist": "a.lst", "label_width": 2},
    "part": {"num_parts": 3, "part_index": 1},
    "index_part": {"num_parts": 3, "part_index": 2, "path_imgidx": "a.idx"},
    "shuffle": {"shuffle": True, "seed": 3},
    "index_shuffle": {"shuffle": True, "seed": 4, "path_imgidx": "a.idx"},
    "two_files": {"path_imgrec": "a.rec;a.rec"},
}
#: configurations with random numbers, the same with a seed
RANDOM = {
    "rand_crop": {"rand_crop": True},
    "rand_mirror": {"rand_mirror": True},
    "crop_mirror": {"rand_crop": True, "rand_mirror": True, "resize": 21, "mean_r": 100, "std_g": 50},
    "rotate_some": {"max_rotate_angle": 25},
    "shear": {"max_shear_ratio": 0.2, "fill_value": 0},
    "scales": {"max_random_scale": 1.3, "min_random_scale": 0.7, "rand_crop": True},
    "aspects": {"max_aspect_ratio": 0.3},
    "all_affine": {"max_rotate_angle": 10, "max_shear_ratio": 0.1, "max_random_scale": 1.2, "min_random_scale": 0.9,
                   "max_aspect_ratio": 0.2, "rand_crop": True, "inter_method": 2},
    "crop_sizes": {"max_crop_size": 24, "min_crop_size": 17, "rand_crop": True},
    "inter_chance": {"resize": 20, "inter_method": 10},
    "resized_crops": {"random_resized_crop": True, "max_random_area": 1.0, "min_random_area": 0.1, "max_aspect_ratio": 1.3333,
                      "min_aspect_ratio": 0.75},
    "brightness": {"brightness": 0.4},
    "contrast": {"contrast": 0.4},
    "saturation": {"saturation": 0.4},
    "jitter": {"brightness": 0.4, "contrast": 0.4, "saturation": 0.4},
    "hsl": {"random_h": 36, "random_s": 50, "random_l": 50},
    "pca": {"pca_noise": 0.1},
    "levels": {"max_random_contrast": 0.3, "max_random_illumination": 20.0, "scale": 0.1, "mean_r": 90, "std_b": 3},
    "inception": {"random_resized_crop": True, "min_random_area": 0.08, "max_aspect_ratio": 1.333, "min_aspect_ratio": 0.75,
                  "rand_mirror": True, "brightness": 0.4, "contrast": 0.4, "saturation": 0.4, "pca_noise": 0.1, "random_h": 10},
}  # fmt: skip
#: configurations of ImageDetRecordIter
BOXES = {
    "det": {},
    "det_shrink": {"resize_mode": "shrink"},
    "det_fit": {"resize_mode": "fit", "data_shape": (3, 30, 50)},
    "det_resize": {"resize": 20},
    "det_means": {"mean_r": 10, "mean_g": 20, "std_b": 2, "scale": 0.5, "resize_mode": "shrink"},
    "det_wide": {"label_pad_width": 30, "label_pad_value": -3},
    "det_list": {"path_imglist": "boxes.lst"},
    "det_grey": {"data_shape": (1, 16, 18)},
    "det_shuffle": {"shuffle": True, "seed": 4},
    "det_mirror": {"rand_mirror_prob": 0.5},
    "det_pad": {"rand_pad_prob": 0.8, "max_pad_scale": 2.0},
    "det_crop": {"rand_crop_prob": 0.9, "min_crop_scales": (0.3,), "max_crop_scales": (0.9,), "min_crop_aspect_ratios": (0.6,),
                 "max_crop_aspect_ratios": (1.7,)},
    "det_crops": {"rand_crop_prob": 1.0, "num_crop_sampler": 3, "min_crop_scales": (0.3, 0.4, 0.5), "min_crop_overlaps": (0.1, 0.3, 0.5),
                  "min_crop_aspect_ratios": (0.5,), "max_crop_aspect_ratios": (2.0,), "max_crop_trials": (20,)},
    "det_coverages": {"rand_crop_prob": 1.0, "num_crop_sampler": 2, "min_crop_scales": (0.2, 0.4), "crop_emit_mode": "overlap",
                      "min_crop_sample_coverages": (0.2, 0.0), "min_crop_object_coverages": (0.0, 0.5), "emit_overlap_thresh": 0.2,
                      "max_crop_trials": (30, 30)},
    "det_colours": {"max_random_hue": 20, "random_hue_prob": 0.5, "max_random_saturation": 40, "random_saturation_prob": 0.5,
                    "max_random_illumination": 40, "random_illumination_prob": 0.5, "max_random_contrast": 0.5,
                    "random_contrast_prob": 0.8},
}  # fmt: skip
#: orders of 16,000 records of 1 kB, which are more than MXNet reads at once: options of the iterator
ORDERS = {
    "shuffle": {"shuffle": True, "seed": 2},
    "pieces": {"shuffle_chunk_size": 4, "shuffle_chunk_seed": 3},
    "both": {"shuffle": True, "seed": 4, "shuffle_chunk_size": 4},
    "part": {"shuffle": True, "num_parts": 2, "part_index": 1},
    "plain_part": {"num_parts": 3, "part_index": 1},
}
RECORDS = 16_000


def body(mx, number, image=b""):
    """Record `number`: 1,064 bytes with `image` in front."""
    return mx.recordio.pack((0, float(number), number, 0), image + bytes(1040 - len(image)))


def _within(folder, given):
    for key in ("path_imgrec", "path_imgidx", "path_imglist"):
        if key in given:
            given[key] = ";".join(f"{folder}/{name}" for name in given[key].split(";"))
    return given


def _collected(iterator, batches):
    found = [batch for _, batch in zip(range(batches), iterator)]
    return {
        "data": np.concatenate([b.data[0].asnumpy() for b in found]),
        "label": np.concatenate([b.label[0].asnumpy() for b in found]),
        "pad": np.array([b.pad for b in found]),
    }


def boxes(mx, case, folder):
    """Data, labels and pads of an epoch, which has two batches."""
    given = {"path_imgrec": "boxes.rec", "data_shape": SHAPE, "batch_size": 3, "verbose": False, "preprocess_threads": 1}
    return _collected(mx.io.ImageDetRecordIter(**_within(folder, {**given, **BOXES[case]})), 2)


def outputs(mx, case, folder, batches=2):
    """Data, labels and pads of the first batches."""
    options = {**PLAIN, **RANDOM}[case]
    if case in RANDOM:
        options = {**options, "seed_aug": 7}
    given = {"path_imgrec": "a.rec", "data_shape": SHAPE, "batch_size": 2, "verbose": False, "preprocess_threads": 1, **options}
    return _collected(mx.io.ImageRecordIter(**_within(folder, given)), batches)
