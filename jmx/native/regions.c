/* Pooling of regions of images: ROIPooling, ROIAlign, PSROIPooling and their gradients, and RROIAlign, in single precision.
 *
 * A plan is (what, rows, columns of bins, then what the function says). Where bins look at all channels alike, images are first
 * copied with channels last, so that the innermost loops go over channels, BLOCK of them at a time. Forward passes are divided
 * among threads by regions, gradients by channels: no two threads write the same numbers, nor does their order depend on threads.
 */
#include "kernels.h"

#include <float.h>
#include <math.h>

enum { POOL, POOL_GRADIENT, ALIGN, ALIGN_GRADIENT, BY_POSITION, BY_POSITION_GRADIENT, ROTATED };
enum { GROUP = 8, BLOCK = 64, TILE = 16, MOST_SAMPLES = 4096 };

typedef struct {
  int64_t batch, channels, height, width, regions, rows, columns, extra, outputs;
  const float *data, *head; /* (batch, channels, height, width); (regions, outputs, rows, columns) */
  const int32_t *image;     /* (regions): number of an image, below 0 for none */
  const void *boxes;        /* (regions, 4) */
  const int32_t *places;    /* of maxima in a channel, -1 for none */
  float *out;
  int32_t *out_places;
  float scale;
  float *last; /* images, or their gradient, with channels last */
  int no_memory;
} task_t;

/* ---- channels last ---- */

static void copy_tiles(const float *from, float *to, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i += TILE)
    for (int64_t j = 0; j < columns; j += TILE)
      for (int64_t y = i; y < rows && y < i + TILE; y++)
        for (int64_t x = j; x < columns && x < j + TILE; x++) to[x * rows + y] = from[y * columns + x];
}

static void to_last(const task_t *t) {
  int64_t places = t->height * t->width, size = t->channels * places;
  for (int64_t n = 0; n < t->batch; n++) copy_tiles(t->data + n * size, t->last + n * size, t->channels, places);
}

