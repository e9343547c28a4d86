"""Streets: cards are dealt or drawn, then there is a betting round; and discards between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from croupier.cards.dataclass_fields import add_dataclass_fields
from croupier.errors import SetupError
from croupier.limits import MAX_BOARD_CARDS, MAX_HOLE_CARDS, MAX_RAISES
from croupier.numbers import Chips, ChipsLike, show_short, verify_number
from croupier.state.amounts import is_number
from croupier.state.enums import Opening

__all__ = ["Discard", "Street"]


class _Fields(NamedTuple):
    """The fields of a street; `Street` adds that they are checked."""

    card_burning_status: bool
    hole_dealing_statuses: tuple[bool, ...]
    board_dealing_count: int
    draw_status: bool
    opening: Opening
    min_completion_betting_or_raising_amount: Chips
    max_completion_betting_or_raising_count: int | None


class Street(_Fields):
    """A street of a game.

    Attributes:
        card_burning_status: Whether a card is burnt.
        hole_dealing_statuses: For each hole card that is dealt, whether it lies face up.
        board_dealing_count: How many cards each board is dealt.
        draw_status: Whether the players discard and draw.
        opening: Who acts first.
        min_completion_betting_or_raising_amount: The smallest bet.
        max_completion_betting_or_raising_count: How many bets and raises there may be, or `None`.

    >>> Street(True, (), 3, False, Opening.POSITION, 2, None).board_dealing_count
    3
    """

    __slots__ = ()

    def __new__(
        cls,
        card_burning_status: bool,
        hole_dealing_statuses: tuple[bool, ...],
        board_dealing_count: int,
        draw_status: bool,
        opening: Opening,
        min_completion_betting_or_raising_amount: ChipsLike,
        max_completion_betting_or_raising_count: int | None,
    ) -> Self:
        """Describe a street.

        Raises:
            SetupError: It cannot be played; it is a ValueError.
        """
        if not isinstance(hole_dealing_statuses, Iterable):
            raise SetupError(
                "hole_dealing_statuses must say for each hole card whether it lies face up, such as"
                f" (False, False), not {hole_dealing_statuses!r}.",
                code="hole-statuses",
            )
        street = super().__new__(
            cls,
            card_burning_status,
            hole_dealing_statuses,
            board_dealing_count,
            draw_status,
            opening,
            min_completion_betting_or_raising_amount,
            max_completion_betting_or_raising_count,
        )
        street._verify()
        return street

    def _verify(self) -> None:
        cards, bet = self.board_dealing_count, self.min_completion_betting_or_raising_amount
        if cards < 0:
            raise _refuse(
                f"A street cannot deal {show_short(cards)} board cards.", cards, MAX_BOARD_CARDS
            )
        if cards > MAX_BOARD_CARDS:
            text = f"A street deals at most {MAX_BOARD_CARDS} board cards, not {show_short(cards)}."
            raise _refuse(text, cards, MAX_BOARD_CARDS)
        if not self.hole_dealing_statuses and not cards and not self.draw_status:
            raise SetupError("A street must deal or draw cards.", code="street-without-cards")
        if self.hole_dealing_statuses and self.draw_status:
            raise SetupError(
                "A street deals hole cards or draws them, but not both.",
                code="street-with-deal-and-draw",
            )
        if not is_number(bet) or bet <= 0:
            raise SetupError(
                f"The smallest bet of a street must be positive, unlike {show_short(bet)}.",
                code="smallest-bet",
                amount=bet,
            )
        verify_number(bet, SetupError)
        count = self.max_completion_betting_or_raising_count
        if count is not None and count < 0:
            raise _refuse(
                f"There cannot be {show_short(count)} bets and raises.", count, MAX_RAISES
            )
        if count is not None and count > MAX_RAISES:
            text = f"There are at most {MAX_RAISES} bets and raises, not {show_short(count)}."
            raise _refuse(text, count, MAX_RAISES)


def _refuse(text: str, given: int, maximum: int, minimum: int = 0) -> SetupError:
    code = "too-few" if given < minimum else "too-many"
    return SetupError(text, code=code, given=given, minimum=minimum, maximum=maximum)


class _DiscardFields(NamedTuple):
    """The fields of a discard; `Discard` adds that they are checked."""

    count: int  # type: ignore[assignment]  # tuples count, too


class Discard(_DiscardFields):
    """A step in which every player discards cards and is dealt none.

    It stands among the streets of a game: after the flop in Crazy Pineapple, say.

    Attributes:
        count: How many cards each player discards.

    >>> Discard(1)
    Discard(count=1)
    """

    __slots__ = ()

    # Attributes of every street: nothing is burnt, dealt or bet.
    card_burning_status = False
    hole_dealing_statuses: tuple[bool, ...] = ()
    board_dealing_count = 0
    draw_status = True

    def __new__(cls, count: int) -> Self:
        """Describe a discard.

        Raises:
            SetupError: No cards are discarded; it is a ValueError.
        """
        if count < 1:
            text = f"at least one card must be discarded, not {show_short(count)}"
            raise _refuse(text, count, MAX_HOLE_CARDS, 1)
        if count > MAX_HOLE_CARDS:
            text = f"at most {MAX_HOLE_CARDS} cards can be discarded, not {show_short(count)}"
            raise _refuse(text, count, MAX_HOLE_CARDS, 1)
        return super().__new__(cls, count)


add_dataclass_fields(Street, _Fields.__annotations__)
add_dataclass_fields(Discard, _DiscardFields.__annotations__)
