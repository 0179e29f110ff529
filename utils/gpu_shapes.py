"""Models of single ops in many shapes, for the checks on GPU kernels.

`functions()` yields (name, text of a func.func): softmax, norms, activations,
sums, matmuls, convolutions and attention in f16 and bf16, in shapes that are
round, odd, prime, tiny, huge and dynamic.
"""

TWO = "affine_map<(d0, d1) -> (d0, d1)>"
ROW = "affine_map<(d0, d1) -> (d0)>"
COL = "affine_map<(d0, d1) -> (d1)>"


def shape(*sizes):
    return "x".join("?" if s is None else str(s) for s in sizes)


class Function:
    """The text of one function, op by op."""

    def __init__(self, name, args, result):
        self.lines, self.count, self.dims = [], 0, {}
        self.head = f"func.func @{name}({args}) -> {result} {{"
        self.result = result

    def add(self, text):
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def empty(self, source, sizes, element):
        dims = []
        for i, size in enumerate(sizes):
            if size is None:
                index = self.add(f"arith.constant {i} : index")
                dims.append(self.add(f"tensor.dim {source[0]}, {index} : {source[1]}"))
        kind = f"tensor<{shape(*sizes)}x{element}>"
        return self.add(f"tensor.empty({', '.join(dims)}) : {kind}"), kind

    def generic(self, maps, iterators, ins, out, body):
        """body: lines on %a, %b, … and %o, the last one 'yield X : T'."""
        names = ["%a", "%b", "%c", "%d"][: len(ins)]
        args = [f"{n}: {t.rsplit('x', 1)[-1].rstrip('>').split('<')[-1]}" for n, (_, t) in zip(names, ins)]
        element = out[1].rsplit("x", 1)[-1].rstrip(">").split("<")[-1]
        lines = "\n".join(f"    {line}" for line in body)
        return self.add(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(chr(34) + i + chr(34) for i in iterators)}]}} "
            f"ins({', '.join(n for n, _ in ins)} : {', '.join(t for _, t in ins)}) outs({out[0]} : {out[1]}) {{\n"
            f"  ^bb0({', '.join(args)}, %o: {element}):\n{lines}\n  }} -> {out[1]}")

    def fill(self, value, element, out):
        constant = self.add(f"arith.constant {value} : {element}")
        return self.add(f"linalg.fill ins({constant} : {element}) outs({out[0]} : {out[1]}) -> {out[1]}")

    def text(self, value):
        return "\n".join([self.head, *self.lines, f"  return {value} : {self.result}", "}"])


def reduce_rows(f, x, kind, sizes, start, body):
    out = f.empty((x, kind), sizes[:1], "f32")
    init = f.fill(start, "f32", out)
    return f.generic([TWO, ROW], ["parallel", "reduction"], [(x, kind)], (init, out[1]), body), out[1]


def widened(f, kind, sizes, element):
    out = f.empty(("%x", kind), sizes, "f32")
    body = [f"%f = arith.extf %a : {element} to f32", "linalg.yield %f : f32"]
    return f.generic([TWO, TWO], ["parallel"] * 2, [("%x", kind)], out, body), out[1]


def softmax(name, sizes, element):
    kind = f"tensor<{shape(*sizes)}x{element}>"
    f = Function(name, f"%x: {kind}", kind)
    w, wide = widened(f, kind, sizes, element)
    top, row = reduce_rows(f, w, wide, sizes, "0xFF800000",
                           ["%m = arith.maximumf %a, %o : f32", "linalg.yield %m : f32"])
    e = f.generic([TWO, ROW, TWO], ["parallel"] * 2, [(w, wide), (top, row)],
                  f.empty(("%x", kind), sizes, "f32"),
                  ["%s = arith.subf %a, %b : f32", "%e = math.exp %s : f32", "linalg.yield %e : f32"])
    total, _ = reduce_rows(f, e, wide, sizes, "0.0", ["%s = arith.addf %a, %o : f32", "linalg.yield %s : f32"])
    y = f.generic([TWO, ROW, TWO], ["parallel"] * 2, [(e, wide), (total, row)], f.empty(("%x", kind), sizes, element),
                  ["%q = arith.divf %a, %b : f32", f"%t = arith.truncf %q : f32 to {element}",
                   f"linalg.yield %t : {element}"])
    return f.text(y)


