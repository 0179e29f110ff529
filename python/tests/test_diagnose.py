"""diagnose and repair: which op, of which kind, and whether the cure cures."""

import subprocess
import sys

import pytest

torch = pytest.importorskip("torch")

import nanguard  # noqa: E402
from models import decoder, tokens  # noqa: E402


def big_scores(model, layer=2):
    model.h[layer].attn.qkv.weight.data[:64] *= 600
    return model


def test_a_clean_model_has_no_fault():
    found = nanguard.diagnose(decoder(), tokens())
    assert found.clean and found.reproduced and not found.faults
    assert str(found) == "no NaN or Inf comes to a result"


def test_scores_leave_f16():
    found = nanguard.diagnose(big_scores(decoder()), tokens())
    fault = found.culprit
    assert (fault.path, fault.step, fault.kind, fault.dtype) == ("h.2.attn", "scores", "inner",
                                                                 "f16")
    assert fault.place.code == "scores = q @ k.transpose(-1, -2)"
    assert abs(fault.value) > 65504 and len(fault.index) == 3
    assert "scores of h.2.attn (models.py:" in str(found) and "leave f16" in str(found)
    assert "h.3.attn" in found.carried and "h.1.attn" not in found.carried
    assert found.cure.finite and found.cure.error < 1e-2
    assert {p.path for p in found.cure.ops} == {"h.2.attn"}


def test_an_exit_names_its_readers():
    model = decoder()
    model.h[1].down.bias.data[3] = 6e4
    model.h[2].down.bias.data[3] = 6e4
    found = nanguard.diagnose(model, tokens())
    assert (found.culprit.path, found.culprit.kind) == ("h.2", "exit")
    assert found.culprit.step == "sum"
    assert "keep the output of h.2 in float32" in found.culprit.advice


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_bad_weight_is_data(value):
    model = decoder()
    model.h[3].up.weight.data[5, 7] = value
    fault = nanguard.diagnose(model, tokens()).culprit
    assert (fault.path, fault.kind, fault.step, fault.index) == ("h.3.up", "data",
                                                                 "weight 'weight'", (5, 7))


def test_a_bad_input_is_data():
    class Twice(torch.nn.Module):
        def forward(self, x):
            return x + x

    x = torch.zeros(2, 3)
    x[1, 1] = float("nan")
    fault = nanguard.diagnose(Twice(), x).culprit
    assert (fault.kind, fault.step, fault.index) == ("data", "input 'x'", (1, 1))


@pytest.mark.parametrize("function, kind", [
    (lambda x: torch.log(x - x), "pole"),
    (lambda x: torch.sqrt(-1 - x * x), "domain"),
    (lambda x: (x - x) / (x - x), "domain"),
    (lambda x: 1 / (x - x), "pole"),
])
def test_poles_and_domains(function, kind):
    class Act(torch.nn.Module):
        def forward(self, x):
            return function(x)

    model = torch.nn.Sequential(torch.nn.Linear(4, 4), Act(), torch.nn.Linear(4, 4))
    found = nanguard.diagnose(model, torch.ones(2, 4))
    assert (found.culprit.path, found.culprit.kind) == ("1", kind)
    with pytest.raises(nanguard.NanGuardError, match=f"no wider type.*{kind}"):
        nanguard.repair(model, torch.ones(2, 4))


def test_a_mask_is_no_fault():
    class Masked(torch.nn.Module):
        def forward(self, x):
            keep = torch.ones(4, 4, dtype=torch.bool).tril()
            return torch.softmax(x.masked_fill(~keep, float("-inf")), -1)

    found = nanguard.diagnose(Masked(), torch.randn(2, 4, 4))
    assert found.clean and not found.faults


def test_a_row_that_is_masked_whole():
    class Masked(torch.nn.Module):
        def forward(self, x):
            return torch.softmax(x.masked_fill(x > 0, float("-inf")), -1)

    fault = nanguard.diagnose(Masked(), torch.tensor([[1.0, 2.0], [-1.0, 1.0]])).culprit
    assert (fault.step, fault.index) == ("softmax", (0, 0))
    assert "leave each row one key" in fault.advice


def test_running_statistics_do_not_move():
    model = torch.nn.BatchNorm1d(3).train()
    nanguard.diagnose(model, torch.randn(4, 3))
    assert model.num_batches_tracked == 0 and (model.running_mean == 0).all()


