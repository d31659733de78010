/* What the detector SSD is to predict for anchors, given the boxes in the images (MultiBoxTarget), in single precision.
 *
 * A plan has, as the bits of floats: the overlap of positive anchors, the class of those that do not count, negatives for each
 * positive (0 for all), the overlap below which they are, and four variances. Arrays are anchors (1, n, 4), labels (batch, m, 5 or
 * more) and predictions (batch, classes, n); out come places and their mask (batch, 4 n) and classes (batch, n). Images are divided
 * among threads.
 */
#include "kernels.h"

#include <math.h>

typedef struct {
  int64_t count, rows, columns, classes;
  float overlap, ignored, ratio, below, variances[4];
  const float *anchors, *labels, *scores;
  float *places, *mask, *targets;
  int no_memory;
} task_t;

/* What is known of the anchors of an image: `shared` has for each box a row with the overlap of every anchor. */
typedef struct {
  float *shared, *best, *background;
  int32_t *best_of, *paired, *first, *order;
} found_t;

WIDE static void overlap(const task_t *t, const float *box, float *shared) {
  const float area = (box[2] - box[0]) * (box[3] - box[1]);
  for (int64_t i = 0; i < t->count; i++) {
    const float *a = t->anchors + 4 * i;
    float width = (a[2] < box[2] ? a[2] : box[2]) - (a[0] > box[0] ? a[0] : box[0]);
    float height = (a[3] < box[3] ? a[3] : box[3]) - (a[1] > box[1] ? a[1] : box[1]);
    width = width > 0 ? width : 0, height = height > 0 ? height : 0;
    const float common = width * height, all = (a[2] - a[0]) * (a[3] - a[1]) + area - common;
    shared[i] = all == 0 ? 0 : common / all;
  }
}

/* The anchor without a box that overlaps a box most, or -1. */
static int32_t most(const task_t *t, const found_t *f, int64_t box) {
  const float *shared = f->shared + box * t->count;
  float best = 1e-6f;
  int32_t at = -1;
  for (int64_t i = 0; i < t->count; i++)
    if (shared[i] > best && f->paired[i] < 0) best = shared[i], at = (int32_t)i;
  return at;
}

/* Give every box the anchor that overlaps it most, those that overlap most first. */
static void pair(const task_t *t, const found_t *f, int64_t boxes) {
  for (int64_t j = 0; j < boxes; j++) f->first[j] = most(t, f, j);
  for (;;) {
    int64_t chosen = -1;
    float best = 0;
    for (int64_t j = 0; j < boxes; j++) {
      if (f->first[j] < 0) continue;
      const float shared = f->shared[j * t->count + f->first[j]];
      if (chosen < 0 || shared > best || (shared == best && f->first[j] < f->first[chosen])) chosen = j, best = shared;
    }
    if (chosen < 0) return;
    const int32_t anchor = f->first[chosen];
    f->paired[anchor] = (int32_t)chosen;
    f->first[chosen] = -1;
    for (int64_t j = 0; j < boxes; j++)
      if (f->first[j] == anchor) f->first[j] = most(t, f, j);
  }
}

static int before(const found_t *f, int32_t a, int32_t b) {
  const float x = f->background[a], y = f->background[b];
  return x < y || (x == y && a < b) || (x == x && y != y) || (x != x && y != y && a < b);
}

/* Sort anchors by their probability of being background, the smallest first and NaN last, as a heap. */
static void sort(const found_t *f, int64_t count) {
  for (int64_t begin = count / 2, end = count; end > 1;) {
    int32_t moved;
    if (begin > 0)
      moved = f->order[--begin];
    else
      moved = f->order[--end], f->order[end] = f->order[0];
    int64_t at = begin;
    for (int64_t next; (next = 2 * at + 1) < end; at = next) {
      if (next + 1 < end && before(f, f->order[next], f->order[next + 1])) next++;
      if (!before(f, moved, f->order[next])) break;
      f->order[at] = f->order[next];
    }
    f->order[at] = moved;
  }
}

static float background(const task_t *t, const float *scores) {
  float best = scores[0], sum = 0;
  for (int64_t c = 1; c < t->classes; c++) best = scores[c * t->count] > best ? scores[c * t->count] : best;
  for (int64_t c = 0; c < t->classes; c++) sum += expf(scores[c * t->count] - best);
  return expf(scores[0] - best) / sum;
}

/* Make background of the negatives that look like it least. */
static void mine(const task_t *t, const found_t *f, const float *scores, float *targets) {
  int64_t positives = 0, fit = 0;
  for (int64_t i = 0; i < t->count; i++) {
    positives += f->paired[i] >= 0;
    if (f->paired[i] >= 0 || !(f->best[i] < t->below)) continue;
    f->background[i] = background(t, scores + i);
    f->order[fit++] = (int32_t)i;
  }
  sort(f, fit);
  const float wanted = (float)positives * t->ratio;
  for (int64_t k = 0; k < fit && (float)(k + 1) <= wanted; k++) targets[f->order[k]] = 0;
}

