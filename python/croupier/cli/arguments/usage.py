"""Errors of a command line, in the words of all other errors."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches
from itertools import chain
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from croupier.cli.commands import COMMANDS
from croupier.numbers import show_short

__all__ = ["explain", "refuse_option"]

_NEAR = 0.6
_KINDS = {int: "a whole number", float: "a number", Decimal: "a number", bool: "no value"}


def explain(error: CycloptsError) -> str:
    """Return what is wrong with a command line, what was expected, and where help is.

    >>> from croupier.cli.app import app
    >>> try:
    ...     app("rankins", exit_on_error=False, print_error=False)
    ... except CycloptsError as error:
    ...     print(explain(error))
    there is no command 'rankins'; did you mean rankings? (`croupier --help` tells more)

    Args:
        error: What the parser of command lines says.

    Returns:
        The message, without a full stop.
    """
    command = " ".join(["croupier", *(error.command_chain or ())])
    return f"{_explain(error)} (`{command} --help` tells more)"


def refuse_option(command: str, wrong: str) -> str:
    """Return what is wrong with something that was meant as an option of a command.

    >>> refuse_option("convert", "--too=phh")
    'there is no option --too; did you mean --to? (`croupier convert --help` tells more)'

    Args:
        command: The name of the command.
        wrong: What was given.

    Returns:
        The message, without a full stop.
    """
    from croupier.cli.app import app

    arguments = app[command].assemble_argument_collection()
    known = chain.from_iterable(one.names for one in arguments if one.parse)
    name = wrong.partition("=")[0]
    message = f"there is no option {name}{_suggest(name, known)}"
    return f"{message} (`croupier {command} --help` tells more)"


def _explain(error: CycloptsError) -> str:
    match error:
        case UnknownCommandError():
            [wrong, *_] = error.unused_tokens or ("",)
            what = "option" if wrong.startswith("-") else "command"
            return f"there is no {what} {wrong!r}{_suggest(wrong, (one.name for one in COMMANDS))}"
        case UnknownOptionError():
            wrong = (error.token.keyword or error.token.value).partition("=")[0]
            known = chain.from_iterable(one.names for one in error.argument_collection if one.parse)
            return f"there is no option {wrong}{_suggest(wrong, known)}"
        case MissingArgumentError():
            return _explain_missing(error)
        case CoercionError() if error.token is not None and (wanted := _expect(error)):
            name = error.token.keyword or _name(error.argument)
            return f"{name} takes {wanted}, unlike {show_short(error.token.value)}"
        case RepeatArgumentError():
            return f"{error.token.keyword or error.token.value} is there more than once"
        case UnusedCliTokensError():
            return f"there is no place for {' '.join(error.unused_tokens or ())!r}"
        case _:
            said = " ".join(str(error).split()).rstrip(".")
            return _uncapitalize(said)


def _explain_missing(error: MissingArgumentError) -> str:
    argument = error.argument
    name = error.keyword or _name(argument)
    missing = "needs a value" if error.keyword else "is missing"
    if argument is None or error.app is None:
        return f"{name} {missing}"
    # Meanings of options stand in docstrings alone.
    described = error.app.assemble_argument_collection(parse_docstring=True)
    meanings = [one.parameter.help or "" for one in described if one.names == argument.names]
    meaning = " ".join("".join(meanings).split()).removesuffix(".")
    return f"{name} {missing}: {_uncapitalize(meaning)}"


def _uncapitalize(text: str) -> str:
    """Return a sentence as a part of another one; JSON and the like stay as they are."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _name(argument: Any) -> str:
    """Return what help calls an argument."""
    if argument is None:
        return "it"
    positional = argument.field_info.is_positional
    return str(argument.name.lstrip("-").upper() if positional else argument.name)


def _expect(error: CoercionError) -> str:
    """Return what is expected, or nothing if the error says it already."""
    kind: Any = error.target_type
    if kind is None and error.argument is not None:
        kind = error.argument.hint
    if get_origin(kind) is Literal:
        *others, last = map(str, get_args(kind))
        return f"{', '.join(others)} or {last}" if others else last
    for one in (kind, *get_args(kind)):
        if one in _KINDS:
            return _KINDS[one]
    return ""


def _suggest(wrong: str, known: Iterable[str]) -> str:
    names = list(dict.fromkeys(known))
    near = get_close_matches(wrong, names, n=3, cutoff=_NEAR)
    # The beginning of a name is near, too.
    near = near or [name for name in names if name.startswith(wrong)][:3]
    return f"; did you mean {' or '.join(near)}?" if near else ""
