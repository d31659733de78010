/* Two sparse arrays brought together element by element or row by row, in single precision: what either stores, in ascending order.
 *
 * Positions are compared and never followed, so that wrong ones read no other memory.
 */
#include "numbers.h"

#include <math.h>

enum { ADD, SUBTRACT, MULTIPLY, MAXIMUM, MINIMUM, HYPOT, OPERATIONS };

/* As NumPy's functions: of numbers that are none, the first one. */
static inline __attribute__((always_inline)) float of_two(int what, float a, float b) {
  switch (what) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case MAXIMUM: return pick((a > b) | (a != a), a, b);
    case MINIMUM: return pick((a < b) | (a != a), a, b);
    default: return hypotf(a, b);
  }
}

typedef struct {
  const int32_t *starts, *columns;
  const float *values;
} matrix_t;

/* One row. Which side an element is from is computed, as the processor could only guess it. Zeros are left out. */
static inline __attribute__((always_inline)) int64_t join_row(int what, const matrix_t *a, const matrix_t *b, int64_t row, int64_t *columns,
                                                              float *values) {
  int64_t i = a->starts[row], j = b->starts[row], count = 0;
  const int64_t last = a->starts[row + 1], end = b->starts[row + 1];
  while (i < last && j < end) {
    const int32_t one = a->columns[i], other = b->columns[j];
    const int left = one <= other, right = other <= one;
    const float result = of_two(what, pick(left, a->values[i], 0), pick(right, b->values[j], 0));
    columns[count] = other ^ ((one ^ other) & -left);
    values[count] = result;
    count += result != 0;
    i += left;
    j += right;
  }
  for (; i < last; i++) {
    columns[count] = a->columns[i];
    values[count] = of_two(what, a->values[i], 0);
    count += values[count] != 0;
  }
  for (; j < end; j++) {
    columns[count] = b->columns[j];
    values[count] = of_two(what, 0, b->values[j]);
    count += values[count] != 0;
  }
  return count;
}

static inline __attribute__((always_inline)) int64_t join(int what, const matrix_t *a, const matrix_t *b, int64_t rows, int64_t *starts,
                                                          int64_t *columns, float *values) {
  starts[0] = 0;
  for (int64_t row = 0; row < rows; row++)
    starts[row + 1] = starts[row] + join_row(what, a, b, row, columns + starts[row], values + starts[row]);
  return starts[rows];
}

#define EACH(call)               \
  switch (what) {                \
    case ADD: call(ADD);         \
    case SUBTRACT: call(SUBTRACT); \
    case MULTIPLY: call(MULTIPLY); \
    case MAXIMUM: call(MAXIMUM); \
    case MINIMUM: call(MINIMUM); \
    case HYPOT: call(HYPOT);     \
    default: return -1;          \
  }

/* Called by Python. There is room for as many elements as both have. Returns how many there are, -1 for another operation. */
int64_t jmx_joins_matrices(int64_t what, const int32_t *const *places, const float *const *stored, int64_t rows, int64_t *starts,
                           int64_t *columns, float *values);
int64_t jmx_joins_matrices(int64_t what, const int32_t *const *places, const float *const *stored, int64_t rows, int64_t *starts,
                           int64_t *columns, float *values) {
  const matrix_t a = {places[0], places[1], stored[0]}, b = {places[2], places[3], stored[1]};
#define MATRICES(operation) return join(operation, &a, &b, rows, starts, columns, values)
  EACH(MATRICES)
}

/* A row that one of both has: beside zeros, but that sums and differences keep what it has. */
static inline __attribute__((always_inline)) void alone(int what, const float *a, const float *b, int64_t width, float *out) {
  if (what == ADD || (what == SUBTRACT && a)) memcpy(out, a ? a : b, (size_t)width * sizeof *out);
  else if (what == HYPOT)
    for (int64_t i = 0; i < width; i++) out[i] = fabsf(a ? a[i] : b[i]);
  else if (a)
    for (int64_t i = 0; i < width; i++) out[i] = of_two(what, a[i], 0);
  else
    for (int64_t i = 0; i < width; i++) out[i] = of_two(what, 0, b[i]);
}

static inline __attribute__((always_inline)) int64_t join_rows(int what, const int64_t *index, int64_t count, const float *a, const int64_t *index_b,
                                                               int64_t count_b, const float *b, int64_t width, int64_t *found, float *out) {
  int64_t i = 0, j = 0, rows = 0;
  for (; i < count || j < count_b; rows++) {
    const int left = j == count_b || (i < count && index[i] <= index_b[j]), right = i == count || (j < count_b && index_b[j] <= index[i]);
    float *to = out + rows * width;
    found[rows] = left ? index[i] : index_b[j];
    if (left && right)
      for (int64_t k = 0; k < width; k++) to[k] = of_two(what, a[i * width + k], b[j * width + k]);
    else alone(what, left ? a + i * width : NULL, left ? NULL : b + j * width, width, to);
    i += left;
    j += right;
  }
  return rows;
}

/* As `jmx_joins_matrices`, of whole rows: there is room for as many as both have. */
int64_t jmx_joins_rows(int64_t what, const int64_t *const *places, const int64_t *counts, const float *const *stored, int64_t width,
                       int64_t *found, float *out);
int64_t jmx_joins_rows(int64_t what, const int64_t *const *places, const int64_t *counts, const float *const *stored, int64_t width,
                       int64_t *found, float *out) {
#define ROWS(operation) return join_rows(operation, places[0], counts[0], stored[0], places[1], counts[1], stored[1], width, found, out)
  EACH(ROWS)
}
