"""diagnose: the op that first made a NaN or Inf, its kind, and a cure that was run."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import fx
from torch.utils import _pytree as pytree

from ._capture import Captured, Place, capture, is_backward, place
from ._watch import (MOVERS, Reference, Seen, Watch, WidenWhereNeeded, Widened, faulty,
                     first_bad, floats, is_bad, op_name, run_wide)

_NAMES = {torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32",
          torch.float64: "f64"}
_STEPS = {"addmm": "matmul", "mm": "matmul", "bmm": "matmul", "linear": "matmul",
          "matmul": "matmul", "baddbmm": "matmul", "add": "sum", "sub": "difference",
          "mul": "product", "div": "quotient", "pow": "power", "layer_norm": "layer norm",
          "native_layer_norm": "layer norm", "rms_norm": "RMS norm", "_to_copy": "cast",
          "scaled_dot_product_attention": "attention", "rsqrt": "reciprocal square root"}


@dataclass(frozen=True)
class Fault:
    """An op or input whose value is bad although all that it reads is finite."""

    place: Place
    op: str  # the ATen op, "" for an input or weight
    step: str  # what it computes: "scores", "matmul", "layer norm"
    backward: bool
    kind: str  # inner, exit, pole, domain, data
    dtype: str
    value: float  # in exact arithmetic; of data as it stands
    index: tuple[int, ...]
    nan_count: int
    inf_count: int
    advice: str

    @property
    def path(self) -> str:
        return self.place.path

    def __str__(self) -> str:
        where = ", ".join(map(str, self.index))
        name = f"{self.step} of {self.place}" + (", backward" if self.backward else "")
        if self.kind == "data":
            text = f"{name} holds {self.value:g} at [{where}]: {self.nan_count} NaN, " \
                   f"{self.inf_count} Inf"
        elif self.kind in ("inner", "exit"):
            verb = "leave" if self.step == "scores" else "leaves"
            text = f"{name} {verb} {self.dtype}: {self.value:.6g} at [{where}]"
        else:
            text = f"{name} has no finite value at [{where}]: a {self.kind} fault"
        code = f"\n    {self.place.code}" if self.place.code else ""
        return f"{text}{code}\n    {self.kind}: {self.advice}"


@dataclass(frozen=True)
class Cure:
    """The ops that were run in a wider type, or the factor of the loss; what came of it."""

    ops: tuple[Place, ...]
    share: float  # of all ops of the traced model
    finite: bool
    error: float | None  # against the model in f32, relative to its largest value
    loss_scale: float = 1.0

    def __str__(self) -> str:
        what = (f"the loss times {self.loss_scale:g}" if self.loss_scale != 1.0
                else f"{len(self.ops)} ops wider ({self.share:.1%})")
        error = "" if self.error is None else f", {self.error:.1e} from f32"
        return f"cure, run: {what}: {'finite' + error if self.finite else 'still bad'}"


@dataclass
class Diagnosis:
    clean: bool  # nothing bad came to a result
    reproduced: bool  # False: only the kernels of the eager model give it
    faults: list[Fault] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)  # modules that hand it on
    cure: Cure | None = None
    eager_module: str = ""  # where the eager model's was first seen

    @property
    def culprit(self) -> Fault | None:
        return self.faults[0] if self.faults else None

    def __str__(self) -> str:
        if not self.reproduced:
            return ("not reproduced: the eager model gives a NaN or Inf, first in "
                    f"{self.eager_module or 'the model'}; the same ops one by one do not. "
                    "The kernel is suspect.")
        if self.clean and not self.faults:
            return "no NaN or Inf comes to a result"
        lines = ["a result is wrong though finite" if self.clean else "NaN or Inf in a result"]
        lines += [f"  {fault}" for fault in self.faults]
        if self.carried:
            shown = self.carried[:8] + (["…"] if len(self.carried) > 8 else [])
            lines.append(f"  only carried by {', '.join(shown)}")
        if self.cure:
            lines.append(f"  {self.cure}")
        return "\n".join(lines)


def as_call(batch: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A batch as the model takes it: a mapping by name, a tuple in order, else one value."""
    if hasattr(batch, "keys"):
        return (), {k: batch[k] for k in batch.keys()}
    return (tuple(batch), {}) if isinstance(batch, (tuple, list)) else ((batch,), {})


