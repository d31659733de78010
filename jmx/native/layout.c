/* Copies of arrays in another order of their axes, and choices between two arrays, for elements of 1, 2, 4 and 8 bytes; half precision;
 * pictures whose levels become numbers.
 *
 * XLA's loops and NumPy's copies read or write one element of every line of the processor's cache at a time. Here blocks of both arrays
 * are copied whose lines are read and written once.
 */
#include "divide.h"
#include "halves.h"

/* Axes that a copy has after those that lie one behind the other in both arrays have become one. */
enum { MOST_AXES = 32, BLOCK = 16, LINE = 64, SHORT = 1024, FEW = 16 };

/* An array as it is read: what is written is dense and in the order of the axes. Steps are in bytes and may be negative or zero. */
typedef struct {
  int64_t axes, size, dims[MOST_AXES], steps[MOST_AXES];
  int64_t inner;   /* the axis that lies next to the other in memory that is read, -1 for none */
  int64_t counted; /* how many of the first axes are gone along place by place; the others, and the inner one, are one place */
  const char *from;
  char *to;
} copy_t;

/* rows x columns elements: `from` has the rows next to each other and `across` bytes from one column to the next one, `to` the columns. */
#define BLOCKS(type, name)                                                                                                        \
  static inline void name(const char *from, int64_t across, char *to, int64_t down, int64_t rows, int64_t columns) {              \
    for (int64_t i = 0; i < rows; i++) {                                                                                          \
      type *line = (type *)(to + i * down);                                                                                       \
      for (int64_t j = 0; j < columns; j++) line[j] = ((const type *)(from + j * across))[i];                                     \
    }                                                                                                                             \
  }
BLOCKS(uint8_t, turn1)
BLOCKS(uint16_t, turn2)
BLOCKS(uint32_t, turn4)
BLOCKS(uint64_t, turn8)

static void turn(int64_t size, const char *from, int64_t across, char *to, int64_t down, int64_t rows, int64_t columns) {
  switch (size) {
    case 1: turn1(from, across, to, down, rows, columns); break;
    case 2: turn2(from, across, to, down, rows, columns); break;
    case 4: turn4(from, across, to, down, rows, columns); break;
    default: turn8(from, across, to, down, rows, columns);
  }
}

#if defined(__SSE2__)
/* A whole block of elements of four bytes, four by four. */
static inline void turn_near(const char *from, int64_t across, char *to, int64_t down) {
  for (int64_t j = 0; j < BLOCK; j += 4)
    for (int64_t i = 0; i < BLOCK; i += 4) {
      const char *place = from + j * across + i * 4;
      __m128 a = _mm_loadu_ps((const float *)place), b = _mm_loadu_ps((const float *)(place + across));
      __m128 c = _mm_loadu_ps((const float *)(place + 2 * across)), d = _mm_loadu_ps((const float *)(place + 3 * across));
      _MM_TRANSPOSE4_PS(a, b, c, d);
      char *line = to + i * down + j * 4;
      _mm_storeu_ps((float *)line, a);
      _mm_storeu_ps((float *)(line + down), b);
      _mm_storeu_ps((float *)(line + 2 * down), c);
      _mm_storeu_ps((float *)(line + 3 * down), d);
    }
}

/* Steps that are multiples of this put the lines of a block into the same few places of the processor's cache, which then holds eight
 * of them. */
enum { FAR = 4096 };

static inline void turn_block(const char *from, int64_t across, char *to, int64_t down) {
  char before[BLOCK * LINE] __attribute__((aligned(LINE))), after[BLOCK * LINE] __attribute__((aligned(LINE)));
  if (across % FAR && down % FAR) {
    turn_near(from, across, to, down);
    return;
  }
  for (int64_t j = 0; j < BLOCK; j++) memcpy(before + j * LINE, from + j * across, LINE);
  turn_near(before, LINE, after, LINE);
  for (int64_t i = 0; i < BLOCK; i++) memcpy(to + i * down, after + i * LINE, LINE);
}
#else
static inline void turn_block(const char *from, int64_t across, char *to, int64_t down) { turn4(from, across, to, down, BLOCK, BLOCK); }
#endif

