"""Agents by name, as they are given on a command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from croupier.agents.base import Agent
from croupier.agents.basic import Caller, Folder, RandomAgent
from croupier.agents.core import CoreAgent
from croupier.agents.heuristic import EquityAgent, Loose, Tight
from croupier.agents.human import Human
from croupier.errors import PokerError, SetupError, UnsupportedError

__all__ = [
    "AGENTS",
    "PREFIXES",
    "AgentLike",
    "find_agent",
    "find_core_agent",
    "find_maker",
    "make_agent",
]

AGENTS: dict[str, Callable[..., Agent]] = {
    "random": RandomAgent,
    "caller": Caller,
    "folder": Folder,
    "tight": Tight,
    "loose": Loose,
    "equity": EquityAgent,
    "human": Human,
}
"""The agents that have names. Commands, clients of the computer poker competition, solutions and
classes of your own are agents, too (`make_agent`)."""

PREFIXES = ("subprocess", "acpc", "solved", "torch")
"""The words before a colon and more where an agent is no class."""

AgentLike: TypeAlias = Agent | str | Callable[[], Agent]
"""An agent, its name, or something that makes it when it is called, such as its class."""

_PROCESS, _ACPC, _SOLVED, _TORCH = PREFIXES
_FILE = ".py"


def find_agent(given: AgentLike) -> Agent:
    """Return an agent for whatever stands for it.

    >>> find_agent("caller"), find_agent(Caller), find_agent(Caller())
    (<Caller 'caller'>, <Caller 'caller'>, <Caller 'caller'>)
    >>> find_agent(17)
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: 17 is no agent: it has no method act

    Args:
        given: An agent, a name that `make_agent` knows, or a class or function that makes an agent
            and needs no arguments for it.

    Returns:
        The agent.

    Raises:
        SetupError: It is no agent, and makes none.
        UnsupportedError: There is no agent of this name.
    """
    if isinstance(given, str):
        return make_agent(given)
    if not isinstance(given, type) and isinstance(given, Agent):
        return given
    if not callable(given):
        raise SetupError(f"{given!r:.100} is no agent: it has no method act", code="no-agent")
    name = getattr(given, "__name__", repr(given))
    try:
        made = given()
    except (Exception, SystemExit) as error:
        raise SetupError(
            f"{name} makes no agent without arguments ({type(error).__name__}: {error}):"
            " give an agent instead",
            code="no-agent",
        ) from error
    if not isinstance(made, Agent):
        raise SetupError(f"{name} makes no agent: {made!r:.100} has no method act", code="no-agent")
    return made


def find_core_agent(given: AgentLike) -> CoreAgent:
    """Return an agent that the core plays, for its name, its class or itself.

    >>> find_core_agent("caller")
    <Caller 'caller'>

    Args:
        given: What `find_agent` accepts.

    Returns:
        The agent.

    Raises:
        SetupError: It is not an agent.
        UnsupportedError: There is no agent of this name, or the core does not play it.
    """
    agent = find_agent(given)
    if isinstance(agent, CoreAgent):
        return agent
    names = ", ".join(name for name, made in AGENTS.items() if _is_of_core(made))
    raise UnsupportedError(
        f"{given!r:.80} is not played by the core: expected one of {names}", code="not-in-core"
    )


def _is_of_core(made: Callable[..., Agent]) -> bool:
    return isinstance(made, type) and issubclass(made, CoreAgent)


def find_maker(given: AgentLike) -> Callable[[], Agent]:
    """Return what makes an agent anew each time, one that knows nothing of what others have seen.

    >>> make = find_maker(Caller())
    >>> make() is make()
    False

    Args:
        given: A name that `make_agent` knows, a class or function that makes an agent, or an agent,
            of which copies are made then: of how it is now, whatever it does later.

    Returns:
        A function that makes the agent.

    Raises:
        SetupError: It is an agent that cannot be copied, such as one whose program has started.
    """
    if isinstance(given, str | type) or not isinstance(given, Agent):
        return partial(find_agent, given)
    try:
        model = deepcopy(given)
    except Exception as error:
        raise SetupError(
            f"{given!r} cannot be copied ({error}): give something that makes it instead",
            code="agent-copy",
        ) from None
    return partial(deepcopy, model)


def make_agent(text: str) -> Agent:
    """Make an agent by its name.

    >>> make_agent("random:seed=3")
    <RandomAgent 'random'>
    >>> make_agent("equity:deals=200,caution=0.1").deals
    200
    >>> make_agent("tihgt")
    Traceback (most recent call last):
        ...
    croupier.errors.UnsupportedError: there is no agent 'tihgt'; did you mean 'tight'?

    Args:
        text: One of `AGENTS`, with options after a colon if there are any; `subprocess:COMMAND` for
            a program; `solved:FILE.crs` for a solution; `torch:FILE.pt` for a network;
            or `MODULE:CLASS` or `FILE.py:CLASS` for a class of your own, with options after another
            colon.

    Returns:
        The agent.

    Raises:
        UnsupportedError: There is no such agent.
        SetupError: Its options are wrong; both are a ValueError.
    """
    head, _, rest = text.partition(":")
    if head == _PROCESS:
        # Few agents are programs of their own.
        from croupier.agents.external.processes import ProcessAgent

        return ProcessAgent(rest)
    if head.strip().lower() == _ACPC:
        from croupier.agents.external.acpc import AcpcDealer

        return _make(AcpcDealer, f"port={rest}" if rest.isdecimal() else rest, text)
    if head == _SOLVED:
        # Nor are many solutions.
        from croupier.agents.solved import SolvedAgent

        path, _, options = rest.partition(",")
        return _make(partial(SolvedAgent, path), options, text)
    if head == _TORCH:
        from croupier.agents.nets import NetAgent

        path, _, options = rest.partition(",")
        return _make(partial(NetAgent, path), options, text)
    made = AGENTS.get(head.strip().lower())
    if made is not None:
        return _make(made, rest, text)
    if not rest and head.endswith(_FILE):
        known = _list_classes(_find_module(head, text))
        hint = f"such as {head}:{known[0]}; it has {', '.join(known)}" if known else "and has none"
        raise UnsupportedError(
            f"{text!r} needs the name of a class with a method act, {hint}", code="no-agent"
        )
    if not rest:
        from difflib import get_close_matches

        names = [*AGENTS, *PREFIXES]
        near = get_close_matches(head, names)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
        raise UnsupportedError(f"there is no agent {text!r}; {hint}", code="unknown-agent")
    name, _, options = rest.partition(":")
    return _make(_import(head, name, text), options, text)


def _import(module_name: str, name: str, text: str) -> Callable[..., Agent]:
    module = _find_module(module_name, text)
    found = getattr(module, name, None)
    if not callable(found):
        known = ", ".join(_list_classes(module)) or "none"
        raise UnsupportedError(
            f"{module_name} has no class {name!r} for the agent {text!r}; classes with a method act"
            f" that it has: {known}",
            code="unknown-agent",
        )
    made: Callable[..., Agent] = found
    return made


def _find_module(name: str, text: str) -> Any:
    try:
        return _load(Path(name)) if name.endswith(_FILE) else import_module(name)
    except (ImportError, OSError) as error:
        hint = ""
        if Path(f"{name}{_FILE}").exists():
            hint = f"; did you mean {name}{_FILE}{text.removeprefix(name)}?"
        raise UnsupportedError(
            f"the agent {text!r} cannot be imported: {error}{hint}", code="agent-import"
        ) from None
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}"
        raise UnsupportedError(
            f"the agent {text!r} cannot be imported: {said}", code="agent-import"
        ) from error


def _list_classes(module: Any) -> list[str]:
    """Return the names of a module's own classes that can be agents."""
    return [
        name
        for name, found in vars(module).items()
        if isinstance(found, type)
        and found.__module__ == module.__name__
        and callable(getattr(found, "act", None))
    ]