def test_masked_minus_infinity_in_a_result_is_no_fault():
    class Scores(torch.nn.Module):
        def forward(self, x):
            keep = torch.ones(4, 4, dtype=torch.bool).tril()
            return x.masked_fill(~keep, float("-inf"))

    found = nanguard.diagnose(Scores(), torch.randn(2, 4, 4))
    assert found.clean and not found.faults and found.reproduced


def test_a_finite_but_wrong_result_is_found():
    class Norm(torch.nn.Module):
        def forward(self, x):
            return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5)

    found = nanguard.diagnose(Norm(), torch.full((2, 8), 300.0, dtype=torch.float16))
    assert found.clean and found.culprit.step == "product"
    assert found.cure.finite and found.cure.error < 1e-2


def test_backward_names_the_forward_module():
    class Root(torch.nn.Module):
        def forward(self, x):
            return torch.sqrt(x - x.detach())  # its slope at 0 is Inf

    model = torch.nn.Sequential(torch.nn.Linear(4, 4), Root())
    x = torch.ones(2, 4)
    assert not nanguard.diagnose(model, x).faults
    found = nanguard.diagnose(model, x, loss=lambda y: y.sum())
    assert found.culprit.backward and found.culprit.path == "1"
    assert found.culprit.place.file.endswith("test_diagnose.py")
    assert found.culprit.kind in ("pole", "domain")


def test_a_value_that_only_the_backward_pass_reads():
    model = torch.nn.Sequential(torch.nn.LayerNorm(4, eps=1e-12)).half()
    x = torch.zeros(2, 4, dtype=torch.float16)
    x[1] = torch.arange(4)
    fault = nanguard.diagnose(model, x, loss=lambda y: y.float().square().sum()).culprit
    assert (fault.path, fault.kind, fault.index) == ("0", "inner", (0, 0))
    assert fault.value == pytest.approx(1e6)  # 1 / sqrt(eps), which f16 does not hold


def test_a_gradient_that_does_not_fit_asks_for_a_smaller_loss():
    found = nanguard.diagnose(decoder(), tokens(),
                              loss=lambda y: (y.float() * 1e7).square().mean())
    assert found.culprit.backward and found.cure.finite
    assert found.cure.loss_scale < 1 and "GradScaler" in found.culprit.advice


def test_not_reproduced():
    class Broken(torch.nn.Module):
        """Eager's kernel differs from the traced op."""

        def forward(self, x):
            if torch.compiler.is_exporting():
                return x + 1
            return torch.full_like(x, float("nan"))

    found = nanguard.diagnose(torch.nn.Sequential(Broken()), torch.ones(3))
    assert not found.reproduced and found.eager_module == "0"
    assert "kernel is suspect" in str(found)


def test_repair_is_small_and_right():
    model = big_scores(decoder())
    ids = tokens()
    repaired = nanguard.repair(model, ids)
    assert {p.path for p in repaired.ops} == {"h.2.attn"} and repaired.share < 0.1
    reference = big_scores(decoder()).float()(ids)
    error = (repaired(ids).float() - reference).abs().max() / reference.abs().max()
    assert error < 1e-2 and repaired(ids).dtype == torch.float16
    # Another length; and a change of the model's weights is seen.
    assert torch.isfinite(repaired(torch.arange(5)[None])).all()
    model.head.bias.data += 1
    assert (repaired(ids).float() - reference).min() > 0.5
    # Gradients run through it to the model's own parameters.
    repaired(ids).float().mean().backward()
    assert torch.isfinite(model.embed.weight.grad).all()


def test_repair_widens_what_lost_the_digits():
    model = decoder()
    for layer in (1, 2):
        model.h[layer].down.bias.data[:] = 6e4
    repaired = nanguard.repair(model, tokens())
    reference = model.float()(tokens())
    model.half()
    assert repaired.error < 1e-2
    error = (repaired(tokens()).float() - reference).abs().max() / reference.abs().max()
    assert error < 1e-2


def test_repair_widens_roundings_behind_the_fault():
    class Model(torch.nn.Module):
        """An overflow, and a difference that f16's rounding of its arguments decides."""

        def forward(self, x):
            y = torch.sqrt(x * x)
            return (torch.sin(y / 7) + 900) - 900

    x = torch.linspace(300, 310, 50).half()
    repaired = nanguard.repair(Model(), x)
    reference = Model()(x.float())
    assert repaired.error < 1e-2
    assert (repaired(x).float() - reference).abs().max() < 1e-2
    # Without the overflow the roundings are the same fault.
    assert nanguard.repair(Model(), x / 100).error < 1e-2


