/* Boxes of object detection that no better one of their class overlaps: box_nms, MultiBoxDetection and Proposal, in single precision.
 *
 * A plan is (what, then what the function says); numbers with a fraction are in it as the bits of a float. Boxes are looked at by
 * descending score, and compared with those that were kept. Images are divided among threads.
 */
#include "kernels.h"

#include <math.h>

enum { SUPPRESS, DETECT, PROPOSE };
enum { LANES = 16, DIGIT = 11, DIGITS = 3, BUCKETS = 1 << DIGIT };

typedef struct {
  float x1, y1, x2, y2, area, label;
} box_t;

/* Boxes that were kept, one array for each number. */
typedef struct {
  float *x1, *y1, *x2, *y2, *area, *label;
  int64_t count;
} kept_t;

typedef struct {
  const int64_t *plan;
  int64_t count, width, channels, rows, columns; /* boxes of an image; then what the function says */
  const float *data, *moves, *anchors, *about;
  float *out, *scores;
  int32_t *taken;
  int no_memory;
} task_t;

/* What a thread works with: for each box of an image its score, its place in the order, and room to sort. */
typedef struct {
  box_t *boxes;
  float *scores;
  int32_t *order, *spare, *labels, *chosen;
  uint32_t *keys, *spare_keys;
  kept_t kept;
  float *memory;
} room_t;

static int get_room(task_t *t, room_t *r) {
  const int64_t n = t->count;
  float *memory = r->memory = zeros(n * 19);
  if (!memory) {
    __atomic_store_n(&t->no_memory, 1, __ATOMIC_RELAXED);
    return 0;
  }
  r->boxes = (box_t *)memory, r->scores = memory + 6 * n;
  r->order = (int32_t *)(memory + 7 * n), r->spare = r->order + n, r->labels = r->spare + n, r->chosen = r->labels + n;
  r->keys = (uint32_t *)(r->chosen + n), r->spare_keys = r->keys + n;
  float *kept = memory + 13 * n;
  r->kept = (kept_t){kept, kept + n, kept + 2 * n, kept + 3 * n, kept + 4 * n, kept + 5 * n, 0};
  return 1;
}

/* ---- order ---- */

/* Sort the first `count` places of `order` by descending score, NaN last; equal ones stay in their order. */
static void sort(room_t *r, int64_t count) {
  int64_t ends[DIGITS][BUCKETS] = {{0}};
  for (int64_t i = 0; i < count; i++) {
    const float score = r->scores[r->order[i]] + 0.0f; /* -0 is 0 */
    uint32_t bits;
    memcpy(&bits, &score, sizeof bits);
    r->keys[i] = score != score ? UINT32_MAX : bits >> 31 ? bits : ~bits & 0x7fffffff;
    for (int d = 0; d < DIGITS; d++) ends[d][(r->keys[i] >> (d * DIGIT)) & (BUCKETS - 1)]++;
  }
  for (int d = 0; d < DIGITS; d++) {
    int64_t total = 0;
    for (int64_t b = 0; b < BUCKETS; b++) {
      const int64_t here = ends[d][b];
      ends[d][b] = total;
      total += here;
    }
    for (int64_t i = 0; i < count; i++) {
      const int64_t to = ends[d][(r->keys[i] >> (d * DIGIT)) & (BUCKETS - 1)]++;
      r->spare[to] = r->order[i], r->spare_keys[to] = r->keys[i];
    }
    int32_t *order = r->order;
    uint32_t *keys = r->keys;
    r->order = r->spare, r->spare = order, r->keys = r->spare_keys, r->spare_keys = keys;
  }
}

/* ---- overlaps ---- */

/* A box; one with a coordinate that is no number meets no other. */
static box_t box_of(float x1, float y1, float x2, float y2, float area, float label) {
  const float sum = x1 + y1 + x2 + y2;
  if (sum != sum && (x1 != x1 || y1 != y1 || x2 != x2 || y2 != y2)) return (box_t){INFINITY, INFINITY, -INFINITY, -INFINITY, area, label};
  return (box_t){x1, y1, x2, y2, area, label};
}

static inline int hits(const kept_t *k, int64_t i, const box_t *b, int all, float threshold, float more) {
  const float x1 = k->x1[i] > b->x1 ? k->x1[i] : b->x1, x2 = k->x2[i] < b->x2 ? k->x2[i] : b->x2;
  const float y1 = k->y1[i] > b->y1 ? k->y1[i] : b->y1, y2 = k->y2[i] < b->y2 ? k->y2[i] : b->y2;
  const float width = x2 - x1 + more, height = y2 - y1 + more;
  const float shared = (width > 0 ? width : 0) * (height > 0 ? height : 0), both = k->area[i] + b->area - shared;
  const float share = shared / both;
  const int meet = (shared > 0) & !(both <= 0);
  return ((meet ? share : 0) > threshold) & (all | (k->label[i] == b->label));
}

