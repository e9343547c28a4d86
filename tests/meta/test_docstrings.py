"""Classes are nouns, and so are the first words about them: editors show nothing else."""

from __future__ import annotations

import ast
import re

import pytest

from .project import texts

# Verbs that tell what an object does where it should be said what it is. Words that are nouns as
# often, such as "hand" and "help", are not among them, nor are forms such as "deals" and "ranks".
VERB = re.compile(
    r"(?:Add|Agree|Answer|Ask|Be|Buy|Call|Carry|Check|Choose|Close|Collect|Compare|Convert|Count|"
    r"Deal|Decide|Describe|Do|Draw|Encode|Find|Fold|Follow|Give|Go|Hold|Keep|Know|Learn|Leave|Let|"
    r"List|Listen|Look|Make|Move|Name|Never|Number|Offer|Pass|Play|Print|Promise|Push|Put|Raise|"
    r"Rank|Read|Refuse|Remember|Replay|Report|Represent|Return|Run|Say|Seat|Serve|Set|Show|Sit|"
    r"Stand|Start|Stop|Store|Take|Talk|Tell|Turn|Walk|Want|Write)\b(?![-'])"
)


def find_verbs(code: str) -> list[str]:
    """Return the classes of a program whose docstrings begin with a verb, with the first lines."""
    return [
        f"{node.name}: {first}"
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ClassDef)
        and VERB.match(first := (ast.get_docstring(node) or "").partition("\n")[0])
    ]


def test_docstrings_of_classes_are_noun_phrases() -> None:
    found = {
        str(path): verbs
        for path, text in texts().items()
        if path.suffix in {".py", ".pyi"} and (verbs := find_verbs(text))
    }
    assert not found


@pytest.mark.parametrize("line", ["Stand for a pot.", "Decide.", "Check, or fold."])
def test_verbs_are_found(line: str) -> None:
    code = (
        f'def make():\n    """Keep."""\n    class Inner:\n        """{line}\n\n        More."""\n'
    )
    assert find_verbs(code) == [f"Inner: {line}"]


@pytest.mark.parametrize("line", ["A pot.", "Fixed-limit badugi.", "Deals of a match.", ""])
def test_nouns_are_left_alone(line: str) -> None:
    assert not find_verbs(f'class One:\n    """{line}"""\n')
