"""A fault in a random layer of many architectures: diagnose names it, repair cures it."""

import statistics
import time

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import nanguard  # noqa: E402
from architectures import make  # noqa: E402
from faults import Score, loss_of, put, run  # noqa: E402


def test_the_layer_at_fault_is_named_and_cured(name, fault, scores):
    model, batch = make(name)
    path, scale = put(model, batch, fault, name)
    loss = loss_of(scale) if fault.startswith("backward") else None
    start = time.monotonic()
    found = nanguard.diagnose(model, batch, loss)
    score = Score(name, fault, path, found.culprit, time.monotonic() - start)
    scores.append(score)
    if score.named:
        assert score.culprit.backward == (loss is not None)
    if not fault.endswith("overflow"):
        return
    try:
        score.repaired = nanguard.repair(model, batch, loss)
    except nanguard.NanGuardError as error:
        if "return it in float32" not in str(error):  # f16 cannot hold the model's own result
            score.repaired = str(error)
        return
    with torch.no_grad():
        assert all(torch.isfinite(t).all() for t in run(score.repaired, batch))


def test_most_are_named_and_cured(scores):
    if len(scores) < 20:
        pytest.skip("needs the tests above")
    assert sum(s.named for s in scores) >= 0.95 * len(scores)
    assert statistics.median(s.seconds for s in scores) < 60
    repairs = [s for s in scores if s.repaired is not None]
    assert sum(s.cured for s in repairs) >= 0.9 * len(repairs)