def default_loss(output: Any) -> torch.Tensor | None:
    """What an output offers as a loss: its field of that name, or itself."""
    found = getattr(output, "loss", None)
    if found is None and isinstance(output, torch.Tensor) and output.numel() == 1:
        found = output
    return found


@dataclass
class Examined:
    """A captured model with what its run showed."""

    captured: Captured
    flat: list[Any]
    seen: dict[fx.Node, Seen]
    results: list[Any]
    reached: list[fx.Node]  # through which it came to a result
    origins: list[fx.Node]


def examine(captured: Captured, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Examined:
    flat = [t.detach() if isinstance(t, torch.Tensor) else t
            for t in (*captured.bound, *captured.flatten(*args, **kwargs))]
    watch = Watch(captured.graph)
    with torch.no_grad(), same_dropout():
        results = list(watch.run(*flat))
    reached = faulty(captured.graph, watch.seen)
    origins = [n for n in reached
               if not any(i in watch.seen and not watch.seen[i].expected
                          for i in n.all_input_nodes)]
    return Examined(captured, flat, watch.seen, results, reached, origins)


@contextlib.contextmanager
def same_dropout() -> Iterator[None]:
    """Each run draws the same numbers, and leaves the caller's generators alone."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        yield


class _Inputs(fx.Interpreter):
    """What some nodes read."""

    def __init__(self, graph: fx.GraphModule, wanted: list[fx.Node]) -> None:
        super().__init__(graph)
        self.wanted, self.read = set(wanted), {}

    def run_node(self, node: fx.Node) -> Any:
        if node in self.wanted:
            args, kwargs = self.fetch_args_kwargs_from_env(node)
            self.read[node] = pytree.tree_map(
                lambda t: t.clone() if isinstance(t, torch.Tensor) else t, (args, kwargs))
        return super().run_node(node)


def _step_name(node: fx.Node) -> str:
    """What an op computes; a matmul whose result a softmax reads makes scores."""
    name = op_name(node)
    step = _STEPS.get(name, name.strip("_").replace("_", " "))
    if step != "matmul" or is_backward(node):
        return step
    where, worklist = place(node), list(node.users)
    for _ in range(16):
        if not worklist:
            break
        user = worklist.pop()
        if "softmax" in op_name(user) and place(user) and where \
                and place(user).path == where.path:
            return "scores"
        if op_name(user) in MOVERS | {"mul", "div", "add", "_to_copy", "tanh", "sub"}:
            worklist += list(user.users)
    return step


def _advice(kind: str, step: str, path: str, dtype: str, value: Place, widened: list[str]) -> str:
    module = path or "the model"
    if kind == "data":
        return "the values themselves are bad: check where they come from"
    if kind == "inner":
        line = f" (line {value.line})" if value.line else ""
        return f"upcast this computation{line} to float32 and cast its result back to {dtype}"
    if kind == "exit":
        readers = list(dict.fromkeys(p or "the model" for p in widened if p != path))
        rest = ", ".join(readers[:6]) + (", …" if len(readers) > 6 else "")
        return (f"the true value does not fit {dtype}: keep the output of {module} in float32"
                + (f", and what reads it: {rest}" if rest else ""))
    if "softmax" in step:
        return "a row has no finite score: leave each row one key, or set its weights to 0"
    if kind == "pole":
        return f"clamp what the {step} divides by or takes the logarithm of away from 0"
    return f"clamp the argument of the {step} to where it is defined"


def _kind(node: fx.Node, read: tuple[Any, Any], widened: Widened) -> tuple[str, float,
                                                                           tuple[int, ...]]:
    """inner, exit, pole, domain; with the exact value where it was bad."""
    args, kwargs = read
    try:
        exact = run_wide(node, args, kwargs, torch.float64)
    except (RuntimeError, NotImplementedError):
        exact = run_wide(node, args, kwargs, torch.float32)
    if is_bad(exact):
        value, index = first_bad(exact)
        return ("domain" if value != value else "pole"), value, index
    written = node.target(*args, **kwargs)
    value, index = next(((float(e[index]), index) for e, (bad, index) in zip(
        floats(exact), map(first_bad, floats(written))) if bad), (float("nan"), ()))
    return ("inner" if _returns(node, widened) else "exit"), value, index


def _returns(node: fx.Node, widened: Widened) -> bool:
    """Whether the wide chain that starts at `node` ends within its module."""
    where, path = place(node), place(node).path if place(node) else ""
    chain, worklist = {node}, [node]
    wide = set(widened.ops)
    while worklist:
        for user in worklist.pop().users:
            if user in wide and user not in chain and widened.why[user] == "input":
                chain.add(user)
                worklist.append(user)
    return where is not None and all(
        place(n) and (place(n).path == path or place(n).path.startswith(path + ".") and path)
        for n in chain) and (len(chain) > 1 or widened.why.get(node) == "inner")


def _fault(node: fx.Node, examined: Examined, read: dict[fx.Node, Any],
           widened: Widened) -> Fault:
    seen = examined.seen.get(node, Seen())
    if node.op == "placeholder":
        places = [n for n in examined.captured.graph.graph.nodes if n.op == "placeholder"]
        number = places.index(node)
        value, index = first_bad(examined.flat[number])
        named = examined.captured.inputs[number]
        owner, _, leaf = named.name.rpartition(".")
        step = {"parameter": f"weight '{leaf}'", "buffer": f"buffer '{leaf}'"}.get(
            named.kind, f"input '{named.name}'")
        return Fault(Place(owner if named.kind != "input" else "", "", 0), "", step, False,
                     "data", _NAMES.get(examined.flat[number].dtype, ""), value, index, seen.nan,
                     seen.inf, _advice("data", "", "", "", Place("", "", 0), []))
    kind, value, index = _kind(node, read[node], widened)
    where = place(node) or Place("", "", 0)
    dtype = next((t.dtype for t in pytree.tree_leaves(node.meta.get("val"))
                  if isinstance(t, torch.Tensor) and t.is_floating_point()), torch.float32)
    step = _step_name(node)
    paths = [place(n).path for n in widened.ops if place(n)]
    return Fault(where, op_name(node), step, is_backward(node), kind, _NAMES.get(dtype, ""),
                 value, index, seen.nan, seen.inf,
                 _advice(kind, step, where.path, _NAMES.get(dtype, ""), where, paths))


def computing(graph: fx.GraphModule) -> list[fx.Node]:
    """The ops that compute floats, movers apart."""
    return [n for n in graph.graph.nodes
            if n.op == "call_function" and op_name(n) not in MOVERS
            and any(isinstance(t, torch.Tensor) and t.is_floating_point()
                    for t in pytree.tree_leaves(n.meta.get("val")))]


def share(graph: fx.GraphModule, ops: list[fx.Node]) -> float:
    """The part that these ops are of all."""
    return len(ops) / max(1, sum(n.op == "call_function" for n in graph.graph.nodes))


def changed(graph: fx.GraphModule, widened: Widened) -> list[fx.Node]:
    """The widened ops that compute."""
    wide = set(widened.ops)
    return [n for n in computing(graph) if n in wide]


def relative_error(results: list[Any], reference: list[Any]) -> float | None:
    """The largest distance from the reference, relative to its tensor's largest value."""
    worst = None
    for got, wanted in zip(results, reference):
        if not isinstance(got, torch.Tensor) or not got.is_floating_point() or not got.numel():
            continue
        if got.shape != wanted.shape:
            return None
        good = torch.isfinite(wanted)
        scale = wanted[good].double().abs().max() if good.any() else torch.tensor(1.0)
        distance = (got.double() - wanted.double())[good].abs()
        error = float(distance.max() / scale.clamp(min=1e-30)) if good.any() else 0.0
        if error != error:
            return float("inf")
        worst = error if worst is None else max(worst, error)
    return worst


def run_reference(captured: Captured, flat: list[Any]) -> list[Any]:
    """The graph with every op wide: what the results should be."""
    run = Reference(captured.graph)
    with torch.no_grad(), same_dropout():
        return list(run.run(*run.widened(flat)))


def run_widened(examined: Examined, only: list[fx.Node] | None,
                forced: Iterable[str] = ()) -> Widened:
    run = WidenWhereNeeded(examined.captured.graph, only, forced)
    with torch.no_grad(), same_dropout():
        run.run(*examined.flat)
    return run.found


def _first_bad_module(model: torch.nn.Module, args: Any, kwargs: Any) -> tuple[Any, str]:
    """The eager model's output, and its first module whose output is bad."""
    found: list[str] = []
    names = {m: n for n, m in model.named_modules()}

    def look(module: torch.nn.Module, _inputs: Any, output: Any) -> None:
        if not found and is_bad(output):
            found.append(names[module])

    hooks = [m.register_forward_hook(look) for m in model.modules()]
    before = [(b, b.clone()) for b in model.buffers()]  # running statistics are not to move
    try:
        with torch.no_grad(), same_dropout():
            output = model(*args, **kwargs)
    finally:
        for hook in hooks:
            hook.remove()
        for buffer, value in before:
            buffer.copy_(value)
    return output, found[0] if found else ""


def diagnose(model: torch.nn.Module, batch: Any,
             loss: Callable[[Any], torch.Tensor] | None = None, *,
             tolerance: float = 1e-2) -> Diagnosis:
    """Runs the model, names the op that first made a NaN or Inf, and tries a cure.

    `batch` is a mapping of keyword arguments, a tuple of arguments, or one argument. With
    `loss`, a function of the output, the backward pass is run too; an output that has a loss
    of its own is taken by it."""
    args, kwargs = as_call(batch)
    eager, eager_module = _first_bad_module(model, args, kwargs)
    if loss is None and model.training and default_loss(eager) is not None:
        loss = default_loss
    examined = examine(capture(model, args, kwargs, draft=True), args, kwargs)
    if loss is not None and not examined.reached:
        joint = capture(model, args, kwargs, loss=loss, draft=True)
        examined = examine(joint, args, kwargs)
        if examined.origins and all(is_backward(n) for n in examined.origins):
            found = _explain(examined, examined.origins, clean=False)
            return _rescale(found, model, args, kwargs, loss)
    if not examined.reached:
        if eager_module and is_bad(eager):
            return Diagnosis(True, False, eager_module=eager_module)
        return _silent(examined, tolerance)
    return _explain(examined, examined.origins, clean=False)


def _rescale(found: Diagnosis, model: torch.nn.Module, args: Any, kwargs: Any,
             loss: Callable[[Any], torch.Tensor]) -> Diagnosis:
    """Gradients are linear in the loss: one that does not fit asks for a smaller scale."""
    if found.cure and found.cure.finite or found.culprit.kind != "exit":
        return found
    for bits in range(2, 41, 4):
        scale = 2.0 ** -bits
        graph = capture(model, args, kwargs, loss=lambda output: loss(output) * scale,
                        draft=True)
        if not examine(graph, args, kwargs).reached:
            found.cure = Cure((), 0.0, True, None, scale)
            advice = (f"a true gradient does not fit {found.culprit.dtype}: multiply the loss by "
                      f"{scale:g} and divide the gradients by it in float32 (GradScaler)")
            found.faults = [replace(f, advice=advice) if f.kind == "exit" else f
                            for f in found.faults]
            break
    return found


def _silent(examined: Examined, tolerance: float) -> Diagnosis:
    """Nothing bad came to a result: an overflow may still have made one wrong."""
    hidden = [n for n, s in examined.seen.items()
              if not s.expected and not any(i in examined.seen for i in n.all_input_nodes)]
    if not hidden:
        return Diagnosis(True, True)
    widened = run_widened(examined, hidden)
    error = relative_error(examined.results, widened.results)
    if error is None or error <= tolerance:
        return Diagnosis(True, True)
    return _explain(examined, hidden, clean=True)


def _explain(examined: Examined, origins: list[fx.Node], clean: bool) -> Diagnosis:
    graph = examined.captured.graph
    # All ops may start a wide chain: the cure of one fault can uncover the next.
    widened = run_widened(examined, None if not clean else origins)
    read = _Inputs(graph, [n for n in origins if n.op == "call_function"])
    with torch.no_grad(), same_dropout():
        read.run(*examined.flat)
    faults = [_fault(n, examined, read.read, widened) for n in origins[:8]]
    culprits = {f.path for f in faults}
    paths = [place(n).path for n in examined.reached if place(n) and n not in origins]
    carried = [p for p in dict.fromkeys(paths) if p and p not in culprits]
    ops = changed(graph, widened)
    if not ops:
        return Diagnosis(clean, True, faults, carried)
    reference = run_reference(examined.captured, examined.flat)
    cure = Cure(tuple(place(n) for n in ops if place(n)), share(graph, ops),
                not any(is_bad(r) for r in widened.results),
                relative_error(widened.results, reference))
    return Diagnosis(clean, True, faults, carried, cure)
