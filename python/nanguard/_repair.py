"""repair: the same module with a few ops in a wider type, found by running it."""

import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import fx
from torch.utils import _pytree as pytree

from ._capture import Captured, Place, capture, origin_of, place
from ._diagnose import (Examined, as_call, computing, default_loss, diagnose, examine,
                        relative_error, run_reference, run_widened, same_dropout,
                        share)
from ._tools import NanGuardError
from ._watch import MOVERS, fits, floats, is_bad, masks, op_name, wide_type

_cast = torch.ops.aten._to_copy.default


def _float_type(node: fx.Node) -> torch.dtype | None:
    value = node.meta.get("val")
    return (value.dtype if isinstance(value, torch.Tensor) and value.is_floating_point()
            else None)


def widen_ops(graph: fx.GraphModule, names: set[str]) -> fx.GraphModule:
    """A copy in which the named ops compute in a wider type; casts stand at their edges."""
    result = fx.GraphModule(graph, fx.Graph())
    made: dict[fx.Node, fx.Node] = {}
    wide: dict[fx.Node, torch.dtype] = {}  # originals whose copy is wide: to which type
    narrowed: dict[fx.Node, fx.Node] = {}
    are_masks = masks(graph)

    def narrow(node: fx.Node) -> fx.Node:
        if node not in wide or _float_type(node) is None:
            return made[node]
        if node not in narrowed:
            narrowed[node] = result.graph.call_function(_cast, (made[node],),
                                                        {"dtype": _float_type(node)})
        return narrowed[node]

    for node in graph.graph.nodes:
        reads_tuple = node.target == operator.getitem and node.args[0] in wide
        if node.op != "call_function" or not (node.name in names or reads_tuple):
            made[node] = result.graph.node_copy(node, narrow)
            continue
        types = [t.dtype for t in pytree.tree_leaves(node.meta.get("val"))
                 if isinstance(t, torch.Tensor) and t.is_floating_point()]
        dtype = wide_type(types[0]) if types else torch.float32

        def widened(n: fx.Node) -> fx.Node:
            if n in wide or _float_type(n) in (None, dtype):
                return made[n]
            cast = result.graph.call_function(_cast, (made[n],), {"dtype": dtype})
            if n not in are_masks:
                return cast
            lowest = result.graph.call_function(torch.ops.aten.eq.Scalar, (
                made[n], torch.finfo(_float_type(n)).min))
            return result.graph.call_function(torch.ops.aten.masked_fill.Scalar, (
                cast, lowest, torch.finfo(dtype).min))

        copied = result.graph.node_copy(node, widened)
        copied.args, copied.kwargs = pytree.tree_map(
            lambda v: dtype if isinstance(v, torch.dtype) and v.is_floating_point else v,
            (copied.args, copied.kwargs))
        made[node], wide[node] = copied, dtype
    result.recompile()
    return result


class Repaired(torch.nn.Module):
    """The model with some of its ops in a wider type: `ops`, and their `share` of all.

    It has the model's own parameters and takes what the model takes. Another shape than that
    of the batch is traced when it comes; a model that branches on values, at each call."""

    def __init__(self, model: torch.nn.Module, captured: Captured, names: set[str]) -> None:
        super().__init__()
        self.model = model
        self.names = frozenset(names)
        ops = [n for n in computing(captured.graph) if n.name in names]
        self.ops: tuple[Place, ...] = tuple(p for p in map(place, ops) if p)
        self.share: float = share(captured.graph, ops)
        self.error: float | None = None  # of its results on the batch, against f32
        self._graphs: dict[Any, tuple[Captured, fx.GraphModule]] = {}
        self._add(captured, [tuple(t.shape) for t in self._tensors(captured)])

    @staticmethod
    def _tensors(captured: Captured) -> list[Any]:
        nodes = [n for n in captured.graph.graph.nodes if n.op == "placeholder"]
        return [n.meta["val"] for n in nodes[len(captured.bound):]]

    def _add(self, captured: Captured, shapes: list[tuple[int, ...]]) -> None:
        known = {n.name for n in captured.graph.graph.nodes}
        if missing := self.names - known:
            raise NanGuardError(f"at these shapes the model has no op {sorted(missing)[0]}: "
                                "repair it with such a batch")
        self._graphs[str(shapes)] = captured, widen_ops(captured.graph, set(self.names))

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        shapes = str([tuple(t.shape) for t in pytree.tree_leaves((args, kwargs))
                      if isinstance(t, torch.Tensor)])
        if shapes not in self._graphs or self._graphs[shapes][0].is_draft:
            captured = capture(self.model, args, kwargs, draft=True)
            self._add(captured, [tuple(t.shape) for t in self._tensors(captured)])
        captured, graph = self._graphs[shapes]
        results = graph(*captured.bound, *captured.flatten(*args, **kwargs))
        buffers = dict(self.model.named_buffers(remove_duplicate=False))
        for value, result in zip(captured.outputs, results):
            if value.kind == "buffer":
                buffers[value.name].copy_(result)
        return captured.rebuild(list(results))


