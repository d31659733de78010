/* Hues of pictures turned, as jmx/ops/_image_values.py computes it with NumPy: the same operations in single precision, in the same order. */
#include "numbers.h"

#include <math.h>

/* So many pixels at a time, channel by channel, as loops over such arrays are computed in vectors. */
enum { BLOCK = 256 };

typedef struct {
  float red[BLOCK], green[BLOCK], blue[BLOCK];
} block_t;

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float smaller(float a, float b) { return a < b ? a : b; }

static inline float hue_of(float r, float g, float b, float high, float span) {
  const float step = 60.0f / span;
  const float below = pick(high == g, (b - r) * step + 120.0f, (r - g) * step + 240.0f), hue = pick(high == r, (g - b) * step, below);
  return pick(hue < 0.0f, hue + 360.0f, hue);
}

WIDE static void turn_block(block_t *p, float turn) {
  for (int i = 0; i < BLOCK; i++) {
    const float r = p->red[i] / 255.0f, g = p->green[i] / 255.0f, b = p->blue[i] / 255.0f;
    const int none = (r != r) | (g != g) | (b != b); /* what is no number prevails */
    const float high = pick(none, NAN, larger(larger(r, g), b)), low = pick(none, NAN, smaller(smaller(r, g), b));
    const float span = high - low, sum = high + low, light = sum * 0.5f;
    const int coloured = span > 1.1920929e-07f;
    const float safe = pick(coloured, span, 1.0f), strength = pick(coloured, safe / pick(light < 0.5f, sum, 2.0f - high - low), 0.0f);
    const float top = pick(light <= 0.5f, light * (1.0f + strength), light + strength - light * strength), bottom = 2.0f * light - top;
    float sector = (pick(coloured, hue_of(r, g, b, high, safe), 0.0f) + turn) * (float)(1.0 / 60);
    for (int k = 0; k < 3; k++) sector = pick(sector >= 6.0f, sector - 6.0f, pick(sector <= -6.0f, sector + 6.0f, sector));
    sector = pick(sector < 0.0f, sector + 6.0f, sector);
    const int inside = (sector > -1.0f) & (sector < 8.0f); /* else there is no sector */
    const int which = (int)pick(inside, sector, 0.0f);
    const float rest = sector - pick(inside, (float)which, sector), part = pick(which & 1, 1.0f - rest, rest);
    const float middle = bottom + (top - bottom) * part;
    const int grey = strength == 0.0f, first = (which == 0) | (which == 1), second = (which == 2) | (which == 3), third = (which == 4) | (which == 5);
    const float most = pick(grey, light, top), mean = pick(grey, light, middle), least = pick(grey, light, bottom);
    p->red[i] = 255.0f * pick(second, least, pick((which == 1) | (which == 4), mean, most));
    p->green[i] = 255.0f * pick(third, least, pick((which == 0) | (which == 3), mean, most));
    p->blue[i] = 255.0f * pick(first, least, pick((which == 2) | (which == 5), mean, most));
  }
}

static inline uint8_t level(float x) { return x <= 0.0f ? 0 : x >= 255.0f ? 255 : (uint8_t)x; }

#define TURN(type, stored)                                                                  \
  static void turn_##type(const type *from, type *to, int64_t pixels, float turn) {         \
    for (int64_t first = 0; first < pixels; first += BLOCK) {                               \
      block_t p;                                                                            \
      const int count = pixels - first < BLOCK ? (int)(pixels - first) : BLOCK;             \
      for (int i = 0; i < BLOCK; i++) {                                                     \
        const type *pixel = from + 3 * (first + (i < count ? i : 0));                       \
        p.red[i] = pixel[0], p.green[i] = pixel[1], p.blue[i] = pixel[2];                   \
      }                                                                                     \
      turn_block(&p, turn);                                                                 \
      for (int i = 0; i < count; i++) {                                                     \
        type *pixel = to + 3 * (first + i);                                                 \
        pixel[0] = stored(p.red[i]), pixel[1] = stored(p.green[i]), pixel[2] = stored(p.blue[i]); \
      }                                                                                     \
    }                                                                                       \
  }
TURN(float, )
TURN(uint8_t, level)

/* Called by Python: pixels of three channels, red first, turned by so many degrees. Returns whether it was done. */
int jmx_colours_turn(const void *from, void *to, int64_t size, int64_t pixels, float degrees);
int jmx_colours_turn(const void *from, void *to, int64_t size, int64_t pixels, float degrees) {
  if (!(degrees > -720 && degrees < 720) || pixels < 0) return 0;
  if (size == sizeof(float)) turn_float(from, to, pixels, degrees);
  else if (size == 1) turn_uint8_t(from, to, pixels, degrees);
  else return 0;
  return 1;
}