def norm(name, sizes, element, subtracts_mean):
    """layer_norm and rms_norm of rows, with a weight."""
    kind, weight = f"tensor<{shape(*sizes)}x{element}>", f"tensor<{shape(sizes[1])}x{element}>"
    f = Function(name, f"%x: {kind}, %g: {weight}", kind)
    f.lines.append(f"  %n = arith.constant {float(sizes[1] or 512)} : f32\n  %eps = arith.constant 1.0e-05 : f32")
    w, wide = widened(f, kind, sizes, element)
    if subtracts_mean:
        total, row = reduce_rows(f, w, wide, sizes, "0.0", ["%s = arith.addf %a, %o : f32", "linalg.yield %s : f32"])
        w = f.generic([TWO, ROW, TWO], ["parallel"] * 2, [(w, wide), (total, row)],
                      f.empty(("%x", kind), sizes, "f32"),
                      ["%m = arith.divf %b, %n : f32", "%s = arith.subf %a, %m : f32", "linalg.yield %s : f32"])
    square, row = reduce_rows(f, w, wide, sizes, "0.0",
                              ["%q = arith.mulf %a, %a : f32", "%s = arith.addf %q, %o : f32",
                               "linalg.yield %s : f32"])
    y = f.generic([TWO, ROW, COL, TWO], ["parallel"] * 2, [(w, wide), (square, row), ("%g", weight)],
                  f.empty(("%x", kind), sizes, element),
                  ["%m = arith.divf %b, %n : f32", "%p = arith.addf %m, %eps : f32", "%r = math.rsqrt %p : f32",
                   "%s = arith.mulf %a, %r : f32", f"%h = arith.extf %c : {element} to f32",
                   "%u = arith.mulf %s, %h : f32", f"%t = arith.truncf %u : f32 to {element}",
                   f"linalg.yield %t : {element}"])
    return f.text(y)


GELU = ["%half = arith.constant 0.5 : f32", "%one = arith.constant 1.0 : f32", "%k = arith.constant 0.70710678 : f32",
        "%m = arith.mulf %f, %k : f32", "%e = math.erf %m : f32", "%p = arith.addf %e, %one : f32",
        "%h = arith.mulf %f, %half : f32", "%y = arith.mulf %h, %p : f32"]


def gelu(name, sizes, element):
    kind = f"tensor<{shape(*sizes)}x{element}>"
    f = Function(name, f"%x: {kind}", kind)
    y = f.generic([TWO, TWO], ["parallel"] * 2, [("%x", kind)], f.empty(("%x", kind), sizes, element),
                  [f"%f = arith.extf %a : {element} to f32", *GELU, f"%t = arith.truncf %y : f32 to {element}",
                   f"linalg.yield %t : {element}"])
    return f.text(y)


def row_sum(name, sizes, element):
    kind = f"tensor<{shape(*sizes)}x{element}>"
    f = Function(name, f"%x: {kind}", f"tensor<{shape(sizes[0])}x{element}>")
    w, wide = widened(f, kind, sizes, element)
    total, row = reduce_rows(f, w, wide, sizes, "0.0", ["%s = arith.addf %a, %o : f32", "linalg.yield %s : f32"])
    out = f.empty(("%x", kind), sizes[:1], element)
    one = "affine_map<(d0) -> (d0)>"
    y = f.generic([one, one], ["parallel"], [(total, row)], out,
                  [f"%t = arith.truncf %a : f32 to {element}", f"linalg.yield %t : {element}"])
    return f.text(y)


def matmul(name, sizes, element, activation=False):
    """x [m, k] times weight [n, k], as exporters write a linear layer, plus a bias."""
    m, n, k = sizes
    left, right = f"tensor<{shape(m, k)}x{element}>", f"tensor<{shape(n, k)}x{element}>"
    bias, out = f"tensor<{shape(n)}x{element}>", f"tensor<{shape(m, n)}x{element}>"
    f = Function(name, f"%x: {left}, %w: {right}, %bias: {bias}", out)
    dims = []
    if m is None:
        dims.append(f.add(f"tensor.dim %x, {f.add('arith.constant 0 : index')} : {left}"))
    if n is None:
        dims.append(f.add(f"tensor.dim %w, {f.add('arith.constant 0 : index')} : {right}"))
    wide = f"tensor<{shape(m, n)}xf32>"
    init = f.fill("0.0", "f32", (f.add(f"tensor.empty({', '.join(dims)}) : {wide}"), wide))
    maps = [f"affine_map<(d0, d1, d2) -> ({r})>" for r in ("d0, d2", "d1, d2", "d0, d1")]
    c = f.generic(maps, ["parallel", "parallel", "reduction"], [("%x", left), ("%w", right)], (init, wide),
                  [f"%p = arith.extf %a : {element} to f32", f"%q = arith.extf %b : {element} to f32",
                   "%r = arith.mulf %p, %q : f32", "%s = arith.addf %r, %o : f32", "linalg.yield %s : f32"])
    y = f.generic([TWO, COL, TWO], ["parallel"] * 2, [(c, wide), ("%bias", bias)],
                  (f.add(f"tensor.empty({', '.join(dims)}) : {out}"), out),
                  [f"%i = arith.extf %b : {element} to f32", "%f = arith.addf %a, %i : f32",
                   *(GELU if activation else []),
                   f"%t = arith.truncf {'%y' if activation else '%f'} : f32 to {element}",
                   f"linalg.yield %t : {element}"])
    return f.text(y)


