"""Evaluates a program on Numbers.

`documented` applies the rules of docs/numerics.md where IEEE has a NaN or the reference no value: those that
a node names (documented.py) and products with flags. Without it, what IEEE calls for.
"""

import numpy as np

from . import documented as rules
from . import functions as f
from .formats import FLOATS, INTEGERS, Wide, is_float, rounded
from .bounded import HARD, NUMBER, SOFT, UNKNOWN, Numbers, extreme, of_input, total
from .program import ELEMENTWISE


def spread_over(numbers, map_, shape):
    """An operand as its map places it in the iteration space, ready to broadcast."""
    order = [i for i, d in enumerate(map_) if d is not None]
    drop = tuple(i for i, d in enumerate(map_) if d is None)

    def move(array):
        array = array[tuple(0 if i in drop else slice(None) for i in range(array.ndim))]
        placed = [map_[i] for i in order]
        array = array.transpose(np.argsort(placed)) if placed else array
        index = [slice(None) if d in placed else None for d in range(len(shape))]
        return array[tuple(index)]
    return numbers.apply(move)


def find_flags(program):
    """Values that are 0 or 1 (of a signed i1, −1) by their making."""
    flags = []
    for node in program.nodes:
        args = [flags[a] for a in node.args]
        consts = [program.nodes[a].attrs.get("value") if program.nodes[a].op == "const" else None for a in node.args]
        if node.op == "const":
            flags.append(node.attrs["value"] in (0, 1))
        elif node.op in ("uitofp", "sitofp", "extui"):
            flags.append(program.nodes[node.args[0]].type.dtype == "i1" or args[0])
        elif node.op == "select":
            flags.append(args[1] and args[2])
        elif node.op == "sub":
            flags.append(consts[0] == 1 and args[1])
        elif node.op in ("mul", "cast", "transpose", "slice", "reshape"):
            flags.append(all(args))
        else:
            flags.append(False)
    return flags


def find_deciders(program):
    """For each value the operands of the comparisons that decide it, and all that it is computed from."""
    deciders, sources = [], []
    for i, node in enumerate(program.nodes):
        own = set().union(*(deciders[a] for a in node.args)) if node.args else set()
        from_ = set().union({i}, *(sources[a] for a in node.args))
        if node.op == "cmp":
            own = own | {s for a in node.args for s in sources[a] if program.nodes[s].op != "const"}
        deciders.append(own)
        sources.append(from_)
    return deciders, sources


