"""Forms: a push is sent and a phone is added from the page."""

import pathlib
import re

from checker import overflow, shown, texts

FIXTURES = pathlib.Path(__file__).parents[3] / "Fixtures/payloads"
EXAMPLES = pathlib.Path(__file__).parents[2] / "Sources/SealedPushSimulator/Page/Resources/examples.js"


def check(checker):
    expect = checker.expect
    examples = EXAMPLES.read_text()
    for name in ("alert/bank-payment-received", "liveactivity/taxi-start", "liveactivity/taxi-update", "liveactivity/taxi-end"):
        expect((FIXTURES / f"{name}.json").read_text().strip() in examples, f"the form's example is the fixture {name}")
    add(checker)
    send(checker)


def add(checker):
    expect = checker.expect
    with checker.open("", may_fail=True) as page:
        page.get_by_label("Name").fill("Not A Name")
        page.get_by_label("Name").press("Enter")
        page.locator(".result.bad").wait_for()
        text = page.locator(".result").inner_text()
        expect("expected 1 to 32 characters of a-z, 0-9 and -" in text, "a wrong name shows the simulator's message", text)
        page.get_by_label("Name").fill("added")
        page.get_by_label("Languages").fill("de, en")
        page.get_by_role("button", name="Add phone").click()
        page.get_by_role("link", name="added").wait_for()
        expect("was added" in page.locator(".result").inner_text(), "a phone can be added from the page")
        page.get_by_role("button", name="Add phone").click()
        page.locator(".result.bad").wait_for()
        text = page.locator(".result").inner_text()
        expect(text == "a phone named added already exists", "a taken name shows the simulator's message", text)
        checker.screenshot(page, "add-phone")


def send(checker):
    expect = checker.expect
    with checker.open("phones/added", may_fail=True) as page:
        page.locator("#facts", has_text="token").wait_for()
        expect("de, en" in page.locator("#facts").inner_text(), "the added phone has the languages of the form")
        toggle = page.locator("#open-send")
        toggle.focus()
        page.keyboard.press("Enter")
        expect(toggle.get_attribute("aria-expanded") == "true"
               and page.evaluate("document.activeElement.id") == "example", "the keyboard opens the form and moves into it")
        page.get_by_label("Title of the placeholder").fill("Something happened")
        page.get_by_label("Collapse id").fill("payment")
        page.get_by_label("Collapse id").press("Enter")
        page.locator("#send-form .result.good").wait_for()
        answer = page.locator("#send-form .result").inner_text()
        shown(page, 1)
        expect(answer == f"200, apns-id {page.locator('#apns-id').inner_text()}",
               "the form shows the answer of the push service, and the push has its apns-id", answer)
        page.locator("#threads .title", has_text="Payment received").wait_for()
        page.locator("#detail-pill", has_text="opened").wait_for()
        apple = page.locator("#apple-sees").inner_text()
        expect("Something happened" in apple and "Payment" not in apple, "Apple sees the placeholder of the form", apple)
        expect("payment" in texts(page, "#request dd"), "the request has the collapse id of the form", texts(page, "#request dd"))
        checker.screenshot(page, "send")
        page.get_by_label("Send it without sealing it").check()
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator(".push .pill", has_text="not sealed").wait_for()
        expect(page.locator("#placeholders").inner_text() == "0", "a push that is not sealed is no placeholder")
        page.get_by_label("Send it without sealing it").uncheck()
        page.locator("#payload").fill("{")
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator("#send-form .result.bad").wait_for()
        text = page.locator("#send-form .result").inner_text()
        expect("found the end of the text" in text, "a payload that is not JSON shows the message", text)
        expect("(line 1, column 2)" in text, "it has the position", text)
        page.locator("#payload").fill('{"aps":{"alert":{"title":"Hello"},\n "Badge":1}}')
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator("#send-form .result.good").wait_for()
        text = page.locator("#send-form .result").inner_text()
        expect(re.search(r"^200, apns-id .*\nwarning: .*badge.* \(line 2, column 2\)$", text),
               "what the linter says of an accepted push has its sentence and position", text)
        page.locator("#payload").fill('{"caller":"Jane"}')
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator("#send-form .result.bad", has_text="push type").wait_for()
        page.get_by_label("Push type").fill("voip")
        page.get_by_role("button", name="Send", exact=True).click()
        page.locator("#send-form .result.good").wait_for()
        page.locator("#request dd", has_text="voip").first.wait_for()
        expect("com.example.bank.voip" in texts(page, "#request dd"), "the form names the push type", texts(page, "#request dd"))
        page.get_by_label("Push type").focus()
        page.keyboard.press("Escape")
        expect(page.locator("#send-form").is_hidden(), "Escape closes the form")
    for name, size, scheme in [("send-narrow", (390, 844), "light"), ("send-dark", (1440, 900), "dark")]:
        with checker.open("phones/added", size, color_scheme=scheme) as page:
            page.locator("#open-send").click()
            expect(overflow(page) <= 0, f"at {size[0]} pixels the form is not wider than the window", overflow(page))
            checker.screenshot(page, name)
