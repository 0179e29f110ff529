"""Attention: raw scores, masks and rows that are not to be read."""

import numpy as np

from .builder import case, f64, INF, NAN, softmax64, Value


@case("nan-from-finite", "attention (causal)",
      "Raw scores reach 72000, beyond f16, before the scale; the scaled ones fit.", rel=0.008)
def attention_causal_raw_scores_f16(m):
    rows = np.arange(80).reshape(2, 5, 8)
    q = m.arg("f16", 100 + (rows % 3))
    k = m.arg("f16", 90 + (rows % 7) / 8 + (rows // 8 % 5) / 16)
    v = m.arg("f16", (rows % 11) / 4 - 1)
    mask = m.arg("f16", np.where(np.tril(np.ones((1, 5, 5))) > 0, 0, -INF))
    scores = m.matmul(q, m.transpose(k), "f32")
    scores = m.ew(lambda e, s: e.mul(s, e.const(0.35355339, "f16")), scores)
    weights = m.softmax(m.ew(lambda e, s, a: e.add(s, a), scores, mask))
    scale = float(np.float16(0.35355339))
    s = f64(q) @ f64(k).transpose(0, 2, 1) * scale + f64(mask)
    return m.matmul(weights, v, "f32"), softmax64(s) @ f64(v)


@case("nan-contamination", "attention (boolean mask)",
      "Padding holds NaN: the scores are selected away, but 0 * NaN in P V is not. Padding takes no part.")
def attention_nan_padding_f16(m):
    q = m.arg("f16", [[[1, 0, -1, 2], [0.5, 0.5, 1, -1], [2, 1, 0, 0]]])
    k = m.arg("f16", [[[1, 1, 0, 0], [0, 1, 2, 1], [1, 0, 1, 0], [NAN] * 4, [INF, 0, NAN, 1]]])
    v = m.arg("f16", [[[1, 2], [3, 4], [5, 6], [NAN, NAN], [INF, -INF]]])
    keep = m.arg("i1", [[[1, 1, 1, 0, 0]]])
    scores = m.matmul(q, m.transpose(k), "f32")
    scores = m.ew(lambda e, s: e.mul(s, e.const(0.5, "f16")), scores)
    hidden = m.ew(lambda e, c, s: e.select(c, s, e.const(-INF, "f16")), keep, scores)
    y = m.matmul(m.softmax(hidden), v, "f32")
    s = f64(q)[0] @ f64(k)[0, :3].T * 0.5
    return y, (softmax64(s) @ f64(v)[0, :3])[None]


def attend(q, k, v, scale=0.5):
    return softmax64(q @ np.swapaxes(k, -1, -2) * scale) @ v


def slots():
    """Q, K and V of one head; the last of three slots was never written."""
    q = np.arange(8).reshape(1, 2, 4) / 8
    k, v = np.arange(12).reshape(1, 3, 4) / 7, np.arange(12).reshape(1, 3, 4) / 4
    v[:, 2] = [NAN, INF, -INF, NAN]
    return q, k, v


@case("nan-from-finite", "mask", "(1 - keep) * -Inf: 0 * -Inf where the key is kept.")
def mask_times_minus_inf_f32(m):
    x = m.arg("f32", [[1, 2, 3, 4], [0, 1, 0, 2]])
    keep = m.arg("f32", [[1, 1, 0, 1], [1, 1, 1, 0]])
    mask = m.ew(lambda e, a: e.mul(e.sub(e.const(1, "f32"), a), e.const(-INF, "f32")), keep)
    y = m.softmax(m.ew(lambda e, a, b: e.add(a, b), x, mask))
    return y, softmax64(np.where(f64(keep) > 0, f64(x), -INF))


@case("nan-from-inf", "triu (TOSA)", "A causal mask as a product of -Inf with a triangle of 0 and 1.")
def triu_tosa_minus_inf_f32(m):
    x = m.arg("f32", np.full((3, 3), -INF))
    upper = np.triu(np.ones((3, 3)), 1)
    with np.errstate(all="ignore"):
        written = x.data * upper.astype(np.float32)
    y = m.raw(f"""
%shift = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
%upper = "tosa.const"() {{values = dense<[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>}} : () -> tensor<3x3xf32>
%y = tosa.mul {x.name}, %upper, %shift : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<1xi8>) -> tensor<3x3xf32>""",
              "%y", "f32", written)
    return y, np.where(upper > 0, -INF, 0)


@case("nan-from-inf", "attention (dynamic)", "A fully masked row; all sizes but the head's are dynamic.")
def attention_dynamic_masked_row_f32(m):
    q = m.arg("f32", np.arange(8).reshape(1, 2, 4) / 8, dynamic=(0, 1))
    k = m.arg("f32", np.arange(12).reshape(1, 3, 4) / 7, dynamic=(0, 1))
    v = m.arg("f32", np.arange(12).reshape(1, 3, 4) / 4, dynamic=(0, 1))
    mask = m.arg("f32", [[[-INF] * 3, [0, 0, -INF]]], dynamic=(0, 1, 2))
    scores = m.ew(lambda e, s, a: e.add(e.mul(s, e.const(0.5, "f32")), a), m.matmul(q, m.transpose(k)), mask)
    y = m.matmul(m.softmax(scores), v)
    return y, np.concatenate([np.zeros((1, 1, 4)), attend(f64(q)[:, 1:], f64(k)[:, :2], f64(v)[:, :2])], axis=1)


@case("nan-contamination", "grouped-query attention", "Two query heads share a K and V with an unwritten slot.")
def attention_gqa_unwritten_slot_f32(m):
    keys, values = np.arange(24).reshape(2, 3, 4) / 7, np.arange(24).reshape(2, 3, 4) / 4
    keys[:, 2], values[:, 2] = NAN, [NAN, INF, -INF, NAN]
    q = m.arg("f32", np.arange(16).reshape(4, 1, 4) / 8)
    k, v = m.arg("f32", keys), m.arg("f32", values)
    mask = m.arg("f32", [[[0, 0, -INF]]])
    def repeated(x, name):
        m.lines += [
            f"%{name}_init = tensor.empty() : tensor<2x2x3x4xf32>",
            f"%{name}_pairs = linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, "
            "affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = [\"parallel\", \"parallel\", "
            f"\"parallel\", \"parallel\"]}} ins({x.name} : {x.type}) outs(%{name}_init : tensor<2x2x3x4xf32>) {{",
            "^bb0(%in: f32, %out: f32):", "  linalg.yield %in : f32", "} -> tensor<2x2x3x4xf32>",
            f"%{name} = tensor.collapse_shape %{name}_pairs [[0, 1], [2], [3]] : "
            "tensor<2x2x3x4xf32> into tensor<4x3x4xf32>"]
        return Value(f"%{name}", "f32", list("434"), np.repeat(x.data, 2, axis=0))
    scores = m.matmul(q, m.transpose(repeated(k, "keys")))
    scores = m.ew(lambda e, s, a: e.add(e.mul(s, e.const(0.5, "f32")), a), scores, mask)
    y = m.matmul(m.softmax(scores), repeated(v, "values"))
    return y, attend(f64(q), np.repeat(f64(k)[:, :2], 2, axis=0), np.repeat(f64(v)[:, :2], 2, axis=0))


@case("nan-contamination", "attention with dropout", "The weight of the unwritten slot is 0, scaled or not.")
def attention_dropout_unwritten_slot_f32(m):
    q, k, v = (m.arg("f32", data) for data in slots())
    mask = m.arg("f32", [[[0, 0, -INF]]])
    drop = m.arg("f32", np.full((1, 2, 3), 0.5))
    scores = m.ew(lambda e, s, a: e.add(e.mul(s, e.const(0.5, "f32")), a), m.matmul(q, m.transpose(k)), mask)
    p = m.ew(lambda e, a, d: e.mul(e.mul(a, d), e.const(2, "f32")), m.softmax(scores), drop)
    return m.matmul(p, v), attend(f64(q), f64(k)[:, :2], f64(v)[:, :2])


@case("nan-contamination", "attention, masked after the softmax", "The weights are multiplied with a flag: 0 * NaN.")
def attention_flag_after_softmax_f32(m):
    q, k, v = (m.arg("f32", data) for data in slots())
    keep = m.arg("i1", [[[1, 1, 0]]])
    scores = m.ew(lambda e, s: e.mul(s, e.const(0.5, "f32")), m.matmul(q, m.transpose(k)))
    flag = m.ew(lambda e, c: e.cast(c, "f32"), keep)
    y = m.matmul(m.ew(lambda e, c, p: e.mul(c, p), flag, m.softmax(scores)), v)
    weights = softmax64(f64(q) @ f64(k).transpose(0, 2, 1) * 0.5)
    return y, weights[:, :, :2] @ f64(v)[:, :2]


@case("nan-contamination", "attention, dynamic reshape",
      "Scores are reshaped by a tensor of sizes, as torch-mlir does for dynamic lengths.")
def attention_reshaped_unwritten_slot_f32(m):
    q, k, v = (m.arg("f32", data, dynamic=(1,)) for data in slots())
    mask = m.arg("f32", [[[[0, 0, -INF]]]])
    scores = m.matmul(q, m.transpose(k))
    queries, keys = scores.dims[1:]
    m.lines += [f"%{name} = arith.index_cast {dim} : index to i64" for name, dim in (("n", queries), ("k", keys))]
    one = m.const(1, "i64")
    m.lines += [f"%outer = tensor.from_elements {one}, {one}, %n, %k : tensor<4xi64>",
                f"%heads = tensor.reshape {scores.name}(%outer) : ({scores.type}, tensor<4xi64>) -> tensor<1x1x?x?xf32>"]
    heads = Value("%heads", "f32", ["1", "1", queries, keys], scores.data[None])
    p = m.softmax(m.ew(lambda e, s, a: e.add(e.mul(s, e.const(0.5, "f32")), a), heads, mask))
    m.lines += [f"%inner = tensor.from_elements {one}, %n, %k : tensor<3xi64>",
                f"%weights = tensor.reshape {p.name}(%inner) : ({p.type}, tensor<3xi64>) -> tensor<1x?x?xf32>"]
    y = m.matmul(Value("%weights", "f32", ["1", queries, keys], p.data[0]), v)
    return y, attend(f64(q), f64(k)[:, :2], f64(v)[:, :2])