class Evaluation:
    def __init__(self, program, documented):
        self.program, self.documented, self.values = program, documented, []
        self.flags = find_flags(program)
        self.deciders, self.sources = find_deciders(program)

    def run(self, inputs):
        """`inputs`: Numbers of the arguments."""
        inputs = iter(inputs)
        with np.errstate(all="ignore"):
            for i, node in enumerate(self.program.nodes):
                if node.op == "arg":
                    self.values.append(next(inputs))
                    continue
                out = self.node(i, node)
                if self.documented and "rule" in node.attrs:
                    out = self.apply_rule(node, out)
                self.values.append(out)
        return [self.values[r] for r in self.program.results]

    def apply_rule(self, node, out):
        name, *operands = node.attrs["rule"]
        told = getattr(rules, name)(node, *(self.values[v] for v in operands))
        if told is None:
            return out
        use = out.state != NUMBER
        if name in rules.WHOLE_ROWS:
            use = use | (told.state == SOFT)
        return Numbers(*(np.where(use, t, o) for t, o in zip(
            (told.value, told.error, told.state), (out.value, out.error, out.state))), out.over, out.blind)

    def operands(self, node, shape):
        return [spread_over(self.values[a], m, shape) for a, m in zip(node.args, node.maps)]

    def node(self, i, node):
        if node.op == "const":
            dtype = node.type.dtype
            value = node.attrs["value"]
            return of_input(rounded(value, dtype) if is_float(dtype) else np.array(value, INTEGERS[dtype]), dtype)
        if node.op in ELEMENTWISE:
            shape = self.program.extents(node.type.dims)
            out = self.elementwise(node, self.operands(node, shape))
            return out.apply(lambda a: np.broadcast_to(a, shape))
        return getattr(self, node.op)(node)

    def elementwise(self, node, args):
        dtype = node.type.dtype
        blind = False
        for arg in args[:1] if node.op == "select" else args:
            blind = blind | arg.blind
        if node.op in ("cmp", "icmp"):
            out = f.compare(args[0], args[1], node.attrs["predicate"])
            nan = np.isin(args[0].state, (HARD, SOFT)) | np.isin(args[1].state, (HARD, SOFT))
            blind = blind | nan
        elif node.op == "select":
            out = f.select(*args)
        elif node.op in ("and", "or"):
            out = f.logical(*args, np.logical_and if node.op == "and" else np.logical_or)
        elif node.op in ("iadd", "imul", "isub"):
            out = f.logical(*args, {"iadd": np.add, "imul": np.multiply, "isub": np.subtract}[node.op])
        elif node.op in ("sitofp", "uitofp"):
            out = f.to_float(args[0], dtype, node.op == "uitofp")
        elif node.op == "fptosi":
            out = f.to_integer(args[0], INTEGERS[dtype])
        elif node.op == "extui":
            out = args[0].apply(lambda a: a.astype(INTEGERS[dtype]) if a is args[0].value else a)
        elif node.op == "mul":
            out = self.product(node, args, dtype)
        else:
            out = f.TABLE[node.op](*args, dtype)
        shape = np.broadcast_shapes(*(a.value.shape for a in args))
        out = out.apply(lambda a: np.broadcast_to(a, shape))
        return Numbers(out.value, out.error, out.state, out.over, np.broadcast_to(blind, shape))

    def hidden(self, i):
        """Where a value is 0 because a flag is: a flag, or a product with one; None: nowhere."""
        node, value = self.program.nodes[i], self.values[i]
        if self.flags[i]:
            return (value.value == 0) & (value.state == NUMBER)
        if node.op != "mul":
            return None
        where = None
        shape = self.program.extents(node.type.dims)
        for arg, map_ in zip(node.args, node.maps):
            zero = self.hidden(arg)
            if zero is not None:
                zero = np.broadcast_to(spread_over(Numbers(zero), map_, shape).value, shape)
                where = zero if where is None else where | zero
        return where

    def product(self, node, args, dtype):
        out = f.mul(*args, dtype)
        if not self.documented:
            return out
        values = node.args[:2]
        shape = (self.program.extents(node.attrs["space"]) if "space" in node.attrs
                 else self.program.extents(node.type.dims))
        for flag, other in ((0, 1), (1, 0)):
            zero = self.hidden(values[flag])
            if zero is None:
                continue
            zero = spread_over(Numbers(zero), node.maps[flag], shape).value
            own = bool(self.deciders[values[flag]] & self.sources[values[other]])
            hides = zero & ~(args[flag].blind & own)
            hides = hides & (out.state != NUMBER)
            state = np.where(hides, np.uint8(NUMBER), out.state)
            # A flag that rounding may have decided may hide.
            state = np.where((args[flag].state == UNKNOWN) & (state != NUMBER), np.uint8(UNKNOWN), state)
            out = Numbers(np.where(hides, Wide(0), out.value), np.where(hides, 0, out.error), state, out.over)
        return out

    def reduce(self, node):
        kind, axes, init = node.attrs["kind"], node.attrs["axes"], node.attrs["init"]
        value = self.values[node.args[0]]
        if kind == "add":
            return total(value, axes, node.type.dtype, init)
        if kind in ("max", "min", "maxnum"):
            return extreme(value, axes, init, kind != "min", kind == "maxnum")
        if kind == "mul":
            return self.folded(value, axes, node.type.dtype, init)
        combine = {"iadd": np.add, "or": np.logical_or, "and": np.logical_and}[kind]
        out = value.value.astype(INTEGERS[node.type.dtype])
        state = np.where((value.state != NUMBER).any(axis=axes), np.uint8(UNKNOWN), np.uint8(NUMBER))
        return Numbers(combine(combine.reduce(out, axis=axes), init).astype(out.dtype), state=state,
                       over=value.over.any(axis=axes), blind=value.blind.any(axis=axes))

    @staticmethod
    def folded(value, axes, dtype, init):
        """A product along axes, one factor at a time."""
        axes = tuple(axes)
        keep = [i for i in range(value.value.ndim) if i not in axes]
        outer = [value.value.shape[i] for i in keep]
        count = int(np.prod([value.value.shape[i] for i in axes]))
        flat = value.apply(lambda a: a.transpose(keep + list(axes)).reshape(outer + [count]))
        out = Numbers(np.full(outer, Wide(init)))
        for k in range(count):
            out = f.mul(out, flat.apply(lambda a: a[..., k]), dtype)
        return out

    def contract(self, node):
        space, dtype = self.program.extents(node.attrs["space"]), node.type.dtype
        args = [spread_over(self.values[a], m, space) for a, m in zip(node.args[:2], node.maps)]
        terms = self.product(node, args, dtype).apply(lambda a: np.broadcast_to(a, space))
        if self.documented and "masked_by" in node.attrs:
            scores = spread_over(self.values[node.attrs["masked_by"]], node.maps[0], space)
            hidden = np.broadcast_to(np.isneginf(scores.value) & scores.known, space)
            # A score below the range of the safe form's type is -Inf as well.
            below = np.broadcast_to(scores.known & (scores.value < -FLOATS["f32"].max), space) & ~hidden
            state = np.where(hidden, np.uint8(NUMBER), np.where(below, np.uint8(UNKNOWN), terms.state))
            terms = Numbers(np.where(hidden, Wide(0), terms.value), np.where(hidden, 0, terms.error), state, terms.over)
        rank = len(node.type.dims)
        out = total(terms, range(rank, len(space)), dtype)
        return f.add(out, self.values[node.args[2]], dtype) if len(node.args) > 2 else out

    def softmax(self, node):
        return rules.softmax(node, self.values[node.args[0]])

    def transpose(self, node):
        return self.values[node.args[0]].apply(lambda a: a.transpose(node.attrs["order"]))

    def slice(self, node):
        extents = self.program.extents(node.type.dims)
        place = tuple(slice(o, o + e) for o, e in zip(node.attrs["offsets"], extents))
        return self.values[node.args[0]].apply(lambda a: a[place])

    def pad(self, node):
        width = list(zip(node.attrs["low"], node.attrs["high"]))
        source = self.values[node.args[0]]
        out = source.apply(lambda a: np.pad(a, width))
        inside = np.pad(np.ones(source.value.shape, bool), width)
        fill = of_input(np.array(node.attrs["value"], Wide), node.type.dtype)
        return Numbers(np.where(inside, out.value, fill.value), out.error, np.where(inside, out.state, fill.state),
                       out.over, out.blind)

    def concat(self, node):
        parts = [self.values[a] for a in node.args]
        return Numbers(*(np.concatenate([getattr(p, name) for p in parts], axis=node.attrs["axis"])
                         for name in ("value", "error", "state", "over", "blind")))

    def reshape(self, node):
        extents = self.program.extents(node.type.dims)
        return self.values[node.args[0]].apply(lambda a: a.reshape(extents))

    def gather(self, node):
        table, indices = (self.values[a] for a in node.args)
        return table.apply(lambda a: a[indices.value])

    def call(self, node):
        return Evaluation(node.attrs["program"], self.documented).run([self.values[a] for a in node.args])[0]

    def loop(self, node):
        carried = self.values[node.args[0]]
        captured = [self.values[a] for a in node.args[1:]]
        for _ in range(node.attrs["trips"]):
            carried = Evaluation(node.attrs["program"], self.documented).run([carried] + captured)[0]
        return carried


def evaluate(program, inputs, documented):
    """Numbers of the results."""
    args = [of_input(a, program.nodes[v].type.dtype) for v, a in zip(program.args(), inputs)]
    return Evaluation(program, documented).run(args)
