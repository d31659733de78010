/* Half precision to single and back, rounded to the nearest, halves to even ones. */
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

/* Whether the processor has instructions for it. */
static inline int knows_halves(void) { return __builtin_cpu_supports("avx2"); } /* such processors have these, too */

__attribute__((target("avx,f16c"))) static void widened(const uint16_t *from, float *to, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(from + i))));
  for (; i < count; i++) to[i] = _cvtsh_ss(from[i]);
}

__attribute__((target("avx,f16c"))) static void narrowed(const float *from, uint16_t *to, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm_storeu_si128((__m128i *)(void *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
  for (; i < count; i++) to[i] = _cvtss_sh(from[i], _MM_FROUND_TO_NEAREST_INT);
}
#else
static inline int knows_halves(void) { return 0; }
static inline void widened(const uint16_t *from, float *to, int64_t count) { (void)from, (void)to, (void)count; }
static inline void narrowed(const float *from, uint16_t *to, int64_t count) { (void)from, (void)to, (void)count; }
#endif
