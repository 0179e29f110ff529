"""torch.compile(model, backend="nanguard"): forward and backward guarded, through AOTAutograd.

What torch-mlir does not lower runs in eager, op by op, with a warning that names it.
"""

import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from functorch.compile import make_boxed_func
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

from ._capture import Place, _mark, _source
from ._decompositions import attention, table
from ._export import lower
from ._model import Model, compile_text
from ._tools import NanGuardError

_models: list[Model] = []


def compiled_models() -> list[Model]:
    """The guarded parts that torch.compile has made in this process, in order."""
    return list(_models)


def _path(node: fx.Node, key: str) -> str:
    """Dynamo writes L['self']._modules['h']._modules['0']: h.0."""
    stack = list((node.meta.get(key) or {}).values())
    path = stack[-1][0] if stack else ""
    path = re.sub(r"^L\['\w+'\]\.?", "", path)
    return re.sub(r"(?:\.?_modules)?\[['\"]?(\w+)['\"]?\]", r".\1", path).strip(".")


def _name_ops(graph: fx.Graph) -> None:
    for node in graph.nodes:
        if node.op != "call_function":
            continue
        backward = "fwd_nn_module_stack" in node.meta
        path = _path(node, "fwd_nn_module_stack" if backward else "nn_module_stack")
        trace = node.meta.get("stack_trace") or node.meta.get("fwd_stack_trace")
        _mark(node, Place(path, *_source(trace)), node.name, backward)


def _is_lowered(node: fx.Node) -> bool:
    """Whether torch-mlir takes the op by itself."""
    graph, made = fx.Graph(), {}
    for value in node.all_input_nodes:
        made[value] = graph.placeholder(value.name)
        made[value].meta = dict(value.meta)
    copied = graph.node_copy(node, made.__getitem__)
    results = node.meta.get("val")
    if isinstance(results, (tuple, list)):
        parts = []
        for i, value in enumerate(results):
            if isinstance(value, torch.Tensor):
                parts.append(graph.call_function(operator.getitem, (copied, i)))
                parts[-1].meta["val"] = value
        graph.output(tuple(parts))
    else:
        graph.output((copied,))
    try:
        lower(graph)
    except NanGuardError:
        return False
    return True


class _Lowered(OperatorSupportBase):
    """Each kind of op is tried once."""

    def __init__(self) -> None:
        self.known: dict[str, bool] = {}
        self.refused: list[str] = []

    def is_node_supported(self, _modules: Any, node: fx.Node) -> bool:
        if node.target == operator.getitem:
            return True
        if node.op != "call_function":
            return False
        key = f"{node.target} {[n.meta.get('val') for n in node.all_input_nodes]}"
        if key not in self.known:
            self.known[key] = _is_lowered(node)
            if not self.known[key]:
                self.refused.append(str(node.target))
        return self.known[key]


def _whole(module: fx.GraphModule, options: dict[str, Any]) -> Callable[..., Any]:
    """The graph as one guarded model."""
    places = [n for n in module.graph.nodes if n.op == "placeholder"]
    values = [n.meta.get("val") for n in places]
    if not all(isinstance(v, torch.Tensor) and v.device.type == "cpu" for v in values):
        raise NanGuardError("a graph with arguments that are no tensors of the CPU "
                            "(torch.compile(…, dynamic=False))")
    graph = fx.Graph()
    results = graph.graph_copy(module.graph, {})
    flat = list(results) if isinstance(results, (tuple, list)) else [results]
    kept = [i for i, r in enumerate(flat) if isinstance(r, fx.Node)]
    graph.output(tuple(flat[i] for i in kept))
    _name_ops(graph)
    model = compile_text(lower(graph).operation.get_asm(enable_debug_info=True), **options)
    _models.append(model)

    def rebuild(tensors: list[Any]) -> Any:
        made = list(flat)
        for i, tensor in zip(kept, tensors):
            made[i] = tensor
        return made if isinstance(results, (tuple, list)) else made[0]

    model._rebuild = rebuild
    return model


def _in_parts(module: fx.GraphModule, options: dict[str, Any]) -> Callable[..., Any]:
    support = _Lowered()
    partitioner = CapabilityBasedPartitioner(module, support,
                                             allows_single_node_partition=True)
    fused = partitioner.partition_and_fuse()
    for name, part in list(fused.named_children()):
        if isinstance(part, fx.GraphModule):
            try:
                fused.add_module(name, _Part(_whole(part, options)))
            except NanGuardError as error:
                warnings.warn(f"nanguard: a part runs in eager, not guarded: {error}",
                              stacklevel=2)
    if support.refused:
        names = ", ".join(dict.fromkeys(support.refused))
        warnings.warn(f"nanguard: not lowered by torch-mlir, runs in eager and is not guarded: "
                      f"{names}", stacklevel=2)
    return fused


class _Part(torch.nn.Module):
    def __init__(self, call: Callable[..., Any]) -> None:
        super().__init__()
        self.call = call

    def forward(self, *args: Any) -> Any:
        return self.call(*args)


def _compile(options: dict[str, Any]) -> Callable[..., Any]:
    def compile_graph(module: fx.GraphModule, _inputs: Any) -> Callable[..., Any]:
        if not any(n.op == "call_function" for n in module.graph.nodes):
            return make_boxed_func(module.forward)
        try:
            return make_boxed_func(_whole(module, options))
        except NanGuardError:
            return make_boxed_func(_in_parts(module, options))
    return compile_graph


def backend(module: fx.GraphModule, inputs: list[Any], *,
            options: dict[str, Any] | None = None) -> Callable[..., Any]:
    """The backend itself; `options` are `policy` and `guard_options` of nanguard.compile."""
    for node in module.graph.nodes:
        if node.target in (torch.nn.functional.scaled_dot_product_attention,
                           torch._C._nn.scaled_dot_product_attention):
            node.target = attention  # its own gradient is an op that nothing lowers
    module.recompile()
    chosen = {"policy": "training", **(options or {})}
    return aot_autograd(fw_compiler=_compile(chosen), bw_compiler=_compile(chosen),
                        decompositions=table())(module, inputs)
