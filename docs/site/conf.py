"""How the site is built of the documents; see `docs/site/build.py`."""

from __future__ import annotations

from importlib.metadata import version as installed_version

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
html_show_sourcelink = False
html_copy_source = False
# Headings can be linked to in the way of GitHub, where the same documents are read.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_numpy_docstring = False
napoleon_use_ivar = True
# Names in docstrings stand between single backticks.
default_role = "code"
suppress_warnings = [
    # Classes that several packages offer are described in each.
    "ref.python",
]
