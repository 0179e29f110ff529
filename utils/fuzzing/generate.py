"""Random programs and inputs."""

import numpy as np

from .formats import FLOATS, INTEGERS, is_float, rounded
from .idioms import IDIOMS, Chooser
from .program import BINARY, UNARY, Builder, Type
from .spellings import SPELLINGS

INPUT_KINDS = ["ordinary", "large", "wide", "huge", "tiny", "zeros", "infinite", "nan", "padding", "constant", "mixed"]


# ---- programs


class RandomGraph:
    """A chain with side branches: each step makes a value of earlier ones."""

    def __init__(self, c, size):
        self.c, self.size = c, size
        self.b = Builder()
        self.values = []

    def build(self):
        c, b = self.c, self.b
        extents = [c.dim(b, 0 if c.chance(0.02) else None) for _ in range(3)]
        dtype = c.dtype()
        dims = tuple(extents[:c.one([1, 2, 2, 3])])
        self.values = [b.arg(dtype, dims, c.one(["data", "data", "positive"])) for _ in range(c.one([1, 2, 2, 3]))]
        for _ in range(self.size):
            step = c.one([self.unary] * 4 + [self.binary] * 4 + [self.constant] * 2 + [self.reduction, self.broadcast,
                         self.choice, self.masked, self.movement, self.movement, self.product, self.casted,
                         self.called, self.looped, self.gathered])
            made = step(self.pick())
            if made is not None:
                self.values.append(made)
        results = [self.values[-1]] + ([self.pick()] if c.chance(0.3) else [])
        b.result(*dict.fromkeys(r for r in results))
        return b.program

    def pick(self):
        """The newest value more often than others."""
        floats = [v for v in self.values if is_float(self.b.type(v).dtype)]
        return floats[-1] if self.c.chance(0.6) else self.c.one(floats)

    def like(self, value):
        """A second value of the same type, or a new argument."""
        same = [v for v in self.values if self.b.type(v) == self.b.type(value)]
        if self.c.chance(0.8) and same:
            return self.c.one(same)
        return self.b.arg(self.b.type(value).dtype, self.b.type(value).dims)

    def unary(self, v):
        op = self.c.one(UNARY)
        return None if op in ("asin", "acos") and not self.c.inverses else self.b.map(op, v)

    def binary(self, v):
        return self.b.map(self.c.one(BINARY), v, self.like(v))

    def constant(self, v):
        number = self.c.one([0.5, 1.0, 2.0, -1.0, 3.0, 100.0, 1e-3, 0.0])
        k = self.b.constant_like(number, v)
        op = self.c.one(["add", "sub", "mul", "div", "max", "min"])
        return self.b.map(op, *((v, k) if self.c.chance(0.6) else (k, v)), dims=self.b.type(v).dims,
                          dtype=self.b.type(v).dtype)

    def axes(self, v):
        rank = len(self.b.type(v).dims)
        return tuple(sorted({int(self.c.rng.integers(rank)) for _ in range(self.c.one([1, 1, 2]))})) if rank else None

    def reduction(self, v):
        axes = self.axes(v)
        return None if not axes else self.b.reduce(self.c.one(["add", "add", "add", "max", "min", "mul"]), v, axes)

    def broadcast(self, v):
        """A row statistic, read again beside the row."""
        axes = self.axes(v)
        if not axes:
            return None
        s = self.b.reduce(self.c.one(["add", "max"]), v, axes)
        return self.b.map(self.c.one(["sub", "div", "add", "mul"]), v, s)

    def condition(self, v):
        c = self.c
        other = self.like(v) if c.chance(0.5) else self.b.constant_like(c.one([0.0, 1.0]), v)
        return self.b.map("cmp", v, other, predicate=c.one(["ogt", "olt", "oge", "oeq", "une", "uno", "ugt"]))

    def choice(self, v):
        other = self.like(v) if self.c.chance(0.5) else self.b.constant_like(self.c.one([0.0, float("-inf")]), v)
        pair = (v, other) if self.c.chance(0.5) else (other, v)
        return self.b.map("select", self.condition(self.like(v)), *pair, dims=self.b.type(v).dims,
                          dtype=self.b.type(v).dtype)

    def masked(self, v):
        flag = self.b.uitofp(self.condition(self.like(v)), dtype=self.b.type(v).dtype)
        return self.b.mul(v, flag)

    def casted(self, v):
        here = self.b.type(v).dtype
        others = [t for t in self.c.dtypes if FLOATS[t].bits != FLOATS[here].bits]
        if not others:
            return None
        there = self.c.one(others)
        wide = self.b.cast(v, dtype=there)
        return self.b.cast(wide, dtype=here) if self.c.chance(0.5) else wide

    def product(self, v):
        b, c = self.b, self.c
        dims = b.type(v).dims
        if len(dims) not in (2, 3):
            return None
        new = c.dim(b)
        other = b.arg(b.type(v).dtype, (*dims[:-2], dims[-1], new))
        if len(set(dims)) != len(dims):
            return None
        named = {2: "matmul", 3: "batch_matmul"}[len(dims)] if c.chance(0.5) else None
        return b.contract(v, other, (*dims[:-1], new), named=named)

    def static(self, dims):
        return all(not self.b.program.dims[d].dynamic for d in dims)

    def movement(self, v):
        return self.c.one([self.transposed, self.sliced, self.padded, self.joined, self.reshaped])(v)

    def transposed(self, v):
        t = self.b.type(v)
        if not t.dims:
            # MLIR 22.1 crashes in its own verifier.
            return None
        order = tuple(int(i) for i in self.c.rng.permutation(len(t.dims)))
        return self.b.node("transpose", Type(t.dtype, tuple(t.dims[i] for i in order)), (v,), order=order)

    def sliced(self, v):
        t = self.b.type(v)
        if not t.dims or not self.static(t.dims):
            return None
        offsets, dims = [], []
        for d in t.dims:
            extent = self.b.program.dims[d].extent
            if extent == 0:
                # MLIR refuses the offset 0 there.
                return None
            low = int(self.c.rng.integers(extent))
            size = int(self.c.rng.integers(1, extent - low + 1))
            offsets.append(low)
            dims.append(d if size == extent else self.b.dim(size))
        return self.b.node("slice", Type(t.dtype, tuple(dims)), (v,), offsets=tuple(offsets))

    def padded(self, v):
        t = self.b.type(v)
        if not t.dims or not self.static(t.dims):
            return None
        low, high = ([int(n) for n in self.c.rng.integers(0, 2, len(t.dims))] for _ in range(2))
        dims = [d if not a + z else self.b.dim(self.b.program.dims[d].extent + a + z)
                for d, a, z in zip(t.dims, low, high)]
        return self.b.node("pad", Type(t.dtype, tuple(dims)), (v,), low=low, high=high,
                           value=self.c.one([0.0, 1.0, float("-inf")]))

    def joined(self, v):
        t = self.b.type(v)
        if not t.dims or not self.static(t.dims):
            return None
        axis = int(self.c.rng.integers(len(t.dims)))
        other = self.like(v)
        dims = list(t.dims)
        dims[axis] = self.b.dim(2 * self.b.program.dims[dims[axis]].extent)
        return self.b.node("concat", Type(t.dtype, tuple(dims)), (v, other), axis=axis)

    def reshaped(self, v):
        """Adds a unit extent, or joins the last two."""
        t = self.b.type(v)
        rank = len(t.dims)
        if rank < 3 and rank and self.c.chance(0.5):
            groups = [[i] for i in range(rank - 1)] + [[rank - 1, rank]]
            return self.b.node("reshape", Type(t.dtype, t.dims + (self.b.dim(1),)), (v,), groups=groups)
        if rank < 2 or not self.static(t.dims):
            return None
        joined = self.b.dim(int(np.prod(self.b.program.extents(t.dims[-2:]))))
        groups = [[i] for i in range(rank - 2)] + [[rank - 2, rank - 1]]
        return self.b.node("reshape", Type(t.dtype, t.dims[:-2] + (joined,)), (v,), groups=groups)

    def gathered(self, v):
        t = self.b.type(v)
        if not t.dims or self.b.program.dims[t.dims[0]].extent == 0:
            return None
        rows = self.c.dim(self.b)
        indices = self.b.arg(self.c.one(["i32", "i64"]), (rows,), "index")
        self.b.program.nodes[indices].attrs["below"] = self.b.program.dims[t.dims[0]].extent
        return self.b.node("gather", Type(t.dtype, (rows,) + t.dims[1:]), (v, indices))

    def inner(self, v, name):
        """A small program of two arguments of v's type."""
        b = Builder(name)
        b.program.dims = list(self.b.program.dims)
        t = self.b.type(v)
        x, y = b.arg(t.dtype, t.dims), b.arg(t.dtype, t.dims)
        out = b.map(self.c.one(BINARY), x, y)
        out = b.map(self.c.one(["tanh", "abs", "neg", "exp", "sqrt"]), out)
        return self.c.style(b.result(out))

    def called(self, v):
        return self.b.node("call", self.b.type(v), (v, self.like(v)), program=self.inner(v, "part"))

    def looped(self, v):
        return self.b.node("loop", self.b.type(v), (v, self.like(v)), program=self.inner(v, "step"),
                           trips=self.c.one([0, 1, 2, 3]))


