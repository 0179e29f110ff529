"""The kernels of sass_table.py as Triton compiles them, for comparison.

Needs Triton, no GPU. `cubins(chip)` yields (op, elements a thread, cubin).
"""
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(x, y, n: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, n)
    v = tl.load(x + at).to(tl.float32)
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + at, (e / tl.sum(e, 0)).to(tl.float16))


@triton.jit
def layer_norm(x, g, y, n: tl.constexpr):
    c = tl.arange(0, n)
    at = tl.program_id(0) * n + c
    v = tl.load(x + at).to(tl.float32)
    d = v - tl.sum(v, 0) / n
    r = tl.rsqrt(tl.sum(d * d, 0) / n + 1e-5)
    tl.store(y + at, (d * r * tl.load(g + c).to(tl.float32)).to(tl.float16))


@triton.jit
def rms_norm(x, g, y, n: tl.constexpr):
    c = tl.arange(0, n)
    at = tl.program_id(0) * n + c
    v = tl.load(x + at).to(tl.float32)
    r = tl.rsqrt(tl.sum(v * v, 0) / n + 1e-5)
    tl.store(y + at, (v * r * tl.load(g + c).to(tl.float32)).to(tl.float16))


@triton.jit
def gelu(x, y, n: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, n)
    v = tl.load(x + at).to(tl.float32)
    tl.store(y + at, (v * 0.5 * (1.0 + tl.erf(v * 0.70710678))).to(tl.float16))


@triton.jit
def matmul(a, b, c, m, n, k, bm: tl.constexpr, bn: tl.constexpr, bk: tl.constexpr):
    tiles = tl.cdiv(n, bn)
    rows = tl.program_id(0) // tiles * bm + tl.arange(0, bm)
    cols = tl.program_id(0) % tiles * bn + tl.arange(0, bn)
    ks = tl.arange(0, bk)
    left = a + rows[:, None] * k + ks[None, :]
    right = b + cols[None, :] * k + ks[:, None]
    acc = tl.zeros((bm, bn), tl.float32)
    for _ in range(0, tl.cdiv(k, bk)):
        acc += tl.dot(tl.load(left), tl.load(right))
        left += bk
        right += bk
    tl.store(c + rows[:, None] * n + cols[None, :], acc.to(tl.float16))


@triton.jit
def conv(x, w, bias, y, h: tl.constexpr, wide: tl.constexpr, c: tl.constexpr, f: tl.constexpr, side: tl.constexpr,
         bm: tl.constexpr, bn: tl.constexpr, bk: tl.constexpr):
    """NHWC, weight FHWC, stride 1, a bias and a ReLU: a matmul that reads the input where row and k say."""
    oh: tl.constexpr = h - side + 1
    ow: tl.constexpr = wide - side + 1
    k: tl.constexpr = side * side * c
    tiles = f // bn
    rows = tl.program_id(0) // tiles * bm + tl.arange(0, bm)
    cols = tl.program_id(0) % tiles * bn + tl.arange(0, bn)
    ks = tl.arange(0, bk)
    left = x + ((rows // (oh * ow) * h + rows // ow % oh) * wide + rows % ow)[:, None] * c
    right = w + cols[None, :] * k + ks[:, None]
    acc = tl.zeros((bm, bn), tl.float32)
    for start in range(0, k, bk):
        at = start + ks
        place = at // c
        offset = (place // side * wide + place % side) * c + at % c
        acc = tl.dot(tl.load(left + offset[None, :]), tl.load(right), acc)
        right += bk
    acc = tl.maximum(acc + tl.load(bias + cols).to(tl.float32)[None, :], 0.0)
    tl.store(y + rows[:, None] * f + cols[None, :], acc.to(tl.float16))


@triton.jit
def attention(q, k, v, o, n, d: tl.constexpr, bm: tl.constexpr, bn: tl.constexpr):
    rows = tl.program_id(0) * bm + tl.arange(0, bm)
    ds = tl.arange(0, d)
    query = tl.load(q + rows[:, None] * d + ds[None, :])
    acc = tl.zeros((bm, d), tl.float32)
    top = tl.full((bm,), -float("inf"), tl.float32)
    total = tl.zeros((bm,), tl.float32)
    for start in range(0, n, bn):
        cols = start + tl.arange(0, bn)
        s = tl.dot(query, tl.load(k + cols[None, :] * d + ds[:, None]))
        now = tl.maximum(top, tl.max(s, 1))
        e = tl.exp(s - now[:, None])
        scale = tl.exp(top - now)
        total = total * scale + tl.sum(e, 1)
        acc = acc * scale[:, None]
        acc = tl.dot(e.to(tl.float16), tl.load(v + cols[:, None] * d + ds[None, :]), acc)
        top = now
    tl.store(o + rows[:, None] * d + ds[None, :], (acc / total[:, None]).to(tl.float16))


# op: kernel, its constants, elements a thread, warps.
KERNELS = {
    "softmax": (softmax, {"n": 4096}, 16, 8),
    "layer_norm": (layer_norm, {"n": 4096}, 16, 8),
    "rms_norm": (rms_norm, {"n": 4096}, 16, 8),
    "gelu": (gelu, {"n": 2048}, 8, 8),
    "matmul": (matmul, {"bm": 128, "bn": 128, "bk": 32}, 64, 8),
    "conv": (conv, {"h": 58, "wide": 58, "c": 128, "f": 128, "side": 3, "bm": 128, "bn": 128, "bk": 32}, 64, 8),
    "attention": (attention, {"d": 64, "bm": 64, "bn": 64}, 32, 4),
}


def cubins(chip):
    for op, (kernel, constants, elements, warps) in KERNELS.items():
        signature, hints = {}, {}
        for i, name in enumerate(kernel.arg_names):
            if name in constants:
                signature[name] = "constexpr"
                continue
            signature[name] = "i32" if name in ("m", "n", "k") and op in ("matmul", "attention") and not (
                op == "attention" and name == "k") else "*fp16"
            hints[(i,)] = [["tt.divisibility", 16]]
        source = ASTSource(kernel, signature, constants, hints)
        made = triton.compile(source, target=GPUTarget("cuda", int(chip[3:]), 32),
                              options={"num_warps": warps, "num_stages": 3})
        yield op, elements, made.asm["cubin"]
