/* Bilinear samples of images, correlations of two maps, and their gradients, in single precision.
 *
 * No two threads write the same numbers, nor does the order of sums depend on threads.
 */
#include "kernels.h"

#include <math.h>

enum { SAMPLE, SAMPLE_DATA_GRADIENT, SAMPLE_GRID_GRADIENT, CORRELATE, CORRELATE_GRADIENT };
enum { LANES = 16 };

/* ---- samples ---- */

typedef struct {
  int64_t batch, channels, height, width, places; /* places: of the grid, in one image */
  const float *data, *grid, *head;                /* (batch, channels, height, width), (batch, 2, places), (batch, channels, places) */
  float *out;
  int no_memory;
} sampler_t;

/* Where a sample's four corners are in an image, -1 for outside, and its distances from the first of them. */
typedef struct {
  int32_t at[4];
  float down, across;
} corners_t;

static corners_t corners_of(const sampler_t *s, int64_t n, int64_t place) {
  const float *grid = s->grid + n * 2 * s->places + place;
  const float x = (grid[0] + 1) * (float)(s->width - 1) / 2, y = (grid[s->places] + 1) * (float)(s->height - 1) / 2;
  const float left = floorf(x), top = floorf(y);
  corners_t c = {.down = y - top, .across = x - left};
  for (int i = 0; i < 4; i++) {
    const float row = top + (float)(i / 2), column = left + (float)(i % 2);
    const int inside = row >= 0 && row < (float)s->height && column >= 0 && column < (float)s->width; /* not for NaN */
    c.at[i] = inside ? (int32_t)((int64_t)row * s->width + (int64_t)column) : -1;
  }
  return c;
}

static corners_t *all_corners(sampler_t *s, int64_t n) {
  corners_t *all = zeros(s->places * (int64_t)(sizeof *all / 4));
  if (!all) {
    __atomic_store_n(&s->no_memory, 1, __ATOMIC_RELAXED);
    return NULL;
  }
  for (int64_t i = 0; i < s->places; i++) all[i] = corners_of(s, n, i);
  return all;
}

static float value_of(const float *plane, int32_t at) { return at < 0 ? 0 : plane[at]; }

/* Planes from `first` to `last` of all images' channels. */
static void sample(void *context, int64_t first, int64_t last) {
  sampler_t *s = context;
  corners_t *all = NULL;
  const int64_t size = s->height * s->width;
  for (int64_t plane = first; plane < last; plane++) {
    if (!all || plane % s->channels == 0) {
      free(all);
      if (!(all = all_corners(s, plane / s->channels))) return;
    }
    const float *data = s->data ? s->data + plane * size : NULL, *head = s->head ? s->head + plane * s->places : NULL;
    float *out = s->out + plane * (head ? size : s->places);
    if (head) memset(out, 0, (size_t)size * sizeof *out);
    for (int64_t i = 0; i < s->places; i++) {
      const corners_t *c = &all[i];
      const float down = c->down, across = c->across, up = 1 - down, back = 1 - across;
      const float weights[] = {up * back, up * across, down * back, down * across};
      if (!head) {
        float sum = 0;
        for (int k = 0; k < 4; k++) sum += value_of(data, c->at[k]) * weights[k];
        out[i] = sum;
      } else {
        for (int k = 0; k < 4; k++)
          if (c->at[k] >= 0) out[c->at[k]] += head[i] * weights[k];
      }
    }
  }
  free(all);
}

