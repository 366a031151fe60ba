"""Copied storage: a copy of what a phone stores opens the pushes of the last days alone, and the key's age is shown."""

import json
import pathlib
import tempfile

from checker import choose, overflow, texts
from simulator import Simulator, alert

DAYS = 10


def check(checker):
    bank = checker.simulator
    with tempfile.TemporaryDirectory() as folder:
        # The clock of a simulator moves forward only, so this one is a simulator of its own.
        simulator = Simulator(pathlib.Path(bank.executable), pathlib.Path(folder) / "simulator")
        try:
            simulator.start("jane")
            checker.simulator = simulator
            copied(checker)
            narrow(checker)
            renewed(checker)
        finally:
            checker.simulator = bank
            simulator.stop()


def copied(checker):
    expect, simulator = checker.expect, checker.simulator
    with checker.open("phones/jane", (1280, 900)) as page:
        page.locator("#storage summary").click()
        expect(page.locator("#copied-pushes").is_hidden(), "without a copy there is no result")
        before = page.locator("#date").inner_text()
        for day in range(DAYS + 1):
            if day > 0:
                with page.expect_response("**/api/clock") as answer:
                    page.get_by_role("button", name="Move the clock forward").click()
                expect(answer.value.ok, f"a button moves the clock forward to day {day}", answer.value.status)
            simulator.send(alert(f"Payment {day}"))
            page.locator("#threads .title", has_text=f"Payment {day}").first.wait_for()
        expect(page.locator("#date").inner_text() != before, "the lock screen has the phone's date", before)
        page.get_by_role("button", name="Copy the storage").click()
        rows = page.locator("#copied-pushes tbody tr")
        rows.nth(DAYS).wait_for()
        results = [row.split("\t") for row in rows.all_inner_texts()]
        ages = {int(row[3].split()[0]): row[4] for row in results}
        expect([int(row[0]) for row in results] == list(range(DAYS + 1, 0, -1)), "each recorded push has a row", results)
        expect({row[1] for row in results} == {"5"}, "a row has the suite", results)
        expect(results[0][2] > results[-1][2], "a row has the day of the key", results)
        expect(all(ages[age].startswith("opened") for age in range(8)), "the copy opens the pushes of seven days", ages)
        expect(all(ages[age].startswith("closed") and "was erased" in ages[age] for age in (9, 10)),
               "it opens no older push, whose key was erased", ages)
        opened = sum(result.startswith("opened") for result in ages.values())
        expect(f"opens {opened} of {DAYS + 1} recorded pushes" in page.locator("#copied").inner_text(), "the sum is shown",
               page.locator("#copied").inner_text())
        found = json.loads(simulator.output("pushes", "jane", "--copy", "--json"))["pushes"]
        expect([one["isOpened"] for one in found] == [ages[one["age"]].startswith("opened") for one in found],
               "the command has the same results", found)
        checker.screenshot(page, "storage")


def narrow(checker):
    for scheme in ("light", "dark"):
        for width in (390, 1280):
            with checker.open("phones/jane", (width, 844), color_scheme=scheme) as page:
                page.locator("#storage summary").click()
                page.locator("#copied-pushes tbody tr").first.wait_for()
                checker.expect(overflow(page) <= 0, f"at {width} pixels the results are not wider than the window", overflow(page))
                page.locator("#storage").scroll_into_view_if_needed()
                checker.screenshot(page, f"storage-{width}-{scheme}")


def renewed(checker):
    expect, simulator = checker.expect, checker.simulator
    with checker.open("phones/jane") as page:
        choose(page, DAYS + 1)
        text = page.locator("#key-age").inner_text()
        expect("The phone made key" in text and "renews it from" in text, "a push shows the age of its key", text)
        expect("hpke-auth-psk" in page.locator("#apple-sees").inner_text() and "with the key of 20" in
               page.locator("#apple-sees").inner_text(), "a push shows its suite and the day of its key")
        simulator.run("clock", "25")
        simulator.phone("open-app", "jane")
        page.locator("#key-age", has_text="and renewed it").wait_for()
        simulator.send(alert("After the renewal"))
        page.locator("#threads .title", has_text="After the renewal").wait_for()
        page.locator("#storage summary").click()
        page.locator("#copied-pushes tbody tr").nth(DAYS + 1).wait_for()
        expect("closed no device key has id" in texts(page, "#copied-pushes tbody tr")[0].replace("\t", " "),
               "the copy does not open a push to the renewed key", texts(page, "#copied-pushes tbody tr")[0])
