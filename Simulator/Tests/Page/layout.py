"""Layout: the phone first, one primary action, the form beside the phone, a critical alert in a stack, right to left."""

import json

from checker import overflow, texts
from simulator import alert


def check(checker):
    checker.simulator.run("phone", "add", "salma", "--language", "ar-EG", "--language", "en")
    checker.simulator.send(alert("\u062a\u0645 \u0627\u0633\u062a\u0644\u0627\u0645 \u062f\u0641\u0639\u0629", "240 \u20ac \u0645\u0646 Jane", badge=2), "salma")
    order(checker)
    beside(checker)
    critical(checker)
    direction(checker)


def box(page, selector):
    found = page.locator(selector).bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def order(checker):
    expect = checker.expect
    for scheme in ("light", "dark"):
        with checker.open("phones/jane", (390, 844), color_scheme=scheme) as page:
            page.locator(".notice").first.wait_for()
            top, actions = box(page, ".handset")[1], box(page, "#actions")[1]
            expect(top < 140 and box(page, ".notice >> nth=0")[3] < 844, "at 390 pixels the phone is the first thing to see", top)
            expect(actions > box(page, ".handset")[3], "the actions are below the phone", actions)
            expect(page.locator(".primary:visible").all_inner_texts() == ["Send a push"], "there is one primary action")
            expect(texts(page, ".destructive button") == ["Renew token", "Lose key", "Remove app"]
                   and box(page, ".destructive")[1] >= box(page, "#clear")[3], "destructive actions are apart")
            expect(page.locator("#token").is_hidden(), "tokens are folded away")
            page.locator("#about").click()
            expect(page.locator("#token").is_visible() and overflow(page) <= 0, "and shown on request")
            page.evaluate("document.querySelector('#facts').open = false")
            checker.screenshot(page, f"narrow-{scheme}", full_page=True)
            page.locator("#open-send").click()
            page.get_by_role("button", name="Send", exact=True).click()
            page.locator("#send-form .result.good").wait_for(state="attached")
            expect(0 <= box(page, ".handset")[1] < 300, "after a push is sent, the phone is in view", box(page, ".handset")[1])


def beside(checker):
    for size in ((834, 1112), (1280, 800)):
        for scheme in ("light", "dark"):
            with checker.open("phones/jane", size, color_scheme=scheme) as page:
                page.locator(".notice").first.wait_for()
                checker.screenshot(page, f"{size[0]}-{scheme}")
                page.locator("#open-send").click()
                phone, form = box(page, ".handset"), box(page, "#send-form")
                checker.expect(form[0] >= phone[2] and form[1] < phone[3] and phone[1] < 200 and overflow(page) <= 0,
                               f"at {size[0]} pixels the form is beside the phone", (phone, form))
                checker.screenshot(page, f"{size[0]}-{scheme}-send")


def critical(checker):
    """A stack of three with a critical alert under the newest."""
    send = checker.simulator.push
    checker.simulator.run("phone", "add", "alma")
    for title, level in [("Old", "active"), ("Smoke in the kitchen", "critical"), ("Newest", "active")]:
        send(json.dumps(alert(title, None, False, thread_id="home", interruption_level=level)).encode(), "alma")
    with checker.open("phones/alma") as page:
        page.locator(".thread-head", has_text="3, show all").wait_for()
        shown = texts(page, "#threads .title")
        checker.expect(shown == ["Newest", "Smoke in the kitchen"], "a stack does not hide a critical alert", shown)
        page.locator(".thread-head").click()
        checker.expect(len(texts(page, "#threads .title")) == 3, "the open thread has all three")


def direction(checker):
    expect = checker.expect
    for size, scheme in [((390, 844), "light"), ((834, 1112), "dark"), ((1280, 800), "light")]:
        with checker.open("phones/salma", size, color_scheme=scheme) as page:
            page.locator(".notice").first.wait_for()
            icon, words = box(page, ".notice .icon"), box(page, ".notice .words")
            expect(icon[0] > words[0] and page.locator(".handset").get_attribute("lang") == "ar-EG",
                   "the phone of an Arabic user is mirrored", (icon, words))
            expect(any("\u0600" <= letter <= "\u06ff" for letter in page.locator("#date").inner_text()), "its date is in Arabic")
            expect(page.locator("html").get_attribute("dir") is None and overflow(page) <= 0, "the page itself is not")
            checker.screenshot(page, f"arabic-{size[0]}")
    with checker.open("phones/jane") as page:
        page.locator(".handset[dir]").wait_for()  # The connection is live before the phone is drawn.
        expect(page.locator(".handset").get_attribute("dir") == "ltr", "the phone of an English user is not mirrored")
