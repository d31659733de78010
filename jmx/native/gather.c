/* Slices of an array at positions along an axis, and their gradient, in single precision.
 *
 * A plan is (what, elements before the axis, its size, elements behind it, positions). Arrays are (data, positions), or (head, positions)
 * with what is added up at each position as the result, in the positions' order. Positions are int32; those outside are moved inside. The
 * work is divided among threads by slices that are written.
 */
#include "kernels.h"

enum { TAKE, ADD };

typedef struct {
  int64_t outer, size, inner, count;
  const float *data;
  const int32_t *at;
  float *out;
} task_t;

static int64_t inside(const task_t *t, int64_t i) { return t->at[i] < 0 ? 0 : t->at[i] < t->size ? t->at[i] : t->size - 1; }

static void take(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  for (int64_t i = first; i < last; i++) {
    const int64_t from = i / t->count * t->size + inside(t, i % t->count);
    memcpy(t->out + i * t->inner, t->data + from * t->inner, (size_t)t->inner * sizeof *t->out);
  }
}

static void add(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  memset(t->out + first * t->inner, 0, (size_t)((last - first) * t->inner) * sizeof *t->out);
  for (int64_t o = first / t->size; o * t->size < last; o++)
    for (int64_t i = 0; i < t->count; i++) {
      const int64_t to = o * t->size + inside(t, i);
      if (to < first || to >= last) continue;
      float *restrict sum = t->out + to * t->inner;
      const float *restrict more = t->data + (o * t->count + i) * t->inner;
      for (int64_t k = 0; k < t->inner; k++) sum[k] += more[k];
    }
}

/* Whether an array of numbers in single precision has so many elements. */
static int holds(const XLA_FFI_Buffer *array, int64_t a, int64_t b, int64_t c) {
  int64_t need, size = 1;
  if (array->dtype != XLA_FFI_DataType_F32 || __builtin_mul_overflow(a, b, &need) || __builtin_mul_overflow(need, c, &need)) return 0;
  for (int64_t i = 0; i < array->rank; i++) size *= array->dims[i];
  return size == need && need <= INT64_MAX / 8;
}

static const char *run(const call_t *call) {
  const int64_t *n = call->plan;
  if (call->length != 5 || n[0] < TAKE || n[0] > ADD || call->input_count != 2 || call->output_count != 1) return WRONG;
  task_t t = {.outer = n[1], .size = n[2], .inner = n[3], .count = n[4]};
  if (t.outer < 1 || t.size < 1 || t.inner < 1 || t.count < 1) return WRONG;
  const XLA_FFI_Buffer *in = call->inputs[0], *at = call->inputs[1], *out = call->outputs[0];
  int64_t positions = 1;
  for (int64_t i = 0; i < at->rank; i++) positions *= at->dims[i];
  if (at->dtype != XLA_FFI_DataType_S32 || positions != t.count) return WRONG;
  const XLA_FFI_Buffer *whole = n[0] == TAKE ? in : out, *slices = n[0] == TAKE ? out : in;
  if (!holds(whole, t.outer, t.size, t.inner) || !holds(slices, t.outer, t.count, t.inner)) return WRONG;
  t.data = in->data, t.at = at->data, t.out = out->data;
  const double moved = (double)t.outer * (double)t.count * (double)t.inner;
  if (n[0] == TAKE)
    divide(take, &t, t.outer * t.count, moved);
  else
    divide(add, &t, t.outer * t.size, moved + (double)t.outer * (double)t.size * (double)t.inner);
  return NULL;
}

KERNELS(jmx_gather)
