/* Slices or single numbers of an array at positions, the reverse (what is added up or written at positions), of numbers of 1 to 8 bytes.
 *
 * The array is (outer, sizes..., inner); positions name one element of its middle axes each. A plan is (what, outer, inner, count, positions
 * outside, whether each number has its own position, sizes...). Positions are (sizes, count), one row for each middle axis, or with
 * their own ones (outer, count, inner) for a single middle axis. The slices are (outer, count, inner). Arrays are
 *   TAKE  (array, positions) -> slices
 *   ADD   (slices, positions) -> zeros with the slices added, in the positions' order; (slices, positions, array) -> added to the array
 *   PUT   the same with the slices written, the last one of those at a place
 * The work of whole slices is divided among threads by what is written.
 */
#include "kernels.h"

enum { TAKE, ADD, PUT };
/* of positions outside: the nearest element; one counted on from the other end; none, where 0 is read; the nearest one. In the last two
 * cases negative ones count from the end. */
enum { NEAREST, AROUND, NONE, ENDS };
enum { MOST_AXES = 32, FIXED = 6 };

typedef struct {
  int64_t outer, inner, count, outside, axes, size;
  const int64_t *sizes;
  const char *data;
  const int32_t *at;
  const int64_t *long_at;
  const float *real_at;
  char *out;
  const char *before;
  size_t width, length; /* bytes of a number and of a slice */
  int adds;
} task_t;

/* How many positions are looked at together. */
enum { BLOCK = 512 };

/* Positions along an axis, which may be the first one, put behind those of the axes before, in `at`; -1 is none. */
#define BEHIND(name, number)                                                                                                      \
  WIDE static void name(const number *given, int64_t count, int64_t size, int64_t outside, int first, int64_t *at) {              \
    uint64_t away = 0;                                                                                                            \
    for (int64_t i = 0; i < count; i++) away |= (uint64_t)((uint64_t)(int64_t)given[i] >= (uint64_t)size);                        \
    if (!away && first)                                                                                                           \
      for (int64_t i = 0; i < count; i++) at[i] = given[i];                                                                       \
    else if (!away)                                                                                                               \
      for (int64_t i = 0; i < count; i++) at[i] = at[i] < 0 ? -1 : at[i] * size + given[i];                                       \
    else                                                                                                                          \
      for (int64_t i = 0; i < count; i++) at[i] = at[i] < 0 ? -1 : behind(at[i] * size, given[i], size, outside);                 \
  }

static inline int64_t behind(int64_t before, int64_t at, int64_t size, int64_t outside) {
  if (at >= 0 && at < size) return before + at;
  switch (outside) {
    case NEAREST: return before + (at < 0 ? 0 : size - 1);
    case AROUND: at %= size; return before + (at < 0 ? at + size : at);
    case ENDS: return before + (at < -size ? 0 : at < 0 ? at + size : size - 1);
    default: return at < 0 && at >= -size ? before + at + size : -1;
  }
}

BEHIND(behind_int, int32_t)
BEHIND(behind_long, int64_t)

/* Whole numbers, fractions cut off; those that 32 bits do not hold are the smallest one, as is NaN. */
WIDE static void whole(const float *given, int64_t count, int32_t *cut) {
  for (int64_t i = 0; i < count; i++) cut[i] = given[i] >= -2147483648.f && given[i] < 2147483648.f ? (int32_t)given[i] : INT32_MIN;
}

/* The places in the middle axes that positions name, or -1. */
static void find(const task_t *t, int64_t first, int64_t count, int64_t *at) {
  memset(at, 0, (size_t)count * sizeof *at);
  for (int64_t axis = 0; axis < t->axes; axis++) {
    const int64_t k = axis * t->count + first; /* with positions of their own there is one axis */
    int32_t cut[BLOCK];
    if (t->real_at) whole(t->real_at + k, count, cut);
    if (t->long_at)
      behind_long(t->long_at + k, count, t->sizes[axis], t->outside, !axis, at);
    else
      behind_int(t->real_at ? cut : t->at + k, count, t->sizes[axis], t->outside, !axis, at);
  }
}

/* A function for what a number is: sizes that the compiler knows let loops over single numbers be short. */
#define FOR_WIDTHS(function, ...)                        \
  switch (t->width) {                                    \
    case 1: function(__VA_ARGS__, 1); break;             \
    case 2: function(__VA_ARGS__, 2); break;             \
    case 4: function(__VA_ARGS__, 4); break;             \
    default: function(__VA_ARGS__, 8);                   \
  }
#define FOR_NUMBERS(function, ...)                                                         \
  if (t->adds && t->width == 4) function(__VA_ARGS__, 1, 4); /* ADD has floating numbers */ \
  else if (t->adds) function(__VA_ARGS__, 1, 8);                                           \
  else FOR_WIDTHS(function, __VA_ARGS__, 0)
