/* What every handler answers XLA's public foreign function interface: the interface's version, and errors. */
#include "xla/ffi/api/c_api.h"

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
