#!/usr/bin/env python3
"""All that is to be done on a machine with an NVIDIA GPU, in one call.

1. Correctness: every shape of utils/gpu_shapes.py on the GPU against the CPU
   target (utils/check_gpu_kernels.py).
2. Times of a step in each form, without guards, and with them: the scan's cost
   and the price of safe and unfused.
3. The same ops in PyTorch (cuBLAS, cuDNN) by CUDA events, where it is installed.

Prints one table. Without a GPU it says what it would do.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils"))
import gpu_shapes  # noqa: E402

TIMED = ["softmax_64_4096_f16", "layer_norm_64_4096_f16", "rms_norm_64_4096_f16", "gelu_1024_4096_f16",
         "matmul_1024_1024_1024_f16", "matmul_4096_4096_4096_f16", "attention_8_1024_1024_64_f16"]
COLUMNS = {"unguarded": ["--unguarded"], "fused": ["--tiers=fused"], "safe": ["--tiers=safe"],
           "unfused": ["--tiers=unfused"]}


def has_gpu():
    done = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True) if which("nvidia-smi") else None
    return bool(done and done.returncode == 0 and "GPU" in done.stdout)


def which(program):
    from shutil import which as find
    return find(program)


def step_time(runner, model, flags, device):
    """Microseconds of a step: the median that nanguard-run prints."""
    done = subprocess.run([runner, str(model), f"--device={device}", "--input=random:1", "--steps=50", "--time",
                           "--quiet", *flags], capture_output=True, text=True)
    found = re.search(r"([\d.]+) ?(us|µs|ms|s)\b", done.stdout + done.stderr)
    if done.returncode != 0 or not found:
        return None
    return float(found[1]) * {"us": 1, "µs": 1, "ms": 1e3, "s": 1e6}[found[2]]


def torch_time(name):
    """The op in PyTorch, by events; None where there is none."""
    try:
        import torch
        import torch.nn.functional as F
    except ImportError:
        return None
    kind, sizes = re.match(r"(\w+?)_((?:\d+_)+)f16", name).groups()
    sizes = [int(s) for s in sizes.strip("_").split("_")]

    def tensor(*shape):
        return torch.randn(*shape, dtype=torch.float16, device="cuda")

    if kind == "matmul":
        m, n, k = sizes
        x, w, bias = tensor(m, k), tensor(n, k), tensor(n)
        call = lambda: F.linear(x, w, bias)  # noqa: E731
    elif kind == "attention":
        heads, queries, keys, depth = sizes
        q, k, v = tensor(1, heads, queries, depth), tensor(1, heads, keys, depth), tensor(1, heads, keys, depth)
        call = lambda: F.scaled_dot_product_attention(q, k, v, scale=1.0)  # noqa: E731
    else:
        x, g = tensor(*sizes), tensor(sizes[-1])
        call = {"softmax": lambda: torch.softmax(x, -1), "gelu": lambda: F.gelu(x),
                "layer_norm": lambda: F.layer_norm(x, sizes[-1:], g),
                "rms_norm": lambda: F.rms_norm(x, sizes[-1:], g)}[kind]
    for _ in range(10):
        call()
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(100):
        call()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 10


def show(value):
    return "-" if value is None else f"{value:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default=str(ROOT / "build/bin/nanguard-run"))
    parser.add_argument("--device", default="cuda", help="sim to try the script without a GPU")
    parser.add_argument("--names", default=".*", help="pattern of the shapes that are compared")
    args = parser.parse_args()
    shapes = [name for name, _ in gpu_shapes.functions() if re.fullmatch(args.names, name)]
    if args.device == "cuda" and not has_gpu():
        print("no NVIDIA GPU here; on one this would")
        print(f"  compare {len(shapes)} shapes in three forms with the CPU target,")
        print(f"  time {len(TIMED)} ops: {', '.join(COLUMNS)}, and PyTorch,")
        print("  and print a table in microseconds")
        return
    check = subprocess.run([sys.executable, str(ROOT / "utils/check_gpu_kernels.py"), f"--run={args.run}",
                            f"--device={args.device}", args.names])
    texts = dict(gpu_shapes.functions())
    print("| op, µs a step | " + " | ".join(COLUMNS) + " | PyTorch |")
    print("| --- |" + " --- |" * (len(COLUMNS) + 1))
    with tempfile.TemporaryDirectory() as folder:
        for name in TIMED:
            if not re.fullmatch(args.names, name):
                continue
            model = Path(folder) / "model.mlir"
            model.write_text(texts[name].replace(f"@{name}(", "@main("))
            times = [step_time(args.run, model, flags, args.device) for flags in COLUMNS.values()]
            ours = " | ".join(show(t) for t in times)
            print(f"| {name} | {ours} | {show(torch_time(name) if args.device == 'cuda' else None)} |", flush=True)
    sys.exit(check.returncode)


if __name__ == "__main__":
    main()
