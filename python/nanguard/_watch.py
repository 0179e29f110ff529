"""Runs a captured graph op by op: which ops make a NaN or Inf, which carry it, and what
each would give in exact arithmetic.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx
from torch.utils import _pytree as pytree

aten = torch.ops.aten

# They hand values on: an Inf in them came in, or was written there on purpose.
MOVERS = {
    "view", "_unsafe_view", "reshape", "transpose", "permute", "expand", "unsqueeze", "squeeze",
    "slice", "select", "index", "index_select", "gather", "cat", "stack", "split", "chunk",
    "split_with_sizes", "unbind", "clone", "alias", "detach", "contiguous", "embedding", "where",
    "masked_fill", "full", "full_like", "scalar_tensor", "pad", "constant_pad_nd", "tril", "triu",
    "getitem", "repeat", "flip", "roll", "t", "numpy_T", "new_full", "zeros", "zeros_like", "ones",
    "ones_like", "new_zeros", "new_ones", "copy", "lift_fresh_copy", "unfold", "dropout",
    "narrow", "flatten", "movedim", "slice_scatter", "select_scatter", "index_put", "scatter",
}
def op_name(node: fx.Node) -> str:
    if isinstance(node.target, torch._ops.OpOverload):
        return node.target._schema.name.split("::")[1]
    return getattr(node.target, "__name__", str(node.target))


def wide_type(dtype: torch.dtype) -> torch.dtype:
    return torch.float64 if dtype in (torch.float32, torch.float64) else torch.float32


def floats(value: Any) -> list[torch.Tensor]:
    return [t for t in pytree.tree_leaves(value)
            if isinstance(t, torch.Tensor) and t.is_floating_point()]


def is_bad(value: Any) -> bool:
    return any(not torch.isfinite(t).all() for t in floats(value))


def widen(value: Any, dtype: torch.dtype) -> Any:
    return pytree.tree_map(
        lambda t: t.to(dtype) if isinstance(t, torch.Tensor) and t.is_floating_point() else t,
        value)


def fits(value: Any, narrow: Any) -> bool:
    """Whether what is finite in a wide value is so in the types of `narrow`."""
    return not any((torch.isfinite(w) & ~torch.isfinite(w.to(n.dtype))).any()
                   for w, n in zip(floats(value), floats(narrow)))


_NARROW = (torch.float16, torch.bfloat16, torch.float32)


def run_wide(node: fx.Node, args: Any, kwargs: Any, dtype: torch.dtype) -> Any:
    """The op on wide arguments, into a wide result: types that it names are widened."""
    def swap(value: Any) -> Any:
        return dtype if value in _NARROW else value

    args, kwargs = (pytree.tree_map(
        lambda v: swap(v) if isinstance(v, torch.dtype) else v, widen(a, dtype))
        for a in (args, kwargs))
    return node.target(*args, **kwargs)


def masks(graph: fx.GraphModule) -> set[fx.Node]:
    """Float values that come from constants and integers alone: masks, positions."""
    found: set[fx.Node] = set()
    for node in graph.graph.nodes:
        if node.op != "call_function" or not floats(node.meta.get("val")):
            continue
        reads = [n for n in node.all_input_nodes if floats(n.meta.get("val"))]
        if all(n in found for n in reads):
            found.add(node)
    return found


def widen_mask(mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The lowest number of a narrow type says "masked": wide scores may lie below it."""
    lowest = mask == torch.finfo(mask.dtype).min
    return mask.to(dtype).masked_fill(lowest, torch.finfo(dtype).min)


@dataclass
class Seen:
    """What a run saw of one op or input."""

    bad: bool = False
    nan: int = 0
    inf: int = 0
    elements: int = 0
    expected: bool = False  # every Inf is a mask's


