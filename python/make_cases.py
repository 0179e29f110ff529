#!/usr/bin/env python3
"""Writes the project's own cases to test/cases: NAME/model.mlir and NAME/case.json.

Each case is built twice over. A small builder writes the linalg text as torch-mlir does,
one op a generic, and computes what it gives when each op rounds to its written type
(`unguarded` in case.json). The expected values come from a formula in f64 on the same
inputs, written independently of the text. The script refuses a case whose written form is
right although its kind says that it is not, and the other way round.

Needs numpy only. With --check each model is parsed by mlir-opt-22.
"""

import argparse
import itertools
import json
import math
import pathlib
import shutil
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
INF, NAN = math.inf, math.nan
HOLD = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64,
        "i1": np.bool_, "i32": np.int32, "i64": np.int64}
MINUS_INF = {"f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000"}
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

    def gt(self, a, b):
        return self.op("arith.cmpf ogt,", np.greater, a, b, dtype="i1", suffix=a.dtype)

    def select(self, c, a, b):
        return self.op("arith.select", np.where, c, a, b, dtype=a.dtype, suffix=a.dtype)


class Model:
    def __init__(self):
        self.args, self.lines, self.consts, self.maps, self.count = [], [], {}, {}, 0

    def fresh(self):
        self.count += 1
        return f"%{self.count - 1}"

    def const(self, value, dtype):
        if dtype[0] == "i":
            text = str(int(value))
        elif value == -INF:
            text = MINUS_INF[dtype]
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

    def index_map(self, value, dims, shape):
        """How `value` is broadcast over a domain of `dims`."""
        offset = len(dims) - len(value.dims)
        return self.map(len(dims), ["0" if size == 1 and shape[offset + i] != 1 else f"d{offset + i}"
                                    for i, size in enumerate(value.data.shape)])

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
        maps = [self.index_map(v, dims, shape) for v in ins]
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
        return "\n".join(lines + ["  }", "}", ""])


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


@case("inf-from-finite", "logsumexp", "exp(12) is Inf in f16; the true values fit.")
def logsumexp_without_max_f16(m):
    x = m.arg("f16", [[12, 11.5, 3, 0, -1, 2, 12], [1, 2, 3, 4, 5, 6, 7], [-30, -31, -40, -30, -35, -33, -30]])
    p = m.ew(lambda e, a: e.exp(a), x)
    y = m.ew(lambda e, s: e.log(s), m.reduce("sum", p, [1]))
    top = f64(x).max(axis=1, keepdims=True)
    return y, top + np.log(np.exp(f64(x) - top).sum(axis=1, keepdims=True))


@case("inf-from-finite", "log_sigmoid", "The sigmoid is 0 where exp(-x) is Inf, and its log is -Inf.")
def log_sigmoid_as_log_of_sigmoid_f32(m):
    x = m.arg("f32", [[-100, -0.5, 0], [30, -89, 2.5]])
    def sigmoid(e, a):
        return e.div(e.const(1, "f32"), e.add(e.exp(e.neg(a)), e.const(1, "f32")))
    y = m.ew(lambda e, s: e.log(s), m.ew(sigmoid, x))
    return y, -np.logaddexp(0, -f64(x))


@case("false-alarm", "SiLU", "exp(-x) is Inf and x / Inf is -0, as it should be.")
def silu_large_negative_f32(m):
    x = m.arg("f32", [[-100.0, -89, 3], [0, 100, -1], [-2e4, 0.25, 88]])
    y = m.ew(lambda e, a: e.div(a, e.add(e.exp(e.neg(a)), e.const(1, "f32"))), x)
    return y, f64(x) / (1 + np.exp(np.minimum(-f64(x), 700)))


@case("nan-from-finite", "SiLU", "exp(x) is Inf for x above 11.09: Inf / Inf.")
def silu_exp_over_one_plus_exp_f16(m):
    x = m.arg("f16", [-12, -1, 0, 0.5, 3, 11.5, 12, 20, 100])
    def silu(e, a):
        p = e.exp(a)
        return e.mul(a, e.div(p, e.add(p, e.const(1, "f16"))))
    return m.ew(silu, x), f64(x) / (1 + np.exp(-f64(x)))


