/* Plans of convolutions, products, normalizations and poolings: included by onednn.c. */

/* The argument that is the second operand of a post-operation, and one vector for all places of images. */
static int post_operand(int position) { return 32768 * (position + 1) | 2; }

static object_t channel_vector(const request_t *r) {
  int64_t dims[MAX_DIMS] = {1, r->filters};
  int order[MAX_DIMS] = {0};
  for (int i = 0; i < r->nd + 2; i++) {
    if (i > 1) dims[i] = 1;
    order[i] = i;
  }
  return dense(FLOAT32, (int)r->nd + 2, dims, order);
}

/* What is done to the results of a convolution on their way to memory: scaled and shifted by numbers for each filter, an array
 * added, what is below zero cut off. */
static object_t attributes(const request_t *r) {
  object_t attr = NULL, post = NULL, vector = NULL, other = NULL;
  if (dnnl_primitive_attr_create(&attr)) return NULL;
  int status = dnnl_primitive_attr_set_scratchpad_mode(attr, USER_SCRATCHPAD);
  if (r->what == CONVOLVE && r->flags & (RELU | SCALE_AND_SHIFT | ADD)) {
    if (!status) status = dnnl_post_ops_create(&post);
    if (!status && r->flags & SCALE_AND_SHIFT) {
      vector = channel_vector(r);
      status = !vector || dnnl_post_ops_append_binary(post, BINARY_MULTIPLY, vector) || dnnl_post_ops_append_binary(post, BINARY_ADD, vector);
    }
    if (!status && r->flags & ADD) {
      other = images(r, r->other, r->filters, r->out);
      status = !other || dnnl_post_ops_append_binary(post, BINARY_ADD, other);
    }
    /* Some of oneDNN's kernels leave NaN as it is with its relu, where MXNet has 0; none does with clip. */
    if (!status && r->flags & RELU) status = dnnl_post_ops_append_eltwise(post, ELTWISE_CLIP, 0, INFINITY);
    if (!status) status = dnnl_primitive_attr_set_post_ops(attr, post);
    if (vector) dnnl_memory_desc_destroy(vector);
    if (other) dnnl_memory_desc_destroy(other);
    if (post) dnnl_post_ops_destroy(post);
  }
  if (!status) return attr;
  dnnl_primitive_attr_destroy(attr);
  return NULL;
}

/* What has to be added behind the data, so that the window's last place is inside. */
static void right_padding(const request_t *r, dims_t right) {
  for (int i = 0; i < r->nd; i++) right[i] = (r->out[i] - 1) * r->stride[i] + (r->kernel[i] - 1) * r->dilate[i] + 1 - r->size[i] - r->pad[i];
}

static void window(const request_t *r, dims_t stride, dims_t dilate, dims_t left, dims_t right) {
  for (int i = 0; i < r->nd; i++) {
    stride[i] = r->stride[i];
    dilate[i] = r->dilate[i] - 1;
    left[i] = r->pad[i];
  }
  right_padding(r, right);
}

/* In how many parts a convolution goes through a batch that is copied to oneDNN's layout and back: in small ones the copies are
 * still in the processor's cache when they are read, and need little memory. */
static int64_t parts_of(const request_t *r) {
  double bytes = 0, x = 4. * (double)r->channels, y = 4. * (double)r->filters;
  if ((r->what != CONVOLVE && r->what != CONVOLVE_DATA_GRADIENT) || r->flags & (CHANNELS_LAST | SCALED)) return 1;
  for (int i = 0; i < r->nd; i++) x *= (double)r->size[i], y *= (double)r->out[i];
  bytes = x + y;
  for (int64_t images = 1; bytes > 0 && images < r->batch; images++)
    if (r->batch % images == 0 && bytes * (double)images >= (double)PART_BYTES * threads) return r->batch / images;
  return 1;
}

/* Elements of the kernel, or some number above 2^31. */
static int64_t taps_of(const request_t *r) {
  int64_t taps = 1;
  for (int i = 0; i < r->nd; i++) taps = taps > INT32_MAX ? taps : taps * r->kernel[i];
  return taps;
}

