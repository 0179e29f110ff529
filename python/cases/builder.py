"""The builder that cases are written with, and their registry.

A Model holds the text of one function and, beside each value, what it is when each op
rounds to its written type. A case is a function of a Model that gives its results and what
they should be, from a formula in f64.
"""

import itertools
import math

import numpy as np

INF, NAN = math.inf, math.nan
HOLD = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64,
        "i1": np.bool_, "i32": np.int32, "i64": np.int64}
MINUS_INF = {"f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000"}
PLUS_INF = {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000"}
BITS = {"i1": 1, "bf16": 16, "f16": 16, "f32": 32, "f64": 64}


def to(dtype, data):
    """`data` rounded to `dtype` (bf16 is held in f32)."""
    with np.errstate(all="ignore"):
        data = np.asarray(data).astype(HOLD[dtype])
        if dtype == "bf16":
            bits = data.view(np.uint32)
            near = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
            data = np.where(np.isnan(data), data, near.view(np.float32)).astype(np.float32)
    return data


class Value:
    """An SSA value: its name, element type, dimensions as text, and what it holds."""

    def __init__(self, name, dtype, dims, data):
        self.name, self.dtype, self.dims, self.data = name, dtype, dims, data

    @property
    def type(self):
        sizes = [d if d.isdigit() else "?" for d in self.dims]
        return f"tensor<{'x'.join(sizes + [self.dtype])}>"


class Body:
    """The scalar ops of one generic, as text and on whole arrays."""

    def __init__(self, model):
        self.model, self.lines, self.count = model, [], 0

    def op(self, name, function, *args, dtype=None, suffix=None):
        result = Value(f"%r{self.count}", dtype or args[0].dtype, None, None)
        self.count += 1
        with np.errstate(all="ignore"):
            wide = [a.data.astype(np.float32) if a.dtype == "bf16" else a.data for a in args]
            result.data = to(result.dtype, function(*wide))
        operands = ", ".join(a.name for a in args)
        self.lines.append(f"{result.name} = {name} {operands} : {suffix or args[0].dtype}")
        return result

    def const(self, value, dtype):
        return Value(self.model.const(value, dtype), dtype, None, to(dtype, value))

    def narrowed(self, value, dtype):
        """A constant as torch-mlir writes an eps: f64, narrowed where it is used."""
        return self.cast(self.const(value, "f64"), dtype)

    def cast(self, a, dtype):
        if a.dtype[0] == "i":
            return self.op("arith.uitofp" if a.dtype == "i1" else "arith.sitofp", lambda x: x, a,
                           dtype=dtype, suffix=f"{a.dtype} to {dtype}")
        name = "arith.extf" if BITS[dtype] > BITS[a.dtype] else "arith.truncf"
        return self.op(name, lambda x: x, a, dtype=dtype, suffix=f"{a.dtype} to {dtype}")

    def add(self, a, b): return self.op("arith.addf", np.add, a, b)
    def sub(self, a, b): return self.op("arith.subf", np.subtract, a, b)
    def mul(self, a, b): return self.op("arith.mulf", np.multiply, a, b)
    def div(self, a, b): return self.op("arith.divf", np.divide, a, b)
    def neg(self, a): return self.op("arith.negf", np.negative, a)
    def exp(self, a): return self.op("math.exp", np.exp, a)
    def log(self, a): return self.op("math.log", np.log, a)
    def tanh(self, a): return self.op("math.tanh", np.tanh, a)
    def sqrt(self, a): return self.op("math.sqrt", np.sqrt, a)

    def rsqrt(self, a):
        return self.op("math.rsqrt", lambda x: 1 / np.sqrt(np.asarray(x, np.float64)), a)

    def abs(self, a): return self.op("math.absf", np.abs, a)
    def exp2(self, a): return self.op("math.exp2", np.exp2, a)
    def log1p(self, a): return self.op("math.log1p", np.log1p, a)
    def expm1(self, a): return self.op("math.expm1", np.expm1, a)
    def cos(self, a): return self.op("math.cos", np.cos, a)
    def pow(self, a, b): return self.op("math.powf", np.power, a, b)
    def max(self, a, b): return self.op("arith.maximumf", np.maximum, a, b)
    def min(self, a, b): return self.op("arith.minimumf", np.minimum, a, b)

    def cmp(self, how, a, b):
        function = {"ogt": np.greater, "oge": np.greater_equal, "olt": np.less, "oeq": np.equal,
                    "une": np.not_equal, "uno": lambda x, y: np.isnan(x) | np.isnan(y)}[how]
        return self.op(f"arith.cmpf {how},", function, a, b, dtype="i1", suffix=a.dtype)

    def gt(self, a, b): return self.cmp("ogt", a, b)

    def select(self, c, a, b):
        return self.op("arith.select", np.where, c, a, b, dtype=a.dtype, suffix=a.dtype)


class Model:
    def __init__(self):
        self.args, self.lines, self.consts, self.maps, self.count = [], [], {}, {}, 0
        self.functions = []  # private ones, as text

    def fresh(self):
        self.count += 1
        return f"%{self.count - 1}"

    def const(self, value, dtype):
        if dtype[0] == "i":
            text = str(int(value))
        elif value == -INF:
            text = MINUS_INF[dtype]
        elif value == INF:
            text = PLUS_INF[dtype]
        else:
            text = f"{value:.16e}" if dtype == "f64" else f"{value:.9e}"
        return self.consts.setdefault((text, dtype), f"%cst_{len(self.consts)}")

    def map(self, rank, results):
        dims = ", ".join(f"d{i}" for i in range(rank))
        text = f"affine_map<({dims}) -> ({', '.join(results)})>"
        return self.maps.setdefault(text, f"#map{len(self.maps) or ''}")

    def arg(self, dtype, data, dynamic=()):
        """An argument; the dimensions in `dynamic` are `?` in its type."""
        data = to(dtype, data)
        name = f"%arg{len(self.args)}"
        dims = [str(size) for size in data.shape]
        value = Value(name, dtype, dims, data)
        for axis in dynamic:
            index = self.const(axis, "index")
            dims[axis] = f"%dim{len(self.args)}_{axis}"
            self.lines.append((f"{dims[axis]} = tensor.dim {name}, {index} : ", value))
        self.args.append(value)
        return value

    def empty(self, dims, dtype):
        value = Value(self.fresh(), dtype, dims, None)
        sizes = ", ".join(d for d in dims if not d.isdigit())
        self.lines.append(f"{value.name} = tensor.empty({sizes}) : {value.type}")
        return value

    def fill(self, dims, dtype, number, shape):
        out = self.empty(dims, dtype)
        value = Value(self.fresh(), dtype, dims, np.full(shape, to(dtype, number)))
        self.lines.append(f"{value.name} = linalg.fill ins({self.const(number, dtype)} : {dtype}) "
                          f"outs({out.name} : {out.type}) -> {value.type}")
        return value

    def index_map(self, value, dims):
        """How `value` is broadcast over a domain of `dims`."""
        offset = len(dims) - len(value.dims)
        return self.map(len(dims), ["0" if dim == "1" and dims[offset + i] != "1" else f"d{offset + i}"
                                    for i, dim in enumerate(value.dims)])

    def generic(self, names, maps, kinds, ins, outs, lines, yielded):
        types = ", ".join(v.type for v in ins)
        heads = [f"{n}: {v.dtype}" for n, v in zip(names, ins + outs)]
        result = ", ".join(v.type for v in outs)
        name = self.fresh()
        take = f"ins({', '.join(v.name for v in ins)} : {types}) " if ins else ""
        iterators = ", ".join(f'"{kind}"' for kind in kinds)
        self.lines.append(
            f"{name}{f':{len(outs)}' if len(outs) > 1 else ''} = linalg.generic {{indexing_maps = "
            f"[{', '.join(maps)}], iterator_types = [{iterators}]}} {take}"
            f"outs({', '.join(v.name for v in outs)} : {result}) {{")
        self.lines.append(f"^bb0({', '.join(heads)}):")
        self.lines += [f"  {line}" for line in lines]
        self.lines.append(f"  linalg.yield {', '.join(y.name for y in yielded)} : "
                          f"{', '.join(y.dtype for y in yielded)}")
        self.lines.append(f"}} -> {f'({result})' if len(outs) > 1 else result}")
        return name

    def ew(self, function, *ins):
        """An elementwise generic; `function(body, scalars…)` gives the result."""
        shape = np.broadcast_shapes(*(v.data.shape for v in ins))
        dims = [None] * len(shape)
        for value in ins:  # the size of a broadcast dimension is that of who has it
            for i, (dim, size) in enumerate(zip(value.dims[::-1], value.data.shape[::-1])):
                if dims[-1 - i] is None or (size == shape[-1 - i] and dims[-1 - i] == "1"):
                    dims[-1 - i] = dim
        body = Body(self)
        names = ["%in"] + [f"%in_{i}" for i in range(1, len(ins))]
        scalars = [Value(n, v.dtype, None, v.data) for n, v in zip(names, ins)]
        result = function(body, *scalars)
        out = self.empty(dims, result.dtype)
        maps = [self.index_map(v, dims) for v in ins]
        maps.append(self.map(len(dims), [f"d{i}" for i in range(len(dims))]))
        name = self.generic(names + ["%out"], maps, ["parallel"] * len(dims), list(ins), [out],
                            body.lines, [result])
        return Value(name, result.dtype, dims, np.broadcast_to(result.data, shape))

    def reduce(self, kind, x, axes):
        """A sum or max over `axes`, which stay as 1; one rounding a term, in order."""
        rank, dtype = len(x.dims), x.dtype
        axes = [a % rank for a in axes]
        dims = ["1" if i in axes else d for i, d in enumerate(x.dims)]
        shape = tuple(1 if i in axes else n for i, n in enumerate(x.data.shape))
        start = self.fill(dims, dtype, 0.0 if kind == "sum" else -INF, shape)
        out = start.data.copy()
        combine = np.add if kind == "sum" else np.maximum
        with np.errstate(all="ignore"):
            for place in itertools.product(*(range(x.data.shape[a]) for a in axes)):
                where = tuple(slice(place[axes.index(i)], place[axes.index(i)] + 1) if i in axes
                              else slice(None) for i in range(rank))
                out = to(dtype, combine(x.data[where], out))
        whole = self.map(rank, [f"d{i}" for i in range(rank)])
        kept = self.map(rank, ["0" if i in axes else f"d{i}" for i in range(rank)])
        kinds = ["reduction" if i in axes else "parallel" for i in range(rank)]
        name = "arith.addf" if kind == "sum" else "arith.maximumf"
        ref = self.generic(["%in", "%out"], [whole, kept], kinds, [x], [start],
                           [f"%r0 = {name} %in, %out : {dtype}"], [Value("%r0", dtype, None, None)])
        return Value(ref, dtype, dims, out)

    def raw(self, lines, name, dtype, data):
        """Ops as they stand in `lines`; `name` is their result and holds `data`."""
        self.lines += lines.strip().splitlines()
        return Value(name, dtype, [str(size) for size in np.shape(data)], to(dtype, data))

    def max_dim(self, x):
        """The max over the last dimension with its index, as torch.max(dim) gives it."""
        rank, dtype = len(x.dims), x.dtype
        dims, shape = x.dims[:-1] + ["1"], x.data.shape[:-1] + (1,)
        index = self.fill(dims, "i64", 0, shape)
        start = self.fill(dims, dtype, -INF, shape)
        whole = self.map(rank, [f"d{i}" for i in range(rank)])
        kept = self.map(rank, [f"d{i}" for i in range(rank - 1)] + ["0"])
        lines = [f"%i = linalg.index {rank - 1} : index", "%j = arith.index_cast %i : index to i64",
                 f"%m = arith.maximumf %in, %out : {dtype}", f"%g = arith.cmpf ogt, %in, %out : {dtype}",
                 "%s = arith.select %g, %j, %out_1 : i64"]
        ref = self.generic(["%in", "%out", "%out_1"], [whole, kept, kept],
                           ["parallel"] * (rank - 1) + ["reduction"], [x], [start, index], lines,
                           [Value("%m", dtype, None, None), Value("%s", "i64", None, None)])
        with np.errstate(all="ignore"):
            data = np.max(x.data, axis=-1, keepdims=True, initial=-INF).astype(x.data.dtype)
        return Value(f"{ref}#0", dtype, dims, data)

    def matmul(self, a, b, accumulate=None):
        """(Batch) matmul; `accumulate` names a wider accumulator, cast back after it."""
        wide = accumulate or a.dtype
        dims = a.dims[:-1] + b.dims[-1:]
        shape = a.data.shape[:-1] + b.data.shape[-1:]
        out = self.fill(dims, wide, 0.0, shape)
        data = out.data.copy()
        with np.errstate(all="ignore"):
            for k in range(a.data.shape[-1]):
                term = a.data[..., k : k + 1].astype(HOLD[wide]) * b.data[..., k : k + 1, :].astype(HOLD[wide])
                data = to(wide, data + to(wide, term))
        name = "linalg.matmul" if len(dims) == 2 else "linalg.batch_matmul"
        result = Value(self.fresh(), wide, dims, data)
        self.lines.append(f"{result.name} = {name} ins({a.name}, {b.name} : {a.type}, {b.type}) "
                          f"outs({out.name} : {out.type}) -> {out.type}")
        return result if wide == a.dtype else self.ew(lambda e, x: e.cast(x, a.dtype), result)

    def transpose(self, x):
        """Swaps the last two dimensions."""
        rank = len(x.dims)
        order = list(range(rank - 2)) + [rank - 1, rank - 2]
        out = self.empty([x.dims[i] for i in order], x.dtype)
        result = Value(self.fresh(), x.dtype, out.dims, np.transpose(x.data, order))
        self.lines.append(f"{result.name} = linalg.transpose ins({x.name} : {x.type}) "
                          f"outs({out.name} : {out.type}) permutation = {order}")
        return result

    def count_of(self, x, axes, dtype):
        """The number of elements along `axes`, a scalar op of a generic: a function of Body."""
        size = float(np.prod([x.data.shape[a] for a in axes]))
        dims = [x.dims[a] for a in axes]
        if all(d.isdigit() for d in dims):
            return lambda e: e.const(size, dtype)
        assert len(axes) == 1
        name = self.fresh()
        self.lines.append(f"{name} = arith.index_cast {dims[0]} : index to i64")
        count = Value(name, "i64", None, np.int64(size))
        return lambda e: e.cast(count, dtype)

    def mean(self, x, axes):
        count = self.count_of(x, axes, x.dtype)
        return self.ew(lambda e, s: e.div(s, count(e)), self.reduce("sum", x, axes))

    def softmax(self, x, shift=True):
        if shift:
            x = self.ew(lambda e, a, m: e.sub(a, m), x, self.max_dim(x))
        p = self.ew(lambda e, a: e.exp(a), x)
        return self.ew(lambda e, a, s: e.div(a, s), p, self.reduce("sum", p, [-1]))

    def text(self, comment, results):
        heads = ", ".join(f"{a.name}: {a.type}" for a in self.args)
        types = ", ".join(r.type for r in results)
        lines = [f"// {line}" for line in comment.splitlines()]
        lines += [f"{name} = {text}" for text, name in self.maps.items()]
        lines += ["module {", f"  func.func @main({heads}) -> " +
                  (types if len(results) == 1 else f"({types})") + " {"]
        lines += [f"    {name} = arith.constant {text} : {dtype}" if dtype != "i1" else
                  f"    {name} = arith.constant {'true' if text == '1' else 'false'}"
                  for (text, dtype), name in self.consts.items()]
        for line in self.lines:
            lines.append("    " + (line if isinstance(line, str) else line[0] + line[1].type))
        lines.append(f"    return {', '.join(r.name for r in results)} : {types}")
        lines += ["  }"] + [f"  {line}" for text in self.functions for line in text.strip().splitlines()]
        return "\n".join(lines + ["}", ""])


HOLD["index"] = np.int64
CASES = {}


def case(kind, op, note, rel=None, abs=None):
    """Registers a case: a function of a Model that gives (results, expected in f64)."""
    def register(function):
        CASES[function.__name__] = (function, kind, op, note, rel, abs)
        return function
    return register


def f64(value):
    return value.data.astype(np.float64)


def softmax64(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def norm64(x, axes, eps):
    centred = x - x.mean(axis=axes, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=axes, keepdims=True) + eps)
