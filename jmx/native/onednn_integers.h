/* Plans of layers on 8-bit integers, and of conversions from and to them: included by onednn.c.
 *
 * A scaled convolution or product computes, in this order,
 *
 *     y = saturated(relu((sum of products * scale + bias + other) * factor))
 *
 * from the data, the weight (int8), `scale` and `bias` (a number for each filter), `other` (an array like the result) and `factor` (one
 * number). `bias` is there with the flag BIAS, `other` and `factor` with ADD. A request's epsilon is what the relu cuts off at; 0 is nowhere.
 * Results in 32-bit integers are the sums as they are: there is no `scale`. Some implementations round them to single precision, so that they
 * are exact below 2^24.
 */

/* One number for a whole array of `count` axes. */
static object_t one_number(int count) {
  int64_t dims[MAX_DIMS] = {0};
  int order[MAX_DIMS] = {0};
  for (int i = 0; i < count; i++) dims[i] = 1, order[i] = i;
  return dense(FLOAT32, count, dims, order);
}

/* The attributes of a scaled plan, whose results have `count` axes and `other` as what is added. `mask` are the axes of the weight that scales are for. */
static object_t scaled_attributes(const request_t *r, int mask, int count, object_t other) {
  object_t attr = NULL, post = NULL, factor = NULL;
  if (dnnl_primitive_attr_create(&attr)) return NULL;
  int status = dnnl_primitive_attr_set_scratchpad_mode(attr, USER_SCRATCHPAD) || dnnl_post_ops_create(&post);
  if (!status && r->y != INT32) status = dnnl_primitive_attr_set_scales_mask(attr, ARG_WEIGHTS, mask);
  if (!status && r->flags & ADD) {
    factor = one_number(count);
    status = !factor || !other || dnnl_post_ops_append_binary(post, BINARY_ADD, other) || dnnl_post_ops_append_binary(post, BINARY_MULTIPLY, factor);
  }
  /* what has no sign is cut off at 0 as it is */
  if (!status && r->flags & RELU && (r->y != UINT8 || r->epsilon > 0))
    status = dnnl_post_ops_append_eltwise(post, ELTWISE_CLIP, 0, r->epsilon > 0 ? r->epsilon : INFINITY);
  if (!status) status = dnnl_primitive_attr_set_post_ops(attr, post);
  if (factor) dnnl_memory_desc_destroy(factor);
  if (post) dnnl_post_ops_destroy(post);
  if (!status) return attr;
  dnnl_primitive_attr_destroy(attr);
  return NULL;
}

/* The operands of a scaled plan whose implementation is known. */
static void add_scaled(plan_t *plan, const request_t *r, object_t desc, object_t w, const object_t *images, object_t bias, int count) {
  object_t inner_w = dnnl_primitive_desc_query_md(desc, QUERY_WEIGHTS, 0);
  add(plan, ARG_SRC, 0, images[0], dnnl_primitive_desc_query_md(desc, QUERY_SRC, 0));
  add(plan, ARG_WEIGHTS, 0, r->flags & PACKED ? inner_w : w, inner_w);
  plan->operands[plan->count - 1].opaque = r->flags & PACKED && !dnnl_memory_desc_equal(w, inner_w);
  if (r->y != INT32) add(plan, ARG_SCALES | ARG_WEIGHTS, 0, vector(r->filters), NULL);
  if (bias) add(plan, ARG_BIAS, 0, bias, NULL);
  if (r->flags & ADD) {
    add(plan, post_operand(0), 0, images[2], NULL);
    add(plan, post_operand(1), 0, one_number(count), NULL);
  }
  add(plan, ARG_DST, 1, images[1], dnnl_primitive_desc_query_md(desc, QUERY_DST, 0));
}

static object_t plan_scaled_convolution(plan_t *plan, const request_t *r, object_t plain) {
  (void)plain;
  int count = (int)r->nd + 2;
  const object_t arrays[] = {images(r, r->x, r->channels, r->size), images(r, r->y, r->filters, r->out),
                             r->flags & ADD ? images(r, r->other, r->filters, r->out) : NULL};
  object_t bias = r->flags & BIAS ? vector(r->filters) : NULL, w = kernels(r, 0), any_w = kernels(r, 1), desc = NULL;
  object_t attr = scaled_attributes(r, r->groups > 1 ? 3 : 1, count, arrays[2]);
  dims_t stride, dilate, left, right;
  if (r->what != CONVOLVE || !arrays[0] || !arrays[1] || !w || !any_w || !attr || (r->flags & BIAS && !bias)) return NULL;
  window(r, stride, dilate, left, right);
  int status = dnnl_convolution_forward_primitive_desc_create(&desc, engine, FORWARD_INFERENCE, CONVOLUTION_DIRECT, arrays[0], any_w, bias, arrays[1],
                                                              stride, dilate, left, right, attr);
  dnnl_primitive_attr_destroy(attr);
  if (status) return NULL;
  add_scaled(plan, r, desc, w, arrays, bias, count);
  return desc;
}

/* (batch, channels) @ (channels, filters), of which the second may stand transposed in memory. */
static object_t plan_scaled_product(plan_t *plan, const request_t *r, object_t plain) {
  (void)plain;
  const int order[] = {0, 1};
  const int64_t a[] = {r->batch, r->channels}, b[] = {r->channels, r->filters}, c[] = {r->batch, r->filters}, row[] = {1, r->filters};
  const object_t arrays[] = {dense(r->x, 2, a, order), dense(r->y, 2, c, order), r->flags & ADD ? dense(r->other, 2, c, order) : NULL};
  object_t bias = r->flags & BIAS ? dense(FLOAT32, 2, row, order) : NULL, w = matrix(r), any_w = any_layout(r->w, 2, b), desc = NULL;
  object_t attr = scaled_attributes(r, 2, 2, arrays[2]);
  if (!arrays[0] || !arrays[1] || !w || !any_w || !attr || (r->flags & BIAS && !bias)) return NULL;
  int status = dnnl_matmul_primitive_desc_create(&desc, engine, arrays[0], any_w, bias, arrays[1], attr);
  dnnl_primitive_attr_destroy(attr);
  if (status) return NULL;
  add_scaled(plan, r, desc, w, arrays, bias, 2);
  return desc;
}

/* Images times one number as another type, rounded to even and saturated; the flag CHANNELS_LAST is for the data, WEIGHT_LAST for the results. */
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
