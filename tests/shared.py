"""Where tests find the data that is shared between projects and not kept in this one."""

from __future__ import annotations

from pathlib import Path

import pytest

_SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def data_path(*parts: str) -> Path:
    """Return the path of shared data, or skip the test where there is none."""
    path = _SHARED_DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"shared data is absent: {'/'.join(parts)}", allow_module_level=True)
    return path
