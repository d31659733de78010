/* The log likelihood of Hawkes processes and its gradients, in single precision.
 *
 * A plan is (what). Arrays are background intensities (sequences, marks), branching ratios and rates of decay (marks), states (sequences,
 * marks), lags and marks (sequences, points), numbers of points and ends (sequences); before them, for the gradients, the heads
 * (sequences). Results are the likelihoods and the states at the end, or for each sequence the gradients of the first three arrays.
 * Derivatives are carried along with what they are of: those of a state by the rate of decay are all that has a memory. Sequences are
 * divided among threads.
 */
#include "kernels.h"

#include <math.h>

enum { LIKELIHOOD, SLOPES };

typedef struct {
  int64_t sequences, marks, points;
  const float *base, *ratio, *decay, *state, *lags, *lengths, *ends, *head;
  const int32_t *of;
  float *out[3];
  int no_memory;
} task_t;

/* A process in a sequence: its state, the derivative of that, the time of its last point, and derivatives of the likelihood. */
typedef struct {
  float state, state_slope, last, by_base, by_ratio, by_decay;
} process_t;

/* What passes until a time: nothing happens, which counts for the likelihood, and the state fades. */
static void pass(process_t *p, float base, float ratio, float decay, float age, float *total) {
  const float left = expf(-decay * age), left_slope = -age * left, gone = p->state * (1 - left);
  *total -= base * age + ratio * gone;
  p->by_base -= age, p->by_ratio -= gone;
  p->by_decay -= ratio * (p->state_slope * (1 - left) - p->state * left_slope);
  p->state_slope = p->state_slope * left + p->state * left_slope;
  p->state *= left;
}

static float follow(const task_t *t, int64_t sequence, process_t *processes) {
  const float *base = t->base + sequence * t->marks;
  float total = 0, now = 0;
  for (int64_t k = 0; k < t->marks; k++) processes[k] = (process_t){.state = t->state[sequence * t->marks + k]};
  for (int64_t i = 0; i < t->points && (float)i < t->lengths[sequence]; i++) {
    int64_t k = t->of[sequence * t->points + i];
    if (k < 0) k += t->marks;
    const int64_t at = k < 0 ? 0 : k < t->marks ? k : t->marks - 1; /* a mark out of range is that of the nearest, and leaves no trace */
    process_t p = processes[at];
    const float ratio = t->ratio[at], decay = t->decay[at];
    now += t->lags[sequence * t->points + i];
    pass(&p, base[at], ratio, decay, now - p.last, &total);
    const float rate = base[at] + ratio * decay * p.state;
    total += logf(rate);
    p.by_base += 1 / rate, p.by_ratio += decay * p.state / rate;
    p.by_decay += (ratio * p.state + ratio * decay * p.state_slope) / rate;
    if (at != k) {
      processes[at].by_base = p.by_base, processes[at].by_ratio = p.by_ratio, processes[at].by_decay = p.by_decay;
      continue;
    }
    p.state += 1, p.last = now;
    processes[at] = p;
  }
  for (int64_t k = 0; k < t->marks; k++)
    pass(&processes[k], base[k], t->ratio[k], t->decay[k], t->ends[sequence] - processes[k].last, &total);
  return total;
}

static void sequences(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  process_t *processes = zeros(t->marks * 6);
  if (!processes) {
    __atomic_store_n(&t->no_memory, 1, __ATOMIC_RELAXED);
    return;
  }
  for (int64_t b = first; b < last; b++) {
    const float total = follow(t, b, processes);
    if (!t->head) t->out[0][b] = total;
    for (int64_t k = 0; k < t->marks; k++) {
      const process_t *p = &processes[k];
      const int64_t at = b * t->marks + k;
      if (!t->head)
        t->out[1][at] = p->state;
      else
        t->out[0][at] = t->head[b] * p->by_base, t->out[1][at] = t->head[b] * p->by_ratio, t->out[2][at] = t->head[b] * p->by_decay;
    }
  }
  free(processes);
}

static const char *run(const call_t *call) {
  const int64_t what = call->plan[0];
  const XLA_FFI_Buffer *const *in = call->inputs + (what == SLOPES);
  if (what < LIKELIHOOD || what > SLOPES || call->input_count != 8 + what || call->output_count != 2 + what) return WRONG;
  if (in[0]->rank != 2 || in[4]->rank != 2) return WRONG;
  const int64_t n = in[0]->dims[0], k = in[0]->dims[1], points = in[4]->dims[1];
  const int64_t by_mark[] = {n, k}, by_point[] = {n, points}, *marks = by_mark + 1, *sequence = by_mark;
  const int64_t *const shapes[] = {by_mark, marks, marks, by_mark, by_point, by_point, sequence, sequence};
  static const int64_t ranks[] = {2, 1, 1, 2, 2, 2, 1, 1};
  for (int i = 0; i < 8; i++)
    if (!is(in[i], i == 5 ? XLA_FFI_DataType_S32 : XLA_FFI_DataType_F32, ranks[i], shapes[i])) return WRONG;
  if (what == SLOPES && !is(call->inputs[0], XLA_FFI_DataType_F32, 1, sequence)) return WRONG;
  for (int64_t i = 0; i < call->output_count; i++)
    if (!is(call->outputs[i], XLA_FFI_DataType_F32, what == SLOPES || i ? 2 : 1, by_mark)) return WRONG;
  if (k < 1 || k > INT64_MAX / 64) return WRONG;
  task_t t = {.sequences = n, .marks = k, .points = points, .base = in[0]->data, .ratio = in[1]->data, .decay = in[2]->data};
  t.state = in[3]->data, t.lags = in[4]->data, t.of = in[5]->data, t.lengths = in[6]->data, t.ends = in[7]->data;
  if (what == SLOPES) t.head = call->inputs[0]->data;
  for (int64_t i = 0; i < call->output_count; i++) t.out[i] = call->outputs[i]->data;
  divide(sequences, &t, n, 64 * (double)n * (double)(points + k));
  return t.no_memory ? NO_MEMORY : NULL;
}

KERNELS(jmx_hawkes)
