"""1,000 notifications."""

import json
import statistics
import time

import scene
from looking import focused, texts, until
from simulator import alert

# Of the element tree, whatever has come; and of a key's effect on a machine that builds beside the test.
MOST_ELEMENTS = 4_000
MOST_MILLISECONDS = 500


def check(looking):
    demand, simulator = looking.demand, looking.simulator
    with looking.at("phones/crowd") as page:
        page.evaluate("""() => {
            window.said = []
            new MutationObserver(() => window.said.push(document.getElementById("announcer").textContent))
                .observe(document.getElementById("announcer"), { childList: true })
        }""")
        start = time.monotonic()
        scene.thousand(simulator)
        until(page, "() => document.getElementById('count').textContent === '1000'")
        page.wait_for_timeout(2_000)
        said = page.evaluate("window.said")
        most = (time.monotonic() - start) / 4 + 2
        demand(0 < len(said) <= most and "new notifications" in said[0],
               "while 1,000 come, a screen reader is told how many every few seconds", said)
        demand(page.locator("#badge").inner_text() == "999+", "a large badge stays small")
    with looking.at("phones/crowd") as page:
        start = time.monotonic()
        page.reload()
        page.locator(".push").nth(49).wait_for()
        demand(True, f"1,000 notifications are there after {time.monotonic() - start:.2f} s")
        use(looking, page)
        arrivals(looking, page)
    forgetting(looking)


def use(looking, page):
    demand = looking.demand
    head = page.locator(".thread-head")
    heads = texts(page, ".thread-head")
    demand(heads == ["market\n600, show all"], "600 are collapsed in their thread", heads)
    demand(page.locator("#threads > .thread").count() == 51, "of 401 threads the newest are shown",
           page.locator("#threads > .thread").count())
    head.click()
    market = page.locator(".thread", has=head)
    demand(market.locator(".notice").count() == 50, "of 600 notifications the newest are shown")
    for shown in (100, 150, 200):
        page.get_by_role("button", name="more of").first.click()
        until(page, "(n) => document.querySelectorAll('.cards .notice').length >= n", shown)
    demand(market.locator(".notice").count() == 200, "and more when they are asked for")
    market.locator(".notice").nth(120).click()
    looking.photograph(page, "thousand")
    elements = page.evaluate("document.querySelectorAll('*').length")
    demand(elements < MOST_ELEMENTS, f"the document has {elements} elements")
    keys(looking, page)


def keys(looking, page):
    """From a key to the next picture, and how often the browser had to lay the page out for it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate("""() => {
        window.times = []
        addEventListener("keydown", () => {
            const start = performance.now()
            requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)))
        }, true)
    }""")
    page.locator(".notice").first.focus()
    before = layouts(session)
    for _ in range(40):
        page.keyboard.press("ArrowDown")
    until(page, "() => window.times.length === 40")
    took, laid_out = page.evaluate("window.times"), (layouts(session) - before) / 40
    middle = statistics.median(took)
    looking.demand(middle < MOST_MILLISECONDS, f"a key takes {middle:.0f} ms, at the most {max(took):.0f} ms", took)
    looking.demand(laid_out <= 4, f"and the browser lays the page out {laid_out:.1f} times for it")
    looking.demand(page.locator("#detail-title").inner_text() == f"Push {focused(page)}", "and shows the push each time")


def layouts(session):
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return metrics["LayoutCount"]


def arrivals(looking, page):
    """What comes while somebody reads must not move what is read."""
    demand = looking.demand
    here = focused(page)
    place = "(number) => document.querySelector(`.notice[data-number='${number}']`).getBoundingClientRect().top"
    before = page.evaluate(place, here)
    page.evaluate("""(number) => {
        window.kept = document.querySelector(`.notice[data-number="${number}"]`)
        window.changed = 0
        new MutationObserver((all) => { window.changed += all.length }).observe(
            document.getElementById("threads"), { childList: true, subtree: true })
    }""", here)
    for number in range(20):
        body = json.dumps(alert(f"Late {number}", "After the first thousand", False, thread_id="late"))
        looking.simulator.push(body.encode(), "crowd")
    page.locator("#threads .title", has_text="Late 19").wait_for(state="attached")
    demand(focused(page) == here and page.evaluate("window.kept === document.activeElement"),
           "what comes meanwhile leaves the keyboard where it was", focused(page))
    moved = abs(page.evaluate(place, here) - before)
    demand(moved < 2, "and what is read where it stands", moved)
    changed = page.evaluate("window.changed")
    demand(changed < 300, f"and changes little: {changed} changes of the tree for 20 notifications")


def forgetting(looking):
    """The phone remembers 2,000 pushes, and the page no more."""
    with looking.at("phones/crowd") as page:
        for number in range(1_000):
            looking.simulator.push(b'{"aps":{"alert":"Filler"}}', "crowd")
        until(page, "() => document.getElementById('count').textContent === '2000'")
        page.locator(".push .what", has_text="Filler").first.wait_for()
        looking.demand(page.locator("#count").inner_text() == "2000", "the page remembers as many pushes as the phone")
