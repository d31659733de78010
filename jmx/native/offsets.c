/* Pooling of regions whose bins have channels of their own and are moved by offsets: DeformablePSROIPooling and its gradients, in single
 * precision.
 *
 * A plan is (what, classes of offsets, groups of channels, bins, parts and samples of a bin along an axis, what coordinates and offsets are
 * multiplied by, as bits of floats). Arrays are data (images, channels, height, width), offsets (regions, 2 * classes, parts, parts) if
 * there are any, and regions (.., 5); for the gradients of the former before them the head (regions, outputs, bins, bins). The forward
 * pass and the offsets' gradient are divided among threads by regions, that of the data by outputs, which have channels of their own.
 */
#include "kernels.h"

#include <math.h>

enum { POOL, SLOPES };
enum { MOST_SAMPLES = 16 };

typedef struct {
  int64_t batch, height, width, regions, outputs, classes, groups, bins, parts, samples;
  float scale, by;
  const float *data, *offsets, *boxes, *head;
  float *out, *data_slope, *offset_slope;
} task_t;

/* A sample: its four places, the upper row first, and the parts of a place that it is beyond the first. */
typedef struct {
  int32_t at[4];
  float x, y;
} sample_t;

/* The samples of a bin within the image, of offsets of a class. */
typedef struct {
  sample_t samples[MOST_SAMPLES * MOST_SAMPLES];
  int64_t count, image, group, offset; /* where the first plane of its image is, which of the group's planes, where the offset is */
  float width, height;                 /* of the region */
} bin_t;

static float rounded(float x) { return x < 0 ? -floorf(-x + 0.5f) : floorf(x + 0.5f); }

static void axis_of(float first, float last, float scale, float *corner, float *size) {
  *corner = rounded(first) * scale - 0.5f;
  const float length = (rounded(last) + 1) * scale - 0.5f - *corner;
  *size = length < 0.1f ? 0.1f : length;
}

/* The places of a sample along an axis of `size` places, of which it is within. */
static void places(float x, int64_t size, int64_t *low, int64_t *high, float *part) {
  const float last = (float)(size - 1);
  x = x < 0 ? 0 : x > last ? last : x;
  *low = (int64_t)x < size ? (int64_t)x : size - 1;
  *part = x - (float)*low;
  *high = *part > 0 && *low + 1 < size ? *low + 1 : *low;
}

static void find(const task_t *t, int64_t region, int64_t class, int64_t p, int64_t q, bin_t *bin) {
  const float *box = t->boxes + 5 * region;
  float left, top, x, y;
  axis_of(box[1], box[3], t->scale, &left, &bin->width);
  axis_of(box[2], box[4], t->scale, &top, &bin->height);
  const float across = bin->width / (float)t->bins, down = bin->height / (float)t->bins;
  bin->offset = (((region * t->classes + class) * 2) * t->parts + p * t->parts / t->bins) * t->parts + q * t->parts / t->bins;
  const float *offset = t->offsets ? t->offsets + bin->offset : NULL;
  const float right = (float)t->width - 0.5f, bottom = (float)t->height - 0.5f;
  left = (float)q * across + left + (offset ? offset[0] * t->by * bin->width : 0);
  top = (float)p * down + top + (offset ? offset[t->parts * t->parts] * t->by * bin->height : 0);
  const int64_t i = p * t->groups / t->bins, j = q * t->groups / t->bins;
  bin->group = (i < t->groups ? i : t->groups - 1) * t->groups + (j < t->groups ? j : t->groups - 1);
  bin->image = image_of(box[0], t->batch) * t->outputs * t->groups * t->groups;
  bin->count = 0;
  for (int64_t n = 0; n < t->samples; n++) {
    y = top + (float)n / (float)t->samples * down;
    for (int64_t m = 0; m < t->samples && y >= -0.5f && y <= bottom; m++) {
      x = left + (float)m / (float)t->samples * across;
      if (!(x >= -0.5f && x <= right)) continue;
      int64_t x1, x2, y1, y2;
      sample_t *s = &bin->samples[bin->count++];
      places(x, t->width, &x1, &x2, &s->x);
      places(y, t->height, &y1, &y2, &s->y);
      const int64_t at[] = {y1 * t->width + x1, y1 * t->width + x2, y2 * t->width + x1, y2 * t->width + x2};
      for (int k = 0; k < 4; k++) s->at[k] = (int32_t)at[k];
    }
  }
}

