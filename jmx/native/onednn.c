/* Calls of oneDNN from programs that XLA compiles for the CPU.
 *
 * XLA's public foreign function interface calls `jmx_onednn` (`ffi.h`) with the arrays of a call and one attribute, `plan`: whole numbers
 * that say what is to be computed (see `parse` and the functions that it chooses). A primitive of oneDNN is made once for every
 * plan and kept; nothing of Python is involved when it runs, so that no call waits for the interpreter's lock.
 *
 * oneDNN is found when the program runs (`jmx_onednn_open`). Its C interface is the same in all releases 3.x, so that its few
 * declarations stand in onednn.h, as those of XLA's interface do in xla.h, and nothing but a C compiler is needed.
 */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ffi.h"
#include "onednn.h"

static object_t engine;
static int threads; /* that oneDNN computes with */

/* ---- plans ---- */

/* An array that a primitive reads or writes: `user` is how the program lays it out, `inner` how the primitive wants it. Where
 * the two differ `reorder` copies one to the other, with the memory `copying`; the offsets are places in the scratch memory. `bytes` are those
 * that one execution of the primitive reads or writes; the next one goes on behind them if the array is one of images. */
typedef struct {
  int arg, output, buffer, images, type, opaque;
  object_t user, inner, reorder, copying;
  size_t offset, copying_offset, bytes;
} operand_t;

/* Code that oneDNN generates takes some ten mappings of memory for each plan; Linux gives a process 65530. */
enum { MAX_OPERANDS = 20, BUCKETS = 1024, MAX_PLANS = 4000, MAX_KEY = 26 };

/* What a thread should copy at least between layouts in one part of a batch. Channels: of a block of oneDNN's layout, fewer than
 * which a kernel reads as they are, and as many as oneDNN copies from last to second as fast as from blocks. */
enum { PART_BYTES = 1 << 19, BLOCK = 16, FEW = 4, MANY = 64 };

typedef struct plan {
  struct plan *next;
  int64_t *key;
  int64_t length;
  const char *refused; /* why oneDNN does not compute this; NULL where it does */
  object_t primitive, scratchpad;
  operand_t operands[MAX_OPERANDS];
  int count, inputs, outputs;
  int64_t parts; /* executions of the primitive in a call, each on as many images */
  size_t scratch, scratchpad_offset;
} plan_t;

static plan_t *plans[BUCKETS];
static int plan_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What `parse` reads from a key. Axes of `size` and the others are those of space, at most three. */
typedef struct {
  int64_t what, flags, nd, batch, groups, channels, filters;
  const int64_t *size, *out, *kernel, *stride, *pad, *dilate;
  float epsilon;
  int x, w, y, other; /* types of elements: of the data, the weight, the results, and what is added to these */
} request_t;

enum { CONVOLVE, CONVOLVE_DATA_GRADIENT, CONVOLVE_WEIGHT_GRADIENT, MULTIPLY, NORMALIZE, NORMALIZE_GRADIENT, POOL, POOL_GRADIENT, PACK,
       POOL_INFERENCE /* without the workspace that the gradient needs */, RECURRENT, RECURRENT_TRAINING,
       RECURRENT_GRADIENT, PACK_PRODUCT, POOL_MEAN, CONVERT };
enum {
  CHANNELS_LAST = 1, WEIGHT_LAST = 2, RELU = 4, BIAS = 8, TRANSPOSE_A = 16, TRANSPOSE_B = 32, SCALE_AND_SHIFT = 64, ADD = 128,
  PACKED = 256 /* the weight comes as the plan PACK of the same numbers has copied it */,
  REVERSED = 512,
  /* then four types of elements, three bits each; 0 stands for single precision */
  TYPES = 10,
  SCALED = 1 << 22, /* of 8-bit numbers: see onednn_integers.h */
  WITHOUT_PADDING = 1 << 23, /* of means: over what is inside alone */
  /* of a packed weight of integers: it comes with a number for each filter that it is multiplied by, and in single precision */
  SCALED_WEIGHT = 1 << 24,
  FROM_FLOATS = 1 << 25,
  FUNCTION = 26 /* the first of four bits: which function is behind a scaled layer */
};

static size_t aligned(size_t n) { return (n + 63) / 64 * 64; }

/* Descriptors are NULL where oneDNN does not make them, and the plan is refused then. */