def arguments_first(program):
    """Function arguments precede all else in a program's nodes."""
    order = program.args() + [i for i, n in enumerate(program.nodes) if n.op != "arg"]
    place = {old: new for new, old in enumerate(order)}
    program.nodes = [program.nodes[old].renumbered(place) for old in order]
    program.results = [place[r] for r in program.results]
    return program


def make_program(rng, dtypes, name, inverses):
    """`inverses`: with asin and acos, whose safe forms plain loops of scalars do not lower."""
    c = Chooser(rng, dtypes, inverses)
    if c.chance(0.5):
        program = c.one(IDIOMS + SPELLINGS)(c).without_unused()
    else:
        program = RandomGraph(c, c.one([2, 3, 4, 6, 9])).build().without_unused()
    program = arguments_first(program)
    program.name = name
    return c.style(program)


# ---- inputs


def special(rng, dtype, kind, size):
    """`size` values of one kind, in f64."""
    form = FLOATS[dtype]
    most, least = float(form.max), float(form.tiny)
    normal = rng.standard_normal(size)
    sign = np.where(rng.random(size) < 0.5, -1.0, 1.0)
    if kind == "large":
        return normal * rng.choice([10.0, 50.0, 300.0])
    if kind == "wide":
        return sign * np.exp(rng.uniform(np.log(max(least, 1e-300)), np.log(min(most, 1e300)), size))
    if kind == "huge":
        return sign * most * rng.uniform(0.2, 1.0, size)
    if kind == "tiny":
        return sign * np.minimum(least * rng.integers(1, 50, size), most)
    if kind == "zeros":
        return np.where(rng.random(size) < 0.5, sign * 0.0, normal)
    if kind == "infinite":
        return np.where(rng.random(size) < 0.3, sign * np.inf, normal)
    if kind == "nan":
        return np.where(rng.random(size) < 0.2, np.nan, normal)
    if kind == "mixed":
        bag = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, most, -most, least, 1e-2, 30.0])
        return np.where(rng.random(size) < 0.3, rng.choice(bag, size), normal)
    return normal


