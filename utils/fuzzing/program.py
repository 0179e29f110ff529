"""Programs: graphs of tensor operations in static single assignment.

A value is the index of its node. A node's operands are earlier values, each with a map: for each
dimension of the operand the dimension of the node's iteration space that reads it, or None for a
unit extent read at 0. Extents are numbers of `Program.dims`; one that is dynamic is `?` in the text.
"""

from dataclasses import dataclass, field, replace

ELEMENTWISE = {
    # float, two operands
    "add": "arith.addf", "sub": "arith.subf", "mul": "arith.mulf", "div": "arith.divf",
    "max": "arith.maximumf", "min": "arith.minimumf", "maxnum": "arith.maxnumf", "minnum": "arith.minnumf",
    "pow": "math.powf",
    # float, one operand
    "exp": "math.exp", "exp2": "math.exp2", "expm1": "math.expm1", "log": "math.log", "log1p": "math.log1p",
    "log2": "math.log2", "sqrt": "math.sqrt", "rsqrt": "math.rsqrt", "tanh": "math.tanh", "erf": "math.erf",
    "abs": "math.absf", "neg": "arith.negf", "sin": "math.sin", "cos": "math.cos", "asin": "math.asin",
    "acos": "math.acos", "floor": "math.floor",
    # comparisons, choices, casts, integers
    "cmp": "arith.cmpf", "icmp": "arith.cmpi", "select": "arith.select", "and": "arith.andi", "or": "arith.ori",
    "iadd": "arith.addi", "imul": "arith.muli", "isub": "arith.subi", "cast": None, "sitofp": "arith.sitofp",
    "uitofp": "arith.uitofp", "fptosi": "arith.fptosi", "extui": "arith.extui",
}
UNARY = ["exp", "exp2", "expm1", "log", "log1p", "log2", "sqrt", "rsqrt", "tanh", "erf", "abs", "neg", "sin", "cos",
         "asin", "acos"]
BINARY = ["add", "sub", "mul", "div", "max", "min", "maxnum", "minnum"]


@dataclass(frozen=True)
class Dim:
    extent: int
    dynamic: bool = False


@dataclass(frozen=True)
class Type:
    dtype: str
    dims: tuple = ()
    scalar: bool = False  # a function's argument that is no tensor


@dataclass
class Node:
    op: str
    type: Type
    args: tuple = ()
    maps: tuple = ()
    attrs: dict = field(default_factory=dict)

    def references(self):
        """Values that only the reference looks at: operands of a rule, the scores of a mask."""
        return self.attrs.get("rule", ())[1:] + tuple(self.attrs[k] for k in ("masked_by",) if k in self.attrs)

    def renumbered(self, order):
        """A copy whose values are found in `order`."""
        attrs = dict(self.attrs)
        if "rule" in attrs:
            attrs["rule"] = attrs["rule"][:1] + tuple(order[v] for v in attrs["rule"][1:])
        if "masked_by" in attrs:
            attrs["masked_by"] = order[attrs["masked_by"]]
        return replace(self, args=tuple(order[a] for a in self.args), attrs=attrs)


@dataclass
class Program:
    name: str
    dims: list = field(default_factory=list)
    nodes: list = field(default_factory=list)
    results: list = field(default_factory=list)
    kind: str = "random"

    def args(self):
        return [i for i, node in enumerate(self.nodes) if node.op == "arg"]

    def extents(self, dims):
        return tuple(self.dims[d].extent for d in dims)

    def users(self):
        users = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for arg in node.args:
                users[arg].append(i)
        return users

    def copy(self):
        return Program(self.name, list(self.dims), [replace(node, attrs=dict(node.attrs)) for node in self.nodes],
                       list(self.results), self.kind)

    def without_unused(self):
        """A copy without the nodes that no result needs; arguments among them."""
        live = set(self.results)
        for i in range(len(self.nodes) - 1, -1, -1):
            if i in live:
                live.update(self.nodes[i].args)
                live.update(self.nodes[i].references())
        order = {old: new for new, old in enumerate(sorted(live))}
        out = Program(self.name, list(self.dims), [], [order[r] for r in self.results], self.kind)
        for old in order:
            node = self.nodes[old]
            out.nodes.append(node.renumbered(order))
        return out


class Builder:
    """Appends nodes to a program; methods return values."""

    def __init__(self, name="f", kind="random"):
        self.program = Program(name, kind=kind)

    def dim(self, extent, dynamic=False):
        self.program.dims.append(Dim(extent, dynamic))
        return len(self.program.dims) - 1

    def node(self, op, type_, args=(), maps=(), **attrs):
        self.program.nodes.append(Node(op, type_, tuple(args), tuple(maps), attrs))
        return len(self.program.nodes) - 1

    def type(self, value):
        return self.program.nodes[value].type

    def arg(self, dtype, dims=(), role="data", scalar=False):
        return self.node("arg", Type(dtype, tuple(dims), scalar), role=role)

    def const(self, value, dtype):
        return self.node("const", Type(dtype), value=value)

    def map(self, op, *args, dims=None, maps=None, dtype=None, **attrs):
        """An elementwise node; operands whose dims are a part of the largest one's are broadcast."""
        types = [self.type(a) for a in args]
        if dims is None:
            dims = max((t.dims for t in types), key=len)
        if maps is None:
            maps = [tuple(dims.index(d) for d in t.dims) for t in types]
        if dtype is None:
            dtype = "i1" if op in ("cmp", "icmp") else types[-1].dtype
        return self.node(op, Type(dtype, tuple(dims)), args, maps, **attrs)

    def __getattr__(self, op):
        if op not in ELEMENTWISE and op + "_" not in ELEMENTWISE:
            raise AttributeError(op)
        return lambda *args, **attrs: self.map(op, *args, **attrs)

    def constant_like(self, value, like):
        return self.const(value, self.type(like).dtype)

    def reduce(self, kind, value, axes, init=None, dtype=None):
        source = self.type(value)
        dims = tuple(d for i, d in enumerate(source.dims) if i not in axes)
        if init is None:
            init = {"add": 0.0, "max": float("-inf"), "min": float("inf"), "maxnum": float("-inf"), "mul": 1.0,
                    "iadd": 0, "or": 0, "and": 1}[kind]
        return self.node("reduce", Type(dtype or source.dtype, dims), (value,),
                         (tuple(range(len(source.dims))),), kind=kind, axes=tuple(axes), init=init)

    def contract(self, a, b, dims, dtype=None, init=None, named=None):
        """Σ a·b over the dimensions of `a` and `b` that are not in `dims`."""
        types = [self.type(a), self.type(b)]
        space = list(dims) + [d for t in types for d in t.dims if d not in dims]
        space = list(dict.fromkeys(space))
        maps = [tuple(space.index(d) for d in t.dims) for t in types]
        args = (a, b) if init is None else (a, b, init)
        return self.node("contract", Type(dtype or types[0].dtype, tuple(dims)), args, maps,
                         space=tuple(space), named=named)

    def result(self, *values):
        self.program.results += values
        return self.program