/* A dense array whose axes stand in memory in the given order, the last one fastest. */
static object_t dense(int type, int count, const int64_t *dims, const int *order) {
  dims_t shape = {0}, strides = {0};
  int64_t stride = 1;
  object_t desc = NULL;
  for (int i = count - 1; i >= 0; i--) {
    shape[i] = dims[i];
    strides[order[i]] = stride;
    if (__builtin_mul_overflow(stride, dims[order[i]], &stride)) return NULL;
  }
  if (stride > INT32_MAX) return NULL; /* oneDNN keeps some sizes in 32 bits, and a division by one that is too large ends the process */
  dnnl_memory_desc_create_with_strides(&desc, count, shape, type, strides);
  return desc;
}

static object_t any_layout(int type, int count, const int64_t *dims) {
  dims_t shape = {0};
  object_t desc = NULL;
  memcpy(shape, dims, (size_t)count * sizeof *dims);
  dnnl_memory_desc_create_with_tag(&desc, count, shape, type, ANY_LAYOUT);
  return desc;
}

/* (batch, channels, *space), in memory with channels second or last. */
static object_t images(const request_t *r, int type, int64_t channels, const int64_t *space) {
  int64_t dims[MAX_DIMS] = {r->batch, channels};
  int order[MAX_DIMS] = {0}, nd = (int)r->nd, last = (r->flags & CHANNELS_LAST) != 0;
  for (int i = 0; i < nd; i++) {
    dims[2 + i] = space[i];
    order[(last ? 1 : 2) + i] = 2 + i;
  }
  order[last ? nd + 1 : 1] = 1;
  return dense(type, nd + 2, dims, order);
}

static object_t any_images(const request_t *r, int type, int64_t channels, const int64_t *space) {
  int64_t dims[MAX_DIMS] = {r->batch, channels};
  for (int i = 0; i < r->nd; i++) dims[2 + i] = space[i];
  return any_layout(type, (int)r->nd + 2, dims);
}

static object_t vector(int64_t length) {
  const int order[] = {0};
  return dense(FLOAT32, 1, &length, order);
}

/* (filters, channels, *kernel), or by groups with one more axis; in memory with channels second or last. */
static object_t kernels(const request_t *r, int any) {
  int64_t dims[MAX_DIMS] = {r->groups, r->filters / r->groups, r->channels / r->groups};
  int order[MAX_DIMS] = {0, 1}, nd = (int)r->nd, last = (r->flags & WEIGHT_LAST) != 0;
  for (int i = 0; i < nd; i++) {
    dims[3 + i] = r->kernel[i];
    order[(last ? 2 : 3) + i] = 3 + i;
  }
  order[last ? nd + 2 : 2] = 2;
  if (r->groups > 1) return any ? any_layout(r->w, nd + 3, dims) : dense(r->w, nd + 3, dims, order);
  for (int i = 0; i < nd + 2; i++) order[i] = order[i + 1] - 1;
  return any ? any_layout(r->w, nd + 2, dims + 1) : dense(r->w, nd + 2, dims + 1, order);
}

/* Without `inner` the primitive wants the array as the program lays it out. */
static void add(plan_t *plan, int arg, int output, object_t user, object_t inner) {
  operand_t *operand = &plan->operands[plan->count++];
  *operand = (operand_t){.arg = arg, .output = output, .user = user, .inner = inner ? inner : user};
  operand->buffer = output ? plan->outputs++ : plan->inputs++;
  operand->opaque = arg == ARG_WORKSPACE;
}

static void add_images(plan_t *plan, int arg, int output, object_t user, object_t inner) {
  add(plan, arg, output, user, inner);
  plan->operands[plan->count - 1].images = 1;
}

#include "onednn_layers.h"
#include "onednn_integers.h"
#include "onednn_recurrent.h"

static plan_t *found(const int64_t *key, int64_t length);

/* The copy of a weight that a convolution or a product wants. Its layout is asked of that one's own plan: oneDNN may choose another one for
 * an equal convolution, when the number of threads has changed. */
