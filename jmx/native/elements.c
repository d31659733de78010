/* Operations on single elements, one after the other for a block of elements that stays in the processor's fastest cache, for NumPy's
 * tier. NumPy makes each of them over the whole array, so that most of the time goes to memory.
 *
 * Python alone calls this (`core/numpy_tier/by_blocks.py`). Arithmetic is NumPy's to the bit, functions agree to rounding.
 */
#include "divide.h"
#include "halves.h"
#include "numbers.h"

#include <math.h>

/* Elements of a block; blocks of constants and of what is between two steps; places; numbers of a step in a plan. Large arrays begin at
 * the same place of a page, so that the fastest cache has room for short pieces of several only. */
enum { BLOCK = 128, MOST_BLOCKS = 48, MOST_PLACES = 80, STEP = 5 };

/* Where numbers are: in an array of single precision; in one that needs a step to be read or written; one number everywhere; between. */
enum { PLAIN, OTHER, CONSTANT, BETWEEN, PLACES };

/* What a step does; comparisons and truth are all bits or none. Python has the same order. */
enum {
  ADD, SUB, MUL, DIV, MAX, MIN, EQ, NE, LT, LE, GT, GE, AND, OR, XOR, NOT, SELECT, NEG, ABS, SIGN, SQRT, EXP, LOG, EXPM1, LOG1P, TANH,
  ERF, FLOOR, CEIL, AWAY, EVEN, WHOLE, FINITE, NUMBER, MULTIPLY_ADD, FROM_TRUTH, TO_TRUTH, FROM_INT8, TO_INT8, FROM_UINT8, TO_UINT8,
  FROM_INT32, FROM_HALF, TO_HALF, HALVED, REPEATED, OPERATIONS
};

typedef float __attribute__((may_alias)) real_t;
typedef int32_t __attribute__((may_alias)) truth_t;

typedef struct {
  int64_t count, places, steps;
  const int64_t *kinds, *plan;
  void *const *memory;
} program_t;

#define INLINE static inline __attribute__((always_inline))

INLINE float of_bits(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

INLINE uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* exp(x) - 1 = 2^n (q + 1) - 1: q is returned, n written. x is between -104 and 89, or NaN. */
INLINE float raised(float x, int32_t *power) {
  float shifted;
  const float q = exp_reduced(x, &shifted);
  *power = (int32_t)(bits_of(shifted) - 0x4b400000u);
  return q;
}

INLINE float power_of_two(int32_t power) { return of_bits((uint32_t)(power + 127) << 23); }

INLINE float cut(float x, float low, float high) {
  const float raised = x < low ? low : x;
  return raised > high ? high : raised;
}

INLINE float exponential(float x) {
  int32_t power;
  const float q = raised(cut(x, -104.f, 89.f), &power);
  const int32_t half = power >> 1; /* 2^128 and 2^-149 are made of two factors */
  return (q + 1.f) * power_of_two(half) * power_of_two(power - half);
}

INLINE float exponential_less_one(float x) {
  int32_t power;
  const float q = raised(cut(x, -20.f, 89.f), &power), half = power_of_two(power - 1);
  return 2.f * (half * q + (half - 0.5f));
}

INLINE float logarithm(float x) {
  const int tiny = x < 1.17549435e-38f;
  const uint32_t bits = bits_of(tiny ? x * 33554432.f : x) - 0x3f3504f3u; /* from the root of a half on */
  const float whole = (float)((int32_t)bits >> 23) - (tiny ? 25.f : 0.f);
  const float m = of_bits((bits & 0x007fffffu) + 0x3f3504f3u) - 1.f, square = m * m;
  float series = 7.0376836292e-2f;
  series = series * m - 1.1514610310e-1f;
  series = series * m + 1.1676998740e-1f;
  series = series * m - 1.2420140846e-1f;
  series = series * m + 1.4249322787e-1f;
  series = series * m - 1.6668057665e-1f;
  series = series * m + 2.0000714765e-1f;
  series = series * m - 2.4999993993e-1f;
  series = series * m + 3.3333331174e-1f;
  series = series * m * square - 2.12194440e-4f * whole - 0.5f * square;
  float result = m + series + 0.693359375f * whole;
  result = x < INFINITY ? result : x; /* NaN too */
  result = x == 0.f ? -INFINITY : result;
  return x < 0.f ? NAN : result;
}

INLINE float logarithm_of_more_than_one(float x) {
  const float whole = 1.f + x, known = logarithm(whole), more = (x - (whole - 1.f)) / whole;
  return x < INFINITY && whole > 0.f ? known + more : known;
}

INLINE float signed_as(float size, float sign) { return of_bits((bits_of(size) & 0x7fffffffu) | (bits_of(sign) & 0x80000000u)); }

INLINE float hyperbolic_tangent(float x) {
  const float less = exponential_less_one(-2.f * fabsf(x));
  return signed_as(-less / (2.f + less), x);
}

/* x P(x^2) / Q(x^2), as `rules_special.py` has it. */
INLINE float error_function(float given) {
  const float x = cut(given, -4.f, 4.f), square = x * x;
  float above = -2.72614225801306e-10f, below = -1.45660718464996e-05f;
  above = above * square + 2.77068142495902e-08f;
  above = above * square - 2.10102402082508e-06f;
  above = above * square - 5.69250639462346e-05f;
  above = above * square - 7.34990630326855e-04f;
  above = above * square - 2.95459980854025e-03f;
  above = above * square - 1.60960333262415e-02f;
  below = below * square - 2.13374055278905e-04f;
  below = below * square - 1.68282697438203e-03f;
  below = below * square - 7.37332916720468e-03f;
  below = below * square - 1.42647390514189e-02f;
  return x * above / below;
}

/* The elements from `start` on of an array in which each of `count` numbers is repeated `each` times, all of that again and again. */
static void repeat(const real_t *from, real_t *to, int64_t start, int64_t n, int64_t count, int64_t each) {
  int64_t number = start / each % count, left = each - start % each;
  for (int64_t i = 0; i < n;) {
    int64_t many = left < n - i ? left : n - i;
    if (each == 1) { /* as many different ones as there are */
      many = count - number < n - i ? count - number : n - i;
      memcpy(to + i, from + number, (size_t)many * sizeof *to);
      number = number + many == count ? 0 : number + many;
    } else {
      const float value = from[number];
      for (int64_t k = 0; k < many; k++) to[i + k] = value;
      left = each;
      number = number + 1 == count ? 0 : number + 1;
    }
    i += many;
  }
}

/* A loop over a block; a result may stand where one of the arguments does. */
#define EACH(target, value)                  \
  {                                          \
    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) target[i] = (value); \
  }                                          \
  break;
