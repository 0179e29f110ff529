"""repair: the same module with a few ops in a wider type, found by running it."""

import operator
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import fx
from torch.utils import _pytree as pytree

from ._capture import Captured, Place, capture, origin_of, place
from ._diagnose import (as_call, computing, diagnose, examine, relative_error, run_reference,
                        run_widened, same_dropout, share)
from ._rounding import by_effect, edge, smallest
from ._tools import NanGuardError
from ._watch import fits, is_bad, masks, wide_type

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

    def _bound(self, captured: Captured) -> list[torch.Tensor]:
        """The model's tensors as they are now: a trace has its own in their place."""
        own = {**dict(self.model.named_parameters(remove_duplicate=False)),
               **dict(self.model.named_buffers(remove_duplicate=False))}
        return [own.get(value.name, tensor)
                for value, tensor in zip(captured.inputs, captured.bound)]

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
        # A trace keeps the places of ops that an interpreter runs.
        run = fx.Interpreter(graph).run if torch.compiler.is_exporting() else graph
        with fx.traceback.preserve_node_meta():
            results = run(*self._bound(captured), *captured.flatten(*args, **kwargs))
        buffers = dict(self.model.named_buffers(remove_duplicate=False))
        for value, result in zip(captured.outputs, results):
            if value.kind == "buffer":
                buffers[value.name].copy_(result)
        return captured.rebuild(list(results))


def _graph(repaired: Repaired) -> fx.GraphModule:
    """That of the batch."""
    return next(iter(repaired._graphs.values()))[1]


def _flattened(tensors: Iterable[torch.Tensor]) -> torch.Tensor:
    return torch.cat([torch.zeros(1, dtype=torch.double),
                      *(t.detach().double().flatten().cpu() for t in tensors)])


class _Attempts:
    """Repaired models by the names of their wide ops, each with its error on the batch."""

    def __init__(self, model: torch.nn.Module, batch: Any,
                 loss: Callable[[Any], torch.Tensor] | None) -> None:
        args, kwargs = as_call(batch)
        self.model, self.loss, self.made = model, loss, list[Repaired]()
        self.examined = examine(capture(model, args, kwargs, draft=True), args, kwargs)
        self.reference = run_reference(self.examined.captured, self.examined.flat)
        self.joint = None if loss is None else examine(
            capture(model, args, kwargs, loss=loss, draft=True), args, kwargs)
        if self.joint is not None:
            results = run_reference(self.joint.captured, self.joint.flat)
            self.gradients = {o.name: r for o, r in zip(self.joint.captured.outputs, results)
                              if o.kind == "gradient"}

    def overflowing(self, forced: set[str]) -> set[str]:
        """The ops to widen for their values to fit; a backward op widens its forward op."""
        only = None if self.examined.reached else [
            n for n, s in self.examined.seen.items() if not s.expected or n.name in forced]
        names = forced | {n.name for n in run_widened(self.examined, only, forced).ops}
        if self.joint is not None and self.joint.reached:
            names |= {origin_of(n) for n in run_widened(self.joint, None).ops} - {""}
        return names

    def run(self, names: set[str]) -> Repaired:
        repaired = Repaired(self.model, self.examined.captured, names)
        with torch.no_grad(), same_dropout():
            got = list(_graph(repaired)(*self.examined.flat))
        wanted = self.reference
        if self.joint is not None:
            # As one tensor: a gradient that is 0 but for roundings has no scale of its own.
            gradients = self._gradients(_graph(repaired))
            got.append(_flattened(gradients.values()))
            wanted = [*wanted, _flattened(self.gradients[name] for name in gradients)]
        bad = any(is_bad(g) and not is_bad(w) for g, w in zip(got, wanted))
        repaired.error = float("inf") if bad else relative_error(got, wanted) or 0.0
        self.made.append(repaired)
        return repaired

    def _gradients(self, graph: fx.GraphModule) -> dict[str, torch.Tensor]:
        captured = self.examined.captured
        places = {v.name: i for i, v in enumerate(captured.inputs)}
        leaves = list(self.examined.flat)
        for name in self.gradients:
            leaf = leaves[places[name]].detach().requires_grad_()
            for i, tensor in enumerate(captured.bound):  # a tied weight is one leaf
                if tensor is captured.bound[places[name]]:
                    leaves[i] = leaf
        with torch.enable_grad(), same_dropout():
            value = self.loss(captured.rebuild(list(graph(*leaves))))
            found = torch.autograd.grad(value.sum(), [leaves[places[n]] for n in self.gradients],
                                        allow_unused=True)
        return {n: g for n, g in zip(self.gradients, found) if g is not None}


def repair(model: torch.nn.Module, batch: Any,
           loss: Callable[[Any], torch.Tensor] | None = None, *,
           tolerance: float = 1e-2) -> Repaired:
    """The model with the few ops in a wider type that make it finite and right on `batch`.

    With `loss` its gradients are made so too. What no wider type cures (a pole, a bad
    weight, a result that does not fit its type) is an error that names it."""
    attempts = _Attempts(model, batch, loss)
    examined = attempts.examined
    if any(is_bad(r) for r in attempts.reference):
        raise NanGuardError(f"no wider type repairs the model: {diagnose(model, batch).culprit}")
    if not fits(attempts.reference, examined.results):
        raise NanGuardError("a true result does not fit the type that the model returns: "
                            "return it in float32")
    if attempts.joint is not None:
        _refuse_gradients(attempts)
    names = attempts.overflowing(set())
    repaired = attempts.run(names)
    if repaired.error <= tolerance:
        return repaired
    # Roundings lost the digits that the wide ops would keep.
    with torch.no_grad(), same_dropout():
        results = list(_graph(repaired)(*examined.flat))
    values = by_effect(examined.captured.graph, examined.flat, results)
    found = smallest(values, lambda taken: attempts.run(
        attempts.overflowing(names.union(*map(edge, taken)))).error <= tolerance)
    if found is not None:
        return min((r for r in attempts.made if r.error <= tolerance), key=lambda r: len(r.ops))
    best = min(attempts.made, key=lambda r: r.error)
    if best.error == float("inf"):
        raise NanGuardError("no set of wider ops makes the model finite")
    warnings.warn(f"nanguard: the repaired model is finite and {best.error:.1e} from f32, more "
                  f"than the tolerance of {tolerance:g}", stacklevel=2)
    return best


def _refuse_gradients(attempts: _Attempts) -> None:
    names = list(attempts.gradients)
    got = [r for o, r in zip(attempts.joint.captured.outputs, attempts.joint.results)
           if o.kind == "gradient"]
    for name, wanted, narrow in zip(names, attempts.gradients.values(), got):
        if is_bad(wanted):
            raise NanGuardError(f"no wider type makes the gradient of {name} finite: "
                                "nanguard.diagnose names the op")
        if not fits(wanted, narrow):
            raise NanGuardError(f"the true gradient of {name} does not fit its type: scale the "
                                "loss down and divide the gradients in float32 (GradScaler)")
