"""Compiled models: arrays, sessions, findings. Needs no torch."""

import numpy as np
import pytest

import nanguard
from nanguard._arrays import Type
from nanguard._tools import run_tool

# exp(x) / sum(exp(x)) in f16, as written: a score above 11.09 is a NaN.
SOFTMAX = """
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x4xf16>
  %r = tensor.empty() : tensor<2xf16>
  %exp = linalg.generic {indexing_maps = [#map, #map],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf16>)
      outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %y = math.exp %a : f16
    linalg.yield %y : f16
  } -> tensor<2x4xf16> loc("head.exp")
  %start = linalg.fill ins(%zero : f16) outs(%r : tensor<2xf16>) -> tensor<2xf16>
  %sum = linalg.generic {indexing_maps = [#map, #row],
      iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<2x4xf16>)
      outs(%start : tensor<2xf16>) {
  ^bb0(%a: f16, %o: f16):
    %y = arith.addf %a, %o : f16
    linalg.yield %y : f16
  } -> tensor<2xf16> loc("head.sum")
  %out = linalg.generic {indexing_maps = [#map, #row, #map],
      iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<2x4xf16>, tensor<2xf16>)
      outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %y = arith.divf %a, %b : f16
    linalg.yield %y : f16
  } -> tensor<2x4xf16> loc("head.softmax")
  return %out : tensor<2x4xf16>
}
"""


def softmax(x):
    e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@pytest.fixture(scope="module")
def model():
    return nanguard.compile(SOFTMAX)


def test_values(model):
    x = np.array([[1, 2, 3, 4], [0, 0, 0, 0]], np.float16)
    np.testing.assert_allclose(model(x), softmax(x), rtol=2e-3)


# The default policy hands out no NaN that a form cures.
NO_RESCUE = {"rescue": {"in_step": 0}}


def test_a_persistent_overflow_is_found_and_lowered(model):
    session = model.session(NO_RESCUE)
    x = np.array([[1, 2, 3, 4], [20, 20, 0, 0]], np.float16)
    outputs = [session(x) for _ in range(8)]
    assert np.isnan(outputs[0]).any()
    np.testing.assert_allclose(outputs[-1], softmax(x), rtol=2e-3, atol=1e-4)
    finding = session.findings[0]
    assert (finding.verdict, finding.advice) == ("op", "redo")
    assert next(f.index for f in session.findings if f.index) == (1, 0)
    assert session.states()[finding.op] == "VERIFY"


def test_sessions_have_tiers_of_their_own(model):
    clean, forced = model.session(NO_RESCUE), model.session(NO_RESCUE, id=1)
    forced.force(None, "safe")
    x = np.full((2, 4), 12, np.float16)
    assert np.isnan(clean(x)).any()
    np.testing.assert_allclose(forced(x), 0.25, rtol=1e-3)


def test_the_default_policy_rescues(model):
    session = model.session()
    np.testing.assert_allclose(session(np.full((2, 4), 12, np.float16)), 0.25, rtol=1e-3)


def test_nan_in_an_argument_is_data(model):
    session = model.session()
    x = np.zeros((2, 4), np.float16)
    x[1, 2] = np.nan
    session(x)
    assert {f.verdict for f in session.findings} == {"data"}


def test_state_is_saved_and_restored(model, tmp_path):
    session, other = model.session(), model.session()
    x = np.full((2, 4), 12, np.float16)
    for _ in range(5):
        session(x)
    session.save(tmp_path / "state")
    other.restore(tmp_path / "state")
    assert other.states() == session.states() != {}


def test_report(model, tmp_path):
    session = model.session()
    session(np.full((2, 4), 12, np.float16))
    session.report(tmp_path / "r.html")
    assert "head." in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize("arguments, message", [
    ((), "takes 1 arguments, 0 were given"),
    ((np.zeros((2, 4), np.float32),), "has type float32, the model wants 2x4xf16"),
    ((np.zeros((2, 5), np.float16),), r"has shape \(2, 5\), the model wants 2x4xf16"),
])
def test_wrong_arguments(model, arguments, message):
    with pytest.raises(nanguard.NanGuardError, match=message):
        model(*arguments)


def test_wrong_policy_and_form(model):
    with pytest.raises(nanguard.NanGuardError, match="nonsense"):
        model.session({"nonsense": 1})
    with pytest.raises(nanguard.NanGuardError, match="no form 'wide'"):
        model.session().force(None, "wide")


def test_a_strided_argument_is_read_right(model):
    x = np.asfortranarray(np.arange(16, dtype=np.float16).reshape(4, 4)[::2] / 4)
    np.testing.assert_allclose(model(x), softmax(x), rtol=2e-3, atol=1e-6)


def test_an_assertion_of_the_model_is_an_error():
    checked = nanguard.compile("""
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %c4 : index
  cf.assert %ok, "four values are wanted"
  %y = math.sqrt %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
""")
    np.testing.assert_allclose(checked(np.full(4, 4, np.float32)), 2)
    with pytest.raises(nanguard.NanGuardError, match="four values are wanted"):
        checked(np.zeros(5, np.float32))
    np.testing.assert_allclose(checked(np.full(4, 9, np.float32)), 3)


def test_bad_mlir_is_one_error():
    with pytest.raises(nanguard.NanGuardError, match="nanguard-run: .*error"):
        nanguard.compile("func.func @main( {\n}\n")
    with pytest.raises(nanguard.NanGuardError, match="no file 'absent.mlir'"):
        nanguard.compile("absent.mlir")


def test_types():
    assert str(Type.parse("tensor<2x?xbf16>")) == "2x?xbf16"
    assert Type.parse("f32").shape is None
    with pytest.raises(nanguard.NanGuardError, match="complex"):
        Type.parse("tensor<2xcomplex<f32>>")


def test_tools_run():
    assert "guard-tiers" in run_tool("nanguard-opt", "--help")
