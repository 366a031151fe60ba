"""Content: the lock screen, the detail view and the list of pushes."""

import re

from checker import choose, overflow, shown, texts, until
from scenario import EXACT
from simulator import alert


def check(checker):
    with checker.open("phones/jane") as page:
        page.locator("#threads .title", has_text="In the clear").first.wait_for()
        lock_screen(checker, page)
        sealed(checker, page)
        placeholder(checker, page)
        offline(checker, page)
    with checker.open("phones/mallory") as page:
        exact_bytes(checker, page)
    sizes(checker)
    with checker.open("") as page:
        checker.expect(texts(page, ".phone-name") == ["crowd", "empty", "jane", "mallory"],
                       "the index lists all phones")
        checker.screenshot(page, "phones")
    with checker.open("phones/empty") as page:
        until(page, "() => !document.getElementById('empty').hidden")
        checker.expect(page.locator("#empty").is_visible(), "a phone without notifications shows an empty lock screen")
        checker.expect("--to empty" in page.locator("#hint").inner_text(), "its page shows the command that sends one")
        checker.screenshot(page, "empty")


def lock_screen(checker, page):
    expect = checker.expect
    expect(page.locator("h1").inner_text() == "jane", "the heading is the name of the phone")
    shown(page, 9)
    expect(page.locator("#detail-title").inner_text() == "Push 9", "the detail view shows the newest push")
    expect(page.locator("#detail-pill").inner_text() == "not sealed"
           and "quiet" in page.locator("#detail-pill").get_attribute("class"),
           "a push that is not sealed has the label 'not sealed', without the colour of an error")
    expect(page.locator("#badge").inner_text() == "5",
           "the app icon shows the badge", page.locator("#badge").inner_text())
    expect(page.title() == "(5) jane · SealedPush", "the page title shows the badge", page.title())
    expect(texts(page, "#threads .title") == ["In the clear", "Security alert", "Standing order"],
           "each thread is collapsed under its newest notification, newest thread first",
           texts(page, "#threads .title"))
    expect(texts(page, ".thread-head") == ["Other notifications\n4, show all", "payments\n3, show all"],
           "a thread with several notifications shows its name and their number", texts(page, ".thread-head"))
    security = page.locator(".notice", has_text="Security alert")
    expect("critical" in security.inner_text(), "a notification shows its interruption level")
    expect("♪ alarm.caf" in security.inner_text() and "badge 5" in security.inner_text(),
           "a notification shows its sound and badge")
    page.locator(".thread-head", has_text="Other").click()
    expect(texts(page, "#threads .thread:first-child .title")
           == ["In the clear", "New activity", "Monthly statement", "Balance low"],
           "an expanded thread shows all notifications, for each collapse id only the last", texts(page, "#threads .title"))
    balance = page.locator(".notice", has_text="Balance low").inner_text()
    expect("€ 4.20" in balance and "time sensitive" in balance,
           "the shown notification of a collapse id is the newer one", balance)
    expect("passive" in page.locator(".notice", has_text="Monthly statement").inner_text(),
           "a notification shows the level passive")
    checker.screenshot(page, "open-thread")
    page.locator(".thread-head", has_text="Other").click()
    expect(page.locator(".notice").count() == 3, "an expanded thread can be collapsed")


def sealed(checker, page):
    expect = checker.expect
    choose(page, 1)
    apple, user = page.locator("#apple-sees").inner_text(), page.locator("#user-sees").inner_text()
    expect("New activity" in apple and "240" not in apple, "the part visible to Apple is the placeholder", apple)
    expect("Payment received" in user and "€ 240.10 from Jane Doe" in user, "the user sees the payment", user)
    body = page.locator("#body").inner_text()
    expect('"sealed":"' in body and "240" not in page.locator("#share").inner_text() and "Jane" not in body,
           "the body does not contain the sealed text", body[:200])
    times = texts(page, "#times li")
    expect(len(times) == 3 and all(re.match(r"\d+\.\d\d ms ", line) for line in times) and "in the extension" in times[1],
           "the detail view shows the extension's time", times)
    row = page.locator(".push[data-number='1'] .took").inner_text()
    expect(re.fullmatch(r"\d+\.\d ms", row), "the row of the push shows the extension's time", row)
    shown = page.locator("#content").inner_text()
    expect('"transaction": 12345678901234567890' in shown, "a number beyond binary64 is shown unchanged", shown)
    checker.screenshot(page, "opened")
    choose(page, 4)
    expect("Push 5 has the same identifier" in page.locator("#sentence").inner_text(),
           "a collapsed push names the push that replaced it")


