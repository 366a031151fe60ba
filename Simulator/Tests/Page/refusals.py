"""Refused pushes: status, reason and apns-id on the page; the numbers of pushes."""

import json

from checker import choose, texts
from simulator import alert

BODY = json.dumps(alert("Refused or not", mutable=False)).encode()


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "refuser")
    # Pushes to another phone in between take none of this phone's numbers.
    simulator.push(BODY, "empty")
    accepted = simulator.push(BODY, "refuser")
    malformed = simulator.push(BODY, "refuser", status=400, apns_priority="7")
    simulator.push(BODY, "empty")
    simulator.run("fault", "answer", "--reason", "TooManyRequests")
    limited = simulator.push(BODY, "refuser", status=429)
    simulator.run("fault", "answer", "--reason", "ServiceUnavailable")
    unavailable = simulator.push(BODY, "refuser", status=503)
    with checker.open("phones/refuser") as page:
        page.locator(".push").nth(3).wait_for()
        numbers = texts(page, ".push .number")
        expect(numbers == ["push 4", "push 3", "push 2", "push 1"],
               "the pushes of a phone are numbered without gaps, refused ones too", numbers)
        pills = texts(page, ".push .pill")
        expect(pills[:3] == ["503 ServiceUnavailable", "429 TooManyRequests", "400 BadPriority"],
               "the list shows status and reason of refused pushes", pills)
        for number, identifier in enumerate([accepted, malformed, limited, unavailable], 1):
            choose(page, number)
            found = page.locator("#apns-id").inner_text()
            expect(found == identifier, f"push {number} shows the apns-id of its answer", (found, identifier))
        sentence = page.locator("#sentence").inner_text()
        expect("503 ServiceUnavailable, by an injected fault" in sentence, "a fault is named", sentence)
        expect(page.locator("#body").is_hidden(), "a refused push shows no empty body")
        page.get_by_role("button", name="Copy apns-id").click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        expect(copied == unavailable, "the apns-id can be copied", copied)
        page.get_by_label("Refused").check(force=True)
        expect(page.locator("#refused").inner_text() == "3" and page.locator(".push").count() == 3,
               "the list can be filtered by refused pushes")
        checker.screenshot(page, "refused")
        page.get_by_label("All", exact=True).check(force=True)
        page.locator("#find").fill(limited[:13])
        found = texts(page, ".push .number")
        expect(found == ["push 3"], "a push is found by its apns-id", found)
