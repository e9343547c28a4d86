"""A program of the computer poker competition for two players: it always calls.

It plays at a table of Croupier, or at any other dealer of the protocol:

    croupier play acpc:18791 tight --hands 200 --reset
    python examples/acpc_bot.py 18791

`croupier match` waits for it twice, once for each half of the match. Without a port it brings its
own table.
"""

from __future__ import annotations

import re
import socket
import sys
from threading import Thread

from croupier import NoLimitTexasHoldem
from croupier.agents import AcpcDealer
from croupier.tables import Table

STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):(.*)")
ACTION = re.compile(r"r\d*|c|f")
ROUNDS = 4


def is_my_turn(line: str) -> bool:
    """Work out whether to answer: every state is sent, those of the other's turns, too.

    >>> is_my_turn("MATCHSTATE:1:0::|8c7h"), is_my_turn("MATCHSTATE:0:0::AsKd|")
    (True, False)
    >>> is_my_turn("MATCHSTATE:0:0:cc/:AsKd|/2c3c4c"), is_my_turn("MATCHSTATE:0:0:f:AsKd|")
    (True, False)
    """
    found = STATE.match(line)
    if found is None:
        return False
    player, betting = int(found[1]), found[3]
    rounds = betting.split("/")
    actions = ACTION.findall(rounds[-1])
    # Two calls, or a raise and a call, end the last round.
    ended = len(rounds) == ROUNDS and len(actions) > 1 and actions[-1] == "c"
    if "f" in betting or ended:
        return False
    # Player 1 has the button, and begins before the flop; player 0 begins afterwards.
    first = 1 if len(rounds) == 1 else 0
    return (first + len(actions)) % 2 == player


def play(port: int) -> int:
    """Connect, say which version is spoken, and call until the dealer ends the match."""
    answers = 0
    connection = socket.create_connection(("127.0.0.1", port))
    # One file for both directions would forget lines that came before an answer was written.
    with (
        connection,
        connection.makefile("r", newline="\r\n") as lines,
        connection.makefile("w", newline="\r\n") as answered,
    ):
        print("VERSION:2.0.0", file=answered, flush=True)
        for line in map(str.strip, lines):
            if is_my_turn(line):
                # An answer is the state that it answers, and the action.
                print(f"{line}:c", file=answered, flush=True)
                answers += 1
    return answers


def play_here() -> None:
    """Play against a random player at a table of this program's own."""
    dealer = AcpcDealer()
    program = Thread(target=play, args=(dealer.port,))
    program.start()
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    with Table(game, [dealer, "random"], stack=200, seed=1, reset_stacks=True) as table:
        hands = table.play(50)
        print(f"{hands} hands, {table.find('acpc').faults} faults")
    program.join()


if __name__ == "__main__":
    if sys.argv[-1].isdecimal():
        print(play(int(sys.argv[-1])), "answers")
    else:
        play_here()
