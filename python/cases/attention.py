"""Attention: raw scores, masks and rows that are not to be read."""

import numpy as np

from .builder import INF, NAN, case, f64, softmax64


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
