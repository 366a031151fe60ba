"""A messenger's own extension: communication notifications, removal, local notifications, actions, thumbnails."""

import base64
import json
import pathlib
import struct
import tempfile
import zlib

import accessibility
from checker import choose, overflow, run_until, shown, stop_clock, texts, until
from simulator import Simulator, alert

ENTITLEMENTS = """<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>com.apple.developer.usernotifications.communication</key><true/></dict></plist>"""


def portrait(size=64):
    """Returns a PNG file: a face of three colours."""
    def color(x, y):
        face = (x - size / 2) ** 2 + (y - size * 0.42) ** 2 < (size * 0.24) ** 2
        shoulders = (x - size / 2) ** 2 + (y - size * 1.02) ** 2 < (size * 0.4) ** 2
        return b"\xf2\xc9\xa0" if face else b"\x2e\x7d\x62" if shoulders else b"\xcf\xe3\xf5"

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(color(x, y) for x in range(size)) for y in range(size))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


PICTURE = base64.b64encode(portrait()).decode()


def check(checker):
    executable = pathlib.Path(checker.simulator.executable)
    bank = checker.simulator
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "chat.entitlements"
        file.write_text(ENTITLEMENTS)
        for name, options, part in [("chat", ["--app-entitlements", file], capable), ("plain", [], incapable)]:
            simulator = Simulator(executable, pathlib.Path(folder) / name, "--app", "com.example.chat", "--extension",
                                  executable.parent / "SimulatorMessenger", *options)
            try:
                simulator.start("ann")
                checker.simulator = simulator
                part(checker)
            finally:
                checker.simulator = bank
                simulator.stop()


def push(simulator, payload, identifier=None):
    headers = {"apns_collapse_id": identifier} if identifier else {}
    simulator.push(json.dumps(payload, ensure_ascii=False).encode(), "ann", apns_topic="com.example.chat", **headers)


def message(sender, body, picture=None, **members):
    person = {key: members.pop(key) for key in ("group", "recipients") if key in members}
    return {**alert("New message", body, **members),
            "message": {"sender": sender, **person, **({"picture": picture} if picture else {})}}


def capable(checker):
    expect, simulator = checker.expect, checker.simulator
    push(simulator, message("Ben Meyer", "Shall we meet at eight?", PICTURE, thread_id="ben", category="MESSAGE"), "chat-1")
    push(simulator, message("Jane Doe", "I bring the scores.", group="Choir", recipients=["Ben Meyer"], thread_id="choir"),
         "chat-2")
    push(simulator, message("Łukasz Żak", "Who has the key?", recipients=["Ben Meyer", "Ann"], thread_id="nameless"), "chat-3")
    with checker.open("phones/ann") as page:
        page.locator(".portrait img").wait_for()
        page.locator("#threads .title", has_text="Łukasz Żak").wait_for()
        expect(texts(page, "#threads .title") == ["Łukasz Żak", "Jane Doe", "Ben Meyer"],
               "a communication notification has the sender's name as its title", texts(page, "#threads .title"))
        expect(texts(page, "#threads .subtitle") == ["To you, Ben Meyer, Ann", "Choir"],
               "a message to a group has its name, or the other recipients", texts(page, "#threads .subtitle"))
        shape = page.locator(".portrait img").evaluate("""async (image) => {
            await image.decode()
            const box = image.getBoundingClientRect(), icon = image.parentElement.querySelector(".icon").getBoundingClientRect()
            return [image.naturalWidth, getComputedStyle(image).borderRadius, box.width === box.height,
                    icon.width < box.width / 1.8 && icon.right > box.right && icon.bottom > box.bottom]
        }""")
        expect(shape == [64, "50%", True, True],
               "the sender's picture is round, with the app's icon small at its corner", shape)
        expect(texts(page, ".initials") == ["ŁŻ", "C"], "initials replace a missing picture", texts(page, ".initials"))
        choose(page, 1)
        expect(texts(page, ".actions-of-notice li") == ["Reply …", "Block"],
               "a selected notification shows the actions of its category", texts(page, ".actions-of-notice li"))
        expect("Ben Meyer" in page.locator("#user-sees").inner_text(), "the detail view shows the sender")
        accessibility.rules(checker, page, "communication notifications")
        checker.screenshot(page, "communication")
        removal(checker, page)
    for name, size, scheme in [("communication-dark", (1440, 900), "dark"), ("communication-narrow", (360, 800), "light")]:
        with checker.open("phones/ann", size, color_scheme=scheme) as page:
            page.locator(".portrait").first.wait_for()
            expect(overflow(page) <= 0, f"with pictures nothing is wider than the window at {size[0]} pixels", overflow(page))
            accessibility.rules(checker, page, f"communication notifications, {scheme}, {size[0]} pixels")
            checker.screenshot(page, name)
    thumbnails(checker)


