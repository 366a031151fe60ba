"""Everything without a mouse."""

from looking import focused, texts
from simulator import alert


def check(looking):
    demand = looking.demand
    with looking.at("phones/jane") as page:
        press = page.keyboard.press
        page.locator(".notice").first.wait_for()
        stops = walk(page)
        demand(stops[:7] == ["brand", "online", "unlocked", "clear", "renew-token", "remove-app", "list"],
               "Tab goes to the breadcrumb, what can be done, and the lock screen", stops)
        demand(stops.count("list") == 2, "each list is one stop", stops)

        page.evaluate("document.activeElement.blur()")
        for _ in range(7):
            press("Tab")
        press("Home")
        demand("thread-head" in focused(page), "Home goes to the first thread", focused(page))
        press("Enter")
        demand(page.locator("[aria-expanded=true]").count() == 1 and "thread-head" in focused(page),
               "Enter opens it, and the keyboard stays")
        press("ArrowDown")
        first = focused(page)
        demand(first == page.locator(".notice").first.get_attribute("data-number"),
               "the arrow goes to its first notification")
        demand(page.locator("#detail-title").inner_text() == f"Push {first}", "which is shown beside, without more ado")
        press("ArrowDown")
        demand(page.locator("#detail-title").inner_text() == f"Push {focused(page)}" != f"Push {first}",
               "and so is the next")
        here = focused(page)
        press("Enter")
        demand(focused(page) == "detail-title", "Enter goes to what is said of it", focused(page))
        press("Tab")
        press("Escape")
        demand(focused(page) == here, "and Escape comes back", focused(page))
        press("End")
        demand(focused(page) == page.locator(".notice").last.get_attribute("data-number"), "End goes to the last")
        press("Home")
        press("Space")
        demand(page.locator("[aria-expanded=true]").count() == 0, "Space closes the thread")
        moving(looking, page)
        body(looking, page)


def moving(looking, page):
    """A thread that gets another notification goes to the top, and may take the keyboard with it."""
    demand = looking.demand
    page.locator(".thread-head", has_text="payments").focus()
    page.keyboard.press("ArrowDown")
    here = focused(page)
    looking.simulator.send(alert("Refund", "€ 12.80 from Kiosk", thread_id="payments"))
    page.locator(".notice .title", has_text="Refund").wait_for()
    demand("Refund" in texts(page, "#threads .title")[0], "a thread that gets another notification goes to the top")
    demand(page.evaluate("() => document.activeElement.closest('.thread')?.textContent ?? ''").startswith("payments"),
           "and the keyboard stays with it", (here, focused(page)))


def body(looking, page):
    demand, press = looking.demand, page.keyboard.press
    press("ArrowDown")
    press("Enter")
    for _ in range(12):
        if page.evaluate("document.activeElement.name") == "view":
            break
        press("Tab")
    press("ArrowRight")
    demand(texts(page, "#body")[0].startswith("0000  7b 22"), "arrows change text into hex", texts(page, "#body")[0][:40])
    press("Tab")
    demand(focused(page) == "copy-text", "then come the buttons that copy", focused(page))
    press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    demand(copied.startswith('{"aps":') and copied.endswith("}"), "which Enter works", copied[:60])
    press("Tab")
    press("Tab")
    demand(focused(page) == "body", "the body can be reached, so that the keyboard can scroll it", focused(page))


def walk(page):
    """Every stop of the Tab key, once round."""
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
