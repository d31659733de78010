/* Softmax along the last axis with its gradient, and normalizations of rows: a row stays in the processor's fastest cache between the passes over it.
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

enum { SOFTMAX, SOFTMAX_GRADIENT, LOG_SOFTMAX, LOG_SOFTMAX_GRADIENT, NORMALIZATION, KINDS };

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

/* (x - mean) / deviation * factor + shift. */
WIDEST static void normalize(const float *x, const float *factor, const float *shift, float epsilon, float *y, float *mean, float *deviation,
                             int64_t count) {
  float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; i++) sum += x[i];
  const float middle = sum / (float)count;
#pragma omp simd reduction(+ : squares)
  for (int64_t i = 0; i < count; i++) squares += (x[i] - middle) * (x[i] - middle);
  const float width = sqrtf(squares / (float)count + epsilon), share = 1 / width;
#pragma omp simd
  for (int64_t i = 0; i < count; i++) y[i] = (x[i] - middle) * share * factor[i] + shift[i];
  *mean = middle, *deviation = width;
}

typedef struct {
  int64_t kind, count;
  const float *x, *head, *factor, *shift;
  float *y, *mean, *deviation, epsilon;
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
      case NORMALIZATION: normalize(x, r->factor, r->shift, r->epsilon, y, r->mean + row, r->deviation + row, r->count); break;
      default: log_softmax_gradient(x, head, y, r->count);
    }
  }
}

/* Rows, factors and shifts come in; normalized rows, means and deviations go out. A plan has the bits of what is added to variances. */
static const char *run_normalization(const call_t *call) {
  if (call->length != 2 || call->input_count != 3 || call->output_count != 3) return WRONG;
  const XLA_FFI_Buffer *x = call->inputs[0], *y = call->outputs[0];
  if (x->rank != 2 || !is(x, XLA_FFI_DataType_F32, 2, x->dims) || !is(y, XLA_FFI_DataType_F32, 2, x->dims)) return WRONG;
  for (int i = 1; i < 3; i++)
    if (!is(call->inputs[i], XLA_FFI_DataType_F32, 1, x->dims + 1) || !is(call->outputs[i], XLA_FFI_DataType_F32, 1, x->dims)) return WRONG;
  rows_t rows = {.kind = NORMALIZATION, .count = x->dims[1], .x = x->data, .factor = call->inputs[1]->data, .shift = call->inputs[2]->data,
                 .y = y->data, .mean = call->outputs[1]->data, .deviation = call->outputs[2]->data, .epsilon = real(call->plan[1])};
  if (rows.count) divide(compute, &rows, x->dims[0], 8. * (double)rows.count * (double)x->dims[0]);
  return NULL;
}

/* A plan says what is computed; a gradient is made of the result and of the gradient of the result. Arrays have two axes. */
static const char *run(const call_t *call) {
  int64_t kind = call->plan[0];
  if (kind == NORMALIZATION) return run_normalization(call);
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
