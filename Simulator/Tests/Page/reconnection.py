"""Reconnection: the simulator stops and starts again."""

import json
import time

import httpx

from checker import WAIT, drawn, shown, until
from simulator import alert


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    streams(checker)
    hidden_page(checker)
    actions(checker)
    selection(checker)
    with checker.open("phones/jane", may_fail=True) as page:
        page.locator(".notice").first.wait_for()
        simulator.stop()
        page.locator("#connection.lost").wait_for()
        expect(page.locator(".notice").count() > 0, "the notifications stay readable after the simulator has stopped")
        page.get_by_role("button", name="Restart").click()
        page.locator("#error").wait_for()
        expect("does not answer" in page.locator("#error").inner_text(), "a failed action shows an error")
        checker.screenshot(page, "stopped")
        simulator.start("jane")
        page.locator("#connection.live").wait_for()
        page.locator("#empty").wait_for()
        expect(page.locator("#error").is_hidden(), "the page reconnects by itself and removes old notifications")
        simulator.send(alert("Second run"))
        page.locator(".notice .title", has_text="Second run").wait_for()
        expect(page.locator(".push").count() == 1, "the page shows new pushes after reconnecting")
        page.get_by_role("button", name="Remove app").click()
        page.get_by_role("button", name="Install app").wait_for()
        expect(page.locator("#app-icon").is_hidden() and page.locator("#app-name").is_hidden(),
               "the icon of a removed app is not in the dock")
        page.get_by_role("button", name="Install app").click()
        page.get_by_role("button", name="Renew token").wait_for()
        expect(page.locator("#remove-app").is_enabled() and page.locator("#app-icon").is_visible(),
               "the app can be removed and reinstalled")
    context = checker.browser.new_context()
    page = context.new_page()
    page.goto(simulator.page + "phones/later")
    page.get_by_role("heading", name="404: no such phone").wait_for()
    hidden = [name for name in ("main", "#actions", "#facts", "#send-form") if page.locator(name).is_hidden()]
    expect(len(hidden) == 4 and "no phone named later" in page.locator("#unknown").inner_text(),
           "the page of an unknown phone states that, and shows no phone", hidden)
    checker.screenshot(page, "unknown")
    httpx.post(simulator.page + "api/phones", json={"name": "later", "app": "com.example.bank"}, timeout=WAIT)
    page.locator("#connection.live").wait_for()
    expect(page.locator("#unknown").is_hidden() and page.locator("main").is_visible(),
           "the page shows the phone when it is added")
    context.close()


def streams(checker):
    """Opens as many event streams as the simulator allows, and closes them."""
    expect, page = checker.expect, checker.simulator.page
    url = page + "api/phones/empty/events"
    clients = [httpx.Client(timeout=WAIT) for _ in range(100)]
    answers = [client.send(client.build_request("GET", url), stream=True) for client in clients]
    # An iterator that is not kept would close its connection.
    messages = [answer.iter_raw() for answer in answers]
    for one in messages:
        next(one)
    expect(all(answer.status_code == 200 for answer in answers), "100 event streams are served")
    status = httpx.get(url, timeout=WAIT).status_code
    expect(status == 503, "another event stream is refused", status)
    for answer, client in zip(answers, clients):
        answer.close()
        client.close()
    end = time.monotonic() + WAIT
    while status != 200 and time.monotonic() < end:
        with httpx.stream("GET", url, timeout=WAIT) as answer:
            status = answer.status_code
    expect(status == 200, "the simulator ends event streams whose browser has closed the connection", status)
    with httpx.stream("GET", url, timeout=WAIT) as answer:
        lines = (line for line in answer.iter_lines() if line.startswith("data:"))
        messages = [next(lines), next(lines)]
    expect("isSnapshot" in messages[0], "a stream has further messages without changes", messages)
    status = httpx.get(page + "api/phones", headers={"sec-fetch-site": "cross-site"}, timeout=WAIT).status_code
    expect(status == 403, "another site cannot request the API, also with GET", status)


