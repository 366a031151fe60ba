"""Live Activities: start, update and end, a channel, content that the widget cannot open."""

import json
import time

from accessibility import rules
from checker import choose, overflow, shown, texts, until
from scenario import MARKUP


def check(checker):
    checker.simulator.phone("add", "rider")
    with checker.open("phones/rider") as page:
        start(checker, page)
        update(checker, page)
        closed(checker, page)
        hostile(checker, page)
        end(checker, page)
    channel(checker)
    announced(checker)
    for name, size, scheme in [("activity-narrow", (390, 844), "light"), ("activity-dark", (1440, 900), "dark")]:
        with checker.open("phones/rider", size, color_scheme=scheme) as page:
            page.locator(".activity").first.wait_for()
            checker.expect(overflow(page) <= 0, f"at {size[0]} pixels a Live Activity fits", overflow(page))
            rules(checker, page, f"with a Live Activity, at {size[0]} pixels in {scheme} colours")
            checker.screenshot(page, name)


def send(page, example, target=None):
    page.locator("#example").select_option(example)
    if target is not None:
        page.locator("#send-target").select_option(index=target)
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".result.good").wait_for()


def next_second(page):
    """Waits for the next second of the page's clock, so that the next example has a later timestamp."""
    until(page, "(now) => Math.floor(Date.now() / 1000) > now", page.evaluate("Math.floor(Date.now() / 1000)"))


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
    expect("A taxi is on its way. Open the app for the details" in page.locator(".activity .row").last.inner_text()
           and texts(page, ".activity .mark") == ["not sealed"], "the card shows the alert of the push, which is not sealed")
    page.locator(".activity .fact", has_text="the app's server has the token").wait_for()
    page.locator("#example").select_option("Update of a Live Activity")
    chosen = page.locator("#send-target option:checked").inner_text()
    expect(chosen == "Live Activity 1, TaxiRideAttributes", "an update is sent to the newest Live Activity", chosen)
    dates = page.locator("#payload").input_value()
    next_second(page)
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".activity .row-text", has_text="riding").wait_for()
    expect(page.locator("#payload").input_value() != dates, "the dates of an example are those of the submission", dates)
    card = page.locator(".activity").inner_text()
    expect(page.locator(".activity").count() == 1 and "fare 24.70" in card and "R-77310" in card,
           "an update changes the state and keeps the attributes", card)
    expect("not sealed" not in card, "an opened state has no mark", card)
    expect("stale at" in card, "the card shows when the state becomes stale", card)
    page.locator(".token").click()
    page.get_by_role("button", name="Copied").wait_for()
    token = page.evaluate("navigator.clipboard.readText()")
    expect(len(token) == 64, "the activity's push token can be copied", token)
    send(page, "Update of a Live Activity", 0)
    page.locator(".push .pill", has_text="ignored").wait_for()
    choose(page, 3)
    reason = page.locator("#reason").inner_text()
    expect("no Live Activity has this token" in reason, "a push without effect says why", reason)
    checker.screenshot(page, "activity")


def plain(checker, token, phone="rider", **aps):
    body = json.dumps({"aps": {"timestamp": int(time.time()) + 1, "event": "update", **aps}}, ensure_ascii=False)
    checker.simulator.push(body.encode(), phone, token=token, **{
        "apns_topic": "com.example.bank.push-type.liveactivity", "apns_push_type": "liveactivity"})


def closed(checker, page):
    """Checks a state whose envelope does not open."""
    token = page.evaluate("navigator.clipboard.readText()")
    plain(checker, token, **{"content-state": {"etaMinutes": 9, "sealed": "ASDB" + "A" * 200}})
    page.locator(".push .pill", has_text="not opened").wait_for()
    card = page.locator(".activity").inner_text()
    checker.expect("etaMinutes 9" in card and "not opened: " in card and "riding" not in card,
                   "of a state that does not open, the card shows the visible members and the reason", card)
    choose(page, 4)
    user = page.locator("#user-sees").inner_text()
    checker.expect("not opened: " in user, "the detail view shows the reason", user)
    checker.screenshot(page, "activity-closed")