@case("nan-from-finite", "mish", "(1 + e)^2 is Inf in f16 from x = 5.6 on: Inf / Inf. Shapes are dynamic.")
def mish_rational_dynamic_f16(m):
    x = m.arg("f16", [[-8, -1, 0, 1, 5], [5.5, 6, 8, 10, 30]], dynamic=(0, 1))
    def mish(e, a):
        one = e.const(1, "f16")
        p = e.add(e.exp(a), one)
        square = e.mul(p, p)
        return e.mul(a, e.div(e.sub(square, one), e.add(square, one)))
    return m.ew(mish, x), f64(x) * np.tanh(np.logaddexp(0, f64(x)))


@case("false-alarm", "mish", "exp and softplus are Inf from x = 11.09 on, tanh of it is 1: right as it stands.")
def mish_softplus_inf_f16(m):
    x = m.arg("f16", [[-4, 0, 2, 12], [1, 30, 500, -1]])
    def mish(e, a):
        return e.mul(a, e.tanh(e.log(e.add(e.exp(a), e.const(1, "f16")))))
    return m.ew(mish, x), f64(x) * np.tanh(np.logaddexp(0, f64(x)))


@case("nan-from-finite", "group norm", "One-pass variance in bf16: a constant group gives a negative number.",
      rel=0.02, abs=0.02)
def groupnorm_constant_group_bf16(m):
    groups = np.stack([np.full(12, 99.5), np.arange(12) - 5.5])[None]
    x = m.arg("bf16", groups)
    mean = m.mean(x, [2])
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [2])
    var = m.ew(lambda e, s, a: e.sub(s, e.mul(a, a)), square, mean)
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "bf16"))), var)
    y = m.ew(lambda e, a, b, s: e.mul(e.sub(a, b), s), x, mean, scale)
    return y, norm64(f64(x), 2, 1e-5)


@case("nan-from-finite", "cross-entropy", "A probability underflows to 0, its log is -Inf, and 0 * -Inf is NaN.")
def cross_entropy_one_hot_f16(m):
    x = m.arg("f16", [[0, -20, 3, 1, 2], [5, 4, 3, -18, 1], [1, 1, 1, 1, 1]])
    hot = np.eye(5)[[2, 0, 4]]
    t = m.arg("f16", hot)
    logs = m.ew(lambda e, p: e.log(p), m.softmax(x))
    terms = m.ew(lambda e, a, b: e.mul(a, b), t, logs)
    y = m.ew(lambda e, s: e.neg(s), m.reduce("sum", terms, [1]))
    return y, -(hot * np.log(softmax64(f64(x)))).sum(axis=1, keepdims=True)


@case("inf-from-finite", "Adam step", "v and eps are 0 in f16, so the step is m / 0. With wide moments it is about 3 lr.")
def adam_step_f16(m):
    p = m.arg("f16", [1.0, -0.5, 0.25])
    g = m.arg("f16", [1e-4, -1e-4, 0.5])
    first = m.ew(lambda e, a: e.mul(a, e.const(0.1, "f16")), g)
    square = m.ew(lambda e, a: e.mul(a, a), g)
    second = m.ew(lambda e, a: e.mul(a, e.const(0.001, "f16")), square)
    root = m.ew(lambda e, v: e.add(e.sqrt(v), e.narrowed(1e-8, "f16")), second)
    step = m.ew(lambda e, a, b: e.div(a, b), first, root)
    y = m.ew(lambda e, a, s: e.sub(a, e.mul(s, e.const(0.01, "f16"))), p, step)
    tenth, small, rate = (float(np.float16(v)) for v in (0.1, 0.001, 0.01))
    want = f64(p) - rate * tenth * f64(g) / (np.sqrt(small * f64(g) ** 2) + 1e-8)
    return y, want