/* Whether one of the kept boxes overlaps a box by more than the threshold. */
WIDE static int is_suppressed(const kept_t *k, const box_t *b, int all, float threshold, float more) {
  int64_t i = 0;
  for (; i + LANES <= k->count; i += LANES) {
    int any = 0;
    for (int64_t j = 0; j < LANES; j++) any |= hits(k, i + j, b, all, threshold, more);
    if (any) return 1;
  }
  for (; i < k->count; i++)
    if (hits(k, i, b, all, threshold, more)) return 1;
  return 0;
}

/* Choose from the first `count` places of `order` at most `limit`; `chosen` has for each whether it is, the result is how many are. */
static int64_t choose(room_t *r, int64_t count, int64_t limit, int all, float threshold, float more) {
  kept_t *k = &r->kept;
  k->count = 0;
  for (int64_t i = 0; i < count; i++) {
    const box_t *b = &r->boxes[r->order[i]];
    r->chosen[i] = k->count < limit && !is_suppressed(k, b, all, threshold, more);
    if (!r->chosen[i]) continue;
    const int64_t at = k->count++;
    k->x1[at] = b->x1, k->y1[at] = b->y1, k->x2[at] = b->x2, k->y2[at] = b->y2, k->area[at] = b->area, k->label[at] = b->label;
  }
  return k->count;
}

/* ---- box_nms: (.., best, column of coordinates, of scores, of classes, background, all classes, centers, valid and overlap thresholds)
 * of data (images, boxes, columns); the result has the place of each row that stays, then -1 ---- */

static void suppress(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t *n = t->plan, start = n[2], score = n[3], class = n[4];
  const float valid = real(n[8]);
  room_t r;
  if (!get_room(t, &r)) return;
  for (int64_t image = first; image < last; image++) {
    const float *data = t->data + image * t->count * t->width;
    int32_t *taken = t->taken + image * t->count;
    int64_t found = 0, to = 0;
    for (int64_t i = 0; i < t->count; i++) {
      const float *row = data + i * t->width, *at = row + start;
      if (!(row[score] > valid) || (class >= 0 && row[class] == (float)n[5])) continue;
      const float a = at[0], b = at[1], c = at[2], d = at[3], label = class < 0 ? 0 : row[class];
      const float width = n[7] ? c : c - a, height = n[7] ? d : d - b, area = width < 0 || height < 0 ? 0 : width * height;
      r.boxes[i] = n[7] ? box_of(a - c / 2, b - d / 2, a + c / 2, b + d / 2, area, label) : box_of(a, b, c, d, area, label);
      r.scores[i] = row[score];
      r.order[found++] = (int32_t)i;
    }
    sort(&r, found);
    if (found > n[1]) found = n[1];
    choose(&r, found, found, n[6] || class < 0, real(n[9]), 0);
    for (int64_t i = 0; i < found; i++)
      if (r.chosen[i]) taken[to++] = r.order[i];
    for (; to < t->count; to++) taken[to] = -1;
  }
  free(r.memory);
}

/* ---- MultiBoxDetection: (.., clip, suppress, all classes, best, thresholds of scores and overlaps, four variances) of probabilities
 * (images, classes, boxes), moves (images, 4 * boxes), anchors (boxes, 4); the result is (images, boxes, 6) ---- */

