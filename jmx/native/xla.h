/* The part of XLA's foreign function interface that the kernels use, as far as each structure is read.
 *
 * A library that is compiled with this serves every JAX whose XLA takes handlers of version 0.3: since then structures have only grown at
 * their ends. XLA asks for the version when a handler is registered and refuses one that it no longer takes.
 * tests/native/test_xla_interface.py compares every place and number here with the header that jaxlib brings.
 */
#include <stddef.h>
#include <stdint.h>

enum { XLA_FFI_API_MAJOR = 0, XLA_FFI_API_MINOR = 3 };

typedef enum {
  XLA_FFI_DataType_PRED = 1, XLA_FFI_DataType_S8, XLA_FFI_DataType_S16, XLA_FFI_DataType_S32, XLA_FFI_DataType_S64, XLA_FFI_DataType_U8,
  XLA_FFI_DataType_U16, XLA_FFI_DataType_U32, XLA_FFI_DataType_U64, XLA_FFI_DataType_F16, XLA_FFI_DataType_F32, XLA_FFI_DataType_F64,
  XLA_FFI_DataType_BF16 = 16
} XLA_FFI_DataType;
typedef enum { XLA_FFI_Extension_Metadata = 1 } XLA_FFI_ExtensionType;
typedef enum { XLA_FFI_AttrType_ARRAY = 1 } XLA_FFI_AttrType;
typedef enum { XLA_FFI_ExecutionStage_EXECUTE = 3 } XLA_FFI_ExecutionStage;
typedef enum { XLA_FFI_Error_Code_INTERNAL = 13 } XLA_FFI_Error_Code;

/* What XLA hangs on a structure. One of the type `Metadata` is a question for what stands behind it. */
typedef struct XLA_FFI_Extension {
  size_t struct_size;
  XLA_FFI_ExtensionType type;
  struct XLA_FFI_Extension *next;
} XLA_FFI_Extension;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  int major_version, minor_version;
} XLA_FFI_Api_Version;

typedef struct {
  size_t struct_size;
  XLA_FFI_Api_Version api_version;
} XLA_FFI_Metadata;

typedef struct {
  XLA_FFI_Extension extension_base;
  XLA_FFI_Metadata *metadata;
} XLA_FFI_Metadata_Extension;

typedef struct XLA_FFI_Error XLA_FFI_Error;
typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  const char *message;
  XLA_FFI_Error_Code errc;
} XLA_FFI_Error_Create_Args;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  XLA_FFI_Api_Version api_version;
  const void *internal_api;
  XLA_FFI_Error *(*XLA_FFI_Error_Create)(XLA_FFI_Error_Create_Args *);
} XLA_FFI_Api;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  XLA_FFI_DataType dtype;
  void *data;
  int64_t rank, *dims;
} XLA_FFI_Buffer;

typedef struct {
  XLA_FFI_DataType dtype;
  size_t size;
  void *data;
} XLA_FFI_Array;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  int64_t size;
  int *types; /* of an enumeration */
  void **args;
} XLA_FFI_Args;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  int64_t size;
  int *types; /* of an enumeration */
  void **rets;
} XLA_FFI_Rets;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  int64_t size;
  XLA_FFI_AttrType *types;
  void *names;
  void **attrs;
} XLA_FFI_Attrs;

typedef struct {
  size_t struct_size;
  XLA_FFI_Extension *extension_start;
  const XLA_FFI_Api *api;
  void *ctx;
  XLA_FFI_ExecutionStage stage;
  XLA_FFI_Args args;
  XLA_FFI_Rets rets;
  XLA_FFI_Attrs attrs;
} XLA_FFI_CallFrame;

/* How long a structure is in version 0.3: XLA looks at it. */
enum {
  XLA_FFI_Error_Create_Args_STRUCT_SIZE = offsetof(XLA_FFI_Error_Create_Args, errc) + sizeof(XLA_FFI_Error_Code),
  XLA_FFI_Buffer_STRUCT_SIZE = offsetof(XLA_FFI_Buffer, dims) + sizeof(int64_t *)
};