def _load(path: Path) -> Any:
    if not path.exists():
        raise ImportError(f"there is no file {path}")
    from importlib import util

    spec = util.spec_from_file_location(f"_croupier_agent_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module")
    module = util.module_from_spec(spec)
    # Classes of a module are pickled and inspected by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _make(made: Callable[..., Agent], options: str, text: str) -> Agent:
    values: dict[str, Any] = {}
    for part in filter(None, options.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise SetupError(
                f"the options of {text!r} must be names and values: {part!r}", code="option-syntax"
            )
        values[name.strip().replace("-", "_")] = _read(value.strip())
    _check_names(made, values, text)
    try:
        agent = made(**values)
    except PokerError:
        raise
    except TypeError as error:
        raise SetupError(
            f"the options of {text!r} are wrong: {error}", code="option-value"
        ) from None
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}"
        raise SetupError(
            f"the agent {text!r} cannot be made: {said}", code="agent-options"
        ) from error
    if not isinstance(agent, Agent):
        raise UnsupportedError(f"{text!r} has no method act, so it is no agent", code="no-agent")
    return agent


def _check_names(made: Callable[..., Agent], values: dict[str, Any], text: str) -> None:
    from inspect import Parameter, signature

    parameters = signature(made).parameters
    if any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values()):
        return
    wrong = [name for name in values if name not in parameters]
    if wrong:
        known = ", ".join(parameters) or "none"
        raise SetupError(
            f"{text!r} has no option {', '.join(wrong)}; there are {known}", code="unknown-option"
        )


def _read(value: str) -> Any:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(value.lower(), value)
