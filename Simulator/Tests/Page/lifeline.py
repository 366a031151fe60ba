"""A simulator that goes away and comes back."""

import httpx

from simulator import alert


def check(looking):
    demand, simulator = looking.demand, looking.simulator
    with looking.at("phones/jane", may_fail=True) as page:
        page.locator(".notice").first.wait_for()
        simulator.stop()
        page.locator("#connection.lost").wait_for()
        demand(page.locator(".notice").count() > 0, "what was there can still be read when the simulator is gone")
        page.get_by_role("button", name="Restart").click()
        page.locator("#trouble").wait_for()
        demand("does not answer" in page.locator("#trouble").inner_text(), "a button that did nothing says so")
        looking.photograph(page, "gone")
        simulator.start("jane")
        page.locator("#connection.live").wait_for()
        page.locator("#empty").wait_for()
        demand(page.locator("#trouble").is_hidden(), "it finds the simulator again by itself, without what is gone")
        simulator.send(alert("Back again"))
        page.locator(".notice .title", has_text="Back again").wait_for()
        demand(page.locator(".push").count() == 1, "and goes on live")
        page.get_by_role("button", name="Remove app").click()
        page.get_by_role("button", name="Install app").click()
        page.get_by_role("button", name="Renew token").wait_for()
        demand(page.locator("#remove-app").is_enabled(), "the app can be removed and installed again")
    context = looking.browser.new_context()
    page = context.new_page()
    page.goto(simulator.page + "phones/nobody")
    page.get_by_text("There is no phone nobody").wait_for()
    demand(True, "a phone that does not exist is said not to")
    httpx.post(simulator.page + "api/phones", json={"name": "nobody", "app": "com.example.bank"})
    page.locator("#connection.live").wait_for()
    demand(page.locator("#trouble").is_hidden(), "until it is added")
    context.close()