def _check(repaired: Repaired, examined: Examined, reference: list[Any]) -> float:
    """The error of the results, Inf where one is bad."""
    graph = next(iter(repaired._graphs.values()))[1]
    with torch.no_grad(), same_dropout():
        results = list(graph(*examined.flat))
    error = relative_error(results, reference)
    bad = any(is_bad(r) and not is_bad(w) for r, w in zip(results, reference))
    return float("inf") if bad else error or 0.0


def _named_in(graph: fx.GraphModule, path: str) -> set[str]:
    return {n.name for n in graph.graph.nodes if place(n) and place(n).path == path}


def _module_paths(graph: fx.GraphModule, names: set[str]) -> list[str]:
    found = [place(n).path for n in graph.graph.nodes if n.name in names and place(n)]
    return list(dict.fromkeys(found))


def _producers(graph: fx.GraphModule, names: set[str]) -> set[str]:
    """The ops that compute what the named ones read, through movers."""
    found: set[str] = set()
    worklist = [i for n in graph.graph.nodes if n.name in names for i in n.all_input_nodes]
    while worklist:
        node = worklist.pop()
        if node.op != "call_function" or node.name in names or node.name in found \
                or not floats(node.meta.get("val")):
            continue
        found.add(node.name)
        if op_name(node) in MOVERS:
            worklist += node.all_input_nodes
    return found


def repair(model: torch.nn.Module, batch: Any,
           loss: Callable[[Any], torch.Tensor] | None = None, *,
           tolerance: float = 1e-2) -> Repaired:
    """The model with the few ops in a wider type that make it finite and right on `batch`.

    With `loss` the gradients are made finite too. What no wider type cures (a pole, a bad
    weight) is an error that names it."""
    args, kwargs = as_call(batch)
    captured = capture(model, args, kwargs, draft=True)
    examined = examine(captured, args, kwargs)
    reference = run_reference(captured, examined.flat)
    if any(is_bad(r) for r in reference):
        culprit = diagnose(model, batch).culprit
        raise NanGuardError(f"no wider type repairs the model: {culprit}")
    if not fits(reference, examined.results):
        raise NanGuardError("a true result does not fit the type that the model returns: "
                            "return it in float32")
    names = {n.name for n in run_widened(examined, None if examined.reached else [
        n for n, s in examined.seen.items() if not s.expected]).ops}
    if loss is not None:
        joint = examine(capture(model, args, kwargs, loss=loss, draft=True), args, kwargs)
        names |= {origin_of(n) for n in joint.origins} - {""}
    repaired = _run(model, examined, reference, names)
    if not names or repaired.error <= tolerance:
        return repaired
    # What came before lost the digits that the wide ops would keep.
    needed, depth = set(names), 1
    while repaired.error > tolerance:
        further = names
        for _ in range(depth):
            further = further | _producers(captured.graph, further)
        if further <= names:
            break
        names = names | further | {n.name for n in run_widened(examined, None, further).ops}
        repaired, depth = _run(model, examined, reference, names), 4 * depth
    attempts = 24
    groups = [_module_paths(captured.graph, names - needed)]
    while groups and attempts:  # give back what it holds without, by halves
        paths, attempts = groups.pop(), attempts - 1
        dropped = {n for path in paths for n in _named_in(captured.graph, path)} - needed
        tried = _run(model, examined, reference, names - dropped)
        if tried.error <= tolerance:
            repaired, names = tried, names - dropped
        elif len(paths) > 1:
            groups += [paths[:len(paths) // 2], paths[len(paths) // 2:]]
    return repaired


def _run(model: torch.nn.Module, examined: Examined, reference: list[Any],
         names: set[str]) -> Repaired:
    repaired = Repaired(model, examined.captured, names)
    repaired.error = _check(repaired, examined, reference)
    return repaired
