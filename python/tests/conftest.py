"""The option for the long tests, and the table of test_architectures.py."""

import os

import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the models are small
SCORES = pytest.StashKey[list]()


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true",
                     help="each fault in each architecture; 200 steps of training")


@pytest.fixture(scope="session")
def long(pytestconfig):
    return pytestconfig.getoption("long")


@pytest.fixture(scope="session")
def scores(pytestconfig):
    return pytestconfig.stash.setdefault(SCORES, [])


def pytest_generate_tests(metafunc):
    if "fault" not in metafunc.fixturenames:
        return
    from faults import chosen
    cases = chosen(metafunc.config.getoption("long"))
    metafunc.parametrize("name, fault", cases, ids=[f"{n}-{f}" for n, f in cases])


def pytest_terminal_summary(terminalreporter, config):
    if scores := config.stash.get(SCORES, []):
        from faults import table
        terminalreporter.write_line("\n" + table(scores))
