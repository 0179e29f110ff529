"""export and compile of torch modules: names, weights, values, gradients."""

import re

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import nanguard  # noqa: E402
from models import Attention, decoder, tokens  # noqa: E402
from nanguard import _decompositions as ours  # noqa: E402
from nanguard._tools import run_tool  # noqa: E402


def places(text):
    """The named locations of a module's ops: path, file, line."""
    lines = dict(re.findall(r'(#loc\d*) = loc\(("[^"]+":\d+:\d+)\)', text))
    named = re.findall(r'loc\("([\w.]+)"\((#loc\d*)\)\)', text)
    return {(path, lines[at]) for path, at in named}


def test_ops_carry_module_and_line():
    text = nanguard.export(decoder(), (tokens(),)).text
    found = {path for path, _ in places(text)}
    assert {"embed", "h.0.attn", "h.3.attn.qkv", "h.2.ln_1", "norm", "head"} <= found
    assert all(line.startswith('"models.py":') for _, line in places(text))


def test_weights_are_arguments_by_reference(tmp_path):
    model = decoder()
    exported = nanguard.export(model, (tokens(),), path=tmp_path / "m.mlir")
    assert exported.inputs == ["ids"] and "dense_resource" not in exported.text
    assert list(exported.weights) == [n for n, _ in model.named_parameters()]
    from safetensors.torch import load_file
    saved = load_file(tmp_path / "m.safetensors")
    assert sorted(saved)[0] == "arg001.embed.weight"
    assert torch.equal(saved["arg001.embed.weight"], model.embed.weight)
    assert "embed.weight" in run_tool("nanguard-opt", "--mlir-print-debuginfo", tmp_path / "m.mlir")


def test_backward_ops_name_the_forward_op():
    exported = nanguard.export(decoder(), (tokens(),), loss=lambda y: y.float().square().mean())
    assert "nanguard.loss" in exported.text and exported.text.count("nanguard.grad") > 20
    found = places(exported.text)
    assert {"h.1.attn.backward", "h.3.up.backward", "embed.backward"} <= {p for p, _ in found}
    assert "tm_tensor" not in exported.text


class Hurts(torch.nn.Module):
    """A buffer that is not persistent, a cumulative sum, a one-hot."""

    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.tensor([1.0, 2.0, 3.0]), persistent=False)

    def forward(self, x, ids):
        hot = torch.nn.functional.one_hot(ids, 3)
        return torch.cumsum(x * self.scale, -1) + hot


def test_what_hurts_is_written_out():
    model, x, ids = Hurts(), torch.tensor([[1.0, 10.0, 100.0]]), torch.tensor([2])
    compiled = nanguard.compile(model, (x, ids))
    torch.testing.assert_close(compiled(x, ids), model(x, ids))
    assert model._non_persistent_buffers_set == {"scale"}


def test_a_compiled_module_reads_the_modules_weights():
    torch.manual_seed(0)
    model, x = Attention(8).half(), torch.randn(1, 3, 8).half()
    compiled = nanguard.compile(model, (x,))
    torch.testing.assert_close(compiled(x), model(x), atol=2e-3, rtol=1e-2)
    assert compiled.op("out").path == "out"
    with torch.no_grad():
        model.out.bias += 1
    torch.testing.assert_close(compiled(x), model(x), atol=2e-3, rtol=1e-2)
    model.qkv.weight.data[:16] *= 3000
    session = compiled.session()
    for _ in range(6):
        y = session(x)
    assert torch.isfinite(y).all()
    assert any(f.op.path == "" or "scores" in f.evidence or f.fault for f in session.findings)


def test_a_dynamic_dimension():
    class Root(torch.nn.Module):
        def forward(self, x):
            return torch.sqrt(x) + 1

    n = torch.export.Dim("n", min=2, max=64)
    compiled = nanguard.compile(Root(), (torch.ones(4),), dynamic_shapes=({0: n},))
    for length in (3, 17):
        x = torch.rand(length)
        torch.testing.assert_close(compiled(x), torch.sqrt(x) + 1)


def test_loss_and_gradients():
    torch.manual_seed(0)
    model, x = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh()), torch.randn(2, 3)
    step = nanguard.compile(model, (x,), loss=lambda y: y.square().mean())(x)
    loss = model(x).square().mean()
    loss.backward()
    torch.testing.assert_close(step.loss, loss.detach())
    torch.testing.assert_close(step.output, model(x).detach())
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(step.gradients[name], parameter.grad)


def test_what_torch_mlir_does_not_lower_is_named():
    class Solve(torch.nn.Module):
        def forward(self, x):
            return torch.linalg.eigvals(x)

    with pytest.raises(nanguard.NanGuardError, match="torch-mlir does not lower"):
        nanguard.export(Solve(), (torch.eye(3),))


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_cumulative_sum(dim):
    x = torch.randn(4, 5)
    torch.testing.assert_close(ours.cumulative_sum(x, dim), x.cumsum(dim))
    flags = torch.rand(4, 5) > 0.5
    assert torch.equal(ours.cumulative_sum(flags, dim), flags.cumsum(dim))


def test_gradients_written_out():
    weight = torch.randn(7, 3, requires_grad=True)
    ids = torch.tensor([[1, 2, 2], [0, 6, 1]])
    out = torch.nn.functional.embedding(ids, weight, padding_idx=0)
    upstream = torch.randn_like(out)
    out.backward(upstream)
    torch.testing.assert_close(ours.embedding_gradient(upstream, ids, 7, 0, False), weight.grad)
    x = torch.randn(5, 4, requires_grad=True)
    target = torch.tensor([1, 3, -100, 0, 1])
    torch.nn.functional.nll_loss(x, target).backward()
    got = ours.nll_gradient(torch.tensor(1.0), x.detach(), target, None, 1, -100,
                            torch.tensor(4.0))
    torch.testing.assert_close(got, x.grad)


@pytest.mark.parametrize("mask", [None, "causal", "bool", "float"])
def test_attention_written_out(mask):
    q, k, v = torch.randn(3, 2, 4, 5, 8).unbind()
    keep = torch.rand(5, 5) > 0.4
    keep[2] = False  # a row without a key is zeros
    given = {"bool": keep, "float": torch.randn(5, 5)}.get(mask)
    want = torch.nn.functional.scaled_dot_product_attention(q, k, v, given,
                                                            is_causal=mask == "causal")
    torch.testing.assert_close(ours.attention(q, k, v, given, is_causal=mask == "causal"), want)