static object_t plan_packing(plan_t *plan, const request_t *r, object_t attr) {
  int64_t key[MAX_KEY];
  memcpy(key, plan->key, (size_t)plan->length * sizeof *key);
  key[0] = r->what == PACK ? CONVOLVE : MULTIPLY;
  key[1] &= ~(SCALED_WEIGHT | FROM_FLOATS);
  const plan_t *user = r->flags & PACKED ? found(key, plan->length) : NULL;
  request_t source = *r;
  if (r->flags & FROM_FLOATS) source.w = FLOAT32;
  object_t w = r->what == PACK ? kernels(&source, 0) : matrix(&source), packed = NULL, desc = NULL;
  if (!user || user->refused || !w) return NULL;
  for (int i = 0; i < user->count; i++)
    if (user->operands[i].arg == ARG_WEIGHTS) packed = user->operands[i].user;
  if (!packed || dnnl_memory_desc_equal(w, packed)) return NULL;
  /* scales are for filters: the first axis of a weight, behind that of groups, or the second of a product's */
  if (r->flags & SCALED_WEIGHT && dnnl_primitive_attr_set_scales_mask(attr, ARG_SRC, r->what != PACK ? 2 : r->groups > 1 ? 3 : 1)) return NULL;
  if (dnnl_reorder_primitive_desc_create(&desc, w, engine, packed, engine, attr)) return NULL;
  add(plan, ARG_SRC, 0, w, NULL);
  if (r->flags & SCALED_WEIGHT) add(plan, ARG_SCALES | ARG_SRC, 0, vector(r->filters), NULL);
  add(plan, ARG_DST, 1, packed, NULL);
  plan->operands[plan->count - 1].opaque = 1;
  return desc;
}

/* Read a key: what, flags, spatial dimensions, batch, groups, channels, filters, epsilon (bits of a float), then six numbers for
 * each spatial dimension. Keys come from jmx's own programs; one of another length is refused. */
static int parse(const int64_t *key, int64_t length, request_t *r) {
  if (length < 8 || key[2] < 0 || key[2] > 3 || length != 8 + 6 * key[2]) return 0; /* at most MAX_KEY */
  int32_t bits = (int32_t)key[7];
  *r = (request_t){.what = key[0], .flags = key[1], .nd = key[2], .batch = key[3], .groups = key[4], .channels = key[5], .filters = key[6]};
  memcpy(&r->epsilon, &bits, sizeof bits);
  int *types[] = {&r->x, &r->w, &r->y, &r->other};
  for (int i = 0; i < 4; i++) {
    int type = (int)(r->flags >> (TYPES + 3 * i) & 7);
    if (type > UINT8) return 0;
    *types[i] = type ? type : FLOAT32;
  }
  const int64_t **parts[] = {&r->size, &r->out, &r->kernel, &r->stride, &r->pad, &r->dilate};
  for (int i = 0; i < 6; i++) *parts[i] = key + 8 + i * r->nd;
  for (int64_t i = 3; i < length; i++)
    if (i != 7 && (key[i] < 0 || key[i] > INT32_MAX)) return 0;
  return r->groups > 0;
}

static const char *complete(plan_t *plan, object_t desc, object_t attr) {
  const char *implementation = "";
  dnnl_primitive_desc_query(desc, QUERY_IMPLEMENTATION, 0, &implementation);
  /* of recurrent layers that one has the fast products of matrices, too */
  if (strstr(implementation, "ref") && plan->key[0] < RECURRENT) return "oneDNN has only its reference implementation for this.";
  if (dnnl_primitive_create(&plan->primitive, desc)) return "oneDNN did not make the primitive.";
  plan->scratchpad = dnnl_primitive_desc_query_md(desc, QUERY_SCRATCHPAD, 0);
  size_t scratchpad = dnnl_memory_desc_get_size(plan->scratchpad);
  for (int i = 0; i < plan->count; i++) {
    operand_t *o = &plan->operands[i];
    object_t copy = NULL;
    if (!o->user) return "There is no memory.";
    o->bytes = dnnl_memory_desc_get_size(o->user);
    if (dnnl_memory_desc_query(o->user, QUERY_DATA_TYPE, &o->type) || o->type < FLOAT16 || o->type > UINT8) return "This is no type of jmx's.";
    if (dnnl_memory_desc_equal(o->user, o->inner)) continue;
    object_t from = o->output ? o->inner : o->user, to = o->output ? o->user : o->inner;
    if (dnnl_reorder_primitive_desc_create(&copy, from, engine, to, engine, attr) || dnnl_primitive_create(&o->reorder, copy))
      return "oneDNN does not copy from one layout to the other.";
    o->offset = plan->scratch;
    plan->scratch += aligned(dnnl_memory_desc_get_size(o->inner));
    o->copying = dnnl_primitive_desc_query_md(copy, QUERY_SCRATCHPAD, 0); /* which refers to `copy` */
    o->copying_offset = plan->scratch;
    plan->scratch += aligned(dnnl_memory_desc_get_size(o->copying));
  }
  plan->scratchpad_offset = plan->scratch;
  plan->scratch += aligned(scratchpad);
  return NULL;
}

