"""A torch module as a flat graph of ATen ops, each with its module and source line.

`capture` gives the ops that the user's code calls (linear, layer_norm, softmax), for diagnosis and repair; with a loss, its gradients as well. `lower` decomposes that graph into
what torch-mlir takes.
"""

import contextlib
import copy
import linecache
import logging
import os
import pathlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx
from torch._functorch._aot_autograd.logging_utils import setup_stacktrace_preservation_hooks
from torch.export import ExportedProgram
from torch.export.graph_signature import ConstantArgument, InputKind, OutputKind
from torch.fx import traceback
from torch.fx.experimental.proxy_tensor import get_proxy_mode, make_fx
from torch.utils import _pytree as pytree

from ._decompositions import attention
from ._tools import NanGuardError

_TORCH = str(pathlib.Path(torch.__file__).resolve().parent)
Table = dict[Any, Callable[..., Any]]
# A node's own entry of `custom`, which every retracing hands on.
_KEY = "nanguard"


@dataclass(frozen=True)
class Place:
    """Where an op stands in the user's model."""

    path: str  # of its module, "" for the model itself
    file: str
    line: int

    @property
    def code(self) -> str:
        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        where = f"{pathlib.Path(self.file).name}:{self.line}" if self.file else ""
        return f"{self.path or 'the model'} ({where})" if where else self.path or "the model"


@dataclass(frozen=True)
class Value:
    """An input or output of the flat graph."""

    kind: str  # parameter, buffer, constant, input; result, loss, gradient
    name: str


@dataclass
class Captured:
    graph: fx.GraphModule
    inputs: list[Value]
    outputs: list[Value]
    bound: list[torch.Tensor]  # the model's own tensors: the first inputs
    in_spec: pytree.TreeSpec
    out_spec: pytree.TreeSpec
    constants: dict[int, Any]  # results that are no tensors, by their place
    used: list[int]  # places of the flat arguments that the graph takes
    is_draft: bool  # holds only where the model's branches go as they went
    program: ExportedProgram = field(repr=False)

    def flatten(self, *args: Any, **kwargs: Any) -> list[Any]:
        flat, spec = pytree.tree_flatten((args, kwargs))
        if spec != self.in_spec:
            order = pytree.tree_unflatten(range(self.in_spec.num_leaves), self.in_spec)[1]
            flat, spec = pytree.tree_flatten((args, {k: kwargs[k] for k in order if k in kwargs}))
        if spec != self.in_spec:
            raise NanGuardError("the arguments do not have the structure that the model was "
                                "captured with")
        return [flat[i] for i in self.used]

    def rebuild(self, results: list[Any]) -> Any:
        """The model's own output from the flat results."""
        rest = iter(r for r, o in zip(results, self.outputs) if o.kind == "result")
        flat = [self.constants[i] if i in self.constants else next(rest)
                for i in range(self.out_spec.num_leaves)]
        return pytree.tree_unflatten(flat, self.out_spec)


def _source(trace: str | None) -> tuple[str, int]:
    """The innermost frame outside of torch."""
    frames = re.findall(r'File "([^"]+)", line (\d+)', trace or "")
    ours = [f for f in frames if not f[0].startswith(_TORCH)] or frames
    return (ours[-1][0], int(ours[-1][1])) if ours else ("", 0)


def _module(node: fx.Node) -> str:
    stack = list((node.meta.get("nn_module_stack") or {}).values())
    path = stack[-1][0] if stack else ""
    return re.sub(r"@\d+", "", path)  # the second call of a module is marked so


def place(node: fx.Node) -> Place | None:
    return (node.meta.get("custom") or {}).get(_KEY)


def is_backward(node: fx.Node) -> bool:
    return bool((node.meta.get("custom") or {}).get("nanguard_backward"))


def origin_of(node: fx.Node) -> str:
    """The name of the captured forward op that this one comes from."""
    return (node.meta.get("custom") or {}).get("nanguard_node", "")


def _mark(node: fx.Node, where: Place, name: str, backward: bool = False) -> None:
    node.meta["custom"] = {**(node.meta.get("custom") or {}), _KEY: where,
                           "nanguard_node": name, "nanguard_backward": backward}


