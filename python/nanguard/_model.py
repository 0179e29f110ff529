"""A compiled model as a callable, and its sessions."""

import ctypes
import html
import json
import pathlib
import tempfile
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._arrays import Type, copy_result, descriptor, is_torch, to_numpy, to_torch
from ._runtime import (COLUMNS, FORMS, Arena, Context, Library, Policy, RuntimeModel,
                       torch_ranks)
from ._tools import NanGuardError, run_tool


@dataclass(frozen=True)
class Op:
    """A guarded op: a row of the report."""

    id: int
    kind: str
    path: str  # of its module
    file: str
    line: int
    dtype: str
    shape: tuple[int, ...]
    variants: tuple[str, ...]
    steps: tuple[str, ...]  # of its unfused form
    members: tuple[str, ...]  # the modules that its kernel computes

    def __str__(self) -> str:
        name = self.path or f"{self.kind}#{self.id}"
        return f"{name} ({self.file}:{self.line})" if self.file else name


@dataclass(frozen=True)
class Finding:
    """What the controller said of one op after a step."""

    step: int
    op: Op
    verdict: str  # op, carried, data, state-poisoned, peer, hardware
    fault: str  # none, inner, exit, pole, domain
    advice: str
    evidence: str
    cause: Op | None
    inner_step: str
    index: tuple[int, ...] | None  # of the first NaN or Inf
    nan_count: int
    inf_count: int
    event: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"step {self.step}: {self.op}: {self.verdict}, {self.fault}: {self.evidence}"


class Model:
    """A guarded model. A call is a step of its own default session."""

    def __init__(self, library: str | pathlib.Path, function: str | None = None, *,
                 policy: str | dict[str, Any] | None = None, bound: Sequence[Any] = (),
                 rebuild: Callable[[list[Any]], Any] | None = None,
                 flatten: Callable[..., list[Any]] | None = None) -> None:
        self._library = Library(str(library))
        manifest = json.loads(self._library.manifest)
        functions = {f["name"]: f for f in manifest["functions"]}
        name = function or ("main" if "main" in functions else next(iter(functions)))
        if name not in functions:
            raise NanGuardError(f"the model has no function '{name}'; it has {', '.join(functions)}")
        described = functions[name]
        self.function: str = name
        self.ops: list[Op] = [
            Op(o["id"], o["kind"], o["path"], o["file"], o["line"], o["dtype"],
               tuple(o["shape"]), tuple(o["variants"]), tuple(o["steps"]), tuple(o["members"]))
            for o in described.get("ops", [])]
        self.arguments = [(a.get("path") or f"argument {a['index']}", Type.parse(a["type"]))
                          for a in described["args"]]
        self._results = [Type.parse(r["type"]) for r in described["results"]]
        self._bound, self._rebuild, self._flatten = list(bound), rebuild, flatten
        self._runtime = (RuntimeModel(self._library.manifest, name) if self.ops else None)
        self._policy = policy
        self._default: Session | None = None

    def session(self, policy: str | dict[str, Any] | None = None, id: int = 0,
                ranks: Any = None) -> "Session":
        """A stream of steps with tiers of its own.

        `ranks` is a process group of torch.distributed (True: the default one) whose ranks
        all run the same tiers."""
        return Session(self, self._policy if policy is None else policy, id, ranks)

    @property
    def default_session(self) -> "Session":
        if self._default is None:
            self._default = self.session()
        return self._default

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.default_session(*args, **kwargs)

    @property
    def findings(self) -> list[Finding]:
        return self.default_session.findings

    def report(self, path: str | pathlib.Path) -> None:
        """Writes the default session as one HTML page."""
        self.default_session.report(path)

    def op(self, name: str) -> Op:
        """The op of this module path, or of a path that its kernel took in."""
        for op in self.ops:
            if op.path == name and op.variants:
                return op
        for op in self.ops:
            if name in op.members and op.variants:
                return op
        raise NanGuardError(f"no guarded op is called '{name}'")