def placeholder(checker, page):
    expect = checker.expect
    choose(page, 8)
    detail = page.locator("#push-detail").inner_text()
    expect("keysUnavailable" in detail and "not unlocked" in detail, "a placeholder has its reason", detail[:300])
    expect("Unlock your phone" in page.locator("#user-sees").inner_text() and "Sealed alert" not in page.content(),
           "the user sees the placeholder only")
    expect(page.locator("#detail-pill").inner_text() == "placeholder", "its label is placeholder")
    checker.screenshot(page, "placeholder")
    page.get_by_label("Placeholder", exact=False).and_(page.get_by_role("radio")).check()
    listed = texts(page, ".push .number")
    expect(listed == ["push 8"], "the list can be filtered by placeholders", listed)
    page.get_by_label("All", exact=True).check()


def offline(checker, page):
    expect, simulator = checker.expect, checker.simulator
    page.get_by_role("button", name="Go offline").click()
    page.get_by_role("button", name="Go online").wait_for()
    expect(page.locator("#network").inner_text() == "offline", "a button disconnects the phone")
    for title in ("First", "Second"):
        simulator.send(alert(title))
    page.locator(".push .pill", has_text="stored").wait_for()
    page.locator(".push .pill", has_text="replaced").wait_for()
    expect(page.locator("#detail-title").inner_text() == "Push 8", "a new push does not change the selection")
    page.get_by_role("button", name="Follow the newest").click()
    shown(page, 11)
    expect(page.locator("#detail-pill").inner_text() == "stored", "'Follow the newest' selects the newest push")
    expect(page.locator(".pushes .count").inner_text() == "11", "stored and replaced pushes are listed")
    checker.screenshot(page, "offline")
    page.get_by_role("button", name="Go online").click()
    page.locator("#threads .title", has_text="Second").wait_for()
    expect("First" not in page.locator("#threads").inner_text(), "after reconnecting only the newest push arrives")
    page.get_by_role("button", name="Restart").click()
    page.locator("#lock", has_text="before the first unlock").wait_for()
    expect(page.locator("#restart").is_disabled(), "a restarted phone shows that it was not unlocked yet")
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("button", name="Lock", exact=True).wait_for()
    expect(page.locator("#lock").inner_text() == "unlocked", "the phone can be unlocked")
    page.get_by_role("button", name="Lock", exact=True).click()
    page.get_by_role("button", name="Unlock").wait_for()
    expect(page.locator("#lock").inner_text() == "locked", "the phone can be locked")


def exact_bytes(checker, page):
    expect = checker.expect
    number = page.locator(".push").first.get_attribute("data-number")
    choose(page, number)
    expect(page.locator("#body-title").inner_text() == f"Body, {len(EXACT)} bytes",
           "the heading shows the size of the body")
    marks = texts(page, "#body .character-mark")
    expect(marks == ["U+202E", "U+007F", "U+00A0", "CR", "LF", "TAB"],
           "invisible characters are shown by code point", marks)
    page.get_by_role("button", name="Copy text").click()
    page.get_by_role("button", name="Copied").wait_for()
    expect(page.evaluate("navigator.clipboard.readText()").encode() == EXACT,
           "the body can be copied as text, byte for byte")
    page.get_by_role("button", name="Copy hex").click()
    until(page, "async () => /^[0-9a-f]+$/.test(await navigator.clipboard.readText())")
    expect(page.evaluate("navigator.clipboard.readText()") == EXACT.hex(), "the body can be copied as hex")
    page.get_by_label("Hex").check(force=True)
    expect(parse_dump(page.locator("#body").inner_text()) == EXACT, "the hex view is the body, byte for byte")
    checker.screenshot(page, "hex")


def parse_dump(text):
    """Returns the bytes of a hex dump."""
    lines = [re.match(r"([0-9a-f]{4})  ((?:[0-9a-f]{2} {1,2})+)", line) for line in text.splitlines()]
    assert [int(line.group(1), 16) for line in lines] == list(range(0, 16 * len(lines), 16))
    return bytes.fromhex("".join(line.group(2) for line in lines))


def sizes(checker):
    for name, size, scheme in [("dark", (1440, 900), "dark"), ("medium", (1000, 800), "dark"),
                               ("narrow", (360, 800), "light"), ("narrow-dark", (360, 800), "dark"),
                               ("narrowest", (320, 640), "light")]:
        with checker.open("phones/jane", size, color_scheme=scheme) as page:
            choose(page, 1)
            checker.expect(overflow(page) <= 0, f"at {size[0]} pixels nothing is wider than the window", overflow(page))
            checker.screenshot(page, name, full_page=size[0] < 1100)
