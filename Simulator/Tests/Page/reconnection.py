"""Reconnection: the simulator stops and starts again."""

import httpx

from simulator import alert


def check(checker):
    expect, simulator = checker.expect, checker.simulator
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
    httpx.post(simulator.page + "api/phones", json={"name": "later", "app": "com.example.bank"})
    page.locator("#connection.live").wait_for()
    expect(page.locator("#unknown").is_hidden() and page.locator("main").is_visible(),
           "the page shows the phone when it is added")
    context.close()
