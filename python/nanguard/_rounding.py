"""Which roundings of a narrow model its results are sensitive to, to first order."""

from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from ._diagnose import same_dropout
from ._watch import MOVERS, Reference, floats, op_name


class _Probed(Reference):
    """Adds a zero to each computed value; the gradient of that zero is the value's own."""

    def __init__(self, graph: fx.GraphModule) -> None:
        super().__init__(graph)
        self.probes: dict[fx.Node, torch.Tensor] = {}
        self.rounding: dict[fx.Node, torch.Tensor] = {}

    def run_node(self, node: fx.Node) -> Any:
        value = super().run_node(node)
        if node.op != "call_function" or node in self.masks or op_name(node) in MOVERS \
                or not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return value
        narrow = node.meta["val"].dtype
        self.rounding[node] = torch.nan_to_num(value.detach().to(narrow).to(value.dtype)
                                               - value.detach(), 0.0, 0.0, 0.0)
        self.probes[node] = torch.zeros_like(value, requires_grad=True)
        return value + self.probes[node]


def by_effect(graph: fx.GraphModule, flat: list[Any], results: list[Any]) -> list[fx.Node]:
    """The computed values, that first whose rounding moves the results furthest.

    `results` are the narrow ones: what counts is the direction in which they are wrong."""
    run = _Probed(graph)
    with torch.enable_grad(), same_dropout():
        exact = run.run(*run.widened(flat))
        total = sum(_along(e, r) for e, r in zip(exact, results)
                    if isinstance(e, torch.Tensor) and e.requires_grad)
        if not isinstance(total, torch.Tensor):
            return []
        nodes = list(run.probes)
        gradients = torch.autograd.grad(total, [run.probes[n] for n in nodes],
                                        allow_unused=True)
    effect = {n: float((g.double() * run.rounding[n]).square().sum())
              for n, g in zip(nodes, gradients) if g is not None}
    return sorted((n for n in effect if effect[n] > 0), key=lambda n: -effect[n])


def _along(exact: torch.Tensor, narrow: torch.Tensor) -> torch.Tensor:
    error = torch.nan_to_num(narrow.double() - exact.detach().double(), 0.0, 0.0, 0.0)
    scale = exact.detach().abs().max().double().clamp(min=1e-30)
    return (exact * (error / scale ** 2)).sum()


def edge(node: fx.Node) -> set[str]:
    """The op and those that read its value, through movers: wide, they do not round it."""
    found, worklist = {node.name}, [node]
    while worklist:
        for user in worklist.pop().users:
            if user.op == "call_function" and user.name not in found \
                    and floats(user.meta.get("val")):
                found.add(user.name)
                if op_name(user) in MOVERS:
                    worklist.append(user)
    return found


def smallest(values: list[Any], holds: Callable[[list[Any]], bool]) -> list[Any] | None:
    """The shortest beginning of `values` that holds, by doubling and halving; None: not all do."""
    low, high = 0, 1
    while not holds(values[:high]):
        if high >= len(values):
            return None
        low, high = high, min(2 * high, len(values))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(values[:middle]) else (middle, high)
    return values[:high]
