"""Training loops of the user's own: steps that are skipped, gradients over ranks."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.distributed as dist


@dataclass
class RankFault:
    """A gradient that was not finite on one rank."""

    step: int  # of all_reduce calls of one bucket, from 1
    rank: int
    count: int  # of values, masked
    parameters: tuple[str, ...]  # of the bucket, those that are bad on that rank


@dataclass
class GradientGuard:
    """The state of `ddp_hook`: masks, counts, and names the rank.

    `names` gives parameters their names: `GradientGuard(model.named_parameters())`."""

    names: dict[int, str] = field(default_factory=dict)
    process_group: Any = None
    faults: list[RankFault] = field(default_factory=list)
    found_nonfinite: bool = False  # since the last optimizer step: the same on all ranks
    steps: int = 0

    @classmethod
    def of(cls, parameters: Iterable[tuple[str, torch.nn.Parameter]],
           process_group: Any = None) -> "GradientGuard":
        return cls({id(p): n for n, p in parameters}, process_group)


def ddp_hook(state: GradientGuard, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
    """For `model.register_comm_hook(state, nanguard.ddp_hook)`: averages the gradients, a value
    that is not finite counts as 0; who sent it is the same knowledge on every rank."""
    group = state.process_group or dist.group.WORLD
    size, rank = dist.get_world_size(group), dist.get_rank(group)
    gradients = bucket.gradients()
    counts = torch.zeros(size, len(gradients), dtype=torch.int64, device=bucket.buffer().device)
    counts[rank] = torch.stack([(~torch.isfinite(g)).sum() for g in gradients])
    data = torch.nan_to_num(bucket.buffer(), nan=0.0, posinf=0.0, neginf=0.0) / size
    works = [dist.all_reduce(t, group=group, async_op=True).get_future() for t in (data, counts)]
    names = [state.names.get(id(p), f"parameter {i}") for i, p in enumerate(bucket.parameters())]
    first = bucket.index() == 0

    def finish(futures: torch.futures.Future[Any]) -> torch.Tensor:
        for future in futures.value():
            future.wait()
        state.steps += first
        for sender in counts.any(1).nonzero().flatten().tolist():
            state.faults.append(RankFault(
                state.steps, sender, int(counts[sender].sum()),
                tuple(n for n, c in zip(names, counts[sender].tolist()) if c)))
        # A sum of finite parts may leave the type.
        if counts.any() or not torch.isfinite(data).all():
            state.found_nonfinite = True
        return data

    return torch.futures.collect_all(works).then(finish)


@dataclass
class StepGuard:
    """What `guard_optimizer` counts."""

    steps: int = 0  # taken
    skipped: int = 0
    last_bad: tuple[int, ...] = ()  # parameters, in the optimizer's order


def guard_optimizer(optimizer: torch.optim.Optimizer, ranks: GradientGuard | None = None,
                    process_group: Any = None) -> StepGuard:
    """Skips `optimizer.step()` where a gradient is not finite: weights and moments stay whole.

    With torch.distributed all ranks skip the same steps. With the state of `ddp_hook` a
    step whose gradients were masked is skipped too."""
    guard, take = StepGuard(), optimizer.step

    def is_bad() -> bool:
        parameters = [p for g in optimizer.param_groups for p in g["params"]]
        guard.last_bad = tuple(i for i, p in enumerate(parameters) if p.grad is not None
                               and not torch.isfinite(p.grad).all())
        bad = bool(guard.last_bad)
        if ranks is not None:
            bad, ranks.found_nonfinite = bad or ranks.found_nonfinite, False
        if dist.is_available() and dist.is_initialized():
            flag = torch.tensor(int(bad), device=parameters[0].device)
            dist.all_reduce(flag, dist.ReduceOp.MAX, group=process_group)
            bad = bool(flag)
        return bad

    def step(closure: Any = None) -> Any:
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
            if is_bad():
                guard.skipped += 1
                return loss
            guard.steps += 1
            return take(lambda: loss)
        if is_bad():
            guard.skipped += 1
            return None
        guard.steps += 1
        return take()

    optimizer.step = step  # type: ignore[method-assign]
    return guard
