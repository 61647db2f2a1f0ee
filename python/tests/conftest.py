import numpy as np
import pytest


@pytest.fixture
def rng(request):
    """Random numbers that are the same in every run of a test."""
    return np.random.default_rng([ord(c) for c in request.node.name])