def test_an_f32_model_is_repaired_in_f64():
    class Model(torch.nn.Module):
        def forward(self, x):
            return torch.log(torch.exp(x))

    x = torch.tensor([1.0, 100.0])
    assert nanguard.diagnose(Model(), x).culprit.kind == "inner"
    torch.testing.assert_close(nanguard.repair(Model(), x)(x), x)


def test_a_repaired_model_is_exported_and_compiled():
    model, ids = big_scores(decoder()), tokens()
    repaired = nanguard.repair(model, ids)
    compiled = nanguard.compile(repaired, (ids,))
    torch.testing.assert_close(compiled(ids).float(), repaired(ids).float(), rtol=1e-2,
                               atol=1e-2)
    assert "h.2.attn" in {o.path for o in compiled.ops}
    named = [f"model.{name}" for name, _ in model.named_parameters()]
    assert list(nanguard.export(repaired, (ids,)).weights) == named


class Gain(torch.nn.Module):
    """Its gradient passes through a value 4096 times as large."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x) / 4096 * 4096


def test_repair_makes_gradients_finite():
    model = decoder()
    model.h[1].up = Gain(model.h[1].up)
    ids = tokens()

    def loss(y):
        return (y.float() * 5e2).square().mean()

    fault = nanguard.diagnose(model, ids, loss=loss).culprit
    assert fault.backward and (fault.path, fault.kind) == ("h.1.up", "inner")
    repaired = nanguard.repair(model, ids, loss=loss)
    assert {p.path for p in repaired.ops} == {"h.1.up"} and repaired.error < 1e-2
    loss(repaired(ids)).backward()
    assert all(torch.isfinite(p.grad).all() for p in model.parameters())


def test_a_gradient_that_does_not_fit_is_an_error_of_repair():
    with pytest.raises(nanguard.NanGuardError, match="true gradient of .* scale the loss"):
        nanguard.repair(decoder(), tokens(), loss=lambda y: (y.float() * 1e7).square().mean())


def test_a_result_that_does_not_fit_is_an_error():
    model = torch.nn.Linear(4, 4).half()
    model.bias.data[:] = 6e4
    model.weight.data[:] = 5e3
    with pytest.raises(nanguard.NanGuardError, match="return it in float32"):
        nanguard.repair(model, torch.ones(1, 4, dtype=torch.float16))


def test_repair_leaves_a_good_model_alone():
    assert nanguard.repair(decoder(), tokens()).ops == ()


def test_a_model_that_cannot_be_exported_is_one_error():
    class Box:
        def __init__(self, x):
            self.x = x

    class Boxed(torch.nn.Module):
        def forward(self, x):
            return Box(x + 1)

    with pytest.raises(nanguard.NanGuardError, match="torch.export refuses the model"):
        nanguard.diagnose(Boxed(), torch.ones(3))


class Branches(torch.nn.Module):
    """Its square leaves f16; the sign of what it gives hangs on its argument's."""

    def forward(self, x):
        y = torch.sqrt(x * x)
        return y if x.sum() > 0 else -y


def test_a_branch_is_followed_as_the_batch_takes_it():
    x = torch.full((3,), 300.0, dtype=torch.float16)
    fault = nanguard.diagnose(Branches(), -x).culprit
    assert (fault.step, fault.kind) == ("product", "inner")
    repaired = nanguard.repair(Branches(), x)
    for batch in (x, -x, x):  # each by its own branch
        torch.testing.assert_close(repaired(batch), batch)


def test_a_branch_on_values_is_not_compiled_away():
    with pytest.raises(nanguard.NanGuardError, match="branches on values.*draft_export"):
        nanguard.export(Branches(), (torch.ones(3),))


def test_the_command_line(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import torch\nmodel = torch.nn.Linear(2, 2)\n"
                      "model.weight.data[1, 0] = float('nan')\nbatch = torch.ones(1, 2)\n")
    command = [sys.executable, "-m", "nanguard", "diagnose", str(script)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert "weight 'weight' of the model holds nan at [1, 0]" in done.stdout
    script.write_text("batch = 1\n")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "defines no 'model'" in done.stderr
