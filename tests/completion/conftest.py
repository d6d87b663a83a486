"""Networks of known answers in a temporary folder: `marked` (predictions name their level), `fitted` (body-like)."""

import pytest
from synthetic_networks import write_fitted, write_marked

from models.completion import Completion


@pytest.fixture(scope="session")
def marked(tmp_path_factory) -> Completion:
    return Completion(write_marked(tmp_path_factory.mktemp("marked")))


@pytest.fixture(scope="session")
def fitted(tmp_path_factory) -> Completion:
    return Completion(write_fitted(tmp_path_factory.mktemp("fitted")))