/* Places from `first` to `last` of all images' grids. */
static void grid_gradient(void *context, int64_t first, int64_t last) {
  const sampler_t *s = context;
  const int64_t size = s->height * s->width;
  for (int64_t i = first; i < last; i++) {
    const int64_t n = i / s->places, place = i % s->places;
    const corners_t c = corners_of(s, n, place);
    float along_x = 0, along_y = 0;
    for (int64_t channel = 0; channel < s->channels; channel++) {
      const float *data = s->data + (n * s->channels + channel) * size, head = s->head[(n * s->channels + channel) * s->places + place];
      float v[4];
      for (int k = 0; k < 4; k++) v[k] = value_of(data, c.at[k]);
      along_x += head * ((v[1] - v[0]) * (1 - c.down) + (v[3] - v[2]) * c.down);
      along_y += head * ((v[2] - v[0]) * (1 - c.across) + (v[3] - v[1]) * c.across);
    }
    float *out = s->out + n * 2 * s->places + place;
    out[0] = along_x * (float)(s->width - 1) / 2;
    out[s->places] = along_y * (float)(s->height - 1) / 2;
  }
}

/* Arrays come as (data, grid), (head, grid) for the gradient of the data, or (head, data, grid). */
static const char *run_sampler(const call_t *call, int64_t what) {
  static const work_t works[] = {sample, sample, grid_gradient};
  const XLA_FFI_Buffer *const *in = call->inputs, *out = call->outputs[0];
  const int64_t count = what == SAMPLE_GRID_GRADIENT ? 3 : 2, *n = call->plan;
  if (call->length != 7 || call->input_count != count || call->output_count != 1) return WRONG;
  const int64_t data[] = {n[1], n[2], n[3], n[4]}, grid[] = {n[1], 2, n[5], n[6]}, head[] = {n[1], n[2], n[5], n[6]};
  int64_t total = 16;
  for (int i = 1; i < 7; i++)
    if (n[i] < 1 || __builtin_mul_overflow(total, n[i], &total)) return WRONG;
  if (n[3] > INT32_MAX / n[4]) return WRONG;
  sampler_t s = {.batch = n[1], .channels = n[2], .height = n[3], .width = n[4], .places = n[5] * n[6], .out = out->data};
  if (!is(in[count - 1], XLA_FFI_DataType_F32, 4, grid) || !is(in[0], XLA_FFI_DataType_F32, 4, what == SAMPLE ? data : head)) return WRONG;
  if (count == 3 && !is(in[1], XLA_FFI_DataType_F32, 4, data)) return WRONG;
  if (!is(out, XLA_FFI_DataType_F32, 4, what == SAMPLE ? head : what == SAMPLE_DATA_GRADIENT ? data : grid)) return WRONG;
  s.grid = in[count - 1]->data;
  if (what != SAMPLE) s.head = in[0]->data;
  if (what != SAMPLE_DATA_GRADIENT) s.data = in[what == SAMPLE ? 0 : 1]->data;
  const double operations = 16. * (double)(s.batch * s.channels) * (double)s.places;
  divide(works[what], &s, what == SAMPLE_GRID_GRADIENT ? s.batch * s.places : s.batch * s.channels, operations);
  return s.no_memory ? NO_MEMORY : NULL;
}

/* ---- correlations ---- */

typedef struct {
  int64_t batch, channels, height, width, rows, columns, kernel, most, stride1, stride2, pad, multiply;
  int64_t radius, maps, padded_height, padded_width;
  float *first, *second;             /* the maps with channels last, zeros around them */
  float *first_slope, *second_slope; /* of the same shapes */
  const float *head;                 /* (batch, maps, rows, columns) */
  float *out;
} correlation_t;

/* Between (batch, channels, height, width) and padded maps with channels last. */
static void copy_padded(const correlation_t *t, float *image, float *padded, int back) {
  for (int64_t n = 0; n < t->batch; n++)
    for (int64_t y = 0; y < t->height; y++)
      for (int64_t c = 0; c < t->channels; c++) {
        float *row = image + ((n * t->channels + c) * t->height + y) * t->width;
        float *last = padded + ((n * t->padded_height + y + t->pad) * t->padded_width + t->pad) * t->channels + c;
        if (back)
          for (int64_t x = 0; x < t->width; x++) row[x] = last[x * t->channels];
        else
          for (int64_t x = 0; x < t->width; x++) last[x * t->channels] = row[x];
      }
}