/* All elements of the inner and of the last axis, block by block. */
static void turn_all(const copy_t *c, const char *from, char *to, int64_t down) {
  int64_t rows = c->dims[c->inner], columns = c->dims[c->axes - 1], across = c->steps[c->axes - 1];
  int64_t side = c->size == 4 ? BLOCK : LINE / c->size;
  for (int64_t i = 0; i < rows; i += side)
    for (int64_t j = 0; j < columns; j += side) {
      int64_t high = rows - i < side ? rows - i : side, wide = columns - j < side ? columns - j : side;
      const char *place = from + i * c->size + j * across;
      char *line = to + i * down + j * c->size;
      if (c->size == 4 && high == BLOCK && wide == BLOCK) turn_block(place, across, line, down);
      else turn(c->size, place, across, line, down, high, wide);
    }
}

/* One line of the last axis; short ones without a call. */
static inline void copy_line(const copy_t *c, const char *from, char *to) {
  int64_t count = c->dims[c->axes - 1], step = c->steps[c->axes - 1], size = c->size, bytes = count * size;
  if (step != size) turn(size, from, step, to, 0, 1, count);
  else if (bytes % BLOCK || bytes > SHORT) memcpy(to, from, (size_t)bytes);
  else
    for (int64_t i = 0; i < bytes; i += BLOCK) memcpy(to + i, from + i, BLOCK);
}

/* Lines of a few elements, whose number is a constant where the compiler is to write the loop out. */
#define LINES_OF(type, columns)                                                                                                   \
  for (int64_t i = 0; i < rows; i++)                                                                                              \
    for (int64_t j = 0; j < (columns); j++) ((type *)to)[i * (columns) + j] = *(const type *)(from + i * down + j * across);
#define LINES(type, name)                                                                                                         \
  static void name(const char *from, int64_t down, int64_t across, char *to, int64_t rows, int64_t columns) {                     \
    switch (columns) {                                                                                                            \
      case 2: LINES_OF(type, 2) break;                                                                                            \
      case 3: LINES_OF(type, 3) break;                                                                                            \
      case 4: LINES_OF(type, 4) break;                                                                                            \
      case 8: LINES_OF(type, 8) break;                                                                                            \
      default: LINES_OF(type, columns)                                                                                            \
    }                                                                                                                             \
  }
LINES(uint8_t, lines1)
LINES(uint16_t, lines2)
LINES(uint32_t, lines4)
LINES(uint64_t, lines8)

/* All short lines of the last two axes. */
static void copy_lines(const copy_t *c, const char *from, char *to) {
  int64_t rows = c->dims[c->axes - 2], columns = c->dims[c->axes - 1], down = c->steps[c->axes - 2], across = c->steps[c->axes - 1];
  switch (c->size) {
    case 1: lines1(from, down, across, to, rows, columns); break;
    case 2: lines2(from, down, across, to, rows, columns); break;
    case 4: lines4(from, down, across, to, rows, columns); break;
    default: lines8(from, down, across, to, rows, columns);
  }
}

