/* Updates of weights by optimizers whose several results XLA computes in a loop each: here one loop reads and writes each array once.
 *
 * Results stand where the arrays stood that they replace, so that a plan of the same length is all the memory that is needed.
 * Lazy updates read and write the rows that a gradient has.
 */
#include "kernels.h"

#include <math.h>

/* What is computed. Arrays: weight, states, gradient, numbers; results: weight, states. */
enum { ADAM, RMSPROP, MOMENTUM, PLAIN, KINDS };

/* The numbers of a call: those that all have, then those of each. */
enum { RATE, DECAY, FACTOR, BOUND, EPSILON, SHARE, REST, OTHER_SHARE, OTHER_REST, NUMBERS };
enum { WEIGHT_BOUND = OTHER_SHARE, KEPT = EPSILON, WEIGHT_SHARE = DECAY };

typedef struct {
  const float *numbers, *gradient, *old, *first, *second; /* weight and states as they were */
  float *weight, *one, *two;                              /* and as they will be */
  int v2;
} update_t;

static inline float cut(float x, float bound) { return x < -bound ? -bound : x > bound ? bound : x; }

/* The gradient with weight decay, which is added before it is cut to its bound, or with the rules of MXNet 2.0 after that. */
static inline float decayed(const float *n, float gradient, float weight, int v2) {
  const float g = gradient * n[FACTOR];
  return v2 ? cut(g, n[BOUND]) + n[DECAY] * weight : cut(g + n[DECAY] * weight, n[BOUND]);
}

static inline __attribute__((always_inline)) void adam_rule(const update_t *u, int64_t first, int64_t last, int v2) {
  float n[NUMBERS];
  memcpy(n, u->numbers, sizeof n);
  /* an element is read before it is written, so that old and new values may be the same memory */
#pragma GCC ivdep
  for (int64_t i = first; i < last; i++) {
    const float weight = u->old[i], g = decayed(n, u->gradient[i], weight, v2);
    const float mean = n[SHARE] * u->first[i] + n[REST] * g, var = n[OTHER_SHARE] * u->second[i] + n[OTHER_REST] * g * g;
    u->one[i] = mean;
    u->two[i] = var;
    u->weight[i] = weight - n[RATE] * mean / (sqrtf(var) + n[EPSILON]);
  }
}

static inline __attribute__((always_inline)) void rmsprop_rule(const update_t *u, int64_t first, int64_t last, int v2) {
  float n[NUMBERS];
  memcpy(n, u->numbers, sizeof n);
#pragma GCC ivdep
  for (int64_t i = first; i < last; i++) {
    const float weight = u->old[i], g = decayed(n, u->gradient[i], weight, v2);
    const float square = n[REST] * (g * g) + n[SHARE] * u->first[i];
    const float root = v2 ? sqrtf(square) + n[EPSILON] : sqrtf(square + n[EPSILON]);
    u->one[i] = square;
    u->weight[i] = cut(weight - n[RATE] * (g / root), n[WEIGHT_BOUND]);
  }
}

static void momentum(void *context, int64_t first, int64_t last) {
  const update_t *u = context;
  float n[NUMBERS];
  memcpy(n, u->numbers, sizeof n);
#pragma GCC ivdep
  for (int64_t i = first; i < last; i++) {
    const float weight = u->old[i], step = n[RATE] * cut(n[FACTOR] * u->gradient[i], n[BOUND]);
    const float moved = n[KEPT] * u->first[i] - n[WEIGHT_SHARE] * weight - step;
    u->one[i] = moved;
    u->weight[i] = weight + moved;
  }
}

static void plain(void *context, int64_t first, int64_t last) {
  const update_t *u = context;
  float n[NUMBERS];
  memcpy(n, u->numbers, sizeof n);
#pragma GCC ivdep
  for (int64_t i = first; i < last; i++)
    u->weight[i] = n[WEIGHT_SHARE] * u->old[i] - n[RATE] * cut(u->gradient[i] * n[FACTOR], n[BOUND]);
}

WIDE static void adam(void *context, int64_t first, int64_t last) {
  const update_t *u = context;
  if (u->v2) adam_rule(u, first, last, 1);
  else adam_rule(u, first, last, 0);
}

static void rmsprop(void *context, int64_t first, int64_t last) {
  const update_t *u = context;
  if (u->v2) rmsprop_rule(u, first, last, 1);
  else rmsprop_rule(u, first, last, 0);
}

/* Whether an array has this many elements of single precision, in whatever shape. */
static int has(const XLA_FFI_Buffer *array, int64_t count) {
  int64_t left = count;
  if (array->dtype != XLA_FFI_DataType_F32 || count < 1) return 0;
  for (int64_t i = 0; i < array->rank; i++) {
    if (array->dims[i] < 1 || left % array->dims[i]) return 0;
    left /= array->dims[i];
  }
  return left == 1;
}

/* What computes each kind, and how many states it has. */
static void (*const rules[KINDS])(void *, int64_t, int64_t) = {adam, rmsprop, momentum, plain};
static const int64_t states_of[KINDS] = {2, 1, 1, 0};

/* An update of some rows of the arrays, whose numbers ascend up to the first one that is not there. The gradient has these rows only. */
typedef struct {
  const update_t *all;
  void (*rule)(void *, int64_t, int64_t);
  const int32_t *at;
  const int64_t *long_at;
  int64_t width, height, states;
} rows_t;

/* Rows of fewer elements are brought together, so that a rule has loops that are worth it. */
enum { NARROW = 16, TOGETHER = 512 };

/* The place of the first element of a row, or -1. */
static inline int64_t row_of(const rows_t *r, int64_t k) {
  const int64_t row = r->at ? r->at[k] : r->long_at[k];
  return row < 0 || row >= r->height ? -1 : row * r->width;
}

