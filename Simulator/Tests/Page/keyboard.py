"""Keyboard operation."""

from checker import focused, shown, texts
from simulator import alert


def check(checker):
    expect = checker.expect
    with checker.open("phones/jane") as page:
        press = page.keyboard.press
        page.locator(".notice").first.wait_for()
        stops = tab_stops(page)
        expect(stops[:12] == ["brand", "open-send", "list", "online", "lock-state", "restart", "open-app", "clear", "renew-token", "lose-key",
                             "remove-app", "about"],
               "the tab order is breadcrumb, form, lock screen, actions", stops)
        expect(stops.count("list") == 2, "each list is one tab stop", stops)

        page.evaluate("document.activeElement.blur()")
        for _ in range(3):
            press("Tab")
        press("Home")
        expect("thread-head" in focused(page), "Home moves to the first thread", focused(page))
        press("Enter")
        expect(page.locator("[aria-expanded=true]").count() == 1 and "thread-head" in focused(page),
               "Enter expands the thread and keeps the focus")
        press("ArrowDown")
        first = focused(page)
        expect(first == page.locator(".notice").first.get_attribute("data-number"),
               "the down arrow moves to the thread's first notification")
        expect(page.locator("#detail-title").inner_text() == f"Push {first}", "the focused notification is selected")
        press("ArrowDown")
        expect(page.locator("#detail-title").inner_text() == f"Push {focused(page)}" != f"Push {first}",
               "the down arrow selects the next notification")
        before = focused(page)
        shown(page, before)
        press("Enter")
        expect(focused(page) == "detail-title", "Enter moves to the detail view", focused(page))
        press("Tab")
        press("Escape")
        expect(focused(page) == before, "Escape returns to the notification", focused(page))
        press("End")
        expect(focused(page) == page.locator(".notice").last.get_attribute("data-number"),
               "End moves to the last notification")
        press("Home")
        press("Space")
        expect(page.locator("[aria-expanded=true]").count() == 0, "Space collapses the thread")
        moving(checker, page)
        body(checker, page)


def moving(checker, page):
    """Checks that a focused thread keeps the focus when a new notification moves it to the top."""
    expect = checker.expect
    page.locator(".thread-head", has_text="payments").focus()
    page.keyboard.press("ArrowDown")
    before = focused(page)
    checker.simulator.send(alert("Refund", "€ 12.80 from Kiosk", thread_id="payments"))
    page.locator(".notice .title", has_text="Refund").wait_for()
    expect("Refund" in texts(page, "#threads .title")[0], "a thread with a new notification moves to the top")
    expect(page.evaluate("() => document.activeElement.closest('.thread')?.textContent ?? ''").startswith("payments"),
           "a moved thread keeps the focus", (before, focused(page)))


def body(checker, page):
    expect, press = checker.expect, page.keyboard.press
    press("ArrowDown")
    page.locator("#detail[aria-busy=false]").wait_for()
    press("Enter")
    for _ in range(13):
        if page.evaluate("document.activeElement.name") == "view":
            break
        press("Tab")
    press("ArrowRight")
    expect(texts(page, "#body")[0].startswith("0000  7b 22"),
           "the right arrow switches from text to hex", texts(page, "#body")[0][:40])
    press("Tab")
    expect(focused(page) == "copy-text", "the copy buttons follow in the tab order", focused(page))
    press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(copied.startswith('{"aps":') and copied.endswith("}"), "Enter presses the copy button", copied[:60])
    press("Tab")
    press("Tab")
    expect(focused(page) == "body", "the body is a tab stop, so that the keyboard can scroll it", focused(page))


def tab_stops(page):
    """Returns all tab stops in order."""
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate("""() => {
            const at = document.activeElement
            if (at === document.body) return null
            return at.closest("#threads, #pushes") ? "list" : at.id || at.name || at.className
        }""")
        if stop is None:
            break
        stops.append(stop)
    return stops
