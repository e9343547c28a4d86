"""Write the tables of the store into their page: `python docs/site/store_tables.py`.

Names, types and meanings come from the program, so that the page cannot say anything else.
"""

from __future__ import annotations

from pathlib import Path

from croupier.store.views import Column, describe_tables

PAGE = Path(__file__).resolve().parent.parent / "analysis" / "store.md"
_BEGIN, _END = "<!-- tables -->\n", "<!-- end of tables -->\n"


def render(page: str) -> str:
    """Return the page with the tables as they are.

    Args:
        page: The page as it is.

    Returns:
        The page as it should be.
    """
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    parts = [_describe(name, columns) for name, columns in describe_tables().items()]
    return before + _BEGIN + "".join(parts) + "\n" + _END + after


def _describe(name: str, columns: tuple[Column, ...]) -> str:
    lines = [f"\n### {name}\n\n", "| column | type | what it says |\n", "|---|---|---|\n"]
    for column in columns:
        marks = ("" if column.stored else " (worked out)") + (
            ", or null" if column.nullable else ""
        )
        lines.append(f"| `{column.name}` | {column.type}{marks} | {column.about} |\n")
    return "".join(lines)


def main() -> None:
    """Write the page."""
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
