//! What happened, as objects: PokerKit's classes, names and fields.

use croupier_engine::definition::{Declaration as Declared, Terms};
use croupier_engine::{Chips, Operation as Core};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use super::convert::{amount_out, amounts_tuple};
use crate::cards;

/// Returns the name of a declaration.
pub const fn declaration_name(declaration: Declared) -> &'static str {
    match declaration {
        Declared::High => "high",
        Declared::Low => "low",
        Declared::Both => "high_low",
    }
}

/// Something that happened in a hand.
#[pyclass(subclass, frozen, module = "croupier.state")]
pub struct Operation {
    commentary: Option<String>,
}

#[pymethods]
impl Operation {
    /// What somebody remarked on it.
    #[getter]
    fn commentary(&self) -> Option<&str> {
        self.commentary.as_deref()
    }
}

/// Defines a class of operations with its fields.
macro_rules! operation {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),* $(,)? } $(sum $sum:ident of $summed:ident)?) => {
        $(#[$doc])*
        #[pyclass(extends = Operation, frozen, module = "croupier.state")]
        pub struct $name {
            $($field: Py<PyAny>,)*
        }

        #[pymethods]
        impl $name {
            /// The fields by their positions.
            #[classattr]
            fn __match_args__<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let names: &[&str] = &[$(stringify!($field)),*];
                PyTuple::new(py, names)
            }

            #[new]
            #[pyo3(signature = ($($field,)* *, commentary=None))]
            fn new($($field: Py<PyAny>,)* commentary: Option<String>) -> PyClassInitializer<Self> {
                PyClassInitializer::from(Operation { commentary }).add_subclass(Self { $($field),* })
            }

            $(
                $(#[$field_doc])*
                #[getter]
                fn $field(&self, py: Python<'_>) -> Py<PyAny> {
                    self.$field.clone_ref(py)
                }
            )*

            $(
                /// The sum of the amounts.
                #[getter]
                fn $sum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    py.import("builtins")?.getattr("sum")?.call1((&self.$summed,))
                }
            )?

            fn __repr__(slf: PyRef<'_, Self>) -> PyResult<String> {
                let py = slf.py();
                let mut text = String::from(concat!(stringify!($name), "(commentary="));
                text += &slf.as_super().commentary.as_deref().into_pyobject(py)?.repr()?.to_string();
                $(
                    text += concat!(", ", stringify!($field), "=");
                    text += &slf.$field.bind(py).repr()?.to_string();
                )*
                text.push(')');
                Ok(text)
            }

            fn __eq__<'py>(slf: PyRef<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
                let py = slf.py();
                let Ok(other) = other.cast_exact::<Self>() else { return Ok(py.NotImplemented()) };
                let other = other.borrow();
                let equal = slf.as_super().commentary == other.as_super().commentary
                    $(&& slf.$field.bind(py).eq(other.$field.bind(py))?)*;
                Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
            }

            fn __hash__(slf: PyRef<'_, Self>) -> PyResult<isize> {
                let py = slf.py();
                let fields = (
                    slf.as_super().commentary.as_deref(),
                    PyTuple::new(py, [$(slf.$field.bind(py)),*] as [&Bound<'_, PyAny>; _])?,
                );
                fields.into_pyobject(py)?.hash()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
                let py = slf.py();
                let this = slf.borrow();
                let make = py.import("croupier.state.operations")?.getattr("_restore")?;
                let fields = PyTuple::new(py, [$(this.$field.bind(py)),*] as [&Bound<'_, PyAny>; _])?;
                let commentary = this.as_super().commentary.as_deref();
                let arguments = (slf.get_type(), fields, commentary).into_pyobject(py)?;
                Ok((make, arguments))
            }
        }
    };
}

operation!(/// A player posted an ante.
    AntePosting { /// The player.
        player_index, /// The amount.
        amount });
operation!(/// Bets were collected.
    BetCollection { /// The bets that were collected, by player.
        bets } sum total_bets of bets);
operation!(/// A player posted a blind, a straddle or a post.
    BlindOrStraddlePosting { /// The player.
        player_index, /// The amount.
        amount });
operation!(/// A card was burnt.
    CardBurning { /// The card.
        card });
operation!(/// A player was dealt hole cards.
    HoleDealing { /// The player.
        player_index, /// The cards.
        cards, /// For each card, whether it lies face up.
        statuses });
operation!(/// Board cards were dealt.
    BoardDealing { /// The cards.
        cards });
operation!(/// A player stood pat or discarded.
    StandingPatOrDiscarding { /// The player.
        player_index, /// The cards that were discarded.
        cards });
operation!(/// A player turned cards face up, or chose to.
    CardExposing { /// The player.
        player_index, /// The cards.
        cards });
operation!(/// A player passed cards.
    CardPassing { /// The player.
        player_index, /// The cards.
        cards });
operation!(/// A player put all cards into subsets.
    CardSeparation { /// The player.
        player_index, /// The cards in the order of the subsets.
        cards });
operation!(/// A player declared.
    Declaration { /// The player.
        player_index, /// One declaration for each pot, or one for all of them.
        declarations });
operation!(/// A player chose something about the game.
    Choosing { /// The player.
        player_index, /// What was chosen.
        value });
operation!(/// A player bought cards, or declined.
    CardBuying { /// The player.
        player_index, /// The price.
        amount, /// The cards that were discarded for it.
        cards, /// Whether cards were bought.
        status });
operation!(/// A player paid for turning a card face up, or declined.
    CardProtecting { /// The player.
        player_index, /// The price.
        amount, /// Whether it was paid.
        status });
operation!(/// A player replaced cards of the board.
    BoardReplacing { /// The player.
        player_index, /// The cards.
        cards });
operation!(/// Dice were rolled.
    DiceRolling { /// What they show.
        values });
operation!(/// Boards were taken out of play.
    BoardRemoval { /// Their cards.
        cards });
operation!(/// A player folded.
    Folding { /// The player.
        player_index });
operation!(/// A player checked or called.
    CheckingOrCalling { /// The player.
        player_index, /// What it cost.
        amount });
operation!(/// A player posted the bring-in.
    BringInPosting { /// The player.
        player_index, /// The amount.
        amount });
operation!(/// A player completed, bet or raised.
    CompletionBettingOrRaisingTo { /// The player.
        player_index, /// The whole bet of the player in this round.
        amount });
operation!(/// A player chose how often the board is run.
    RunoutCountSelection { /// The player.
        player_index, /// How often, or none for no preference.
        runout_count });
operation!(/// A player showed or mucked.
    HoleCardsShowingOrMucking { /// The player.
        player_index, /// The cards that were shown; none where the hand was mucked.
        hole_cards });
operation!(/// A hand was killed.
    HandKilling { /// The player.
        player_index });
operation!(/// Chips were pushed to the winners of a part of a pot.
    ChipsPushing { /// The amounts by player.
        amounts, /// The pot.
        pot_index, /// The board, or none where everybody else folded.
        board_index, /// The hand type, or none where everybody else folded.
        hand_type_index } sum total_amount of amounts);
operation!(/// A player pulled chips in.
    ChipsPulling { /// The player.
        player_index, /// The amount.
        amount });
operation!(/// Nothing happened, or something that does not matter.
    NoOperation {});

/// Makes the object of an operation.
pub fn to_python(
    py: Python<'_>,
    operation: Core<'_>,
    commentary: Option<String>,
    converter: Option<&Py<PyAny>>,
    terms: &Terms,
) -> PyResult<Py<PyAny>> {
    let number = |number: usize| -> PyResult<Py<PyAny>> {
        Ok(number.into_pyobject(py)?.into_any().unbind())
    };
    let amount =
        |amount: Chips| -> PyResult<Py<PyAny>> { Ok(amount_out(py, converter, amount)?.unbind()) };
    let amounts = |amounts: &[Chips]| -> PyResult<Py<PyAny>> {
        Ok(amounts_tuple(py, converter, amounts)?.into_any().unbind())
    };
    let tuple = |dealt: &[croupier_cards::Card]| -> PyResult<Py<PyAny>> {
        Ok(cards::to_tuple(py, dealt)?.into_any().unbind())
    };
    let maybe = |number: Option<u32>| -> PyResult<Py<PyAny>> {
        Ok(number.into_pyobject(py)?.into_any().unbind())
    };
    let status = |status: bool| PyBool::new(py, status).to_owned().into_any().unbind();
    macro_rules! make {
        ($name:ident { $($field:ident : $value:expr),* $(,)? }) => {{
            let made = $name { $($field: $value),* };
            let made = PyClassInitializer::from(Operation { commentary }).add_subclass(made);
            Ok(Py::new(py, made)?.into_any())
        }};
    }
    match operation {
        Core::AntePosting { seat, amount: chips } => {
            make!(AntePosting { player_index: number(seat)?, amount: amount(chips)? })
        }
        Core::BetCollection { bets } => make!(BetCollection { bets: amounts(bets)? }),
        Core::BlindOrStraddlePosting { seat, amount: chips } => {
            make!(BlindOrStraddlePosting { player_index: number(seat)?, amount: amount(chips)? })
        }
        Core::CardBurning { card } => {
            make!(CardBurning { card: cards::to_object(py, card)? })
        }
        Core::HoleDealing { seat, cards: dealt, up } => {
            let statuses = (0..dealt.len()).map(|index| up >> index & 1 == 1);
            let statuses = PyTuple::new(py, statuses.collect::<Vec<bool>>())?.into_any().unbind();
            make!(HoleDealing {
                player_index: number(seat)?,
                cards: tuple(dealt)?,
                statuses: statuses
            })
        }
        Core::BoardDealing { cards: dealt, .. } => make!(BoardDealing { cards: tuple(dealt)? }),
        Core::StandingPatOrDiscarding { seat, cards: thrown, .. } => {
            make!(StandingPatOrDiscarding { player_index: number(seat)?, cards: tuple(thrown)? })
        }
        Core::CardExposing { seat, cards: turned } => {
            make!(CardExposing { player_index: number(seat)?, cards: tuple(turned)? })
        }
        Core::CardPassing { seat, cards: passed } => {
            make!(CardPassing { player_index: number(seat)?, cards: tuple(passed)? })
        }
        Core::CardSeparation { seat, cards: separated } => {
            make!(CardSeparation { player_index: number(seat)?, cards: tuple(separated)? })
        }
        Core::Declaration { seat, declared, count } => {
            let pots = 0..usize::from(count);
            let names = pots.map(|pot| declared.for_pot(pot).map(declaration_name));
            let names = PyTuple::new(py, names.collect::<Vec<_>>())?.into_any().unbind();
            make!(Declaration { player_index: number(seat)?, declarations: names })
        }
        Core::Choosing { seat, key, value } => {
            let choice = terms.choices.get(usize::from(key));
            let names = choice.and_then(|(_, values)| values.get(usize::from(value)));
            let name = names.into_pyobject(py)?.into_any().unbind();
            make!(Choosing { player_index: number(seat)?, value: name })
        }
        Core::CardBuying { seat, amount: chips, cards: thrown, buys } => make!(CardBuying {
            player_index: number(seat)?,
            amount: amount(chips)?,
            cards: tuple(thrown)?,
            status: status(buys),
        }),
        Core::CardProtecting { seat, amount: chips, pays } => make!(CardProtecting {
            player_index: number(seat)?,
            amount: amount(chips)?,
            status: status(pays),
        }),
        Core::BoardReplacing { seat, cards: replaced } => {
            make!(BoardReplacing { player_index: number(seat)?, cards: tuple(replaced)? })
        }
        Core::DiceRolling { values } => {
            let values: Vec<u8> = values.into_iter().take_while(|&value| value > 0).collect();
            make!(DiceRolling { values: PyTuple::new(py, values)?.into_any().unbind() })
        }
        Core::BoardRemoval { cards: removed } => make!(BoardRemoval { cards: tuple(removed)? }),
        Core::Folding { seat } => make!(Folding { player_index: number(seat)? }),
        Core::CheckingOrCalling { seat, amount: chips } => {
            make!(CheckingOrCalling { player_index: number(seat)?, amount: amount(chips)? })
        }
        Core::BringInPosting { seat, amount: chips } => {
            make!(BringInPosting { player_index: number(seat)?, amount: amount(chips)? })
        }
        Core::CompletionBettingOrRaisingTo { seat, amount: chips } => {
            make!(CompletionBettingOrRaisingTo {
                player_index: number(seat)?,
                amount: amount(chips)?
            })
        }
        Core::RunoutCountSelection { seat, count } => {
            make!(RunoutCountSelection { player_index: number(seat)?, runout_count: maybe(count)? })
        }
        Core::HoleCardsShowingOrMucking { seat, cards: shown } => {
            make!(HoleCardsShowingOrMucking {
                player_index: number(seat)?,
                hole_cards: tuple(shown)?
            })
        }
        Core::HandKilling { seat } => make!(HandKilling { player_index: number(seat)? }),
        Core::ChipsPushing { amounts: pushed, pot, board, hand_type } => make!(ChipsPushing {
            amounts: amounts(pushed)?,
            pot_index: number(usize::from(pot))?,
            board_index: maybe(board.map(u32::from))?,
            hand_type_index: maybe(hand_type.map(u32::from))?,
        }),
        Core::ChipsPulling { seat, amount: chips } => {
            make!(ChipsPulling { player_index: number(seat)?, amount: amount(chips)? })
        }
        Core::NoOperation => make!(NoOperation {}),
    }
}