static int64_t places(const rows_t *r, int64_t first, int64_t last, int64_t *at) {
  int64_t count = 0;
  while (first + count < last && (at[count] = row_of(r, first + count)) >= 0) count++;
  return count;
}

static inline __attribute__((always_inline)) void gather(float *to, const float *from, const int64_t *at, int64_t count, int64_t width) {
  for (int64_t k = 0; k < count; k++)
    for (int64_t i = 0; i < width; i++) to[k * width + i] = from[at[k] + i];
}

static inline __attribute__((always_inline)) void scatter(float *to, const float *from, const int64_t *at, int64_t count, int64_t width) {
  for (int64_t k = 0; k < count; k++)
    for (int64_t i = 0; i < width; i++) to[at[k] + i] = from[k * width + i];
}

/* Widths that the compiler knows have short loops. */
#define OF_WIDTH(move, to, from)                                       \
  switch (r->width) {                                                  \
    case 1: move(to, from, at, count, 1); break;                       \
    case 2: move(to, from, at, count, 2); break;                       \
    case 4: move(to, from, at, count, 4); break;                       \
    case 8: move(to, from, at, count, 8); break;                       \
    default: move(to, from, at, count, r->width);                      \
  }

static void narrow_rows(void *context, int64_t first, int64_t last) {
  const rows_t *r = context;
  const update_t *u = r->all;
  const int64_t most = TOGETHER / r->width;
  float weight[TOGETHER], one[TOGETHER], two[TOGETHER];
  int64_t at[TOGETHER], count;
  for (int64_t k = first; k < last; k += count) {
    count = places(r, k, k + most < last ? k + most : last, at);
    if (!count) return;
    OF_WIDTH(gather, weight, u->weight)
    if (r->states > 0) OF_WIDTH(gather, one, u->one)
    if (r->states > 1) OF_WIDTH(gather, two, u->two)
    update_t part = {.numbers = u->numbers, .gradient = u->gradient + k * r->width, .old = weight, .first = one, .second = two,
                     .weight = weight, .one = one, .two = two, .v2 = u->v2};
    r->rule(&part, 0, count * r->width);
    OF_WIDTH(scatter, u->weight, weight)
    if (r->states > 0) OF_WIDTH(scatter, u->one, one)
    if (r->states > 1) OF_WIDTH(scatter, u->two, two)
  }
}

static void wide_rows(void *context, int64_t first, int64_t last) {
  const rows_t *r = context;
  for (int64_t k = first; k < last; k++) {
    const int64_t at = row_of(r, k);
    if (at < 0) return;
    update_t part = *r->all;
    part.gradient += k * r->width;
    part.old = part.weight += at;
    if (r->states > 0) part.first = part.one += at;
    if (r->states > 1) part.second = part.two += at;
    r->rule(&part, 0, r->width);
  }
}

/* The rest of a plan of rows: how many rows the arrays have, and how many the gradient. */
static const char *update_rows(const call_t *call, const update_t *u, int64_t states) {
  const int64_t *n = call->plan, height = n[3], count = n[4], width = n[1] / height;
  const XLA_FFI_Buffer *rows = call->inputs[states + 3];
  const rows_t r = {.all = u, .rule = rules[n[0]], .width = width, .height = height, .states = states,
                    .at = rows->dtype == XLA_FFI_DataType_S32 ? rows->data : NULL, .long_at = rows->data};
  if (!is(rows, r.at ? XLA_FFI_DataType_S32 : XLA_FFI_DataType_S64, 1, &count)) return WRONG;
  const float *const before[] = {u->old, u->first, u->second};
  float *const after[] = {u->weight, u->one, u->two};
  for (int64_t i = 0; i <= states; i++)
    if (before[i] != after[i]) memcpy(after[i], before[i], (size_t)n[1] * sizeof(float));
  divide(width < NARROW ? narrow_rows : wide_rows, (void *)(uintptr_t)&r, count, 16.0 * (double)count * (double)width);
  return NULL;
}

/* The plan: what, how many elements, whether by the rules of MXNet 2.0; of an update of rows two numbers more. */
static const char *run(const call_t *call) {
  const int64_t *n = call->plan, numbers = NUMBERS;
  const int some = call->length == 5;
  if ((call->length != 3 && !some) || n[0] < 0 || n[0] >= KINDS) return WRONG;
  const int64_t states = states_of[n[0]];
  const XLA_FFI_Buffer *const *in = call->inputs, *const *out = call->outputs;
  if (call->input_count != states + 3 + some || call->output_count != states + 1) return WRONG;
  int64_t given = n[1];
  if (some && (n[1] < 1 || n[3] < 1 || n[4] < 1 || n[1] % n[3] || __builtin_mul_overflow(n[1] / n[3], n[4], &given))) return WRONG;
  for (int64_t i = 0; i < states + 2; i++)
    if (!has(in[i], i <= states ? n[1] : given)) return WRONG;
  for (int64_t i = 0; i < states + 1; i++)
    if (!has(out[i], n[1])) return WRONG;
  if (!is(in[states + 2], XLA_FFI_DataType_F32, 1, &numbers)) return WRONG;
  update_t u = {.old = in[0]->data, .gradient = in[states + 1]->data, .numbers = in[states + 2]->data, .weight = out[0]->data,
                .v2 = n[2] != 0};
  if (states > 0) {
    u.first = in[1]->data;
    u.one = out[1]->data;
  }
  if (states > 1) {
    u.second = in[2]->data;
    u.two = out[2]->data;
  }
  if (some) return update_rows(call, &u, states);
  divide(rules[n[0]], &u, n[1], 16.0 * (double)n[1]);
  return NULL;
}

KERNELS(jmx_updates)