/* Where the plane of an output begins. */
static int64_t plane(const task_t *t, const bin_t *bin, int64_t output) {
  return (bin->image + output * t->groups * t->groups + bin->group) * t->height * t->width;
}

static void pool(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t each = t->outputs / t->classes, bins = t->bins * t->bins;
  bin_t bin;
  for (int64_t r = first; r < last; r++)
    for (int64_t class = 0; class < t->classes; class ++)
      for (int64_t b = 0; b < bins; b++) {
        find(t, r, class, b / t->bins, b % t->bins, &bin);
        for (int64_t c = class * each; c < (class + 1) * each; c++) {
          const float *data = t->data + plane(t, &bin, c);
          float sum = 0;
          for (int64_t i = 0; i < bin.count; i++) {
            const sample_t *s = &bin.samples[i];
            const float upper = data[s->at[0]] * (1 - s->x) + data[s->at[1]] * s->x, lower = data[s->at[2]] * (1 - s->x) + data[s->at[3]] * s->x;
            sum += upper * (1 - s->y) + lower * s->y;
          }
          t->out[(r * t->outputs + c) * bins + b] = sum / (float)(bin.count > 1 ? bin.count : 1);
        }
      }
}

static void data_slopes(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t each = t->outputs / t->classes, bins = t->bins * t->bins, planes = t->groups * t->groups, size = t->height * t->width;
  bin_t bin;
  for (int64_t n = 0; n < t->batch; n++)
    memset(t->data_slope + (n * t->outputs + first) * planes * size, 0, (size_t)((last - first) * planes * size) * 4);
  for (int64_t r = 0; r < t->regions; r++)
    for (int64_t class = first / each; class * each < last; class ++)
      for (int64_t b = 0; b < bins; b++) {
        find(t, r, class, b / t->bins, b % t->bins, &bin);
        for (int64_t c = class * each > first ? class * each : first; c < (class + 1) * each && c < last && bin.count; c++) {
          float *slope = t->data_slope + plane(t, &bin, c);
          const float head = t->head[(r * t->outputs + c) * bins + b] / (float)bin.count;
          for (int64_t i = 0; i < bin.count; i++) {
            const sample_t *s = &bin.samples[i];
            const float upper = head * (1 - s->y), lower = head * s->y;
            slope[s->at[0]] += upper * (1 - s->x), slope[s->at[1]] += upper * s->x;
            slope[s->at[2]] += lower * (1 - s->x), slope[s->at[3]] += lower * s->x;
          }
        }
      }
}

static void offset_slopes(void *context, int64_t first, int64_t last) {
  const task_t *t = context;
  const int64_t each = t->outputs / t->classes, bins = t->bins * t->bins, parts = t->parts * t->parts, size = 2 * t->classes * parts;
  bin_t bin;
  memset(t->offset_slope + first * size, 0, (size_t)((last - first) * size) * 4);
  for (int64_t r = first; r < last; r++)
    for (int64_t class = 0; class < t->classes; class ++)
      for (int64_t b = 0; b < bins; b++) {
        find(t, r, class, b / t->bins, b % t->bins, &bin);
        float across = 0, down = 0;
        for (int64_t c = class * each; c < (class + 1) * each && bin.count; c++) {
          const float *data = t->data + plane(t, &bin, c), head = t->head[(r * t->outputs + c) * bins + b] / (float)bin.count;
          float x = 0, y = 0;
          for (int64_t i = 0; i < bin.count; i++) {
            const sample_t *s = &bin.samples[i];
            const float v[] = {data[s->at[0]], data[s->at[1]], data[s->at[2]], data[s->at[3]]};
            x += (v[1] - v[0]) * (1 - s->y) + (v[3] - v[2]) * s->y;
            y += (v[2] - v[0]) * (1 - s->x) + (v[3] - v[1]) * s->x;
          }
          across += head * x, down += head * y;
        }
        t->offset_slope[bin.offset] += across * t->by * bin.width;
        t->offset_slope[bin.offset + parts] += down * t->by * bin.height;
      }
}

