/* What loops over numbers share, whether XLA calls them or Python alone does. */
#ifndef JMX_NUMBERS_H
#define JMX_NUMBERS_H

#include <stdint.h>
#include <string.h>

/* Functions whose loops are worth wide vectors. Results are the same: nothing is contracted. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* exp(x) - 1 = 2^n (q + 1) - 1: q is returned. `shifted` is n in its lowest bits, as a number that was rounded to a whole one by what was
   added to it. x is between -104 and 89, or NaN. */
static inline __attribute__((always_inline)) float exp_reduced(float x, float *shifted) {
  const float round = 12582912.f; /* 1.5 * 2^23 */
  *shifted = x * 1.44269504f + round;
  const float whole = *shifted - round;
  const float rest = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
  float series = 1.9875691500e-4f;
  series = series * rest + 1.3981999507e-3f;
  series = series * rest + 8.3334519073e-3f;
  series = series * rest + 4.1665795894e-2f;
  series = series * rest + 1.6666665459e-1f;
  series = series * rest + 5.0000001201e-1f;
  return series * rest * rest + rest;
}

/* One of two numbers, by their bits: a choice that the processor cannot guess is no jump, which keeps a loop from vectors, too. */
static inline float pick(int first, float a, float b) {
  uint32_t x, y;
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  x = (x & -(uint32_t)first) | (y & ((uint32_t)first - 1));
  memcpy(&a, &x, sizeof a);
  return a;
}

#endif
