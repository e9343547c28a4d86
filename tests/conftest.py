"""Let every test import `shared` and helpers of other folders, however pytest imports it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
