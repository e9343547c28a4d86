"""`croupier completion`: what a shell needs to complete commands, options and their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

__all__ = ["complete", "completion"]

# Placeholders for names of files, which shells complete best.
_FILES = "@files"

# Scripts ask the program itself, so that they know all that it knows.
_SCRIPTS = {
    "bash": r"""
_croupier() {
  local current="${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == @files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _croupier croupier
""",
    "zsh": r"""
#compdef croupier
_croupier() {
  local -a found
  local line
  for line in "${(@f)$(${words[1]} --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == @files ]]; then
      _files
    elif [[ -n $line ]]; then
      found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( $#found )) && _describe croupier found
}
if [[ ${funcstack[1]} == _croupier ]]; then
  _croupier "$@"
else
  compdef _croupier croupier
fi
""",
    "fish": r"""
function __croupier_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    for line in ($typed[1] --complete $typed[2..-1] "$current" 2>/dev/null)
        if test "$line" = @files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c croupier -f -a '(__croupier_complete)'
""",
}


def completion(shell: Literal["bash", "zsh", "fish", "powershell"]) -> None:
    """Print what a shell needs to complete commands, options and their values.

    Parameters
    ----------
    shell
        The shell: bash, zsh, fish or powershell, which knows commands and options only.
    """
    if shell in _SCRIPTS:
        print(_SCRIPTS[shell].strip())
        return
    # The application imports its commands, and not the other way round.
    from croupier.cli.app import app

    print(app.generate_completion(prog_name="croupier", shell=shell))


def complete(words: Sequence[str]) -> Iterator[str]:
    r"""Yield what the last word may become, each with a tab and what it is, if that is known.

    >>> list(complete(["simulate", "--policy", ""]))
    ['mixed', 'call']
    >>> list(complete(["stats", "han"])), list(complete(["describe", "pass_"]))
    (['@files'], ['pass_the_pineapple\tPass the Pineapple', '@files'])

    Args:
        words: What was typed after the name of the program; the last one may be empty.

    Yields:
        Lines for the scripts of shells; `@files` stands for the names of files.
    """
    *typed, current = words or [""]
    for candidate in _find(typed, current):
        if candidate == _FILES or candidate.startswith(current):
            yield candidate


def _find(typed: Sequence[str], current: str) -> Iterable[str]:
    from croupier.cli.app import app
    from croupier.cli.commands import COMMANDS

    if not typed:
        return [*(f"{one.name}\t{one.summary}" for one in COMMANDS), "--help", "--version"]
    name, *others = typed
    if name not in {one.name for one in COMMANDS}:
        return ()
    arguments = app[name].assemble_argument_collection(parse_docstring=True)
    option, equals, _ = current.partition("=")
    if current.startswith("-") and equals:
        # Options may have their values behind an equals sign.
        return [f"{option}={value}" for value in _list_values(name, arguments, option)]
    if others and others[-1].startswith("-") and _takes_value(arguments, others[-1]):
        return _list_values(name, arguments, others[-1])
    if current.startswith("-"):
        return _list_options(arguments)
    return _list_values(name, arguments, None)


def _list_options(arguments: Any) -> Iterator[str]:
    for argument in arguments:
        said = " ".join((argument.parameter.help or "").split()).partition(". ")[0]
        for option in argument.names:
            if option.startswith("--") and not argument.field_info.is_positional:
                yield f"{option}\t{said}"
    yield "--help\tDisplay this message and exit."


def _takes_value(arguments: Any, option: str) -> bool:
    return any(option in one.names and one.hint is not bool for one in arguments)


def _list_values(command: str, arguments: Any, option: str | None) -> Iterable[str]:
    """Return what an option, or what stands alone, may be."""
    for argument in arguments:
        if option is None and not (
            argument.field_info.is_positional or argument.field_info.is_positional_only
        ):
            continue
        if option is not None and option not in argument.names:
            continue
        names = {one.lstrip("-").lower() for one in argument.names}
        if names & {"game", "base"}:
            return _list_games()
        if command in ("play", "match") and option is None:
            return _list_agents()
        if command == "convert" and "to" in names:
            return _list_formats(written=True)
        if command == "convert" and "from" in names:
            return _list_formats(written=False)
        if "type" in names:
            return _list_rankings()
        if names & {"structure", "limit"}:
            return ("limit", "no-limit", "pot-limit")
        if "category" in names:
            return _list_categories()
        choices = _find_choices(argument.hint)
        if choices:
            return choices
        if names & {"output", "paths", "files", "file"} or _mentions(argument.hint, Path):
            return (_FILES,)
        return ()
    return ()


def _find_choices(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    return next((found for one in get_args(hint) if (found := _find_choices(one))), ())


def _mentions(hint: Any, kind: type) -> bool:
    return hint is kind or any(_mentions(one, kind) for one in get_args(hint))


def _list_games() -> Iterator[str]:
    from croupier.games.configuration.library import library
    from croupier.games.finding import ALIASES, show_name
    from croupier.games.mixed import names

    for alias, name in ALIASES.items():
        yield f"{alias}\t{show_name(name)}"
    for name, game in library().summarize_all().items():
        yield f"{name}\t{game['game']}"
    yield from names()
    yield _FILES


def _list_agents() -> Iterator[str]:
    from croupier.agents import AGENTS

    yield from AGENTS
    yield "subprocess:\ta program, by its command"
    yield "acpc:\ta client of the computer poker competition, by its port"
    yield "solved:\ta solution, by its file"
    yield "torch:\ta net of PyTorch, by its file"
    # An agent may be a class of a file.
    yield _FILES


def _list_formats(*, written: bool) -> Iterable[str]:
    if written:
        from croupier.histories.pipeline.converting import TARGETS

        return TARGETS
    from croupier.histories.formats import NAMES

    return NAMES


def _list_rankings() -> Iterator[str]:
    from croupier import rankings

    for name in rankings.names():
        yield f"{name}\t{rankings.get(name).title}"


def _list_categories() -> list[str]:
    from croupier.games.configuration.library import library

    games = library().summarize_all().values()
    return sorted({game["category"] for game in games if game["category"]})