class Session:
    """A context of the tier controller: calls, findings, tiers."""

    def __init__(self, model: Model, policy: str | dict[str, Any] | None, number: int,
                 ranks: Any = None) -> None:
        self.model = model
        self.steps = 0
        self.findings: list[Finding] = []
        self.events: list[dict[str, Any]] = []
        self.last_report = np.zeros((len(model.ops), COLUMNS), np.int64)
        self.tiers = np.zeros(len(model.ops), np.uint8)
        self._arena = Arena(model._library.arena_bytes)
        self._context = None
        self._ranks = torch_ranks(ranks) if ranks is not None else None
        self.bad_rank = -1  # of the last step: the highest rank whose own report was bad
        if model._runtime:
            self_reference = weakref.ref(self)

            def listen(event: dict[str, Any]) -> None:
                session = self_reference()
                if session is not None:
                    session._take(event)

            self._context = Context(model._runtime, Policy(policy) if policy else None, number,
                                    listen)

    def __call__(self, *args: Any, signals: dict[str, float] | None = None, **kwargs: Any) -> Any:
        """Runs a step. `signals`: loss, grad_norm, loss_scale, step_skipped, where known."""
        model = self.model
        values = model._flatten(*args, **kwargs) if model._flatten else [*args, *kwargs.values()]
        values = [*values, *model._bound]
        if len(values) != len(model.arguments):
            raise NanGuardError(f"'{model.function}' takes {len(model.arguments)} arguments, "
                                f"{len(values)} were given")
        arrays = [to_numpy(v, kind, name) for v, (name, kind) in zip(values, model.arguments)]
        if self._context:
            self._context.tiers(self.tiers)
            arrays.append(self.tiers)
        results = self._invoke(arrays)
        if self._context:
            self.last_report = np.ascontiguousarray(results.pop())
            self.steps += 1
            self.bad_rank = self._context.step_end(self.last_report, signals or {}, self._ranks)
        if any(is_torch(v) for v in values):
            results = [to_torch(r, kind) for r, kind in zip(results, model._results)]
        if model._rebuild:
            return model._rebuild(results)
        return results[0] if len(results) == 1 else tuple(results)

    def _invoke(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        kinds = list(self.model._results)
        if self._context:
            kinds.append(Type("i64", (-1, -1)))
        offsets, size = [], 0
        for kind in kinds:
            size = -(-size // kind.result_alignment) * kind.result_alignment
            offsets.append(size)
            size += kind.result_bytes
        memory = (ctypes.c_int64 * (size // 8 + 1))()
        types = [kind for _, kind in self.model.arguments]
        scalars = [kind.shape is None for kind in types] + [False]
        holders = [array if scalar else descriptor(array)
                   for array, scalar in zip(arrays, scalars)]
        parameters = (ctypes.c_void_p * (1 + len(holders)))(
            ctypes.addressof(memory),
            *(h.ctypes.data if isinstance(h, np.ndarray) else ctypes.addressof(h)
              for h in holders))
        try:
            self.model._library.invoke(self.model.function, parameters, self._arena)
            return [copy_result(ctypes.addressof(memory) + offset, kind)
                    for offset, kind in zip(offsets, kinds)]
        finally:
            self._arena.reset()

    def _take(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        if event["verdict"] == "none" or event["op"] < 0:
            return
        ops = self.model.ops
        op, first = ops[event["op"]], event["first_bad"]
        known = first >= 0 and all(e >= 0 for e in op.shape)
        index = tuple(int(i) for i in np.unravel_index(first, op.shape)) if known else None
        self.findings.append(Finding(
            event["step"], op, event["verdict"], event["fault"], event["advice"],
            event["evidence"], ops[event["cause"]] if event["cause"] >= 0 else None,
            event["bad_step"], index, event["nan"], event["inf"], event))

    def force(self, op: Op | str | None, form: str | None) -> None:
        """Runs an op (None: all) as `fused`, `safe` or `unfused`; None gives it back."""
        if form is not None and form not in FORMS:
            raise NanGuardError(f"no form '{form}'; there are {', '.join(FORMS)}")
        if self._context:
            number = -1 if op is None else (self.model.op(op) if isinstance(op, str) else op).id
            self._context.force(number, FORMS[form] if form else -1)

    def states(self) -> dict[Op, str]:
        """The ops that are not in the state NORMAL."""
        if not self._context:
            return {}
        found = {op: self._context.state(op.id) for op in self.model.ops}
        return {op: state for op, state in found.items() if state != "NORMAL"}

    def save(self, path: str | pathlib.Path) -> None:
        if self._context:
            self._context.save(str(path))

    def restore(self, path: str | pathlib.Path) -> None:
        if self._context:
            self._context.restore(str(path))

    def report(self, path: str | pathlib.Path) -> None:
        """Writes the session as one HTML page: its events, and what is lowered now."""
        columns = ("step", "path", "kind", "file", "line", "from", "to", "reason", "verdict",
                   "fault", "evidence")
        head = "".join(f"<th>{c}</th>" for c in columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(e[c]))}</td>" for c in columns) + "</tr>\n"
            for e in self.events)
        states = "".join(f"<li>{html.escape(str(op))}: {state}</li>\n"
                         for op, state in self.states().items())
        page = (f"<!DOCTYPE html><meta charset='utf-8'><title>NanGuard</title>"
                f"<style>body{{font-family:sans-serif}}td,th{{border:1px solid #ccc;"
                f"padding:2px 6px;text-align:left}}table{{border-collapse:collapse}}</style>"
                f"<h1>{html.escape(self.model.function)}: {self.steps} steps, "
                f"{len(self.model.ops)} guarded ops</h1>"
                f"<h2>Not in the state NORMAL</h2><ul>{states or '<li>none</li>'}</ul>"
                f"<h2>Events</h2><table><tr>{head}</tr>\n{rows}</table>\n")
        path = pathlib.Path(path)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
            file.write(page)
        pathlib.Path(file.name).replace(path)


def compile_text(source: str | pathlib.Path, *, function: str | None = None,
                 guard_options: str = "", flags: Sequence[str] = (), **kwargs: Any) -> Model:
    """Compiles MLIR (text, or the path of an .mlir or .so file) for this machine's CPU."""
    is_path = isinstance(source, pathlib.Path) or "\n" not in source
    if is_path and str(source).endswith(".so"):
        return Model(pathlib.Path(source).resolve(), function, **kwargs)
    with tempfile.TemporaryDirectory(prefix="nanguard-") as folder:
        model = pathlib.Path(source if is_path else folder + "/model.mlir")
        if not is_path:
            model.write_text(str(source))
        elif not model.exists():
            raise NanGuardError(f"no file '{model}'")
        options = [f"--guard-options={guard_options}"] if guard_options else []
        library = pathlib.Path(folder, "model.so")
        run_tool("nanguard-run", model, "--emit=so", "-o", library, *options, *flags)
        # The loader keeps the file's pages; its name is not needed any more.
        return Model(library, function, **kwargs)
