"""What starts hands: games that are called, and `create_state` of classes, derived from them.

PokerKit's classes start a hand in one call: `create_state` takes what the class takes, then what
its games take, and then the keywords of both. It is a function with just these parameters, so that
signatures, help and messages about wrong arguments are those of any other function.

>>> from inspect import signature
>>> from croupier.games import KuhnPoker
>>> list(signature(KuhnPoker.create_state).parameters)[:4]
['automations', 'ante_trimming_status', 'raw_antes', 'bet']
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import attrgetter
from textwrap import dedent
from types import FunctionType
from typing import Any, ClassVar, TypedDict

from croupier.games.from_library import Derived
from croupier.numbers import Chips
from croupier.state import Mode, State
from croupier.state.setup import Recent, Setup, is_lasting, start_hand
from croupier.utilities import ValuesLike

__all__ = ["GameOptions", "GameStart", "StateOptions", "derive_create_state", "read_variables"]

# `inspect.CO_VARARGS | inspect.CO_VARKEYWORDS`, without the import.
_OPEN_ENDED = 0x04 | 0x08
# Class variables that no hand depends on.
_INTERNAL = {"_abc_impl", "_recent", "_variables", "_kept", "_defined", "_read_parts", "_amounts"}
# How many starts a class remembers: to look at one takes a tenth of the time of a hand.
_MAX_RECENT = 32
_SEED = "seed"
# How a constructor says that it passes on the options of `Poker`.
_OPTIONS = "Unpack[GameOptions]"
_TEXT = """\
def create_state(cls, {positional}, *, {keywords}):
    return start(cls, ({given}{stacks}, {count}), seed)
"""
_DOCUMENT = """Start a hand of a new game.

Args:
{arguments}
Returns:
    The state at the start of the hand.

Raises:
    ValueError: A hand cannot be played like this.
"""
# An argument in a docstring, with the lines that follow.
_ARGUMENT = re.compile(r"^ {4}(\w+): .*\n(?: {8}.*\n)*", re.MULTILINE)


class GameOptions(TypedDict, total=False):
    """The options of `Poker`, which its classes take and pass on.

    Attributes:
        mode: The kind of rules.
        starting_board_count: How many boards there are from the start.
        divmod: What divides pots.
        rake: What takes the rake.
    """

    mode: Mode
    starting_board_count: int
    divmod: Callable[[Chips, int], tuple[Chips, Chips]]
    rake: Callable[[Chips, State], tuple[Chips, Chips]]


class StateOptions(GameOptions, total=False):
    """The options that every `create_state` takes by keyword.

    Attributes:
        seed: A number that decides the order of the cards.
    """

    seed: int | bytes | None


class GameStart(ABC):
    """A game that starts a hand when it is called.

    Hands of one game come one after the other: to start one from a setup that is at hand takes a
    third of the time.
    """

    # What a hand starts from beside stacks, all of which may be set; and what of it may be gone
    # through only once.
    _read_parts: ClassVar[attrgetter[tuple[Any, ...]]]
    _amounts: ClassVar[tuple[str, ...]] = ()
    _kept: Recent | None = None

    def __call__(
        self, raw_starting_stacks: ValuesLike, player_count: int, *, seed: int | bytes | None = None
    ) -> State:
        """Start a hand.

        Args:
            raw_starting_stacks: The stacks: one number for all, numbers in order, or a mapping of
                positions.
            player_count: How many players there are.
            seed: A number that decides the order of the cards. The operating system's randomness
                decides if there is none.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        return State._start(self._find_setup(raw_starting_stacks, player_count), seed)

    def _find_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        parts, kept = self._read_parts(self), self._kept
        found = None if kept is None else kept.find(parts, raw_starting_stacks, player_count)
        if found is not None:
            return found
        setup = self._make_setup(raw_starting_stacks, player_count)
        amounts = (raw_starting_stacks, *(getattr(self, name) for name in self._amounts))
        if all(map(is_lasting, amounts)):
            self._kept = Recent(parts, raw_starting_stacks, player_count, setup)
        return setup

    @abstractmethod
    def _make_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        """Check what hands with these stacks start from."""

    def __getstate__(self) -> dict[str, Any]:
        # What starts hands is made anew.
        return {name: one for name, one in vars(self).items() if name not in {"_kept", "_defined"}}


def derive_create_state(kind: Any) -> None:
    """Give a class of games its `create_state`, unless it has its own or inherits the right one.

    Args:
        kind: The class.
    """
    # A class keeps setups of its own, not those of its base.
    kind._recent, kind._variables = [], None
    own = vars(kind)
    if "create_state" in own or not {"__init__", "__call__"} & own.keys():
        return
    made: Any = _spell_out(kind)
    called: Any = kind.__call__
    both = [one for one in (made, called) if isinstance(one, FunctionType)]
    if len(both) == 2 and not any(one.__code__.co_flags & _OPEN_ENDED for one in both):
        kind.create_state = classmethod(_make(kind, made, called))
        positional, keywords = _find_parameters(made)
        kind._create = classmethod(_make_creation(len(positional), keywords))