def hostile(checker, page):
    token = page.evaluate("navigator.clipboard.readText()")
    plain(checker, token, **{"content-state": {"driver": "Mallory"}})
    page.locator(".activity .mark", has_text="not opened: notSealed").wait_for()
    card = page.locator(".activity").inner_text()
    checker.expect("Mallory" not in card, "a state in the clear is refused after a sealed start, and not shown", card)
    choose(page, 5)
    reason = page.locator("#reason").inner_text()
    checker.expect("started with a sealed state" in reason, "the push with a state in the clear says why it is refused", reason)
    checker.simulator.phone("add", "walker")
    start = {"event": "start", "attributes-type": MARKUP, "attributes": {MARKUP: MARKUP},
             "content-state": {"driver": "Mallory " * 60, MARKUP: MARKUP}, "alert": {"title": MARKUP}, "input-push-token": 1}
    tokens = json.loads((checker.simulator.folder / "phones/walker/phone.json").read_text())
    plain(checker, tokens["startToken"], "walker", **start)
    with checker.open("phones/walker") as other:
        other.locator(".activity .mark").first.wait_for()
        marks = texts(other, ".activity .mark")
        checker.expect(marks == ["not sealed"] * 3 and other.locator(".activity .mark").last.is_visible(),
                       "attributes, state and alert in the clear are marked on the card, also beside a long text", marks)
        checker.expect(other.locator(".handset img, .handset script").count() == 0, "markup in an activity is text")
        checker.screenshot(other, "activity-not-sealed")


def channel(checker):
    """Starts an activity that follows a channel, and sends a broadcast from the form."""
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "fan")
    identifier = simulator.output("channel", "create", "--stored").strip()
    simulator.send({"aps": {
        "timestamp": int(time.time()), "event": "start", "attributes-type": "MatchAttributes", "attributes": {"match": "A-B"},
        "content-state": {"score": "0:0"}, "input-push-channel": identifier, "alert": {"title": "The match begins"}}}, "fan")
    with checker.open("phones/fan") as page:
        page.locator(".activity", has_text="score 0:0").wait_for()
        card = page.locator(".activity").inner_text()
        expect(f"channel {identifier}" in card and page.locator(".token").count() == 0,
               "an activity that follows a channel shows it, and has no token", card)
        page.locator("#open-send").click()
        page.locator("#payload").fill(json.dumps({"aps": {
            "timestamp": int(time.time()) + 1, "event": "update", "content-state": {"score": "1:0"}}}))
        page.locator("#send-target").select_option(f"channel {identifier}")
        page.get_by_label("Seconds until it expires").fill("3600")
        before = int(time.time())
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator(".result.good").wait_for()
        # Rounded to seconds in either direction.
        expiries = range(before + 3600, int(time.time()) + 3602)
        page.locator(".activity .row-text", has_text="score 1:0").wait_for()
        choose(page, 2)
        body, request = page.locator("#body").inner_text(), texts(page, "#request dd")
        expect("1:0" not in body and identifier in request and "/4/broadcasts/apps/com.example.bank" in request,
               "a broadcast from the form is sealed and names the channel", (body[:200], request))
        expect(any(value.isdigit() and int(value) in expiries for value in request),
               "the broadcast has the expiry of the form", request)
        checker.screenshot(page, "channel")


def announced(checker):
    """Checks that the alert of a Live Activity is announced to screen readers."""
    with checker.open("phones/fan") as page:
        page.locator(".activity").wait_for()
        checker.simulator.send({"aps": {
            "timestamp": int(time.time()), "event": "start", "attributes-type": "MatchAttributes", "attributes": {},
            "content-state": {}, "input-push-token": 1, "alert": {"title": "Another match begins"}}}, "fan")
        until(page, "() => document.getElementById('announcer').textContent !== ''")
        text = page.locator("#announcer").inner_text()
        checker.expect(text == "Live Activity: Another match begins", "the alert of a Live Activity is announced", text)


def end(checker, page):
    expect = checker.expect
    next_second(page)
    send(page, "End of a Live Activity")
    page.locator(".activity .row-text", has_text="paid").wait_for()
    card = page.locator(".activity").inner_text()
    expect("server has the token" not in card, "the card of an ended activity does not claim that the server has its token", card)
    expect("ended" in card and "leaves at" in card, "an ended activity shows its final state until its dismissal date", card)
    stops = page.locator("#activities button")
    stops.first.focus()
    page.keyboard.press("Enter")
    shown(page, 6)
    expect(page.evaluate("document.activeElement.id") == "detail-title", "the keyboard moves from the activity to its push")