@case("silent-wrong", "softmax", "The sum of 4096 terms in f16 stands still at 2048.", abs=1e-6)
def softmax_4096_columns_f16(m):
    x = m.arg("f16", [[(i % 5) / 64 for i in range(4096)]])
    return m.softmax(x), softmax64(f64(x))


@case("false-alarm", "GELU (tanh)", "x^3 is Inf in f16, tanh of it is 1 or -1: right as it stands.")
def gelu_tanh_cube_inf_f16(m):
    x = m.arg("f16", [[-50, -1, 0, 1], [50, 2, -3, 3e4], [0.5, -3e4, 41, -41]])
    cube = m.ew(lambda e, a: e.mul(e.mul(a, a), a), x)
    inner = m.ew(lambda e, a, c: e.mul(e.add(a, e.mul(c, e.const(0.044715, "f16"))),
                                       e.const(0.7978845608, "f16")), x, cube)
    y = m.ew(lambda e, a, t: e.mul(e.mul(a, e.const(0.5, "f16")), e.add(e.tanh(t), e.const(1, "f16"))), x, inner)
    v = f64(x)
    return y, 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3)))


@case("nan-from-finite", "attention (causal)",
      "Raw scores reach 72000, beyond f16, before the scale; the scaled ones fit.", rel=0.008)
def attention_causal_raw_scores_f16(m):
    rows = np.arange(80).reshape(2, 5, 8)
    q = m.arg("f16", 100 + (rows % 3))
    k = m.arg("f16", 90 + (rows % 7) / 8 + (rows // 8 % 5) / 16)
    v = m.arg("f16", (rows % 11) / 4 - 1)
    mask = m.arg("f16", np.where(np.tril(np.ones((1, 5, 5))) > 0, 0, -INF))
    scores = m.matmul(q, m.transpose(k), "f32")
    scores = m.ew(lambda e, s: e.mul(s, e.const(0.35355339, "f16")), scores)
    weights = m.softmax(m.ew(lambda e, s, a: e.add(s, a), scores, mask))
    scale = float(np.float16(0.35355339))
    s = f64(q) @ f64(k).transpose(0, 2, 1) * scale + f64(mask)
    return m.matmul(weights, v, "f32"), softmax64(s) @ f64(v)


@case("nan-contamination", "attention (boolean mask)",
      "Padding holds NaN: the scores are selected away, but 0 * NaN in P V is not. Padding takes no part.")
def attention_nan_padding_f16(m):
    q = m.arg("f16", [[[1, 0, -1, 2], [0.5, 0.5, 1, -1], [2, 1, 0, 0]]])
    k = m.arg("f16", [[[1, 1, 0, 0], [0, 1, 2, 1], [1, 0, 1, 0], [NAN] * 4, [INF, 0, NAN, 1]]])
    v = m.arg("f16", [[[1, 2], [3, 4], [5, 6], [NAN, NAN], [INF, -INF]]])
    keep = m.arg("i1", [[[1, 1, 1, 0, 0]]])
    scores = m.matmul(q, m.transpose(k), "f32")
    scores = m.ew(lambda e, s: e.mul(s, e.const(0.5, "f16")), scores)
    hidden = m.ew(lambda e, c, s: e.select(c, s, e.const(-INF, "f16")), keep, scores)
    y = m.matmul(m.softmax(hidden), v, "f32")
    s = f64(q)[0] @ f64(k)[0, :3].T * 0.5
    return y, (softmax64(s) @ f64(v)[0, :3])[None]


@case("nan-from-finite", "batch norm (training)", "One-pass variance over N, H, W of a constant channel.",
      rel=1e-4, abs=1e-4)
def batchnorm_one_pass_variance_f32(m):
    data = np.zeros((2, 3, 2, 5))
    data[:, 0] = 4097.3
    data[:, 1] = np.arange(20).reshape(2, 2, 5)
    data[:, 2] = 1234.001
    x = m.arg("f32", data)
    gamma = m.arg("f32", [[[[2.0]], [[1.5]], [[1.0]]]])
    beta = m.arg("f32", [[[[0.5]], [[0.0]], [[-1.0]]]])
    axes = [0, 2, 3]
    mean = m.mean(x, axes)
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), axes)
    var = m.ew(lambda e, s, a: e.sub(s, e.mul(a, a)), square, mean)
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, b, s: e.mul(e.sub(a, b), s), x, mean, scale)
    y = m.ew(lambda e, a, g, b: e.add(e.mul(a, g), b), y, gamma, beta)
    return y, norm64(f64(x), (0, 2, 3), 1e-5) * f64(gamma) + f64(beta)


