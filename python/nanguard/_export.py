"""export: a torch module as linalg on tensors, its weights as arguments, its ops named."""

import contextlib
import copy
import pathlib
import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx
from torch.export import ExportedProgram

from ._capture import Captured, Value, capture, is_backward, place
from ._decompositions import table
from ._tools import NanGuardError

_lock = threading.Lock()  # torch-mlir's hook for locations is one for the process


@dataclass
class Exported:
    """MLIR text and what its arguments are: the model's inputs, then its weights."""

    text: str
    inputs: list[str]
    weights: dict[str, torch.Tensor] = field(repr=False)
    outputs: list[Value] = field(repr=False)
    captured: Captured = field(repr=False)

    def save(self, path: str | pathlib.Path) -> None:
        """Writes PATH.mlir, and its weights beside it as PATH.safetensors in argument order."""
        from safetensors.torch import save_file
        path = pathlib.Path(path)
        first = len(self.inputs)
        tensors = {f"arg{first + i:03d}.{name}": t.detach().cpu().contiguous().clone()
                   for i, (name, t) in enumerate(self.weights.items())}
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            written = pathlib.Path(folder)
            (written / "text").write_text(self.text)
            (written / "text").replace(path)
            if tensors:
                save_file(tensors, str(written / "weights"))
                (written / "weights").replace(path.with_suffix(".safetensors"))


def _weights_last(captured: Captured) -> fx.Graph:
    """The graph with the model's own tensors behind its inputs."""
    graph = copy.deepcopy(captured.graph.graph)
    places = [n for n in graph.nodes if n.op == "placeholder"]
    weights = places[:len(captured.bound)]
    if len(places) > len(weights):
        last = places[-1]
        for node in reversed(weights):
            last.append(node)
    return graph


def node_location(cache: Any, node: fx.Node) -> Any:
    """The module's path around the line of the user's own file."""
    from torch_mlir import ir
    where = place(node)
    if where is None:
        return None
    location = (ir.Location.file(pathlib.Path(where.file).name, where.line, 0, context=cache._c)
                if where.file else ir.Location.unknown(context=cache._c))
    name = where.path + (".backward" if is_backward(node) else "")
    return ir.Location.name(name, location, context=cache._c) if name else location


@contextlib.contextmanager
def _locations() -> Iterator[None]:
    from torch_mlir.extras.fx_importer import ContextCache
    with _lock:
        stock = ContextCache.get_node_location
        ContextCache.get_node_location = node_location
        try:
            yield
        finally:
            ContextCache.get_node_location = stock


def lower(graph: fx.Graph, name: str = "main") -> Any:
    """A flat graph as an MLIR module of torch-mlir's: linalg on tensors."""
    from torch_mlir import fx as importer
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect
    from torch_mlir.extras.fx_importer import FxImporter
    said: list[str] = []

    def hear(diagnostic: Any) -> bool:
        said.append(f"error: {diagnostic.location}: {diagnostic.message}")
        return True

    context = ir.Context()
    torch_dialect.register_dialect(context)
    handler = context.attach_diagnostic_handler(hear)
    module = fx.GraphModule(torch.nn.Module(), graph)
    try:
        with _locations():
            return importer.stateless_fx_import(
                module, output_type="linalg-on-tensors", model_name=name,
                fx_importer=FxImporter(context=context))
    except Exception as error:
        why = _refused("\n".join(said) or str(error))
        raise NanGuardError(f"torch-mlir does not lower {why}") from error
    finally:
        handler.detach()


def _refused(message: str) -> str:
    """The op and place of torch-mlir's error, else its first line."""
    operator = re.search(r'name = "torch\.(?:aten\.)?([\w.]+)"', message)
    refused = operator or re.search(r"(?:legalize operation|unsupported.*?) '?torch\.([\w.]+)'?",
                                    message)
    where = re.search(r'error: (?:loc\()?("[^"]+"(?:\("[^"]+":\d+:\d+\))?|"[^"]+":\d+:\d+)', message)
    lines = [line.strip() for line in message.splitlines() if "error" in line]
    text = f"'{refused[1]}'" if refused else (lines or [message.strip()])[0][:200]
    return f"{text} at {where[1]}" if where else text


def _annotate(text: str, arguments: list[str], outputs: list[Value]) -> str:
    """Names @main's arguments by their locations and marks loss and gradients."""
    head = re.search(r"func\.func @main\((.*?)\) -> (\([^{]*?\)|[^ (]+) ", text, re.DOTALL)
    if not head:
        return text

    def name(match: re.Match[str]) -> str:
        return f'%arg{match[1]}: {match[2]} loc("{arguments[int(match[1])]}")'

    inputs = re.sub(r"%arg(\d+): (tensor<[^>]*>) loc\((?:[^()]|\([^()]*\))*\)", name, head[1])
    marks = {"loss": "nanguard.loss", "gradient": "nanguard.grad"}
    types = head[2].strip("()").split(", ")
    results = ", ".join(f"{t} {{{marks[o.kind]}}}" if o.kind in marks else t
                        for t, o in zip(types, outputs))
    results = f"({results})" if head[2].startswith("(") or "{" in results else results
    return text[:head.start(1)] + inputs + text[head.end(1):head.start(2)] + results \
        + text[head.end(2):]


def export(module: torch.nn.Module | ExportedProgram, args: tuple[Any, ...] = (),
           kwargs: dict[str, Any] | None = None, *, dynamic_shapes: Any = None,
           loss: Callable[[Any], torch.Tensor] | None = None,
           path: str | pathlib.Path | None = None) -> Exported:
    """The module as MLIR: inputs, then weights, are the arguments of @main.

    With `loss`, a function of the module's output, the results are followed by the loss and
    the gradients of the parameters. With `path` text and weights are written as well."""
    captured = capture(module, tuple(args), kwargs, dynamic_shapes=dynamic_shapes, loss=loss,
                       table=table())
    own = len(captured.bound)
    names = [v.name for v in captured.inputs]
    text = lower(_weights_last(captured)).operation.get_asm(enable_debug_info=True)
    text = _annotate(text, names[own:] + names[:own], captured.outputs)
    exported = Exported(text, names[own:], dict(zip(names[:own], captured.bound)),
                        captured.outputs, captured)
    if path is not None:
        exported.save(path)
    return exported


@dataclass(frozen=True)
class Step:
    """What a model compiled with a loss gives."""

    output: Any
    loss: torch.Tensor
    gradients: dict[str, torch.Tensor]


def results_of(exported: Exported, results: list[Any]) -> Any:
    """The module's own output; with a loss, a Step."""
    captured = exported.captured
    output = captured.rebuild(results)
    named = list(zip(exported.outputs, results))
    losses = [r for v, r in named if v.kind == "loss"]
    if not losses:
        return output
    return Step(output, losses[0], {v.name: r for v, r in named if v.kind == "gradient"})
