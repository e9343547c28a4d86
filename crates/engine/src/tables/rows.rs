//! Where the tables of a batch write what their players see: arrays with a row for each table.

/// The sizes of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Widths {
    /// How many players there are.
    pub players: usize,
    /// How many hole cards a player has at most.
    pub hole: usize,
    /// How many cards the boards have at most.
    pub board: usize,
    /// How many cards that were thrown away are remembered.
    pub discards: usize,
    /// How many moves the menu has.
    pub moves: usize,
    /// How many cards or options there are to pick from, and one for the end; 0 where decisions are taken whole.
    pub picks: usize,
    /// How many decisions of the hand are remembered.
    pub history: usize,
    /// How many floats tell what a player sees; 0 where nobody wants them.
    pub observation: usize,
    /// How many floats tell what the hand is worth: 1, or 0 where nobody wants it.
    pub shares: usize,
    /// How many floats tell what was to be expected: one for each player, or 0 where nobody wants it.
    pub expected: usize,
}

/// Hands the arrays of a batch to a macro: the name of each, its type, and the shape of a table's row. This is the only
/// list of them.
#[macro_export]
macro_rules! with_arrays {
    ($macro:ident) => {
        $macro! {
            /// The kind of the decision: a [`Kind`](crate::tables::Kind).
            kinds: u8, |widths| [];
            /// The seat that decides, from the first to act on later streets.
            seats: u8, |widths| [];
            /// The player in that seat.
            players: u8, |widths| [];
            /// The street.
            streets: u8, |widths| [];
            /// The hole cards that the player sees, by their codes.
            cards: u8, |widths| [widths.players, widths.hole];
            /// The cards of the boards.
            board: u8, |widths| [widths.board];
            /// The cards that were thrown away and that the player knows.
            discards: u8, |widths| [widths.discards];
            /// The stacks.
            stacks: i64, |widths| [widths.players];
            /// The bets of this street.
            bets: i64, |widths| [widths.players];
            /// Which players are in the hand.
            statuses: u8, |widths| [widths.players];
            /// All chips that were put in, bets included.
            pots: i64, |widths| [];
            /// Which moves of the menu, and which picks, are possible.
            legal: u8, |widths| [widths.moves + widths.picks];
            /// The chips that each move adds.
            amounts: i64, |widths| [widths.moves];
            /// The least and the most that can be bet or raised to, and the amount of the size of the pot.
            raises: i64, |widths| [3];
            /// The places of the cards, or the options, that may be chosen, as bits.
            choices: i64, |widths| [];
            /// The fewest and the most cards to choose.
            bounds: u8, |widths| [2];
            /// The picks of a decision so far.
            picked: i64, |widths| [];
            /// The decisions of the hand, the oldest first: seat, street and kind of the decision.
            history: u8, |widths| [widths.history, 3];
            /// The chips, cards or options of those decisions.
            history_amounts: i64, |widths| [widths.history];
            /// How many decisions there were in the hand.
            history_lengths: i64, |widths| [];
            /// A number that tells the information set from all others.
            keys: i64, |widths| [];
            /// The observation of the player, as floats.
            observations: f32, |widths| [widths.observation];
            /// How much of the pot the player wins on average if nobody folds.
            shares: f32, |widths| [widths.shares];
            /// How many hands ended with the last decision.
            finished: i64, |widths| [];
            /// The payoff of each player, not seat, in them.
            payoffs: i64, |widths| [widths.players];
            /// The same without the luck of cards that came after the last decision.
            expected: f64, |widths| [widths.expected];
        }
    };
}

/// Returns how many numbers a row of this shape has.
#[inline(always)]
const fn size<const N: usize>(shape: &[usize; N]) -> usize {
    // Iterators over so few numbers are not always taken apart.
    let (mut size, mut place) = (1, 0);
    while place < N {
        size *= shape[place];
        place += 1;
    }
    size
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

        /// The row of one table.
        #[derive(Debug)]
        pub(super) struct Row<'r, 'a> {
            rows: &'r mut Rows<'a>,
            place: usize,
            widths: Widths,
        }

        impl<'r, 'a> Row<'r, 'a> {
            /// Takes all floats away, so that they can be written while other arrays are read; where the row begins.
            pub(super) fn take_observations(&mut self) -> (&'a mut [f32], usize) {
                let start = self.place * self.widths.observation;
                (std::mem::take(&mut self.rows.observations), start)
            }

            /// Puts the floats back.
            pub(super) fn put_observations(&mut self, all: &'a mut [f32]) {
                self.rows.observations = all;
            }

            pub(super) fn new(rows: &'r mut Rows<'a>, place: usize, widths: Widths) -> Self {
                Self { rows, place, widths }
            }

            /// Returns where the history of another table lies: rows that are long, and mostly not written to.
            #[inline]
            pub(super) fn histories(&self, place: usize) -> [*const u8; 2] {
                let start = place * self.widths.history;
                let kinds = self.rows.history.as_ptr().wrapping_add(3 * start);
                [kinds, self.rows.history_amounts.as_ptr().wrapping_add(start).cast()]
            }

            $(
                $(#[$doc])*
                #[allow(dead_code)]
                #[inline(always)]
                pub(super) fn $name(&mut self) -> &mut [$type] {
                    let $widths = self.widths;
                    let _ = $widths;
                    let size = size(&$shape);
                    &mut self.rows.$name[self.place * size..][..size]
                }
            )*
        }
    };
}

with_arrays!(rows);
