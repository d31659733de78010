/* What sources with kernels for the CPU share. */
#include "divide.h" /* first: it asks the system's headers for more than others do */

#include "ffi.h"
#include "numbers.h"

static const char WRONG[] = "A call of a kernel with other arrays than its plan has.";
static const char NO_MEMORY[] = "There is no memory for a kernel's work.";

/* A number with a fraction, of which a plan has the bits. */
static inline float real(int64_t bits) {
  const int32_t low = (int32_t)bits;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

/* Which of `batch` images a region names: counted from the end below 0, the nearest where there is none. */
static inline int64_t image_of(float number, int64_t batch) {
  const int64_t at = number != number ? 0 : number > 2e9f ? INT32_MAX : number < -2e9f ? INT32_MIN : (int64_t)number;
  const int64_t from = at < 0 ? at + batch : at;
  return from < 0 ? 0 : from < batch ? from : batch - 1;
}

/* Whether an array has this type and shape. */
static inline int is(const XLA_FFI_Buffer *array, XLA_FFI_DataType type, int64_t rank, const int64_t *dims) {
  if (array->dtype != type || array->rank != rank) return 0;
  for (int64_t i = 0; i < rank; i++)
    if (array->dims[i] != dims[i]) return 0;
  return 1;
}

/* Memory for `count` numbers of four bytes, all zero; NULL where there is none or the size is none. */
static inline void *zeros(int64_t count) { return count < 0 ? NULL : calloc((size_t)count + 1, 4); }
