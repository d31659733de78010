/* Plans of layers on 8-bit integers, and of conversions from and to them: included by onednn.c.
 *
 * A scaled convolution or product computes, in this order,
 *
 *     y = saturated(unit * function((sum of products * scale + bias + other) * factor))
 *
 * from the data, the weight (int8), `scale` and `bias` (a number for each filter), `other` (an array like the result), `factor` and `unit` (one
 * number each). `bias` is there with the flag BIAS, `other` and `factor` with ADD, `unit` with a function, whose parameter is a request's epsilon.
 * The flag RELU stands for a function without `unit`, which cuts off at 0 and at epsilon, unless that is 0. Results in 32-bit integers are exact
 * below 2^24, as some implementations round them to single precision.
 */

/* One number for a whole array of `count` axes. */
static object_t one_number(int count) {
  int64_t dims[MAX_DIMS] = {0};
  int order[MAX_DIMS] = {0};
  for (int i = 0; i < count; i++) dims[i] = 1, order[i] = i;
  return dense(FLOAT32, count, dims, order);
}

/* oneDNN's number of the function behind a layer, 0 where there is none. */
static int function_of(const request_t *r) {
  static const int kinds[16] = {0, ELTWISE_RELU, ELTWISE_TANH, ELTWISE_ELU, ELTWISE_SQUARE, ELTWISE_ABS, ELTWISE_SQRT, ELTWISE_SOFT_RELU,
                                ELTWISE_LOGISTIC, ELTWISE_EXP, ELTWISE_GELU_ERF, ELTWISE_CLIP};
  return kinds[r->flags >> FUNCTION & 15];
}

/* What is done to sums of products; results have `count` axes and `other` as what is added. `mask` are the axes of the weight that scales are for. */
static object_t scaled_attributes(const request_t *r, int mask, int count, object_t other) {
  object_t attr = NULL, post = NULL, number = one_number(count);
  const int function = function_of(r);
  if (dnnl_primitive_attr_create(&attr)) return NULL;
  int status = !number || dnnl_primitive_attr_set_scratchpad_mode(attr, USER_SCRATCHPAD) || dnnl_post_ops_create(&post) ||
               dnnl_primitive_attr_set_scales_mask(attr, ARG_WEIGHTS, mask);
  if (!status && r->flags & ADD)
    status = !other || dnnl_post_ops_append_binary(post, BINARY_ADD, other) || dnnl_post_ops_append_binary(post, BINARY_MULTIPLY, number);
  /* what has no sign is cut off at 0 as it is */
  if (!status && r->flags & RELU && (r->y != UINT8 || r->epsilon > 0))
    status = dnnl_post_ops_append_eltwise(post, ELTWISE_CLIP, 0, r->epsilon > 0 ? r->epsilon : INFINITY);
  if (!status && function) {
    const float low = function == ELTWISE_CLIP ? 0 : r->epsilon, high = function == ELTWISE_CLIP ? r->epsilon : 0;
    status = dnnl_post_ops_append_eltwise(post, function, low, high) || dnnl_post_ops_append_binary(post, BINARY_MULTIPLY, number);
  }
  if (!status) status = dnnl_primitive_attr_set_post_ops(attr, post);
  if (number) dnnl_memory_desc_destroy(number);
  if (post) dnnl_post_ops_destroy(post);
  if (!status) return attr;
  dnnl_primitive_attr_destroy(attr);
  return NULL;
}

