"""Small models of the kinds that test/Integration runs; written by hand, weights random."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def rms_norm(x, weight, eps):
    wide = x.float()
    return weight * (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)).to(x.dtype)


class BiasEncoder(nn.Module):
    """A T5 encoder layer: logarithmic buckets of the distance as a bias, no scale, gated GELU."""

    def __init__(self, width=32, heads=4, words=50):
        super().__init__()
        self.heads = heads
        self.words = nn.Embedding(words, width)
        self.distance = nn.Embedding(8, heads)
        self.norm1, self.norm2 = nn.Parameter(torch.ones(width)), nn.Parameter(torch.ones(width))
        self.query, self.key, self.value, self.out = (nn.Linear(width, width, bias=False) for _ in range(4))
        self.gate, self.up = (nn.Linear(width, 2 * width, bias=False) for _ in range(2))
        self.down = nn.Linear(2 * width, width, bias=False)

    def bucket(self, length):
        offset = torch.arange(length)[None, :] - torch.arange(length)[:, None]
        far = offset.abs()
        log = 2 + (torch.log(far.float().clamp(min=1) / 2) / math.log(8) * 2).to(torch.int64)
        return (offset > 0).to(torch.int64) * 4 + torch.where(far < 2, far, log.clamp(max=3))

    def forward(self, ids, mask):
        x = self.words(ids)
        batch, length, width = x.shape
        n = rms_norm(x, self.norm1, 1e-6)
        q, k, v = (p(n).view(batch, length, self.heads, -1).transpose(1, 2)
                   for p in (self.query, self.key, self.value))
        bias = self.distance(self.bucket(length)).permute(2, 0, 1)[None]
        bias = bias + (1.0 - mask[:, None, None, :].to(x.dtype)) * torch.finfo(torch.float16).min
        scores = torch.matmul(q, k.transpose(-1, -2)) + bias
        y = torch.matmul(F.softmax(scores.float(), -1).type_as(scores), v)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        n = rms_norm(x, self.norm2, 1e-6)
        return x + self.down(F.gelu(self.gate(n), approximate="tanh") * self.up(n))


class DecodeBlock(nn.Module):
    """A decode step: rotary angles, grouped queries, a KV cache of 16 slots, gated SiLU."""

    def __init__(self, width=32, heads=4, groups=2, slots=16):
        super().__init__()
        self.heads, self.groups, self.slots, self.size = heads, groups, slots, width // heads
        self.norm1, self.norm2 = nn.Parameter(torch.ones(width)), nn.Parameter(torch.ones(width))
        self.query = nn.Linear(width, width, bias=False)
        self.key, self.value = (nn.Linear(width, groups * self.size, bias=False) for _ in range(2))
        self.out = nn.Linear(width, width, bias=False)
        self.gate, self.up = (nn.Linear(width, 2 * width, bias=False) for _ in range(2))
        self.down = nn.Linear(2 * width, width, bias=False)

    def rotate(self, x, position):
        rate = 1.0 / (10000 ** (torch.arange(0, self.size, 2).float() / self.size))
        angle = (position[:, None].float() * rate[None]).repeat(1, 2)[:, None]
        a, b = x.chunk(2, -1)
        return x * angle.cos().to(x.dtype) + torch.cat([-b, a], -1) * angle.sin().to(x.dtype)

    def forward(self, x, position, keys, values):
        batch = x.shape[0]
        n = rms_norm(x, self.norm1, 1e-5)
        q = self.rotate(self.query(n).view(batch, self.heads, -1), position)
        k = self.rotate(self.key(n).view(batch, self.groups, -1), position)
        v = self.value(n).view(batch, self.groups, -1)
        slot = torch.arange(self.slots)[None]
        hit = (slot == position[:, None])[:, None, :, None]
        keys, values = torch.where(hit, k[:, :, None], keys), torch.where(hit, v[:, :, None], values)
        wide = self.heads // self.groups
        scores = torch.matmul(q[:, :, None], keys.repeat_interleave(wide, 1).transpose(-1, -2))
        seen = torch.where(slot <= position[:, None], 0.0, float("-inf"))[:, None, None].to(x.dtype)
        p = F.softmax(scores / math.sqrt(self.size) + seen, -1, dtype=torch.float32).to(x.dtype)
        x = x + self.out(torch.matmul(p, values.repeat_interleave(wide, 1)).reshape(batch, -1))
        n = rms_norm(x, self.norm2, 1e-5)
        return x + self.down(F.silu(self.gate(n)) * self.up(n)), keys, values


class ConvBlock(nn.Module):
    """A Conformer's convolution half: pointwise, GLU, depthwise over a dynamic length."""

    def __init__(self, width=16):
        super().__init__()
        self.norm, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.enter, self.leave = nn.Conv1d(width, 2 * width, 1), nn.Conv1d(width, width, 1)
        self.depth = nn.Conv1d(width, width, 7, padding=3, groups=width)

    def forward(self, x):
        y = F.glu(self.enter(self.norm(x).transpose(1, 2)), 1)
        y = F.silu(self.norm2(self.depth(y).transpose(1, 2)))
        return x + self.leave(y.transpose(1, 2)).transpose(1, 2)


class Contrastive(nn.Module):
    """CLIP's loss: rows of length one, a learned scale, cross entropy both ways."""

    def __init__(self, width=16, shared=12):
        super().__init__()
        self.image, self.text = (nn.Linear(width, shared, bias=False) for _ in range(2))
        self.scale = nn.Parameter(torch.tensor(2.6592))

    def forward(self, image, text):
        image, text = self.image(image), self.text(text)
        image = image / image.norm(dim=-1, keepdim=True)
        text = text / text.norm(dim=-1, keepdim=True)
        logits = self.scale.exp() * image @ text.t()
        same = torch.eye(logits.shape[0])
        ways = [(F.log_softmax(x, -1) * same).sum() for x in (logits, logits.t())]
        return -(ways[0] + ways[1]) / (2 * logits.shape[0]), logits