static int is_f32(const XLA_FFI_Buffer *array, int64_t rank, const int64_t *dims) { return is(array, XLA_FFI_DataType_F32, rank, dims); }

static const char *take(const call_t *call, task_t *t) {
  const int64_t *n = call->plan, back = n[0] == SLOPES;
  if (call->length != 8 || n[0] < POOL || n[0] > SLOPES) return WRONG;
  const int moved = call->input_count == 3 + back;
  if (!moved && call->input_count != 2 + back) return WRONG;
  if (call->output_count != (back ? 1 + moved : 1)) return WRONG;
  const XLA_FFI_Buffer *const *in = call->inputs + back, *boxes = in[1 + moved];
  *t = (task_t){.classes = n[1], .groups = n[2], .bins = n[3], .parts = n[4], .samples = n[5], .scale = real(n[6]), .by = real(n[7])};
  for (int i = 1; i < 6; i++)
    if (n[i] < 1 || n[i] > INT16_MAX) return WRONG;
  if (in[0]->rank != 4 || boxes->rank != 2 || t->samples > MOST_SAMPLES) return WRONG;
  const int64_t *dims = in[0]->dims;
  t->batch = dims[0], t->outputs = dims[1] / t->groups / t->groups, t->height = dims[2], t->width = dims[3], t->regions = boxes->dims[0];
  if (t->batch < 1 || t->outputs < 1 || t->height < 1 || t->width < 1 || t->height > INT32_MAX / t->width) return WRONG;
  if (t->outputs * t->groups * t->groups != dims[1] || t->outputs % t->classes) return WRONG;
  const int64_t offsets[] = {t->regions, 2 * t->classes, t->parts, t->parts}, pooled[] = {t->regions, t->outputs, t->bins, t->bins};
  const int64_t regions[] = {t->regions, 5};
  if (!is_f32(in[0], 4, dims) || !is_f32(boxes, 2, regions) || (moved && !is_f32(in[1], 4, offsets))) return WRONG;
  if (back ? !is_f32(call->inputs[0], 4, pooled) : !is_f32(call->outputs[0], 4, pooled)) return WRONG;
  if (back && (!is_f32(call->outputs[0], 4, dims) || (moved && !is_f32(call->outputs[1], 4, offsets)))) return WRONG;
  t->data = in[0]->data, t->offsets = moved ? in[1]->data : NULL, t->boxes = boxes->data;
  *(back ? &t->data_slope : &t->out) = call->outputs[0]->data;
  if (back) t->head = call->inputs[0]->data, t->offset_slope = moved ? call->outputs[1]->data : NULL;
  return NULL;
}

static const char *run(const call_t *call) {
  task_t t;
  const char *problem = take(call, &t);
  if (problem) return problem;
  const double pooled = (double)t.regions * (double)t.outputs * (double)(t.bins * t.bins), operations = 8 * pooled * (double)(t.samples * t.samples);
  if (t.out) divide(pool, &t, t.regions, operations);
  if (t.data_slope) divide(data_slopes, &t, t.outputs, operations);
  if (t.offset_slope) divide(offset_slopes, &t, t.regions, operations);
  return NULL;
}

KERNELS(jmx_offsets)
