"""A match on the command line: who sits at the table, and what is kept and shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from os import fspath
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from croupier.agents import AGENTS, Agent, Human
from croupier.agents.human import PersonLeft
from croupier.agents.registry import PREFIXES
from croupier.cards.seeding import show_seed
from croupier.cli.arguments.outputs import claim_names
from croupier.cli.output.console import console, errors, print_json, print_saved
from croupier.cli.playing.setup import PlayedGame, make_player, split_name
from croupier.cli.playing.view import (
    LiveView,
    print_secrecy,
    show_first_faults,
    show_results,
    show_situation,
)
from croupier.errors import UnsupportedError
from croupier.files import Claim
from croupier.tables import ChipGraph, HistoryRecorder, Recorder, ResultsRecorder, Table
from croupier.tables.secrets import are_isolated, hide_process, is_program, is_trusted
from croupier.tables.wishes import make_name

__all__ = ["Session"]

_HANDS_SUFFIX = ".phhs"
_PICTURE_SUFFIX = ".png"
# Where histories of events and HHtexts go.
_EVENT_SUFFIXES = (".jsonl", ".txt")


class Session:
    """A match on the command line, and what is kept of it."""

    def __init__(
        self,
        played: PlayedGame,
        seed: int,
        folder: Path | None,
        picture: Claim | None,
        person: str,
        *,
        events: bool,
        chosen: bool,
        as_json: bool = False,
        debug: bool = False,
    ) -> None:
        """Make the session.

        Args:
            played: The game, with its stakes.
            seed: What makes the match the same every time.
            folder: Where the hands and the picture go; nothing is kept when it is `None`.
            picture: Where the picture goes; beside the hands when it is `None`.
            person: What the person at the table is called.
            events: Whether histories of events are kept, too.
            chosen: Whether somebody chose the seed.
            as_json: Whether results go to the standard output as JSON: then a person is spoken to
                on the standard error.
            debug: Whether tracebacks of agents and the lines of programs are printed.
        """
        self._debug = debug
        self._talk = errors if as_json else console
        self._played = played
        self._seed = seed
        self._hands: Path | None = None
        self._picture = picture
        if folder is not None:
            suffixes = (_HANDS_SUFFIX, *(_EVENT_SUFFIXES if events else ()))
            self._hands, beside = claim_names(folder, _name_match(), suffixes, _PICTURE_SUFFIX)
            self._picture = picture or beside
        self._person = person
        self._results = ResultsRecorder(played.lineup.small_bet)
        self._graph = ChipGraph()
        self._histories: HistoryRecorder | None = None
        self._events = events
        self._chosen = chosen
        self._watched = False
        self._programs = False

    def open(self, agents: Sequence[str], *, watch: bool, delay: float, **options: Any) -> Table:
        """Open the table."""
        recorders: list[Recorder] = [self._results, self._graph]
        if self._debug:
            from croupier.cli.output.debugging import FaultView

            recorders.append(FaultView())
        made = [_make(agent, self._talk, debug=self._debug) for agent in agents]
        has_person = any(isinstance(agent, Human) for agent in made)
        self._programs = any(map(is_program, made))
        if self._programs:
            hide_process()
        self._watched = watch
        if watch:
            viewer = self._person if has_person else None
            if self._programs and viewer is None and not console.file.isatty():
                # A program may read the file that it goes to: it has what everybody sees.
                viewer = ""
            recorders.insert(0, LiveView(console, viewer=viewer, seconds=delay))
        hides = has_person or self._programs
        if self._hands is not None:
            self._histories = HistoryRecorder(
                self._hands, meanwhile="shown" if hides else "all", with_seed=True
            )
            recorders.append(self._histories)
        if self._events and self._hands is not None and self._played.config is not None:
            paths = (self._hands.with_suffix(suffix) for suffix in _EVENT_SUFFIXES)
            from croupier.compat.pypoks import EventHistoryRecorder

            recorders.append(EventHistoryRecorder(self._played.config, *paths, hidden=hides))
        table = Table(
            self._played.lineup,
            stack=self._played.stack,
            seed=self._seed,
            seat_count=len(agents),
            recorders=recorders,
            **options,
        )
        try:
            for text, agent in zip(agents, made, strict=True):
                taken = {player.name for player in table.players}
                name = self._person if isinstance(agent, Human) else _find_name(text)
                table.join(self._keep_to_menu(agent), name=make_name(name, taken))
        except Exception:
            # Programs of those who sit there already are not left running.
            table.close()
            raise
        return table

    def _keep_to_menu(self, agent: Agent) -> Agent:
        """Let an agent play with the moves of a game config, if that is what is played."""
        config = self._played.config
        if config is None:
            return agent
        from croupier.compat.pypoks import MenuAgent

        return MenuAgent(agent, config)

    def report(self, table: Table, *, as_json: bool) -> None:
        """Print the results, and save the files that were asked for."""
        results = self._results.results()
        files = {}
        if self._hands is not None and self._histories is not None and self._histories.count:
            files["hands"] = str(self._hands)
            if self._events:
                for what, suffix in zip(("events", "texts"), _EVENT_SUFFIXES, strict=True):
                    files[what] = str(self._hands.with_suffix(suffix))
        if self._picture is not None and table.hands and self._draw(self._picture):
            files["picture"] = fspath(self._picture)
        everybody = (*table.players, *table.gone)
        isolated = are_isolated(player.agent for player in everybody)
        trusted = [player.name for player in everybody if is_trusted(player.agent)]
        blind = not ((self._chosen or self._debug) and self._programs)
        stacks = {player.name: player.stack for player in table.players}
        faults = {player.name: player.first_fault for player in everybody}
        if as_json:
            print_json(
                {
                    "game": self._played.title,
                    "seed": show_seed(self._seed),
                    "blind": blind,
                    "isolated": isolated,
                    "trusted": trusted,
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
        title = f"{self._played.title}, {table.hands:,} {noun}, seed {show_seed(self._seed)}"
        console.print(Text(title, style="bold"), highlight=False, soft_wrap=True)
        show_results(console, results, stacks)
        # People who watch have seen every fault.
        if not self._watched:
            show_first_faults(console, faults)
        if any(faults.values()) and not self._debug:
            console.print("--debug shows more of it.", style="dim")
        if table.house:
            console.print(f"{table.house} left the table as rake or unclaimed pots.")
        print_secrecy(blind=blind, isolated=isolated, trusted=trusted, debug=self._debug)
        for what, path in files.items():
            print_saved(what, path)

    def _draw(self, path: Claim) -> bool:
        lines = {name: [float(one) for one in line] for name, line in self._graph.lines.items()}
        from croupier.plots import draw_lines

        try:
            draw_lines(path, lines, title=self._played.title, x_label="Hands", y_label="Chips")
        except UnsupportedError as error:
            line = Text(f"There is no picture: {error}")
            errors.print(line, highlight=False, soft_wrap=True)
            return False
        return True


def _name_match() -> str:
    """Return a name for the files of a match: of the time, which tells nobody anything of cards."""
    return f"play-{datetime.now():%Y%m%d-%H%M%S}"


def _make(agent: str, talk: Console, *, debug: bool) -> Agent:
    if agent.partition(":")[0] == "human":
        return _make_person(talk)
    return make_player(agent, debug=debug)


def _find_name(agent: str) -> str:
    """Return what an agent is called at the table."""
    name, agent = split_name(agent)
    if name:
        return name
    head, _, rest = agent.partition(":")
    # A class of the user's is called by its own name, not by that of its module.
    own = head not in AGENTS and head not in PREFIXES and rest
    return rest.partition(":")[0] if own else head


def _make_person(talk: Console) -> Agent:
    person: Human

    def names() -> Sequence[str]:
        return person.names

    def ask(prompt: str) -> str:
        try:
            return talk.input(f"[bold cyan]>[/] {prompt}")
        except EOFError:
            # Nobody is there any more.
            raise PersonLeft from None

    def tell(text: str) -> None:
        talk.print(text, highlight=False, markup=False, soft_wrap=True)

    person = Human(ask, tell, show_situation(talk, names))
    return person