@case("silent-wrong", "mean", "A sum of ones in bf16 stands still at 256.", rel=0.01)
def mean_sum_stalls_bf16(m):
    x = m.arg("bf16", [[1.0] * 600, [(i % 3) / 2 for i in range(600)]])
    return m.mean(x, [1]), f64(x).mean(axis=1, keepdims=True)


@case("false-alarm", "KL divergence", "Where p is 0 the product 0 * log 0 is NaN and not selected.")
def kl_divergence_p_zero_f32(m):
    p = m.arg("f32", [[0.0, 0.25, 0.75], [0.5, 0.5, 0.0]])
    q = m.arg("f32", [[0.5, 0.25, 0.25], [0.125, 0.375, 0.5]])
    def term(e, a, b):
        zero = e.const(0, "f32")
        return e.select(e.gt(a, zero), e.mul(a, e.log(e.div(a, b))), zero)
    y = m.reduce("sum", m.ew(term, p, q), [1])
    with np.errstate(all="ignore"):
        terms = np.where(f64(p) > 0, f64(p) * np.log(f64(p) / f64(q)), 0)
    return y, terms.sum(axis=1, keepdims=True)


@case("inf-from-finite", "logaddexp", "exp(90) is Inf, exp(-200) is 0; both logs lose the answer. Operands broadcast.")
def logaddexp_broadcast_f32(m):
    a = m.arg("f32", [[90.0], [-200], [1]])
    b = m.arg("f32", [[89.0, 1, -200, 0.5]])
    y = m.ew(lambda e, s, t: e.log(e.add(e.exp(s), e.exp(t))), a, b)
    return y, np.logaddexp(f64(a), f64(b))


@case("legit-nonfinite", "division", "x / 0 is a pole, 0 / 0 has no value: to be kept, not clipped.")
def division_poles_f16(m):
    a = m.arg("f16", [1, -1, 0, 6, INF])
    b = m.arg("f16", [0, 0, 0, 4, 2])
    with np.errstate(all="ignore"):
        return m.ew(lambda e, s, t: e.div(s, t), a, b), f64(a) / f64(b)


@case("false-alarm", "exp", "exp(-Inf) is 0.")
def exp_of_minus_inf_f16(m):
    x = m.arg("f16", [[0, -INF, 1], [-INF, -INF, -17]], dynamic=(0,))
    return m.ew(lambda e, a: e.exp(a), x), np.exp(f64(x))


@case("legit-nonfinite", "log", "log 0 is a pole, log of a negative number has no value, log Inf is Inf.", rel=0.01)
def log_poles_bf16(m):
    x = m.arg("bf16", [[0, 1, -1], [INF, 0.5, NAN], [1e30, 1e-30, 2]])
    with np.errstate(all="ignore"):
        return m.ew(lambda e, a: e.log(a), x), np.log(f64(x))


@case("silent-wrong", "rms_norm", "400^2 is Inf, rsqrt(Inf) is 0: the row is erased. Shapes are dynamic.")
def rmsnorm_dynamic_f16(m):
    x = m.arg("f16", [[400, -400, 200, 100, 0], [1, 2, 3, 4, 5], [300, 300, 300, -300, 300]], dynamic=(0, 1))
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-6, "f16"))), square)
    y = m.ew(lambda e, a, s: e.mul(a, s), x, scale)
    return y, f64(x) / np.sqrt((f64(x) ** 2).mean(axis=1, keepdims=True) + 1e-6)


