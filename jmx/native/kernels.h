/* What sources with kernels for the CPU share: a call of XLA's public foreign function interface, and work in several threads.
 *
 * A source defines `run`, which answers why a call cannot be done or NULL, and one `KERNELS(name)`: the function that XLA calls, and
 * `name_directly`, which does the same for programs that NumPy runs.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ffi.h"

/* A call: its arrays, and the whole numbers of its attribute `plan`. */
typedef struct {
  const XLA_FFI_Buffer *const *inputs, *const *outputs;
  int64_t input_count, output_count, length;
  const int64_t *plan;
} call_t;

static const char *run(const call_t *call);

static const char WRONG[] = "A call of a kernel with other arrays than its plan has.";
static const char NO_MEMORY[] = "There is no memory for a kernel's work.";

/* Whether an array has this type and shape. */
static inline int is(const XLA_FFI_Buffer *array, XLA_FFI_DataType type, int64_t rank, const int64_t *dims) {
  if (array->dtype != type || array->rank != rank) return 0;
  for (int64_t i = 0; i < rank; i++)
    if (array->dims[i] != dims[i]) return 0;
  return 1;
}

/* Memory for `count` numbers of four bytes, all zero; NULL where there is none or the size is none. */
static inline void *zeros(int64_t count) { return count < 0 ? NULL : calloc((size_t)count + 1, 4); }

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

/* XLA calls once when it is registered, to ask for the interface's version, and whenever a program comes to a call. */
static inline XLA_FFI_Error *answer(XLA_FFI_CallFrame *frame) {
  if (asked_for_version(frame) || frame->stage != XLA_FFI_ExecutionStage_EXECUTE) return NULL;
  const XLA_FFI_Array *plan = plan_attribute(frame);
  if (!plan || !plan->size) return refusal(frame, "A call of a kernel without a plan.");
  const call_t call = {
    .inputs = (const XLA_FFI_Buffer *const *)frame->args.args, .outputs = (const XLA_FFI_Buffer *const *)frame->rets.rets,
    .input_count = frame->args.size, .output_count = frame->rets.size, .plan = plan->data, .length = (int64_t)plan->size
  };
  const char *problem = run(&call);
  return problem ? refusal(frame, problem) : NULL;
}

enum { MOST_ARRAYS = 16 };

/* A call without XLA. `about` has the numbers of inputs, of outputs and of the plan, the plan, and of each array the letter of its type
 * (a code of NumPy's), its rank and its dimensions; `memory` has where each array begins. Answers as `run` does. */
static inline const char *answer_directly(int64_t *about, void *const *memory) {
  XLA_FFI_Buffer arrays[MOST_ARRAYS];
  const XLA_FFI_Buffer *places[MOST_ARRAYS];
  const call_t call = {
    .inputs = places, .outputs = places + about[0], .input_count = about[0], .output_count = about[1], .plan = about + 3, .length = about[2]
  };
  if (call.length < 1 || about[0] + about[1] > MOST_ARRAYS) return WRONG;
  about += 3 + call.length;
  for (int64_t i = 0; i < call.input_count + call.output_count; i++) {
    const int64_t letter = about[0];
    arrays[i] = (XLA_FFI_Buffer){.struct_size = XLA_FFI_Buffer_STRUCT_SIZE, .data = memory[i], .rank = about[1], .dims = about + 2};
    arrays[i].dtype = letter == 'f' ? XLA_FFI_DataType_F32 : letter == 'i' ? XLA_FFI_DataType_S32 : XLA_FFI_DataType_INVALID;
    places[i] = &arrays[i];
    about += 2 + about[1];
  }
  return run(&call);
}

#define KERNELS(name)                                                       \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame);                            \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame) { return answer(frame); }   \
  const char *name##_directly(int64_t *about, void *const *memory);         \
  const char *name##_directly(int64_t *about, void *const *memory) { return answer_directly(about, memory); }