static void image(const task_t *t, const found_t *f, int64_t number) {
  const float *labels = t->labels + number * t->rows * t->columns;
  float *places = t->places + 4 * number * t->count, *mask = t->mask + 4 * number * t->count, *targets = t->targets + number * t->count;
  int64_t boxes = 0;
  while (boxes < t->rows && labels[boxes * t->columns] != -1) boxes++;
  memset(places, 0, (size_t)t->count * 16), memset(mask, 0, (size_t)t->count * 16);
  for (int64_t i = 0; i < t->count; i++) targets[i] = t->ignored, f->best[i] = -2, f->best_of[i] = 0, f->paired[i] = -1;
  if (!boxes) return;
  for (int64_t j = 0; j < boxes; j++) {
    float *shared = f->shared + j * t->count;
    overlap(t, labels + j * t->columns + 1, shared);
    for (int64_t i = 0; i < t->count; i++)
      if (shared[i] > f->best[i]) f->best[i] = shared[i], f->best_of[i] = (int32_t)j;
  }
  pair(t, f, boxes);
  for (int64_t i = 0; i < t->count && t->overlap > 0; i++)
    if (f->paired[i] < 0 && f->best[i] > t->overlap) f->paired[i] = f->best_of[i];
  if (t->ratio > 0) mine(t, f, t->scores + number * t->classes * t->count, targets);
  for (int64_t i = 0; i < t->count; i++) {
    if (f->paired[i] < 0) {
      if (!(t->ratio > 0)) targets[i] = 0;
      continue;
    }
    const float *label = labels + f->paired[i] * t->columns, *box = label + 1, *a = t->anchors + 4 * i;
    targets[i] = label[0] + 1;
    for (int64_t k = 0; k < 2; k++) {
      const float size = a[k + 2] - a[k];
      places[4 * i + k] = ((box[k] + box[k + 2]) * 0.5f - (a[k] + a[k + 2]) * 0.5f) / size / t->variances[k];
      places[4 * i + k + 2] = logf((box[k + 2] - box[k]) / size) / t->variances[k + 2];
    }
    for (int64_t k = 0; k < 4; k++) mask[4 * i + k] = 1;
  }
}

static void images(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t n = t->count;
  float *memory = zeros(n * (t->rows + 5) + t->rows);
  if (!memory) {
    __atomic_store_n(&t->no_memory, 1, __ATOMIC_RELAXED);
    return;
  }
  found_t f = {.shared = memory + 5 * n, .best = memory, .background = memory + n};
  f.best_of = (int32_t *)(memory + 2 * n), f.paired = f.best_of + n, f.order = f.paired + n;
  f.first = (int32_t *)(memory + n * (t->rows + 5));
  for (int64_t i = first; i < last; i++) image(t, &f, i);
  free(memory);
}

static const char *run(const call_t *call) {
  if (call->length != 8 || call->input_count != 3 || call->output_count != 3) return WRONG;
  const XLA_FFI_Buffer *anchors = call->inputs[0], *labels = call->inputs[1], *scores = call->inputs[2];
  if (anchors->rank != 3 || labels->rank != 3 || scores->rank != 3) return WRONG;
  const int64_t batch = labels->dims[0], n = anchors->dims[1], m = labels->dims[1];
  int64_t room;
  if (batch < 1 || n < 1 || n > INT32_MAX || m < 1 || m > INT32_MAX || labels->dims[2] < 5 || scores->dims[1] < 1) return WRONG;
  if (__builtin_mul_overflow(n, m + 8, &room) || room > INT64_MAX / 16) return NO_MEMORY;
  const XLA_FFI_DataType real32 = XLA_FFI_DataType_F32;
  if (!is(anchors, real32, 3, (int64_t[]){1, n, 4}) || !is(scores, real32, 3, (int64_t[]){batch, scores->dims[1], n})) return WRONG;
  if (labels->dtype != real32) return WRONG;
  for (int64_t i = 0; i < 3; i++)
    if (!is(call->outputs[i], real32, 2, (int64_t[]){batch, i < 2 ? 4 * n : n})) return WRONG;
  task_t t = {.count = n, .rows = m, .columns = labels->dims[2], .classes = scores->dims[1]};
  t.overlap = real(call->plan[0]), t.ignored = real(call->plan[1]), t.ratio = real(call->plan[2]), t.below = real(call->plan[3]);
  for (int64_t k = 0; k < 4; k++) t.variances[k] = real(call->plan[4 + k]);
  t.anchors = anchors->data, t.labels = labels->data, t.scores = scores->data;
  t.places = call->outputs[0]->data, t.mask = call->outputs[1]->data, t.targets = call->outputs[2]->data;
  divide(images, &t, batch, 8. * (double)batch * (double)n * (double)(m + t.classes));
  return t.no_memory ? NO_MEMORY : NULL;
}

KERNELS(jmx_targets)
