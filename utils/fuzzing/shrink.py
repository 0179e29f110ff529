"""Makes a failing program small: fewer results, nodes, elements, plainer values."""

import time

import numpy as np

from .formats import is_float, rounded
from .generate import arguments_first
from .program import Dim, Node
from .reference import Evaluation
from .bounded import of_input


class Shrinker:
    """`fails(program, inputs)` says whether the failure that is looked for is still there."""

    def __init__(self, fails, seconds):
        self.fails, self.deadline = fails, time.monotonic() + seconds

    def accepts(self, program, inputs):
        if time.monotonic() > self.deadline:
            return False
        try:
            return self.fails(program, inputs)
        except (ValueError, IndexError, KeyError, TypeError):
            # The step made no valid program.
            return False

    def run(self, program, inputs):
        steps = [self.fewer_results, self.shorter_graph, self.plainer, self.smaller, self.plainer_values]
        changed = True
        while changed and time.monotonic() < self.deadline:
            changed = False
            for step in steps:
                found = self.first(step(program, inputs))
                if found:
                    (program, inputs), changed = found, True
        return program, inputs

    def first(self, candidates):
        """The first that still fails; none from where a step cannot be taken."""
        try:
            return next((c for c in candidates if self.accepts(*c)), None)
        except (ValueError, IndexError, KeyError, TypeError):
            return None

    @staticmethod
    def pruned(program, inputs):
        """Without what no result needs; inputs follow their arguments."""
        old = program.args()
        for value in old:
            program.nodes[value].attrs["was"] = value
        out = program.without_unused()
        kept = [out.nodes[v].attrs.pop("was") for v in out.args()]
        for value in old:
            program.nodes[value].attrs.pop("was")
        return out, [inputs[old.index(v)] for v in kept]

    def fewer_results(self, program, inputs):
        for result in program.results if len(program.results) > 1 else []:
            copy = program.copy()
            copy.results = [result]
            yield self.pruned(copy, inputs)

    def shorter_graph(self, program, inputs):
        """A node is replaced by an operand of its type, or by an argument with its value."""
        values = Evaluation(program, False)
        values.run([of_input(a, program.nodes[v].type.dtype) for v, a in zip(program.args(), inputs)])
        for value, node in reversed(list(enumerate(program.nodes))):
            if node.op in ("arg", "const"):
                continue
            for arg in node.args:
                if program.nodes[arg].type == node.type:
                    yield self.pruned(self.redirected(program, value, arg), inputs)
            if value in program.results:
                continue
            copy = program.copy()
            copy.nodes[value] = Node("arg", node.type)
            array = values.values[value].value
            array = rounded(array, node.type.dtype) if is_float(node.type.dtype) else array
            order = program.args() + [value]
            given = dict(zip(order, inputs + [array]))
            placed = sorted(order)
            yield self.reordered(copy, [given[v] for v in placed])

    def reordered(self, program, inputs):
        out, kept = self.pruned(program, inputs)
        return arguments_first(out), kept

    @staticmethod
    def redirected(program, value, target):
        copy = program.copy()
        for node in copy.nodes:
            node.args = tuple(target if a == value else a for a in node.args)
        copy.results = [target if r == value else r for r in copy.results]
        return copy

    def plainer(self, program, inputs):
        """Ops that stand alone, static extents."""
        if any(n.attrs.get("inline") for n in program.nodes):
            copy = program.copy()
            for node in copy.nodes:
                node.attrs["inline"] = False
            yield copy, inputs
        for i, dim in enumerate(program.dims):
            if dim.dynamic:
                copy = program.copy()
                copy.dims[i] = Dim(dim.extent)
                yield copy, inputs

    def smaller(self, program, inputs):
        for i, dim in enumerate(program.dims):
            for extent in (1, 2, dim.extent - 1):
                if 0 < extent < dim.extent:
                    copy = program.copy()
                    copy.dims[i] = Dim(extent, dim.dynamic)
                    yield copy, [array[tuple(slice(0, program.dims[d].extent if d != i else extent)
                                             for d in program.nodes[v].type.dims)]
                                 for v, array in zip(program.args(), inputs)]

    def plainer_values(self, program, inputs):
        for k, array in enumerate(inputs):
            if array.dtype.kind in "bi" or array.size > 16:
                continue
            wide = array.astype(np.float64)
            with np.errstate(all="ignore"):
                short = np.where(np.isfinite(wide), np.round(wide), wide)
            for plain in (np.ones_like(wide), short):
                if not np.array_equal(plain, wide, equal_nan=True):
                    yield program, inputs[:k] + [plain.astype(array.dtype)] + inputs[k + 1:]