def make_array(rng, program, node, kind):
    shape = program.extents(node.type.dims)
    size = int(np.prod(shape))
    dtype, role = node.type.dtype, node.attrs.get("role", "data")
    if not is_float(dtype):
        if role == "index":
            return rng.integers(0, node.attrs["below"], shape).astype(INTEGERS[dtype])
        if role == "count":
            return np.asarray(rng.integers(1, 9), INTEGERS[dtype])
        return (rng.random(shape) < 0.6).astype(INTEGERS[dtype])
    if role == "mask":
        values = np.where(rng.random(size) < 0.4, -np.inf, 0.0)
        if kind in ("ordinary", "large"):
            values = np.where(values == 0, rng.standard_normal(size) * (rng.random() < 0.3), values)
    elif role == "mask data":
        values = np.where(rng.random(size) < 0.3, -np.inf, special(rng, dtype, kind, size))
    elif role == "zeros":
        values = special(rng, dtype, rng.choice(["zeros", kind]), size)
        values = np.where(rng.random(size) < 0.5, 0.0, values)
    elif role == "onehot":
        values = np.zeros(shape)
        if size:
            values.reshape(-1, shape[-1])[:, rng.integers(shape[-1])] = 1
    else:
        values = special(rng, dtype, kind, size)
    values = np.asarray(values, dtype=np.float64).reshape(shape)
    if role == "positive" and rng.random() < 0.8:
        values = np.abs(values)
    if kind == "padding" and size and values.ndim:
        values[..., int(rng.integers(values.shape[-1])):] = rng.choice([0.0, np.nan, -np.inf])
    if kind == "constant" and size:
        values[...] = values.flat[0] * rng.choice([1.0, 1000.0])
    return rounded(values, dtype)


def make_inputs(rng, program, sets):
    """The first set is ordinary, the second large, the others of any kinds."""
    nodes = [program.nodes[v] for v in program.args()]
    made = []
    for k in range(sets):
        whole = ["ordinary", "large"][k] if k < 2 else str(rng.choice(INPUT_KINDS))
        kinds = [whole if rng.random() < 0.7 else str(rng.choice(INPUT_KINDS[:1] if k < 2 else INPUT_KINDS))
                 for _ in nodes]
        made.append([make_array(rng, program, node, kind) for node, kind in zip(nodes, kinds)])
    return made
