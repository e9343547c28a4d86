//! Why an operation, or a game, is refused.

use croupier_cards::{Card, coded_errors, parse};

use crate::chips::Chips;
use crate::seats::Seat;

coded_errors! {
    /// The reason why an operation is refused. The state is as it was before.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RuleError {
        /// There is no such player; the caller's number may have been negative.
        #[error("there is no player {}: there are players 0 to {}", *.seat as isize, .count - 1)]
        UnknownPlayer { seat: Seat, count: usize },
        /// There is no such board.
        #[error("there is no board {index}: there are {count}")]
        UnknownBoard { index: usize, count: usize },
        /// There is no such hand type.
        #[error("there is no hand type {index}: there are {count}")]
        UnknownHandType { index: usize, count: usize },
        #[error("nobody has an ante to post")]
        NoAntePending,
        #[error("player {0} has no ante to post")]
        NoAnte(seat: Seat),
        #[error("there are no bets to collect now")]
        NoBetsPending,
        #[error("nobody has a blind or straddle to post")]
        NoBlindPending,
        #[error("player {0} has no blind or straddle to post")]
        NoBlind(seat: Seat),
        #[error("no card is to be burnt now")]
        NoBurnPending,
        #[error("the hole cards are dealt before the card is burnt")]
        HoleBeforeBurn,
        #[error("a card is to be burnt first")]
        BurnFirst,
        #[error("not everybody has stood pat or discarded yet")]
        DrawsPending,
        #[error("exactly one card is burnt, not {0}")]
        BurnCount(given: usize),
        #[error("nobody is to be dealt hole cards now")]
        NoHolePending,
        #[error("player {0} is not to be dealt hole cards")]
        NoHole(seat: Seat),
        #[error("player {seat} is dealt {minimum} to {maximum} cards, not {given}")]
        HoleCount { seat: Seat, minimum: u8, maximum: u8, given: usize, cards: Vec<Card> },
        #[error("no board cards are to be dealt now")]
        NoBoardPending,
        #[error("{minimum} to {maximum} cards are dealt to the board, not {given}")]
        BoardCount { minimum: u8, maximum: u8, given: usize, cards: Vec<Card> },
        #[error("{asked} cards are to be dealt, but there are only {left}")]
        NotEnoughCards { asked: usize, left: usize },
        #[error("nobody is to stand pat or discard now")]
        NoDrawPending,
        #[error("player {seat} does not hold the cards {}", parse::text(.cards))]
        NotHeld { seat: Seat, cards: Vec<Card> },
        #[error("player {seat} discards {minimum} to {maximum} cards, not {given}")]
        DiscardCount { seat: Seat, minimum: usize, maximum: usize, given: usize },
        #[error("there is nobody to act")]
        NobodyToAct,
        #[error("the player must post the bring-in or complete")]
        BringInPending,
        #[error("there is nothing to fold to")]
        FoldWithoutNeed,
        #[error("there is no bring-in to post")]
        NoBringIn,
        #[error("No more completion, betting, or raising is permitted.")]
        RaiseCap,
        #[error("an all-in for less than a full raise does not reopen the betting")]
        NotReopened,
        #[error("the player can only call all-in")]
        Covered,
        #[error("everybody else has folded or is all-in, so there is nobody to raise")]
        NobodyToRaise,
        #[error("the amount {amount} is below the minimum of {minimum}")]
        AmountBelowMinimum { amount: Chips, minimum: Chips, maximum: Chips },
        #[error("the amount {amount} is above the maximum of {maximum}")]
        AmountAboveMaximum { amount: Chips, minimum: Chips, maximum: Chips },
        #[error("an unknown amount cannot be bet")]
        UnknownAmount,
        #[error("nobody can choose how often the board is run")]
        NoRunoutPending,
        #[error("player {0} cannot choose how often the board is run")]
        NoRunout(seat: Seat),
        #[error("the board is run at least once, not {0} times")]
        RunoutCount(given: isize),
        #[error("nobody is to show or muck")]
        NoShowdownPending,
        #[error("who shows must be said when it is not the showdown")]
        ShowdownPlayer,
        #[error("player {0} has no cards any more")]
        NotActive(seat: Seat),
        #[error("player {0} is not to show or muck")]
        NoShowdown(seat: Seat),
        #[error("player {seat} holds {held} cards and cannot show {shown}")]
        TooManyShown { seat: Seat, held: usize, shown: usize },
        #[error("all cards must be shown when all-in in a tournament")]
        MustShowAllIn,
        #[error("all cards must be shown to win in a tournament")]
        MustShowAll,
        #[error("player {0} holds the last live hand of a pot, and cannot muck it")]
        LastLiveHand(seat: Seat),
        #[error("a card that is not known cannot be shown")]
        UnknownShown,
        #[error("outside of the showdown all cards must be shown")]
        ShowEverything,
        #[error("there is no hand to kill")]
        NoKillPending,
        #[error("the hand of player {0} is not to be killed")]
        NoKill(seat: Seat),
        #[error("there are no chips to push")]
        NoPushPending,
        #[error("nobody has chips to pull")]
        NoPullPending,
        #[error("player {0} has no chips to pull")]
        NoPull(seat: Seat),
        #[error("nobody is to turn cards face up now")]
        NoExposing,
        #[error("player {seat} can turn only cards face up that lie face down")]
        AlreadyUp { seat: Seat },
        #[error("player {seat} turns {minimum} to {maximum} cards face up, not {given}")]
        ExposingCount { seat: Seat, minimum: usize, maximum: usize, given: usize },
        #[error("nobody is to pass cards now")]
        NoPassing,
        #[error("player {seat} passes {count} cards, not {given}")]
        PassingCount { seat: Seat, count: usize, given: usize },
        #[error("nobody is to separate cards now")]
        NoSeparation,
        #[error("player {seat} separates all {asked} cards, not {given}")]
        SeparationCount { seat: Seat, asked: usize, given: usize },
        #[error(
            "part {part} of player {seat}'s cards has at least {down} face down and {up} face up"
        )]
        SeparationFaces { seat: Seat, part: usize, down: usize, up: usize },
        #[error("part {better} of player {seat}'s cards must beat part {worse}")]
        SeparationOrder { seat: Seat, better: usize, worse: usize },
        #[error("nobody is to declare now")]
        NoDeclaration,
        #[error("player {seat} declares for {pots} pots or for all of them, not for {given}")]
        DeclarationCount { seat: Seat, pots: usize, given: usize },
        #[error("that cannot be declared in this game")]
        DeclarationOption,
        #[error("nobody is to choose now")]
        NoChoice,
        #[error("there is no choice {value}: there are {count}")]
        UnknownChoice { value: usize, count: usize },
        #[error("nobody can buy cards now")]
        NoBuying,
        #[error("player {seat} cannot pay {cost}")]
        TooDear { seat: Seat, cost: Chips },
        #[error("nobody can pay for turning a card face up now")]
        NoProtecting,
        #[error("nobody is to replace cards of the board now")]
        NoReplacing,
        #[error("only cards that lie on the board can be replaced, each of them once")]
        NotOnBoard,
        #[error("{count} cards of the board are replaced, not {given}")]
        ReplacingCount { count: usize, given: usize },
        #[error("no dice are to be rolled now")]
        NoRolling,
        #[error("{count} dice are rolled, not {given}")]
        DiceCount { count: usize, given: usize },
        #[error("a die has no side with {0}")]
        UnknownSide(side: u8),
        #[error("no board is to be taken out of play now")]
        NoRemoval,
        #[error("player {seat} must discard all cards of the ranks on the board, and no others")]
        ForcedDiscard { seat: Seat },
        #[error("player {seat} cannot discard cards of that subset")]
        DiscardSubset { seat: Seat },
        #[error("player {seat} must discard all cards of one subset")]
        WholeSubset { seat: Seat },
        #[error("a player without cards can only call")]
        NoCardsNoRaise,
        #[error("the hand cannot go on: there are not enough cards to deal")]
        Stuck,
        /// A rake or division of the caller's failed, or took more than there is.
        #[error("{0}")]
        Hook(reason: String),
    }
}