static int starts_with(object_t desc, const char *start) {
  const char *implementation = "";
  dnnl_primitive_desc_query(desc, QUERY_IMPLEMENTATION, 0, &implementation);
  return !strncmp(implementation, start, strlen(start));
}

/* Descriptors of the arrays of a convolution as oneDNN is to lay them out. */
typedef struct {
  object_t x, w, bias, y;
  dims_t stride, dilate, left, right;
} layouts_t;

/* oneDNN's implementation of a convolution or one of its gradients. */
static object_t implementation(const request_t *r, const layouts_t *l, object_t attr) {
  object_t forward = NULL, desc = NULL;
  int kind = r->what == CONVOLVE ? FORWARD_INFERENCE : FORWARD_TRAINING, status;
  if (dnnl_convolution_forward_primitive_desc_create(&forward, engine, kind, CONVOLUTION_DIRECT, l->x, l->w, l->bias, l->y, l->stride,
                                                     l->dilate, l->left, l->right, attr))
    return NULL;
  if (r->what == CONVOLVE) return forward;
  if (r->what == CONVOLVE_DATA_GRADIENT)
    status = dnnl_convolution_backward_data_primitive_desc_create(&desc, engine, CONVOLUTION_DIRECT, l->x, l->w, l->y, l->stride, l->dilate,
                                                                  l->left, l->right, forward, attr);
  else
    status = dnnl_convolution_backward_weights_primitive_desc_create(&desc, engine, CONVOLUTION_DIRECT, l->x, l->w, NULL, l->y, l->stride,
                                                                     l->dilate, l->left, l->right, forward, attr);
  return status ? NULL : desc; /* which refers to `forward` */
}

/* The implementation with blocked layouts of images with channels second, or NULL where oneDNN's first choice is better. That wants
 * channels last: to copy few of them back takes up to three times as long as blocks, and kernels of one element and gradients of
 * convolutions with strides take up to twice as long. Blocks that are not full cost more than that. */
static object_t blocked_implementation(const request_t *r, const layouts_t *l, object_t attr) {
  if (r->flags & CHANNELS_LAST || r->channels / r->groups % BLOCK || r->filters / r->groups % BLOCK) return NULL;
  if (r->what == CONVOLVE && taps_of(r) > 1 && r->filters >= MANY) return NULL;
  object_t desc = implementation(r, l, attr);
  int better = desc && starts_with(desc, "brg");
  while (better && !dnnl_primitive_desc_next_impl(desc))
    if (starts_with(desc, "jit")) return desc;
  if (desc) dnnl_primitive_desc_destroy(desc);
  return NULL;
}

/* Gradients of weights without strides: channels last take 3 to 40 % less than blocks, most where channels do not fill these. In
 * three dimensions oneDNN's first choice may be products of copied windows, which take six times as long. */
static int is_faster_with_channels_last(const request_t *r) {
  for (int i = 0; i < r->nd; i++)
    if (r->stride[i] != 1) return 0;
  return r->what == CONVOLVE_WEIGHT_GRADIENT && r->groups == 1 && r->channels >= FEW && taps_of(r) > 1;
}