#define INLINE static inline __attribute__((always_inline)) void

INLINE take_one(const task_t *t, char *to, int64_t from, size_t width) {
  if (from < 0)
    memset(to, 0, width);
  else
    memcpy(to, t->data + (size_t)from * width, width);
}

INLINE take_numbers(const task_t *t, const int64_t *at, int64_t count, int64_t begin, char *to, size_t width) {
  for (int64_t i = 0; i < count; i++) take_one(t, to + (size_t)i * width, at[i] < 0 ? -1 : begin + at[i], width);
}

static void take_slices(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  int64_t at[BLOCK], found = -1;
  for (int64_t k = first, count; k < last; k += count) {
    const int64_t i = k % t->count / BLOCK * BLOCK, skip = k % t->count - i, most = t->count - i < BLOCK ? t->count - i : BLOCK;
    if (i != found) find(t, i, most, at), found = i;
    count = most - skip < last - k ? most - skip : last - k;
    char *to = t->out + (size_t)k * t->length;
    if (t->inner == 1)
      FOR_WIDTHS(take_numbers, t, at + skip, count, k / t->count * t->size, to)
    else
      take_numbers(t, at + skip, count, k / t->count * t->size, to, t->length);
  }
}

/* Numbers with positions of their own, from the number `first` on: the place of each one's position in the array. */
static int64_t find_own(const task_t *t, int64_t first, int64_t last, int64_t *at) {
  const int64_t count = last - first < BLOCK ? last - first : BLOCK;
  find(t, first, count, at);
  if (t->inner * t->count == 1) { /* one number of each part */
    for (int64_t k = 0; k < count; k++) at[k] = at[k] < 0 ? -1 : at[k] + (first + k) * t->size;
    return count;
  }
  int64_t i = first % t->inner, j = first / t->inner % t->count, begin = first / t->inner / t->count * t->size * t->inner;
  for (int64_t k = 0; k < count; k++) {
    if (at[k] >= 0) at[k] = begin + at[k] * t->inner + i;
    if (++i < t->inner) continue;
    i = 0;
    if (++j == t->count) j = 0, begin += t->size * t->inner;
  }
  return count;
}

static void take_own(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  int64_t at[BLOCK];
  for (int64_t k = first, count; k < last; k += count) {
    count = find_own(t, k, last, at);
    FOR_WIDTHS(take_numbers, t, at, count, 0, t->out + (size_t)k * t->width)
  }
}

/* What is there before something is added or written. */
static void start(const task_t *t, int64_t first, int64_t last) {
  const size_t begin = (size_t)first * t->length, length = (size_t)(last - first) * t->length;
  if (!t->before)
    memset(t->out + begin, 0, length);
  else if (t->before != t->out)
    memcpy(t->out + begin, t->before + begin, length);
}

INLINE into_one(char *to, const char *from, int adds, size_t width) {
  if (adds && width == 4)
    *(float *)(void *)to += *(const float *)(const void *)from;
  else if (adds)
    *(double *)(void *)to += *(const double *)(const void *)from;
  else
    memcpy(to, from, width);
}

static void into_slice(const task_t *t, char *to, const char *from) {
  if (t->adds && t->width == 4) {
    float *restrict sum = (float *)(void *)to;
    const float *restrict more = (const float *)(const void *)from;
    for (int64_t i = 0; i < t->inner; i++) sum[i] += more[i];
  } else if (t->adds) {
    double *restrict sum = (double *)(void *)to;
    const double *restrict more = (const double *)(const void *)from;
    for (int64_t i = 0; i < t->inner; i++) sum[i] += more[i];
  } else
    memcpy(to, from, t->length);
}

INLINE into_numbers(const int64_t *at, int64_t count, int64_t first, int64_t last, char *to, const char *from, int adds, size_t width) {
  for (int64_t i = 0; i < count; i++)
    if (at[i] >= first && at[i] < last) into_one(to + at[i] * (int64_t)width, from + (size_t)i * width, adds, width);
}

/* Slices for the places `first` to `last`. */
static void into_slices(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  int64_t at[BLOCK], found = -1;
  start(t, first, last);
  for (int64_t o = first / t->size; o * t->size < last; o++) {
    const int64_t begin = o * t->size, low = first > begin ? first - begin : 0, high = last - begin < t->size ? last - begin : t->size;
    char *to = t->out + (size_t)begin * t->length;
    for (int64_t i = 0; i < t->count; i += BLOCK) {
      const int64_t count = t->count - i < BLOCK ? t->count - i : BLOCK;
      const char *from = t->data + (size_t)(o * t->count + i) * t->length;
      if (i != found) find(t, i, count, at), found = i;
      if (t->inner == 1) {
        FOR_NUMBERS(into_numbers, at, count, low, high, to, from)
        continue;
      }
      for (int64_t k = 0; k < count; k++)
        if (at[k] >= low && at[k] < high) into_slice(t, to + (size_t)at[k] * t->length, from + (size_t)k * t->length);
    }
  }
}

