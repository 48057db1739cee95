"""The page of a box that can be taught."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.reader.page.stand import Stand
from tests.reader.page.teaching.learner import LearningWatcher, learning_stand

collect_ignore = [] if find_spec("playwright") else ["test_browser_teaching.py"]


@pytest.fixture
def watcher() -> LearningWatcher:
    return LearningWatcher()


@pytest.fixture
def stand(tmp_path: Path, watcher: LearningWatcher) -> Stand:
    return learning_stand(tmp_path, watcher, lambda: 1000.0)