static plan_t *new_plan(const int64_t *key, int64_t length) {
  plan_t *plan = calloc(1, sizeof *plan);
  request_t r;
  object_t attr, desc = NULL;
  if (!plan) return NULL;
  plan->key = malloc((size_t)length * sizeof *key + 1);
  if (!plan->key) return free(plan), NULL;
  memcpy(plan->key, key, (size_t)length * sizeof *key);
  plan->length = length;
  plan->parts = 1;
  int understood = engine && parse(plan->key, length, &r);
  if (understood) r.batch /= plan->parts = parts_of(&r);
  if (!understood || !(attr = attributes(&r))) {
    plan->refused = "This is no plan of jmx's.";
    return plan;
  }
  if (plan_count >= MAX_PLANS) {
    plan->refused = "There are as many plans as a process may have.";
    dnnl_primitive_attr_destroy(attr);
    return plan;
  }
  switch (r.what) {
    case CONVOLVE: case CONVOLVE_DATA_GRADIENT: case CONVOLVE_WEIGHT_GRADIENT:
      desc = r.flags & SCALED ? plan_scaled(plan, &r) : plan_convolution(plan, &r, attr);
      break;
    case MULTIPLY: desc = r.flags & SCALED ? plan_scaled(plan, &r) : plan_product(plan, &r, attr); break;
    case NORMALIZE: case NORMALIZE_GRADIENT: desc = plan_normalization(plan, &r, attr); break;
    case POOL: case POOL_GRADIENT: case POOL_INFERENCE: case POOL_MEAN: desc = plan_pooling(plan, &r, attr); break;
    case RECURRENT: case RECURRENT_TRAINING: case RECURRENT_GRADIENT: desc = plan_recurrent(plan, &r, (int)plan->key[7], attr); break;
    case PACK: case PACK_PRODUCT: desc = plan_packing(plan, &r, attr); break;
    case CONVERT: desc = plan_conversion(plan, &r, attr); break;
  }
  /* Copies are made with fresh attributes: those of the primitive may have post-operations. */
  object_t plain = desc ? attributes(&(request_t){.what = MULTIPLY}) : NULL;
  plan->refused = plain ? complete(plan, desc, plain) : "oneDNN does not compute this.";
  if (!plan->refused) plan_count++;
  if (plain) dnnl_primitive_attr_destroy(plain);
  dnnl_primitive_attr_destroy(attr);
  return plan; /* descriptors are kept as long as the plan, that is to the end of the process */
}

/* The plan of a key, which is made if there is none; by whoever holds the lock. */
static plan_t *found(const int64_t *key, int64_t length) {
  uint64_t hash = 1469598103934665603u;
  for (int64_t i = 0; i < length; i++) hash = (hash ^ (uint64_t)key[i]) * 1099511628211u;
  plan_t **bucket = &plans[(hash ^ hash >> 32) % BUCKETS], *plan;
  for (plan = *bucket; plan; plan = plan->next)
    if (plan->length == length && !memcmp(plan->key, key, (size_t)length * sizeof *key)) return plan;
  if ((plan = new_plan(key, length))) {
    plan->next = *bucket;
    *bucket = plan;
  }
  return plan;
}

static plan_t *plan_of(const int64_t *key, int64_t length) {
  pthread_mutex_lock(&lock);
  plan_t *plan = found(key, length);
  pthread_mutex_unlock(&lock);
  return plan;
}

/* ---- running ---- */

/* What a call needs beside its arrays: a stream, which no other call may use meanwhile, and scratch memory. Calls take one that
 * is free and give it back, so that there are as many as calls ever ran at once, whatever threads they ran in. */
typedef struct workplace {
  struct workplace *next;
  size_t size;
  void *block;
  object_t stream;
} workplace_t;

static workplace_t *workplaces;

static void give_back(workplace_t *workplace) {
  pthread_mutex_lock(&lock);
  workplace->next = workplaces;
  workplaces = workplace;
  pthread_mutex_unlock(&lock);
}

