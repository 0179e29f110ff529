"""The encoder all-MiniLM-L6-v2 in plain torch, with the module names of BERT.

Written as the eager path of PyTorch models writes it: scores by a matmul, scaled after
it, a mask of the type's least number added, softmax, matmul. Needs torch.
"""

import torch
import torch.nn.functional as F
from torch import nn

VOCAB, POSITIONS, TYPES, WIDTH, INNER, LAYERS, HEADS = 30522, 512, 2, 384, 1536, 6, 12
EPS = 1e-12


class Embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.word_embeddings = nn.Embedding(VOCAB, WIDTH)
        self.position_embeddings = nn.Embedding(POSITIONS, WIDTH)
        self.token_type_embeddings = nn.Embedding(TYPES, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, eps=EPS)

    def forward(self, ids):
        places = torch.arange(ids.shape[1])[None]
        x = self.word_embeddings(ids) + self.token_type_embeddings(torch.zeros_like(ids))
        return self.LayerNorm(x + self.position_embeddings(places))


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)

    def forward(self, x, mask):
        def split(y):
            return y.view(x.shape[0], x.shape[1], HEADS, -1).transpose(1, 2)

        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        scores = torch.matmul(q, k.transpose(2, 3)) * (WIDTH // HEADS) ** -0.5
        weights = F.softmax(scores + mask, dim=-1)
        return torch.matmul(weights, v).transpose(1, 2).reshape(x.shape)


class Output(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.dense = nn.Linear(width, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, eps=EPS)

    def forward(self, x, residual):
        return self.LayerNorm(self.dense(x) + residual)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.self = SelfAttention()
        self.output = Output(WIDTH)

    def forward(self, x, mask):
        return self.output(self.self(x, mask), x)


class Intermediate(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(WIDTH, INNER)
        self.intermediate_act_fn = nn.GELU()

    def forward(self, x):
        return self.intermediate_act_fn(self.dense(x))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.intermediate = Intermediate()
        self.output = Output(INNER)

    def forward(self, x, mask):
        x = self.attention(x, mask)
        return self.output(self.intermediate(x), x)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, x, mask):
        for layer in self.layer:
            x = layer(x, mask)
        return x


class Pooling(nn.Module):
    """The mean over the tokens that the mask keeps, scaled to length one."""

    def forward(self, x, mask):
        kept = mask[:, :, None].to(x.dtype)
        mean = (x * kept).sum(dim=1) / kept.sum(dim=1)
        return F.normalize(mean, dim=1)


class MiniLM(nn.Module):
    def __init__(self):
        super().__init__()
        self.embeddings = Embeddings()
        self.encoder = Encoder()
        self.pooling = Pooling()

    def forward(self, ids, mask):
        x = self.embeddings(ids)
        hidden = (1.0 - mask[:, None, None, :].to(x.dtype)) * torch.finfo(x.dtype).min
        x = self.encoder(x, hidden)
        return self.pooling(x, mask), x