static object_t plan_convolution(plan_t *plan, const request_t *r, object_t attr) {
  object_t x = images(r, r->x, r->channels, r->size), y = images(r, r->y, r->filters, r->out), w = kernels(r, 0);
  layouts_t l = {.x = x, .w = kernels(r, 1), .bias = r->flags & BIAS ? vector(r->filters) : NULL, .y = y};
  if (!x || !y || !w || !l.w || (r->flags & BIAS && !l.bias)) return NULL;
  window(r, l.stride, l.dilate, l.left, l.right);
  object_t desc = NULL;
  if (!(r->flags & CHANNELS_LAST)) { /* oneDNN is far faster in its own layouts than with channels second */
    if (is_faster_with_channels_last(r)) {
      request_t last = *r;
      last.flags |= CHANNELS_LAST;
      l.x = images(&last, r->x, r->channels, r->size);
      l.y = images(&last, r->y, r->filters, r->out);
      if (l.x && l.y) desc = implementation(r, &l, attr);
      if (desc && !starts_with(desc, "jit")) {
        dnnl_primitive_desc_destroy(desc);
        desc = NULL;
      }
    }
    if (!desc) {
      l.x = any_images(r, r->x, r->channels, r->size);
      l.y = any_images(r, r->y, r->filters, r->out);
      desc = blocked_implementation(r, &l, attr);
    }
  }
  if (!desc && !(desc = implementation(r, &l, attr))) return NULL;
  if (r->what == CONVOLVE) {
    add_images(plan, ARG_SRC, 0, x, dnnl_primitive_desc_query_md(desc, QUERY_SRC, 0));
    object_t inner_w = dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0);
    add(plan, ARG_WEIGHTS, 0, r->flags & PACKED ? inner_w : w, inner_w);
    plan->operands[plan->count - 1].opaque = r->flags & PACKED && !dnnl_memory_desc_equal(w, inner_w);
    if (l.bias) add(plan, ARG_BIAS, 0, l.bias, NULL);
    int position = 0;
    if (r->flags & SCALE_AND_SHIFT)
      while (position < 2) add(plan, post_operand(position++), 0, channel_vector(r), NULL);
    if (r->flags & ADD) add_images(plan, post_operand(position), 0, images(r, r->other, r->filters, r->out), NULL);
    add_images(plan, ARG_DST, 1, y, dnnl_primitive_desc_query_md(desc, QUERY_DST, 0));
  } else if (r->what == CONVOLVE_DATA_GRADIENT) {
    add_images(plan, ARG_DIFF_DST, 0, y, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_DST, 0));
    add(plan, ARG_WEIGHTS, 0, w, dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0));
    add_images(plan, ARG_DIFF_SRC, 1, x, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_SRC, 0));
  } else {
    add_images(plan, ARG_SRC, 0, x, dnnl_primitive_desc_query_md(desc, QUERY_SRC, 0));
    add_images(plan, ARG_DIFF_DST, 0, y, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_DST, 0));
    add(plan, ARG_DIFF_WEIGHTS, 1, w, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_WEIGHTS, 0));
  }
  return desc;
}

/* With so few rows an inner product reads the weight as fast as memory gives it, a product of matrices 1.3 times as slowly. */
enum { ROWS_OF_INNER_PRODUCT = 3 };

/* (channels, filters), the second factor of a product. */
static object_t matrix(const request_t *r) {
  const int straight[] = {0, 1}, turned[] = {1, 0};
  const int64_t b[] = {r->channels, r->filters};
  return dense(r->w, 2, b, r->flags & TRANSPOSE_B ? turned : straight);
}

/* (batch, channels) @ (channels, filters); the flags say which of the two stands transposed in memory. */
static object_t plan_product(plan_t *plan, const request_t *r, object_t attr) {
  const int straight[] = {0, 1}, turned[] = {1, 0};
  const int64_t a[] = {r->batch, r->channels}, c[] = {r->batch, r->filters};
  object_t x = dense(r->x, 2, a, r->flags & TRANSPOSE_A ? turned : straight), w = matrix(r);
  object_t y = dense(r->y, 2, c, straight), desc = NULL;
  if (!x || !w || !y) return NULL;
  if (r->flags == TRANSPOSE_B && r->batch <= ROWS_OF_INNER_PRODUCT) {
    const int64_t turned_b[] = {r->filters, r->channels};
    if (!(w = dense(r->w, 2, turned_b, straight))) return NULL;
    if (dnnl_inner_product_forward_primitive_desc_create(&desc, engine, FORWARD_INFERENCE, x, w, NULL, y, attr)) return NULL;
  } else if (dnnl_matmul_primitive_desc_create(&desc, engine, x, w, NULL, y, attr)) return NULL;
  add(plan, ARG_SRC, 0, x, NULL);
  add(plan, ARG_WEIGHTS, 0, w, NULL);
  add(plan, ARG_DST, 1, y, NULL);
  return desc;
}

