/* Calls of oneDNN from programs that XLA compiles for the CPU.
 *
 * XLA's public foreign function interface calls `jmx_onednn` (`ffi.h`) with the arrays of a call and one attribute, `plan`: whole numbers
 * that say what is to be computed (see `parse` and the functions that it chooses). A primitive of oneDNN is made once for every
 * plan and kept; nothing of Python is involved when it runs, so that no call waits for the interpreter's lock.
 *
 * oneDNN is found when the program runs (`jmx_onednn_open`). Its C interface is the same in all releases 3.x, so that its few
 * declarations stand in onednn.h, as those of XLA's interface do in xla.h, and nothing but a C compiler is needed.
 */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ffi.h"
#include "onednn.h"

static object_t engine;
static int threads; /* that oneDNN computes with */

/* ---- plans ---- */

/* An array that a primitive reads or writes: `user` is how the program lays it out, `inner` how the primitive wants it. Where
 * the two differ `reorder` copies one to the other, with the memory `copying`; the offsets are places in the scratch memory. `bytes` are those
 * that one execution of the primitive reads or writes; the next one goes on behind them if the array is one of images. */
typedef struct {
  int arg, output, buffer, images;
  object_t user, inner, reorder, copying;
  size_t offset, copying_offset, bytes;
} operand_t;

/* Code that oneDNN generates takes some ten mappings of memory for each plan; Linux gives a process 65530. */
enum { MAX_OPERANDS = 20, BUCKETS = 1024, MAX_PLANS = 2000, MAX_KEY = 26 };

/* What a thread should copy at least between layouts in one part of a batch. Channels: of a block of oneDNN's layout, fewer than
 * which a kernel reads as they are, and as many as oneDNN copies from last to second as fast as from blocks. */
enum { PART_BYTES = 1 << 19, BLOCK = 16, FEW = 4, MANY = 64 };

typedef struct plan {
  struct plan *next;
  int64_t *key;
  int64_t length;
  const char *refused; /* why oneDNN does not compute this; NULL where it does */
  object_t primitive, scratchpad;
  operand_t operands[MAX_OPERANDS];
  int count, inputs, outputs;
  int64_t parts; /* executions of the primitive in a call, each on as many images */
  size_t scratch, scratchpad_offset;
} plan_t;

static plan_t *plans[BUCKETS];
static int plan_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What `parse` reads from a key. Axes of `size` and the others are those of space, at most three. */
typedef struct {
  int64_t what, flags, nd, batch, groups, channels, filters;
  const int64_t *size, *out, *kernel, *stride, *pad, *dilate;
  float epsilon;
} request_t;

enum { CONVOLVE, CONVOLVE_DATA_GRADIENT, CONVOLVE_WEIGHT_GRADIENT, MULTIPLY, NORMALIZE, NORMALIZE_GRADIENT, POOL, POOL_GRADIENT, PACK,
       POOL_INFERENCE /* without the workspace that the gradient needs */, RECURRENT, RECURRENT_TRAINING,
       RECURRENT_GRADIENT };
enum {
  CHANNELS_LAST = 1, WEIGHT_LAST = 2, RELU = 4, BIAS = 8, TRANSPOSE_A = 16, TRANSPOSE_B = 32, SCALE_AND_SHIFT = 64, ADD = 128,
  PACKED = 256 /* the weight comes as the plan PACK of the same numbers has copied it */,
  REVERSED = 512
};

static size_t aligned(size_t n) { return (n + 63) / 64 * 64; }

/* Descriptors are NULL where oneDNN does not make them, and the plan is refused then. */

/* A dense array whose axes stand in memory in the given order, the last one fastest. */
static object_t dense(int count, const int64_t *dims, const int *order) {
  dims_t shape = {0}, strides = {0};
  int64_t stride = 1;
  object_t desc = NULL;
  for (int i = count - 1; i >= 0; i--) {
    shape[i] = dims[i];
    strides[order[i]] = stride;
    if (__builtin_mul_overflow(stride, dims[order[i]], &stride)) return NULL;
  }
  if (stride > INT32_MAX) return NULL; /* oneDNN keeps some sizes in 32 bits, and a division by one that is too large ends the process */
  dnnl_memory_desc_create_with_strides(&desc, count, shape, FLOAT32, strides);
  return desc;
}