def convolution(name, layout, sizes, element, padding=(0, 0, 0, 0)):
    """x convolved with a square weight, plus a bias of the output's channels, where the sums start, then a ReLU.

    padding: rows of zeros above, below, left and right of x.
    """
    batch, channels, height, width, filters, side, stride, dilation = sizes
    more = {"h": sum(padding[:2]), "w": sum(padding[2:])}
    over = {a: more[a] - dilation * (side - 1) - 1 for a in "hw"}
    high, wide = ((e + over[a]) // stride + 1 if e else None for a, e in (("h", height), ("w", width)))
    axes = {"n": batch, "c": channels, "h": height, "w": width, "f": filters}
    first, second = layout.split("_")
    source = f"tensor<{shape(*(axes[a] for a in first))}x{element}>"
    weight = f"tensor<{shape(*(side if a in 'hw' else axes[a] for a in second))}x{element}>"
    outer = [{"n": batch, "c": filters, "h": high, "w": wide}[a] for a in first]
    sums, out = f"tensor<{shape(*outer)}xf32>", f"tensor<{shape(*outer)}x{element}>"
    f = Function(name, f"%x: {source}, %w: {weight}, %bias: tensor<{filters}x{element}>", out)
    dims = []
    for at, axis in enumerate(first):
        if axis == "c" or axes[axis] is not None:
            continue
        dims.append(f.add(f"tensor.dim %x, {f.add(f'arith.constant {at} : index')} : {source}"))
        if axis != "n":
            added = f.add(f"arith.addi {dims[-1]}, {f.add(f'arith.constant {over[axis]} : index')} : index")
            steps = f.add(f"arith.divui {added}, {f.add(f'arith.constant {stride} : index')} : index")
            dims[-1] = f.add(f"arith.addi {steps}, {f.add('arith.constant 1 : index')} : index")

    def empty(kind):
        return f.add(f"tensor.empty({', '.join(dims)}) : {kind}"), kind

    x, padded = "%x", source
    if any(padding):
        kind = [axes[a] + more.get(a, 0) if axes[a] is not None else None for a in first]
        padded = f"tensor<{shape(*kind)}x{element}>"
        lows, highs = ({"h": padding[i], "w": padding[i + 2]} for i in (0, 1))
        low, end = (", ".join(str(ends.get(a, 0)) for a in first) for ends in (lows, highs))
        zero = f.add(f"arith.constant 0.0 : {element}")
        x = f.add(f"tensor.pad %x low[{low}] high[{end}] {{\n  ^bb0(%p: index, %q: index, %r: index, %s: index):\n"
                  f"    tensor.yield {zero} : {element}\n  }} : {source} to {padded}")
    loops = ", ".join(f"d{i}" for i in range(4))
    every = f"affine_map<({loops}) -> ({loops})>"
    one = f"affine_map<({loops}) -> (d{first.index('c')})>"
    start = f.generic([one, every], ["parallel"] * 4, [("%bias", f"tensor<{filters}x{element}>")], empty(sums),
                      [f"%f = arith.extf %a : {element} to f32", "linalg.yield %f : f32"])
    c = f.add(f"linalg.conv_2d_{layout} {{dilations = dense<{dilation}> : vector<2xi64>, strides = dense<{stride}> : "
              f"vector<2xi64>}} ins({x}, %w : {padded}, {weight}) outs({start} : {sums}) -> {sums}")
    y = f.generic([every, every], ["parallel"] * 4, [(c, sums)], empty(out),
                  ["%z = arith.constant 0.0 : f32", "%m = arith.maximumf %a, %z : f32",
                   f"%t = arith.truncf %m : f32 to {element}", f"linalg.yield %t : {element}"])
    return f.text(y)


def attention(name, sizes, element, masked=False):
    """softmax(q k) v, or of q k + mask, scores and softmax in f32, the weights cast."""
    heads, queries, keys, depth = sizes
    kinds = {"%q": f"tensor<{shape(heads, queries, depth)}x{element}>",
             "%k": f"tensor<{shape(heads, keys, depth)}x{element}>",
             "%v": f"tensor<{shape(heads, keys, depth)}x{element}>"}
    out = kinds["%q"]
    if masked:
        kinds["%mask"] = f"tensor<{shape(queries, keys)}x{element}>"
    f = Function(name, ", ".join(f"{n}: {t}" for n, t in kinds.items()), out)
    one = f.add("arith.constant 1 : index")
    dims = {axis: f.add(f"tensor.dim {source}, {one} : {kinds[source]}")
            for axis, size, source in (("q", queries, "%q"), ("k", keys, "%k")) if size is None}

    def empty(axes, kind):
        extents = [heads] + [{"q": queries, "k": keys, "d": depth}[a] for a in axes]
        text = f"tensor<{shape(*extents)}x{kind}>"
        return f.add(f"tensor.empty({', '.join(dims[a] for a in axes if a in dims)}) : {text}"), text

    def maps(*results):
        loops = ", ".join(f"d{i}" for i in range(4))
        return [f"affine_map<({loops}) -> ({r})>" for r in results]

    three = "affine_map<(d0, d1, d2) -> (d0, d1, d2)>"
    rows = "affine_map<(d0, d1, d2) -> (d0, d1)>"
    cast = element != "f32"

    def widen(result, source):
        return [f"{result} = arith.extf {source} : {element} to f32"] if cast else []

    p, r = ("%p", "%r") if cast else ("%a", "%b")
    product = [*widen(p, "%a"), *widen(r, "%b"), f"%s = arith.mulf {p}, {r} : f32", "%t = arith.addf %s, %o : f32",
               "linalg.yield %t : f32"]
    narrow = [f"%t = arith.truncf %s : f32 to {element}"] if cast else []
    last = f"linalg.yield {'%t' if cast else '%s'} : {element}"
    contract, each, reduce = ["parallel"] * 3 + ["reduction"], ["parallel"] * 3, ["parallel"] * 2 + ["reduction"]

    def filled(axes, value):
        place = empty(axes, "f32")
        return f.fill(value, "f32", place), place[1]

    def op(*args):
        return f.generic(*args), args[3][1]

    scores = op(maps("d0, d1, d3", "d0, d2, d3", "d0, d1, d2"), contract,
                [("%q", kinds["%q"]), ("%k", kinds["%k"])], filled("qk", "0.0"), product)
    if masked:
        scores = op([three, "affine_map<(d0, d1, d2) -> (d1, d2)>", three], each, [scores, ("%mask", kinds["%mask"])],
                    empty("qk", "f32"), [*widen(r, "%b"), "%h = arith.constant 0.3 : f32", "%s = arith.mulf %a, %h : f32",
                                         f"%t = arith.addf %s, {r} : f32", "linalg.yield %t : f32"])
    top = op([three, rows], reduce, [scores], filled("q", "0xFF800000"),
             ["%m = arith.maximumf %a, %o : f32", "linalg.yield %m : f32"])
    e = op([three, rows, three], each, [scores, top], empty("qk", "f32"),
           ["%s = arith.subf %a, %b : f32", "%e = math.exp %s : f32", "linalg.yield %e : f32"])
    total = op([three, rows], reduce, [e], filled("q", "0.0"),
               ["%s = arith.addf %a, %o : f32", "linalg.yield %s : f32"])
    weights = op([three, rows, three], each, [e, total], empty("qk", element),
                 ["%s = arith.divf %a, %b : f32", *narrow, last])
    y = op(maps("d0, d1, d3", "d0, d3, d2", "d0, d1, d2"), contract, [weights, ("%v", kinds["%v"])],
           filled("qd", "0.0"), product)
    if not cast:
        return f.text(y[0])
    return f.text(op([three, three], each, [y], empty("qd", element),
                     [f"%t = arith.truncf %a : f32 to {element}", f"linalg.yield %t : {element}"])[0])


ROWS = [(1, 1), (1, 7), (3, 5), (16, 8), (5, 31), (64, 64), (7, 127), (33, 128), (2, 257), (128, 384), (31, 509),
        (16, 768), (9, 1000), (8, 1024), (4, 1536), (3, 2047), (64, 4096), (8192, 4096), (5, 8191), (2, 8192), (2, 16384),
        (1, 50257), (2, 131072), (None, 64), (None, 4096), (None, None), (16, None)]
ELEMENTS = [(1, 1), (3, 7), (64, 64), (1, 65537), (1024, 4096), (8192, 4096), (None, 4096), (None, None)]
MATMULS = [(1, 64, 64), (2, 3, 5), (7, 11, 13), (16, 16, 16), (32, 384, 384), (31, 33, 37), (64, 96, 64),
           (128, 256, 512), (127, 129, 131), (97, 101, 1031), (256, 1000, 768), (1024, 1024, 1024),
           (4096, 4096, 4096), (512, 50257, 768), (None, 384, 384), (None, 1536, 384), (None, None, None),
           (8, 2048, 2048), (17, 8, 8), (8192, 64, 64)]

# Batch, channels, height, width, filters, the kernel's side, stride, dilation.
CONVOLUTIONS = [(1, 64, 58, 58, 64, 3, 1, 1), (32, 128, 58, 58, 128, 3, 1, 1), (2, 3, 229, 229, 64, 7, 2, 1),
                (3, 13, 17, 19, 23, 3, 1, 1), (2, 16, 12, 10, 24, 3, 2, 1), (1, 8, 15, 15, 40, 3, 1, 2),
                (None, 32, 16, 16, 64, 3, 1, 1), (4, 256, 14, 14, 512, 1, 1, 1), (1, 512, 7, 7, 2048, 1, 1, 1),
                (2, 5, 9, 11, 8, 2, 1, 1), (64, 64, 56, 56, 256, 1, 1, 1), (1, 96, 9, 9, 9, 3, 2, 2)]
# The same, and the zeros around: above, below, left, right.
PADDED_CONVOLUTIONS = [((32, 128, 56, 56, 128, 3, 1, 1), (1, 1, 1, 1)), ((2, 3, 224, 224, 64, 7, 2, 1), (3, 2, 3, 2)),
                       ((1, 64, 56, 56, 64, 3, 1, 1), (1, 1, 1, 1)), ((3, 13, 15, 17, 23, 3, 1, 1), (1, 1, 1, 1)),
                       ((1, 8, 15, 15, 40, 3, 1, 2), (2, 2, 2, 2)), ((2, 16, 12, 10, 24, 3, 2, 1), (0, 1, 0, 1)),
                       ((None, 32, 14, 14, 64, 3, 1, 1), (1, 1, 1, 1)), ((2, 16, None, None, 24, 3, 1, 1), (1, 1, 1, 1)),
                       ((2, 16, 12, 10, 24, 1, 1, 1), (1, 0, 2, 1)), ((1, 96, 4, 3, 9, 5, 1, 1), (2, 2, 4, 0))]
LAYOUTS = ["nchw_fchw", "nhwc_hwcf", "nhwc_fhwc"]

ATTENTIONS = [(4, 100, 100, 32), (12, 32, 32, 32), (8, 1024, 1024, 64), (2, 77, 77, 64), (2, 1, 128, 64),
              (2, 4096, 4096, 128), (3, 31, 37, 40), (4, None, None, 64)]
MASKED_ATTENTIONS = [(2, 77, 77, 64), (2, 100, 128, 128), (3, 31, 37, 40)]


def functions():
    def label(sizes):
        return "_".join("d" if s is None else str(s) for s in sizes)

    for element in ("f16", "bf16"):
        for sizes in ROWS:
            end = f"{label(sizes)}_{element}"
            yield f"softmax_{end}", softmax(f"softmax_{end}", sizes, element)
            yield f"layer_norm_{end}", norm(f"layer_norm_{end}", sizes, element, True)
            yield f"rms_norm_{end}", norm(f"rms_norm_{end}", sizes, element, False)
            yield f"sum_{end}", row_sum(f"sum_{end}", sizes, element)
        for sizes in ELEMENTS:
            end = f"{label(sizes)}_{element}"
            yield f"gelu_{end}", gelu(f"gelu_{end}", sizes, element)
        for sizes in MATMULS:
            end = f"{label(sizes)}_{element}"
            yield f"matmul_{end}", matmul(f"matmul_{end}", sizes, element)
            yield f"linear_gelu_{end}", matmul(f"linear_gelu_{end}", sizes, element, True)
        for layout in LAYOUTS:
            for sizes in CONVOLUTIONS:
                name = f"conv_{layout}_{label(sizes)}_{element}"
                yield name, convolution(name, layout, sizes, element)
            for sizes, padding in PADDED_CONVOLUTIONS:
                name = f"conv_pad_{layout}_{label(sizes)}_{label(padding)}_{element}"
                yield name, convolution(name, layout, sizes, element, padding)
        for sizes in ATTENTIONS:
            end = f"{label(sizes)}_{element}"
            yield f"attention_{end}", attention(f"attention_{end}", sizes, element)
    for element in ("f16", "bf16", "f32"):
        for sizes in MASKED_ATTENTIONS:
            end = f"{label(sizes)}_{element}"
            yield f"masked_attention_{end}", attention(f"masked_attention_{end}", sizes, element, masked=True)
