"""A training step of a one-block transformer in mixed precision: f32 weights, f16
arithmetic, a loss scaler, SGD. Everything is in the step, so that it can be exported whole."""

import torch
import torch.nn.functional as F
from torch import nn

WORDS, WIDTH, HEADS, LENGTH, BATCH = 64, 32, 2, 8, 2
RATE, GROWTH_STEPS = 0.05, 100


class Block(nn.Module):
    """Pre-norm attention and MLP, a tied projection to the words."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(WORDS, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, onehot):
        x = onehot @ self.embed.weight
        q, k, v = (self.qkv(self.norm1(x)).view(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
                   .permute(2, 0, 3, 1, 4))
        scores = q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
        future = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, float("-inf"))
        mixed = torch.softmax(scores, -1) @ v
        x = x + self.out(mixed.transpose(1, 2).reshape(BATCH, LENGTH, WIDTH))
        x = x + self.down(F.gelu(self.up(self.norm2(x))))
        return x @ self.embed.weight.T


def scaled_loss(weights, scale, block, ids):
    """The loss, scaled for its gradients and as it is."""
    half = {name: w.half() for name, w in weights.items()}
    onehot = (ids[..., None] == torch.arange(WORDS)).half()
    logits = torch.func.functional_call(block, half, onehot[:, :-1]).float()
    loss = -(torch.log_softmax(logits, -1) * onehot[:, 1:].float()).sum(-1).mean()
    return loss * scale, loss


def train_step(block, ids, scale, good, weights):
    """loss, new scale, good steps since it changed, the gradients, the new weights."""
    gradients, loss = torch.func.grad(scaled_loss, has_aux=True)(weights, scale, block, ids)
    gradients = {name: g / scale for name, g in gradients.items()}
    # As torch.amp.GradScaler: any gradient that is not finite skips the step.
    found = torch.stack([(g - g).abs().sum() for g in gradients.values()]).sum() != 0
    good = torch.where(found, 0.0, good + 1)
    grow = good >= GROWTH_STEPS
    new_scale = torch.where(found, scale * 0.5, torch.where(grow, scale * 2, scale))
    good = torch.where(grow, 0.0, good)
    new = {name: torch.where(found, w, w - RATE * gradients[name]) for name, w in weights.items()}
    return loss, new_scale, good, *gradients.values(), *new.values()
