"""`croupier store` as people see it: every report has room in a terminal of 80 columns."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from rich.console import Console

from croupier.cli import run
from croupier.cli.commands import store as command
from croupier.cli.output import console as consoles
from croupier.store import Store
from croupier.store.reports import REPORTS
from shared import data_path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    made = Store(tmp_path_factory.mktemp("stores") / "store")
    made.add([*sorted(data_path("pokernow").rglob("*.csv"))[:2], data_path("winamax")])
    return made


@pytest.mark.parametrize("report", sorted(REPORTS))
def test_reports_have_room(store: Store, report: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tournaments = store.query("select name from tournaments order by name limit 1").to_pylist()
    people = store.report("players").to_pylist()
    name = tournaments[0]["name"] if report == "tournaments" and tournaments else people[0]["name"]
    stream = io.StringIO()
    console = Console(file=stream, width=80, force_terminal=True, color_system=None)
    for module in (consoles, command):
        monkeypatch.setattr(module, "console", console)
    assert run(["store", "report", str(store.path), report, "--player", name, "--top", "30"]) == 0
    lines = stream.getvalue().splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80, stream.getvalue()


@pytest.mark.parametrize(
    ("task", "option"),
    [
        ("note", "--anonymize"),
        ("tag", "--key=k"),
        ("add", "--anonymize"),
        ("rebuild", "--anonymize"),
        ("query", "--where=3-bet pots"),
        ("report", "--keep-text"),
        ("hand", "--output=x"),
        ("watch", "--on=processes"),
        ("export", "--csv"),
        ("query", "--picture=x.svg"),
        ("add", "--force"),
        ("add", "--player=Ann"),
    ],
)
def test_options_that_a_task_has_no_use_for_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], task: str, option: str
) -> None:
    assert run(["store", task, str(tmp_path / "none"), "1", "2", option]) == 2
    name = option.partition("=")[0]
    said = " ".join(capsys.readouterr().err.split())
    assert f"{name} is for " in said
    assert said.rstrip(".").endswith(f"and not for {task}")
