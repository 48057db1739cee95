from collections.abc import Iterator

import pytest

from models.studio import fonts


@pytest.fixture(scope="session", autouse=True)
def only_the_built_in_font() -> Iterator[None]:
    """What Pillow carries must do; and looking through hundreds of fonts takes longer than all these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "FOLDERS", ())
        fonts.fonts.cache_clear()
        yield
    fonts.fonts.cache_clear()
