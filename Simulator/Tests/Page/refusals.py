"""Refused pushes: status, reason and apns-id on the page; the numbers of pushes."""

import json

from accessibility import rules
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
        expect(page.locator("#body").inner_text() == BODY.decode() and "com.example.bank" in texts(page, "#request dd"),
               "a refused push shows its request", texts(page, "#request dd"))
        expect("authorization" not in texts(page, "#request dt"), "the request is shown without the provider token")
        expect(page.locator("#apple-sees").is_hidden() and page.locator("#timing-part").is_hidden(),
               "a refused push has no delivery")
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
    strays(checker)


def strays(checker):
    """Checks the list of refused requests that name no phone."""
    expect, simulator = checker.expect, checker.simulator
    unknown = simulator.push(BODY, status=400, token="abcdef")
    broadcast = simulator.client.post(
        f"https://127.0.0.1:{simulator.description['port']}/4/broadcasts/apps/com.example.bank", content=BODY,
        headers={"authorization": f"bearer {simulator.token}", "apns-channel-id": "bm9uZQ==", "apns-push-type": "liveactivity",
                 "apns-priority": "10", "apns-expiration": "0"})
    wrong = simulator.client.post(f"https://127.0.0.1:{simulator.description['port']}/3/devices/ab<img>", content=BODY)
    with checker.open("") as page:
        page.locator("#strays li").nth(2).wait_for()
        rows = texts(page, "#strays summary")
        expect(str(wrong.status_code) in rows[0] and "POST /3/devices/ab" in rows[0], "a request to a wrong path is listed", rows)
        expect(str(broadcast.status_code) in rows[1] and "POST /4/broadcasts/apps/com.example.bank" in rows[1],
               "a refused broadcast is listed", rows)
        expect("400 BadDeviceToken" in rows[2] and "POST /3/device/abcdef" in rows[2], "a push to an unknown token is listed", rows)
        page.locator("#strays summary").nth(2).click()
        row = page.locator("#strays li").nth(2)
        text = row.inner_text()
        expect(BODY.decode() in text and unknown in text and "authorization" not in text and "apns-topic" in text,
               "the list shows the request without the provider token", text)
        # The page draws a list before it asks for the next one.
        for _ in range(2):
            with page.expect_response("**/api/refusals"):
                pass
        expect(row.locator("pre").is_visible(), "an open request stays open when the list is requested again")
        rules(checker, page, "with requests without a phone")
        checker.screenshot(page, "strays", full_page=True)

