/* Plans of recurrent layers, one layer in one direction: included by onednn.c.
 *
 * A request has the sequence's length as groups, the inputs as channels, the state's size as filters, and the kind of cell where
 * others have epsilon. Weights are those of MXNet, (gates * state, inputs), and gates come in oneDNN's order.
 */
enum { LSTM_CELL, GRU_CELL };
enum { LEFT_TO_RIGHT = 1, RIGHT_TO_LEFT = 2, OVERWRITE = 1 /* gradients of weights, in place of adding to what is there */ };

static object_t steps_of(int64_t steps, int64_t batch, int64_t size) {
  const int64_t dims[] = {steps, batch, size};
  const int order[] = {0, 1, 2};
  return dense(FLOAT32, 3, dims, order);
}

static object_t state_of(int64_t batch, int64_t size) {
  const int64_t dims[] = {1, 1, batch, size};
  const int order[] = {0, 1, 2, 3};
  return dense(FLOAT32, 4, dims, order);
}

/* (layers, directions, inputs, gates, state), in memory with the inputs last. */
static object_t gates_of(int64_t inputs, int64_t gates, int64_t size, int any) {
  const int64_t dims[] = {1, 1, inputs, gates, size};
  const int order[] = {0, 1, 3, 4, 2};
  return any ? any_layout(FLOAT32, 5, dims) : dense(FLOAT32, 5, dims, order);
}

/* The arrays of a layer, and in which layouts oneDNN may choose. */
typedef struct {
  int cell, lstm;
  object_t x, h, c, w, u, b, y, any_w, any_u; /* c is NULL but for an LSTM; states before and after are alike */
} layer_t;

static int describe_layer(const request_t *r, int cell, layer_t *l) {
  int64_t steps = r->groups, batch = r->batch, inputs = r->channels, size = r->filters;
  int64_t gates = cell == LSTM_CELL ? 4 : 3;
  if ((cell != LSTM_CELL && cell != GRU_CELL) || batch < 1 || inputs < 1 || size < 1) return 0; /* oneDNN divides by these */
  *l = (layer_t){.cell = cell, .lstm = cell == LSTM_CELL};
  l->x = steps_of(steps, batch, inputs);
  l->y = steps_of(steps, batch, size);
  l->h = state_of(batch, size);
  l->c = l->lstm ? l->h : NULL;
  l->w = gates_of(inputs, gates, size, 0);
  l->u = gates_of(size, gates, size, 0);
  l->any_w = gates_of(inputs, gates, size, 1);
  l->any_u = gates_of(size, gates, size, 1);
  l->b = state_of(gates + (cell == GRU_CELL), size); /* of a GRU one more: the state's own part of the new content */
  return l->x && l->y && l->h && l->w && l->u && l->any_w && l->any_u && l->b;
}

static object_t forward_layer(const layer_t *l, int kind, int direction, object_t attr) {
  object_t desc = NULL;
  int status = l->lstm ? dnnl_lstm_forward_primitive_desc_create(&desc, engine, kind, direction, l->x, l->h, l->c, l->any_w, l->any_u, NULL, NULL,
                                                                 l->b, l->y, l->h, l->c, 0, attr)
                       : dnnl_lbr_gru_forward_primitive_desc_create(&desc, engine, kind, direction, l->x, l->h, l->any_w, l->any_u, l->b, l->y,
                                                                    l->h, 0, attr);
  return status ? NULL : desc;
}

static object_t backward_layer(const layer_t *l, int direction, object_t forward, object_t attr) {
  object_t desc = NULL;
  int status =
    l->lstm ? dnnl_lstm_backward_primitive_desc_create(&desc, engine, BACKWARD, direction, l->x, l->h, l->c, l->any_w, l->any_u, NULL, NULL, l->b,
                                                       l->y, l->h, l->c, l->x, l->h, l->c, l->any_w, l->any_u, NULL, NULL, l->b, l->y, l->h,
                                                       l->c, OVERWRITE, forward, attr)
            : dnnl_lbr_gru_backward_primitive_desc_create(&desc, engine, BACKWARD, direction, l->x, l->h, l->any_w, l->any_u, l->b, l->y, l->h,
                                                          l->x, l->h, l->any_w, l->any_u, l->b, l->y, l->h, OVERWRITE, forward, attr);
  return status ? NULL : desc;
}

/* An array and the two states that belong to it, `first` being the number of the array as an argument. */
static void add_states(plan_t *plan, const layer_t *l, int first, int output, object_t array) {
  add(plan, first, output, array, NULL);
  add(plan, first + 1, output, l->h, NULL);
  if (l->lstm) add(plan, first + 2, output, l->c, NULL);
}

static object_t plan_recurrent(plan_t *plan, const request_t *r, int cell, object_t attr) {
  layer_t l;
  int direction = r->flags & REVERSED ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
  if (!describe_layer(r, cell, &l)) return NULL;
  object_t desc = forward_layer(&l, r->what == RECURRENT ? FORWARD_INFERENCE : FORWARD_TRAINING, direction, attr), forward = desc;
  if (desc && r->what == RECURRENT_GRADIENT) desc = backward_layer(&l, direction, forward, attr);
  if (!desc) return NULL;
  add_states(plan, &l, ARG_SRC, 0, l.x);
  add(plan, ARG_WEIGHTS, 0, l.w, dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0));
  add(plan, ARG_WEIGHTS_ITER, 0, l.u, dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 1));
  add(plan, ARG_BIAS, 0, l.b, NULL);
  add_states(plan, &l, ARG_DST, r->what != RECURRENT_GRADIENT, l.y);
  object_t workspace = dnnl_primitive_desc_query_md(forward, QUERY_WORKSPACE, 0);
  if (r->what == RECURRENT_TRAINING) add(plan, ARG_WORKSPACE, 1, workspace, NULL);
  if (r->what != RECURRENT_GRADIENT) return desc;
  plan->inputs++; /* the workspace, which this call writes to, too: it is the last result, over which the program lays what it has */
  add_states(plan, &l, ARG_DIFF_DST, 0, l.y);
  add_states(plan, &l, ARG_DIFF_SRC, 1, l.x);
  add(plan, ARG_DIFF_WEIGHTS, 1, l.w, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_WEIGHTS, 0));
  add(plan, ARG_DIFF_WEIGHTS_ITER, 1, l.u, dnnl_primitive_desc_query_md(desc, QUERY_DIFF_WEIGHTS, 1));
  add(plan, ARG_DIFF_BIAS, 1, l.b, NULL);
  add(plan, ARG_WORKSPACE, 1, workspace, NULL);
  return desc;
}
