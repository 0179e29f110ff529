"""torch.compile(backend="nanguard"), skipped steps, gradients over two gloo ranks."""

import socket
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import torch.distributed as dist  # noqa: E402
import torch.multiprocessing as mp  # noqa: E402

import nanguard  # noqa: E402


def small():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.LayerNorm(16),
                               torch.nn.Linear(16, 4))


def data():
    torch.manual_seed(1)
    return torch.randn(5, 8), torch.randint(0, 4, (5,))


def test_a_loop_follows_eager_and_outlives_a_fault():
    eager, guarded = small(), small()
    compiled = torch.compile(guarded, backend="nanguard", dynamic=False)
    optimizers = [torch.optim.AdamW(m.parameters(), 1e-2) for m in (eager, guarded)]
    guard = nanguard.guard_optimizer(optimizers[1])
    x, y = data()
    for step in range(6):
        losses = []
        for model, optimizer in zip((eager, compiled), optimizers):
            loss = torch.nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        torch.testing.assert_close(*losses)
    assert (guard.steps, guard.skipped) == (6, 0)
    forward, backward = nanguard.compiled_models()[-2:]
    assert {"0", "1", "2"} <= {o.path for o in forward.ops if o.variants}
    assert {"0.backward", "2.backward"} <= {o.path for o in backward.ops if o.variants}
    before = [p.detach().clone() for p in guarded.parameters()]
    bad = torch.nn.functional.cross_entropy(compiled(x * float("inf")), y)
    optimizers[1].zero_grad()
    bad.backward()
    optimizers[1].step()
    assert guard.skipped == 1 and len(guard.last_bad) > 0
    assert all(torch.equal(p, q) for p, q in zip(guarded.parameters(), before))
    assert any(f.op.path == "0" for f in forward.findings)


def test_attention_is_lowered_whole():
    class Model(torch.nn.Module):
        def forward(self, q, k):
            return torch.nn.functional.scaled_dot_product_attention(q, k, k, is_causal=True)

    q, k = (torch.randn(1, 2, 4, 8, requires_grad=True) for _ in range(2))
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "nanguard")
        out = torch.compile(Model(), backend="nanguard", dynamic=False)(q, k)
        torch.testing.assert_close(out, Model()(q, k), rtol=1e-5, atol=1e-5)


def test_what_is_not_lowered_runs_in_eager_and_is_named():
    class Model(torch.nn.Module):
        def forward(self, x):
            return (torch.linalg.eigvalsh(x @ x.T) * 2).sum()

    x = torch.eye(3)
    with pytest.warns(UserWarning, match="not guarded: aten._linalg_eigh"):
        got = torch.compile(Model(), backend="nanguard", dynamic=False)(x)
    torch.testing.assert_close(got, Model()(x))


def test_steps_are_skipped_with_a_closure_too():
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], 0.1)
    guard = nanguard.guard_optimizer(optimizer)
    factor = 1.0

    def closure():
        optimizer.zero_grad()
        loss = (weight * factor).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 2.0 and guard.steps == 1
    factor = float("nan")
    optimizer.step(closure)
    assert guard.skipped == 1 and torch.isfinite(weight).all()


def _rank(rank, port, results):
    dist.init_process_group("gloo", init_method=f"tcp://localhost:{port}", rank=rank,
                            world_size=2)
    model = torch.nn.parallel.DistributedDataParallel(small())
    state = nanguard.GradientGuard.of(model.module.named_parameters())
    model.register_comm_hook(state, nanguard.ddp_hook)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    guard = nanguard.guard_optimizer(optimizer, state)
    x, y = data()
    x = x + rank
    for step in range(3):
        batch = x * float("nan") if step == 1 and rank == 1 else x
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(batch), y).backward()
        finite = all(torch.isfinite(p.grad).all() for p in model.parameters())
        optimizer.step()
    # Controllers of both ranks: the fault of one lowers the op on both.
    compiled = nanguard.compile(MLIR)
    session = compiled.session(ranks=True)
    bad_ranks = set()
    for _ in range(4):
        session(np.full(4, 20 if rank else 1, np.float16))
        bad_ranks.add(session.bad_rank)
    results[rank] = (guard.steps, guard.skipped, [(f.step, f.rank, f.parameters)
                                                  for f in state.faults], finite,
                     [p.detach().clone() for p in model.parameters()],
                     session.tiers.tolist(), bad_ranks)
    dist.destroy_process_group()


MLIR = """
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = math.exp %x : tensor<4xf16>
  %y = math.log1p %e : tensor<4xf16>
  return %y : tensor<4xf16>
}
"""


def test_two_ranks_skip_the_same_step_and_name_the_rank():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    with mp.get_context("spawn").Manager() as manager:
        results = manager.dict()
        mp.spawn(_rank, (port, results), nprocs=2)
        first, second = results[0], results[1]
    for steps, skipped, faults, finite, *_ in (first, second):
        assert (steps, skipped, finite) == (2, 1, True)
        assert [(s, r) for s, r, _ in faults] == [(2, 1)]
        assert "0.weight" in faults[0][2]
    assert all(torch.equal(a, b) for a, b in zip(first[4], second[4]))
    assert first[5] == second[5] and first[6] == second[6] and 1 in first[6]
    assert max(first[5]) > 1  # an op runs a deeper form, on both
