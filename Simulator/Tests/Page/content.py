"""What a phone shows, and what stands beside it."""

import re

from looking import choose, overflow, texts, until
from scene import EXACT
from simulator import alert


def check(looking):
    with looking.at("phones/jane") as page:
        page.locator("#threads .title", has_text="In the clear").wait_for()
        lock_screen(looking, page)
        sealed(looking, page)
        fallback(looking, page)
        travel(looking, page)
    with looking.at("phones/mallory") as page:
        exact_bytes(looking, page)
    sizes(looking)
    with looking.at("") as page:
        looking.demand(texts(page, ".phone-name") == ["crowd", "empty", "jane", "mallory"], "all phones are listed")
        looking.photograph(page, "phones")
    with looking.at("phones/empty") as page:
        looking.demand(page.locator("#empty").is_visible(), "a phone without notifications says so")
        looking.demand("--to empty" in page.locator("#hint").inner_text(), "and what would send one")
        looking.photograph(page, "empty")


def lock_screen(looking, page):
    demand = looking.demand
    demand(page.locator("h1").inner_text() == "jane", "the page says whose phone it is")
    demand(page.locator("#detail-title").inner_text() == "Push 9", "the newest push is shown beside the phone")
    demand(page.locator("#badge").inner_text() == "5", "the icon has the badge", page.locator("#badge").inner_text())
    demand(page.title() == "(5) jane · SealedPush", "and so has the title", page.title())
    demand(texts(page, "#threads .title") == ["In the clear", "Security alert", "Standing order"],
           "every thread is collapsed under its newest notification, the newest thread first",
           texts(page, "#threads .title"))
    demand(texts(page, ".thread-head") == ["Other notifications\n4, show all", "payments\n3, show all"],
           "a thread of several says its name and their number", texts(page, ".thread-head"))
    security = page.locator(".notice", has_text="Security alert")
    demand("critical" in security.inner_text(), "the interruption level is shown")
    demand("♪ alarm.caf" in security.inner_text() and "badge 5" in security.inner_text(), "and sound and badge")
    page.locator(".thread-head", has_text="Other").click()
    demand(texts(page, "#threads .thread:first-child .title")
           == ["In the clear", "New activity", "Monthly statement", "Balance low"],
           "an open thread shows all, and of one collapse id only the last", texts(page, "#threads .title"))
    balance = page.locator(".notice", has_text="Balance low").inner_text()
    demand("€ 4.20" in balance and "time sensitive" in balance, "which is the newer", balance)
    demand("passive" in page.locator(".notice", has_text="Monthly statement").inner_text(), "passive is said, too")
    looking.photograph(page, "open-thread")
    page.locator(".thread-head", has_text="Other").click()
    demand(page.locator(".notice").count() == 3, "and closes again")


def sealed(looking, page):
    demand = looking.demand
    choose(page, 1)
    apple, user = page.locator("#apple-sees").inner_text(), page.locator("#user-sees").inner_text()
    demand("New activity" in apple and "240" not in apple, "Apple reads the placeholder", apple)
    demand("Payment received" in user and "€ 240.10 from Jane Doe" in user, "the user reads the payment", user)
    body = page.locator("#body").inner_text()
    demand('"sealed":"' in body and "240" not in page.locator("#share").inner_text() and "Jane" not in body,
           "nothing of it stands in the body", body[:200])
    times = texts(page, "#times li")
    took = [float(re.match(r"([\d.]+) ms", line).group(1)) for line in times]
    demand(len(took) == 3 and took[1] > 0 and "in the extension" in times[1], "the extension's milliseconds are told", times)
    row = page.locator(".push[data-number='1'] .took").inner_text()
    demand(abs(float(row.removesuffix(" ms")) - took[1]) < 0.06, "the row of the push says the same", (row, took))
    shown = page.locator("#content").inner_text()
    demand('"transaction": 12345678901234567890' in shown, "a number that no browser can hold is shown as it was", shown)
    looking.photograph(page, "opened")
    choose(page, 4)
    demand("Push 5 has the same collapse id" in page.locator("#sentence").inner_text(), "a collapsed push says by which")