/* A workplace with so much scratch memory; NULL where there is not enough. */
static workplace_t *take_workplace(size_t size) {
  pthread_mutex_lock(&lock);
  workplace_t *workplace = workplaces;
  if (workplace) workplaces = workplace->next;
  pthread_mutex_unlock(&lock);
  if (!workplace) {
    if (!(workplace = calloc(1, sizeof *workplace))) return NULL;
    if (dnnl_stream_create(&workplace->stream, engine, IN_ORDER)) return free(workplace), NULL;
  }
  if (workplace->size < size) {
    free(workplace->block);
    workplace->size = 0;
    if (posix_memalign(&workplace->block, 64, size)) {
      workplace->block = NULL;
      return give_back(workplace), NULL;
    }
    workplace->size = size;
  }
  return workplace;
}

static int copy(object_t stream, const operand_t *operand, char *scratch, object_t from, object_t to) {
  object_t room = NULL;
  if (dnnl_memory_create(&room, operand->copying, engine, scratch + operand->copying_offset)) return 1;
  exec_arg_t args[] = {{ARG_SRC, from}, {ARG_DST, to}, {ARG_SCRATCHPAD, room}};
  int status = dnnl_primitive_execute(operand->reorder, stream, 3, args);
  dnnl_memory_destroy(room);
  return status;
}

/* Execute the primitive on one part of the images; copies of all other inputs are made with the first part and kept. */
static int execute(const plan_t *plan, const workplace_t *workplace, void *const *inputs, void *const *outputs, size_t part) {
  exec_arg_t args[MAX_OPERANDS + 1];
  object_t user[MAX_OPERANDS] = {NULL}, inner[MAX_OPERANDS] = {NULL}, scratchpad = NULL, stream = workplace->stream;
  int status = 0, count = plan->count;
  char *scratch = workplace->block;
  for (int i = 0; i < count && !status; i++) {
    const operand_t *o = &plan->operands[i];
    char *array = o->output ? outputs[o->buffer] : inputs[o->buffer];
    status = dnnl_memory_create(&user[i], o->user, engine, array + (o->images ? part * o->bytes : 0));
    if (o->reorder && !status) status = dnnl_memory_create(&inner[i], o->inner, engine, scratch + o->offset);
    if (o->reorder && !o->output && !status && (o->images || !part)) status = copy(stream, o, scratch, user[i], inner[i]);
    args[i] = (exec_arg_t){o->arg, o->reorder ? inner[i] : user[i]};
  }
  if (!status) status = dnnl_memory_create(&scratchpad, plan->scratchpad, engine, scratch + plan->scratchpad_offset);
  args[count] = (exec_arg_t){ARG_SCRATCHPAD, scratchpad};
  if (!status) status = dnnl_primitive_execute(plan->primitive, stream, count + 1, args);
  for (int i = 0; i < count && !status; i++)
    if (inner[i] && plan->operands[i].output) status = copy(stream, &plan->operands[i], scratch, inner[i], user[i]);
  for (int i = 0; i < count; i++) {
    if (inner[i]) dnnl_memory_destroy(inner[i]);
    if (user[i]) dnnl_memory_destroy(user[i]);
  }
  if (scratchpad) dnnl_memory_destroy(scratchpad);
  return status;
}

static const char *perform(const plan_t *plan, void *const *inputs, void *const *outputs) {
  workplace_t *workplace = take_workplace(plan->scratch);
  if (!workplace) return "There is no memory for oneDNN's scratchpad.";
  int status = 0;
  for (int64_t part = 0; part < plan->parts && !status; part++) status = execute(plan, workplace, inputs, outputs, (size_t)part);
  give_back(workplace);
  return status ? "oneDNN ended a call with an error." : NULL;
}

/* The type of an operand's elements in XLA's interface, and the bytes of one: what has a layout of oneDNN's own is bytes. */
static int elements(const operand_t *operand, int64_t *bytes) {
  static const struct {
    int type, bytes;
  } known[] = {[FLOAT16] = {XLA_FFI_DataType_F16, 2}, [BFLOAT16] = {XLA_FFI_DataType_BF16, 2}, [FLOAT32] = {XLA_FFI_DataType_F32, 4},
               [INT32] = {XLA_FFI_DataType_S32, 4}, [INT8] = {XLA_FFI_DataType_S8, 1}, [UINT8] = {XLA_FFI_DataType_U8, 1}};
  *bytes = operand->opaque ? 1 : known[operand->type].bytes;
  return operand->opaque ? XLA_FFI_DataType_U8 : known[operand->type].type;
}

/* Whether an array is as large as its operand. */
static int fits(const plan_t *plan, const operand_t *operand, const XLA_FFI_Buffer *array) {
  int64_t size;
  if ((int)array->dtype != elements(operand, &size)) return 0;
  for (int64_t i = 0; i < array->rank; i++)
    if (__builtin_mul_overflow(size, array->dims[i], &size)) return 0;
  return (size_t)size == operand->bytes * (operand->images ? (size_t)plan->parts : 1);
}