@contextlib.contextmanager
def _exportable(module: torch.nn.Module) -> Iterator[None]:
    """Buffers that are not persistent stop torch-mlir, and caches are no tensors."""
    hidden = [(m, set(m._non_persistent_buffers_set)) for m in module.modules()]
    configs = {id(c): c for c in (getattr(m, "config", None) for m in module.modules())
               if getattr(c, "use_cache", False)}
    try:
        for m, _ in hidden:
            m._non_persistent_buffers_set.clear()
        for config in configs.values():
            config.use_cache = False
        yield
    finally:
        for m, names in hidden:
            m._non_persistent_buffers_set.update(names)
        for config in configs.values():
            config.use_cache = True


def export_program(module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any],
                   dynamic_shapes: Any = None,
                   draft: bool = False) -> tuple[ExportedProgram, bool]:
    """The program, and whether it is a draft: it takes the branches that these values take."""
    with _exportable(module), _silence():
        try:
            return torch.export.export(module, args, kwargs, dynamic_shapes=dynamic_shapes,
                                       strict=False), False
        except Exception as error:
            first = error
        try:
            drafted = torch.export.draft_export(module, args, kwargs,
                                                dynamic_shapes=dynamic_shapes, strict=False)
        except Exception:
            drafted = None
    if draft and drafted is not None:
        for node in drafted.graph.nodes:
            if mode := getattr(node.meta.get("val"), "fake_mode", None):
                mode.propagate_real_tensors = False  # values are known by now
        return drafted, True
    lines = [line for line in str(first).splitlines() if line.strip()]
    advice = "" if drafted is None else (
        " The model branches on values. A program of torch.export.draft_export is taken as it "
        "is: it holds for inputs that take the same branches.")
    raise NanGuardError(f"torch.export refuses the model: {' '.join(lines[:3])}{advice}") \
        from first


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """torch.export prints graphs and warnings of what it tried."""
    level = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        with (open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere),
              contextlib.redirect_stderr(nowhere)):
            yield
    finally:
        logging.disable(level)


def capture(module: torch.nn.Module | ExportedProgram, args: tuple[Any, ...] = (),
            kwargs: dict[str, Any] | None = None, *, dynamic_shapes: Any = None,
            loss: Callable[[Any], torch.Tensor] | None = None,
            table: Table | None = None, draft: bool = False) -> Captured:
    """The module's graph; with `loss` (of its output), loss and gradients as well.

    Without a table of decompositions it has the ops of the user's code. With `draft` a model
    that branches on values is taken as these arguments run it."""
    program, is_draft = (module, False) if isinstance(module, ExportedProgram) else \
        export_program(module, args, kwargs or {}, dynamic_shapes, draft)
    # An empty table: in-place ops go, the ops of the user's code stay.
    captured = _flat(program.run_decompositions({} if loss or not table else table), is_draft)
    if not table:
        _reshape_views(captured.graph)
    return _with_gradients(captured, args, kwargs or {}, loss, table) if loss else captured


def _reshape_views(graph: fx.GraphModule) -> None:
    """A kernel of attention may lay its result out otherwise than the traced one."""
    for node in graph.graph.nodes:
        if node.target in (torch.ops.aten.view.default, torch.ops.aten._unsafe_view.default):
            node.target = torch.ops.aten.reshape.default
    graph.recompile()


def _flat(program: ExportedProgram, is_draft: bool) -> Captured:
    graph = program.graph_module
    nodes = {n.name: n for n in graph.graph.nodes}
    kinds = {InputKind.PARAMETER: "parameter", InputKind.BUFFER: "buffer",
             InputKind.CONSTANT_TENSOR: "constant", InputKind.USER_INPUT: "input"}
    inputs, bound, used, leaves = [], [], [], 0
    for spec in program.graph_signature.input_specs:
        if spec.kind not in kinds:
            raise NanGuardError(f"the model takes a {spec.kind.name.lower()}: not supported")
        name = spec.target or spec.arg.name
        if spec.kind == InputKind.USER_INPUT:
            leaves += 1
            if isinstance(spec.arg, ConstantArgument):
                if spec.arg.name in nodes:
                    graph.graph.erase_node(nodes[spec.arg.name])
                continue
            used.append(leaves - 1)
        else:
            tensors = program.constants if name in program.constants else program.state_dict
            bound.append(tensors[name])
        inputs.append(Value(kinds[spec.kind], name))
    outputs, kept, constants = [], [], {}
    results = next(n for n in graph.graph.nodes if n.op == "output")
    place_in_result = 0
    for spec, value in zip(program.graph_signature.output_specs, results.args[0]):
        if spec.kind == OutputKind.USER_OUTPUT:
            if isinstance(value, fx.Node):
                outputs.append(Value("result", spec.arg.name))
                kept.append(value)
            else:
                constants[place_in_result] = value
            place_in_result += 1
        elif spec.kind == OutputKind.BUFFER_MUTATION:
            outputs.append(Value("buffer", spec.target))
            kept.append(value)
        else:
            raise NanGuardError(f"the model writes a {spec.kind.name.lower()}: not supported")
    results.args = (tuple(kept),)
    for node in graph.graph.nodes:
        if node.op == "call_function":
            _mark(node, place(node) or Place(
                _module(node), *_source(node.meta.get("stack_trace"))), node.name)
            if "assert" in str(node.target) and not node.users:
                graph.graph.erase_node(node)
    graph.recompile()
    return Captured(graph, inputs, outputs, bound, program.call_spec.in_spec,
                    program.call_spec.out_spec, constants, used, is_draft, program)


