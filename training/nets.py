"""The river net: equity and what is left of it, hand by hand.

A transformer reads both ranges, pooled over bins of strength; each hand then gets its own word from its bin, the
word of the whole game and its own features, and answers how far its value is from its equity. Nothing in it
depends on suits, and values add up to zero by construction.
"""

import math

import torch
from rivers import BANDS, BINS, FEATURES, HANDS, TOKENS
from torch import nn
from torch.nn import functional


class Block(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.attend = nn.Linear(width, 3 * width)
        self.merge = nn.Linear(width, width)
        self.widen = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.GELU(), nn.Linear(3 * width, width)
        )

    def forward(self, x):
        games, tokens, width = x.shape
        parts = self.attend(self.norm(x)).view(games, tokens, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        heard = functional.scaled_dot_product_attention(query, key, value)
        x = x + self.merge(heard.transpose(1, 2).reshape(games, tokens, width))
        return x + self.widen(x)


class RiverNet(nn.Module):
    def __init__(self, width: int = 192, layers: int = 5, local: int = 64, hidden: int = 128):
        super().__init__()
        self.config = {"width": width, "layers": layers, "local": local, "hidden": hidden}
        self.enter = nn.Linear(TOKENS + 4, width)
        self.bins = nn.Parameter(torch.randn(BINS, width) * 0.02)
        self.blocks = nn.ModuleList([Block(width, max(1, width // 32)) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.by_bin = nn.Linear(width, 2 * local)
        self.blocked = nn.Linear(width, 2 * BANDS)
        nn.init.zeros_(self.blocked.weight)
        nn.init.zeros_(self.blocked.bias)
        self.whole = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 2 * hidden))
        self.from_hand = nn.Linear(FEATURES, hidden)
        self.from_bin = nn.Linear(local, hidden, bias=False)
        self.first = nn.Sequential(nn.GELU(), nn.Linear(hidden, hidden), nn.GELU())
        self.second = nn.Sequential(nn.Linear(hidden, hidden), nn.GELU())
        self.answer = nn.Linear(hidden, 2)
        nn.init.zeros_(self.answer.weight)
        nn.init.zeros_(self.answer.bias)

    def forward(self, spr, tokens, features, positions, weights):
        """Return (N, 2, 1081) values in pots less one half. `weights` are reaches times compatible masses."""
        games = len(spr)
        stack = torch.stack([spr.log() / 2, spr.clamp(max=5) / 2 - 1, 1 / (1 + spr), spr / (1 + 2 * spr)], 1)
        x = self.enter(torch.cat([tokens, stack[:, None].expand(-1, BINS, -1).to(tokens.dtype)], 2)) + self.bins
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        whole = self.whole(torch.cat([x.mean(1), x.amax(1)], 1)).view(games, 2, 1, -1)
        local = self.by_bin(x).view(games, BINS, 2, -1).transpose(1, 2)
        # The words of each bin, and the worth of what its hands' cards remove from each band of the opponent's range.
        spoken = torch.cat([self.from_bin(local), self.blocked(x).view(games, BINS, 2, -1).transpose(1, 2)], 3)
        # The word of a hand's bin, between the middles of two bins: a tent over them.
        at = (positions.float() - 0.5).clamp(0, BINS - 1)
        bins = torch.arange(BINS, device=spr.device)
        tent = (1 - (at[..., None] - bins).abs()).clamp(min=0).to(spoken.dtype)
        tent = tent[:, None].expand(-1, 2, -1, -1).reshape(2 * games, HANDS, BINS)
        heard = (tent @ spoken.reshape(2 * games, BINS, -1)).view(games, 2, HANDS, -1)
        hand = self.from_hand(features) + whole + heard[..., :-BANDS]
        hand = self.first(hand)
        hand = hand + self.second(hand)
        answer = self.answer(hand).float()
        removal = (heard[..., -BANDS:].float() * features[..., -BANDS:].float()).sum(3)
        equity = features[..., 0].float() / 2
        value = equity * (1 + answer[..., 0]) + (answer[..., 1] + removal) * torch.sqrt(1 + spr)[:, None, None]
        return value - (weights * value).sum((1, 2))[:, None, None]


def loss_of(values, targets, weights):
    """Half by reach, half plain: hands outside of a range need values too."""
    loss = functional.smooth_l1_loss(values, targets, beta=0.05, reduction="none")
    return 0.5 * (loss * weights).sum((1, 2)).mean() + 0.5 * loss.mean()


def rate(step: float, peak: float) -> float:
    """The learning rate after `step` (0 to 1) of a run: a cosine down to a two-hundredth."""
    return peak * (0.5 * (1 + math.cos(math.pi * min(step, 1))) + 0.005)
