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
        page.get_by_role("button", name="Install app").click()
        page.get_by_role("button", name="Renew token").wait_for()
        expect(page.locator("#remove-app").is_enabled(), "the app can be removed and reinstalled")
    context = checker.browser.new_context()
    page = context.new_page()
    page.goto(simulator.page + "phones/later")
    page.get_by_text("There is no phone named later").wait_for()
    expect(page.locator("#error").is_visible(), "the page of an unknown phone shows an error")
    httpx.post(simulator.page + "api/phones", json={"name": "later", "app": "com.example.bank"})
    page.locator("#connection.live").wait_for()
    expect(page.locator("#error").is_hidden(), "the page connects when the phone is added")
    context.close()
