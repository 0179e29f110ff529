"""Models that come as .pt2, .onnx or StableHLO."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import nanguard  # noqa: E402

# jax.jit(lambda x: jax.nn.softmax(x * 2)).lower(…).as_text(), as JAX 0.10 writes it.
STABLEHLO = """
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xf16>) -> (tensor<2x4xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.0> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<2x4xf16>
    %1 = stablehlo.multiply %arg0, %0 : tensor<2x4xf16>
    %2 = call @softmax(%1) : (tensor<2x4xf16>) -> tensor<2x4xf16>
    return %2 : tensor<2x4xf16>
  }
  func.func private @softmax(%arg0: tensor<2x4xf16>) -> tensor<2x4xf16> {
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf16>, tensor<f16>) -> tensor<2xf16>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf16>) -> tensor<2x1xf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x1xf16>) -> tensor<2x4xf16>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x4xf16>
    %4 = stablehlo.exponential %3 : tensor<2x4xf16>
    %cst_0 = stablehlo.constant dense<0.0> : tensor<f16>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf16>, tensor<f16>) -> tensor<2xf16>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<2xf16>) -> tensor<2x1xf16>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x1xf16>) -> tensor<2x4xf16>
    %8 = stablehlo.divide %4, %7 : tensor<2x4xf16>
    return %8 : tensor<2x4xf16>
  }
}
"""


def test_stablehlo():
    model = nanguard.compile(STABLEHLO)
    x = np.array([[1, 2, 3, 4], [0, 0, 0, 0]], np.float16)
    want = torch.softmax(torch.from_numpy(x).float() * 2, -1).numpy()
    np.testing.assert_allclose(model(x), want, rtol=4e-3)
    assert any(op.kind == "softmax" for op in model.ops)
    with pytest.raises(nanguard.NanGuardError, match="StableHLO is not lowered"):
        nanguard.compile("func.func @main() {\n  stablehlo.nonsense\n  return\n}\n")


def test_a_saved_export(tmp_path):
    torch.manual_seed(0)
    model, x = torch.nn.Linear(3, 4), torch.randn(2, 3)
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "m.pt2")
    compiled = nanguard.compile(tmp_path / "m.pt2")
    torch.testing.assert_close(compiled(x), model(x).detach())


def test_onnx(tmp_path):
    onnx = pytest.importorskip("onnx")
    from onnx import TensorProto, helper, numpy_helper
    weight = np.arange(12, dtype=np.float32).reshape(3, 4)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["h"], name="dense"),
         helper.make_node("Softmax", ["h"], ["y"], name="head")], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])],
        [numpy_helper.from_array(weight, "w")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    onnx.save(model, tmp_path / "m.onnx")
    compiled = nanguard.compile(tmp_path / "m.onnx")
    x = np.full((2, 3), 0.1, np.float32)
    want = torch.softmax(torch.from_numpy(x @ weight), -1).numpy()
    np.testing.assert_allclose(compiled(x), want, rtol=1e-5)
    assert {"dense", "head"} & {op.path for op in compiled.ops}
    with pytest.raises(nanguard.NanGuardError, match="no file 'absent.onnx'"):
        nanguard.compile("absent.onnx")