def _spell_out(kind: Any) -> Any:
    """Return the constructor of a class, with the options that it passes on as parameters.

    What shows signatures shows these.
    """
    made: Any = getattr(kind.__init__, "__wrapped__", kind.__init__)
    if not isinstance(made, FunctionType) or made.__annotations__.get("options") != _OPTIONS:
        return made
    above = kind.__mro__[1:]
    base: Any = next(vars(one)["__init__"] for one in above if "__init__" in vars(one))
    base = getattr(base, "__wrapped__", base)
    namespace: dict[str, Any] = {}
    positional, _ = _find_parameters(made)
    _, keywords = _find_parameters(base)
    exec(f"def __init__(self, {', '.join(positional)}, *, {', '.join(keywords)}): ...", namespace)
    spelled: FunctionType = namespace["__init__"]
    spelled.__defaults__, spelled.__kwdefaults__ = made.__defaults__, base.__kwdefaults__
    spelled.__annotations__ = base.__annotations__ | made.__annotations__
    spelled.__annotations__.pop("options")
    documented = _find_arguments(base) | _find_arguments(made)
    listed = "".join(documented[name] for name in (*positional, *keywords) if name in documented)
    spelled.__doc__ = f"Make a game.\n\nArgs:\n{listed}"
    kind.__init__.__wrapped__ = spelled
    return spelled


def _find_parameters(function: FunctionType) -> tuple[list[str], list[str]]:
    """Return the names of the parameters but the first: those in order, and those by name only."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return list(names[1 : code.co_argcount]), list(names[code.co_argcount :])


def _make(kind: type, made: FunctionType, called: FunctionType) -> Callable[..., State]:
    """Return a function that takes what both functions take."""
    positional, keywords = _find_parameters(made)
    stacks, count = called.__code__.co_varnames[1:3]
    given = [*positional, *keywords]
    # Some games are told of stacks that they do not need.
    added = [name for name in (stacks, count) if name not in positional]
    text = _TEXT.format(
        positional=", ".join([*positional, *added]),
        keywords=", ".join([*keywords, _SEED]),
        given="".join(f"{name}, " for name in given),
        stacks=stacks,
        count=count,
    )
    namespace: dict[str, Any] = {"start": start_hand}
    exec(text, namespace)  # the names of parameters are identifiers
    function: FunctionType = namespace["create_state"]
    last = dict(zip((stacks, count)[::-1], (called.__defaults__ or ())[::-1], strict=False))
    if len(last) == 2:
        defaults = (*(made.__defaults__ or ()), *(last[name] for name in added))
        function.__defaults__ = defaults
    function.__kwdefaults__ = {**(made.__kwdefaults__ or {}), _SEED: None}
    notes = {**called.__annotations__, **made.__annotations__, "return": "State"}
    order = [*positional, *added, *keywords, _SEED, "return"]
    function.__annotations__ = {name: notes[name] for name in order if name in notes}
    documented = _find_arguments(made) | _find_arguments(called)
    function.__doc__ = _DOCUMENT.format(
        arguments="".join(documented.get(name, "") for name in order)
    )
    function.__module__ = kind.__module__
    function.__qualname__ = f"{kind.__qualname__}.create_state"
    return function


def _find_arguments(function: FunctionType) -> dict[str, str]:
    text = dedent((function.__doc__ or "").partition("\n")[2])
    return {found[1]: found[0] for found in _ARGUMENT.finditer(text)}


def _make_creation(count: int, keywords: list[str]) -> Callable[..., State]:
    """Return what starts a hand that starts as none of the last ones did."""

    def create(kind: Any, given: tuple[Any, ...], seed: int | bytes | None, game: Any) -> State:
        *arguments, stacks, players = given
        if game is None:
            # A copy of what the caller may change later.
            copies = [one.copy() if type(one) in (dict, list) else one for one in arguments]
            game = kind(*copies[:count], **dict(zip(keywords, copies[count:], strict=True)))
        state: State = game(stacks, players, seed=seed)
        kept = game._kept
        setup = None if kept is None else kept.recall(stacks, players)
        if setup is not None and all(map(is_lasting, arguments)):
            variables = read_variables(kind)
            named = list(zip(kind._variables[0], variables, strict=True))
            is_own_caller = not game._has_default_start()
            recent = Recent(tuple(arguments), stacks, players, setup, named, game, is_own_caller)
            kind._recent.insert(0, recent)
            del kind._recent[_MAX_RECENT:]
        return state

    return create


def read_variables(kind: Any) -> tuple[Any, ...]:
    """Return the class variables of a class of games, which anybody may set.

    Args:
        kind: The class.

    Returns:
        Their values, always in the same order.
    """
    if kind._variables is None:
        names = {
            name
            for base in kind.__mro__
            for name, value in vars(base).items()
            if not name.startswith("__")
            and (isinstance(value, Derived) or not hasattr(type(value), "__get__"))
        }
        names -= {*_INTERNAL, "definition"}
        kind._variables = sorted(names), attrgetter(*sorted(names))
    variables: tuple[Any, ...] = kind._variables[1](kind)
    return variables
