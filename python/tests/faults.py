"""Faults in a random layer of a model, and what became of them."""

import copy
import random
import statistics
from dataclasses import dataclass

import torch
from torch.utils import _pytree as pytree
from transformers.pytorch_utils import Conv1D

from architectures import ARCHITECTURES

FORWARD, BACKWARD = ("overflow", "weight", "pole"), ("backward overflow", "backward pole")
_KINDS = {"overflow": ("inner", "exit"), "backward overflow": ("inner", "exit"),
          "weight": ("data",), "pole": ("pole",), "backward pole": ("pole", "domain")}


@dataclass
class Score:
    name: str
    fault: str
    path: str
    culprit: object
    seconds: float
    repaired: object = None  # of an overflow: the repaired model, or why there is none

    @property
    def named(self):
        return self.culprit is not None and self.culprit.path == self.path and \
            self.culprit.kind in _KINDS[self.fault]

    @property
    def cured(self):
        return hasattr(self.repaired, "error") and self.repaired.error < 1e-2 \
            and self.repaired.share <= 0.05


def chosen(all_of_them):
    """Each architecture with each fault, or with one of them."""
    faults = FORWARD + BACKWARD
    if all_of_them:
        return [(n, f) for n in ARCHITECTURES for f in faults]
    # 3 has no factor in common with 5: neighbours, which are alike, have other faults.
    return [(n, faults[3 * i % 5]) for i, n in enumerate(ARCHITECTURES)]


def table(scores):
    """Markdown, a row a fault."""
    lines = ["| fault | models | named | median s | repaired | largest share of ops | "
             "largest error |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for fault in FORWARD + BACKWARD:
        rows = [s for s in scores if s.fault == fault]
        if not rows:
            continue
        repairs = [s for s in rows if s.repaired is not None]
        good = [s.repaired for s in repairs if s.cured]
        end = (f"{len(good)} of {len(repairs)} | {max(r.share for r in good):.1%} | "
               f"{max(r.error for r in good):.1e} |" if good else "- | - | - |")
        lines.append(f"| {fault} | {len(rows)} | {sum(s.named for s in rows)} | "
                     f"{statistics.median(s.seconds for s in rows):.1f} | {end}")
    return "\n".join(lines + [_missed(s) for s in scores if not s.named] +
                     [f"not repaired: {s.name} {s.path}: {_why(s.repaired)}" for s in scores
                      if s.repaired is not None and not s.cured])


def _missed(score):
    return f"not named: {score.name}, {score.fault} in {score.path}: {score.culprit}"


def _why(repaired):
    return (f"share {repaired.share:.1%}, error {repaired.error:.1e}"
            if hasattr(repaired, "error") else repaired)


class Wrapped(torch.nn.Module):
    """A layer with a fault behind it, under the layer's own path."""

    def __init__(self, layer, fault):
        super().__init__()
        self.layer, self.fault = layer, fault

    def forward(self, x):
        y = self.layer(x)
        if self.fault == "pole":
            return y + 1 / (y - y)
        if self.fault == "backward pole":
            return y + torch.sqrt(y - y.detach())
        return y / 4096 * 4096  # its gradient is 4096 times as large on the way


def run(model, batch):
    output = model(**batch) if isinstance(batch, dict) else model(*batch)
    return [t for t in pytree.tree_leaves(output)
            if isinstance(t, torch.Tensor) and t.is_floating_point()]


def loss_of(scale):
    def loss(output):
        y = next(t for t in pytree.tree_leaves(output)
                 if isinstance(t, torch.Tensor) and t.is_floating_point()).float()
        return (y * torch.linspace(-1, 1, y.numel()).view_as(y)).mean() * scale
    return loss


def _largest(t):
    return float(t.detach().float().abs().max())


def layers(model, batch):
    """The weighted layers that a run reaches: the largest value that each gives, and the largest
    gradient that it gets; and the largest gradient of all."""
    model = copy.deepcopy(model).float()
    values, gradients, every = {}, {}, [0.0]

    def note(name):
        def hook(_module, _inputs, output):
            if not isinstance(output, torch.Tensor):
                return
            values[name] = max(values.get(name, 0.0), _largest(output))
            if output.requires_grad:
                output.register_hook(lambda g: gradients.__setitem__(
                    name, max(gradients.get(name, 0.0), _largest(g))))
        return hook

    for name, module in model.named_modules():
        module.register_forward_hook(note(name))
    output = run(model, pytree.tree_map(
        lambda t: t.float() if t.is_floating_point() else t, batch))
    loss_of(1.0)(output).backward()
    every += [_largest(p.grad) for p in model.parameters() if p.grad is not None]
    every += gradients.values()
    kinds = (torch.nn.Linear, Conv1D, torch.nn.Conv1d, torch.nn.Conv2d)
    # A pooler's tanh makes 1 of an Inf, and of the true value too.
    weighted = [n for n, m in model.named_modules() if isinstance(m, kinds) and "pooler" not in n
                and values.get(n, 0.0) > 0]
    return ({n: values[n] for n in weighted}, {n: gradients.get(n, 0.0) for n in weighted},
            max(every))


def put(model, batch, fault, seed):
    """Puts a fault into a random layer; gives its path and the scale of the loss."""
    values, gradients, largest = layers(model, batch)
    paths, scale = sorted(values), 1.0
    if fault == "overflow":  # by weights that fit f16 themselves
        paths = [n for n in paths if 6e4 * values[n] > 2e5 * max(
            map(_largest, model.get_submodule(n).parameters()))]
    elif fault.startswith("backward"):
        paths = [n for n in paths if 1500 * gradients[n] > largest]
    choice = random.Random(f"{seed} {fault}")
    choice.shuffle(paths)
    for path in paths:
        layer = model.get_submodule(path)
        parent, _, leaf = path.rpartition(".")
        parent = model.get_submodule(parent)
        with torch.no_grad():
            if fault == "overflow":
                for p in layer.parameters(recurse=False):
                    p.mul_(2e5 / values[path])
                return path, scale
            if fault == "weight":
                layer.weight.view(-1)[-1] = float("nan")
                return path, scale
            setattr(parent, leaf, Wrapped(layer, fault))
            # The Inf of a pole can end in a gate that it closes: take another layer then.
            if fault != "pole" or any(not torch.isfinite(t).all() for t in run(model, batch)):
                # 4096 times the gradient leaves f16, and no other gradient does.
                return path, 24 / gradients[path] if "overflow" in fault else 24 / largest
            setattr(parent, leaf, layer)
    raise AssertionError(f"no layer takes the fault {fault}")