static const char *run(const call_t *call) {
  const plan_t *plan = plan_of(call->plan, call->length);
  if (!plan) return "There is no memory for a plan of oneDNN's.";
  if (plan->refused) return plan->refused;
  if (call->input_count != plan->inputs || call->output_count != plan->outputs) return "A call of oneDNN with other arrays than its plan has.";
  void *inputs[MAX_OPERANDS], *outputs[MAX_OPERANDS];
  for (int i = 0; i < plan->count; i++) {
    const operand_t *o = &plan->operands[i];
    const XLA_FFI_Buffer *array = (o->output ? call->outputs : call->inputs)[o->buffer];
    if (!fits(plan, o, array)) return "A call of oneDNN with an array of another size or type than its plan has.";
    (o->output ? outputs : inputs)[o->buffer] = array->data;
  }
  return perform(plan, inputs, outputs);
}

KERNELS(jmx_onednn)

/* Load oneDNN; why it cannot be, or NULL. */
const char *jmx_onednn_open(const char *path) {
  static char message[512];
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(message, sizeof message, "%s", dlerror());
    return message;
  }
  const version_t *(*version_of)(void) = (const version_t *(*)(void))dlsym(library, "dnnl_version");
  const version_t *version = version_of ? version_of() : NULL;
  if (!version) {
    snprintf(message, sizeof message, "%s has no dnnl_version: it is no oneDNN 3.", path);
    return message;
  }
  if (version->major != 3 || !(version->cpu_runtime & (SEQUENTIAL | OPENMP | TBB))) {
    snprintf(message, sizeof message, "%s is oneDNN %d.%d (runtime %u): needed is 3.x with OpenMP, TBB or one thread.", path,
             version->major, version->minor, version->cpu_runtime);
    return message;
  }
#define FIND(result, name, parameters)                                                     \
  if (!(name = (result(*) parameters)dlsym(library, #name))) {                             \
    snprintf(message, sizeof message, "%s has no %s: it is no oneDNN 3.", path, #name);    \
    return message;                                                                        \
  }
  FUNCTIONS(FIND)
  int (*count_threads)(void) = (int (*)(void))dlsym(library, "omp_get_max_threads");
  threads = count_threads ? count_threads() : (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (threads < 1) threads = 1;
  /* One engine for a process: plans and streams that are kept are of it, and oneDNN refuses a call that has two. */
  if (!engine && dnnl_engine_create(&engine, CPU, 0)) {
    engine = NULL;
    return "oneDNN did not start.";
  }
  return NULL;
}

/* Whether products of 8-bit numbers are summed exactly: without such instructions pairs of them are cut off at 16 bits. */
int jmx_onednn_is_exact(void);
int jmx_onednn_is_exact(void) { return (dnnl_get_effective_cpu_isa() & (ISA_AVX2_VNNI | ISA_AVX512_VNNI)) != 0; }

/* Whether the processor has units for products of this type, and tiles of such units. */
int jmx_onednn_multiplies(int type);
int jmx_onednn_multiplies(int type) {
  return type == FLOAT32 || (dnnl_get_effective_cpu_isa() & (type == BFLOAT16 ? ISA_AVX512_BFLOAT16 : type == FLOAT16 ? ISA_AVX512_FLOAT16 : 0)) != 0;
}
int jmx_onednn_has_tiles(void);
int jmx_onednn_has_tiles(void) { return (dnnl_get_effective_cpu_isa() & ISA_TILES) != 0; }

/* Make the primitive of a plan: why oneDNN does not compute it, or NULL. Bytes of its workspace, or of a copy of a weight, come back
 * in `bytes`. */
const char *jmx_onednn_prepare(const int64_t *key, int64_t length, int64_t *bytes) {
  const plan_t *plan = plan_of(key, length);
  if (!plan) return "There is no memory.";
  if (plan->refused) return plan->refused;
  *bytes = 0;
  for (int i = 0; i < plan->count; i++) {
    const operand_t *o = &plan->operands[i];
    if (o->arg == ARG_WORKSPACE || ((plan->key[0] == PACK || plan->key[0] == PACK_PRODUCT) && o->output)) *bytes = (int64_t)dnnl_memory_desc_get_size(o->user);
  }
  return NULL;
}
