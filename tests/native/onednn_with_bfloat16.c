/* A oneDNN with bfloat16 for processors that have none, for tests: arrays of bfloat16 are widened before a primitive runs, and
 * rounded after it. It is linked to the real library, so that whoever looks a function up here finds the others there.
 *
 * A descriptor of bfloat16 is one of single precision that is remembered here. What a primitive keeps in a layout of its own is in
 * single precision. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *object_t;
typedef struct {
  int arg;
  object_t memory;
} exec_arg_t;

enum { BFLOAT16 = 2, FLOAT32 = 3, QUERY_DATA_TYPE = 258, ISA_BFLOAT16 = 0x80, MAX_DIMS = 12 };
typedef int64_t dims_t[MAX_DIMS];

/* Descriptors of bfloat16, and memories of such: where their numbers are, and how many. */
typedef struct known {
  struct known *next;
  object_t object;
  uint16_t *narrow;
  float *wide;
  size_t count;
} known_t;

static known_t *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* calls with an array of bfloat16, so that a test knows that there were some */
int calls_with_bfloat16;

static void remember(object_t object, void *narrow, float *wide, size_t count) {
  known_t *known = malloc(sizeof *known);
  if (!known) abort();
  *known = (known_t){.object = object, .narrow = narrow, .wide = wide, .count = count};
  pthread_mutex_lock(&lock);
  known->next = all;
  all = known;
  pthread_mutex_unlock(&lock);
}

static known_t *find(object_t object) {
  pthread_mutex_lock(&lock);
  known_t *known = all;
  while (known && known->object != object) known = known->next;
  pthread_mutex_unlock(&lock);
  return known;
}

static void forget(object_t object) {
  pthread_mutex_lock(&lock);
  for (known_t **place = &all; *place; place = &(*place)->next)
    if ((*place)->object == object) {
      known_t *known = *place;
      *place = known->next;
      free(known->wide);
      free(known);
      break;
    }
  pthread_mutex_unlock(&lock);
}

#define REAL(result, name, parameters) result(*real) parameters = (result(*) parameters)dlsym(RTLD_NEXT, #name)

int dnnl_get_effective_cpu_isa(void) {
  REAL(int, dnnl_get_effective_cpu_isa, (void));
  return real() | ISA_BFLOAT16;
}

int dnnl_memory_desc_create_with_tag(object_t *desc, int count, const dims_t dims, int type, int tag) {
  REAL(int, dnnl_memory_desc_create_with_tag, (object_t *, int, const dims_t, int, int));
  int status = real(desc, count, dims, type == BFLOAT16 ? FLOAT32 : type, tag);
  if (!status && type == BFLOAT16) remember(*desc, NULL, NULL, 0);
  return status;
}

int dnnl_memory_desc_create_with_strides(object_t *desc, int count, const dims_t dims, int type, const dims_t strides) {
  REAL(int, dnnl_memory_desc_create_with_strides, (object_t *, int, const dims_t, int, const dims_t));
  int status = real(desc, count, dims, type == BFLOAT16 ? FLOAT32 : type, strides);
  if (!status && type == BFLOAT16) remember(*desc, NULL, NULL, 0);
  return status;
}

int dnnl_memory_desc_destroy(object_t desc) {
  REAL(int, dnnl_memory_desc_destroy, (object_t));
  forget(desc);
  return real(desc);
}

static size_t real_size(object_t desc) {
  REAL(size_t, dnnl_memory_desc_get_size, (object_t));
  return real(desc);
}

size_t dnnl_memory_desc_get_size(object_t desc) { return find(desc) ? real_size(desc) / 2 : real_size(desc); }

int dnnl_memory_desc_query(object_t desc, int what, void *result) {
  REAL(int, dnnl_memory_desc_query, (object_t, int, void *));
  int status = real(desc, what, result);
  if (!status && what == QUERY_DATA_TYPE && find(desc)) *(int *)result = BFLOAT16;
  return status;
}

int dnnl_memory_create(object_t *memory, object_t desc, object_t engine, void *data) {
  REAL(int, dnnl_memory_create, (object_t *, object_t, object_t, void *));
  if (!find(desc)) return real(memory, desc, engine, data);
  size_t size = real_size(desc);
  float *wide = aligned_alloc(64, (size + 63) / 64 * 64);
  if (!wide) return 1;
  int status = real(memory, desc, engine, wide);
  if (status)
    free(wide);
  else
    remember(*memory, data, wide, size / sizeof *wide);
  return status;
}

int dnnl_memory_destroy(object_t memory) {
  REAL(int, dnnl_memory_destroy, (object_t));
  forget(memory);
  return real(memory);
}

/* What comes out: results, and gradients of data, weights and the numbers for each filter. */
static int is_result(int arg) { return (arg >= 17 && arg <= 19) || (arg >= 129 && arg <= 131) || (arg >= 161 && arg <= 169) || arg == 255 || arg == 256; }

static uint16_t rounded(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40); /* NaN stays NaN */
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

int dnnl_primitive_execute(object_t primitive, object_t stream, int count, const exec_arg_t *args) {
  REAL(int, dnnl_primitive_execute, (object_t, object_t, int, const exec_arg_t *));
  known_t *known;
  int any = 0;
  for (int i = 0; i < count; i++)
    if ((known = find(args[i].memory)) && ++any && !is_result(args[i].arg))
      for (size_t j = 0; j < known->count; j++) {
        uint32_t bits = (uint32_t)known->narrow[j] << 16;
        memcpy(&known->wide[j], &bits, sizeof bits);
      }
  int status = real(primitive, stream, count, args);
  for (int i = 0; i < count && !status; i++)
    if (is_result(args[i].arg) && (known = find(args[i].memory)))
      for (size_t j = 0; j < known->count; j++) known->narrow[j] = rounded(known->wide[j]);
  if (any) __sync_fetch_and_add(&calls_with_bfloat16, 1);
  return status;
}
