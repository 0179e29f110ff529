"""Ops written out where torch-mlir's own lowering of them hurts.

Attention in f16, cumulative sums and one-hot gradients come out of torch-mlir as `tm_tensor`
ops or with narrow inner values; here they are what every kernel computes, from plain ops.
"""

from collections.abc import Callable
from typing import Any

import torch

aten = torch.ops.aten


def attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor,
               attn_mask: torch.Tensor | None = None, dropout_p: float = 0.0,
               is_causal: bool = False, *, scale: float | None = None,
               enable_gqa: bool = False) -> torch.Tensor:
    """What every kernel of it computes: scores and weights in f32 at least."""
    wide = torch.promote_types(query.dtype, torch.float32)
    if enable_gqa:
        key, value = (t.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
                      for t in (key, value))
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    scores = (query.to(wide) @ key.to(wide).transpose(-2, -1)) * scale
    if is_causal:
        rows, columns = (torch.arange(n, device=query.device) for n in scores.shape[-2:])
        attn_mask = columns[None, :] <= rows[:, None]
    if attn_mask is None:
        weights = scores.softmax(-1)
    elif attn_mask.dtype == torch.bool:
        weights = scores.masked_fill(~attn_mask, float("-inf")).softmax(-1)
        # A row without a key is a row of zeros, as the kernels have it.
        weights = weights.masked_fill(~attn_mask.any(-1, keepdim=True), 0.0)
    else:
        weights = (scores + attn_mask).softmax(-1)
    if dropout_p:
        weights = torch.dropout(weights, dropout_p, True)
    return (weights @ value.to(wide)).to(query.dtype)


def _positions(n: Any, like: torch.Tensor) -> torch.Tensor:
    return torch.arange(n, device=like.device)


def cumulative_sum(x: torch.Tensor, dim: int, *, dtype: torch.dtype | None = None) -> torch.Tensor:
    kind = dtype or (x.dtype if x.is_floating_point() else torch.int64)
    wide = torch.promote_types(kind, torch.float32) if kind.is_floating_point else kind
    if x.dim() == 0:
        return x.to(kind)
    x = x.to(wide).transpose(dim, -1)
    places = _positions(x.shape[-1], x)
    taken = torch.where(places[None, :] <= places[:, None], x[..., None, :], torch.zeros_like(x[
        ..., None, :]))
    return taken.sum(-1).transpose(dim, -1).to(kind)


def one_hot(x: torch.Tensor, classes: int) -> torch.Tensor:
    return (x[..., None] == _positions(classes, x)).to(torch.int64)


def embedding_gradient(gradient: torch.Tensor, indices: torch.Tensor, rows: int, padding: int,
                       scaled: bool) -> torch.Tensor:
    if scaled:
        return NotImplemented
    wide = torch.promote_types(gradient.dtype, torch.float32)
    flat = indices.reshape(-1)
    places = _positions(rows, indices)[:, None]
    taken = (flat[None, :] == places) & (places != padding)
    rows_of = gradient.reshape(-1, gradient.shape[-1]).to(wide)
    return (taken.to(wide) @ rows_of).to(gradient.dtype)


def nll_gradient(gradient: torch.Tensor, x: torch.Tensor, target: torch.Tensor,
                 weight: torch.Tensor | None, reduction: int, ignored: int,
                 total: torch.Tensor) -> torch.Tensor:
    if reduction == 1:
        gradient = gradient / total
    places = _positions(x.shape[-1], x)
    taken = (target[..., None] == places) & (target != ignored)[..., None]
    value = -(gradient[..., None] if gradient.dim() == target.dim() else gradient)
    value = value if weight is None else value * weight
    return torch.where(taken, value, torch.zeros_like(x))


def table() -> dict[Any, Callable[..., Any]]:
    """What `export` decomposes: torch-mlir's choice, and ours over it."""
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table
    return {**get_decomposition_table(),
            aten.scaled_dot_product_attention.default: attention,
            aten.cumsum.default: cumulative_sum,
            aten.one_hot.default: one_hot,
            aten.embedding_dense_backward.default: embedding_gradient,
            aten.nll_loss_backward.default: nll_gradient}