def _with_gradients(captured: Captured, args: tuple[Any, ...], kwargs: dict[str, Any],
                    loss: Callable[[Any], torch.Tensor], table: Table | None) -> Captured:
    first: dict[int, int] = {}  # a tied weight is one leaf
    for i, tensor in enumerate(captured.bound):
        first.setdefault(id(tensor), i)
    wanted = [i for i, (value, tensor) in enumerate(zip(captured.inputs, captured.bound))
              if value.kind == "parameter" and tensor.requires_grad
              and tensor.is_floating_point() and first[id(tensor)] == i]
    forward_end: list[fx.Node] = []

    def step(*flat: torch.Tensor) -> list[torch.Tensor]:
        leaves = [t.detach().requires_grad_() if i in wanted else t for i, t in enumerate(flat)]
        for i, tensor in enumerate(captured.bound):
            leaves[i] = leaves[first[id(tensor)]]
        run = _Expand if table else fx.Interpreter  # the gradient of attention is one op
        results = run(captured.graph).run(*leaves)
        value = loss(captured.rebuild(list(results)))
        if not isinstance(value, torch.Tensor) or value.numel() != 1:
            raise NanGuardError("the loss is not a tensor of one element")
        setup_stacktrace_preservation_hooks([value.grad_fn])
        mode = get_proxy_mode()
        forward_end.append(next(reversed(mode.tracer.graph.nodes)))
        gradients = torch.autograd.grad(value.sum(), [leaves[i] for i in wanted],
                                        allow_unused=True)
        kept = [(i, g) for i, g in zip(wanted, gradients) if g is not None]
        outputs[:] = [*captured.outputs, Value("loss", "loss"),
                      *(Value("gradient", captured.inputs[i].name) for i, _ in kept)]
        return [*(r.detach() for r in results), value.detach(), *(g for _, g in kept)]

    outputs: list[Value] = []
    flat = [*captured.bound, *captured.flatten(*args, **kwargs)]
    with traceback.preserve_node_meta(), torch.enable_grad():
        graph = make_fx(step, decomposition_table=table, tracing_mode="fake",
                        _allow_non_fake_inputs=True)(*flat)
    graph.graph.eliminate_dead_code()
    _mark_backward(graph, forward_end[0])
    graph.recompile()
    joint = copy.copy(captured)
    joint.graph, joint.outputs = graph, outputs
    return joint


def _mark_backward(graph: fx.GraphModule, last_forward: fx.Node) -> None:
    """A backward op gets the place of the forward op whose autograd node made it."""
    forward: dict[int, fx.Node] = {}
    backward = False
    for node in graph.graph.nodes:
        if node.op == "call_function" and not backward:
            if place(node) is None:
                _mark(node, Place("loss", *_source(node.meta.get("stack_trace"))), "")
            # Ops without a gradient repeat the number of the one before.
            forward.setdefault(node.meta.get("seq_nr", -1), node)
        elif node.op == "call_function":
            source = forward.get(node.meta.get("seq_nr", -1))
            if node.target == torch.ops.aten.add.Tensor or source is None:
                # Gradients of one value added up: they belong to what reads it.
                reads = [n for n in node.all_input_nodes if place(n)]
                source = reads[-1] if reads else source
            where = place(source) if source else None
            _mark(node, where or Place("loss", "", 0), origin_of(source) if source else "", True)
        backward = backward or node is last_forward


class _Expand(fx.Interpreter):
    """Runs a graph with scaled_dot_product_attention written out."""

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        if target == torch.ops.aten.scaled_dot_product_attention.default:
            return attention(*args, **kwargs)
        return super().call_function(target, args, kwargs)