def hidden_page(checker):
    """Checks that a hidden page has no connection, and follows the phone again when it is shown."""
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "hidden")
    with checker.open("phones/hidden") as page, checker.open("phones/hidden") as other:
        record_connections(page)
        show(page, False)
        show(page, True)
        until(page, "() => window.sources.length === 1 && window.sources[0].readyState === EventSource.OPEN")
        show(page, False)
        expect(page.evaluate("window.sources.map((one) => one.readyState)") == [2], "a hidden page closes its connection")
        for title in ("While hidden", "Also while hidden"):
            simulator.send(alert(title), "hidden")
            other.locator(".notice .title", has_text=title).first.wait_for()
        expect(page.locator(".notice").count() == 0 and page.evaluate("window.sources.length") == 1,
               "a hidden page receives no events")
        show(page, True)
        page.locator(".notice .title", has_text="Also while hidden").wait_for()
        simulator.send(alert("While shown"), "hidden")
        page.locator(".notice .title", has_text="While shown").wait_for()
        expect(page.locator("#connection.live").count() == 1, "a page that is shown again is live")


def record_connections(page):
    """Records the next connections of a page in `sources`, and in `isComplete` whether one has received all pushes."""
    page.evaluate("""() => {
        window.sources = []
        let oldest
        const Own = window.EventSource
        window.EventSource = class extends Own {
            constructor(...all) {
                super(...all)
                window.sources.push(this)
                this.addEventListener("message", ({ data }) => {
                    const { isSnapshot, phone, entries } = JSON.parse(data)
                    if (isSnapshot) oldest = phone.oldest
                    if (entries?.some(({ number }) => number === oldest)) window.isComplete = true
                })
            }
        }
    }""")


def show(page, is_shown):
    page.evaluate("""(isShown) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => !isShown })
        document.dispatchEvent(new Event("visibilitychange"))
    }""", is_shown)


def actions(checker):
    """Checks that an action has no effect until the earlier one is answered, and that its result is announced."""
    expect, simulator = checker.expect, checker.simulator
    with checker.open("phones/hidden", may_fail=True) as page:
        page.locator(".handset[dir]").wait_for()  # The connection is live before the phone is drawn.
        requests, held = [], []
        page.route("**/renew-token", lambda route: (requests.append(route.request.url), held.append(route)))
        button = page.get_by_role("button", name="Renew token")
        before = page.locator("#token").inner_text()
        for _ in range(3):
            button.dispatch_event("click")
        # A later request, whose answer comes after all earlier ones have been sent.
        page.evaluate("fetch('/api/phones').then((answer) => answer.text())")
        expect(len(requests) == 1 and button.get_attribute("aria-disabled") == "true",
               "a button has no effect until the answer", len(requests))
        held[0].continue_()
        page.locator("#action-result", has_text="hidden has a new device token").wait_for()
        until(page, "(token) => document.getElementById('token').textContent !== token", before)
        expect(button.get_attribute("aria-disabled") is None, "the result of an action is announced, and the button works again")
        page.locator("#about").click()
        for name, member in [("Copy device token", "token"), ("Copy push-to-start token", "startToken")]:
            page.get_by_role("button", name=name).click()
            page.get_by_role("button", name="Copied").wait_for()
            copied = page.evaluate("navigator.clipboard.readText()")
            phone = json.loads((simulator.folder / "phones/hidden/phone.json").read_text())
            expect(copied == phone[member], f"{name} copies the present one", copied)
            page.get_by_role("button", name="Copied").wait_for(state="detached")
        page.get_by_role("button", name="Lose key").click()
        page.locator("#action-result", has_text="has lost its keys").wait_for()
        page.get_by_role("button", name="Lose key").click()
        page.locator("#error").wait_for()
        text = page.locator("#error").inner_text()
        expect("there is no keyring phone" in text, "a refused action shows its reason", text)


def selection(checker):
    """Checks that the selected push stays selected over a reconnection, also if it is not among the newest 100."""
    with checker.open("phones/crowd") as page:
        until(page, "() => /^[1-9][0-9]*$/.test(document.getElementById('count').textContent)")
        page.locator("#find").fill("Quote 7")
        row = page.locator(".push").last
        row.click()
        number = int(row.get_attribute("data-number"))
        shown(page, number)
        page.evaluate("""() => {
            window.titles = new Set()
            const title = document.getElementById("detail-title")
            new MutationObserver(() => window.titles.add(title.textContent)).observe(title, { childList: true, subtree: true,
                                                                                              characterData: true })
        }""")
        record_connections(page)
        show(page, False)
        show(page, True)
        until(page, "() => document.getElementById('connection').matches('.live') && window.isComplete")
        drawn(page)
        title, titles = page.locator("#detail-title").inner_text(), page.evaluate("[...window.titles]")
        checker.expect(title == f"Push {number}" and titles == [],
                       "the selected push stays selected over a reconnection", (title, titles))
