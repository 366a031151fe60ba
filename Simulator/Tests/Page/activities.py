"""Live Activities: start, update and end, a channel, content that the widget cannot open."""

import json
import time

from accessibility import rules
from checker import choose, overflow, shown, texts
from scenario import MARKUP


def check(checker):
    checker.simulator.phone("add", "rider")
    with checker.open("phones/rider") as page:
        start(checker, page)
        update(checker, page)
        closed(checker, page)
        hostile(checker, page)
        end(checker, page)
    for name, size, scheme in [("activity-narrow", (390, 844), "light"), ("activity-dark", (1440, 900), "dark")]:
        with checker.open("phones/rider", size, color_scheme=scheme) as page:
            page.locator(".activity").first.wait_for()
            checker.expect(overflow(page) <= 0, f"at {size[0]} pixels a Live Activity fits", overflow(page))
            rules(checker, page, f"with a Live Activity, at {size[0]} pixels in {scheme} colours")
            checker.screenshot(page, name)


def send(page, example, target=None):
    page.locator("#example").select_option(example)
    page.locator("#send-activity").select_option(index=target or 0)
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".result.good").wait_for()


def start(checker, page):
    expect = checker.expect
    page.locator("#open-send").click()
    send(page, "Start of a Live Activity")
    page.locator(".activity").wait_for()
    shown(page, 1)
    page.locator("#detail-pill", has_text="activity started").wait_for()
    card = page.locator(".activity").inner_text()
    expect("TaxiRideAttributes" in card and "driver Jörg" in card and "ride R-77310" in card,
           "the lock screen shows type, attributes and state of the activity", card)
    expect(page.locator("#empty").is_hidden(), "a lock screen with an activity is not empty")
    body, user = page.locator("#body").inner_text(), page.locator("#user-sees").inner_text()
    expect("Jörg" not in body and "Flughafen" not in body and page.locator("#body .envelope").count() == 2,
           "Apple receives two envelopes, and neither state nor attributes", body[:300])
    expect(user.count("opened by the widget") == 2 and "79.90" in user and "4.5" in user,
           "the detail view shows both objects as the widget opened them, with exact numbers", user)


def update(checker, page):
    expect = checker.expect
    send(page, "Update of a Live Activity", 1)
    page.locator(".activity .row-text", has_text="riding").wait_for()
    card = page.locator(".activity").inner_text()
    expect(page.locator(".activity").count() == 1 and "fare 24.70" in card and "R-77310" in card,
           "an update changes the state and keeps the attributes", card)
    expect("stale at" in card, "the card shows when the state becomes stale", card)
    page.locator(".token").click()
    page.get_by_role("button", name="Copied").wait_for()
    token = page.evaluate("navigator.clipboard.readText()")
    expect(len(token) == 64, "the activity's push token can be copied", token)
    send(page, "Update of a Live Activity")
    page.locator(".push .pill", has_text="ignored").wait_for()
    choose(page, 3)
    reason = page.locator("#reason").inner_text()
    expect("no Live Activity has this token" in reason, "a push without effect says why", reason)
    checker.screenshot(page, "activity")


def plain(checker, token, **aps):
    body = json.dumps({"aps": {"timestamp": int(time.time()) + 1, "event": "update", **aps}}, ensure_ascii=False)
    checker.simulator.push(body.encode(), "rider", token=token, **{
        "apns_topic": "com.example.bank.push-type.liveactivity", "apns_push_type": "liveactivity"})


def closed(checker, page):
    """Checks a state whose envelope does not open."""
    token = page.evaluate("navigator.clipboard.readText()")
    plain(checker, token, **{"content-state": {"etaMinutes": 9, "sealed": "ASDB" + "A" * 200}})
    page.locator(".push .pill", has_text="not opened").wait_for()
    card = page.locator(".activity").inner_text()
    checker.expect("etaMinutes 9 · not opened: " in card and "riding" not in card,
                   "of a state that does not open, the card shows the visible members and the reason", card)
    choose(page, 4)
    user = page.locator("#user-sees").inner_text()
    checker.expect("not opened: " in user, "the detail view shows the reason", user)
    checker.screenshot(page, "activity-closed")


def hostile(checker, page):
    token = page.evaluate("navigator.clipboard.readText()")
    plain(checker, token, **{"content-state": {MARKUP: MARKUP}})
    page.locator(".activity .row-text", has_text="onerror").wait_for()
    checker.expect(page.locator(".handset img, .handset script").count() == 0 and "not sealed" in statements(page),
                   "markup in a state is text, and the state is marked as not sealed")


def statements(page):
    choose(page, 5)
    return page.locator("#user-sees").inner_text()


def end(checker, page):
    expect = checker.expect
    page.wait_for_timeout(1_100)
    send(page, "End of a Live Activity", 1)
    page.locator(".activity .row-text", has_text="paid").wait_for()
    card = page.locator(".activity").inner_text()
    expect("ended" in card and "leaves at" in card, "an ended activity shows its final state until its dismissal date", card)
    stops = page.locator("#activities button")
    stops.first.focus()
    page.keyboard.press("Enter")
    shown(page, 6)
    expect(page.evaluate("document.activeElement.id") == "detail-title", "the keyboard moves from the activity to its push")
