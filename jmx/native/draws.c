/* Positions drawn from discrete distributions, which are the rows of a matrix. Python alone calls this (`ops/_draws.py`).
 *
 * A number below the sum of a row names the first position at which the probabilities so far add up to more. It is looked for among the
 * sums of blocks, and then within one block.
 */
#include <math.h>
#include <stdlib.h>

#include "numbers.h"

enum { BLOCK = 32 };

/* The sums of a row up to the end of each block and, where there is room for them, up to each of its elements. */
#define SUMS(type, name)                                                                                        \
  static void name(const type *row, int64_t count, double *restrict ends, double *restrict sums) {              \
    double sum = 0;                                                                                             \
    for (int64_t first = 0; first < count; first += BLOCK) {                                                    \
      const int64_t n = count - first < BLOCK ? count - first : BLOCK;                                          \
      if (sums) {                                                                                               \
        for (int64_t i = 0; i < n; i++) sums[first + i] = sum += (double)row[first + i];                        \
        for (int64_t i = n; i < BLOCK; i++) sums[first + i] = INFINITY;                                         \
      } else {                                                                                                  \
        double part = 0;                                                                                        \
        _Pragma("omp simd reduction(+ : part)") for (int64_t i = 0; i < n; i++) part += (double)row[first + i]; \
        sum += part;                                                                                            \
      }                                                                                                         \
      ends[first / BLOCK] = sum;                                                                                \
    }                                                                                                           \
  }
SUMS(float, sums_single)
SUMS(double, sums_double)

/* The first of some ascending numbers that is more than `u`, which is less than the last. */
static inline int64_t first_above(const double *ends, int64_t count, double u) {
  int64_t low = 0;
  while (count > 1) { /* as many steps for all, without jumps that the processor has to guess */
    const int64_t half = count / 2;
    low += ends[low + half - 1] <= u ? half : 0;
    count -= half;
  }
  return low;
}

/* How many sums of a block are not above `u`. */
WIDE static int64_t not_above(const double *sums, double u) {
  int64_t found = 0;
#pragma omp simd reduction(+ : found)
  for (int64_t i = 0; i < BLOCK; i++) found += sums[i] <= u;
  return found;
}

/* The position within a block at which more than `left` has been added up; the last that can be drawn where rounding leaves none. */
static inline int64_t within(const void *row, int64_t size, int64_t first, int64_t count, double left) {
  double sum = 0;
  int64_t found = first;
  for (int64_t i = first; i < count && i < first + BLOCK; i++) {
    const double share = size == 4 ? (double)((const float *)row)[i] : ((const double *)row)[i];
    if (share > 0) found = i;
    if ((sum += share) > left) break;
  }
  return found;
}

/* Positions in `rows` x `columns` probabilities of `size` bytes, none below zero, by numbers from 0 to 1, `count` for each row. Returns 0
 * where a row does not add up to a positive number, or there is no memory. */
int jmx_draws_positions(const void *probabilities, int64_t size, int64_t rows, int64_t columns, const double *drawn, int64_t count, int64_t *at);
int jmx_draws_positions(const void *probabilities, int64_t size, int64_t rows, int64_t columns, const double *drawn, int64_t count, int64_t *at) {
  if ((size != 4 && size != 8) || columns < 1) return 0;
  const int64_t blocks = (columns - 1) / BLOCK + 1;
  const int many = count > blocks; /* then it is worth to have all sums */
  double *ends = calloc((size_t)blocks * (many ? BLOCK + 1 : 1), sizeof(double)), *sums = ends && many ? ends + blocks : NULL;
  if (!ends) return 0;
  int whole = 1;
  for (int64_t r = 0; r < rows && whole; r++) {
    const void *row = (const char *)probabilities + r * columns * size;
    if (size == 4) sums_single(row, columns, ends, sums);
    else sums_double(row, columns, ends, sums);
    const double total = ends[blocks - 1], most = nextafter(total, 0);
    whole = total > 0 && total < INFINITY;
    for (int64_t i = 0; i < count && whole; i++) {
      const double given = drawn[r * count + i] * total, u = given < most ? given : most;
      const int64_t block = first_above(ends, blocks, u), first = block * BLOCK;
      at[r * count + i] = sums ? first + not_above(sums + first, u) : within(row, size, first, columns, u - (block ? ends[block - 1] : 0));
    }
  }
  free(ends);
  return whole;
}
