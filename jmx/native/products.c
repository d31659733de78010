/* Products of matrices in compressed rows with dense ones, and rows of them. Python alone calls them, with places that it has checked.
 *
 * What is added to one number is added in the order in which it is stored.
 */
#include "numbers.h"

/* One row of numbers, or with `down` as many as the matrix has columns: each element of the matrix times a row of the dense one. */
#define PRODUCT(number)                                                                                                             \
  typedef struct {                                                                                                                  \
    const int32_t *starts, *columns;                                                                                                \
    const number *values, *dense;                                                                                                   \
    number *out;                                                                                                                    \
    int64_t rows, width;                                                                                                            \
  } number##_product_t;                                                                                                             \
                                                                                                                                    \
  /* Of a width that the compiler knows, whose sums stay in registers. */                                                           \
  static inline __attribute__((always_inline)) void number##_few(const number##_product_t *p, int64_t width) {                      \
    for (int64_t row = 0; row < p->rows; row++) {                                                                                   \
      number sums[16] = {0};                                                                                                        \
      for (int32_t k = p->starts[row]; k < p->starts[row + 1]; k++)                                                                 \
        for (int64_t i = 0; i < width; i++) sums[i] += p->values[k] * p->dense[p->columns[k] * width + i];                          \
      memcpy(p->out + row * width, sums, (size_t)width * sizeof *sums);                                                             \
    }                                                                                                                               \
  }                                                                                                                                 \
                                                                                                                                    \
  static inline __attribute__((always_inline)) void number##_more(const number##_product_t *p, int64_t width, int down) {           \
    for (int64_t row = 0; row < p->rows; row++)                                                                                     \
      for (int32_t k = p->starts[row]; k < p->starts[row + 1]; k++) {                                                               \
        const int64_t to = down ? p->columns[k] : row, from = down ? row : p->columns[k];                                           \
        const number value = p->values[k], *restrict other = p->dense + from * width;                                               \
        number *restrict sums = p->out + to * width;                                                                                \
        for (int64_t i = 0; i < width; i++) sums[i] += value * other[i];                                                            \
      }                                                                                                                             \
  }                                                                                                                                 \
                                                                                                                                    \
  WIDE static void number##_product(const number##_product_t *p, int64_t out_rows, int down) {                                      \
    if (!down) switch (p->width) {                                                                                                  \
        case 1: number##_few(p, 1); return;                                                                                         \
        case 2: number##_few(p, 2); return;                                                                                         \
        case 4: number##_few(p, 4); return;                                                                                         \
        case 8: number##_few(p, 8); return;                                                                                         \
        case 16: number##_few(p, 16); return;                                                                                       \
      }                                                                                                                             \
    memset(p->out, 0, (size_t)(out_rows * p->width) * sizeof *p->out);                                                              \
    if (!down) number##_more(p, p->width, 0);                                                                                       \
    else switch (p->width) {                                                                                                        \
        case 1: number##_more(p, 1, 1); break;                                                                                      \
        case 2: number##_more(p, 2, 1); break;                                                                                      \
        case 16: number##_more(p, 16, 1); break;                                                                                    \
        default: number##_more(p, p->width, 1);                                                                                     \
      }                                                                                                                             \
  }

PRODUCT(float)
PRODUCT(double)

/* matrix . dense, or with `down` its transpose . dense, in `out` of `out_rows` rows. `size` is that of a number: 4 or 8. */
void jmx_products_times(int64_t size, int64_t down, const int32_t *starts, const int32_t *columns, const void *values, const void *dense,
                        void *out, int64_t rows, int64_t width, int64_t out_rows);
void jmx_products_times(int64_t size, int64_t down, const int32_t *starts, const int32_t *columns, const void *values, const void *dense,
                        void *out, int64_t rows, int64_t width, int64_t out_rows) {
  if (size == 4) {
    const float_product_t p = {starts, columns, values, dense, out, rows, width};
    float_product(&p, out_rows, down != 0);
  } else {
    const double_product_t p = {starts, columns, values, dense, out, rows, width};
    double_product(&p, out_rows, down != 0);
  }
}

/* Rows `wanted` of a matrix in compressed rows, one after the other from `out_starts` on, of numbers of `size` bytes. */
void jmx_products_rows(int64_t size, const int64_t *starts, const int64_t *columns, const char *values, const int64_t *wanted, int64_t count,
                       const int64_t *out_starts, int64_t *out_columns, char *out_values);
void jmx_products_rows(int64_t size, const int64_t *starts, const int64_t *columns, const char *values, const int64_t *wanted, int64_t count,
                       const int64_t *out_starts, int64_t *out_columns, char *out_values) {
  for (int64_t i = 0; i < count; i++) {
    const int64_t from = starts[wanted[i]], to = out_starts[i], length = out_starts[i + 1] - to;
    memcpy(out_columns + to, columns + from, (size_t)length * sizeof *columns);
    memcpy(out_values + to * size, values + from * size, (size_t)(length * size));
  }
}