static float inside(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static box_t moved_anchor(const task_t *t, const float *moves, int64_t i) {
  const int64_t *n = t->plan;
  const float *a = t->anchors + 4 * i, *m = moves + 4 * i;
  float low[2], high[2];
  for (int axis = 0; axis < 2; axis++) {
    const float size = a[2 + axis] - a[axis], middle = (a[axis] + a[2 + axis]) / 2;
    const float at = m[axis] * real(n[7 + axis]) * size + middle, half = expf(m[2 + axis] * real(n[9 + axis])) * size / 2;
    low[axis] = n[1] ? inside(at - half) : at - half, high[axis] = n[1] ? inside(at + half) : at + half;
  }
  return (box_t){low[0], low[1], high[0], high[1], (high[0] - low[0]) * (high[1] - low[1]), 0};
}

WIDE static void best_classes(int64_t count, int64_t classes, const float *restrict data, float *restrict scores, int32_t *restrict labels) {
  for (int64_t i = 0; i < count; i++) scores[i] = -1, labels[i] = 0;
  for (int64_t c = 1; c < classes; c++)
    for (int64_t i = 0; i < count; i++) {
      const float x = data[c * count + i];
      const int more = (c == 1) | (x > scores[i]) | (x != x);
      labels[i] = more ? (int32_t)c - 1 : labels[i];
      scores[i] = more ? x : scores[i];
    }
}

static void write_row(float *to, const box_t *box, float label, float score) {
  const float row[] = {label, score, box->x1, box->y1, box->x2, box->y2};
  memcpy(to, row, sizeof row);
}

static void detect(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t *n = t->plan, best = n[4];
  room_t r;
  if (!get_room(t, &r)) return;
  for (int64_t image = first; image < last; image++) {
    float *out = t->out + image * t->count * 6;
    int64_t found = 0;
    best_classes(t->count, t->channels, t->data + image * t->channels * t->count, r.scores, r.labels);
    for (int64_t i = 0; i < t->count; i++) {
      if (!(r.scores[i] > -1) || r.scores[i] < real(n[5])) continue;
      box_t box = moved_anchor(t, t->moves + image * t->count * 4, i);
      if (!n[2] || found >= best) write_row(out + found * 6, &box, n[2] ? -1 : (float)r.labels[i], r.scores[i]);
      r.boxes[i] = box_of(box.x1, box.y1, box.x2, box.y2, box.area, (float)r.labels[i]);
      r.order[found++] = (int32_t)i;
    }
    for (int64_t i = found * 6; i < t->count * 6; i++) out[i] = -1;
    if (!n[2]) continue;
    sort(&r, found);
    if (found > best) found = best;
    choose(&r, found, found, n[3] != 0, real(n[6]), 0);
    for (int64_t i = 0; i < found; i++) {
      const int64_t at = r.order[i];
      const box_t box = moved_anchor(t, t->moves + image * t->count * 4, at);
      write_row(out + i * 6, &box, r.chosen[i] ? (float)r.labels[at] : -1, r.scores[at]);
    }
  }
  free(r.memory);
}

/* ---- Proposal: (.., boxes of a place, stride, best, how many to return, moves of corners, overlap threshold, least size) of
 * probabilities (images, 2 * boxes of a place, rows, columns), moves (images, 4 * .., ..), images (images, 3), boxes of the first place;
 * the results are regions (images * .., 5) and scores ---- */

static void move(const int64_t *n, const float *box, const float *m, const float *info, float *region) {
  for (int axis = 0; axis < 2; axis++) {
    const float end = info[1 - axis] - 1, size = box[2 + axis] - box[axis] + 1;
    float low = box[axis] + m[axis], high = box[2 + axis] + m[2 + axis];
    if (!n[5]) {
      const float middle = box[axis] + 0.5f * (size - 1) + m[axis] * size, half = 0.5f * (expf(m[2 + axis]) * size - 1);
      low = middle - half, high = middle + half;
    }
    low = low > end ? end : low, high = high > end ? end : high;
    region[axis] = low < 0 ? 0 : low, region[2 + axis] = high < 0 ? 0 : high;
  }
}

static int64_t places_of(float size, float stride) {
  const float places = size / stride;
  return places != places ? 0 : places > 2e9f ? INT32_MAX : places < -2e9f ? INT32_MIN : (int64_t)places;
}

static void regions_of(const task_t *t, room_t *r, int64_t image) {
  const int64_t *n = t->plan, each = n[1], places = t->rows * t->columns;
  const float *data = t->data + (2 * image + 1) * each * places, *moves = t->moves + 4 * image * each * places, *info = t->about + 3 * image;
  const float stride = (float)n[2], least = real(n[7]) * info[2];
  const int64_t rows = places_of(info[0], stride), columns = places_of(info[1], stride);
  for (int64_t i = 0; i < t->count; i++) {
    const int64_t a = i % each, place = i / each, y = place / t->columns, x = place % t->columns;
    float box[4], m[4], region[4];
    for (int64_t k = 0; k < 4; k++) box[k] = t->anchors[a * 4 + k] + (float)((k % 2 ? y : x) * n[2]), m[k] = moves[(a * 4 + k) * places + place];
    move(n, box, m, info, region);
    float score = y >= rows || x >= columns ? -1 : data[a * places + place];
    if (region[2] - region[0] + 1 < least || region[3] - region[1] + 1 < least) {
      for (int64_t k = 0; k < 4; k++) region[k] += k < 2 ? -least / 2 : least / 2;
      score = -1;
    }
    const float area = (region[2] - region[0] + 1) * (region[3] - region[1] + 1);
    r->boxes[i] = (box_t){region[0], region[1], region[2], region[3], area, 0};
    r->scores[i] = score, r->order[i] = (int32_t)i;
  }
}

static void propose(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t *n = t->plan, after = n[4];
  room_t r;
  if (!get_room(t, &r)) return;
  for (int64_t image = first; image < last; image++) {
    regions_of(t, &r, image);
    sort(&r, t->count);
    int64_t found = 0;
    const int64_t total = choose(&r, n[3], after < n[3] ? after : n[3], 1, real(n[6]), 1);
    for (int64_t i = 0; i < n[3] && found < total; i++)
      if (r.chosen[i]) r.spare[found++] = r.order[i];
    for (int64_t i = 0; i < after; i++) {
      const int32_t at = r.spare[i % total];
      float *row = t->out + (image * after + i) * 5;
      row[0] = (float)image;
      memcpy(row + 1, &r.boxes[at], 4 * sizeof *row);
      t->scores[image * after + i] = r.scores[at];
    }
  }
  free(r.memory);
}

/* ---- calls ---- */

static int is_f32(const XLA_FFI_Buffer *array, int64_t rank, const int64_t *dims) { return is(array, XLA_FFI_DataType_F32, rank, dims); }

static const char *take_suppress(const call_t *call, task_t *t) {
  const XLA_FFI_Buffer *data = call->inputs[0];
  const int64_t *n = call->plan;
  if (call->length != 10 || call->input_count != 1 || data->rank != 3 || !is_f32(data, 3, data->dims)) return WRONG;
  t->count = data->dims[1], t->width = data->dims[2], t->taken = call->outputs[0]->data;
  if (n[2] < 0 || n[2] > t->width - 4 || n[3] < 0 || n[3] >= t->width || n[4] >= t->width || n[1] < 0) return WRONG;
  return call->output_count == 1 && is(call->outputs[0], XLA_FFI_DataType_S32, 2, data->dims) ? NULL : WRONG;
}

static const char *take_detect(const call_t *call, task_t *t) {
  const XLA_FFI_Buffer *const *in = call->inputs;
  if (call->length != 11 || call->input_count != 3 || in[0]->rank != 3 || call->output_count != 1 || call->plan[4] < 0) return WRONG;
  const int64_t images = in[0]->dims[0], *dims = in[0]->dims;
  t->channels = dims[1], t->count = dims[2];
  if (t->count > INT32_MAX) return WRONG;
  const int64_t moves[] = {images, 4 * t->count}, anchors[] = {t->count, 4}, out[] = {images, t->count, 6};
  t->moves = in[1]->data, t->anchors = in[2]->data, t->out = call->outputs[0]->data;
  return is_f32(in[0], 3, dims) && is_f32(in[1], 2, moves) && is_f32(in[2], 2, anchors) && is_f32(call->outputs[0], 3, out) ? NULL : WRONG;
}

static const char *take_propose(const call_t *call, task_t *t) {
  const XLA_FFI_Buffer *const *in = call->inputs;
  const int64_t *n = call->plan;
  if (call->length != 8 || call->input_count != 4 || in[0]->rank != 4 || call->output_count != 2) return WRONG;
  const int64_t images = in[0]->dims[0], each = n[1];
  t->rows = in[0]->dims[2], t->columns = in[0]->dims[3];
  if (each < 1 || each > INT16_MAX || t->rows < 1 || t->columns < 1 || t->rows > INT32_MAX / each / t->columns) return WRONG;
  t->count = each * t->rows * t->columns;
  if (n[2] < 1 || n[2] > INT32_MAX || n[3] < 1 || n[3] > t->count || n[4] < 1 || n[4] > INT32_MAX || images > INT32_MAX) return WRONG;
  const int64_t data[] = {images, 2 * each, t->rows, t->columns}, moves[] = {images, 4 * each, t->rows, t->columns}, about[] = {images, 3};
  const int64_t boxes[] = {each, 4}, out[] = {images * n[4], 5}, scores[] = {images * n[4], 1};
  if (!is_f32(in[0], 4, data) || !is_f32(in[1], 4, moves) || !is_f32(in[2], 2, about) || !is_f32(in[3], 2, boxes)) return WRONG;
  t->moves = in[1]->data, t->about = in[2]->data, t->anchors = in[3]->data;
  t->out = call->outputs[0]->data, t->scores = call->outputs[1]->data;
  return is_f32(call->outputs[0], 2, out) && is_f32(call->outputs[1], 2, scores) ? NULL : WRONG;
}

static const char *run(const call_t *call) {
  static const char *(*const takes[])(const call_t *, task_t *) = {take_suppress, take_detect, take_propose};
  static const work_t works[] = {suppress, detect, propose};
  const int64_t what = call->plan[0];
  if (what < SUPPRESS || what > PROPOSE || call->input_count < 1 || call->output_count < 1) return WRONG;
  task_t t = {.plan = call->plan, .data = call->inputs[0]->data};
  const char *problem = takes[what](call, &t);
  if (problem) return problem;
  if (t.count > INT32_MAX) return WRONG;
  const int64_t images = call->inputs[0]->dims[0];
  divide(works[what], &t, images, 2e3 * (double)images * (double)t.count);
  return t.no_memory ? NO_MEMORY : NULL;
}

KERNELS(jmx_boxes)
