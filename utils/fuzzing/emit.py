"""MLIR text of a program."""

from .formats import FLOATS, constant_text, is_float
from .program import ELEMENTWISE

REDUCERS = {"add": "arith.addf", "max": "arith.maximumf", "min": "arith.minimumf", "maxnum": "arith.maxnumf",
            "mul": "arith.mulf", "iadd": "arith.addi", "or": "arith.ori", "and": "arith.andi"}


def module_text(programs):
    lines = []
    for program in programs:
        lines += Emitter(program).function(program.name)
    return "\n".join(lines) + "\n"


class Emitter:
    def __init__(self, program, prefix="v"):
        self.program, self.prefix = program, prefix
        self.lines, self.names, self.before = [], {}, []
        self.count = 0
        uses = program.users()
        self.inlined = {i for i, node in enumerate(program.nodes)
                        if node.attrs.get("inline") and node.op in ELEMENTWISE and len(uses[i]) == 1
                        and i not in program.results and program.nodes[uses[i][0]].args.count(i) == 1
                        and self.takes_bodies(program.nodes[uses[i][0]])}

    @staticmethod
    def takes_bodies(user):
        return user.op in ELEMENTWISE or (user.op == "reduce" and user.attrs.get("style") != "named")

    # ---- types and names

    def shape(self, dims):
        return "".join("?x" if self.program.dims[d].dynamic else f"{self.program.dims[d].extent}x" for d in dims)

    def type(self, type_):
        return type_.dtype if type_.scalar else f"tensor<{self.shape(type_.dims)}{type_.dtype}>"

    def type_of(self, value):
        return self.type(self.program.nodes[value].type)

    def fresh(self, stem="t"):
        self.count += 1
        return f"%{self.prefix}{stem}{self.count}"

    def put(self, line):
        self.lines.append("  " + line)

    def index(self, value):
        name = self.fresh("c")
        self.put(f"{name} = arith.constant {value} : index")
        return name

    def extent_of(self, dim, sources):
        """An index: the extent of a dynamic dimension, asked of an operand that has it."""
        for source in sources:
            dims = self.program.nodes[source].type.dims
            if dim in dims:
                at, name = self.index(dims.index(dim)), self.fresh("d")
                self.put(f"{name} = tensor.dim {self.tensor(source)}, {at} : {self.type_of(source)}")
                return name
        raise ValueError(f"no operand has the dynamic dimension {dim}")

    def sizes(self, dims, sources):
        return [self.extent_of(d, sources) for d in dims if self.program.dims[d].dynamic]

    def empty(self, type_, sources):
        sizes, name = self.sizes(type_.dims, sources), self.fresh("e")
        self.put(f"{name} = tensor.empty({', '.join(sizes)}) : {self.type(type_)}")
        return name

    def filled(self, type_, value, sources):
        scalar = self.fresh("s")
        self.put(f"{scalar} = arith.constant {constant_text(value, type_.dtype)}")
        empty, name = self.empty(type_, sources), self.fresh("f")
        text = self.type(type_)
        self.put(f"{name} = linalg.fill ins({scalar} : {type_.dtype}) outs({empty} : {text}) -> {text}")
        return name

    def tensor(self, value):
        """A value as a tensor of its own; constants become dense ones."""
        if value not in self.names:
            node = self.program.nodes[value]
            name = self.fresh("k")
            self.put(f"{name} = arith.constant dense<{constant_text(node.attrs['value'], node.type.dtype).split(' ')[0]}>"
                     f" : {self.type(node.type)}")
            return name
        return self.names[value]

    # ---- bodies of generics

    def leaves(self, value, map_, inputs):
        """Collects what a body that computes `value` reads, as (value, map)."""
        node = self.program.nodes[value]
        if node.op == "const" or node.type.scalar:
            return
        if value in self.inlined:
            for arg, inner in zip(node.args, node.maps):
                self.leaves(arg, tuple(None if d is None else map_[d] for d in inner), inputs)
        elif (value, map_) not in inputs:
            inputs.append((value, map_))

    def scalar(self, value, map_, inputs, root=False):
        """The name of `value` in the body that is being written."""
        node = self.program.nodes[value]
        if node.type.scalar:
            return self.names[value]
        if node.op == "const":
            name = self.fresh("s")
            self.put(f"  {name} = arith.constant {constant_text(node.attrs['value'], node.type.dtype)}")
            return name
        if not root and value not in self.inlined:
            return f"%b{inputs.index((value, map_))}"
        args = [self.scalar(arg, tuple(None if d is None else map_[d] for d in inner), inputs)
                for arg, inner in zip(node.args, node.maps)]
        name = self.fresh("r")
        self.put(f"  {name} = {self.operation(node, args)}")
        return name

    def operation(self, node, args, type_=None):
        """One op on scalars, or on tensors of type `type_`."""
        source = self.program.nodes[node.args[0]].type
        whole = type_ or node.type.dtype
        texts = [self.type_of(a) if type_ else self.program.nodes[a].type.dtype for a in node.args]
        op = ELEMENTWISE[node.op]
        if node.op == "cast":
            op = "arith.extf" if FLOATS[source.dtype].bits < FLOATS[node.type.dtype].bits else "arith.truncf"
        if node.op in ("cmp", "icmp"):
            return f"{op} {node.attrs['predicate']}, {', '.join(args)} : {texts[0]}"
        if node.op == "select":
            return f"{op} {', '.join(args)} : {texts[0] + ', ' + texts[1] if type_ else texts[1]}"
        if node.op in ("cast", "sitofp", "uitofp", "fptosi", "extui"):
            return f"{op} {args[0]} : {texts[0]} to {whole}"
        return f"{op} {', '.join(args)} : {whole}"

    @staticmethod
    def affine(map_, rank):
        return (f"affine_map<({', '.join(f'd{i}' for i in range(rank))}) -> "
                f"({', '.join('0' if d is None else f'd{d}' for d in map_)})>")

    def generic(self, inputs, maps, kinds, out, out_type, body):
        rank = len(kinds)
        name = self.fresh()
        texts = ", ".join(self.type_of(v) for v, _ in inputs)
        operands = ", ".join(self.tensor(v) for v, _ in inputs)
        ins = f"ins({operands} : {texts}) " if inputs else ""
        self.put(f"{name} = linalg.generic {{indexing_maps = [{', '.join(self.affine(m, rank) for m in maps)}], "
                 f"iterator_types = [{', '.join(chr(34) + k + chr(34) for k in kinds)}]}} {ins}"
                 f"outs({out} : {self.type(out_type)}) {{")
        blocks = [f"%b{i}: {self.program.nodes[v].type.dtype}" for i, (v, _) in enumerate(inputs)]
        self.put(f"^bb0({', '.join(blocks + [f'%out: {out_type.dtype}'])}):")
        self.put(f"  linalg.yield {body()} : {out_type.dtype}")
        self.put(f"}} -> {self.type(out_type)}")
        return name

    # ---- nodes

    def elementwise(self, value, node):
        identity = all(m == tuple(range(len(node.type.dims))) for m in node.maps)
        plain = identity and not any(a in self.inlined or self.program.nodes[a].op == "const"
                                     or self.program.nodes[a].type.scalar for a in node.args)
        if plain and node.attrs.get("style") == "tensor":
            name = self.fresh()
            args = [self.tensor(a) for a in node.args]
            self.put(f"{name} = {self.operation(node, args, self.type(node.type))}")
            return name
        inputs, own = [], tuple(range(len(node.type.dims)))
        for arg, map_ in zip(node.args, node.maps):
            self.leaves(arg, map_, inputs)
        out = self.empty(node.type, [v for v, _ in inputs])
        return self.generic(inputs, [m for _, m in inputs] + [own], ["parallel"] * len(own), out, node.type,
                            lambda: self.scalar(value, own, inputs, root=True))

    def widen(self, name, source, target):
        if source == target:
            return name
        out = self.fresh("w")
        op = "arith.extui" if source == "i1" else "arith.extsi"
        if is_float(source):
            op = "arith.extf" if FLOATS[source].bits < FLOATS[target].bits else "arith.truncf"
        self.put(f"  {out} = {op} {name} : {source} to {target}")
        return out

    def reduce(self, value, node):
        source = self.program.nodes[node.args[0]].type
        axes, op = node.attrs["axes"], REDUCERS[node.attrs["kind"]]
        inputs = []
        self.leaves(node.args[0], node.maps[0], inputs)
        out = self.filled(node.type, node.attrs["init"], [v for v, _ in inputs])
        own = tuple(i for i in range(len(source.dims)) if i not in axes)
        kinds = ["reduction" if i in axes else "parallel" for i in range(len(source.dims))]

        def body():
            item = self.scalar(node.args[0], node.maps[0], inputs)
            item = self.widen(item, source.dtype, node.type.dtype)
            name = self.fresh("r")
            order = (item, "%out") if node.attrs.get("flip") else ("%out", item)
            self.put(f"  {name} = {op} {order[0]}, {order[1]} : {node.type.dtype}")
            return name
        if not inputs:
            raise ValueError("a reduction of a constant has no shape")
        return self.generic(inputs, [m for _, m in inputs] + [own], kinds, out, node.type, body)

    def contract(self, value, node):
        a, b = node.args[:2]
        types = [self.program.nodes[v].type.dtype for v in (a, b)]
        out = (self.tensor(node.args[2]) if len(node.args) > 2
               else self.filled(node.type, 0.0, (a, b)))
        if node.attrs.get("named"):
            name, text = self.fresh(), self.type(node.type)
            self.put(f"{name} = linalg.{node.attrs['named']} ins({self.tensor(a)}, {self.tensor(b)} : "
                     f"{self.type_of(a)}, {self.type_of(b)}) outs({out} : {text}) -> {text}")
            return name
        inputs = list(dict.fromkeys([(a, node.maps[0]), (b, node.maps[1])]))
        own = tuple(range(len(node.type.dims)))
        kinds = ["parallel" if i in own else "reduction" for i in range(len(node.attrs["space"]))]

        def body():
            names = [self.widen(f"%b{inputs.index((v, m))}", t, node.type.dtype)
                     for v, m, t in zip((a, b), node.maps, types)]
            product, total = self.fresh("r"), self.fresh("r")
            self.put(f"  {product} = arith.mulf {names[0]}, {names[1]} : {node.type.dtype}")
            self.put(f"  {total} = arith.addf %out, {product} : {node.type.dtype}")
            return total
        return self.generic(inputs, [m for _, m in inputs] + [own], kinds, out, node.type, body)

    def softmax(self, value, node):
        out, name = self.empty(node.type, node.args), self.fresh()
        text = self.type(node.type)
        self.put(f"{name} = linalg.softmax dimension({node.attrs['axis']}) ins({self.tensor(node.args[0])} : {text}) "
                 f"outs({out} : {text}) -> {text}")
        return name

    def transpose(self, value, node):
        out, name = self.empty(node.type, node.args), self.fresh()
        self.put(f"{name} = linalg.transpose ins({self.tensor(node.args[0])} : {self.type_of(node.args[0])}) "
                 f"outs({out} : {self.type(node.type)}) permutation = {list(node.attrs['order'])}")
        return name

    def slice(self, value, node):
        source, name = node.args[0], self.fresh()
        offsets = node.attrs["offsets"]
        sizes = [str(self.program.dims[d].extent) if not self.program.dims[d].dynamic else self.extent_of(d, [source])
                 for d in node.type.dims]
        self.put(f"{name} = tensor.extract_slice {self.tensor(source)}[{', '.join(map(str, offsets))}] "
                 f"[{', '.join(sizes)}] [{', '.join('1' for _ in sizes)}] : {self.type_of(source)} to {self.type(node.type)}")
        return name

    def pad(self, value, node):
        source, name, scalar = node.args[0], self.fresh(), self.fresh("s")
        rank = len(node.type.dims)
        self.put(f"{scalar} = arith.constant {constant_text(node.attrs['value'], node.type.dtype)}")
        self.put(f"{name} = tensor.pad {self.tensor(source)} low[{', '.join(map(str, node.attrs['low']))}] "
                 f"high[{', '.join(map(str, node.attrs['high']))}] {{")
        self.put(f"^bb0({', '.join(f'%i{i}: index' for i in range(rank))}):")
        self.put(f"  tensor.yield {scalar} : {node.type.dtype}")
        self.put(f"}} : {self.type_of(source)} to {self.type(node.type)}")
        return name

    def concat(self, value, node):
        name = self.fresh()
        self.put(f"{name} = tensor.concat dim({node.attrs['axis']}) {', '.join(self.tensor(a) for a in node.args)} : "
                 f"({', '.join(self.type_of(a) for a in node.args)}) -> {self.type(node.type)}")
        return name

    def reshape(self, value, node):
        """`groups` of the longer shape's dimensions make the shorter one's."""
        source, name = node.args[0], self.fresh()
        groups = [list(g) for g in node.attrs["groups"]]
        longer = len(self.program.nodes[source].type.dims) < len(node.type.dims)
        text = f"{name} = tensor.{'expand' if longer else 'collapse'}_shape {self.tensor(source)} {groups}"
        if longer:
            sizes = [str(self.program.dims[d].extent) if not self.program.dims[d].dynamic
                     else self.extent_of(d, [source]) for d in node.type.dims]
            text += f" output_shape [{', '.join(sizes)}]"
        self.put(f"{text} : {self.type_of(source)} into {self.type(node.type)}")
        return name

    def gather(self, value, node):
        """Rows of `args[0]` by the indices in `args[1]`."""
        table, indices = node.args
        rank = len(node.type.dims)
        out = self.empty(node.type, [indices, table])
        inputs = [(indices, (0,))]

        def body():
            at = self.fresh("r")
            self.put(f"  {at} = arith.index_cast %b0 : {self.program.nodes[indices].type.dtype} to index")
            places = [at]
            for d in range(1, rank):
                places.append(self.fresh("r"))
                self.put(f"  {places[-1]} = linalg.index {d} : index")
            item = self.fresh("r")
            self.put(f"  {item} = tensor.extract {self.tensor(table)}[{', '.join(places)}] : {self.type_of(table)}")
            return item
        return self.generic(inputs, [(0,), tuple(range(rank))], ["parallel"] * rank, out, node.type, body)

    def call(self, value, node):
        inner, name = node.attrs["program"], self.fresh()
        callee = f"{self.program.name}_{inner.name}_{value}"
        self.before += Emitter(inner).function(callee, private=True)
        self.put(f"{name} = func.call @{callee}({', '.join(self.tensor(a) for a in node.args)}) : "
                 f"({', '.join(self.type_of(a) for a in node.args)}) -> {self.type(node.type)}")
        return name

    def loop(self, value, node):
        """`args[0]` is carried through `program` `trips` times, the others are captured."""
        inner, name = node.attrs["program"], self.fresh()
        low, high, step = self.index(0), self.index(node.attrs["trips"]), self.index(1)
        carried, text = f"{name}_carried", self.type(node.type)
        self.put(f"{name} = scf.for {name}_i = {low} to {high} step {step} iter_args({carried} = "
                 f"{self.tensor(node.args[0])}) -> ({text}) {{")
        body = Emitter(inner, prefix=f"{self.prefix}l{value}")
        for arg, outer in zip(inner.args(), [carried] + [self.tensor(a) for a in node.args[1:]]):
            body.names[arg] = outer
        body.all_nodes()
        self.lines += ["  " + line for line in body.lines]
        self.put(f"  scf.yield {body.tensor(inner.results[0])} : {text}")
        self.put("}")
        return name

    def all_nodes(self):
        for value, node in enumerate(self.program.nodes):
            if value in self.names or node.op == "const" or value in self.inlined:
                continue
            make = self.elementwise if node.op in ELEMENTWISE else getattr(self, node.op)
            self.names[value] = make(value, node)

    def function(self, name, private=False):
        args = self.program.args()
        for i, value in enumerate(args):
            self.names[value] = f"%arg{i}"
        signature = ", ".join(f"%arg{i}: {self.type_of(v)}" for i, v in enumerate(args))
        self.all_nodes()
        results = [self.tensor(r) for r in self.program.results]
        types = ", ".join(self.type_of(r) for r in self.program.results)
        returned = f"  return {', '.join(results)} : {types}"
        head = f"func.func {'private ' if private else ''}@{name}({signature}) -> ({types}) {{"
        return self.before + [head] + self.lines + [returned, "}"]
