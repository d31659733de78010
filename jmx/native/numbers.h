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
