"""Small models of the tests."""

import torch
from torch import nn


class Attention(nn.Module):
    """Scores in the model's own type, as eager code has them."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        scores = q @ k.transpose(-1, -2)
        weights = torch.softmax(scores * q.shape[-1] ** -0.5, -1)
        return self.out(weights @ v)


class Block(nn.Module):
    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = Attention(width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.down(torch.relu(self.up(self.ln_2(x))))


class Decoder(nn.Module):
    """Four blocks over an embedding: logits of the next token."""

    def __init__(self, words: int = 50, width: int = 32) -> None:
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.h = nn.ModuleList(Block(width) for _ in range(4))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words)

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.h:
            x = block(x)
        return self.head(self.norm(x))


def decoder(dtype=torch.float16):
    torch.manual_seed(0)
    return Decoder().to(dtype).eval()


def tokens():
    return torch.arange(24).reshape(2, 12)
