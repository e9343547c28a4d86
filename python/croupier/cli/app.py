"""The command line: one application whose commands are imported when they are run."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from cyclopts import UNSET, App, CycloptsError, Parameter

from croupier.cli.commands import COMMANDS
from croupier.cli.output.console import Status, Terminated, claims, console, errors, print_error
from croupier.errors import PokerError, SetupError

if TYPE_CHECKING:
    from cyclopts import ArgumentCollection
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

__all__ = ["app", "heed_termination", "run"]

_END = """\
`croupier COMMAND --help` shows the options of a command
and examples of it.

Exit status: 0 all went well, 1 a check found something,
2 wrong input, 130 Ctrl-C, 143 SIGTERM.
"""

_MARGIN = "  "
_LONGEST_LABEL = 30
_NARROWEST = 30


def _find_version() -> str:
    from importlib.metadata import version

    return version("croupier")


def _show_default(value: Any) -> str | None:
    """Return what is shown as the default: nothing where leaving an option out means nothing."""
    return None if value is False or value is None or value == "" else str(value)


class _Help:
    """A help page in two columns, in which texts flow, wherever lines end in the code.

    Boxes and tables would take as long to draw as all else that help needs.
    """

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        # Nothing of this is needed unless help is.
        from textwrap import wrap

        from rich.text import Text

        if not panel.entries:
            return
        labels = [" ".join(entry.display_labels_with_metavar) for entry in panel.entries]
        indent = len(_MARGIN) * 2 + min(max(map(len, labels)), _LONGEST_LABEL)
        room = max(options.max_width - indent, _NARROWEST)
        said = Text.assemble(("\n", ""), (f"{panel.title}:", "bold"))
        for label, entry in zip(labels, panel.entries, strict=True):
            said.append(f"\n{_MARGIN}")
            said.append(label.ljust(indent - len(_MARGIN)), "cyan")
            lines = wrap(_describe(entry), room, break_long_words=False, break_on_hyphens=False)
            if len(label) > _LONGEST_LABEL:
                lines.insert(0, "")
            said.append(f"\n{' ' * indent}".join(lines))
        console.print(said, soft_wrap=True, highlight=False)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        from rich.text import Text

        console.print(Text.assemble(("Usage: ", "bold"), usage), highlight=False)

    def render_description(self, console: Console, options: ConsoleOptions, said: Any) -> None:
        # Whatever follows begins with an empty line.
        console.print(said.primary_renderable, highlight=False)


def _describe(entry: HelpEntry) -> str:
    """Return what an option or a command does, what it takes and what it is when left out."""
    said = getattr(entry.description, "primary_renderable", entry.description) or ""
    notes = [
        f"[choices: {', '.join(entry.choices)}]" if entry.choices else "",
        f"[default: {entry.default}]" if entry.default is not None else "",
        "[required]" if entry.required else "",
    ]
    return " ".join([*str(said).split(), *filter(None, notes)])


def _refuse_empty(app: Any, commands: Any, arguments: ArgumentCollection) -> None:
    """Refuse an empty argument or file: a variable of the shell that is not set becomes one."""
    for argument in arguments:
        kinds = (argument.hint, *get_args(argument.hint))
        is_file = any(getattr(kind, "__name__", "") == "Path" for kind in kinds)
        if not is_file and not argument.field_info.is_positional:
            continue
        for token in argument.tokens:
            if not token.value and token.implicit_value is UNSET:
                name = token.keyword or argument.name.lstrip("-").upper()
                expected = "a file or folder" if is_file else "a value"
                raise SetupError(
                    f"invalid {name}: expected {expected}, got an empty text", code="empty-argument"
                )


app = App(
    name="croupier",
    config=_refuse_empty,
    default_parameter=Parameter(show_default=_show_default),
    help="The dealer for every poker game.",
    version=_find_version,
    # The help has no Markdown, which takes long to import.
    help_format="plaintext",
    help_formatter=_Help(),
    help_epilogue=_END,
    console=console,
    suppress_keyboard_interrupt=False,
)
for _command in COMMANDS:
    app.command(
        _command.path,
        name=_command.name,
        help=_command.summary,
        # To make it up takes as long as to read the options.
        usage=f"croupier {_command.name} {_command.usage}",
        help_epilogue="\n".join(["Examples:", *(f"  {one}" for one in _command.examples)]),
    )
_NAMES = {command.name for command in COMMANDS}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: What stands after the name of the program; from the command line when omitted.

    Returns:
        0 when all went well, 1 when a check found something or there is no room for what is
        written, 2 when the input was wrong, 130 when somebody pressed Ctrl-C, and 143 when somebody
        sent SIGTERM.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["--complete"]:
        from croupier.cli.commands.completion import complete

        print(*complete(given[1:]), sep="\n")
        return Status.GOOD
    try:
        if len(given) == 2 and given[0] in _NAMES and given[1] in app.help_flags:
            # The same as below, but options that nobody gave are not looked for.
            app.help_print(given[:1])
            return Status.GOOD
        result = app(given, result_action="return_value", exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        # A correct command does not wait for this import.
        from croupier.cli.arguments.usage import explain

        print_error(explain(error))
        return Status.WRONG_INPUT
    except KeyboardInterrupt as stop:
        # Terminals show what was pressed.
        errors.print("\nStopped." if errors.is_terminal else "Stopped.")
        return Status.of(stop)
    except BrokenPipeError:
        _forget_output()
        return Status.NO_READER
    except OSError as error:
        return _report(error)
    except (PokerError, ValueError) as error:
        print_error(str(error))
        return Status.WRONG_INPUT
    finally:
        claims.close()
    return result if isinstance(result, int) else Status.GOOD


def heed_termination() -> None:
    """Let SIGTERM end a command as Ctrl-C does: files stay whole, and no parts are left behind."""

    def stop(*_: object) -> None:
        raise Terminated

    if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, stop)


def _report(error: OSError) -> int:
    """Say what is wrong with a file, and return the exit status."""
    from croupier.files import FULL

    full = error.errno in FULL
    where = error.filename
    if where is None and full:
        # Files are named by the functions that write them.
        where = "the standard output"
        _forget_output()
    if isinstance(error, FileExistsError):
        print_error(f"{where} is there already; --force replaces it")
    elif error.strerror is None or where is None:
        print_error(error.strerror or str(error))
    else:
        print_error(f"{where}: {error.strerror}")
    return Status.NO_ROOM if full else Status.WRONG_INPUT


def _forget_output() -> None:
    """Let what is still to be printed go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