static float pairs(const float *restrict a, const float *restrict b, int64_t count, int multiply) {
  float sums[LANES] = {0}, sum = 0;
  int64_t i = 0;
  for (; i + LANES <= count; i += LANES)
    for (int k = 0; k < LANES; k++) sums[k] += multiply ? a[i + k] * b[i + k] : fabsf(a[i + k] - b[i + k]);
  for (; i < count; i++) sum += multiply ? a[i] * b[i] : fabsf(a[i] - b[i]);
  for (int k = 0; k < LANES; k++) sum += sums[k];
  return sum;
}

/* The places of patches: of the first map at (y, x) of the output, and of the second one for one of the displacements. */
static void patches(const correlation_t *t, int64_t n, int64_t y, int64_t x, int64_t map, int64_t *a, int64_t *b) {
  const int64_t wide = 2 * t->radius + 1, y1 = y * t->stride1 + t->most, x1 = x * t->stride1 + t->most;
  const int64_t y2 = y1 + (map / wide - t->radius) * t->stride2, x2 = x1 + (map % wide - t->radius) * t->stride2;
  *a = ((n * t->padded_height + y1) * t->padded_width + x1) * t->channels;
  *b = ((n * t->padded_height + y2) * t->padded_width + x2) * t->channels;
}

/* Rows from `first` to `last` of all images' results. */
static void correlate(void *context, int64_t first, int64_t last) {
  const correlation_t *t = context;
  const int64_t line = t->padded_width * t->channels;
  const float elements = (float)(t->kernel * t->kernel * t->channels);
  for (int64_t row = first; row < last; row++)
    for (int64_t x = 0; x < t->columns; x++)
      for (int64_t map = 0; map < t->maps; map++) {
        const int64_t n = row / t->rows, y = row % t->rows;
        int64_t a, b;
        float sum = 0;
        patches(t, n, y, x, map, &a, &b);
        for (int64_t h = 0; h < t->kernel; h++) /* a patch's row is one after the other in memory */
          sum += pairs(t->first + a + h * line, t->second + b + h * line, t->kernel * t->channels, t->multiply != 0);
        t->out[((n * t->maps + map) * t->rows + y) * t->columns + x] = sum / elements;
      }
}

static void add_slopes(const float *restrict a, const float *restrict b, float *restrict da, float *restrict db, int64_t count, float slope,
                       int multiply) {
  if (multiply)
    for (int64_t i = 0; i < count; i++) {
      da[i] += slope * b[i];
      db[i] += slope * a[i];
    }
  else
    for (int64_t i = 0; i < count; i++) {
      const float signed_slope = a[i] >= b[i] ? slope : -slope;
      da[i] += signed_slope;
      db[i] -= signed_slope;
    }
}

/* Channels from `first` to `last`. */
static void correlation_gradient(void *context, int64_t first, int64_t last) {
  const correlation_t *t = context;
  const float elements = (float)(t->kernel * t->kernel * t->channels);
  for (int64_t n = 0; n < t->batch; n++)
    for (int64_t y = 0; y < t->rows; y++)
      for (int64_t x = 0; x < t->columns; x++)
        for (int64_t map = 0; map < t->maps; map++) {
          const float slope = t->head[((n * t->maps + map) * t->rows + y) * t->columns + x] / elements;
          int64_t a, b;
          patches(t, n, y, x, map, &a, &b);
          for (int64_t h = 0; h < t->kernel; h++)
            for (int64_t w = 0; w < t->kernel; w++) {
              const int64_t moved = (h * t->padded_width + w) * t->channels + first;
              add_slopes(t->first + a + moved, t->second + b + moved, t->first_slope + a + moved, t->second_slope + b + moved,
                         last - first, slope, t->multiply != 0);
            }
        }
}

