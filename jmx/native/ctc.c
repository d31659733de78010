/* Connectionist temporal classification: costs, and the gradient of their sum by the scores, in single precision.
 *
 * A plan is (what, class of the blank, class that pads labels, whether there are lengths of data, and of labels); arrays are scores
 * (steps, batch, classes), labels (batch, length), and the lengths. Labels and lengths are int32 or float32.
 *
 * Probabilities of paths underflow, and the logarithms that are usual in their place take an exponential for each addition and lose
 * digits. Here they are pairs, a number of [1, 2) or 0 and a power of two, itself a whole number in a float: additions are a few
 * operations that processors do to many states at once. Of `length` labels there are as many states and a blank before each and
 * behind the last: label u, counted from 1, stands between blank u - 1 and blank u; labels 0 and length + 1 are never reached.
 * Sequences are divided among threads.
 */
#include "kernels.h"

#include <math.h>

enum { COST, COST_AND_SLOPE };
enum { LANES = 16, ARRAYS = 6 };
static const float NONE = -1e38f; /* the power of two of what is 0 */

typedef struct {
  int64_t steps, batch, classes, length, blank, padding;
  const float *data;
  const void *labels, *data_lengths, *label_lengths;
  int labels_are_whole, data_lengths_are_whole, label_lengths_are_whole, no_memory;
  float *costs, *slopes; /* slopes: NULL, or like data */
} task_t;

/* A sequence: rows of `width` numbers for a step, of all steps where slopes are wanted, else of two. */
typedef struct {
  int64_t steps, count, width, rows;
  int32_t *labels, *classes; /* labels as they came, and which class they are; from 1 */
  float *skips;              /* 0 where a path may go from the label before, else NONE */
  float *label, *label_power, *blank, *blank_power, *score, *score_power; /* alpha of both kinds of states; labels' probabilities */
  float *likely, *likely_power;                                           /* (steps): of the blank */
  float *row;                                                            /* (classes) */
} paths_t;

/* ---- numbers ---- */

