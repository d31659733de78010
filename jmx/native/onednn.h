/* The part of the C interface of oneDNN 3 that onednn.c uses. Each function is a pointer, which `jmx_onednn_open` sets. */
#include <stddef.h>
#include <stdint.h>

enum { MAX_DIMS = 12, CPU = 1, ANY_LAYOUT = 1, IN_ORDER = 1, USER_SCRATCHPAD = 1 };
enum { FLOAT16 = 1, BFLOAT16, FLOAT32, INT32, INT8, UINT8 };
/* Bits of the instructions that oneDNN uses: products of 8-bit numbers that are summed exactly, with vectors of 256 and of 512 bits. */
enum { ISA_AVX2_VNNI = 0x8, ISA_AVX512_VNNI = 0x40 };
/* Those by which it multiplies bfloat16 and float16; tiles (AMX) come with both. */
enum { ISA_AVX512_BFLOAT16 = 0x80, ISA_AVX512_FLOAT16 = 0x100, ISA_TILES = 0x200 };
enum { FORWARD_TRAINING = 64, FORWARD_INFERENCE = 96, BACKWARD = 128 };
enum { CONVOLUTION_DIRECT = 1, BINARY_ADD = 0x1fff0, BINARY_MULTIPLY = 0x1fff1 };
enum {
  ELTWISE_RELU = 0x20, ELTWISE_TANH, ELTWISE_ELU, ELTWISE_SQUARE, ELTWISE_ABS, ELTWISE_SQRT, ELTWISE_SOFT_RELU = 0x27, ELTWISE_LOGISTIC = 0x29,
  ELTWISE_EXP, ELTWISE_CLIP = 0x2e, ELTWISE_GELU_ERF = 0x31
};
enum { POOLING_MAX = 0x1ff, POOLING_MEAN = 0x2ff, POOLING_MEAN_OF_INNER = 0x3ff };
enum { USE_SCALE = 2, USE_SHIFT = 4, FUSE_RELU = 8 };
enum {
  QUERY_IMPLEMENTATION = 8, QUERY_SRC = 129, QUERY_DIFF_SRC, QUERY_WEIGHTS, QUERY_DIFF_WEIGHTS, QUERY_DST, QUERY_DIFF_DST,
  QUERY_WORKSPACE, QUERY_SCRATCHPAD, QUERY_DATA_TYPE = 258
};
enum {
  ARG_SRC = 1, ARG_SRC_ITER, ARG_SRC_ITER_C, ARG_DST = 17, ARG_DST_ITER, ARG_DST_ITER_C, ARG_WEIGHTS = 33, ARG_WEIGHTS_ITER, ARG_BIAS = 41,
  ARG_MEAN = 49, ARG_VARIANCE = 50, ARG_SCALE = 51, ARG_SHIFT = 52,
  ARG_SCALES = 4096, /* and the argument that they are of */
  ARG_WORKSPACE = 64, ARG_SCRATCHPAD = 80, ARG_DIFF_SRC = 129, ARG_DIFF_DST = 145, ARG_DIFF_WEIGHTS = 161, ARG_DIFF_WEIGHTS_ITER, ARG_DIFF_BIAS = 169, ARG_DIFF_SCALE = 255,
  ARG_DIFF_SHIFT = 256
};

typedef int64_t dims_t[MAX_DIMS];
typedef struct dnnl_object *object_t; /* every handle of oneDNN: they are told apart by the functions that take them */
typedef struct {
  int arg;
  object_t memory;
} exec_arg_t;
typedef struct {
  int major, minor, patch;
  const char *hash;
  unsigned cpu_runtime, gpu_runtime;
} version_t;
/* How it runs in parallel: not at all, by OpenMP, by TBB. Others need streams that the program provides. */
enum { SEQUENTIAL = 1, OPENMP = 2, TBB = 4 };