@case("silent-wrong", "rms_norm", "1e20 squared does not fit f32 either: f64, or a scale.", rel=0.02)
def rmsnorm_square_overflow_bf16(m):
    x = m.arg("bf16", [[1e20, -2e20, 5e19], [1, -2, 0.5]])
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-6, "bf16"))), square)
    y = m.ew(lambda e, a, s: e.mul(a, s), x, scale)
    return y, f64(x) / np.sqrt((f64(x) ** 2).mean(axis=1, keepdims=True) + 1e-6)


@case("false-alarm", "softmax", "A batch of no rows (an idle expert): nothing to compute, nothing to report.")
def softmax_no_rows_f16(m):
    x = m.arg("f16", np.zeros((0, 5)), dynamic=(0, 1))
    return m.softmax(x), np.zeros((0, 5))


@case("false-alarm", "matmul", "An inner dimension of size 0: the sum of no terms is 0.")
def matmul_no_terms_f32(m):
    a = m.arg("f32", np.zeros((2, 0)))
    b = m.arg("f32", np.zeros((0, 3)))
    return m.matmul(a, b), np.zeros((2, 3))


@case("inf-from-finite", "standard deviation", "The squares of the centred values are Inf; their root fits.")
def std_square_overflow_f16(m):
    x = m.arg("f16", [[500, -500, 300, 0, 100], [1, 2, 3, 4, 5], [-1000, 1000, -1000, 1000, 0]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.mean(x, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    return m.ew(lambda e, v: e.sqrt(v), var), f64(x).std(axis=1, keepdims=True)


@case("silent-wrong", "l2 normalize", "The sum of squares is Inf, x / Inf is 0.")
def l2_normalize_f16(m):
    x = m.arg("f16", [[[200, 100, -200], [3, 0, 4]], [[-120, 160, 250], [0.5, 0.5, 1]]])
    total = m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), x), [2])
    y = m.ew(lambda e, a, s: e.div(a, e.sqrt(s)), x, total)
    return y, f64(x) / np.sqrt((f64(x) ** 2).sum(axis=2, keepdims=True))


