/* Updates of weights by optimizers whose several results XLA computes in a loop each: here one loop reads and writes each array once.
 *
 * Results stand where the arrays stood that they replace, so that a plan of the same length is all the memory that is needed.
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

static void adam(void *context, int64_t first, int64_t last) {
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

/* The plan: what, how many elements, whether by the rules of MXNet 2.0. */
static const char *run(const call_t *call) {
  const int64_t *n = call->plan, numbers = NUMBERS;
  if (call->length != 3 || n[0] < 0 || n[0] >= KINDS) return WRONG;
  const int64_t states = states_of[n[0]];
  const XLA_FFI_Buffer *const *in = call->inputs, *const *out = call->outputs;
  if (call->input_count != states + 3 || call->output_count != states + 1) return WRONG;
  for (int64_t i = 0; i < states + 2; i++)
    if (!has(in[i], n[1])) return WRONG;
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
  divide(rules[n[0]], &u, n[1], 16.0 * (double)n[1]);
  return NULL;
}

KERNELS(jmx_updates)
