"""`croupier play`: agents and people at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.arguments.options import (
    AsJson,
    Flag,
    Force,
    Game,
    HandCount,
    Picture,
    PlayerCount,
    Seed,
    Stack,
)
from croupier.cli.arguments.outputs import claim_picture
from croupier.cli.arguments.unused import refuse_unused
from croupier.cli.output.console import Status, console
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError

if TYPE_CHECKING:
    from croupier.tables import Table

__all__ = ["play"]

# The agents where none are named.
_DEFAULT_AGENTS = ("tight", "loose", "equity", "random", "caller")
_PERSON = "Hero"
# More hands than this are not watched one by one.
_MAX_WATCHED = 100
_HANDS_AT_ONCE = 64


def play(
    *agents: str,
    game: Game = "nlhe",
    players: PlayerCount = None,
    hands: HandCount = 10,
    stack: Stack = None,
    seed: Seed = None,
    human: Flag = False,
    name: str = _PERSON,
    join: str = "",
    reset: Flag = False,
    rebuys: int | None = None,
    time_limit: float | None = None,
    delay: float = 0.0,
    ante: str | None = None,
    blinds: str | None = None,
    bring_in: str | None = None,
    bet: str | None = None,
    small_bet: str | None = None,
    big_bet: str | None = None,
    structure: str | None = None,
    stakes: str | None = None,
    cash: Flag = False,
    quiet: Annotated[bool, Parameter(name=["--quiet", "-q"], negative="")] = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    save: bool | None = None,
    events: Flag = False,
    debug: Flag = False,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Play a game with agents and people.

    The exit status is 1 if an agent failed.

    Parameters
    ----------
    agents
        Who plays: random, caller, folder, tight, loose or equity, with options such as
        random:seed=3; human; subprocess:COMMAND for a program; acpc:PORT for a program of the
        computer poker competition; solved:FILE for a solution; or module:Class. NAME=AGENT calls
        it something else. If there are more seats, they come again.
    game
        The name of a game in any spelling, a short one such as nlhe, plo, stud, razz or badugi; a
        game that `croupier games` lists; a mixed game such as horse; a JSON file; or a
        game config of pypoks, such as 3players_2bets or a YAML file, whose moves are the only ones.
    players
        How many players there are: as many as agents, or 6 where none are named.
    hands
        How many hands are played.
    stack
        What players buy in for; 100 big blinds or small bets when left out.
    seed
        A number that makes the match the same every time; nobody can foretell it when left out. A
        program that plays can read it here.
    human
        Take the first seat yourself.
    name
        What you are called at the table.
    join
        The link of a table that somebody serves: sit down there. Only --name goes with it.
    reset
        Begin each hand with the same stacks.
    rebuys
        How often players without chips buy in again; without end when left out.
    time_limit
        How many seconds an agent has for a decision.
    delay
        How many seconds to wait after each line.
    ante
        The ante.
    blinds
        The small and the big blind with a comma; 1,2 when left out.
    bring_in
        The bring-in of stud games.
    bet
        The smallest bet where there is no fixed limit; the big blind when left out.
    small_bet
        The smaller bet of a fixed-limit game; the big blind when left out.
    big_bet
        The larger bet of a fixed-limit game; twice the smaller one when left out.
    structure
        The limits of a game that `croupier games` lists or of a file: limit, no-limit or pot-limit.
    stakes
        Names and amounts of bets of such a game, such as small_bet=10,ante=1.
    cash
        Play by the rules of cash games instead of those of tournaments.
    quiet
        Show a bar instead of every action.
    output
        Save the hands and a picture of the chips in this folder.
    save
        Save them in the folder out, unless --output names another. Nothing is saved otherwise.
    events
        Save the hands of a game config of pypoks as histories of events (.jsonl) and as HHtexts
        (.txt), too.
    debug
        Show on the standard error the tracebacks of agents that fail, and every line that programs
        are sent and answer.
    picture
        A file for the picture that ends with .png, .svg or .pdf; beside the hands when left out.
    force
        Replace the picture that --picture names if it is there. Hands replace nothing: their file
        gets a number if its name is taken.
    as_json
        Print the results as JSON, and nothing else.
    """
    given_options = dict(locals())
    if join:
        from croupier.cli.playing.join import join as join_table

        if agents:
            raise SetupError(
                "who sits at a table that is served is up to it", code="option-conflict"
            )
        refuse_unused(play, given_options, {"join", "name"}, "a table to join")
        if as_json:
            raise SetupError("--json has no effect on a table to join", code="unused-option")
        return join_table(join, name)
    folder = _find_folder(output, save)
    from croupier.agents.human import PersonLeft
    from croupier.cards.seeding import find_seed
    from croupier.cli.arguments.stakes import read_options
    from croupier.cli.playing.session import Session
    from croupier.cli.playing.setup import find_played, split_name
    from croupier.state import Mode

    if hands < 1:
        raise SetupError(
            f"--hands takes the number of hands, 1 or more, not {hands}", code="option-value"
        )
    given = read_options(
        ante=ante,
        blinds=blinds,
        bring_in=bring_in,
        bet=bet,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    wanted = players
    if players is None and agents:
        wanted = max(len(agents) + human, 2)
    mode = Mode.CASH_GAME if cash else Mode.TOURNAMENT
    played = find_played(
        game,
        given,
        structure=structure,
        stakes=stakes,
        stack=stack,
        players=wanted,
        mode=mode,
    )
    chosen, seed = seed is not None, find_seed(seed)
    if events and (played.config is None or folder is None):
        raise SetupError(
            "--events is for hands of a game config of pypoks that are saved:"
            " --game 3players_2bets --save",
            code="option-conflict",
        )
    place = claim_picture(picture, force=force)
    session = Session(
        played,
        seed,
        folder,
        place,
        name,
        events=events,
        chosen=chosen,
        as_json=as_json,
        debug=debug,
    )
    watch = not quiet and not as_json and (hands <= _MAX_WATCHED or human)
    sits = human or any(split_name(agent)[1].partition(":")[0] == "human" for agent in agents)
    unused = {
        "--name": (name != _PERSON and not sits, "without a person: give --human"),
        "--delay": (delay > 0 and not watch, "on hands that are not watched"),
        "--rebuys": (rebuys is not None and reset, "with --reset: nobody runs out of chips"),
    }
    for option, (is_unused, where) in unused.items():
        if is_unused:
            raise SetupError(f"{option} has no effect {where}", code="unused-option")
    table = session.open(
        list(_fill(agents, played.players, human)),
        watch=watch,
        delay=delay,
        reset_stacks=reset or played.config is not None,
        rebuys=rebuys,
        time_limit=time_limit,
    )
    status = Status.GOOD
    try:
        _run(table, hands, played.title, quiet=watch)
    except KeyboardInterrupt as stop:
        # A person who leaves the table has done nothing wrong.
        status = Status.GOOD if isinstance(stop, PersonLeft) else Status.of(stop)
        if not as_json:
            console.print("\nThe match ends here; the hand that was being played does not count.")
    finally:
        table.close()
    session.report(table, as_json=as_json)
    failed = any(player.faults for player in (*table.players, *table.gone))
    return status or (Status.FINDINGS if failed else Status.GOOD)


def _find_folder(output: Path | None, save: bool | None) -> Path | None:
    """Return the folder where hands are saved, if that was asked for."""
    if output is None:
        return Path("out") if save else None
    if save is False:
        raise SetupError(
            f"--output {output} saves hands, and --no-save none: give one of them",
            code="option-conflict",
        )
    return output


def _fill(agents: Sequence[str], count: int, human: bool) -> Iterable[str]:
    """Yield the players seat by seat: the person first, then the agents, as often as needed."""
    if len(agents) + human > count:
        raise SetupError(
            f"there are {len(agents) + human} agents for {count} seats", code="agent-count"
        )
    if human:
        yield "human"
    others = agents or _DEFAULT_AGENTS
    for place in range(count - human):
        yield others[place % len(others)]


def _run(table: Table, hands: int, title: str, *, quiet: bool) -> None:
    with Bar(title, hands, quiet=quiet) as bar:
        done = 0
        while done < hands:
            wanted = min(hands - done, _HANDS_AT_ONCE)
            played = table.play(wanted)
            done += played
            bar.update(done)
            if played < wanted:
                return
