"""The powers of the host on the page, keys, sounds, and the results of the evening."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from croupier.analysis.statistics import read_statistics
from croupier.hosting import TableSettings, intents
from croupier.hosting.entries import read_entry
from croupier.hosting.hands import write_hands
from croupier.web.tables.evening import count_hands, describe_evening
from hosting.people import Session
from web.browsing import find_axe

from .clients import RunningServer
from .test_browsers import wait_for_turn
from .test_page import sit


def test_the_host_sets_stacks_and_the_next_game(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), small_bet=4) as (page, opened):
        wait_for_turn(page, opened)
        page.get_by_text("Host", exact=True).click()
        page.get_by_label("Stack of").select_option(label="caller")
        page.get_by_label("Chips", exact=True).fill("777")
        page.get_by_role("button", name="Set", exact=True).click()
        page.get_by_label("Game", exact=True).select_option("razz")
        page.get_by_role("button", name="Play next").click()
        page.get_by_text("next: Razz, Limit").wait_for()
        page.evaluate(find_axe())
        said = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
        assert said == []
        table = opened.table
        # The hand is played to its end, and the next one is another game.
        while table.settings.game != "razz":
            wait_for_turn(page, opened)
            page.locator(".bar-body > button.main").first.click()
            page.wait_for_timeout(100)
        page.get_by_role("heading", name="Razz").wait_for()
        while not table.is_playing:
            page.wait_for_timeout(20)
        caller = next(one for one in table.people.values() if one.bot)
        stacks = server.look(lambda: table.state.starting_stacks if table.state else None)
        assert stacks is not None and table.small_bet == 4
        assert stacks[table.names.index(caller.name)] == 777


def test_keys_say_what_somebody_asks_for(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        wait_for_turn(page, opened)
        table = opened.table
        index = table.find_index(next(one for one in table.people.values() if not one.bot))
        assert index is not None
        hands = server.look(lambda: table.state.hole_cards if table.state else None)
        assert hands is not None
        region = page.locator("p.hidden[aria-live]")
        for key in "hbpl":
            page.keyboard.press(key)
            region.filter(has_text=" ").wait_for(state="attached")
            said = region.inner_text()
            if key == "h":
                cards = hands[index]
                assert all(" of " in one for one in said.split(".")[0].split(", "))
                assert all(f" of {card.suit.name.lower()}s" in said for card in cards)
            elif key == "b":
                assert said == "No board"
            elif key == "p":
                assert "Pot" in said and any(one.isdigit() for one in said)
            else:
                assert "post" in said or "dealt" in said or "call" in said or "is dealt" in said
        # In a field keys are letters.
        page.get_by_label("Say something").fill("")
        page.get_by_label("Say something").press("b")
        assert page.get_by_label("Say something").input_value() == "b"


_COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) {
  window.tones++;
  return start.apply(this, given);
};
"""


def test_sounds_are_off_until_somebody_turns_them_on(
    browser: Browser, server: RunningServer
) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        page.add_init_script(_COUNT_TONES)
        page.reload()
        wait_for_turn(page, opened)
        assert page.evaluate("window.tones") == 0
        page.get_by_role("button", name="Sounds are off").click()
        assert page.evaluate("window.tones") == 2
        page.reload()
        wait_for_turn(page, opened)
        page.get_by_role("button", name="Check").or_(
            page.get_by_role("button", name="Call")
        ).first.click()
        # The page lets nobody evaluate texts, so that it is asked from outside, again and again.
        for _ in range(1000):
            if page.evaluate("window.tones") >= 1:
                break
            page.wait_for_timeout(20)
        assert page.evaluate("window.tones") >= 1
        page.get_by_role("button", name="Sounds are on").click()
        page.reload()
        wait_for_turn(page, opened)
        assert page.evaluate("window.tones") == 0


@pytest.mark.parametrize("game", ["nlhe", "plo", "razz"])
def test_the_evening_is_what_the_hands_say(game: str, tmp_path: Path) -> None:
    session = Session(TableSettings(game, rest=0, seats=4))
    ann, bob, cy = session.sit("Ann", "Bob", "Cy")
    table = session.table
    for number in range(25):
        session.play_hand()
        for one in (ann, bob, cy):
            player = table.find_player(table.people[one])
            if player is not None and not player.stack:
                session.send(one, intents.Buy(id=f"{number}"))
    entries = [read_entry(line) for line in session.entries]
    evening = describe_evening(table, count_hands(entries, bob))
    accounts = {one.name: one for one in evening.accounts}
    assert sum(int(one.result) for one in accounts.values()) == 0
    for name, id in (("Ann", ann), ("Bob", bob), ("Cy", cy)):
        person, player = table.people[id], table.find_player(table.people[id])
        assert player is not None
        account = accounts[name]
        assert account.bought == str(person.bought) and account.stack == str(player.stack)
        assert int(account.result) == player.stack + person.taken - person.bought
    # What anybody finds who reads the file of the hands.
    path = tmp_path / "hands.phhs"
    path.write_text(write_hands(entries, bob), encoding="utf-8")
    counted = read_statistics(path)
    for name, account in accounts.items():
        row = counted[name]
        assert account.hands == row.hands > 10
        parts = (row.vpip, row.pfr, row.went_to_showdown, row.won_at_showdown)
        found = [f"{100 * one.done / one.chances:.0f} %" if one.chances else "" for one in parts]
        assert account.statistics == found
    # Whoever owes pays: the payments make everybody even.
    due = {name: int(one.result) for name, one in accounts.items()}
    assert evening.payments or not any(due.values())


@pytest.mark.parametrize("seed", range(1, 7))
def test_bots_are_in_no_payment(seed: int) -> None:
    session = Session(TableSettings("nlhe", rest=0, seats=5), seed)
    seated = session.sit("Ann", "Bob", "Cy")
    table = session.table
    for name in ("caller", "tight"):
        session.send(seated[0], intents.AddBot(id=session.id(), bot=name))
    for _ in range(20):
        session.play_hand()
        for one in seated:
            player = table.find_player(table.people[one])
            if player is not None and not player.stack:
                session.send(one, intents.Buy(id=session.id()))
    names = {one.name for one in table.people.values() if one.bot}
    assert len(names) == 2
    evening = describe_evening(table, {})
    results = {one.name: int(one.result.replace(",", "")) for one in evening.accounts}
    assert sum(results.values()) == 0 and any(results[name] for name in names)
    assert evening.has_bots
    paid: dict[str, int] = dict.fromkeys(results, 0)
    for line in evening.payments:
        payer, _, receiver, amount = line.split(" ", 3)
        paid[payer] -= int(amount.replace(",", ""))
        paid[receiver] += int(amount.replace(",", ""))
    assert not any(paid[name] for name in names)
    # Nobody pays more than was lost, or gets more than was won; one side is paid in full.
    people = {name: result for name, result in results.items() if name not in names}
    for name, result in people.items():
        assert min(result, 0) <= paid[name] <= max(result, 0)
    sums = [
        (
            sum(max(one, 0) for one in amounts.values()),
            sum(max(-one, 0) for one in amounts.values()),
        )
        for amounts in (people, {name: paid[name] for name in people})
    ]
    assert sums[1] == (min(sums[0]),) * 2