def thumbnails(checker):
    """Sends a picture of which the thumbnail is a part, and one without a thumbnail."""
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("unlock", "ann")
    with checker.open("phones/ann") as page:
        # Before a push has set a timer, which a clock that is installed later could not clear.
        stop_clock(page)
        # The shoulders; with x and y exchanged, the background.
        push(simulator, {**alert("Part", thread_id="part"), "photo": {"data": PICTURE, "part": [0.4, 0.8, 0.2, 0.2]}})
        run_until(page, "#threads canvas.thumbnail")
        corners = """() => {
            const copy = new OffscreenCanvas(128, 128).getContext("2d", { willReadFrequently: true })
            copy.drawImage(document.querySelector("#threads canvas.thumbnail"), 0, 0)
            return [[0, 0], [127, 0], [0, 127], [127, 127]].map(([x, y]) => [...copy.getImageData(x, y, 1, 1).data])
        }"""
        until(page, f"() => ({corners})()[0][3] > 0")
        found = page.evaluate(corners)
        expect(found == [[0x2e, 0x7d, 0x62, 255]] * 4, "a thumbnail is the part of the picture that the extension chose", found)
        checker.screenshot(page, "thumbnail-part")
        push(simulator, {**alert("Hidden", thread_id="hidden"), "photo": {"data": PICTURE, "isHidden": True}})
        run_until(page, "#banner .title:text('Hidden')")
        expect(page.locator("#banner .thumbnail").count() == 0, "a banner does not show a hidden thumbnail")
        checker.screenshot(page, "thumbnail-hidden")
        page.clock.resume()
        hidden = page.locator("#threads .notice", has_text="Hidden")
        expect(hidden.locator(".thumbnail").count() == 0, "nor does the lock screen")
        for notice in (hidden, page.locator("#threads .notice", has_text="Part")):
            notice.click()
            choose(page, int(notice.get_attribute("data-number")))
            width = page.locator("#user-sees img.attached").evaluate("async (image) => (await image.decode(), image.naturalWidth)")
            expect(width == 64, "the detail view shows the whole picture", width)


def removal(checker, page):
    expect, simulator = checker.expect, checker.simulator
    push(simulator, {**alert("Read elsewhere", thread_id="system"), "read": ["chat-2"], "unread": 7}, "chat-4")
    page.locator("#threads .title", has_text="Read elsewhere").wait_for()
    expect("Jane Doe" not in page.locator("#threads").inner_text(),
           "a notification that the extension removes leaves the lock screen")
    expect(page.locator("#badge").inner_text() == "7", "the badge is that of the extension")
    choose(page, 2)
    sentence = page.locator("#sentence").inner_text()
    expect("The extension removed it from the lock screen while it processed push 4." in sentence,
           "the removed push says which push removed it", sentence)
    checker.screenshot(page, "removed")
    push(simulator, {**alert("Reminder set", thread_id="system"),
                     "remind": {"id": "reminder", "title": "Choir at eight", "seconds": 1}}, "chat-5")
    page.locator("#threads .title", has_text="Choir at eight").wait_for()
    expect("added by the extension" in page.locator("#threads .thread").first.inner_text(),
           "a notification that the extension adds appears when it is due")
    push(simulator, {**alert("Corrected", thread_id="system"), "remind": {"id": "chat-3", "title": "In place of 3"}}, "chat-6")
    page.locator("#threads .title", has_text="In place of 3").wait_for()
    choose(page, 3)
    sentence = page.locator("#sentence").inner_text()
    expect("replaced it by a notification of its own while it processed push 6" in sentence,
           "a push that the extension replaces says so", sentence)
    checker.screenshot(page, "local")
    page.get_by_role("button", name="Clear notifications").click()
    page.locator("#empty").wait_for()
    expect(page.locator("#badge").is_hidden(), "the user's action removes all notifications and the badge")
    choose(page, 1)
    expect("The user removed it" in page.locator("#sentence").inner_text(), "a cleared push says so")
    push(simulator, message("Ben Meyer", "Shall we meet at eight?", PICTURE, thread_id="ben", category="MESSAGE"), "chat-1")
    push(simulator, message("Jane Doe", "I bring the scores.", group="Choir", recipients=["Ben Meyer"], thread_id="choir"),
         "chat-2")
    page.locator("#threads .title", has_text="Jane Doe").wait_for()


def incapable(checker):
    push(checker.simulator, message("Ben Meyer", "Shall we meet at eight?", PICTURE))
    with checker.open("phones/ann") as page:
        page.locator("#threads .title").wait_for()
        checker.expect(texts(page, "#threads .title") == ["New message"] and page.locator(".portrait").count() == 0,
                       "without the capability a message is an ordinary notification")
        shown(page, 1)
        checker.expect("communicationNotAllowed" in page.locator("#extension-errors").inner_text(),
                       "the detail view says why")
