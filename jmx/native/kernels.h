/* What sources with kernels for the CPU share. */
#include "divide.h" /* first: it asks the system's headers for more than others do */

#include "ffi.h"

static const char WRONG[] = "A call of a kernel with other arrays than its plan has.";
static const char NO_MEMORY[] = "There is no memory for a kernel's work.";

/* Whether an array has this type and shape. */
static inline int is(const XLA_FFI_Buffer *array, XLA_FFI_DataType type, int64_t rank, const int64_t *dims) {
  if (array->dtype != type || array->rank != rank) return 0;
  for (int64_t i = 0; i < rank; i++)
    if (array->dims[i] != dims[i]) return 0;
  return 1;
}

/* Memory for `count` numbers of four bytes, all zero; NULL where there is none or the size is none. */
static inline void *zeros(int64_t count) { return count < 0 ? NULL : calloc((size_t)count + 1, 4); }