coded_errors! {
    /// A warning about a legal but odd operation.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Warning {
        #[error("There is nothing to fold to.")]
        FoldWithoutNeed,
        #[error(
            "The card {0} is not in the deck, nor among the cards that can be dealt again; see State.get_dealable_cards()."
        )]
        NotDealable(card: Card),
        #[error(
            "There are not enough cards in the deck: mucked, burnt and discarded ones are dealt again."
        )]
        Replenished,
    }
}

coded_errors! {
    /// A mistake in a game or in its stakes.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum SetupError {
        #[error("there are no streets")]
        NoStreets,
        #[error("the first street must deal hole cards")]
        NoHoleCards,
        #[error("the antes and the bring-in cannot be negative")]
        NegativeForcedBet,
        #[error("there is no ante, blind, straddle or bring-in")]
        NoForcedBet,
        #[error("every player must have chips, but player {0} has none")]
        EmptyStack(seat: Seat),
        #[error("there can be a bring-in or blinds and straddles, but not both")]
        BringInAndBlinds,
        #[error("the bring-in must be less than the smallest bet")]
        BringInTooLarge,
        #[error("there must be 2 to 24 players, not {0}")]
        PlayerCount(given: usize),
        #[error("there must be 1 to 64 boards, not {0}")]
        BoardCount(given: isize),
        #[error("there are no hand types")]
        NoHandTypes,
        #[error("a player is dealt at most 23 cards, not {0}")]
        TooManyHoleCards(given: usize),
        #[error("a board is dealt at most 52 cards, not {0}")]
        TooManyBoardCards(given: usize),
        #[error("there are at most 64 streets")]
        TooManyStreets,
        #[error("the smallest bet of a round must be positive and countable, unlike {0}")]
        SmallestBet(amount: Chips),
        #[error("a draw must not ask for more cards than it allows")]
        DrawBounds,
        #[error(
            "a step or a contest speaks of a subset, choice or contest that the game does not have"
        )]
        VariantRules,
        #[error("a game with subsets of cards has one board")]
        SubsetsAndBoards,
        #[error("the streets are not in order")]
        StreetOrder,
        #[error("{what} are given for {given} players, but there are {count}")]
        Length { what: &'static str, given: usize, count: usize },
        #[error("there are too many chips to be counted")]
        TooManyChips,
        #[error("{0}")]
        Street(reason: String),
    }
}

