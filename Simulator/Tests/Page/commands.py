"""Sealed commands: what was read or edited on another device changes on the lock screen."""

from checker import choose, texts
from simulator import alert


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "reader")
    for number, (body, thread) in enumerate([("At seven", "ben"), ("Rehearsal is at eight", "choir")], 1):
        simulator.send({**alert("Jane", body, thread_id=thread), "message": number}, "reader")
    with checker.open("phones/reader") as page:
        page.locator("#threads .body", has_text="Rehearsal").wait_for()
        simulator.send({**alert("Messages were read", thread_id="system"),
                        "sealedpush": {"remove": {"threads": ["choir"]}}}, "reader")
        page.locator("#threads .title", has_text="Messages were read").wait_for()
        expect(texts(page, "#threads .body") == ["At seven"], "what was read elsewhere leaves the lock screen",
               texts(page, "#threads .body"))
        removed, command = 2, 3
        choose(page, command)
        sentence = page.locator("#sentence").inner_text()
        expect("Its commands removed 1 notification and replaced 0 notifications." in sentence,
               "the push says what its commands did", sentence)
        expect("choir" not in page.locator("#body").inner_text(), "intermediaries do not see the commands")
        choose(page, removed)
        sentence = page.locator("#sentence").inner_text()
        expect(f"The extension removed it from the lock screen while it processed push {command}." in sentence,
               "the removed push says why", sentence)
        simulator.send({**alert("A message was edited", thread_id="system"), "sealedpush": {
            "replace": {"matching": {"message": [1]}, "alert": {"title": "Jane", "body": "At nine"}}}}, "reader")
        page.locator("#threads .body", has_text="At nine").wait_for()
        expect("At seven" not in page.locator("#threads").inner_text(), "what was edited elsewhere is replaced")
        checker.screenshot(page, "commands")
