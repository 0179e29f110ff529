"""The project's small decoder: `GPT` trains on sequences, `GPTStep` decodes a token.

Byte-level (ASCII), 3 layers, 4 heads, width 128. Where a token stands is told to
attention by a learned bias per head and distance, so that the cache of 64 slots can
be a ring, slot = position % 64, and the text may outgrow it.

The two forms have the same modules, so the same weights. Each does its work in
`forward` itself: torch.export gives an op the line of the innermost `forward` only.
Needs torch.
"""

import torch
import torch.nn.functional as F
from torch import nn

VOCAB, WIDTH, LAYERS, HEADS, SLOTS, TEXT = 128, 128, 3, 4, 64, 512
HEAD_DIM = WIDTH // HEADS
SCALE = HEAD_DIM**-0.5


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.rel = nn.Embedding(SLOTS, HEADS)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x, distance):
        """`distance` is [T, T]: the query's position less the key's."""
        heads = self.qkv(x).view(x.shape[0], x.shape[1], 3, HEADS, HEAD_DIM)
        q, k, v = heads.permute(2, 0, 3, 1, 4).unbind(0)
        seen = (distance >= 0) & (distance < SLOTS)
        bias = self.rel(distance.clamp(0, SLOTS - 1)).permute(2, 0, 1)
        mask = bias.masked_fill(~seen, float("-inf"))[None]
        weights = F.softmax(torch.matmul(q, k.transpose(2, 3)) * SCALE + mask, dim=-1)
        return self.out(torch.matmul(weights, v).transpose(1, 2).reshape(x.shape))


class AttentionStep(Attention):
    def forward(self, x, distance, seen, hit, k_cache, v_cache):
        """One token; `seen` marks the slots filled so far, `hit` the one to write."""
        q, k, v = self.qkv(x).view(1, 1, 3, HEADS, HEAD_DIM).permute(2, 0, 3, 1, 4).unbind(0)
        hit = hit.view(1, 1, SLOTS, 1)
        onehot = hit.to(x.dtype)
        k = torch.where(hit, torch.matmul(onehot, k), k_cache)
        v = torch.where(hit, torch.matmul(onehot, v), v_cache)
        bias = self.rel(distance).transpose(0, 1)
        mask = bias.masked_fill(~seen, float("-inf")).view(1, HEADS, 1, SLOTS)
        scores = torch.matmul(q, k.transpose(2, 3)) * SCALE
        weights = F.softmax(scores + mask, dim=-1)
        mixed = torch.matmul(weights, v)
        return self.out(mixed.transpose(1, 2).reshape(x.shape)), k, v


class Block(nn.Module):
    def __init__(self, attention=Attention):
        super().__init__()
        self.ln1 = nn.LayerNorm(WIDTH)
        self.attn = attention()
        self.ln2 = nn.LayerNorm(WIDTH)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.act = nn.GELU()
        self.down = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x, distance):
        x = x + self.attn(self.ln1(x), distance)
        return x + self.down(self.act(self.up(self.ln2(x))))


class BlockStep(Block):
    def forward(self, x, *state):
        mixed, k, v = self.attn(self.ln1(x), *state)
        x = x + mixed
        return x + self.down(self.act(self.up(self.ln2(x)))), k, v


class GPT(nn.Module):
    def __init__(self, block=Block, attention=Attention):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, WIDTH)
        self.blocks = nn.ModuleList(block(attention) for _ in range(LAYERS))
        self.ln = nn.LayerNorm(WIDTH)

    def forward(self, ids):
        places = torch.arange(ids.shape[1])
        distance = places[:, None] - places[None, :]
        x = self.tok(ids)
        for block in self.blocks:
            x = block(x, distance)
        return torch.matmul(self.ln(x), self.tok.weight.transpose(0, 1))


class GPTStep(GPT):
    def __init__(self):
        super().__init__(BlockStep, AttentionStep)

    def forward(self, text, pos, *caches):
        """Reads text[pos] and writes text[pos + 1] where that is -1 (docs/models.md)."""
        slots = torch.arange(SLOTS)
        hit = slots == pos % SLOTS
        distance = (pos - slots) % SLOTS
        seen = distance <= pos
        x = self.tok(torch.index_select(text, 1, pos.clamp(max=TEXT - 1)))
        new = []
        for block, k, v in zip(self.blocks, caches[::2], caches[1::2]):
            x, k, v = block(x, distance, seen, hit, k, v)
            new += [k, v]
        logits = torch.matmul(self.ln(x), self.tok.weight.transpose(0, 1))
        following = pos + 1
        write = (torch.arange(TEXT) == following) & (text < 0)
        text = torch.where(write, torch.argmax(logits, dim=-1), text)
        return (logits, text, following, *new)
