"""How the site is built of the documents; see `docs/site/build.py`."""

from __future__ import annotations

from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Croupier"
author = copyright = "The Croupier developers"
release = version = installed_version("croupier")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]

html_theme = "furo"
html_title = "Croupier"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
# Headings can be linked to in the way of GitHub, where the same documents are read.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True}
napoleon_numpy_docstring = False
napoleon_use_ivar = True
# Names in docstrings stand between single backticks.
default_role = "code"
suppress_warnings = [
    # Classes that several packages offer are described in each.
    "ref.python",
]


def setup(app: Sphinx) -> None:
    """Leave out what says nothing.

    Args:
        app: What builds the site.
    """

    def skip(_app: object, _kind: str, _name: str, value: object, *_: object) -> bool | None:
        # Fields of named tuples, which are described with the class.
        words = getattr(value, "__doc__", None) or ""
        return True if words.startswith("Alias for field number") else None

    app.connect("autodoc-skip-member", skip)
