"""The protocol and the logs of the Annual Computer Poker Competition."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any
from warnings import warn

from croupier.errors import ParseError, RecordWarning, UnsupportedError, guard
from croupier.games import Poker
from croupier.histories.history import HandHistory
from croupier.histories.protocols.lines import (
    betting_letters,
    hand_number_of,
    play_line,
    prepare_game,
)
from croupier.state import BoardDealing, HoleCardsShowingOrMucking, HoleDealing

if TYPE_CHECKING:
    from croupier.state import Operation

__all__ = ["read_acpc", "split_line", "write_acpc"]

_SPACE = re.compile(r"\s")
# More digits than any chips have would only take long to count.
_RESULT = re.compile(r"[-+]?\d{1,18}(?:\.\d{1,18})?")
_EXCERPT = 200


def write_acpc(
    history: HandHistory, position: int, hand_number: int | None
) -> Iterator[tuple[str, str]]:
    """Yield what a player is sent, and sends.

    A player is told of the state before anybody acts, and at the end of what is known.

    Args:
        history: The history.
        position: The player.
        hand_number: The number of the hand, if not that of the history.

    Yields:
        `S->` for what the server sends or `<-C` for what the player does, and the line.

    Raises:
        UnsupportedError: The protocol has no room for the hand.
    """
    variants = history.ACPC_PROTOCOL_VARIANTS
    number = hand_number_of(history, hand_number, variants, "ACPC")
    state = history.replay().state
    if position not in state.player_indices:
        raise UnsupportedError(
            f"there is no player {position} among {state.player_count}",
            code="acpc-no-player",
            player_index=position,
        )
    hands = [["", ""] for _ in state.player_indices]
    betting = board = ""
    sent = None

    def describe() -> str:
        shown = "|".join(map("".join, hands))
        return f"MATCHSTATE:{position}:{number}:{betting}:{shown}{board}"

    def tell() -> tuple[str, str]:
        if not all(hands[position]):
            raise UnsupportedError(
                "the hole cards at the position must be known",
                code="acpc-unknown-cards",
                player_index=position,
            )
        return "S->", f"{describe()}\r\n"

    for operation, letter in betting_letters(state.operations, amounts=history.variant == "NT"):
        if letter:
            sent = describe()
            yield tell()
            if _player(operation) == position:
                yield "<-C", f"{sent}:{letter}\r\n"
            betting += letter
        if isinstance(operation, BoardDealing):
            betting += "/"
            board += "/" + "".join(map(repr, operation.cards))
        elif isinstance(operation, HoleCardsShowingOrMucking) or (
            isinstance(operation, HoleDealing) and operation.player_index == position
        ):
            _learn(hands[operation.player_index], operation)
    # Also where the betting of a round has ended and the cards of the next are still to come.
    if describe() != sent and (sent is not None or state.actor_index is not None):
        yield tell()


def _player(operation: Any) -> int:
    index: int = operation.player_index
    return index


def _learn(hand: list[str], operation: Operation) -> None:
    if isinstance(operation, HoleDealing):
        cards, start = operation.cards, 0
        # Cards may be dealt one at a time.
        if len(cards) < len(hand):
            start = next((place for place, card in enumerate(hand) if not card), 0)
    elif isinstance(operation, HoleCardsShowingOrMucking):
        cards, start = operation.hole_cards, 0
    else:
        return
    for place, card in enumerate(cards, start):
        if card and place < len(hand):
            hand[place] = repr(card)


# The parts of a line that are to blame, by codes; the betting is for all others.
_PARTS = {
    "acpc-no-result": "results",
    "protocol-board-count": "cards",
    "protocol-hand-count": "cards",
    "protocol-no-cards": "cards",
}


def split_line(line: str) -> dict[str, str] | None:
    """Return the parts of a line with a hand, or `None` if there is none in it.

    >>> split_line("STATE:7:cc/cc/cc/cc:AsKs|2c2d/3h4h5h/6h/7h:0|0:Ann|Bob")["players"]
    'Ann|Bob'
    >>> split_line("Ann|Bob:7:f:AsKs|2c2d:50|-50")["hand"]
    '7'
    >>> split_line("# name/game/hands/seed") is None
    True
    """
    parts = line.strip().split(":")
    if len(parts) == 6 and parts[0] == "STATE":
        names = ["", "hand", "actions", "cards", "results", "players"]
    elif len(parts) == 5 and parts[0] not in {"STATE", "SCORE"}:
        names = ["players", "hand", "actions", "cards", "results"]
    else:
        return None
    found = dict(zip(names, parts, strict=True))
    if not found["hand"].isdecimal() or not all(parts):
        return None
    # Elsewhere a colon is that of a time: "Tournament started 23:30:00 WET [18:30:00 ET]".
    is_line = not any(_SPACE.search(found[name]) for name in ("actions", "cards", "results"))
    return found if is_line else None


def read_acpc(
    game: Poker,
    starting_stack: int,
    text: str,
    *,
    parse_value: Callable[[str], Any],
    error_status: bool,
    finish: bool = False,
) -> Generator[HandHistory, None, int]:
    """Yield the hands of a log, and return how many there are.

    Args:
        game: The game.
        starting_stack: What everybody begins with.
        text: The log.
        parse_value: What reads amounts.
        error_status: Whether a hand that cannot be read is an error; a warning otherwise.
        finish: Whether the results are kept as finishing stacks; as `_results` otherwise.

    Yields:
        The histories.

    Returns:
        The number of hands, those that cannot be read included.

    Raises:
        ParseError: A hand cannot be read.
    """
    game = prepare_game(game)
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        parts = split_line(line)
        if parts is None:
            continue
        count += 1
        try:
            with guard("played", "the reader of ACPC logs"):
                history = _read(game, starting_stack, parts, parse_value, finish)
        except ParseError as error:
            # Errors without a code of their own are about cards.
            has_code = error.code != ParseError.default_code
            code = error.code if has_code else "protocol-no-cards"
            part = parts[_PARTS.get(code, "actions")]
            problem = ParseError(
                f"the hand cannot be played: {error}",
                format="acpc",
                line=number,
                column=line.find(f":{part}") + 2,
                hand=parts["hand"],
                excerpt=line.strip()[:_EXCERPT],
                code=code,
            )
            problem.__cause__ = error.__cause__ or error
            if error_status:
                raise problem from problem.__cause__
            warn(str(problem), RecordWarning, stacklevel=2)
        else:
            yield history
    return count


def _read_result(text: str, parse_value: Callable[[str], Any]) -> Any:
    if _RESULT.fullmatch(text) is None:
        raise ParseError(f"{text[:40]!r} is no result such as -50 or 12.5", code="acpc-no-result")
    return parse_value(text)


def _read(
    game: Poker,
    stack: int,
    parts: dict[str, str],
    parse_value: Callable[[str], Any],
    finish: bool,
) -> HandHistory:
    players = parts["players"].split("|")
    results = [_read_result(result, parse_value) for result in parts["results"].split("|")]
    if len(results) != len(players):
        raise ParseError(
            f"there are {len(results)} results for {len(players)} players",
            code="acpc-result-count",
        )
    state = play_line(game, stack, parts["actions"], parts["cards"], len(players), parse_value)
    others: dict[str, Any] = {"_results": results}
    if finish:
        others = {"finishing_stacks": [stack + result for result in results]}
    return HandHistory.from_game_state(
        game, state, hand=int(parts["hand"]), players=players, **others
    )
