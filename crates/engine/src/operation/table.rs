//! The one table of operations, from which everything else about them is made.

/// Calls a macro with the table of all operations.
///
/// A row says, in this order: what happened, as a record with its fields; the three methods of a state, each with the
/// sentence that documents it; who decides; the word of hand histories; the automation; and the sentences of the play-by-play.
///
/// - A field is `name: kind`, and `= python_name "what it is"` where Python has it. A kind that needs another field to be
///   understood names it: `up: (faces cards)`.
/// - `verify … [how] -> kind` says what verifying takes and gives: `[hooks]` where the caller's code has a say, `[warns]`
///   where something may be odd but possible.
/// - `do …(arguments)` has the arguments of all three methods, with their kinds and defaults.
/// - `player` is a decision, `bettor` one in the betting, of which what is paid lies in front of the player, `dealer` is
///   none. No word, no automation and no sentence are empty.
/// - Sentences have fields in braces; of two, the second is for a status that is false, for no cards, and for no
///   number.
///
/// The kinds are those of `fields.rs` for fields; the binding and `croupier.agents` know those of arguments.
#[macro_export]
macro_rules! operations {
    ($make:ident) => {
        $make! {
            /// A player posted an ante.
            AntePosting {
                seat: player = player_index "The player.",
                amount: amount = amount "The amount.",
            }
            verify verify_ante_posting [] -> player "Return the player who would post an ante.",
            can can_post_ante "Tell whether the player, or anybody if none is named, can post an ante now.",
            do post_ante(player_index: player = None)
                "Post the ante of the player, or the next ante, and do what is automated after it.",
            dealer, "", [AntePosting], ["{player} antes {amount}"];

            /// Bets were collected.
            BetCollection {
                bets: amounts = bets "The bets that were collected, by player.",
            } sum total_bets of bets
            verify verify_bet_collection [] -> nothing "Raise an error if there are no bets to collect now.",
            can can_collect_bets "Tell whether there are bets to collect into the pots now.",
            do collect_bets()
                "Collect the bets of the street into the pots, and do what is automated after it.",
            dealer, "", [BetCollection], [];

            /// A player posted a blind, a straddle or a post.
            BlindOrStraddlePosting {
                seat: player = player_index "The player.",
                amount: amount = amount "The amount.",
            }
            verify verify_blind_or_straddle_posting [] -> player
                "Return the player who would post a blind or straddle.",
            can can_post_blind_or_straddle
                "Tell whether the player, or anybody if none is named, can post a blind or straddle now.",
            do post_blind_or_straddle(player_index: player = None)
                "Post the blind or straddle of the player, or the next one, and do what is automated after it.",
            dealer, "", [BlindOrStraddlePosting], ["{player} posts {amount}"];

            /// A player posted a straddle that the game leaves open, or declined.
            StraddlePosting {
                seat: player = player_index "The player.",
                amount: amount = amount "What was posted; 0 where the player declined.",
                posts: status = status "Whether it was posted.",
            }
            verify verify_straddle_posting [] -> price
                "Return who would post an optional straddle, and how much; 0 where it is declined.",
            can can_post_straddle
                "Tell whether somebody is asked for an optional straddle, and can post it or decline.",
            do post_straddle(status: status = true)
                "Post the optional straddle, or decline, and do what is automated after it.",
            bettor, "st", [], ["{player} straddles for {amount}", "{player} does not straddle"];

            /// A card was burnt.
            CardBurning {
                card: card = card "The card.",
            }
            verify verify_card_burning [warns] -> card "Return the card that would be burnt.",
            can can_burn_card "Tell whether a card, or this one, can be burnt now.",
            do burn_card(card: card = None)
                "Burn the top card of the deck, or this one, and do what is automated after it.",
            dealer, "", [CardBurning], [];

            /// A player was dealt hole cards.
            HoleDealing {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards.",
                up: (faces cards) = statuses "For each card, whether it lies face up.",
            }
            verify verify_hole_dealing [warns] -> dealt
                "Return the hole cards that would be dealt, and to whom.",
            can can_deal_hole "Tell whether these hole cards, or so many, can be dealt now.",
            do deal_hole(cards: deal = None, player_index: player = None)
                "Deal one hole card to whose turn it is, or what is said, and do what is automated after it.",
            dealer, "dh", [HoleDealing], [];

            /// Board cards were dealt.
            BoardDealing {
                cards: cards = cards "The cards.",
                // Whether everybody sees them at once.
                up: face,
            }
            verify verify_board_dealing [warns] -> cards "Return the board cards that would be dealt.",
            can can_deal_board "Tell whether these board cards, or so many, can be dealt now.",
            do deal_board(cards: board = None)
                "Deal the board cards that are due, or what is said, and do what is automated after it.",
            dealer, "db", [BoardDealing], [];

            /// A player stood pat or discarded.
            StandingPatOrDiscarding {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards that were discarded.",
                // Bit n says whether everybody sees card n.
                up: (faces cards),
            }
            verify verify_standing_pat_or_discarding [] -> chosen "Return the cards that would be discarded.",
            can can_stand_pat_or_discard
                "Tell whether the player whose turn it is can discard these cards, or stand pat.",
            do stand_pat_or_discard(cards: cards = None)
                "Discard these cards, or stand pat, and do what is automated after it.",
            player, "sd", [], ["{player} discards {cards}", "{player} stands pat"];

            /// A player turned cards face up, or chose to.
            CardExposing {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards.",
            }
            verify verify_card_exposing [] -> chosen
                "Return the cards that the player whose turn it is would turn face up.",
            can can_expose_cards "Tell whether the player whose turn it is can turn these cards face up.",
            do expose_cards(cards: cards = None)
                "Turn these cards of the player whose turn it is face up, and do what is automated after it.",
            player, "ex", [], ["{player} turns up {cards}", "{player} turns up nothing"];

            /// A player passed cards.
            CardPassing {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards.",
            }
            verify verify_card_passing [] -> chosen
                "Return the cards that the player whose turn it is would pass on.",
            can can_pass_cards "Tell whether the player whose turn it is can pass these cards on.",
            do pass_cards(cards: cards = None)
                "Pass these cards of the player whose turn it is on, and do what is automated after it.",
            player, "ps", [], ["{player} passes {cards}", "{player} passes nothing"];

            /// A player put all cards into subsets.
            CardSeparation {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards in the order of the subsets.",
            }
            verify verify_card_separation [] -> chosen
                "Return the cards that the player whose turn it is would separate.",
            can can_separate_cards
                "Tell whether the player whose turn it is can separate the cards in this order.",
            do separate_cards(cards: order = None)
                "Separate the cards of the player whose turn it is, in this order, and do what is automated after it.",
            player, "sp", [], ["{player} separates {cards}", "{player} separates nothing"];

            /// A player declared.
            Declaration {
                seat: player = player_index "The player.",
                declared: (declarations count) = declarations
                    "One declaration for each pot, or one for all of them.",
                count: count,
            }
            verify verify_declaration [hooks] -> player "Return who would declare this.",
            can can_declare "Tell whether the player whose turn it is can declare this.",
            do declare(declarations: declarations)
                "Declare for all pots, or for each of them, and do what is automated after it.",
            player, "dc", [], ["{player} declares {declarations}"];

            /// A player chose something about the game.
            Choosing {
                seat: player = player_index "The player.",
                // The number of the choice.
                key: key,
                value: (choice key) = value "What was chosen.",
            }
            verify verify_choosing [] -> player "Return who would choose this value.",
            can can_choose "Tell whether the player whose turn it is can choose this value.",
            do choose(value: choice)
                "Choose a value, by its name or number, and do what is automated after it.",
            player, "ch", [], ["{player} chooses {value}"];

            /// A player bought cards, or declined.
            CardBuying {
                seat: player = player_index "The player.",
                // Nothing is paid, and nothing discarded, where nothing is bought.
                amount: amount = amount "The price.",
                cards: cards = cards "The cards that were discarded for it.",
                buys: status = status "Whether cards were bought.",
            }
            verify verify_card_buying [hooks] -> price
                "Return who would buy cards, for these discards, and the price; 0 where nothing is bought.",
            can can_buy_cards "Tell whether the player whose turn it is can buy cards for these discards, or decline.",
            do buy_cards(status: status = true, cards: cards = None)
                "Buy cards for these discards, or decline, and do what is automated after it.",
            player, "by", [], ["{player} buys a card for {amount}", "{player} buys nothing"];

            /// A player paid for turning a card face up, or declined.
            CardProtecting {
                seat: player = player_index "The player.",
                amount: amount = amount "The price.",
                pays: status = status "Whether it was paid.",
            }
            verify verify_card_protecting [] -> price
                "Return who would pay for turning the last card face up, and how much.",
            can can_protect_card
                "Tell whether the player whose turn it is can have the last card turned face up for a price, or decline.",
            do protect_card(status: status = true)
                "Pay for turning the last card face up, or leave it as it is, and do what is automated after it.",
            player, "pr", [],
                ["{player} pays {amount} for the card to lie face up", "{player} pays nothing"];

            /// A player replaced cards of the board.
            BoardReplacing {
                seat: player = player_index "The player.",
                cards: cards = cards "The cards.",
            }
            verify verify_board_replacing [] -> chosen
                "Return the cards of the board that the player whose turn it is would replace.",
            can can_replace_board_cards
                "Tell whether the player whose turn it is can replace these cards of the board.",
            do replace_board_cards(cards: cards = None)
                "Replace these cards of the board, and do what is automated after it.",
            player, "rb", [], ["{player} replaces {cards}", "{player} leaves the board"];

            /// Dice were rolled.
            DiceRolling {
                values: dice = values "What they show.",
            }
            verify verify_dice_rolling [] -> number "Return how many dice would be rolled.",
            can can_roll_dice "Tell whether dice can be rolled now, and show these values.",
            do roll_dice(values: dice = None)
                "Roll dice: these values, or by chance. Then do what is automated after it.",
            dealer, "rd", [BoardDealing], ["The dice show {values}"];

            /// Boards were taken out of play.
            BoardRemoval {
                cards: cards = cards "Their cards.",
            }
            verify verify_board_removal [] -> subsets
                "Return the names of the boards that would be taken out of play.",
            can can_remove_board_cards "Tell whether boards are to be taken out of play now.",
            do remove_board_cards()
                "Take the boards out of play that the game takes out, and do what is automated after it.",
            dealer, "rm", [BoardDealing],
                ["Boards are taken out of play", "Boards are taken out of play"];

            /// A player folded.
            Folding {
                seat: player = player_index "The player.",
            }
            verify verify_folding [warns] -> nothing "Raise an error if nobody can fold now.",
            can can_fold "Tell whether the player to act can fold.",
            do fold()
                "Fold the hand of the player to act, and do what is automated after it.",
            bettor, "f", [], ["{player} folds"];

            /// A player checked or called.
            CheckingOrCalling {
                seat: player = player_index "The player.",
                amount: amount = amount "What it cost.",
            }
            verify verify_checking_or_calling [] -> nothing "Raise an error if nobody can check or call now.",
            can can_check_or_call "Tell whether the player to act can check or call.",
            do check_or_call()
                "Check or call for the player to act, and do what is automated after it.",
            bettor, "cc", [], ["{player} calls {amount}"];

            /// A player posted the bring-in.
            BringInPosting {
                seat: player = player_index "The player.",
                amount: amount = amount "The amount.",
            }
            verify verify_bring_in_posting [] -> nothing "Raise an error if nobody can post the bring-in now.",
            can can_post_bring_in "Tell whether the player to act can post the bring-in.",
            do post_bring_in()
                "Post the bring-in of the player to act, and do what is automated after it.",
            bettor, "pb", [], ["{player} brings in for {amount}"];

            /// A player completed, bet or raised.
            CompletionBettingOrRaisingTo {
                seat: player = player_index "The player.",
                amount: amount = amount "The whole bet of the player in this round.",
            }
            verify verify_completion_betting_or_raising_to [hooks] -> amount
                "Return the amount that would be completed, bet or raised to.",
            can can_complete_bet_or_raise_to
                "Tell whether the player to act can complete, bet or raise to this amount, or at all.",
            do complete_bet_or_raise_to(amount: amount = None)
                "Complete, bet or raise to this amount, or to the smallest one, and do what is automated after it.",
            bettor, "cbr", [], ["{player} raises to {amount}"];

            /// A player chose how often the board is run.
            RunoutCountSelection {
                seat: player = player_index "The player.",
                count: runouts = runout_count "How often, or none for no preference.",
            }
            verify verify_runout_count_selection [] -> chooser
                "Return the player who would choose how often the board is run.",
            can can_select_runout_count
                "Tell whether the player, or anybody if none is named, can choose how often the board is run.",
            do select_runout_count(runout_count: runouts = None, player_index: player = None)
                "Choose how often the board is run; no number is no preference. Then do what is automated after it.",
            player, "rc", [RunoutCountSelection], ["{player} wants to run it {runout_count}", ""];

            /// A player showed or mucked.
            HoleCardsShowingOrMucking {
                seat: player = player_index "The player.",
                cards: cards = hole_cards "The cards that were shown; none where the hand was mucked.",
            }
            verify verify_hole_cards_showing_or_mucking [hooks warns] -> shown
                "Return whether cards would be shown, which, the hand after that, which of it lies face up, and whose it is.",
            can can_show_or_muck_hole_cards
                "Tell whether the player, or whose turn it is, can show or muck.",
            do show_or_muck_hole_cards(status_or_hole_cards: showing = None, player_index: player = None)
                "Show or muck, as a sensible player would or as it is said, and do what is automated after it.",
            player, "sm", [HoleCardsShowingOrMucking], ["{player} shows {hole_cards}", "{player} mucks"];

            /// A hand was killed.
            HandKilling {
                seat: player = player_index "The player.",
            }
            verify verify_hand_killing [] -> player "Return the player who would have a losing hand killed.",
            can can_kill_hand
                "Tell whether the player, or anybody if none is named, can have a losing hand killed now.",
            do kill_hand(player_index: player = None)
                "Kill the losing hand of the player, or the next one, and do what is automated after it.",
            dealer, "", [HandKilling], [];

            /// Chips were pushed to the winners of a part of a pot.
            ChipsPushing {
                amounts: amounts = amounts "The amounts by player.",
                pot: pot = pot_index "The pot.",
                board: board = board_index "The board, or none where everybody else folded.",
                hand_type: contest = hand_type_index "The hand type, or none where everybody else folded.",
            } sum total_amount of amounts
            verify verify_chips_pushing [] -> nothing "Raise an error if there is no pot to push now.",
            can can_push_chips "Tell whether there is a pot to push to its winners now.",
            do push_chips()
                "Push the next pot, or part of one, to its winners, and do what is automated after it.",
            dealer, "", [ChipsPushing], [];

            /// A player pulled chips in.
            ChipsPulling {
                seat: player = player_index "The player.",
                amount: amount = amount "The amount.",
            }
            verify verify_chips_pulling [] -> player "Return the player who would pull in what was won.",
            can can_pull_chips
                "Tell whether the player, or anybody if none is named, can pull in what was won now.",
            do pull_chips(player_index: player = None)
                "Pull in the chips that the player, or the next winner, has won, and do what is automated after it.",
            dealer, "", [ChipsPulling], [];

            /// Nothing happened, or something that does not matter.
            NoOperation {}
            verify verify_no_operation [] -> nothing "Check that nothing can be done, which is always so.",
            can can_no_operate "Tell whether nothing can be done, which is always so.",
            do no_operate()
                "Write down that nothing happened.",
            dealer, "", [], [];
        }
    };
}
