"""Cases of the operators of `image`: cutting, turning, resizing and colours."""

_BYTES = ((4, 5, 3), "uint8", ("int", 0, 256))
_MANY = ((2, 4, 5, 3), "uint8", ("int", 0, 256))
_FLOATS = ((4, 5, 3), "float32", ("uniform", 0, 255))
# of odd widths and heights MXNet leaves the middle line of a mirrored image as it finds the memory
_EVEN_BYTES = ((4, 6, 3), "uint8", ("int", 0, 256))
_EVEN = ((4, 6, 3), "float32", ("uniform", 0, 255))


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), "grad": more.pop("grad", False), **more}


CASES = [
    _case("_image_to_tensor", _BYTES),
    _case("_image_to_tensor", _MANY),
    _case("_image_to_tensor", _FLOATS),
    _case("_image_to_tensor", ((4, 5),), error="(height, width, channels)"),
    _case("_image_normalize", ((3, 2, 4),), attrs={"mean": (0.1, 0.2, 0.3), "std": (2.0, 0.5, 1.5)}, grad=True),
    _case("_image_normalize", ((2, 3, 2, 4),), attrs={"mean": (0.1, 0.2, 0.3), "std": (2.0, 0.5, 1.5)}, grad=True),
    _case("_image_normalize", ((2, 1, 2, 4),), attrs={"mean": 0.5, "std": 0.25}, grad=True),
    _case("_image_normalize", ((3, 2, 4),), error="mean"),  # four numbers by default
    _case("_image_normalize", ((2, 2, 4),), attrs={"mean": 0.5, "std": 0.25}, error="channel dimension"),
    _case("_image_normalize", ((3, 2, 4),), attrs={"mean": (0.5, 0.2)}, error="mean"),
    _case("_image_flip_left_right", _EVEN_BYTES),
    _case("_image_flip_left_right", _EVEN),
    _case("_image_flip_left_right", ((4, 5),), error="image"),
    _case("_image_flip_top_bottom", _EVEN_BYTES),
    _case("_image_flip_top_bottom", _EVEN),
    _case("_image_crop", _BYTES, attrs={"x": 1, "y": 0, "width": 3, "height": 2}),
    _case("_image_crop", _MANY, attrs={"x": 0, "y": 2, "width": 5, "height": 2}),
    _case("_image_crop", _FLOATS, attrs={"x": 2, "y": 1, "width": 3, "height": 3}, grad=True),
    _case("_image_crop", ((2, 4, 5, 1),), attrs={"x": 1, "y": 1, "width": 3, "height": 2}, grad=True),
    _case("_image_crop", _BYTES, attrs={"x": 3, "y": 0, "width": 3, "height": 2}, error="input width"),
    _case("_image_crop", _BYTES, attrs={"x": 0, "y": 0, "width": 0, "height": 2}, error="greater than 0"),
    _case("_image_crop", _BYTES, attrs={"x": 0}, error="Required parameter"),
    _case("_image_resize", _BYTES, attrs={"size": (7, 3)}),
    _case("_image_resize", _BYTES, attrs={"size": 3, "keep_ratio": True}),
    _case("_image_resize", _MANY, attrs={"size": 6}),
    _case("_image_resize", _FLOATS, attrs={"size": (3, 8)}, tol=(1e-4, 1e-3)),
    _case("_image_resize", _FLOATS, attrs={"size": (3, 8), "interp": 0}),
    _case("_image_resize", _FLOATS, attrs={"size": (9, 8), "interp": 2}, tol=(1e-4, 1e-3)),
    _case("_image_resize", _BYTES, attrs={"size": (0, 3)}, error="greater than 0"),
    _case("_image_adjust_lighting", _FLOATS, attrs={"alpha": (0.1, -0.2, 0.05)}, tol=(1e-5, 1e-4)),
    _case("_image_adjust_lighting", _BYTES, attrs={"alpha": (0.1, -0.2, 0.05)}),
    _case("_image_adjust_lighting", _BYTES, attrs={"alpha": (0.0, 0.0, 0.0)}),
    # random ones with the range shrunk to one value, so that nothing is left to chance
    _case("_image_random_brightness", _FLOATS, attrs={"min_factor": 0.5, "max_factor": 0.5}, tol=(1e-5, 1e-4)),
    _case("_image_random_contrast", _FLOATS, attrs={"min_factor": 0.5, "max_factor": 0.5}, tol=(1e-4, 1e-3)),
    _case("_image_random_saturation", _FLOATS, attrs={"min_factor": 0.5, "max_factor": 0.5}, tol=(1e-4, 1e-3)),
    _case("_image_random_hue", _FLOATS, attrs={"min_factor": 1.5, "max_factor": 1.5}, tol=(1e-4, 1e-3)),
    _case("_image_random_brightness", _BYTES, attrs={"min_factor": 0.5, "max_factor": 1.5}, check="shape"),
    _case("_image_random_contrast", _BYTES, attrs={"min_factor": 0.5, "max_factor": 1.5}, check="shape"),
    _case("_image_random_saturation", _BYTES, attrs={"min_factor": 0.5, "max_factor": 1.5}, check="shape"),
    _case("_image_random_hue", _BYTES, attrs={"min_factor": 0.5, "max_factor": 1.5}, check="shape"),
    _case("_image_random_color_jitter", _FLOATS, check="shape",
          attrs={"brightness": 0.3, "contrast": 0.2, "saturation": 0.4, "hue": 0.1}),
    _case("_image_random_lighting", _FLOATS, attrs={"alpha_std": 0.05}, check="shape"),
    _case("_image_random_lighting", _FLOATS, attrs={"alpha_std": 0.0}, tol=(1e-5, 1e-4)),
    _case("_image_random_flip_left_right", _EVEN, check="shape"),
    _case("_image_random_flip_left_right", ((2, 2, 3),), check="shape"),
    _case("_image_random_flip_top_bottom", _EVEN_BYTES, check="shape"),
    _case("_image_random_flip_top_bottom", ((2, 2, 1),), check="shape"),
]  # fmt: skip