/* A convolution, or a product (batch, channels) @ (channels, filters), of which the second may stand transposed in memory. */
static object_t plan_scaled(plan_t *plan, const request_t *r) {
  const int order[] = {0, 1}, is_product = r->what == MULTIPLY, count = is_product ? 2 : (int)r->nd + 2;
  const int64_t a[] = {r->batch, r->channels}, b[] = {r->channels, r->filters}, c[] = {r->batch, r->filters}, row[] = {1, r->filters};
  object_t x, y, other = NULL, w, any_w, bias = NULL, desc = NULL;
  if ((r->what != CONVOLVE && !is_product) || (function_of(r) && r->flags & RELU)) return NULL;
  if (is_product) {
    x = dense(r->x, 2, a, order), y = dense(r->y, 2, c, order), w = matrix(r), any_w = any_layout(r->w, 2, b);
    if (r->flags & ADD) other = dense(r->other, 2, c, order);
    if (r->flags & BIAS) bias = dense(FLOAT32, 2, row, order);
  } else {
    x = images(r, r->x, r->channels, r->size), y = images(r, r->y, r->filters, r->out), w = kernels(r, 0), any_w = kernels(r, 1);
    if (r->flags & ADD) other = images(r, r->other, r->filters, r->out);
    if (r->flags & BIAS) bias = vector(r->filters);
  }
  object_t attr = scaled_attributes(r, is_product ? 2 : r->groups > 1 ? 3 : 1, count, other);
  if (!x || !y || !w || !any_w || !attr || (r->flags & BIAS && !bias)) return NULL;
  int status;
  if (is_product)
    status = dnnl_matmul_primitive_desc_create(&desc, engine, x, any_w, bias, y, attr);
  else {
    dims_t stride, dilate, left, right;
    window(r, stride, dilate, left, right);
    status = dnnl_convolution_forward_primitive_desc_create(&desc, engine, FORWARD_INFERENCE, CONVOLUTION_DIRECT, x, any_w, bias, y, stride,
                                                            dilate, left, right, attr);
  }
  dnnl_primitive_attr_destroy(attr);
  if (status) return NULL;
  object_t inner_w = dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0);
  add(plan, ARG_SRC, 0, x, dnnl_primitive_desc_query_md(desc, QUERY_SRC, 0));
  add(plan, ARG_WEIGHTS, 0, r->flags & PACKED ? inner_w : w, inner_w);
  plan->operands[plan->count - 1].opaque = r->flags & PACKED && !dnnl_memory_desc_equal(w, inner_w);
  add(plan, ARG_SCALES | ARG_WEIGHTS, 0, vector(r->filters), NULL);
  if (bias) add(plan, ARG_BIAS, 0, bias, NULL);
  if (r->flags & ADD) {
    add(plan, post_operand(0), 0, other, NULL);
    add(plan, post_operand(1), 0, one_number(count), NULL);
  }
  if (function_of(r)) add(plan, post_operand(r->flags & ADD ? 3 : 1), 0, one_number(count), NULL);
  add(plan, ARG_DST, 1, y, dnnl_primitive_desc_query_md(desc, QUERY_DST, 0));
  return desc;
}

/* Images times one number as another type, rounded to even and saturated; with the flag WEIGHT_LAST results have channels last. */
static object_t plan_conversion(plan_t *plan, const request_t *r, object_t plain) {
  (void)plain;
  request_t turned = *r;
  turned.flags = r->flags & WEIGHT_LAST ? CHANNELS_LAST : 0;
  object_t x = images(r, r->x, r->channels, r->size), y = images(&turned, r->y, r->channels, r->size), attr = NULL, desc = NULL;
  if (!x || !y || dnnl_primitive_attr_create(&attr)) return NULL;
  int status = dnnl_primitive_attr_set_scratchpad_mode(attr, USER_SCRATCHPAD) || dnnl_primitive_attr_set_scales_mask(attr, ARG_SRC, 0) ||
               dnnl_reorder_primitive_desc_create(&desc, x, engine, y, engine, attr);
  dnnl_primitive_attr_destroy(attr);
  if (status) return NULL;
  add(plan, ARG_SRC, 0, x, NULL);
  add(plan, ARG_SCALES | ARG_SRC, 0, one_number(1), NULL);
  add(plan, ARG_DST, 1, y, NULL);
  return desc;
}
