"""Options without effect: refused, so that nobody takes the result for what it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from croupier.errors import SetupError

__all__ = ["refuse_threads", "refuse_unused"]


def refuse_threads(threads: int | None, on: str | None) -> None:
    """Refuse a number of threads where other processes do the work.

    >>> refuse_threads(2, None), refuse_threads(None, "processes")
    (None, None)

    Args:
        threads: The number, if one was given.
        on: Where the work is done, if not in this process.

    Raises:
        SetupError: Both were given.
    """
    if threads is not None and on is not None:
        raise SetupError(
            f"--threads has no effect with --on {on}: give the number there, as in processes:4",
            code="unused-option",
        )


def refuse_unused(
    command: Callable[..., object], given: Mapping[str, object], used: Iterable[str], what: str
) -> None:
    """Refuse options that would have no effect.

    >>> def cook(meal="soup", *, salt=0, as_json=False): ...
    >>> refuse_unused(cook, {"meal": "tea", "salt": 1}, {"meal"}, "tea")
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: --salt has no effect on tea: leave it out

    Args:
        command: The function of the command.
        given: The values of its arguments by their names; a value that is the default was not
            given. Arguments that are not here are not checked.
        used: The names of the arguments that have an effect.
        what: What the command is asked for.

    Raises:
        SetupError: An option has no effect.
    """
    # Few command lines are wrong, and the import is for those with several modes.
    from inspect import Parameter, signature

    used = {*used, "as_json"}
    for name, parameter in signature(command).parameters.items():
        if name in used or name not in given or given[name] in (parameter.default, ()):
            continue
        keyword = parameter.kind is Parameter.KEYWORD_ONLY
        option = f"--{name.strip('_').replace('_', '-')}" if keyword else f"{given[name]!r:.80}"
        raise SetupError(f"{option} has no effect on {what}: leave it out", code="unused-option")
