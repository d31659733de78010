/* Softmax along the last axis and its gradient, row by row: a row stays in the processor's fastest cache between the passes over it.
 * XLA makes each pass over the whole array.
 */
#include "kernels.h"

#include <math.h>

/* The widest vectors that the processor has; results differ by the order of sums. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDEST
#endif

enum { SOFTMAX, SOFTMAX_GRADIENT, LOG_SOFTMAX, LOG_SOFTMAX_GRADIENT, KINDS };

/* exp(x) to 1.5 units in the last place for x <= 0; 0 where that would be denormal, as in XLA's programs; NaN stays. */
static inline __attribute__((always_inline)) float raise(float x) {
  float shifted;
  const float series = exp_reduced(x, &shifted) + 1.f;
  union {
    float number;
    uint32_t bits;
  } power = {.number = shifted};
  power.bits = (power.bits + 127u) << 23;
  float result = series * power.number;
  return x < -87.33654f ? 0.f : result;
}

WIDEST static void softmax(const float *x, float *y, int64_t count) {
  float most = x[0], sum = 0;
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < count; i++) most = x[i] > most ? x[i] : most;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; i++) {
    float raised = raise(x[i] - most);
    y[i] = raised;
    sum += raised;
  }
  float share = 1 / sum;
#pragma omp simd
  for (int64_t i = 0; i < count; i++) y[i] *= share;
}

WIDEST static void log_softmax(const float *x, float *y, int64_t count) {
  float most = x[0], sum = 0;
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < count; i++) most = x[i] > most ? x[i] : most;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; i++) sum += raise(x[i] - most);
  float shift = logf(sum);
#pragma omp simd
  for (int64_t i = 0; i < count; i++) y[i] = (x[i] - most) - shift;
}

WIDEST static void softmax_gradient(const float *y, const float *head, float *slope, int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; i++) sum += head[i] * y[i];
#pragma omp simd
  for (int64_t i = 0; i < count; i++) slope[i] = head[i] * y[i] - y[i] * sum;
}

WIDEST static void log_softmax_gradient(const float *y, const float *head, float *slope, int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; i++) sum += head[i];
#pragma omp simd
  for (int64_t i = 0; i < count; i++) slope[i] = head[i] - raise(y[i]) * sum;
}

typedef struct {
  int64_t kind, count;
  const float *x, *head;
  float *y;
} rows_t;

static void compute(void *context, int64_t first, int64_t last) {
  const rows_t *r = context;
  for (int64_t row = first; row < last; row++) {
    const float *x = r->x + row * r->count, *head = r->head + (r->head ? row * r->count : 0);
    float *y = r->y + row * r->count;
    switch (r->kind) {
      case SOFTMAX: softmax(x, y, r->count); break;
      case SOFTMAX_GRADIENT: softmax_gradient(x, head, y, r->count); break;
      case LOG_SOFTMAX: log_softmax(x, y, r->count); break;
      default: log_softmax_gradient(x, head, y, r->count);
    }
  }
}

/* A plan says what is computed; a gradient is made of the result and of the gradient of the result. Arrays have two axes. */
static const char *run(const call_t *call) {
  int64_t kind = call->plan[0];
  if (call->length != 1 || kind < 0 || kind >= KINDS || call->input_count != 1 + kind % 2 || call->output_count != 1) return WRONG;
  const XLA_FFI_Buffer *y = call->outputs[0];
  for (int64_t i = 0; i < call->input_count; i++)
    if (y->rank != 2 || !is(call->inputs[i], XLA_FFI_DataType_F32, 2, y->dims)) return WRONG;
  if (!is(y, XLA_FFI_DataType_F32, 2, y->dims)) return WRONG;
  rows_t rows = {.kind = kind, .count = y->dims[1], .x = call->inputs[0]->data, .y = y->data};
  if (kind % 2) rows.head = call->inputs[1]->data;
  if (rows.count) divide(compute, &rows, y->dims[0], 8. * (double)rows.count * (double)y->dims[0]);
  return NULL;
}

KERNELS(jmx_rows)