/* The places of the outer axes from `first` on, each with its copy. The inner axis is no outer one. */
static void copy_places(void *context, int64_t first, int64_t last) {
  const copy_t *c = context;
  int64_t at[MOST_AXES] = {0}, outer[MOST_AXES] = {0}, written[MOST_AXES] = {0}, count = 0, stride = c->size;
  for (int64_t axis = c->axes - 1; axis >= 0; axis--) {
    written[axis] = stride;
    stride *= c->dims[axis];
  }
  for (int64_t axis = 0; axis < c->counted; axis++)
    if (axis != c->inner) outer[count++] = axis;
  const char *from = c->from;
  char *to = c->to;
  int64_t left = first;
  for (int64_t i = count - 1; i >= 0; i--) {
    int64_t axis = outer[i];
    at[i] = left % c->dims[axis];
    left /= c->dims[axis];
    from += at[i] * c->steps[axis];
    to += at[i] * written[axis];
  }
  for (int64_t place = first; place < last; place++) {
    if (c->inner >= 0) turn_all(c, from, to, written[c->inner]);
    else if (c->counted < c->axes - 1) copy_lines(c, from, to);
    else copy_line(c, from, to);
    for (int64_t i = count - 1; i >= 0; i--) {
      int64_t axis = outer[i];
      from += c->steps[axis];
      to += written[axis];
      if (++at[i] < c->dims[axis]) break;
      from -= at[i] * c->steps[axis];
      to -= at[i] * written[axis];
      at[i] = 0;
    }
  }
}

/* Add an axis behind the others, or to the last one if it goes on where that one's elements end. */
static int add_axis(copy_t *c, int64_t length, int64_t step) {
  if (length == 1) return 1;
  if (c->axes && c->steps[c->axes - 1] == length * step) {
    c->dims[c->axes - 1] *= length;
    c->steps[c->axes - 1] = step;
    return 1;
  }
  if (c->axes == MOST_AXES) return 0;
  c->dims[c->axes] = length;
  c->steps[c->axes++] = step;
  return 1;
}

static void copy(copy_t *c) {
  int64_t places = 1, elements = 1;
  if (!c->axes) c->dims[0] = 1, c->steps[0] = c->size, c->axes = 1;
  c->inner = -1;
  if (c->steps[c->axes - 1] != c->size)
    for (int64_t axis = 0; axis < c->axes - 1; axis++)
      if (c->steps[axis] == c->size) c->inner = axis;
  c->counted = c->axes - (c->inner < 0 && c->axes > 1 && c->dims[c->axes - 1] <= FEW ? 2 : 1);
  for (int64_t axis = 0; axis < c->axes; axis++) {
    elements *= c->dims[axis];
    if (axis != c->inner && axis < c->counted) places *= c->dims[axis];
  }
  if (elements) divide(copy_places, c, places, (double)elements);
}

/* A copy of an array of NumPy's with these sizes and steps in bytes; whether it can be made. */
int jmx_layout_copy(const void *from, void *to, int64_t size, int64_t rank, const int64_t *dims, const int64_t *steps);
int jmx_layout_copy(const void *from, void *to, int64_t size, int64_t rank, const int64_t *dims, const int64_t *steps) {
  copy_t c = {.size = size, .from = from, .to = to};
  if ((size != 1 && size != 2 && size != 4 && size != 8) || rank < 0 || rank > MOST_AXES) return 0;
  for (int64_t axis = 0; axis < rank; axis++)
    if (dims[axis] < 0 || !add_axis(&c, dims[axis], steps[axis])) return 0;
  copy(&c);
  return 1;
}

/* out[i] = which[i] ? yes[i * a] : no[i * b], where a step of 0 is one number for all; by masks, so that nothing has to be guessed. */
#define CHOICE_OF(type, y, n)                                          \
  for (int64_t i = 0; i < count; i++) {                                \
    const type mask = (type) - (type)which[i];                         \
    out[i] = (type)(((y) & mask) | ((n) & (type)~mask));               \
  }
#define CHOICE(type)                                                   \
  {                                                                    \
    const type *yes = yes_, *no = no_;                                 \
    type *out = out_;                                                  \
    const type y = yes[0], n = no[0];                                  \
    if (yes_step && no_step) CHOICE_OF(type, yes[i], no[i])            \
    else if (yes_step) CHOICE_OF(type, yes[i], n)                      \
    else if (no_step) CHOICE_OF(type, y, no[i])                        \
    else CHOICE_OF(type, y, n)                                         \
    return 1;                                                          \
  }