coded_errors! {
    /// The reason why an argument is refused before any rule is asked.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum GivenError {
        #[error("the amount must be an integer in this game, not {amount}")]
        AmountNotWhole { amount: String },
        #[error("the number of cards cannot be negative")]
        NegativeCardCount { given: String },
        #[error("a seed must be from 0 to 2**256 - 1, or 32 bytes, unlike {seed}")]
        NotASeed { seed: String },
        #[error("{amount} is more chips than can be counted.")]
        TooManyChips { amount: String },
        #[error("'{given}' cannot be declared: there are 'high', 'low' and 'high_low'")]
        UnknownDeclaration { given: String },
        #[error("there is no contest {given}: there are {count}")]
        UnknownContest { count: usize, given: usize },
        #[error("there is no {what} {given}")]
        UnknownOption { what: &'static str, given: String },
        #[error("this is no definition of a game: {reason}")]
        NoDefinition { reason: String },
        #[error("this is no saved state of the game: something in it is damaged")]
        DamagedState,
        #[error("these are not the cards of the deck of the game")]
        OtherDeck,
        #[error("a game of a configuration counts whole chips: stakes and stacks must be integers")]
        WholeChipsOnly,
        #[error("there are too many chips, or too fine ones, to be counted exactly")]
        UncountableAmount,
        #[error("invalid unit: expected a positive number of chips, got {unit}")]
        InvalidUnit { unit: String },
        #[error("invalid divmod: expected none beside a unit, which divides pots")]
        UnitAndDivmod,
        #[error("invalid stake {amount}: expected a multiple of the unit {unit}")]
        StakeOffUnit { amount: String, unit: String },
        #[error("invalid amount {amount}: expected a multiple of the unit {unit}")]
        AmountOffUnit { amount: String, unit: String },
    }
}
