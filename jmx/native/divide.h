/* Work in several threads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*work_t)(void *context, int64_t first, int64_t last);

typedef struct {
  work_t work;
  void *context;
  int64_t first, last;
  pthread_t thread;
  int started;
} part_t;

static inline void *run_part(void *argument) {
  const part_t *part = argument;
  part->work(part->context, part->first, part->last);
  return NULL;
}

enum { MOST_THREADS = 64, OPERATIONS_OF_A_THREAD = 1 << 21 };

/* Do `count` pieces of work, in as many threads as the process has processors and `operations` are worth. Who divides the work such
 * that no piece writes what another one does has the same result whatever the threads. */
static inline void divide(work_t work, void *context, int64_t count, double operations) {
  cpu_set_t set;
  part_t parts[MOST_THREADS];
  int64_t threads = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  if (operations < (double)OPERATIONS_OF_A_THREAD * (double)threads) threads = (int64_t)(operations / OPERATIONS_OF_A_THREAD);
  if (threads > count) threads = count;
  if (threads < 1) threads = 1;
  int64_t each = count / threads, more = count % threads, first = 0;
  for (int64_t i = 0; i < threads; i++) {
    int64_t last = first + each + (i < more);
    parts[i] = (part_t){.work = work, .context = context, .first = first, .last = last};
    if (i + 1 < threads) parts[i].started = !pthread_create(&parts[i].thread, NULL, run_part, &parts[i]);
    if (!parts[i].started) work(context, first, last);
    first = last;
  }
  for (int64_t i = 0; i < threads; i++)
    if (parts[i].started) pthread_join(parts[i].thread, NULL);
}
