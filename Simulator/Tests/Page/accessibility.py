"""Accessibility: names, headings, landmarks, contrast, sizes, visible focus, reduced motion, announcements."""

import json
import pathlib

from checker import choose, frames, stop_clock, until
from simulator import alert

RULES = (pathlib.Path(__file__).parent / "accessibility.js").read_text()
NAMED = {"button", "link", "radio", "region", "list", "group", "navigation", "textbox", "searchbox", "combobox", "switch", "checkbox"}


def check(checker):
    for scheme in ("light", "dark"):
        with checker.open("phones/jane", color_scheme=scheme) as page:
            choose(page, 8)
            page.locator(".thread-head").first.click()
            page.locator("#open-send").click()
            rules(checker, page, f"{scheme} colours")
            if scheme == "light":
                names(checker, page)
                focus(checker, page)
        with checker.open("", color_scheme=scheme) as page:
            page.locator(".phone-card").first.wait_for()
            rules(checker, page, f"in the list of phones, {scheme} colours")
    with checker.open("phones/jane", (360, 800)) as page:
        choose(page, 1)
        page.locator("#open-send").click()
        rules(checker, page, "at 360 pixels")
    motion(checker)
    announcements(checker)


def rules(checker, page, case):
    found = page.evaluate(f"({RULES})()")
    for rule, violations in found.items():
        checker.expect(violations == [], f"{rule}, {case}", json.dumps(violations[:6], ensure_ascii=False))


def names(checker, page):
    """Checks Chromium's accessibility tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    value = lambda node, key: str(node.get(key, {}).get("value", ""))
    visible = [(value(node, "role"), value(node, "name").strip()) for node in nodes if not node.get("ignored")]
    nameless = [role for role, name in visible if role in NAMED and not name]
    checker.expect(nameless == [], "every control and landmark has a name", nameless)
    roles = [role for role, _ in visible]
    for role, count in [("main", 1), ("banner", 1), ("navigation", 1)]:
        checker.expect(roles.count(role) == count, f"there is one {role}", roles.count(role))
    regions = [name for role, name in visible if role == "region"]
    checker.expect(regions[0] == "Lock screen" and "Pushes" in regions, "the sections of the page are regions", regions)
    current = [value(node, "name") for node in nodes
               if any(one["name"] == "current" for one in node.get("properties", []))]
    checker.expect(page.locator("[aria-current=true]").count() >= 1, "the selected push has aria-current", current)


def focus(checker, page):
    """Checks that every tab stop has a visible focus outline."""
    invisible = []
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
            invisible.append(stop[0])
    checker.expect(invisible == [], "the focus is visible at every tab stop", invisible)


def motion(checker):
    for wanted, expected in [("no-preference", True), ("reduce", False)]:
        with checker.open("phones/jane", reduced_motion=wanted) as page:
            page.evaluate("""() => {
                window.moved = false
                document.addEventListener("animationstart", () => { window.moved = true })
            }""")
            title = f"Motion {wanted}"
            checker.simulator.send(alert(title, thread_id="motion"))
            page.locator("#threads .title", has_text=title).wait_for()
            if expected:
                until(page, "() => window.moved")
            frames(page)  # An animation starts with the first frame that has its element.
            moved = page.evaluate("window.moved")
            checker.expect(moved == expected,
                           f"with prefers-reduced-motion {wanted} a new notification is animated: {expected}", moved)


def announcements(checker):
    with checker.open("phones/jane") as page:
        page.locator(".notice").first.wait_for()
        stop_clock(page)
        page.clock.run_for(10_000)
        before = page.locator("#announcer").inner_text()
        checker.expect(before == "", "existing notifications are not announced", before)
        page.clock.resume()
        checker.simulator.send(alert("First", "Body", thread_id="motion"))
        until(page, "() => document.getElementById('announcer').textContent !== ''")
        text = page.locator("#announcer").inner_text()
        checker.expect(text == "New notification: First. Body", "a new notification is announced", text)
        checker.simulator.send(alert("Second", thread_id="motion"))
        until(page, "(text) => document.getElementById('announcer').textContent !== text", text)
        text = page.locator("#announcer").inner_text()
        checker.expect(text == "New notification: Second", "each notification is announced once", text)