/* Called by Python, where NumPy runs a program. Returns 0 for elements of other sizes. */
int jmx_layout_choose(const uint8_t *which, const void *yes_, const void *no_, void *out_, int64_t size, int64_t count, int yes_step,
                      int no_step);
int jmx_layout_choose(const uint8_t *restrict which, const void *restrict yes_, const void *restrict no_, void *restrict out_,
                      int64_t size, int64_t count, int yes_step, int no_step) {
  if (count < 1) return 0;
  switch (size) {
    case 1: CHOICE(uint8_t)
    case 2: CHOICE(uint16_t)
    case 4: CHOICE(uint32_t)
    case 8: CHOICE(uint64_t)
    default: return 0;
  }
}

/* Half precision to single (`widen`) or back. Returns 0 where the processor has no instructions for it. */
int jmx_layout_halves(const void *from, void *to, int64_t count, int widen);
int jmx_layout_halves(const void *from, void *to, int64_t count, int widen) {
  if (!knows_halves() || count < 0) return 0;
  if (widen) widened(from, to, count);
  else narrowed(from, to, count);
  return 1;
}

/* Pictures, a pixel's channels next to each other and blue first, as numbers from tables, channel by channel and red first. */
typedef struct {
  const uint8_t *pixels, *mirrored;
  const void *tables;
  void *out;
  int64_t own_tables, picture_step, row_step, channels, height, width;
} levels_t;

#define LEVELS(type, name)                                                                                                       \
  static inline void name(const levels_t *l, int64_t number, int64_t channels) {                                                 \
    const int64_t width = l->width, plane = l->height * width, table = number * channels * l->own_tables;                        \
    const uint8_t *picture = l->pixels + number * l->picture_step;                                                               \
    for (int64_t y = 0; y < l->height; y++)                                                                                      \
      for (int64_t k = 0; k < channels; k++) {                                                                                   \
        const uint8_t *from = picture + y * l->row_step + (channels >= 3 && k < 3 ? 2 - k : k);                                  \
        const type *numbers = (const type *)l->tables + (table + k) * 256;                                                       \
        type *to = (type *)l->out + (number * channels + k) * plane + y * width;                                                 \
        if (l->mirrored[number])                                                                                                 \
          for (int64_t x = 0; x < width; x++) to[x] = numbers[from[(width - 1 - x) * channels]];                                 \
        else                                                                                                                     \
          for (int64_t x = 0; x < width; x++) to[x] = numbers[from[x * channels]];                                               \
      }                                                                                                                          \
  }
LEVELS(uint8_t, levels1)
LEVELS(uint32_t, levels4)

/* Called by Python. Steps are in bytes, `sizes` are pictures, channels, height and width. Returns 0 for what it does not know. */
int jmx_layout_levels(const uint8_t *pixels, const uint8_t *mirrored, const void *tables, void *out, int64_t size, int64_t own_tables,
                      int64_t picture_step, int64_t row_step, const int64_t *sizes);
int jmx_layout_levels(const uint8_t *pixels, const uint8_t *mirrored, const void *tables, void *out, int64_t size, int64_t own_tables,
                      int64_t picture_step, int64_t row_step, const int64_t *sizes) {
  const levels_t l = {.pixels = pixels, .mirrored = mirrored, .tables = tables, .out = out, .own_tables = own_tables, .picture_step = picture_step,
                      .row_step = row_step, .channels = sizes[1], .height = sizes[2], .width = sizes[3]};
  if ((size != 1 && size != 4) || l.channels < 1 || l.channels > 4) return 0;
  for (int64_t number = 0; number < sizes[0]; number++)
    if (size == 1) levels1(&l, number, l.channels);
    else if (l.channels == 3) levels4(&l, number, 3);
    else levels4(&l, number, l.channels);
  return 1;
}