/* Whether all patches lie in the padded maps, whose size can be counted. */
static int sound(correlation_t *t) {
  const int64_t most = INT32_MAX, parts[] = {t->batch, t->channels, t->height, t->width, t->rows, t->columns, t->kernel, t->stride1, t->stride2};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i] < 1 || parts[i] > most) return 0;
  if (t->most < 0 || t->most > most || t->pad < 0 || t->pad > most) return 0;
  t->radius = t->most / t->stride2;
  t->maps = (2 * t->radius + 1) * (2 * t->radius + 1);
  t->padded_height = t->height + 2 * t->pad;
  t->padded_width = t->width + 2 * t->pad;
  int64_t size = 16, results = 16;
  const int64_t sizes[] = {t->batch, t->channels, t->padded_height, t->padded_width}, out[] = {t->batch, t->maps, t->rows, t->columns};
  for (int i = 0; i < 4; i++)
    if (__builtin_mul_overflow(size, sizes[i], &size) || __builtin_mul_overflow(results, out[i], &results)) return 0;
  const int64_t reach = 2 * t->most + t->kernel; /* of the first patch from the map's edge; the second one's moves go up to `most` */
  return (t->rows - 1) * t->stride1 + reach <= t->padded_height && (t->columns - 1) * t->stride1 + reach <= t->padded_width;
}

static const char *compute(correlation_t *t, float *one, float *other, float *one_slope, float *other_slope) {
  const int64_t size = t->batch * t->padded_height * t->padded_width * t->channels;
  const double operations = 2. * (double)(t->batch * t->maps * t->rows * t->columns) * (double)(t->kernel * t->kernel) * (double)t->channels;
  t->first = zeros(size);
  t->second = zeros(size);
  if (t->head) t->first_slope = zeros(size), t->second_slope = zeros(size);
  const int enough = t->first && t->second && (!t->head || (t->first_slope && t->second_slope));
  if (enough) {
    copy_padded(t, one, t->first, 0);
    copy_padded(t, other, t->second, 0);
    if (t->head) {
      divide(correlation_gradient, t, t->channels, operations);
      copy_padded(t, one_slope, t->first_slope, 1);
      copy_padded(t, other_slope, t->second_slope, 1);
    } else {
      divide(correlate, t, t->batch * t->rows, operations);
    }
  }
  free(t->first);
  free(t->second);
  free(t->first_slope);
  free(t->second_slope);
  return enough ? NULL : NO_MEMORY;
}

/* Arrays come as (head for the gradient, the first map, the second one). */
static const char *run_correlation(const call_t *call, int64_t what) {
  const int64_t *n = call->plan, back = what == CORRELATE_GRADIENT;
  const XLA_FFI_Buffer *const *in = call->inputs, *const *out = call->outputs;
  if (call->length != 13 || call->input_count != 2 + back || call->output_count != 1 + back) return WRONG;
  correlation_t t = {.batch = n[1], .channels = n[2], .height = n[3], .width = n[4], .rows = n[5], .columns = n[6], .kernel = n[7],
                     .most = n[8], .stride1 = n[9], .stride2 = n[10], .pad = n[11], .multiply = n[12]};
  if (!sound(&t)) return WRONG;
  const int64_t maps[] = {t.batch, t.channels, t.height, t.width}, results[] = {t.batch, t.maps, t.rows, t.columns};
  for (int64_t i = 0; i < 2; i++)
    if (!is(in[back + i], XLA_FFI_DataType_F32, 4, maps) || (back && !is(out[i], XLA_FFI_DataType_F32, 4, maps))) return WRONG;
  if (!is(back ? in[0] : out[0], XLA_FFI_DataType_F32, 4, results)) return WRONG;
  if (back) t.head = in[0]->data;
  t.out = out[0]->data;
  return compute(&t, in[back]->data, in[back + 1]->data, back ? out[0]->data : NULL, back ? out[1]->data : NULL);
}

static const char *run(const call_t *call) {
  const int64_t what = call->plan[0];
  if (what >= SAMPLE && what <= SAMPLE_GRID_GRADIENT) return run_sampler(call, what);
  return what == CORRELATE || what == CORRELATE_GRADIENT ? run_correlation(call, what) : WRONG;
}

KERNELS(jmx_sampling)
