/* What every source with handlers shares: XLA's public foreign function interface calls them, or Python, where NumPy runs a program.
 *
 * A source defines `run`, which answers why a call cannot be done or NULL, and one `KERNELS(name)`.
 */
#include <stdint.h>

#include "xla.h"

/* A call: its arrays, and the whole numbers of its attribute `plan`. */
typedef struct {
  const XLA_FFI_Buffer *const *inputs, *const *outputs;
  int64_t input_count, output_count, length;
  const int64_t *plan;
} call_t;

static const char *run(const call_t *call);

static inline XLA_FFI_Error *refusal(const XLA_FFI_CallFrame *frame, const char *message) {
  XLA_FFI_Error_Create_Args args = {.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE};
  args.message = message;
  args.errc = XLA_FFI_Error_Code_INTERNAL;
  return frame->api->XLA_FFI_Error_Create(&args);
}

/* Whether XLA only asked for the interface's version, as it does once when a handler is registered; it is told then. */
static inline int asked_for_version(XLA_FFI_CallFrame *frame) {
  for (__typeof__(frame->extension_start) extension = frame->extension_start; extension; extension = extension->next) {
    if (extension->type != XLA_FFI_Extension_Metadata) continue;
    XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)extension)->metadata;
    metadata->api_version.major_version = XLA_FFI_API_MAJOR;
    metadata->api_version.minor_version = XLA_FFI_API_MINOR;
    return 1;
  }
  return 0;
}

/* The attribute `plan` of a call, whole numbers; NULL if it has none, or others beside it. */
static inline const XLA_FFI_Array *plan_attribute(const XLA_FFI_CallFrame *frame) {
  if (frame->attrs.size != 1 || frame->attrs.types[0] != XLA_FFI_AttrType_ARRAY) return NULL;
  const XLA_FFI_Array *plan = frame->attrs.attrs[0];
  return plan->dtype == XLA_FFI_DataType_S64 ? plan : NULL;
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

enum { MOST_ARRAYS = 32 };

/* A call without XLA. `described` has for each array, inputs first, its type, its rank and its sizes. */
static inline const char *answer_directly(const int64_t *plan, int64_t length, const int64_t *described, int64_t inputs, int64_t outputs,
                                          void *const *memory) {
  XLA_FFI_Buffer arrays[MOST_ARRAYS];
  const XLA_FFI_Buffer *places[MOST_ARRAYS];
  if (length < 1 || inputs < 0 || outputs < 0 || inputs > MOST_ARRAYS || outputs > MOST_ARRAYS - inputs) return "A call of a kernel with too many arrays.";
  for (int64_t i = 0; i < inputs + outputs; i++) {
    arrays[i] = (XLA_FFI_Buffer){.struct_size = XLA_FFI_Buffer_STRUCT_SIZE, .dtype = (XLA_FFI_DataType)described[0], .data = memory[i]};
    arrays[i].rank = described[1];
    arrays[i].dims = (int64_t *)(uintptr_t)(described + 2);
    described += 2 + described[1];
    places[i] = &arrays[i];
  }
  const call_t call = {.inputs = places, .outputs = places + inputs, .input_count = inputs, .output_count = outputs, .plan = plan, .length = length};
  return run(&call);
}

#define KERNELS(name)                                                                                                            \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame);                                                                                 \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame) { return answer(frame); }                                                        \
  const char *name##_directly(const int64_t *, int64_t, const int64_t *, int64_t, int64_t, void *const *);                       \
  const char *name##_directly(const int64_t *plan, int64_t length, const int64_t *described, int64_t inputs, int64_t outputs,    \
                              void *const *memory) {                                                                             \
    return answer_directly(plan, length, described, inputs, outputs, memory);                                                    \
  }