#define FUNCTIONS(USE)                                                                                                      \
  USE(int, dnnl_get_effective_cpu_isa, (void))                                                                              \
  USE(int, dnnl_engine_create, (object_t *, int, size_t))                                                                   \
  USE(int, dnnl_stream_create, (object_t *, object_t, unsigned))                                                            \
  USE(int, dnnl_stream_destroy, (object_t))                                                                                 \
  USE(int, dnnl_memory_desc_create_with_tag, (object_t *, int, const dims_t, int, int))                                     \
  USE(int, dnnl_memory_desc_create_with_strides, (object_t *, int, const dims_t, int, const dims_t))                        \
  USE(int, dnnl_memory_desc_destroy, (object_t))                                                                            \
  USE(int, dnnl_memory_desc_query, (object_t, int, void *))                                                                 \
  USE(int, dnnl_memory_desc_equal, (object_t, object_t))                                                                    \
  USE(size_t, dnnl_memory_desc_get_size, (object_t))                                                                        \
  USE(int, dnnl_memory_create, (object_t *, object_t, object_t, void *))                                                    \
  USE(int, dnnl_memory_destroy, (object_t))                                                                                 \
  USE(int, dnnl_primitive_attr_create, (object_t *))                                                                        \
  USE(int, dnnl_primitive_attr_destroy, (object_t))                                                                         \
  USE(int, dnnl_primitive_attr_set_scratchpad_mode, (object_t, int))                                                        \
  USE(int, dnnl_primitive_attr_set_scales_mask, (object_t, int, int))                                                       \
  USE(int, dnnl_primitive_attr_set_post_ops, (object_t, object_t))                                                          \
  USE(int, dnnl_post_ops_create, (object_t *))                                                                              \
  USE(int, dnnl_post_ops_destroy, (object_t))                                                                               \
  USE(int, dnnl_post_ops_append_eltwise, (object_t, int, float, float))                                                     \
  USE(int, dnnl_post_ops_append_binary, (object_t, int, object_t))                                                          \
  USE(int, dnnl_primitive_desc_query, (object_t, int, int, void *))                                                         \
  USE(object_t, dnnl_primitive_desc_query_md, (object_t, int, int))                                                         \
  USE(int, dnnl_primitive_desc_next_impl, (object_t))                                                                       \
  USE(int, dnnl_primitive_desc_destroy, (object_t))                                                                         \
  USE(int, dnnl_primitive_create, (object_t *, object_t))                                                                   \
  USE(int, dnnl_primitive_destroy, (object_t))                                                                              \
  USE(int, dnnl_primitive_execute, (object_t, object_t, int, const exec_arg_t *))                                           \
  USE(int, dnnl_reorder_primitive_desc_create, (object_t *, object_t, object_t, object_t, object_t, object_t))              \
  USE(int, dnnl_convolution_forward_primitive_desc_create,                                                                  \
      (object_t *, object_t, int, int, object_t, object_t, object_t, object_t, const dims_t, const dims_t, const dims_t,    \
       const dims_t, object_t))                                                                                             \
  USE(int, dnnl_convolution_backward_data_primitive_desc_create,                                                            \
      (object_t *, object_t, int, object_t, object_t, object_t, const dims_t, const dims_t, const dims_t, const dims_t,     \
       object_t, object_t))                                                                                                 \
  USE(int, dnnl_convolution_backward_weights_primitive_desc_create,                                                         \
      (object_t *, object_t, int, object_t, object_t, object_t, object_t, const dims_t, const dims_t, const dims_t,         \
       const dims_t, object_t, object_t))                                                                                   \
  USE(int, dnnl_matmul_primitive_desc_create, (object_t *, object_t, object_t, object_t, object_t, object_t, object_t))     \
  USE(int, dnnl_inner_product_forward_primitive_desc_create,                                                                \
      (object_t *, object_t, int, object_t, object_t, object_t, object_t, object_t))                                        \
  USE(int, dnnl_batch_normalization_forward_primitive_desc_create,                                                          \
      (object_t *, object_t, int, object_t, object_t, float, unsigned, object_t))                                           \
  USE(int, dnnl_batch_normalization_backward_primitive_desc_create,                                                         \
      (object_t *, object_t, int, object_t, object_t, object_t, float, unsigned, object_t, object_t))                       \
  USE(int, dnnl_pooling_forward_primitive_desc_create,                                                                      \
      (object_t *, object_t, int, int, object_t, object_t, const dims_t, const dims_t, const dims_t, const dims_t,          \
       const dims_t, object_t))                                                                                             \
  USE(int, dnnl_pooling_backward_primitive_desc_create,                                                                     \
      (object_t *, object_t, int, object_t, object_t, const dims_t, const dims_t, const dims_t, const dims_t, const dims_t, \
       object_t, object_t))                                                                                                 \
  USE(int, dnnl_lstm_forward_primitive_desc_create,                                                                         \
      (object_t *, object_t, int, int, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t,      \
       object_t, object_t, object_t, unsigned, object_t))                                                                   \
  USE(int, dnnl_lbr_gru_forward_primitive_desc_create,                                                                      \
      (object_t *, object_t, int, int, object_t, object_t, object_t, object_t, object_t, object_t, object_t, unsigned,      \
       object_t))                                                                                                           \
  USE(int, dnnl_lstm_backward_primitive_desc_create,                                                                        \
      (object_t *, object_t, int, int, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t,      \
       object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t,        \
       object_t, object_t, object_t, unsigned, object_t, object_t))                                                         \
  USE(int, dnnl_lbr_gru_backward_primitive_desc_create,                                                                     \
      (object_t *, object_t, int, int, object_t, object_t, object_t, object_t, object_t, object_t, object_t, object_t,      \
       object_t, object_t, object_t, object_t, object_t, object_t, unsigned, object_t, object_t))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)