/* Numbers with positions of their own, of the parts `first` to `last` of the array. */
static void into_own(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t each = t->count * t->inner;
  int64_t at[BLOCK];
  start(t, first * t->size, last * t->size);
  for (int64_t k = first * each, count; k < last * each; k += count) {
    count = find_own(t, k, last * each, at);
    FOR_NUMBERS(into_numbers, at, count, 0, INT64_MAX, t->out, t->data + (size_t)k * t->width)
  }
}

static size_t width_of(XLA_FFI_DataType type) {
  switch (type) {
    case XLA_FFI_DataType_PRED: case XLA_FFI_DataType_S8: case XLA_FFI_DataType_U8: return 1;
    case XLA_FFI_DataType_S16: case XLA_FFI_DataType_U16: case XLA_FFI_DataType_F16: case XLA_FFI_DataType_BF16: return 2;
    case XLA_FFI_DataType_S32: case XLA_FFI_DataType_U32: case XLA_FFI_DataType_F32: return 4;
    case XLA_FFI_DataType_S64: case XLA_FFI_DataType_U64: case XLA_FFI_DataType_F64: return 8;
    default: return 0;
  }
}

/* Whether an array has so many elements. */
static int holds(const XLA_FFI_Buffer *array, int64_t a, int64_t b, int64_t c) {
  int64_t need, size = 1;
  if (__builtin_mul_overflow(a, b, &need) || __builtin_mul_overflow(need, c, &need)) return 0;
  for (int64_t i = 0; i < array->rank; i++) size *= array->dims[i];
  return size == need && need <= INT64_MAX / 16;
}

static const char *run(const call_t *call) {
  const int64_t *n = call->plan, what = n[0];
  if (call->length <= FIXED || call->length > FIXED + MOST_AXES || what < TAKE || what > PUT) return WRONG;
  task_t t = {.outer = n[1], .inner = n[2], .count = n[3], .outside = n[4], .axes = call->length - FIXED, .sizes = n + FIXED, .size = 1};
  const int own = n[5] != 0;
  if (t.outer < 1 || t.inner < 1 || t.count < 1 || t.outside < NEAREST || t.outside > ENDS || (own && t.axes != 1)) return WRONG;
  for (int64_t i = 0; i < t.axes; i++)
    if (t.sizes[i] < 1 || __builtin_mul_overflow(t.size, t.sizes[i], &t.size)) return WRONG;
  if ((call->input_count != 2 && (call->input_count != 3 || what == TAKE)) || call->output_count != 1) return WRONG;
  const XLA_FFI_Buffer *in = call->inputs[0], *at = call->inputs[1], *out = call->outputs[0];
  const XLA_FFI_Buffer *whole = what == TAKE ? in : out, *slices = what == TAKE ? out : in;
  if (!holds(whole, t.outer, t.size, t.inner) || !holds(slices, t.outer, t.count, t.inner) || in->dtype != out->dtype) return WRONG;
  if (own ? !holds(at, t.outer, t.count, t.inner) : !holds(at, t.axes, t.count, 1)) return WRONG;
  t.width = width_of(in->dtype), t.length = (size_t)t.inner * t.width, t.adds = what == ADD;
  if (!t.width || (t.adds && in->dtype != XLA_FFI_DataType_F32 && in->dtype != XLA_FFI_DataType_F64)) return WRONG;
  if (at->dtype == XLA_FFI_DataType_S32)
    t.at = at->data;
  else if (at->dtype == XLA_FFI_DataType_S64)
    t.long_at = at->data;
  else if (at->dtype == XLA_FFI_DataType_F32)
    t.real_at = at->data;
  else
    return WRONG;
  t.data = in->data, t.out = out->data;
  if (call->input_count == 3) {
    const XLA_FFI_Buffer *before = call->inputs[2];
    if (before->dtype != out->dtype || !holds(before, t.outer, t.size, t.inner)) return WRONG;
    t.before = before->data;
  }
  const double moved = (double)t.outer * (double)t.count * (double)t.inner, all = moved + (double)t.outer * (double)t.size * (double)t.inner;
  if (what == TAKE)
    divide(own ? take_own : take_slices, &t, t.outer * t.count * (own ? t.inner : 1), moved);
  else
    divide(own ? into_own : into_slices, &t, own ? t.outer : t.outer * t.size, all);
  return NULL;
}

KERNELS(jmx_gather)