static object_t any_layout(int count, const int64_t *dims) {
  dims_t shape = {0};
  object_t desc = NULL;
  memcpy(shape, dims, (size_t)count * sizeof *dims);
  dnnl_memory_desc_create_with_tag(&desc, count, shape, FLOAT32, ANY_LAYOUT);
  return desc;
}

/* (batch, channels, *space), in memory with channels second or last. */
static object_t images(const request_t *r, int64_t channels, const int64_t *space) {
  int64_t dims[MAX_DIMS] = {r->batch, channels};
  int order[MAX_DIMS] = {0}, nd = (int)r->nd, last = (r->flags & CHANNELS_LAST) != 0;
  for (int i = 0; i < nd; i++) {
    dims[2 + i] = space[i];
    order[(last ? 1 : 2) + i] = 2 + i;
  }
  order[last ? nd + 1 : 1] = 1;
  return dense(nd + 2, dims, order);
}

static object_t any_images(const request_t *r, int64_t channels, const int64_t *space) {
  int64_t dims[MAX_DIMS] = {r->batch, channels};
  for (int i = 0; i < r->nd; i++) dims[2 + i] = space[i];
  return any_layout((int)r->nd + 2, dims);
}

static object_t vector(int64_t length) {
  const int order[] = {0};
  return dense(1, &length, order);
}

/* (filters, channels, *kernel), or by groups with one more axis; in memory with channels second or last. */
static object_t kernels(const request_t *r, int any) {
  int64_t dims[MAX_DIMS] = {r->groups, r->filters / r->groups, r->channels / r->groups};
  int order[MAX_DIMS] = {0, 1}, nd = (int)r->nd, last = (r->flags & WEIGHT_LAST) != 0;
  for (int i = 0; i < nd; i++) {
    dims[3 + i] = r->kernel[i];
    order[(last ? 2 : 3) + i] = 3 + i;
  }
  order[last ? nd + 2 : 2] = 2;
  if (r->groups > 1) return any ? any_layout(nd + 3, dims) : dense(nd + 3, dims, order);
  for (int i = 0; i < nd + 2; i++) order[i] = order[i + 1] - 1;
  return any ? any_layout(nd + 2, dims + 1) : dense(nd + 2, dims + 1, order);
}

/* Without `inner` the primitive wants the array as the program lays it out. */
static void add(plan_t *plan, int arg, int output, object_t user, object_t inner) {
  operand_t *operand = &plan->operands[plan->count++];
  *operand = (operand_t){.arg = arg, .output = output, .user = user, .inner = inner ? inner : user};
  operand->buffer = output ? plan->outputs++ : plan->inputs++;
}

static void add_images(plan_t *plan, int arg, int output, object_t user, object_t inner) {
  add(plan, arg, output, user, inner);
  plan->operands[plan->count - 1].images = 1;
}

/* The argument that is the second operand of a post-operation, and one vector for all places of images. */
static int post_operand(int position) { return 32768 * (position + 1) | 2; }