static object_t plan_normalization(plan_t *plan, const request_t *r, object_t attr) {
  object_t x = images(r, r->x, r->channels, r->size), v = vector(r->channels), forward = NULL, desc = NULL;
  unsigned flags = USE_SCALE | USE_SHIFT | (r->flags & RELU ? FUSE_RELU : 0);
  if (!x || !v) return NULL;
  if (dnnl_batch_normalization_forward_primitive_desc_create(&forward, engine, FORWARD_TRAINING, x, x, r->epsilon, flags, attr)) return NULL;
  object_t signs = r->flags & RELU ? dnnl_primitive_desc_query_md(forward, QUERY_WORKSPACE, 0) : NULL; /* where relu lets through */
  if (r->what == NORMALIZE) {
    desc = forward;
    add(plan, ARG_SRC, 0, x, NULL);
    add(plan, ARG_SCALE, 0, v, NULL);
    add(plan, ARG_SHIFT, 0, v, NULL);
    add(plan, ARG_DST, 1, x, NULL);
    add(plan, ARG_MEAN, 1, v, NULL);
    add(plan, ARG_VARIANCE, 1, v, NULL);
    if (signs) add(plan, ARG_WORKSPACE, 1, signs, NULL);
    return desc;
  }
  if (dnnl_batch_normalization_backward_primitive_desc_create(&desc, engine, BACKWARD, x, x, x, r->epsilon, flags, forward, attr)) return NULL;
  add(plan, ARG_SRC, 0, x, NULL);
  add(plan, ARG_DIFF_DST, 0, x, NULL);
  add(plan, ARG_SCALE, 0, v, NULL);
  add(plan, ARG_MEAN, 0, v, NULL);
  add(plan, ARG_VARIANCE, 0, v, NULL);
  if (signs) add(plan, ARG_WORKSPACE, 0, signs, NULL);
  add(plan, ARG_DIFF_SRC, 1, x, NULL);
  add(plan, ARG_DIFF_SCALE, 1, v, NULL);
  add(plan, ARG_DIFF_SHIFT, 1, v, NULL);
  return desc;
}

static object_t plan_pooling(plan_t *plan, const request_t *r, object_t attr) {
  dims_t stride = {0}, dilate = {0}, left = {0}, right = {0}, kernel = {0};
  object_t x = images(r, r->x, r->channels, r->size), y = images(r, r->y, r->channels, r->out), forward = NULL, desc = NULL;
  if (!x || !y) return NULL;
  window(r, stride, dilate, left, right);
  memcpy(kernel, r->kernel, (size_t)r->nd * sizeof *kernel);
  int infers = r->what == POOL_INFERENCE || r->what == POOL_MEAN, kind = infers ? FORWARD_INFERENCE : FORWARD_TRAINING;
  int algorithm = r->what != POOL_MEAN ? POOLING_MAX : r->flags & WITHOUT_PADDING ? POOLING_MEAN_OF_INNER : POOLING_MEAN;
  if (dnnl_pooling_forward_primitive_desc_create(&forward, engine, kind, algorithm, x, y, stride, kernel, dilate, left, right, attr)) return NULL;
  if (!(r->flags & CHANNELS_LAST) && !starts_with(forward, "jit")) return NULL; /* XLA takes a tenth of the time */
  if (infers) {
    add(plan, ARG_SRC, 0, x, NULL);
    add(plan, ARG_DST, 1, y, NULL);
    return forward;
  }
  object_t places = dnnl_primitive_desc_query_md(forward, QUERY_WORKSPACE, 0); /* where each maximum was */
  if (r->what == POOL) {
    desc = forward;
    add(plan, ARG_SRC, 0, x, NULL);
    add(plan, ARG_DST, 1, y, NULL);
  } else {
    if (dnnl_pooling_backward_primitive_desc_create(&desc, engine, POOLING_MAX, x, y, stride, kernel, dilate, left, right, forward, attr)) return NULL;
    add(plan, ARG_DIFF_DST, 0, y, NULL);
  }
  add(plan, ARG_WORKSPACE, r->what == POOL, places, NULL);
  if (r->what != POOL) add(plan, ARG_DIFF_SRC, 1, x, NULL);
  return desc;
}
