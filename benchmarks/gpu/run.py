#!/usr/bin/env python3
"""All that is to be done on a machine with an NVIDIA GPU, in one call.

1. Correctness: every shape of utils/gpu_shapes.py in three forms against the CPU target
   (utils/check_gpu_kernels.py), and the models of models/, by launches, graphs and switches.
2. Times of a step by CUDA events: without guards, with the scan, with the scan for NaN and Inf
   alone, safe, unfused.
3. Times of a step by the host's clock, waits and all: kernels launched one by one, as a
   CUDA graph, and as one graph whose variants the GPU chooses.
4. The same ops in PyTorch (cuBLAS, its own kernels) and, for attention, in cuDNN by PyTorch,
   by CUDA events, where it is installed.

Prints one table. Without a GPU it says what it would do.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils"))
import gpu_shapes  # noqa: E402

TIMED = ["softmax_8192_4096_f16", "layer_norm_8192_4096_f16", "rms_norm_64_4096_f16", "rms_norm_8192_4096_f16",
         "gelu_8192_4096_f16",
         "matmul_1024_1024_1024_f16", "matmul_4096_4096_4096_f16", "attention_8_1024_1024_64_f16"]
MODELS = ["gpt_decode_f16", "minilm_f16"]
FORMS = {"unguarded": ["--unguarded"], "fused": ["--tiers=fused"], "finite": ["--tiers=finite"],
         "safe": ["--tiers=safe"], "unfused": ["--tiers=unfused"]}
LAUNCHES = {"one by one": "graphs=off", "graph": "", "switch": "switch"}
HEADINGS = ["µs a step", *FORMS, "scan", "finite scan", "safe / fused", "unfused / fused", *LAUNCHES, "PyTorch", "cuDNN"]
# Of a model's largest value: its sums are in another order, op after op.
MODEL_BOUND = 2e-2


def has_gpu():
    """A driver's stand-in, as tests name it, will do."""
    if os.environ.get("NANGUARD_LIBCUDA"):
        return True
    done = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True) if shutil.which("nvidia-smi") else None
    return bool(done and done.returncode == 0 and "GPU" in done.stdout)


class Runner:
    def __init__(self, program, device, steps):
        self.program, self.device, self.steps = program, device, steps

    def spec(self, *options):
        options = [o for o in options if o]
        return self.device + (":" + ",".join(options) if options and self.device.startswith("cuda") else "")

    def run(self, model, *flags):
        return subprocess.run([self.program, str(model), "--input=random:1", "--quiet", *flags], capture_output=True,
                              text=True)

    def microseconds(self, model, flags, *options):
        """Of a step: the median that nanguard-run prints; None where it fails."""
        done = self.run(model, f"--device={self.spec(*options)}", f"--steps={self.steps}", "--time", *flags)
        found = re.search(r"^step: ([\d.]+) ms", done.stdout, re.M)
        if done.returncode != 0 or not found:
            print(f"{model.name} {' '.join(flags)}: {done.stderr.strip()[-300:] or done.stdout[-300:]}",
                  file=sys.stderr)
            return None
        return float(found[1]) * 1e3

    def compare(self, model, folder):
        """Whether the model's results are the CPU's, whichever way it is launched."""
        right, path = True, folder / "cpu.npy"
        if self.run(model, "--tiers=fused", f"--output=@{path}").returncode != 0:
            print(f"{model.stem}: does not run on the CPU")
            return False
        for name, option in LAUNCHES.items():
            done = self.run(model, "--tiers=fused", f"--device={self.spec(option)}", "--steps=3",
                            f"--expected-output=@{path}", f"--rtol={MODEL_BOUND}", f"--atol={MODEL_BOUND}")
            print(f"{model.stem}, {name}: {'as on the CPU' if done.returncode == 0 else done.stderr.strip()[-300:]}")
            right &= done.returncode == 0
        return right


def row(runner, model, name):
    """The cells behind a row's name."""
    forms = [runner.microseconds(model, flags, "time") for flags in FORMS.values()]
    unguarded, fused, finite, safe, unfused = forms
    walls = [runner.microseconds(model, FORMS["fused"], option) for option in LAUNCHES.values()]
    return [*map(number, forms), share(fused, unguarded), share(finite, unguarded), ratio(safe, fused), ratio(unfused, fused),
            *map(number, walls), number(torch_time(name)), number(torch_time(name, cudnn=True))]