#define TRUTH(value) EACH(truth, -(int32_t)(value))

/* One step for the `n` elements of a block. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
static void apply(const int64_t *step, char *const *at, int64_t start, int64_t n) {
  real_t *to = (real_t *)(void *)at[step[1]];
  truth_t *truth = (truth_t *)(void *)to;
  const real_t *a = (const real_t *)(const void *)at[step[2]];
  const real_t *b = (const real_t *)(const void *)at[step[3]], *c = (const real_t *)(const void *)at[step[4]];
  const truth_t *p = (const truth_t *)(const void *)a, *q = (const truth_t *)(const void *)b;
  switch (step[0]) {
    case ADD: EACH(to, a[i] + b[i])
    case SUB: EACH(to, a[i] - b[i])
    case MUL: EACH(to, a[i] * b[i])
    case DIV: EACH(to, a[i] / b[i])
    case MAX: EACH(to, a[i] >= b[i] || a[i] != a[i] ? a[i] : b[i])
    case MIN: EACH(to, a[i] <= b[i] || a[i] != a[i] ? a[i] : b[i])
    case EQ: TRUTH(a[i] == b[i])
    case NE: TRUTH(a[i] != b[i])
    case LT: TRUTH(a[i] < b[i])
    case LE: TRUTH(a[i] <= b[i])
    case GT: TRUTH(a[i] > b[i])
    case GE: TRUTH(a[i] >= b[i])
    case AND: EACH(truth, p[i] & q[i])
    case OR: EACH(truth, p[i] | q[i])
    case XOR: EACH(truth, p[i] ^ q[i])
    case NOT: EACH(truth, ~p[i])
    case SELECT: EACH(to, pick(p[i] & 1, b[i], c[i]))
    case NEG: EACH(to, -a[i])
    case ABS: EACH(to, fabsf(a[i]))
    case SIGN: EACH(to, a[i] > 0.f ? 1.f : a[i] < 0.f ? -1.f : a[i] == 0.f ? 0.f : a[i])
    case SQRT: EACH(to, sqrtf(a[i]))
    case EXP: EACH(to, exponential(a[i]))
    case LOG: EACH(to, logarithm(a[i]))
    case EXPM1: EACH(to, exponential_less_one(a[i]))
    case LOG1P: EACH(to, logarithm_of_more_than_one(a[i]))
    case TANH: EACH(to, hyperbolic_tangent(a[i]))
    case ERF: EACH(to, error_function(a[i]))
    case FLOOR: EACH(to, floorf(a[i]))
    case CEIL: EACH(to, ceilf(a[i]))
    case AWAY: EACH(to, signed_as(floorf(fabsf(a[i]) + 0.49999997f), a[i])) /* which no half is added to that rounds up too much */
    case EVEN: EACH(to, rintf(a[i]))
    case WHOLE: EACH(to, a[i] == a[i] ? truncf(a[i]) : 0.f)
    case FINITE: TRUTH(fabsf(a[i]) < INFINITY)
    case NUMBER: EACH(to, of_bits((uint32_t)p[i] & 0x3f800000u))
    case MULTIPLY_ADD: EACH(to, a[i] * b[i] + c[i])
    case FROM_TRUTH: {
      const uint8_t *from = (const uint8_t *)at[step[2]] + start;
      TRUTH(from[i] != 0)
    }
    case TO_TRUTH: {
      uint8_t *bytes = (uint8_t *)at[step[1]] + start;
      EACH(bytes, (uint8_t)(p[i] & 1))
    }
    case FROM_INT8: {
      const int8_t *from = (const int8_t *)at[step[2]] + start;
      EACH(to, (float)from[i])
    }
    case FROM_UINT8: {
      const uint8_t *from = (const uint8_t *)at[step[2]] + start;
      EACH(to, (float)from[i])
    }
    case FROM_INT32: {
      const int32_t *from = (const int32_t *)(const void *)at[step[2]] + start;
      EACH(to, (float)from[i])
    }
    case TO_INT8: {
      int8_t *bytes = (int8_t *)at[step[1]] + start;
      EACH(bytes, (int8_t)(int32_t)cut(a[i], -128.f, 127.f))
    }
    case TO_UINT8: {
      uint8_t *bytes = (uint8_t *)at[step[1]] + start;
      EACH(bytes, (uint8_t)(int32_t)cut(a[i], 0.f, 255.f))
    }
    default: break;
  }
}

