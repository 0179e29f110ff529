"""A stock training loop of a small GPT-2: autocast to f16, AdamW, GradScaler."""

import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")
transformers = pytest.importorskip("transformers")

import nanguard  # noqa: E402


def gpt2():
    torch.manual_seed(0)
    config = transformers.GPT2Config(
        vocab_size=64, n_positions=32, n_embd=32, n_layer=2, n_head=2, resid_pdrop=0.0,
        embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False, attn_implementation="eager",
        bos_token_id=0, eos_token_id=0)
    return transformers.GPT2LMHeadModel(config)


def train(model, call, first, last):
    """The losses of these steps, with a new optimizer and scaler; the scale at the end."""
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
    losses = []
    for step in range(first, last):
        start = torch.randint(0, 64, (4, 1), generator=torch.Generator().manual_seed(step))
        ids = (start + torch.arange(17)) % 64
        with torch.autocast("cpu", dtype=torch.float16):
            logits = call(input_ids=ids[:, :-1]).logits
            loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(),
                                                     ids[:, 1:].flatten())
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses, scaler.get_scale()


def test_a_stock_loop_follows_eager_and_outlives_what_stops_it(long):
    steps = 200 if long else 12
    eager, guarded = gpt2(), gpt2()
    call = torch.compile(guarded, backend="nanguard", dynamic=False)
    (wanted, _), (losses, _) = train(eager, eager, 0, steps), train(guarded, call, 0, steps)
    assert losses == pytest.approx(wanted, rel=2e-2 if long else 1e-3)
    assert wanted[-1] < 0.97 * wanted[0]
    # The scores of a layer leave f16 in each step from here on.
    for model in (eager, guarded):
        model.transformer.h[1].attn.c_attn.weight.data[:, :64] *= 2500
    stopped, scale = train(eager, eager, steps, 2 * steps)
    assert all(map(math.isnan, stopped)) and scale < 256
    losses, scale = train(guarded, call, steps, 2 * steps)
    # GradScaler skips the steps in which the controller still learns.
    assert all(map(math.isfinite, losses[2:])) and scale >= 64
    assert losses[-1] < losses[2]
    forward, _ = nanguard.compiled_models()[-2:]
    first = forward.findings[0]
    assert (first.op.path, first.verdict, first.fault) == ("transformer.h.1.attn", "op", "inner")
