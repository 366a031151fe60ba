"""Edge cases that the simulator's extension does not produce: a missing answer, its errors, bodies that are not UTF-8."""

from checker import choose, texts

PHONE = {"name": "jane", "token": "ab" * 32, "app": "com.example.bank", "languages": ["en"], "isOnline": True,
         "lockState": "locked", "hasApp": True, "badge": 0, "notifications": 1, "oldest": 1, "newest": 3,
         "secondsAhead": 0}
NOT_UTF8 = bytes(range(256))


def entry(number, outcome, apple=None, on_screen=False, timings=None, extension=None, title="", **delivery):
    content = {"title": title, "subtitle": "", "body": "", "userInfo": "{}"}
    return {"number": number, "id": f"id-{number}", "acceptedAt": 1_700_000_000_000, "status": "delivered",
            "isOnLockScreen": on_screen,
            "apple": {"path": "/3/device/ab", "headers": [["apns-topic", "com.example.bank"]], "byteCount": 2, "body": "{}",
                      **(apple or {})},
            "delivery": {"outcome": outcome, "content": content, **delivery}, "timings": timings or {"settled": 0},
            **({} if extension is None else {"extension": extension})}


ENTRIES = [
    entry(1, "unchanged", on_screen=True, title="As sent", reason="timeExpired", explanation="30 seconds are over",
          missedPushes=3, extensionErrors=[{"code": "stillRunning", "explanation": "didReceive was still running"}],
          timings={"called": 12.5, "expired": 30012.5, "settled": 30013}),
    entry(2, "suppressed", apple={"body": None, "hex": NOT_UTF8.hex(), "byteCount": 256}),
    entry(3, "modified", title="Changed", timings={"called": 2.25, "answered": 10.5, "settled": 11}, extension=8.25),
]
del ENTRIES[1]["apple"]["body"]


def check(checker):
    expect = checker.expect
    with checker.open("phones/jane", event={"isSnapshot": True, "phone": PHONE, "entries": ENTRIES}) as page:
        expect(page.locator("#placeholders").inner_text() == "1", "a missing answer is counted with the placeholders")
        choose(page, 1)
        expect(page.locator("#detail-pill").inner_text() == "unchanged", "its status label is unchanged")
        detail = page.locator("#push-detail").inner_text()
        expect("timeExpired" in detail and "30 seconds are over" in detail, "its reason is shown", detail[:200])
        expect(texts(page, "#extension-errors li") == ["stillRunning didReceive was still running",
                                               "missed 3 pushes directly before this one have not arrived"],
               "errors of the extension and missed pushes are listed", texts(page, "#extension-errors li"))
        expect(texts(page, "#times li") == ["12.50 ms until the extension was called",
                                            "30000.00 ms until the extension was notified of the timeout",
                                            "0.50 ms until the content was final", "The extension did not answer."],
               "the timings of a missing answer are listed", texts(page, "#times li"))
        checker.screenshot(page, "expired")
        choose(page, 2)
        expect(page.locator("#copy-text").is_hidden() and "There is no alert" in page.locator("#sentence").inner_text(),
               "a body that is not UTF-8 cannot be copied as text")
        lines = page.locator("#body").inner_text().splitlines()
        expected = "00f0  " + " ".join(f"{n:02x}" for n in range(240, 248)) + "  " + " ".join(
            f"{n:02x}" for n in range(248, 256)) + "  " + "·" * 16
        expect(len(lines) == 16 and lines[15] == expected and lines[4].endswith("@ABCDEFGHIJKLMNO"),
               "a body that is not UTF-8 is shown as hex", lines)
        choose(page, 3)
        expect(page.locator("#detail-pill").inner_text() == "modified", "a changed push has the label modified")
        expect(texts(page, "#times li") == ["2.25 ms until the extension was called",
                                            "8.25 ms in the extension, from the call to its answer",
                                            "0.50 ms until the content was final"],
               "the times of an answer are the differences of the timings", texts(page, "#times li"))
        # 8.25 has an exact binary form, and the digit after it is 0: rounded up (ECMA-262, Number.prototype.toFixed).
        expect(texts(page, ".push .took") == ["8.3 ms", "", ""], "the row of an answered push shows the extension's time",
               texts(page, ".push .took"))
    server = "http://127.0.0.1:8099/"
    for phone, sentence, is_shown in [
            (PHONE, "To send a push, run in another terminal:", True),
            ({**PHONE, "server": server}, f"{server} seals for this phone: send a push with that server.", False)]:
        with checker.open("phones/jane", event={"isSnapshot": True, "phone": phone, "entries": ENTRIES}) as page:
            expect(page.locator("#sender").text_content() == sentence
                   and page.locator("#send").evaluate("one => !one.parentElement.hidden") == is_shown,
                   f"the hint of a phone {'of' if is_shown else 'without'} the simulator's provider says who sends",
                   page.locator("#hint").text_content())