/* A step that changes how elements lie, or their precision; the others are done by `apply`. */
static void fetch(const int64_t *step, char *const *at, int64_t start, int64_t n) {
  char *to = at[step[1]];
  const char *from = at[step[2]];
  uint16_t halves[BLOCK];
  switch (step[0]) {
    case FROM_HALF: widened((const uint16_t *)(const void *)from + start, (float *)(void *)to, n); break;
    case TO_HALF: narrowed((const float *)(const void *)from, (uint16_t *)(void *)to + start, n); break;
    case HALVED:
      narrowed((const float *)(const void *)from, halves, n);
      widened(halves, (float *)(void *)to, n);
      break;
    case REPEATED: repeat((const real_t *)(const void *)from, (real_t *)(void *)to, start, n, step[3], step[4]); break;
    default: apply(step, at, start, n);
  }
}

static void compute(void *context, int64_t first, int64_t last) {
  const program_t *p = context;
  real_t blocks[MOST_BLOCKS][BLOCK + 16] __attribute__((aligned(64)));
  char *at[MOST_PLACES];
  int64_t block = 0;
  for (int64_t i = 0; i < p->places; i++) {
    const int64_t kind = p->kinds[i];
    at[i] = kind <= OTHER ? p->memory[i] : (char *)blocks[block++];
    if (kind != CONSTANT) continue;
    for (int64_t k = 0; k < BLOCK; k++) ((real_t *)(void *)at[i])[k] = *(const real_t *)p->memory[i];
  }
  for (int64_t number = first; number < last; number++) {
    const int64_t start = number * BLOCK, n = p->count - start < BLOCK ? p->count - start : BLOCK;
    for (int64_t i = 0; i < p->places; i++)
      if (p->kinds[i] == PLAIN) at[i] = (char *)p->memory[i] + start * (int64_t)sizeof(float);
    for (int64_t i = 0; i < p->steps; i++) fetch(p->plan + i * STEP, at, start, n);
  }
}

/* Whether steps name places and operations that there are, and what stands in blocks has room. */
static int is_whole(const program_t *p, int64_t memory) {
  int64_t blocks = 0;
  for (int64_t i = 0; i < p->places; i++) {
    const int64_t kind = p->kinds[i];
    if (kind < 0 || kind >= PLACES || (kind == BETWEEN) != (i >= memory)) return 0;
    blocks += kind >= CONSTANT;
  }
  for (int64_t i = 0; i < p->steps; i++) {
    const int64_t *step = p->plan + i * STEP;
    if (step[0] < 0 || step[0] >= OPERATIONS) return 0;
    for (int64_t k = 1; k < (step[0] == REPEATED ? 3 : STEP); k++)
      if (step[k] < 0 || step[k] >= p->places) return 0;
    if (step[0] == REPEATED && (step[3] < 1 || step[4] < 1)) return 0;
    if (step[0] >= FROM_HALF && step[0] <= HALVED && !knows_halves()) return 0;
  }
  return blocks <= MOST_BLOCKS;
}

/* Whether the processor has instructions for half precision. */
int jmx_elements_knows_halves(void);
int jmx_elements_knows_halves(void) { return knows_halves(); }

/* A plan has its numbers of places and of steps, the kinds of places, and the steps: operation, place of the result, three of arguments
 * (of a repeated array its own, how many numbers it has, and how often each stands in a row). `memory` are the first places. Returns 0
 * for a plan that makes no sense. */
int jmx_elements_run(const int64_t *plan, int64_t length, int64_t count, void *const *memory, int64_t memory_count);
int jmx_elements_run(const int64_t *plan, int64_t length, int64_t count, void *const *memory, int64_t memory_count) {
  if (length < 2 || plan[0] < 1 || plan[0] > MOST_PLACES || plan[1] < 1 || plan[1] > length || count < 1) return 0;
  program_t p = {.count = count, .places = plan[0], .steps = plan[1], .kinds = plan + 2, .plan = plan + 2 + plan[0], .memory = memory};
  if (length != 2 + p.places + STEP * p.steps || memory_count > p.places || !is_whole(&p, memory_count)) return 0;
  divide(compute, &p, (count + BLOCK - 1) / BLOCK, (double)count * (double)p.steps * 4.);
  return 1;
}