static object_t channel_vector(const request_t *r) {
  int64_t dims[MAX_DIMS] = {1, r->filters};
  int order[MAX_DIMS] = {0};
  for (int i = 0; i < r->nd + 2; i++) {
    if (i > 1) dims[i] = 1;
    order[i] = i;
  }
  return dense((int)r->nd + 2, dims, order);
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
      other = images(r, r->filters, r->out);
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
  if ((r->what != CONVOLVE && r->what != CONVOLVE_DATA_GRADIENT) || r->flags & CHANNELS_LAST) return 1;
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
  object_t x = images(r, r->channels, r->size), y = images(r, r->filters, r->out), w = kernels(r, 0);
  layouts_t l = {.x = x, .w = kernels(r, 1), .bias = r->flags & BIAS ? vector(r->filters) : NULL, .y = y};
  if (!x || !y || !w || !l.w || (r->flags & BIAS && !l.bias)) return NULL;
  window(r, l.stride, l.dilate, l.left, l.right);
  object_t desc = NULL;
  if (!(r->flags & CHANNELS_LAST)) { /* oneDNN is far faster in its own layouts than with channels second */
    if (is_faster_with_channels_last(r)) {
      request_t last = *r;
      last.flags |= CHANNELS_LAST;
      l.x = images(&last, r->channels, r->size);
      l.y = images(&last, r->filters, r->out);
      if (l.x && l.y) desc = implementation(r, &l, attr);
      if (desc && !starts_with(desc, "jit")) {
        dnnl_primitive_desc_destroy(desc);
        desc = NULL;
      }
    }
    if (!desc) {
      l.x = any_images(r, r->channels, r->size);
      l.y = any_images(r, r->filters, r->out);
      desc = blocked_implementation(r, &l, attr);
    }
  }
  if (!desc && !(desc = implementation(r, &l, attr))) return NULL;
  if (r->what == CONVOLVE) {
    add_images(plan, ARG_SRC, 0, x, dnnl_primitive_desc_query_md(desc, QUERY_SRC, 0));
    object_t inner_w = dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0);
    add(plan, ARG_WEIGHTS, 0, r->flags & PACKED ? inner_w : w, inner_w);
    if (l.bias) add(plan, ARG_BIAS, 0, l.bias, NULL);
    int position = 0;
    if (r->flags & SCALE_AND_SHIFT)
      while (position < 2) add(plan, post_operand(position++), 0, channel_vector(r), NULL);
    if (r->flags & ADD) add_images(plan, post_operand(position), 0, images(r, r->filters, r->out), NULL);
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

/* (batch, channels) @ (channels, filters); the flags say which of the two stands transposed in memory. */
static object_t plan_product(plan_t *plan, const request_t *r, object_t attr) {
  const int straight[] = {0, 1}, turned[] = {1, 0};
  const int64_t a[] = {r->batch, r->channels}, b[] = {r->channels, r->filters}, c[] = {r->batch, r->filters};
  object_t x = dense(2, a, r->flags & TRANSPOSE_A ? turned : straight), w = dense(2, b, r->flags & TRANSPOSE_B ? turned : straight);
  object_t y = dense(2, c, straight), desc = NULL;
  if (!x || !w || !y) return NULL;
  if (r->flags == TRANSPOSE_B && r->batch <= ROWS_OF_INNER_PRODUCT) {
    const int64_t turned_b[] = {r->filters, r->channels};
    if (!(w = dense(2, turned_b, straight))) return NULL;
    if (dnnl_inner_product_forward_primitive_desc_create(&desc, engine, FORWARD_INFERENCE, x, w, NULL, y, attr)) return NULL;
  } else if (dnnl_matmul_primitive_desc_create(&desc, engine, x, w, NULL, y, attr)) return NULL;
  add(plan, ARG_SRC, 0, x, NULL);
  add(plan, ARG_WEIGHTS, 0, w, NULL);
  add(plan, ARG_DST, 1, y, NULL);
  return desc;
}

static object_t plan_normalization(plan_t *plan, const request_t *r, object_t attr) {
  object_t x = images(r, r->channels, r->size), v = vector(r->channels), forward = NULL, desc = NULL;
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
  object_t x = images(r, r->channels, r->size), y = images(r, r->channels, r->out), forward = NULL, desc = NULL;
  if (!x || !y) return NULL;
  window(r, stride, dilate, left, right);
  memcpy(kernel, r->kernel, (size_t)r->nd * sizeof *kernel);
  int kind = r->what == POOL_INFERENCE ? FORWARD_INFERENCE : FORWARD_TRAINING;
  if (dnnl_pooling_forward_primitive_desc_create(&forward, engine, kind, POOLING_MAX, x, y, stride, kernel, dilate, left, right, attr)) return NULL;
  if (!(r->flags & CHANNELS_LAST) && !starts_with(forward, "jit")) return NULL; /* XLA takes a tenth of the time */
  if (r->what == POOL_INFERENCE) {
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

#include "onednn_recurrent.h"

static plan_t *found(const int64_t *key, int64_t length);

/* The copy of a weight that a convolution wants. Its layout is asked of the convolution's own plan: oneDNN may choose another one for
 * an equal convolution, when the number of threads has changed. */
static object_t plan_packing(plan_t *plan, const request_t *r, object_t attr) {
  int64_t key[MAX_KEY];
  memcpy(key, plan->key, (size_t)plan->length * sizeof *key);
  key[0] = CONVOLVE;
  const plan_t *convolution = r->flags & PACKED ? found(key, plan->length) : NULL;
  object_t w = kernels(r, 0), packed = NULL, desc = NULL;
  if (!convolution || convolution->refused || !w) return NULL;
  for (int i = 0; i < convolution->count; i++)
    if (convolution->operands[i].arg == ARG_WEIGHTS) packed = convolution->operands[i].user;
  if (!packed || dnnl_memory_desc_equal(w, packed)) return NULL;
  if (dnnl_reorder_primitive_desc_create(&desc, w, engine, packed, engine, attr)) return NULL;
  add(plan, ARG_SRC, 0, w, NULL);
  add(plan, ARG_DST, 1, packed, NULL);
  return desc;
}

/* Read a key: what, flags, spatial dimensions, batch, groups, channels, filters, epsilon (bits of a float), then six numbers for
 * each spatial dimension. Keys come from jmx's own programs; one of another length is refused. */
static int parse(const int64_t *key, int64_t length, request_t *r) {
  if (length < 8 || key[2] < 0 || key[2] > 3 || length != 8 + 6 * key[2]) return 0; /* at most MAX_KEY */
  int32_t bits = (int32_t)key[7];
  *r = (request_t){.what = key[0], .flags = key[1], .nd = key[2], .batch = key[3], .groups = key[4], .channels = key[5], .filters = key[6]};
  memcpy(&r->epsilon, &bits, sizeof bits);
  const int64_t **parts[] = {&r->size, &r->out, &r->kernel, &r->stride, &r->pad, &r->dilate};
  for (int i = 0; i < 6; i++) *parts[i] = key + 8 + i * r->nd;
  for (int64_t i = 3; i < length; i++)
    if (i != 7 && (key[i] < 0 || key[i] > INT32_MAX)) return 0;
  return r->groups > 0;
}

static const char *complete(plan_t *plan, object_t desc, object_t attr) {
  const char *implementation = "";
  dnnl_primitive_desc_query(desc, QUERY_IMPLEMENTATION, 0, &implementation);
  /* of recurrent layers that one has the fast products of matrices, too */
  if (strstr(implementation, "ref") && plan->key[0] < RECURRENT) return "oneDNN has only its reference implementation for this.";
  if (dnnl_primitive_create(&plan->primitive, desc)) return "oneDNN did not make the primitive.";
  plan->scratchpad = dnnl_primitive_desc_query_md(desc, QUERY_SCRATCHPAD, 0);
  size_t scratchpad = dnnl_memory_desc_get_size(plan->scratchpad);
  for (int i = 0; i < plan->count; i++) {
    operand_t *o = &plan->operands[i];
    object_t copy = NULL;
    if (!o->user) return "There is no memory.";
    o->bytes = dnnl_memory_desc_get_size(o->user);
    if (dnnl_memory_desc_equal(o->user, o->inner)) continue;
    object_t from = o->output ? o->inner : o->user, to = o->output ? o->user : o->inner;
    if (dnnl_reorder_primitive_desc_create(&copy, from, engine, to, engine, attr) || dnnl_primitive_create(&o->reorder, copy))
      return "oneDNN does not copy from one layout to the other.";
    o->offset = plan->scratch;
    plan->scratch += aligned(dnnl_memory_desc_get_size(o->inner));
    o->copying = dnnl_primitive_desc_query_md(copy, QUERY_SCRATCHPAD, 0); /* which refers to `copy` */
    o->copying_offset = plan->scratch;
    plan->scratch += aligned(dnnl_memory_desc_get_size(o->copying));
  }
  plan->scratchpad_offset = plan->scratch;
  plan->scratch += aligned(scratchpad);
  return NULL;
}

static plan_t *new_plan(const int64_t *key, int64_t length) {
  plan_t *plan = calloc(1, sizeof *plan);
  request_t r;
  object_t attr, desc = NULL;
  if (!plan) return NULL;
  plan->key = malloc((size_t)length * sizeof *key + 1);
  if (!plan->key) return free(plan), NULL;
  memcpy(plan->key, key, (size_t)length * sizeof *key);
  plan->length = length;
  plan->parts = 1;
  int understood = engine && parse(plan->key, length, &r);
  if (understood) r.batch /= plan->parts = parts_of(&r);
  if (!understood || !(attr = attributes(&r))) {
    plan->refused = "This is no plan of jmx's.";
    return plan;
  }
  if (plan_count >= MAX_PLANS) {
    plan->refused = "There are as many plans as a process may have.";
    dnnl_primitive_attr_destroy(attr);
    return plan;
  }
  switch (r.what) {
    case CONVOLVE: case CONVOLVE_DATA_GRADIENT: case CONVOLVE_WEIGHT_GRADIENT: desc = plan_convolution(plan, &r, attr); break;
    case MULTIPLY: desc = plan_product(plan, &r, attr); break;
    case NORMALIZE: case NORMALIZE_GRADIENT: desc = plan_normalization(plan, &r, attr); break;
    case POOL: case POOL_GRADIENT: case POOL_INFERENCE: desc = plan_pooling(plan, &r, attr); break;
    case RECURRENT: case RECURRENT_TRAINING: case RECURRENT_GRADIENT: desc = plan_recurrent(plan, &r, (int)plan->key[7], attr); break;
    case PACK: desc = plan_packing(plan, &r, attr); break;
  }
  /* Copies are made with fresh attributes: those of the primitive may have post-operations. */
  object_t plain = desc ? attributes(&(request_t){.what = MULTIPLY}) : NULL;
  plan->refused = plain ? complete(plan, desc, plain) : "oneDNN does not compute this.";
  if (!plan->refused) plan_count++;
  if (plain) dnnl_primitive_attr_destroy(plain);
  dnnl_primitive_attr_destroy(attr);
  return plan; /* descriptors are kept as long as the plan, that is to the end of the process */
}

/* The plan of a key, which is made if there is none; by whoever holds the lock. */
static plan_t *found(const int64_t *key, int64_t length) {
  uint64_t hash = 1469598103934665603u;
  for (int64_t i = 0; i < length; i++) hash = (hash ^ (uint64_t)key[i]) * 1099511628211u;
  plan_t **bucket = &plans[(hash ^ hash >> 32) % BUCKETS], *plan;
  for (plan = *bucket; plan; plan = plan->next)
    if (plan->length == length && !memcmp(plan->key, key, (size_t)length * sizeof *key)) return plan;
  if ((plan = new_plan(key, length))) {
    plan->next = *bucket;
    *bucket = plan;
  }
  return plan;
}

static plan_t *plan_of(const int64_t *key, int64_t length) {
  pthread_mutex_lock(&lock);
  plan_t *plan = found(key, length);
  pthread_mutex_unlock(&lock);
  return plan;
}

/* ---- running ---- */

/* What a call needs beside its arrays: a stream, which no other call may use meanwhile, and scratch memory. Calls take one that
 * is free and give it back, so that there are as many as calls ever ran at once, whatever threads they ran in. */
typedef struct workplace {
  struct workplace *next;
  size_t size;
  void *block;
  object_t stream;
} workplace_t;

static workplace_t *workplaces;

static void give_back(workplace_t *workplace) {
  pthread_mutex_lock(&lock);
  workplace->next = workplaces;
  workplaces = workplace;
  pthread_mutex_unlock(&lock);
}

/* A workplace with so much scratch memory; NULL where there is not enough. */
static workplace_t *take_workplace(size_t size) {
  pthread_mutex_lock(&lock);
  workplace_t *workplace = workplaces;
  if (workplace) workplaces = workplace->next;
  pthread_mutex_unlock(&lock);
  if (!workplace) {
    if (!(workplace = calloc(1, sizeof *workplace))) return NULL;
    if (dnnl_stream_create(&workplace->stream, engine, IN_ORDER)) return free(workplace), NULL;
  }
  if (workplace->size < size) {
    free(workplace->block);
    workplace->size = 0;
    if (posix_memalign(&workplace->block, 64, size)) {
      workplace->block = NULL;
      return give_back(workplace), NULL;
    }
    workplace->size = size;
  }
  return workplace;
}

static int copy(object_t stream, const operand_t *operand, char *scratch, object_t from, object_t to) {
  object_t room = NULL;
  if (dnnl_memory_create(&room, operand->copying, engine, scratch + operand->copying_offset)) return 1;
  exec_arg_t args[] = {{ARG_SRC, from}, {ARG_DST, to}, {ARG_SCRATCHPAD, room}};
  int status = dnnl_primitive_execute(operand->reorder, stream, 3, args);
  dnnl_memory_destroy(room);
  return status;
}

/* Execute the primitive on one part of the images; copies of all other inputs are made with the first part and kept. */
static int execute(const plan_t *plan, const workplace_t *workplace, void *const *inputs, void *const *outputs, size_t part) {
  exec_arg_t args[MAX_OPERANDS + 1];
  object_t user[MAX_OPERANDS] = {NULL}, inner[MAX_OPERANDS] = {NULL}, scratchpad = NULL, stream = workplace->stream;
  int status = 0, count = plan->count;
  char *scratch = workplace->block;
  for (int i = 0; i < count && !status; i++) {
    const operand_t *o = &plan->operands[i];
    char *array = o->output ? outputs[o->buffer] : inputs[o->buffer];
    status = dnnl_memory_create(&user[i], o->user, engine, array + (o->images ? part * o->bytes : 0));
    if (o->reorder && !status) status = dnnl_memory_create(&inner[i], o->inner, engine, scratch + o->offset);
    if (o->reorder && !o->output && !status && (o->images || !part)) status = copy(stream, o, scratch, user[i], inner[i]);
    args[i] = (exec_arg_t){o->arg, o->reorder ? inner[i] : user[i]};
  }
  if (!status) status = dnnl_memory_create(&scratchpad, plan->scratchpad, engine, scratch + plan->scratchpad_offset);
  args[count] = (exec_arg_t){ARG_SCRATCHPAD, scratchpad};
  if (!status) status = dnnl_primitive_execute(plan->primitive, stream, count + 1, args);
  for (int i = 0; i < count && !status; i++)
    if (inner[i] && plan->operands[i].output) status = copy(stream, &plan->operands[i], scratch, inner[i], user[i]);
  for (int i = 0; i < count; i++) {
    if (inner[i]) dnnl_memory_destroy(inner[i]);
    if (user[i]) dnnl_memory_destroy(user[i]);
  }
  if (scratchpad) dnnl_memory_destroy(scratchpad);
  return status;
}

static const char *perform(const plan_t *plan, void *const *inputs, void *const *outputs) {
  workplace_t *workplace = take_workplace(plan->scratch);
  if (!workplace) return "There is no memory for oneDNN's scratchpad.";
  int status = 0;
  for (int64_t part = 0; part < plan->parts && !status; part++) status = execute(plan, workplace, inputs, outputs, (size_t)part);
  give_back(workplace);
  return status ? "oneDNN ended a call with an error." : NULL;
}

/* Whether an array is as large as its operand: workspaces are bytes, everything else is single precision. */
static int fits(const plan_t *plan, const operand_t *operand, const XLA_FFI_Buffer *array) {
  int bytes = operand->arg == ARG_WORKSPACE;
  int64_t size = bytes ? 1 : 4;
  if (array->dtype != (bytes ? XLA_FFI_DataType_U8 : XLA_FFI_DataType_F32)) return 0;
  for (int64_t i = 0; i < array->rank; i++)
    if (__builtin_mul_overflow(size, array->dims[i], &size)) return 0;
  return (size_t)size == operand->bytes * (operand->images ? (size_t)plan->parts : 1);
}

static const char *run(const call_t *call) {
  const plan_t *plan = plan_of(call->plan, call->length);
  if (!plan) return "There is no memory for a plan of oneDNN's.";
  if (plan->refused) return plan->refused;
  if (call->input_count != plan->inputs || call->output_count != plan->outputs) return "A call of oneDNN with other arrays than its plan has.";
  void *inputs[MAX_OPERANDS], *outputs[MAX_OPERANDS];
  for (int i = 0; i < plan->count; i++) {
    const operand_t *o = &plan->operands[i];
    const XLA_FFI_Buffer *array = (o->output ? call->outputs : call->inputs)[o->buffer];
    if (!fits(plan, o, array)) return "A call of oneDNN with an array of another size or type than its plan has.";
    (o->output ? outputs : inputs)[o->buffer] = array->data;
  }
  return perform(plan, inputs, outputs);
}

KERNELS(jmx_onednn)

/* Load oneDNN; why it cannot be, or NULL. */
const char *jmx_onednn_open(const char *path) {
  static char message[512];
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(message, sizeof message, "%s", dlerror());
    return message;
  }
  const version_t *(*version_of)(void) = (const version_t *(*)(void))dlsym(library, "dnnl_version");
  const version_t *version = version_of ? version_of() : NULL;
  if (!version) {
    snprintf(message, sizeof message, "%s has no dnnl_version: it is no oneDNN 3.", path);
    return message;
  }
  if (version->major != 3 || !(version->cpu_runtime & (SEQUENTIAL | OPENMP | TBB))) {
    snprintf(message, sizeof message, "%s is oneDNN %d.%d (runtime %u): needed is 3.x with OpenMP, TBB or one thread.", path,
             version->major, version->minor, version->cpu_runtime);
    return message;
  }
#define FIND(result, name, parameters)                                                     \
  if (!(name = (result(*) parameters)dlsym(library, #name))) {                             \
    snprintf(message, sizeof message, "%s has no %s: it is no oneDNN 3.", path, #name);    \
    return message;                                                                        \
  }
  FUNCTIONS(FIND)
  int (*count_threads)(void) = (int (*)(void))dlsym(library, "omp_get_max_threads");
  threads = count_threads ? count_threads() : (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (threads < 1) threads = 1;
  if (dnnl_engine_create(&engine, CPU, 0)) {
    engine = NULL;
    return "oneDNN did not start.";
  }
  return NULL;
}

/* Make the primitive of a plan: why oneDNN does not compute it, or NULL. Bytes of its workspace, or of a copy of a weight, come back
 * in `bytes`. */
const char *jmx_onednn_prepare(const int64_t *key, int64_t length, int64_t *bytes) {
  const plan_t *plan = plan_of(key, length);
  if (!plan) return "There is no memory.";
  if (plan->refused) return plan->refused;
  *bytes = 0;
  for (int i = 0; i < plan->count; i++) {
    const operand_t *o = &plan->operands[i];
    if (o->arg == ARG_WORKSPACE || (plan->key[0] == PACK && o->output)) *bytes = (int64_t)dnnl_memory_desc_get_size(o->user);
  }
  return NULL;
}