def torch_time(name, cudnn=False):
    """Microseconds of the op in PyTorch by events; None where there is none."""
    matched = re.match(r"(\w+?)_((?:\d+_)+)f16", name)
    try:
        import torch
        import torch.nn.functional as F
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:
        return None
    if not matched or not torch.cuda.is_available():
        return None
    kind, sizes = matched.groups()
    sizes = [int(s) for s in sizes.strip("_").split("_")]
    if cudnn and kind != "attention":
        return None

    def tensor(*shape):
        return torch.randn(*shape, dtype=torch.float16, device="cuda")

    if kind == "matmul":
        m, n, k = sizes
        x, w, bias = tensor(m, k), tensor(n, k), tensor(n)
        call = lambda: F.linear(x, w, bias)  # noqa: E731
    elif kind == "attention":
        heads, queries, keys, depth = sizes
        q, k, v = tensor(1, heads, queries, depth), tensor(1, heads, keys, depth), tensor(1, heads, keys, depth)
        backends = [SDPBackend.CUDNN_ATTENTION] if cudnn else [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]

        def call():
            with sdpa_kernel(backends):
                return F.scaled_dot_product_attention(q, k, v, scale=1.0)
    else:
        x, g = tensor(*sizes), tensor(sizes[-1])
        call = {"softmax": lambda: torch.softmax(x, -1), "gelu": lambda: F.gelu(x),
                "layer_norm": lambda: F.layer_norm(x, sizes[-1:], g),
                "rms_norm": lambda: F.rms_norm(x, sizes[-1:], g)}[kind]
    try:
        for _ in range(10):
            call()
    except RuntimeError:
        return None
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(100):
        call()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 10


def number(value):
    return "-" if value is None else f"{value:.1f}"


def ratio(value, base):
    return "-" if not value or not base else f"{value / base:.2f}"


def share(value, base):
    return "-" if not value or not base else f"{100 * (value / base - 1):+.1f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default=str(ROOT / "build/bin/nanguard-run"))
    parser.add_argument("--device", default="cuda", help="sim to try the script without a GPU")
    parser.add_argument("--names", default=".*", help="pattern of the shapes and models")
    parser.add_argument("--steps", type=int, default=50, help="of a time")
    args = parser.parse_args()
    texts = dict(gpu_shapes.functions())
    shapes = [name for name in texts if re.fullmatch(args.names, name)]
    timed = [name for name in TIMED if re.fullmatch(args.names, name)]
    models = [ROOT / "models" / f"{name}.mlir" for name in MODELS if re.fullmatch(args.names, name)]
    if args.device == "cuda" and not has_gpu():
        print("no NVIDIA GPU here; on one this would")
        print(f"  compare {len(shapes)} shapes in three forms, and {len(models)} models launched in three ways, "
              "with the CPU target,")
        print(f"  time {len(timed)} ops and the models by CUDA events: {', '.join(FORMS)},")
        print(f"  and by the host's clock: {', '.join(LAUNCHES)},")
        print("  time the ops in PyTorch (cuBLAS) and cuDNN,")
        print("  and print a table: " + ", ".join(HEADINGS))
        return 0
    runner = Runner(args.run, args.device, args.steps)
    right = True
    if shapes:
        check = subprocess.run([sys.executable, str(ROOT / "utils/check_gpu_kernels.py"), f"--run={args.run}",
                                f"--device={args.device}", args.names])
        right = check.returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for model in models:
            right &= runner.compare(model, folder)
        print("| " + " | ".join(HEADINGS) + " |")
        print("|" + " --- |" * len(HEADINGS))
        for name in timed:
            model = folder / f"{name}.mlir"
            model.write_text(texts[name].replace(f"@{name}(", "@main("))
            models.append(model)
        for model in sorted(models, key=lambda m: m.parent != folder):
            print("| " + " | ".join([model.stem, *row(runner, model, model.stem)]) + " |", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