@case("nan-from-finite", "matmul + layer_norm", "The product is 80000, Inf at the narrow edge before the norm.", rel=0.01, abs=0.004)
def matmul_into_layernorm_f16(m):
    x = m.arg("f16", [[200, 200, 100, 50], [1, 2, 3, 4], [-300, 100, 200, 150]])
    w = m.arg("f16", [[100, 90, 80, -100, 5, 6], [200, -10, 120, 3, -200, 40],
                      [150, 30, -60, 20, 10, 80], [100, 8, 16, -32, 64, 90]])
    h = m.matmul(x, w, "f32")
    h = m.ew(lambda e, a: e.cast(a, "f32"), h)
    centred = m.ew(lambda e, a, b: e.sub(a, b), h, m.mean(h, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, s: e.cast(e.mul(a, s), "f16"), centred, scale)
    return y, norm64(f64(x) @ f64(w), 1, 1e-5)


@case("inf-from-finite", "softplus", "exp(12) is Inf in f16, softplus(12) is 12. One dynamic dimension.")
def softplus_dynamic_f16(m):
    x = m.arg("f16", [-15, -1, 0, 1, 11, 12, 300], dynamic=(0,))
    y = m.ew(lambda e, a: e.log(e.add(e.exp(a), e.const(1, "f16"))), x)
    return y, np.logaddexp(0, f64(x))


@case("nan-from-finite", "tanh", "exp(2x) is Inf in bf16 from x = 45 on: Inf / Inf.", rel=0.01)
def tanh_as_exp_ratio_bf16(m):
    x = m.arg("bf16", [[-60, -1, 0], [0.5, 50, 100]])
    def tanh(e, a):
        p = e.exp(e.add(a, a))
        one = e.const(1, "bf16")
        return e.div(e.sub(p, one), e.add(p, one))
    return m.ew(tanh, x), np.tanh(f64(x))


@case("inf-from-finite", "position scaling", "70000 is Inf in f16; scaled by 1/1024 it is 68.4.")
def positions_scaled_f16(m):
    x = m.arg("i32", [[0], [1], [70000], [65504]])
    y = m.ew(lambda e, a: e.mul(e.cast(a, "f16"), e.const(1 / 1024, "f16")), x)
    return y, x.data.astype(np.float64) / 1024


@case("inf-from-finite", "hypot", "The squares are Inf, the root of their sum is 424.")
def hypot_f16(m):
    a = m.arg("f16", [300, 3, -1000, 0.5, 256])
    b = m.arg("f16", [300, 4, 10, 0, 0])
    y = m.ew(lambda e, s, t: e.sqrt(e.add(e.mul(s, s), e.mul(t, t))), a, b)
    return y, np.hypot(f64(a), f64(b))


@case("legit-nonfinite", "layer_norm", "A NaN in one row is that row's answer; the others stay right.", rel=1e-4, abs=1e-4)
def layernorm_nan_row_f32(m):
    x = m.arg("f32", [[1, 2, 3, 4, 5, 6, 7], [1, NAN, 0, 0, 0, 0, 0], [-1, 1, -1, 1, -1, 1, 0]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.mean(x, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, s: e.mul(a, s), centred, scale)
    return y, norm64(f64(x), 1, 1e-5)


@case("false-alarm", "max pooling", "The padding is -Inf, the identity of max; no window holds padding only.")
def maxpool_minus_inf_padding_f16(m):
    x = m.arg("f16", [[[[1, -2, 3], [0, 5, -6], [-7, 8, -9]]]])
    pad = m.const(-INF, "f16")
    padded, window, result = m.fresh(), m.empty(["3", "3"], "f16"), m.fill(["1", "1", "3", "3"], "f16", -INF, (1, 1, 3, 3))
    m.lines += [f"{padded} = tensor.pad {x.name} low[0, 0, 1, 1] high[0, 0, 1, 1] {{",
                "^bb0(%i0: index, %i1: index, %i2: index, %i3: index):", f"  tensor.yield {pad} : f16",
                "} : tensor<1x1x3x3xf16> to tensor<1x1x5x5xf16>"]
    name = m.fresh()
    m.lines.append(f"{name} = linalg.pooling_nchw_max {{dilations = dense<1> : vector<2xi64>, "
                   f"strides = dense<1> : vector<2xi64>}} ins({padded}, {window.name} : tensor<1x1x5x5xf16>, "
                   f"tensor<3x3xf16>) outs({result.name} : {result.type}) -> {result.type}")
    wide = np.pad(f64(x)[0, 0], 1, constant_values=-INF)
    want = np.array([[wide[i : i + 3, j : j + 3].max() for j in range(3)] for i in range(3)])[None, None]
    return Value(name, "f16", result.dims, to("f16", want)), want


@case("inf-from-finite", "conv2d, f16 accumulation", "50000 + 50000 is Inf and stays Inf; the true sum is 1000.")
def conv2d_accumulator_f16(m):
    data = np.zeros((1, 2, 3, 4))
    data[0, 0, :, :2] = 1
    data[0, 1, :, :] = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    x = m.arg("f16", data)
    w = m.arg("f16", [[[[50000, 50000], [-50000, -49984]], [[0, 1], [1, 0]]]])
    out = m.fill(["1", "1", "2", "3"], "f16", 0, (1, 1, 2, 3))
    name = m.fresh()
    m.lines.append(f"{name} = linalg.conv_2d_nchw_fchw {{dilations = dense<1> : vector<2xi64>, "
                   f"strides = dense<1> : vector<2xi64>}} ins({x.name}, {w.name} : {x.type}, {w.type}) "
                   f"outs({out.name} : {out.type}) -> {out.type}")
    written, want = out.data.copy(), np.zeros((1, 1, 2, 3))
    with np.errstate(all="ignore"):
        for c, i, j in itertools.product(range(2), range(2), range(2)):
            window = x.data[:, c : c + 1, i : i + 2, j : j + 3]
            written = written + window * w.data[0, c, i, j]
            want += window.astype(np.float64) * float(w.data[0, c, i, j])
    return Value(name, "f16", out.dims, written), want


def plain(data, dtype):
    """Values as case.json has them: numbers, and "nan", "inf", "-inf"."""
    if dtype[0] == "i":
        return [int(v) for v in data.ravel()]
    words = {"nan": "nan", "inf": "inf", "-inf": "-inf"}
    return [words.get(str(v), v) for v in (float(v) for v in np.ravel(data))]


def same(got, want, rel, abs_):
    got, want = np.ravel(got).astype(np.float64), np.ravel(want).astype(np.float64)
    with np.errstate(all="ignore"):
        near = np.abs(got - want) <= abs_ + rel * np.abs(want)
    near = np.where(np.isfinite(got) & np.isfinite(want), near, got == want)
    return bool((near | (np.isnan(got) & np.isnan(want))).all())


def build(name):
    """(text of model.mlir, text of case.json) of one case."""
    function, kind, op, note, rel, abs_ = CASES[name]
    model = Model()
    result, expected = function(model)
    narrow = result.dtype in ("f16", "bf16")
    rel = rel if rel is not None else 0.004 if narrow else 1e-5
    abs_ = abs_ if abs_ is not None else 0.001 if narrow else 1e-6
    expected = np.broadcast_to(expected, result.data.shape)
    right = same(result.data, to(result.dtype, expected), rel, abs_)
    if right != (kind in ("legit-nonfinite", "false-alarm")):
        raise SystemExit(f"make_cases: {name} is {kind}, but as written it gives\n{result.data}\n"
                         f"and the expected values are\n{to(result.dtype, expected)}")

    def tensor(data, dtype):
        return {"shape": list(data.shape), "dtype": dtype, "values": plain(to(dtype, data), dtype)}

    record = {
        "source": "project", "op": op, "kind": kind,
        "inputs": [tensor(a.data, a.dtype) for a in model.args],
        "expected": [tensor(expected, result.dtype)],
        "tolerance": {"rel": rel, "abs": abs_}, "note": note,
        "unguarded": {"tool": "numpy (python/make_cases.py)", "pipeline": "op by op, each rounded to its type",
                      "values": plain(result.data, result.dtype)[:16], "matches_expected": right},
    }
    # One line a list of numbers, as long as it is.
    text = json.dumps(record, indent=1)
    lists = {json.dumps(v, indent=1): json.dumps(v) for t in record["inputs"] + record["expected"]
             for v in (t["values"], t["shape"])}
    lists[json.dumps(record["unguarded"]["values"], indent=1)] = json.dumps(record["unguarded"]["values"])
    for long, short in lists.items():
        for indent in ("  ", "   "):
            text = text.replace(long.replace("\n", "\n" + indent), short)
    assert json.loads(text.replace("NaN", "0")) == json.loads(json.dumps(record).replace("NaN", "0"))
    return model.text(f"{note}", [result]), text + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=pathlib.Path, default=ROOT / "test" / "cases")
    parser.add_argument("--check", action="store_true", help="parse each model with mlir-opt-22")
    options = parser.parse_args()
    for name in CASES:
        model, record = build(name)
        folder = options.output_dir / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.mlir").write_text(model)
        (folder / "case.json").write_text(record)
        if options.check:
            tool = shutil.which("mlir-opt-22")
            if tool is None:
                sys.exit("make_cases: mlir-opt-22 not found")
            if subprocess.run([tool, folder / "model.mlir", "-o", "/dev/null"]).returncode:
                sys.exit(f"make_cases: mlir-opt-22 refuses {name}")
    print(f"wrote {len(CASES)} cases to {options.output_dir}")


if __name__ == "__main__":
    main()
