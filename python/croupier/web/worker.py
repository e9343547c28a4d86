"""A process that answers questions to the desk, within limits: `python -m croupier.web.worker`.

Whatever people drop is looked at in here and nowhere else. The process is given questions on its
standard input and answers on its standard output, each with its length before it. It may take so
much memory and no more; who started it ends it when it takes too long.
"""

from __future__ import annotations

import os
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from croupier.errors import PokerError
from croupier.limits import FILE_BYTES_VARIABLE
from croupier.texts import show_line
from croupier.web.desk import list_methods
from croupier.web.local import MAX_UNPACKED, LocalDesk
from croupier.web.messages import Refusal

__all__ = ["READ_FILES", "Call", "Reply", "answer", "main", "pack"]

READ_FILES = "read_files"
"""The method that the server calls of its own accord: none of a desk."""

MAX_MEMORY = 2 << 30
"""The most memory that a process may take."""

LENGTH = struct.Struct("<I")
"""How the length of a message is written."""


class Call(msgspec.Struct, frozen=True):
    """A call of a worker: a method and the encoded question."""

    name: str
    question: msgspec.Raw


class Reply(msgspec.Struct, frozen=True):
    """A reply of a process: an answer, or a refusal."""

    answer: msgspec.Raw
    refused: bool = False


def pack(message: msgspec.Struct) -> bytes:
    """Return a message with its length before it.

    Args:
        message: The message.

    Returns:
        The bytes.
    """
    data = msgspec.json.encode(message)
    return LENGTH.pack(len(data)) + data


def answer(desk: LocalDesk, call: Call) -> Reply:
    """Answer a question; whatever goes wrong is a refusal.

    >>> from tempfile import mkdtemp
    >>> desk = LocalDesk(Path(mkdtemp()))
    >>> question = msgspec.Raw(b'{"hands": ["AsKs"], "board": "QsJsTs"}')
    >>> answer(desk, Call("evaluate", question)).refused
    False
    >>> bytes(answer(desk, Call("evaluate", msgspec.Raw(b'{"hand": 1}'))).answer)
    b'{"code":"wrong-question","message":"Object contains unknown field `hand`"}'

    Args:
        desk: Who answers.
        call: The question.

    Returns:
        The reply.
    """
    try:
        return Reply(msgspec.Raw(msgspec.json.encode(_ask(desk, call))))
    except msgspec.ValidationError as error:
        return _refuse("wrong-question", str(error))
    except PokerError as error:
        return _refuse(error.code, str(error))
    except MemoryError:
        return _refuse("memory", "this takes more memory than the desk has")
    except RecursionError:
        return _refuse("depth", "this is nested too deeply")
    except (ValueError, ArithmeticError, OSError) as error:
        return _refuse("wrong-value", str(error) or type(error).__name__)
    except Exception as error:
        # A fault of ours is an answer as well, and the process goes on.
        traceback.print_exc(file=sys.stderr)
        return _refuse("fault", f"the desk cannot answer: {type(error).__name__}")


def _ask(desk: LocalDesk, call: Call) -> Any:
    if call.name == READ_FILES:
        desk.read_files(msgspec.json.decode(call.question, type=str))
        return None
    method = list_methods()[call.name]
    asked: Callable[..., Any] = getattr(desk, call.name)
    if method.question is None:
        return asked()
    return asked(msgspec.json.decode(call.question, type=method.question))


def _refuse(code: str, message: str) -> Reply:
    refusal = Refusal(code=code, message=show_line(message))
    return Reply(msgspec.Raw(msgspec.json.encode(refusal)), refused=True)


def limit_memory(most: int) -> None:
    """Limit the memory of the process, where the system can.

    Args:
        most: The bytes.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
    # No core dumps: they would have people's hands in them.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer questions until the pipe is closed."""
    import signal

    # Ctrl-C is for the server, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(MAX_MEMORY)
    os.environ[FILE_BYTES_VARIABLE] = str(MAX_UNPACKED)
    root, shelf, *stores = sys.argv[1:] if len(sys.argv) > 2 else (sys.argv[1], "")
    desk = LocalDesk(Path(root), shelf, [Path(one) for one in stores])
    source, target = sys.stdin.buffer, sys.stdout.buffer
    # Nothing that is printed may come between answers.
    sys.stdout = sys.stderr
    while call := _receive(source):
        target.write(pack(answer(desk, call)))
        target.flush()


def _receive(source: BinaryIO) -> Call | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    return msgspec.json.decode(source.read(length), type=Call)


if __name__ == "__main__":
    main()