def fallback(looking, page):
    demand = looking.demand
    choose(page, 8)
    said = page.locator("#said").inner_text()
    demand("keysUnavailable" in said and "not unlocked" in said, "a fallback tells its reason", said[:300])
    demand("Unlock your phone" in page.locator("#user-sees").inner_text() and "Nobody sees this" not in page.content(),
           "and the placeholder is all that is shown")
    demand(page.locator("#detail-pill").inner_text() == "placeholder", "in a word, too")
    looking.photograph(page, "fallback")
    page.get_by_label("Fell back").check()
    listed = texts(page, ".push .number")
    demand(listed == ["push 9", "push 8"], "the list can be of fallbacks only", listed)
    page.get_by_label("All", exact=True).check()


def travel(looking, page):
    demand, simulator = looking.demand, looking.simulator
    page.get_by_role("button", name="Go offline").click()
    page.get_by_role("button", name="Go online").wait_for()
    demand(page.locator("#network").inner_text() == "offline", "a button takes the phone offline")
    for title in ("First", "Second"):
        simulator.send(alert(title))
    page.locator(".push .pill", has_text="waiting").wait_for()
    page.locator(".push .pill", has_text="replaced").wait_for()
    demand(page.locator("#detail-title").inner_text() == "Push 8", "what comes leaves the push that was chosen")
    page.get_by_role("button", name="Follow the newest").click()
    demand(page.locator("#detail-pill").inner_text() == "waiting", "unless the newest is to be followed")
    demand(page.locator(".pushes .count").inner_text() == "11", "what waits is listed, and what was replaced")
    looking.photograph(page, "offline")
    page.get_by_role("button", name="Go online").click()
    page.locator("#threads .title", has_text="Second").wait_for()
    demand("First" not in page.locator("#threads").inner_text(), "online again, the newest arrives, and only it")
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("button", name="Restart").wait_for()
    demand(page.locator("#lock").inner_text() == "locked", "the phone can be restarted and unlocked")


def exact_bytes(looking, page):
    demand = looking.demand
    number = page.locator(".push").first.get_attribute("data-number")
    choose(page, number)
    demand(page.locator("#body-title").inner_text() == f"The body, {len(EXACT)} bytes", "the size is right")
    marks = texts(page, "#body .mark-of")
    demand(marks == ["U+202E", "U+007F", "U+00A0", "CR", "LF", "TAB"], "what has no shape is shown by its name", marks)
    page.get_by_role("button", name="Copy text").click()
    page.get_by_role("button", name="Copied").wait_for()
    demand(page.evaluate("navigator.clipboard.readText()").encode() == EXACT, "the text can be copied, byte for byte")
    page.get_by_role("button", name="Copy hex").click()
    until(page, "async () => /^[0-9a-f]+$/.test(await navigator.clipboard.readText())")
    demand(page.evaluate("navigator.clipboard.readText()") == EXACT.hex(), "and as hex")
    page.get_by_label("Hex").check(force=True)
    demand(undump(page.locator("#body").inner_text()) == EXACT, "the hex view is the body, byte for byte")
    looking.photograph(page, "hex")


def undump(text):
    """Reads a dump back: what stands between the offset and the ASCII column."""
    lines = [re.match(r"([0-9a-f]{4})  ((?:[0-9a-f]{2} {1,2})+)", line) for line in text.splitlines()]
    assert [int(line.group(1), 16) for line in lines] == list(range(0, 16 * len(lines), 16))
    return bytes.fromhex("".join(line.group(2) for line in lines))


def sizes(looking):
    for name, size, scheme in [("dark", (1440, 900), "dark"), ("medium", (1000, 800), "dark"),
                               ("narrow", (360, 800), "light"), ("narrow-dark", (360, 800), "dark"),
                               ("narrowest", (320, 640), "light")]:
        with looking.at("phones/jane", size, color_scheme=scheme) as page:
            choose(page, 1)
            looking.demand(overflow(page) <= 0, f"at {size[0]} pixels nothing is wider than the window", overflow(page))
            looking.photograph(page, name, whole=size[0] < 1100)
