"""Key reports: a phone that lost its key shows sealed pushes again by itself."""

from checker import shown, texts
from simulator import alert


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "forgetful")
    with checker.open("phones/forgetful") as page:
        simulator.send(alert("Before"), "forgetful")
        page.locator("#threads .title", has_text="Before").wait_for()
        shown(page, 1)
        expect(page.locator("#key-reports").is_hidden(), "a push that opens with current keys has no key report")
        with page.expect_response("**/lose-key") as answer:
            page.get_by_role("button", name="Lose key").click()
        expect(answer.value.ok, "a button takes the phone's key away", answer.value.status)
        simulator.send(alert("Refused"), "forgetful", "--placeholder-title", "New activity")
        report = page.locator("#key-reports li")
        report.wait_for()
        text = report.inner_text()
        expect("re-register" in text and "unknown on the phone" in text and "The app has enrolled key" in text,
               "a refused push shows its key report, the server's answer and the new enrolment", text)
        expect("unknownKey" in page.locator("#reason").inner_text(), "it shows the code of the refusal")
        checker.screenshot(page, "key-report")
        simulator.send(alert("After"), "forgetful")
        page.locator("#threads .title", has_text="After").wait_for()
        shown(page, 3)
        expect("Refused" not in "".join(texts(page, "#threads .title")), "only the refused push showed its placeholder",
               texts(page, "#threads .title"))
        expect(page.locator("#detail-pill").inner_text() == "opened", "the next push is opened")
        simulator.phone("lose-key", "forgetful")
        simulator.send(alert("Refused again"), "forgetful")
        page.locator("#key-reports li").wait_for()
        expect("unknownKey" in page.locator("#reason").inner_text(), "the command takes the phone's key away too")
