"""A fault in a random layer of many architectures: diagnose names it, repair cures it."""

import random

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import nanguard  # noqa: E402
from architectures import ARCHITECTURES, make  # noqa: E402
from transformers.pytorch_utils import Conv1D  # noqa: E402

KINDS = ("overflow", "weight", "domain", "overflow")


class Domain(torch.nn.Module):
    """Adds 0 / 0 to what a layer gives: an Inf could end in a tanh."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        y = self.layer(x)
        return y + (y - y) / (y - y)


def layers(model, batch):
    """The weighted layers that a run reaches, with the largest value each gives."""
    reached = {}

    def note(name):
        def hook(_module, _inputs, output):
            reached[name] = max(reached.get(name, 0.0), float(output.float().abs().max()))
        return hook

    kinds = (torch.nn.Linear, Conv1D, torch.nn.Conv1d, torch.nn.Conv2d)
    hooks = [m.register_forward_hook(note(n)) for n, m in model.named_modules()
             if isinstance(m, kinds)]
    with torch.no_grad():
        model(**batch)
    for hook in hooks:
        hook.remove()
    # A pooler's tanh makes 1 of an Inf, and of the true value too.
    return {n: v for n, v in reached.items() if v > 0 and "pooler" not in n}


def put(model, batch, kind, seed):
    """Puts a fault into a random layer; gives the layer's path."""
    reached = layers(model, batch)
    if kind == "overflow":  # by weights that fit f16 themselves
        reached = {n: v for n, v in reached.items() if 6e4 * v > 2e5 * max(
            float(p.detach().abs().max()) for p in model.get_submodule(n).parameters())}
    path = random.Random(seed).choice(sorted(reached))
    layer = model.get_submodule(path)
    if kind == "overflow":
        with torch.no_grad():
            for p in layer.parameters(recurse=False):
                p.mul_(2e5 / reached[path])
    elif kind == "weight":
        layer.weight.data.view(-1)[-1] = float("nan")
    else:
        parent, _, name = path.rpartition(".")
        setattr(model.get_submodule(parent), name, Domain(layer))
    return path


@pytest.fixture(scope="module")
def score():
    named, repaired = [], []
    yield named, repaired
    assert sum(named) >= 0.95 * len(named), f"{sum(named)} of {len(named)} were named"
    assert sum(repaired) >= 0.9 * len(repaired), f"{sum(repaired)} of {len(repaired)}"


@pytest.mark.parametrize("number, name", enumerate(ARCHITECTURES))
def test_the_layer_at_fault_is_named(number, name, score, record_property):
    model, batch = make(name)
    kind = KINDS[number % len(KINDS)]
    path = put(model, batch, kind, name)
    found = nanguard.diagnose(model, batch)
    culprit = found.culprit
    named = culprit is not None and culprit.path == path
    score[0].append(named)
    record_property("culprit", f"{path}: {culprit}")
    if named and kind != "overflow":
        assert culprit.kind in {"weight": ("data",), "domain": ("domain",)}[kind]
    if kind != "overflow":
        return
    try:
        repaired = nanguard.repair(model, batch)
    except nanguard.NanGuardError as error:
        # No repair can hand out in f16 what does not fit it.
        assert "return it in float32" in str(error)
        return
    score[1].append(repaired.error < 1e-2)
    with torch.no_grad():
        outputs = [t for t in torch.utils._pytree.tree_leaves(repaired(**batch))
                   if isinstance(t, torch.Tensor) and t.is_floating_point()]
    assert all(torch.isfinite(t).all() for t in outputs)
    print(f"{name} {path}: share {repaired.share:.1%}, error {repaired.error:.1e}, named {named}")
