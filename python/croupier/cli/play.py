"""`croupier play`: agents and people at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any

from cyclopts import Parameter

from croupier.agents import AGENTS, Agent, Human
from croupier.agents.human import PersonLeft
from croupier.cli.console import Status, console, errors, print_json, say_where
from croupier.cli.options import AsJson, Flag, Game, HandCount, Picture, PlayerCount, Stack
from croupier.cli.play_setup import Played, find_played, make_player
from croupier.cli.play_view import LiveView, show_first_faults, show_results, show_situation
from croupier.cli.progress import Bar
from croupier.cli.stakes import read_options
from croupier.errors import SetupError, UnsupportedError
from croupier.plots import draw_lines
from croupier.state import Mode
from croupier.tables import ChipGraph, HistoryRecorder, Recorder, ResultsRecorder, Table
from croupier.tables.pologic import EventHistoryRecorder, MenuAgent
from croupier.tables.table import make_name

__all__ = ["play"]

# Who plays when nobody says it.
_USUAL = ("tight", "loose", "equity", "random", "caller")
_SEED_BITS = 63
# More hands than this are not watched one by one.
_MOST_WATCHED = 100
_HANDS_AT_ONCE = 64
# Where histories of events and HHtexts go.
_EVENT_SUFFIXES = (".jsonl", ".txt")


def play(
    *agents: str,
    game: Game = "nlhe",
    players: PlayerCount = None,
    hands: HandCount = 10,
    stack: Stack = None,
    seed: int | None = None,
    human: Flag = False,
    name: str = "Hero",
    quiet: Annotated[bool, Parameter(name=["--quiet", "-q"], negative="")] = False,
    as_json: AsJson = False,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("out"),
    save: bool = True,
    events: Flag = False,
    picture: Picture = None,
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
) -> int:
    """Play a game with agents and people.

    Parameters
    ----------
    agents
        Who plays: random, caller, folder, tight, loose or equity, with options such as
        random:seed=3; human; subprocess:COMMAND for a program; acpc:PORT for a program of the
        computer poker competition; or module:Class. If there are more seats, they come again.
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
        A number that makes the match the same every time.
    human
        Take the first seat yourself.
    name
        What you are called at the table.
    quiet
        Show a bar instead of every action.
    as_json
        Print the results as JSON, and nothing else.
    output
        The folder for the hands and the picture.
    save
        Save the hands and the picture.
    events
        Save the hands of a game config of pypoks as histories of events (.jsonl) and as HHtexts
        (.txt), too.
    picture
        Where the picture goes: a file that ends with .png, .svg or .pdf; beside the hands when left
        out.
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
    """
    if hands < 1:
        raise SetupError(f"--hands takes the number of hands, 1 or more, not {hands}")
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
    seed = randbits(_SEED_BITS) if seed is None else seed
    if events and (played.config is None or not save):
        raise SetupError(
            "--events is for hands of a game config of pypoks that are saved: --game 3players_2bets"
        )
    session = _Session(played, seed, output if save else None, picture, name, events=events)
    watch = not quiet and not as_json and (hands <= _MOST_WATCHED or human)
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
        status = Status.GOOD if isinstance(stop, PersonLeft) else Status.INTERRUPTED
        if not as_json:
            console.print("\nThe match ends here; the hand that was being played does not count.")
    finally:
        table.close()
    session.report(table, as_json=as_json)
    return status


def _fill(agents: Sequence[str], count: int, human: bool) -> Iterable[str]:
    """Yield who sits where: the person first, then the agents, as often as needed."""
    if len(agents) + human > count:
        raise SetupError(f"there are {len(agents) + human} agents for {count} seats")
    if human:
        yield "human"
    others = agents or _USUAL
    for place in range(count - human):
        yield others[place % len(others)]


def _run(table: Table, hands: int, title: str, *, quiet: bool) -> None:
    with Bar(title, hands, quiet=quiet) as bar:
        done = 0
        while done < hands:
            wanted = min(hands - done, _HANDS_AT_ONCE)
            played = table.play(wanted)
            done += played
            bar.tell(done)
            if played < wanted:
                return


class _Session:
    """A match on the command line, and what is kept of it."""

    def __init__(
        self,
        played: Played,
        seed: int,
        folder: Path | None,
        picture: Path | None,
        person: str,
        *,
        events: bool,
    ) -> None:
        self._played = played
        self._seed = seed
        self._hands = None if folder is None else _find_free(folder, f"play-{seed}")
        self._picture = picture
        if picture is None and self._hands is not None:
            self._picture = self._hands.with_suffix(".png")
        self._person = person
        self._results = ResultsRecorder(played.lineup.small_bet)
        self._graph = ChipGraph()
        self._histories: HistoryRecorder | None = None
        self._events = events
        self._watched = False

    def open(self, agents: Sequence[str], *, watch: bool, delay: float, **options: Any) -> Table:
        """Open the table."""
        recorders: list[Recorder] = [self._results, self._graph]
        has_person = any(agent.partition(":")[0] == "human" for agent in agents)
        self._watched = watch
        if watch:
            viewer = self._person if has_person else None
            recorders.insert(0, LiveView(console, viewer=viewer, seconds=delay))
        if self._hands is not None:
            self._hands.parent.mkdir(parents=True, exist_ok=True)
            self._histories = HistoryRecorder(self._hands)
            recorders.append(self._histories)
        if self._events and self._hands is not None and self._played.config is not None:
            paths = (self._hands.with_suffix(suffix) for suffix in _EVENT_SUFFIXES)
            recorders.append(EventHistoryRecorder(self._played.config, *paths))
        table = Table(
            self._played.lineup,
            stack=self._played.stack,
            seed=self._seed,
            seat_count=len(agents),
            recorders=recorders,
            **options,
        )
        try:
            for agent in agents:
                self._seat(table, agent)
        except Exception:
            # Programs of those who sit there already are not left running.
            table.close()
            raise
        return table

    def _seat(self, table: Table, agent: str) -> None:
        head, _, rest = agent.partition(":")
        taken = {player.name for player in table.players}
        if head == "human":
            table.join(self._keep_to_menu(_seat_person()), name=make_name(self._person, taken))
            return
        # A class of somebody's own goes by its own name, not by that of its module.
        own = head not in AGENTS and head != "subprocess" and rest
        wanted = rest.partition(":")[0] if own else head
        table.join(self._keep_to_menu(make_player(agent)), name=make_name(wanted, taken))

    def _keep_to_menu(self, agent: Agent) -> Agent:
        """Let an agent play with the moves of a game config, if that is what is played."""
        config = self._played.config
        return agent if config is None else MenuAgent(agent, config)

    def report(self, table: Table, *, as_json: bool) -> None:
        """Show what came of it, and save what is to be kept."""
        results = self._results.results()
        files = {}
        if self._hands is not None and self._histories is not None and self._histories.count:
            files["hands"] = str(self._hands)
            if self._events:
                for what, suffix in zip(("events", "texts"), _EVENT_SUFFIXES, strict=True):
                    files[what] = str(self._hands.with_suffix(suffix))
        if self._picture is not None and table.hands and self._draw(self._picture):
            files["picture"] = str(self._picture)
        stacks = {player.name: player.stack for player in table.players}
        faults = {player.name: player.first_fault for player in (*table.players, *table.gone)}
        if as_json:
            print_json(
                {
                    "game": self._played.title,
                    "seed": self._seed,
                    "hands": table.hands,
                    "unit": self._played.lineup.small_bet,
                    "players": [
                        {
                            **one._asdict(),
                            "stack": stacks.get(one.name),
                            "first_fault": faults.get(one.name) or None,
                        }
                        for one in results
                    ],
                    "house": table.house,
                    "files": files,
                }
            )
            return
        console.print()
        noun = "hand" if table.hands == 1 else "hands"
        title = f"{self._played.title}, {table.hands:,} {noun}, seed {self._seed}"
        console.print(title, style="bold", highlight=False, soft_wrap=True)
        show_results(console, results, stacks)
        # Who watches has seen every fault.
        if not self._watched:
            show_first_faults(console, faults)
        if table.house:
            console.print(f"{table.house} left the table as rake or unclaimed pots.")
        for what, path in files.items():
            say_where(what, path)

    def _draw(self, path: Path) -> bool:
        lines = {name: [float(one) for one in line] for name, line in self._graph.lines.items()}
        try:
            draw_lines(path, lines, title=self._played.title, x_label="Hands", y_label="Chips")
        except UnsupportedError as error:
            errors.print(f"There is no picture: {error}", highlight=False, soft_wrap=True)
            return False
        return True


def _find_free(folder: Path, stem: str) -> Path:
    """Return the path of a file that is not there yet."""
    number, path = 1, folder / f"{stem}.phhs"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.phhs"
    return path


def _seat_person() -> Agent:
    person: Human

    def names() -> Sequence[str]:
        return person.names

    person = Human(_ask, _tell, show_situation(console, names))
    return person


def _ask(prompt: str) -> str:
    try:
        return console.input(f"[bold cyan]>[/] {prompt}")
    except EOFError:
        # Nobody is there any more.
        raise PersonLeft from None


def _tell(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)