class Watch(fx.Interpreter):
    """Runs the graph as written; `seen` has an entry for each value that is not finite."""

    def __init__(self, graph: fx.GraphModule) -> None:
        super().__init__(graph)
        self.seen: dict[fx.Node, Seen] = {}

    def run_node(self, node: fx.Node) -> Any:
        result = super().run_node(node)
        if node.op == "output" or not is_bad(result):
            return result
        tensors = floats(result)
        seen = Seen(True, sum(int(t.isnan().sum()) for t in tensors),
                    sum(int(t.isinf().sum()) for t in tensors), sum(t.numel() for t in tensors))
        seen.expected = seen.nan == 0 and self._is_mask(node)
        self.seen[node] = seen
        return result

    def _is_mask(self, node: fx.Node) -> bool:
        """Infinities that a constant wrote, and what movers and sums made of those."""
        name = op_name(node)
        inputs = [n for n in node.all_input_nodes if n in self.seen]
        if inputs:
            return all(self.seen[n].expected for n in inputs)
        return name in MOVERS and any(
            isinstance(a, float) and abs(a) == float("inf")
            for a in pytree.tree_leaves((node.args, node.kwargs)))


def faulty(graph: fx.GraphModule, seen: dict[fx.Node, Seen]) -> list[fx.Node]:
    """The nodes through which a NaN or Inf came to a result, in the graph's order."""
    output = next(n for n in graph.graph.nodes if n.op == "output")
    reached: set[fx.Node] = set()
    worklist = [n for n in output.all_input_nodes if n in seen and not seen[n].expected]
    while worklist:
        node = worklist.pop()
        if node not in reached:
            reached.add(node)
            inputs = [n for n in node.all_input_nodes if n in seen]
            unexpected = [n for n in inputs if not seen[n].expected]
            worklist += unexpected
    return [n for n in graph.graph.nodes if n in reached]


@dataclass
class Widened:
    """What running some ops wide gave."""

    results: list[Any] = field(default_factory=list)
    ops: list[fx.Node] = field(default_factory=list)  # that ran wide
    uncurable: list[fx.Node] = field(default_factory=list)  # bad in every form
    why: dict[fx.Node, str] = field(default_factory=dict)  # "inner", "exit", "input"
    values: dict[fx.Node, tuple[float, tuple[int, ...]]] = field(default_factory=dict)


class WidenWhereNeeded(fx.Interpreter):
    """Runs an op wide where its narrow result is bad or its wide argument does not fit.

    With `only`, an op may become the first of a wide chain only if it is one of these. Those
    whose names are in `forced` run wide in any case."""

    def __init__(self, graph: fx.GraphModule, only: Iterable[fx.Node] | None = None,
                 forced: Iterable[str] = ()) -> None:
        super().__init__(graph)
        self.forced = set(forced)
        self.only = None if only is None else set(only)
        self.masks = masks(graph)
        self.found = Widened()
        self.narrow: dict[fx.Node, Any] = {}  # types of the values that are wide now

    def run_node(self, node: fx.Node) -> Any:
        if node.op == "output":
            return self._results(node)
        if node.op != "call_function":
            return super().run_node(node)
        with self._set_current_node(node):
            args, kwargs = self.fetch_args_kwargs_from_env(node)
        wide_inputs = [n for n in node.all_input_nodes if n in self.narrow]
        stays = [n for n in wide_inputs if not self._fits_as(n)]
        if not stays and node.name not in self.forced:
            args, kwargs = self._narrowed(node, wide_inputs)
            result = node.target(*args, **kwargs)
            blamed = self.only is None or node in self.only
            if not blamed or not is_bad(result) or is_bad((args, kwargs)):
                return result
        return self._run_wide(node, args, kwargs, bool(stays))

    def _fits_as(self, node: fx.Node) -> bool:
        return fits(self.env[node], self.narrow[node])

    def _narrowed(self, node: fx.Node, wide: list[fx.Node]) -> tuple[Any, Any]:
        def value(n: fx.Node) -> Any:
            if n not in wide:
                return self.env[n]
            return pytree.tree_map(lambda w, t: w.to(t.dtype) if w is not t else w,
                                   self.env[n], self.narrow[n])
        return (fx.node.map_arg(node.args, value), fx.node.map_arg(node.kwargs, value))

    def _run_wide(self, node: fx.Node, args: Any, kwargs: Any, forced: bool) -> Any:
        kinds = _result_types(node)
        if not kinds:
            return node.target(*args, **kwargs)
        dtype = wide_type(kinds[0])

        def value(n: fx.Node) -> Any:
            if n not in self.masks:
                return self.env[n]
            return pytree.tree_map(
                lambda t: widen_mask(t, dtype) if isinstance(t, torch.Tensor)
                and t.is_floating_point() else t, self.env[n])

        result = run_wide(node, fx.node.map_arg(node.args, value),
                          fx.node.map_arg(node.kwargs, value), dtype)
        self.found.ops.append(node)
        if is_bad(result):
            self.found.uncurable.append(node)
        narrow = pytree.tree_map(
            lambda t: torch.empty(0, dtype=kinds[0]) if isinstance(t, torch.Tensor)
            and t.is_floating_point() else t, result)
        self.found.values[node] = largest(result)
        self.found.why[node] = ("input" if forced else
                                "inner" if fits(result, narrow) else "exit")
        self.narrow[node] = narrow
        return result

    def _results(self, node: fx.Node) -> Any:
        def value(n: fx.Node) -> Any:
            return self._narrowed_value(n)
        self.found.results = list(fx.node.map_arg(node.args[0], value))
        return self.found.results

    def _narrowed_value(self, node: fx.Node) -> Any:
        value = self.env[node]
        if node in self.narrow:
            value = pytree.tree_map(lambda w, t: w.to(t.dtype) if w is not t else w, value,
                                    self.narrow[node])
        return value