static void from_last(const task_t *t) {
  int64_t places = t->height * t->width, size = t->channels * places;
  for (int64_t n = 0; n < t->batch; n++) copy_tiles(t->last + n * size, t->out + n * size, places, t->channels);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- ROIPooling: boxes are whole numbers (x, y, width, height) ---- */

/* The first and one past the last place of a bin. */
static void bin_of(int64_t start, float step, int64_t bin, int64_t size, int64_t *first, int64_t *last) {
  float low = floorf((float)bin * step), high = ceilf((float)(bin + 1) * step); /* at most 2^31 and some: boxes have 32 bits */
  int64_t a = (int64_t)low + start, b = (int64_t)high + start;
  *first = a < 0 ? 0 : least(a, size);
  *last = b < 0 ? 0 : least(b, size);
}

/* Of `count` channels; inlined for GROUP of them, whose maxima then stay in registers. */
static inline __attribute__((always_inline)) void pool_channels(const task_t *t, const float *image, const int64_t *y, const int64_t *x,
                                                                float *out, int32_t *places, const int64_t count) {
  const int64_t bins = t->rows * t->columns;
  float best[GROUP];
  int32_t place[GROUP];
  for (int64_t c = 0; c < count; c++) best[c] = -FLT_MAX, place[c] = -1;
  for (int64_t i = y[0]; i < y[1]; i++)
    for (int64_t j = x[0]; j < x[1]; j++) {
      const int32_t here = (int32_t)(i * t->width + j);
      const float *value = image + here * t->channels;
      for (int64_t c = 0; c < count; c++) {
        const int more = value[c] > best[c];
        place[c] = more ? here : place[c];
        best[c] = more ? value[c] : best[c];
      }
    }
  for (int64_t c = 0; c < count; c++) {
    out[c * bins] = best[c];
    places[c * bins] = place[c];
  }
}

static void pool_bin(const task_t *t, const float *image, const int64_t *y, const int64_t *x, float *out, int32_t *places) {
  const int64_t bins = t->rows * t->columns;
  int64_t from = 0;
  for (; from + GROUP <= t->channels; from += GROUP) pool_channels(t, image + from, y, x, out + from * bins, places + from * bins, GROUP);
  if (from < t->channels) pool_channels(t, image + from, y, x, out + from * bins, places + from * bins, t->channels - from);
}

static void pool(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  int64_t bins = t->rows * t->columns, size = t->channels * bins;
  for (int64_t r = first; r < last; r++) {
    const int32_t *box = (const int32_t *)t->boxes + r * 4;
    const int none = t->image[r] < 0 || t->image[r] >= t->batch;
    const float *image = none ? NULL : t->last + t->image[r] * t->channels * t->height * t->width;
    const float across = (float)box[2] / (float)t->columns, down = (float)box[3] / (float)t->rows;
    for (int64_t p = 0; p < t->rows; p++)
      for (int64_t q = 0; q < t->columns; q++) {
        int64_t y[2], x[2], bin = p * t->columns + q;
        bin_of(box[1], down, p, t->height, &y[0], &y[1]);
        bin_of(box[0], across, q, t->width, &x[0], &x[1]);
        float *out = t->out + r * size + bin;
        int32_t *places = t->out_places + r * size + bin;
        if (none || y[0] >= y[1] || x[0] >= x[1])
          for (int64_t c = 0; c < t->channels; c++) out[c * bins] = 0, places[c * bins] = -1;
        else
          pool_bin(t, image, y, x, out, places);
      }
  }
}

static void pool_gradient(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t bins = t->rows * t->columns, places = t->height * t->width;
  for (int64_t n = 0; n < t->batch; n++) memset(t->out + (n * t->channels + first) * places, 0, (size_t)((last - first) * places) * 4);
  for (int64_t r = 0; r < t->regions; r++) {
    if (t->image[r] < 0 || t->image[r] >= t->batch) continue;
    for (int64_t c = first; c < last; c++) {
      float *plane = t->out + (t->image[r] * t->channels + c) * places;
      const float *head = t->head + (r * t->channels + c) * bins;
      const int32_t *at = t->places + (r * t->channels + c) * bins;
      for (int64_t i = 0; i < bins; i++)
        if (at[i] >= 0 && at[i] < places) plane[at[i]] += head[i];
    }
  }
}

/* ---- ROIAlign: boxes are (x, y, width, height); the plan has samples in a bin along an axis, 0 for as many as it covers ---- */

/* How much each of `size` places counts in the mean of a bin's samples; all are NaN where coordinates mean nothing. */
static void weigh(float start, float length, int64_t bins, int64_t size, int64_t samples, float *weights, int64_t *ranges) {
  const float step = length / (float)bins, count = samples > 0 ? (float)samples : ceilf(step);
  const int sound = isfinite(start) && isfinite(length) && count <= MOST_SAMPLES;
  memset(weights, 0, (size_t)(bins * size) * sizeof *weights);
  for (int64_t i = 0; i < bins; i++) {
    float *row = weights + i * size, corner = start + (float)i * step;
    int64_t *range = ranges + 2 * i;
    range[0] = sound ? size : 0;
    range[1] = sound ? 0 : size;
    if (!sound)
      for (int64_t j = 0; j < size; j++) row[j] = NAN;
    for (int64_t k = 0; sound && (float)k < count; k++) {
      float at = corner + ((float)k + 0.5f) * step / count;
      if (!(at >= -1.0f && at <= (float)size)) continue;
      if (at < 0) at = 0;
      int64_t low = (int64_t)at, high;
      if (low >= size - 1) {
        low = high = size - 1;
        at = (float)low;
      } else {
        high = low + 1;
      }
      row[low] += 1 - (at - (float)low);
      row[high] += at - (float)low;
      if (low < range[0]) range[0] = low;
      if (high + 1 > range[1]) range[1] = high + 1;
    }
    if (sound)
      for (int64_t j = range[0]; j < range[1]; j++) row[j] /= count;
  }
}

/* Weights of a region's bins along both axes. */
typedef struct {
  float *across, *down;
  int64_t *x, *y;
} weights_t;

static int get_weights(task_t *t, weights_t *w) {
  const int64_t sizes = t->columns * t->width + t->rows * t->height;
  w->across = zeros(sizes);
  w->x = zeros((t->columns + t->rows) * 4);
  if (!w->across || !w->x) {
    free(w->across);
    free(w->x);
    __atomic_store_n(&t->no_memory, 1, __ATOMIC_RELAXED);
    return 0;
  }
  w->down = w->across + t->columns * t->width;
  w->y = w->x + t->columns * 2;
  return 1;
}

static void weigh_region(const task_t *t, const weights_t *w, int64_t region) {
  const float *box = (const float *)t->boxes + region * 4;
  weigh(box[0], box[2], t->columns, t->width, t->extra, w->across, w->x);
  weigh(box[1], box[3], t->rows, t->height, t->extra, w->down, w->y);
}

/* Either the weighted sum of places to `sum`, or `sum` times the weights to the places. */
static void align_bin(const task_t *t, const weights_t *w, float *image, int64_t p, int64_t q, int64_t count, float *restrict sum, int back) {
  for (int64_t i = w->y[2 * p]; i < w->y[2 * p + 1]; i++) {
    const float by_row = w->down[p * t->height + i];
    if (by_row == 0) continue;
    for (int64_t j = w->x[2 * q]; j < w->x[2 * q + 1]; j++) {
      const float weight = by_row * w->across[q * t->width + j];
      float *restrict value = image + (i * t->width + j) * t->channels;
      if (weight == 0) continue;
      if (back)
        for (int64_t c = 0; c < count; c++) value[c] += weight * sum[c];
      else
        for (int64_t c = 0; c < count; c++) sum[c] += weight * value[c];
    }
  }
}

static void align(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t bins = t->rows * t->columns, size = t->channels * bins;
  weights_t w;
  if (!get_weights(t, &w)) return;
  for (int64_t r = first; r < last; r++) {
    if (t->image[r] < 0 || t->image[r] >= t->batch) {
      memset(t->out + r * size, 0, (size_t)size * sizeof *t->out);
      continue;
    }
    float *image = t->last + t->image[r] * t->channels * t->height * t->width;
    weigh_region(t, &w, r);
    for (int64_t p = 0; p < t->rows; p++)
      for (int64_t q = 0; q < t->columns; q++)
        for (int64_t from = 0; from < t->channels; from += BLOCK) {
          float sum[BLOCK] = {0}, *out = t->out + r * size + from * bins + p * t->columns + q;
          const int64_t count = least(BLOCK, t->channels - from);
          align_bin(t, &w, image + from, p, q, count, sum, 0);
          for (int64_t c = 0; c < count; c++) out[c * bins] = sum[c];
        }
  }
  free(w.across);
  free(w.x);
}

static void align_gradient(void *context, int64_t first, int64_t last) {
  task_t *t = context;
  const int64_t bins = t->rows * t->columns, size = t->channels * bins;
  weights_t w;
  if (!get_weights(t, &w)) return;
  for (int64_t r = 0; r < t->regions; r++) {
    if (t->image[r] < 0 || t->image[r] >= t->batch) continue;
    float *image = t->last + t->image[r] * t->channels * t->height * t->width;
    weigh_region(t, &w, r);
    for (int64_t p = 0; p < t->rows; p++)
      for (int64_t q = 0; q < t->columns; q++)
        for (int64_t from = first; from < last; from += BLOCK) {
          float slope[BLOCK];
          const float *head = t->head + r * size + from * bins + p * t->columns + q;
          const int64_t count = least(BLOCK, last - from);
          for (int64_t c = 0; c < count; c++) slope[c] = head[c * bins];
          align_bin(t, &w, image + from, p, q, count, slope, 1);
        }
  }
  free(w.across);
  free(w.x);
}

/* ---- PSROIPooling: boxes are (x1, y1, x2, y2); the plan has the groups of channels along an axis ---- */

static void covered(float low, float high, int64_t bins, int64_t bin, int64_t size, int64_t *first, int64_t *last) {
  const float length = high - low, step = (length > 0.1f || length != length ? length : 0.1f) / (float)bins;
  const float a = floorf((float)bin * step + low), b = ceilf((float)(bin + 1) * step + low);
  *first = *last = 0;
  if (a != a || b != b) return;
  *first = a > 0 ? (a < (float)size ? (int64_t)a : size) : 0;
  *last = b > 0 ? (b < (float)size ? (int64_t)b : size) : 0;
}

static void position_bin(const task_t *t, int64_t region, int64_t p, int64_t q, int64_t from, int64_t to) {
  const float *box = (const float *)t->boxes + region * 4;
  const int64_t bins = t->rows * t->columns, bin = p * t->columns + q, places = t->height * t->width, groups = t->extra;
  int64_t y[2], x[2];
  covered(box[1], box[3], t->rows, p, t->height, &y[0], &y[1]);
  covered(box[0], box[2], t->columns, q, t->width, &x[0], &x[1]);
  const int64_t group = least(p * groups / t->rows, groups - 1) * groups + least(q * groups / t->columns, groups - 1);
  const int empty = y[0] >= y[1] || x[0] >= x[1] || t->image[region] < 0 || t->image[region] >= t->batch;
  const float area = empty ? 1 : (float)(y[1] - y[0]) * (float)(x[1] - x[0]);
  for (int64_t c = from; c < to; c++) {
    const int64_t at = (region * t->outputs + c) * bins + bin;
    if (empty) {
      if (!t->head) t->out[at] = 0;
      continue;
    }
    const int64_t plane = (t->image[region] * t->channels + c * groups * groups + group) * places;
    float sum = t->head ? t->head[at] / area : 0;
    for (int64_t i = y[0]; i < y[1]; i++)
      for (int64_t j = x[0]; j < x[1]; j++)
        if (t->head)
          t->out[plane + i * t->width + j] += sum;
        else
          sum += t->data[plane + i * t->width + j];
    if (!t->head) t->out[at] = sum / area;
  }
}

static void by_position(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  for (int64_t r = first; r < last; r++)
    for (int64_t p = 0; p < t->rows; p++)
      for (int64_t q = 0; q < t->columns; q++) position_bin(t, r, p, q, 0, t->outputs);
}

static void by_position_gradient(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t size = t->extra * t->extra * t->height * t->width;
  for (int64_t n = 0; n < t->batch; n++) memset(t->out + (n * t->outputs + first) * size, 0, (size_t)((last - first) * size) * 4);
  for (int64_t r = 0; r < t->regions; r++)
    for (int64_t p = 0; p < t->rows; p++)
      for (int64_t q = 0; q < t->columns; q++) position_bin(t, r, p, q, first, last);
}

/* ---- RROIAlign: regions are (image, x and y of the middle, width, height, degrees), the plan has the samples in a bin along an axis,
 * 0 for as many as it covers places, and what places are multiplied by ---- */

/* Add a sample to the sums of `count` channels. */
static void sample(const task_t *t, const float *image, float x, float y, int64_t count, float *restrict sum) {
  const float right = (float)(t->width - 1), bottom = (float)(t->height - 1);
  if (!(y >= -1 && y <= (float)t->height && x >= -1 && x <= (float)t->width)) return;
  x = x < 0 ? 0 : x > right ? right : x, y = y < 0 ? 0 : y > bottom ? bottom : y;
  const int64_t x1 = least((int64_t)x, t->width - 1), y1 = least((int64_t)y, t->height - 1); /* a float may round the last place up */
  const int64_t x2 = least(x1 + 1, t->width - 1), y2 = least(y1 + 1, t->height - 1);
  const float px = x - (float)x1, py = y - (float)y1, a = (1 - py) * (1 - px), b = (1 - py) * px, c = py * (1 - px), d = py * px;
  const float *restrict one = image + (y1 * t->width + x1) * t->channels, *restrict two = image + (y1 * t->width + x2) * t->channels;
  const float *restrict three = image + (y2 * t->width + x1) * t->channels, *restrict four = image + (y2 * t->width + x2) * t->channels;
  for (int64_t i = 0; i < count; i++) sum[i] += one[i] * a + two[i] * b + three[i] * c + four[i] * d;
}

static void rotated(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t bins = t->rows * t->columns, parts[] = {t->columns, t->rows};
  for (int64_t r = first; r < last; r++) {
    const float *box = (const float *)t->boxes + r * 6, angle = box[5] * 0.017453292519943295f, across = cosf(angle), down = sinf(angle);
    const float *image = t->last + image_of(box[0], t->batch) * t->channels * t->height * t->width;
    float middle[2], size[2], step[2], count[2];
    for (int i = 0; i < 2; i++) {
      const float length = box[3 + i] * t->scale;
      middle[i] = box[1 + i] * t->scale, size[i] = length < 1 ? 1 : length, step[i] = size[i] / (float)parts[i];
      count[i] = t->extra > 0 ? (float)t->extra : ceilf(step[i]);
    }
    const int none = !(count[0] <= MOST_SAMPLES && count[1] <= MOST_SAMPLES);
    for (int64_t bin = 0; bin < bins; bin++)
      for (int64_t from = 0; from < t->channels; from += BLOCK) {
        const int64_t channels = least(BLOCK, t->channels - from);
        float sum[BLOCK] = {0}, *out = t->out + (r * t->channels + from) * bins + bin;
        for (float i = 0; !none && i < count[1]; i++)
          for (float j = 0; j < count[0]; j++) {
            const float u = (float)(bin % t->columns) * step[0] + ((j + 0.5f) * step[0] / count[0] - size[0] / 2);
            const float v = (float)(bin / t->columns) * step[1] + ((i + 0.5f) * step[1] / count[1] - size[1] / 2);
            sample(t, image + from, u * across + v * down + middle[0], v * across - u * down + middle[1], channels, sum);
          }
        for (int64_t c = 0; c < channels; c++) out[c * bins] = none ? NAN : sum[c] / (count[0] * count[1]);
      }
  }
}

/* ---- calls ---- */

/* Whether the numbers of a task are sound, and arrays of these sizes can be counted. */
static int sound(const task_t *t, int64_t what) {
  int64_t total = 4;
  if (t->rows < 1 || t->columns < 1 || t->height < 1 || t->width < 1 || t->channels < 1 || t->batch < 1) return 0;
  const int64_t data[] = {t->batch, t->channels, t->height, t->width}, out[] = {t->outputs, t->rows, t->columns, t->regions};
  for (int i = 0; i < 4; i++)
    if (__builtin_mul_overflow(total, data[i], &total)) return 0;
  total = 64;
  for (int i = 0; i < 4; i++)
    if (__builtin_mul_overflow(total, out[i], &total)) return 0;
  if (t->height > INT32_MAX / t->width || t->rows > INT32_MAX / t->height || t->columns > INT32_MAX / t->width) return 0;
  if (t->rows > INT32_MAX / t->columns) return 0;
  if (what == BY_POSITION || what == BY_POSITION_GRADIENT) return t->extra >= 1 && t->extra <= INT16_MAX && t->outputs <= INT32_MAX && t->channels == t->outputs * t->extra * t->extra;
  return t->outputs == t->channels && (what < ALIGN || t->extra <= MOST_SAMPLES);
}

/* Arrays come as (data or head, images' numbers, boxes, places for the gradient of ROIPooling). */
static const char *take(const call_t *call, task_t *t, int64_t what) {
  const int back = (int)(what % 2), count = what == POOL_GRADIENT ? 4 : 3;
  if (call->length != 8 || call->input_count != count || call->output_count != (what == POOL ? 2 : 1)) return WRONG;
  const XLA_FFI_Buffer *const *in = call->inputs, *const *out = call->outputs;
  const int64_t *n = call->plan;
  *t = (task_t){.rows = n[1], .columns = n[2], .extra = n[3], .batch = n[4], .channels = n[5], .height = n[6], .width = n[7]};
  if (in[1]->rank != 1 || t->extra < 0) return WRONG;
  t->outputs = what < BY_POSITION || !t->extra ? t->channels : t->channels / t->extra / t->extra;
  t->regions = in[1]->dims[0];
  if (!sound(t, what)) return WRONG;
  const int64_t data[] = {t->batch, t->channels, t->height, t->width}, pooled[] = {t->regions, t->outputs, t->rows, t->columns};
  const int64_t boxes[] = {t->regions, 4};
  if (!is(in[0], XLA_FFI_DataType_F32, 4, back ? pooled : data) || !is(in[1], XLA_FFI_DataType_S32, 1, &t->regions)) return WRONG;
  if (!is(in[2], what < ALIGN ? XLA_FFI_DataType_S32 : XLA_FFI_DataType_F32, 2, boxes)) return WRONG;
  if (!is(out[0], XLA_FFI_DataType_F32, 4, back ? data : pooled)) return WRONG;
  if (what == POOL && !is(out[1], XLA_FFI_DataType_S32, 4, pooled)) return WRONG;
  if (what == POOL_GRADIENT && !is(in[3], XLA_FFI_DataType_S32, 4, pooled)) return WRONG;
  *(back ? &t->head : &t->data) = in[0]->data;
  t->image = in[1]->data;
  t->boxes = in[2]->data;
  t->out = out[0]->data;
  if (what == POOL) t->out_places = out[1]->data;
  if (what == POOL_GRADIENT) t->places = in[3]->data;
  return NULL;
}

/* Arrays come as (data, regions). */
static const char *take_rotated(const call_t *call, task_t *t) {
  const int64_t *n = call->plan;
  if (call->length != 9 || call->input_count != 2 || call->output_count != 1 || call->inputs[1]->rank != 2) return WRONG;
  *t = (task_t){.rows = n[1], .columns = n[2], .extra = n[3], .batch = n[4], .channels = n[5], .height = n[6], .width = n[7]};
  t->scale = real(n[8]), t->regions = call->inputs[1]->dims[0], t->outputs = t->channels;
  if (t->extra < 0 || !sound(t, ROTATED)) return WRONG;
  const int64_t data[] = {t->batch, t->channels, t->height, t->width}, out[] = {t->regions, t->outputs, t->rows, t->columns};
  const int64_t boxes[] = {t->regions, 6};
  if (!is(call->inputs[0], XLA_FFI_DataType_F32, 4, data) || !is(call->inputs[1], XLA_FFI_DataType_F32, 2, boxes)) return WRONG;
  t->data = call->inputs[0]->data, t->boxes = call->inputs[1]->data, t->out = call->outputs[0]->data;
  return is(call->outputs[0], XLA_FFI_DataType_F32, 4, out) ? NULL : WRONG;
}

static const char *run(const call_t *call) {
  static const work_t works[] = {pool, pool_gradient, align, align_gradient, by_position, by_position_gradient, rotated};
  task_t t;
  const int64_t what = call->plan[0];
  if (what < POOL || what > ROTATED) return WRONG;
  const char *problem = what == ROTATED ? take_rotated(call, &t) : take(call, &t, what);
  if (problem) return problem;
  const int is_last = what == POOL || what == ALIGN || what == ALIGN_GRADIENT || what == ROTATED;
  if (is_last && !(t.last = zeros(t.batch * t.channels * t.height * t.width))) return NO_MEMORY;
  if (what == POOL || what == ALIGN || what == ROTATED) to_last(&t);
  const double operations = 8. * (double)t.regions * (double)t.outputs * (double)(t.rows * t.columns);
  divide(works[what], &t, what % 2 ? t.outputs : t.regions, operations);
  if (what == ALIGN_GRADIENT) from_last(&t);
  free(t.last);
  return t.no_memory ? NO_MEMORY : NULL;
}

KERNELS(jmx_regions)
