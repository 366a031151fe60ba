"""Names, headings, landmarks, contrast, sizes, focus that can be seen, and motion."""

import json
import pathlib

from looking import choose, until
from simulator import alert

RULES = (pathlib.Path(__file__).parent / "accessibility.js").read_text()
NAMED = {"button", "link", "radio", "region", "list", "group", "navigation", "textbox", "switch", "checkbox"}


def check(looking):
    for scheme in ("light", "dark"):
        with looking.at("phones/jane", color_scheme=scheme) as page:
            choose(page, 8)
            page.locator(".thread-head").first.click()
            rules(looking, page, f"in {scheme}")
            if scheme == "light":
                names(looking, page)
                focus(looking, page)
        with looking.at("", color_scheme=scheme) as page:
            page.locator(".phone-card").first.wait_for()
            rules(looking, page, f"among the phones, in {scheme}")
    with looking.at("phones/jane", (360, 800)) as page:
        choose(page, 1)
        rules(looking, page, "at 360 pixels")
    motion(looking)
    spoken(looking)


def rules(looking, page, where):
    found = page.evaluate(f"({RULES})()")
    for rule, faults in found.items():
        looking.demand(faults == [], f"{rule}, {where}", json.dumps(faults[:6], ensure_ascii=False))


def names(looking, page):
    """What Chromium would tell a screen reader."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    value = lambda node, key: str(node.get(key, {}).get("value", ""))
    seen = [(value(node, "role"), value(node, "name").strip()) for node in nodes if not node.get("ignored")]
    nameless = [role for role, name in seen if role in NAMED and not name]
    looking.demand(nameless == [], "everything that can be worked or visited has a name", nameless)
    roles = [role for role, _ in seen]
    for role, count in [("main", 1), ("banner", 1), ("navigation", 1)]:
        looking.demand(roles.count(role) == count, f"there is one {role}", roles.count(role))
    regions = [name for role, name in seen if role == "region"]
    looking.demand(regions[0] == "Lock screen" and "Pushes" in regions, "the parts of the page are regions", regions)
    current = [value(node, "name") for node in nodes
               if any(one["name"] == "current" for one in node.get("properties", []))]
    looking.demand(page.locator("[aria-current=true]").count() >= 1, "the chosen push is marked as such", current)


def focus(looking, page):
    """Every stop of the Tab key must look different when it is one."""
    unseen = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        stop = page.evaluate("""() => {
            const at = document.activeElement
            if (at === document.body) return null
            const ringed = at.matches("input[type=radio]") ? at.closest("label") : at
            const { outlineStyle, outlineWidth } = getComputedStyle(ringed)
            return [at.id || at.className, outlineStyle !== "none" && parseFloat(outlineWidth) >= 2]
        }""")
        if stop is None:
            break
        if not stop[1]:
            unseen.append(stop[0])
    looking.demand(unseen == [], "the focus can be seen at every stop", unseen)


def motion(looking):
    for wanted, expected in [("no-preference", True), ("reduce", False)]:
        with looking.at("phones/jane", reduced_motion=wanted) as page:
            page.evaluate("""() => {
                window.moved = false
                document.addEventListener("animationstart", () => { window.moved = true })
            }""")
            title = f"Motion {wanted}"
            looking.simulator.send(alert(title, thread_id="motion"))
            page.locator("#threads .title", has_text=title).wait_for()
            page.wait_for_timeout(1_500)
            moved = page.evaluate("window.moved")
            looking.demand(moved == expected, f"with {wanted} a new notification moves: {expected}", moved)


def spoken(looking):
    with looking.at("phones/jane") as page:
        page.wait_for_timeout(1_500)
        before = page.locator("#announcer").inner_text()
        looking.demand(before == "", "what was there before is not announced", before)
        looking.simulator.send(alert("Spoken", "Aloud", thread_id="motion"))
        until(page, "() => document.getElementById('announcer').textContent !== ''")
        said = page.locator("#announcer").inner_text()
        looking.demand(said == "New notification: Spoken. Aloud", "a new notification is", said)
        looking.simulator.send(alert("Spoken again", thread_id="motion"))
        until(page, "(said) => document.getElementById('announcer').textContent !== said", said)
        said = page.locator("#announcer").inner_text()
        looking.demand(said == "New notification: Spoken again", "and each only once", said)