static inline float of_bits(int32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline int32_t bits_of(float x) {
  int32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* 2 to a whole number of at most 127; 0 where it is too small. */
static inline float power(float by) { return of_bits(((int32_t)(by > -127 ? by : -127) + 127) << 23); }

/* exp(x), of x of at most 0, as a number of [0.7, 1.5) and a power of two. */
static inline float split_exp(float x, float *by) {
  const float shift = 12582912.f, whole = (x * 1.44269504f + shift) - shift;
  float r = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
  r = r > 0.36f ? 0.36f : r < -0.36f ? -0.36f : r; /* where x has no digits behind the point */
  *by = whole > NONE ? whole : NONE;
  float sum = 1 / 5040.f;
  sum = sum * r + 1 / 720.f, sum = sum * r + 1 / 120.f, sum = sum * r + 1 / 24.f, sum = sum * r + 1 / 6.f, sum = sum * r + .5f;
  return (sum * r + 1) * r + 1;
}

/* A pair of a number that is not negative and a power, as it is kept. */
static inline void keep(float x, float by, float *number, float *number_power) {
  const int32_t bits = bits_of(x);
  const float sum = by + (float)((bits >> 23) - 127);
  *number = x > 0 ? of_bits((bits & 0x7fffff) | 0x3f800000) : 0;
  *number_power = (x > 0) & (sum > NONE) ? sum : NONE;
}

static inline float larger(float a, float b) { return a > b ? a : b; }

static int32_t whole(const void *numbers, int64_t at, int are_whole) {
  if (are_whole) return ((const int32_t *)numbers)[at];
  const float x = ((const float *)numbers)[at];
  return x != x ? 0 : x >= 2147483648.f ? INT32_MAX : x <= -2147483648.f ? INT32_MIN : (int32_t)x;
}

/* ---- one step ---- */

static inline __attribute__((always_inline)) float sum_of(const float *numbers, int64_t count) {
  float sums[LANES] = {0}, sum = 0;
  int64_t i = 0;
  for (; i + LANES <= count; i += LANES)
    for (int64_t j = 0; j < LANES; j++) sums[j] += numbers[i + j];
  for (; i < count; i++) sum += numbers[i];
  for (int64_t j = 0; j < LANES; j++) sum += sums[j];
  return sum;
}

/* exp(x - largest) of all classes; returns the sum, and NaN where a score is, or the largest is infinite. */
WIDE static float exponentials(const float *restrict data, int64_t count, float *restrict out, float *largest) {
  float most[LANES];
  int32_t strange[LANES] = {0}, any = 0;
  int64_t i = 0;
  for (int64_t j = 0; j < LANES; j++) most[j] = -INFINITY;
  for (; i + LANES <= count; i += LANES)
    for (int64_t j = 0; j < LANES; j++) {
      most[j] = larger(data[i + j], most[j]);
      strange[j] |= data[i + j] != data[i + j];
    }
  for (; i < count; i++) most[0] = larger(data[i], most[0]), strange[0] |= data[i] != data[i];
  float top = -INFINITY;
  for (int64_t j = 0; j < LANES; j++) top = larger(most[j], top), any |= strange[j];
  *largest = top;
  if (any || !isfinite(top)) return NAN;
  for (i = 0; i < count; i++) {
    float by, x = larger(data[i] - top, -200), y = split_exp(x, &by);
    out[i] = y * power(by);
  }
  return sum_of(out, count);
}

/* What a step's labels are worth: in place, from logarithms. */
WIDE static void split(float *restrict numbers, float *restrict powers, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    const float x = numbers[i], least = larger(x, -3e38f);
    const float y = split_exp(least, &powers[i]);
    numbers[i] = x < -3e38f ? 0 : y;
  }
}

/* States after a step, from those before it: `to` and `from` are (label, its power, blank, its power). */
WIDE static void forward(int64_t count, const float *const *from, float *const *to, const float *restrict score,
                         const float *restrict score_power, const float *restrict skips, float likely, float likely_power) {
  const float *restrict label = from[0], *restrict label_power = from[1], *restrict blank = from[2], *restrict blank_power = from[3];
  float *restrict new_label = to[0], *restrict new_label_power = to[1], *restrict new_blank = to[2], *restrict new_blank_power = to[3];
  for (int64_t u = 0; u <= count; u++) {
    const float top = larger(label_power[u], blank_power[u]);
    const float sum = label[u] * power(label_power[u] - top) + blank[u] * power(blank_power[u] - top);
    keep(sum * likely, top + likely_power, &new_blank[u], &new_blank_power[u]);
  }
  /* three loops, as the compiler makes jumps of one */
  for (int64_t u = 1; u <= count; u++)
    new_label_power[u] = larger(larger(label_power[u], blank_power[u - 1]), label_power[u - 1] + skips[u]);
  for (int64_t u = 1; u <= count; u++) {
    const float top = new_label_power[u], skip = label_power[u - 1] + skips[u];
    const float other = blank[u - 1] * power(blank_power[u - 1] - top) + label[u - 1] * power(skip - top);
    new_label[u] = (label[u] * power(label_power[u] - top) + other) * score[u];
  }
  for (int64_t u = 1; u <= count; u++) keep(new_label[u], new_label_power[u] + score_power[u], &new_label[u], &new_label_power[u]);
}

/* What may follow states, from what may follow those of the next step, in place: with the next step's own probabilities first. */
WIDE static void backward(int64_t count, float *const *states, const float *restrict score, const float *restrict score_power,
                          const float *restrict skips, float likely, float likely_power) {
  float *restrict label = states[0], *restrict label_power = states[1], *restrict blank = states[2], *restrict blank_power = states[3];
  for (int64_t u = 0; u <= count; u++) {
    keep(blank[u] * likely, blank_power[u] + likely_power, &blank[u], &blank_power[u]);
    keep(label[u] * score[u], label_power[u] + score_power[u], &label[u], &label_power[u]);
  }
  for (int64_t u = 0; u <= count; u++) { /* label u + 1 is still that of the next step */
    const float skip = label_power[u + 1] + skips[u + 1], top = larger(larger(label_power[u], blank_power[u]), skip);
    const float own = blank[u] * power(blank_power[u] - top);
    const float sum = label[u] * power(label_power[u] - top) + own + label[u + 1] * power(skip - top);
    const float most = larger(blank_power[u], label_power[u + 1]);
    const float other = blank[u] * power(blank_power[u] - most) + label[u + 1] * power(label_power[u + 1] - most);
    keep(sum, top, &label[u], &label_power[u]);
    keep(other, most, &blank[u], &blank_power[u]);
  }
}

/* The paths through each state, in the place of what precedes it: first their powers, of which it returns the largest. */
WIDE static float meet(int64_t count, float *restrict before_power, const float *restrict after_power) {
  float most[LANES], top = 2 * NONE;
  int64_t u = 0;
  for (int64_t j = 0; j < LANES; j++) most[j] = top;
  for (; u + LANES <= count; u += LANES)
    for (int64_t j = 0; j < LANES; j++) {
      before_power[u + j] += after_power[u + j];
      most[j] = larger(before_power[u + j], most[j]);
    }
  for (; u < count; u++) before_power[u] += after_power[u], top = larger(before_power[u], top);
  for (int64_t j = 0; j < LANES; j++) top = larger(most[j], top);
  return top;
}

/* Then the numbers, beside the largest power; returns their sum. */
WIDE static float count_paths(int64_t count, float *restrict before, const float *restrict power_of, const float *restrict after, float top) {
  for (int64_t u = 0; u < count; u++) before[u] = before[u] * after[u] * power(power_of[u] - top);
  return sum_of(before, count);
}

/* ---- a sequence ---- */

static void states_at(const paths_t *p, int64_t step, float **states) {
  const int64_t at = (p->rows > 2 ? step : step % 2) * p->width;
  states[0] = p->label + at, states[1] = p->label_power + at, states[2] = p->blank + at, states[3] = p->blank_power + at;
}

static void nothing(int64_t width, float *const *states) {
  for (int64_t u = 0; u < width; u++) states[0][u] = states[2][u] = 0, states[1][u] = states[3][u] = NONE;
}

/* Probabilities of a step's labels and of its blank; whether scores are numbers. */
static int weigh(const task_t *t, const paths_t *p, int64_t sequence, int64_t step) {
  const int64_t from = (step * t->batch + sequence) * t->classes, at = (p->rows > 2 ? step : step % 2) * p->width;
  const float *data = t->data + from;
  float *row = t->slopes ? t->slopes + from : p->row, largest, *score = p->score + at;
  const float sum = exponentials(data, t->classes, row, &largest), log_sum = logf(sum);
  if (sum != sum) return 0;
  score[0] = -INFINITY;
  for (int64_t u = 1; u <= p->count; u++) score[u] = data[p->classes[u]] - largest - log_sum;
  score[p->count + 1] = -INFINITY;
  split(score, p->score_power + at, p->count + 2);
  p->likely[step] = data[t->blank] - largest - log_sum;
  split(p->likely + step, p->likely_power + step, 1);
  if (t->slopes)
    for (int64_t c = 0; c < t->classes; c++) row[c] /= sum;
  return 1;
}

static void subtract_shares(const task_t *t, const paths_t *p, int64_t sequence) {
  const int64_t all = p->count + 1;
  float *after[4], *before[4];
  states_at(p, p->rows - 1, after); /* a row of its own */
  nothing(p->width, after);
  after[2][p->count] = 1, after[3][p->count] = 0;
  if (p->count) after[0][p->count] = 1, after[1][p->count] = 0;
  for (int64_t step = p->steps - 1; step >= 0; step--) {
    float *slope = t->slopes + (step * t->batch + sequence) * t->classes;
    if (step + 1 < p->steps) {
      const int64_t at = (step + 1) * p->width;
      backward(p->count, after, p->score + at, p->score_power + at, p->skips, p->likely[step + 1], p->likely_power[step + 1]);
    }
    states_at(p, step, before);
    const float top = larger(meet(all, before[1], after[1]), meet(all, before[3], after[3]));
    const float through_labels = count_paths(all, before[0], before[1], after[0], top);
    const float through_blanks = count_paths(all, before[2], before[3], after[2], top);
    const float each = 1 / (through_labels + through_blanks);
    for (int64_t u = 1; u <= p->count; u++) slope[p->classes[u]] -= before[0][u] * each;
    slope[t->blank] -= through_blanks * each;
  }
}

static void fill(const task_t *t, int64_t sequence, int64_t first, int64_t last, float value) {
  for (int64_t step = first; t->slopes && step < last; step++)
    for (int64_t c = 0; c < t->classes; c++) t->slopes[(step * t->batch + sequence) * t->classes + c] = value;
}

static float cost_of(const task_t *t, const paths_t *p, int64_t sequence) {
  float *from[4], *to[4];
  for (int64_t step = 0; step < p->steps; step++) {
    if (!weigh(t, p, sequence, step)) return NAN;
    const int64_t at = (p->rows > 2 ? step : step % 2) * p->width;
    states_at(p, step, to);
    nothing(p->width, to);
    if (step) {
      states_at(p, step - 1, from);
      forward(p->count, (const float *const *)from, to, p->score + at, p->score_power + at, p->skips, p->likely[step], p->likely_power[step]);
      continue;
    }
    keep(p->likely[0], p->likely_power[0], &to[2][0], &to[3][0]);
    if (p->count) keep(p->score[1], p->score_power[1], &to[0][1], &to[1][1]);
  }
  const float *ends = to[2] + p->count, *powers = to[3] + p->count, top = larger(*powers, to[1][p->count]);
  float total, total_power;
  keep(*ends * power(*powers - top) + to[0][p->count] * power(to[1][p->count] - top), top, &total, &total_power);
  if (t->slopes && total > 0) subtract_shares(t, p, sequence);
  return total > 0 ? (float)-(log(total) + (double)total_power * 0.69314718055994531) : INFINITY;
}

/* Labels of a sequence, how many there are, and how many repeat the one before them. */
static int64_t read_labels(const task_t *t, paths_t *p, int64_t sequence) {
  int64_t repeats = 0, length = t->length;
  if (t->label_lengths) length = whole(t->label_lengths, sequence, t->label_lengths_are_whole);
  if (length < 0) length = 0;
  p->count = length;
  for (int64_t u = 1; u <= length && u <= t->length; u++) {
    const int32_t label = whole(t->labels, sequence * t->length + u - 1, t->labels_are_whole);
    if (!t->label_lengths && label == t->padding) {
      p->count = u - 1;
      break;
    }
    const int64_t class = label < 0 ? label + t->classes : label;
    p->labels[u] = label;
    p->classes[u] = (int32_t)(class < 0 ? 0 : class < t->classes ? class : t->classes - 1);
    const int same = u > 1 && label == p->labels[u - 1];
    p->skips[u] = u > 1 && !same && label != t->blank ? 0 : NONE;
    repeats += same;
  }
  p->skips[0] = NONE;
  if (p->count <= t->length) p->skips[p->count + 1] = NONE;
  return repeats;
}

static void sequences(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t most = t->length + 2;
  paths_t p = {.rows = t->slopes ? t->steps + 2 : 2, .width = most};
  const int64_t each = p.rows * most, marks = 3 * most, more = 2 * t->steps + t->classes;
  float *memory = zeros(each * ARRAYS + marks + more);
  if (!memory) {
    __atomic_store_n(&t->no_memory, 1, __ATOMIC_RELAXED);
    return;
  }
  float **parts[] = {&p.label, &p.label_power, &p.blank, &p.blank_power, &p.score, &p.score_power};
  for (int64_t i = 0; i < ARRAYS; i++) *parts[i] = memory + i * each;
  p.labels = (int32_t *)(memory + ARRAYS * each), p.classes = p.labels + most, p.skips = (float *)(p.classes + most);
  p.likely = p.skips + most, p.likely_power = p.likely + t->steps, p.row = p.likely_power + t->steps;
  for (int64_t b = first; b < last; b++) {
    const int64_t repeats = read_labels(t, &p, b), given = t->data_lengths ? whole(t->data_lengths, b, t->data_lengths_are_whole) : t->steps;
    p.steps = given < 0 ? 0 : given < t->steps ? given : t->steps;
    fill(t, b, p.steps, t->steps, 0);
    const int fits = p.count + repeats <= given; /* else MXNet's cost is zero, not infinite */
    t->costs[b] = !fits ? 0 : p.count > t->length ? NAN : p.steps ? cost_of(t, &p, b) : logf((float)t->classes);
    if (!fits || t->costs[b] != t->costs[b]) fill(t, b, 0, p.steps, t->costs[b]);
  }
  free(memory);
}

/* ---- calls ---- */

/* Numbers of one shape, whole or not. */
static int numbers(const XLA_FFI_Buffer *array, int64_t rank, const int64_t *dims, const void **data, int *are_whole) {
  *are_whole = is(array, XLA_FFI_DataType_S32, rank, dims);
  *data = array->data;
  return *are_whole || is(array, XLA_FFI_DataType_F32, rank, dims);
}

static const char *take(const call_t *call, task_t *t) {
  const int64_t *n = call->plan;
  if (call->length != 5 || call->input_count != 2 + !!n[3] + !!n[4] || call->output_count != 1 + (n[0] == COST_AND_SLOPE)) return WRONG;
  const XLA_FFI_Buffer *const *in = call->inputs, *data = in[0], *labels = in[1];
  if (data->dtype != XLA_FFI_DataType_F32 || data->rank != 3 || labels->rank != 2) return WRONG;
  *t = (task_t){.steps = data->dims[0], .batch = data->dims[1], .classes = data->dims[2], .length = labels->dims[1]};
  t->blank = n[1], t->padding = n[2], t->data = data->data;
  const int64_t shape[] = {t->batch, t->length};
  if (t->steps < 1 || t->batch < 1 || t->classes < 1 || t->blank < 0 || t->blank >= t->classes || t->classes > INT32_MAX) return WRONG;
  if (!numbers(labels, 2, shape, &t->labels, &t->labels_are_whole)) return WRONG;
  if (n[3] && !numbers(in[2], 1, shape, &t->data_lengths, &t->data_lengths_are_whole)) return WRONG;
  if (n[4] && !numbers(in[2 + !!n[3]], 1, shape, &t->label_lengths, &t->label_lengths_are_whole)) return WRONG;
  if (!is(call->outputs[0], XLA_FFI_DataType_F32, 1, shape)) return WRONG;
  if (n[0] == COST_AND_SLOPE && !is(call->outputs[1], XLA_FFI_DataType_F32, 3, data->dims)) return WRONG;
  t->costs = call->outputs[0]->data;
  if (n[0] == COST_AND_SLOPE) t->slopes = call->outputs[1]->data;
  /* four bytes for each number, all of them together */
  int64_t total = 4 * ARRAYS;
  if (t->steps > INT32_MAX || t->length > INT32_MAX) return NO_MEMORY;
  return __builtin_mul_overflow(total, (t->steps + 4) * (t->length + 4), &total) ? NO_MEMORY : NULL;
}

static const char *run(const call_t *call) {
  task_t t;
  if (call->plan[0] != COST && call->plan[0] != COST_AND_SLOPE) return WRONG;
  const char *problem = take(call, &t);
  if (problem) return problem;
  const double states = (double)t.batch * (double)t.steps * (double)(2 * t.length + 1 + t.classes);
  divide(sequences, &t, t.batch, 8 * states);
  return t.no_memory ? NO_MEMORY : NULL;
}

KERNELS(jmx_ctc)
