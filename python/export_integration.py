#!/usr/bin/env python3
"""Exports the small models of test/Integration with inputs and expected outputs.

Each becomes NAME.mlir, NAME.inputs.npz (all arguments, in order) and NAME.expected-N.npy,
what the same model gives in f64. docs/models.md tells more.
"""

import argparse
import copy
import pathlib

TEST = pathlib.Path(__file__).resolve().parent.parent / "test" / "Integration" / "Inputs"


def to_array(tensor):
    """bf16 stands in .npy as its bits."""
    tensor = tensor.detach()
    return tensor.view(torch.uint16).numpy() if tensor.dtype == torch.bfloat16 else tensor.numpy()


def write(name, model, dtype, inputs, input_names, **options):
    model = model.to(dtype).eval()
    inputs = [x.to(dtype) if x.is_floating_point() else x for x in inputs]
    export(model, inputs, input_names, TEST / f"{name}.mlir", **options)
    weights = [p for _, p in model.named_parameters()]
    np.savez(TEST / f"{name}.inputs.npz",
             **{f"arg{i:03}": to_array(x) for i, x in enumerate(inputs + weights)})
    with torch.no_grad():
        wide = copy.deepcopy(model).double()
        results = wide(*[x.double() if x.is_floating_point() else x for x in inputs])
    for i, result in enumerate(results if isinstance(results, tuple) else [results]):
        expected = result.float().to(dtype) if dtype != torch.float32 else result.float()
        np.save(TEST / f"{name}.expected-{i}.npy", to_array(expected))


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    global export, np, torch
    import numpy as np
    from export_common import export, torch
    from integration_models import BiasEncoder, Contrastive, ConvBlock, DecodeBlock
    TEST.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    write("bias_encoder_f16", BiasEncoder(), torch.float16,
          [torch.randint(0, 50, (2, 12)), (torch.arange(12)[None] < torch.tensor([[12], [7]])).long()],
          ["ids", "mask"])
    cache = [torch.randn(2, 2, 16, 8) for _ in "kv"]
    write("decode_block_f16", DecodeBlock(), torch.float16,
          [torch.randn(2, 32), torch.tensor([3, 7]), *cache], ["x", "position", "keys", "values"],
          attributes={2: "nanguard.kv_cache", 3: "nanguard.kv_cache"})
    length = torch.export.Dim("length", min=2, max=512)
    write("conv_block_bf16", ConvBlock(), torch.bfloat16, [torch.randn(2, 10, 16)], ["x"],
          dynamic=[{1: length}])
    write("contrastive_tosa_f32", Contrastive(), torch.float32,
          [torch.randn(6, 16), torch.randn(6, 16)], ["image", "text"], output_type="tosa")


if __name__ == "__main__":
    main()
