//! Where the tables of a batch write what their players see: arrays with a row for each table.

/// What is to be decided at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: all hands were played.
    Nothing = 0,
    /// A move of the menu.
    Bet = 1,
    /// Which cards to discard.
    Discard = 2,
}

/// The sizes of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Widths {
    /// How many players there are.
    pub players: usize,
    /// How many hole cards a player has at most.
    pub hole: usize,
    /// How many cards the boards have at most.
    pub board: usize,
    /// How many moves the menu has.
    pub moves: usize,
}

/// Hands the arrays of a batch to a macro: the name of each, its type, and the shape of a table's row. This is the only
/// list of them.
#[macro_export]
macro_rules! with_arrays {
    ($macro:ident) => {
        $macro! {
            /// What is to be decided: a [`Kind`].
            kinds: u8, |widths| [];
            /// The seat that decides, from the first to act on later streets.
            seats: u8, |widths| [];
            /// The player in that seat: players move on by a seat every hand.
            players: u8, |widths| [];
            /// The street.
            streets: u8, |widths| [];
            /// The hole cards that the player sees, by their codes.
            cards: u8, |widths| [widths.players, widths.hole];
            /// The cards of the boards.
            board: u8, |widths| [widths.board];
            /// The stacks.
            stacks: i64, |widths| [widths.players];
            /// The bets of this street.
            bets: i64, |widths| [widths.players];
            /// Who is in the hand.
            statuses: u8, |widths| [widths.players];
            /// All chips that were put in, bets included.
            pots: i64, |widths| [];
            /// Which moves of the menu are possible.
            legal: u8, |widths| [widths.moves];
            /// The chips that each move adds.
            amounts: i64, |widths| [widths.moves];
            /// The places of the cards that may be discarded, as bits.
            choices: u32, |widths| [];
            /// The fewest and the most cards to discard.
            bounds: u8, |widths| [2];
            /// How many hands ended with the last decision.
            finished: u32, |widths| [];
            /// What each player, not seat, won or lost in them.
            payoffs: i64, |widths| [widths.players];
        }
    };
}

/// Returns how many numbers a row of this shape has.
fn size(shape: &[usize]) -> usize {
    shape.iter().product()
}

macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident: $type:ty, |$widths:ident| $shape:expr;)*) => {
        /// Rows of arrays, those of one table after those of another. Players come in their order from the one who decides.
        #[derive(Debug)]
        pub struct Rows<'a> {
            $($(#[$doc])* pub $name: &'a mut [$type],)*
        }

        impl<'a> Rows<'a> {
            /// Tells which of the arrays has the wrong size for so many tables, and what its size should be.
            #[must_use]
            pub fn find_wrong_size(&self, tables: usize, widths: Widths) -> Option<(&'static str, usize)> {
                $({
                    let $widths = widths;
                    let _ = $widths;
                    let wanted = tables * size(&$shape);
                    if self.$name.len() != wanted {
                        return Some((stringify!($name), wanted));
                    }
                })*
                None
            }

            /// Takes the rows of the first tables off.
            pub(super) fn split_off(&mut self, tables: usize, widths: Widths) -> Rows<'a> {
                $(let $name = {
                    let $widths = widths;
                    let _ = $widths;
                    let (first, others) = std::mem::take(&mut self.$name).split_at_mut(tables * size(&$shape));
                    self.$name = others;
                    first
                };)*
                Rows { $($name,)* }
            }
        }
    };
}

with_arrays!(rows);