def _result_types(node: fx.Node) -> list[torch.dtype]:
    return [t.dtype for t in pytree.tree_leaves(node.meta.get("val"))
            if isinstance(t, torch.Tensor) and t.is_floating_point()]


def largest(value: Any) -> tuple[float, tuple[int, ...]]:
    """The value of largest magnitude and where it is; a NaN counts as the largest."""
    found = (0.0, ())
    for t in floats(value):
        if t.numel() == 0:
            continue
        magnitude = torch.where(t.isnan(), float("inf"), t.abs())
        at = int(magnitude.flatten().argmax())
        if not found[1] or not abs(found[0]) >= float(magnitude.flatten()[at]):
            index = tuple(int(i) for i in torch.unravel_index(torch.tensor(at), t.shape))
            found = (float(t.flatten()[at]), index)
    return found


def first_bad(value: Any) -> tuple[float, tuple[int, ...]]:
    for t in floats(value):
        bad = (~torch.isfinite(t)).flatten().nonzero()
        if len(bad):
            at = int(bad[0])
            index = tuple(int(i) for i in torch.unravel_index(torch.tensor(at), t.shape))
            return float(t.flatten()[at]), index
    return 0.0, ()


class Reference(fx.Interpreter):
    """Runs every op in f32, those of an f32 model in f64: what the results should be."""

    def __init__(self, graph: fx.GraphModule) -> None:
        super().__init__(graph)
        self.masks = masks(graph)
        types = {t.dtype for n in graph.graph.nodes for t in floats(n.meta.get("val"))}
        is_narrow = types & {torch.float16, torch.bfloat16}
        self.dtype = torch.float32 if is_narrow else torch.float64

    def widened(self, flat: list[Any]) -> list[Any]:
        """The inputs as this run takes them."""
        return [widen(value, self.dtype) for value in flat]

    def run_node(self, node: fx.Node) -> Any:
        if node.op != "call_function" or node in self.masks:
            return super().run_node(node)

        def value(n: fx.Node) -> Any:
            if n not in self.masks:
                return self.env[n]
            return pytree.tree_map(
                lambda t: widen_mask(t, self.dtype) if isinstance(t, torch.Tensor)
                and t.is_floating_point() else t, self.env[n])

        return run_wide(node, fx.node.map_arg(node.args, value),
                        fx.node.map_arg(node.kwargs, value), self.dtype)
