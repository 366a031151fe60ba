"""Sealed attachments: a photo in two clicks, a file, a failed download, banners, light and dark."""

import json
import struct

import httpx

import accessibility
from checker import WAIT, choose, overflow, run_until, stop_clock, texts
from messenger import portrait
from simulator import alert


def sound():
    """Returns a WAV file of silence."""
    data = b"\x80" * 4000
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
            + b"data" + struct.pack("<I", len(data)) + data)


def send(page, **fields):
    """Sends the form, with other values of its lists."""
    for name, value in fields.items():
        page.locator(f"#send-form select[name={name}]").select_option(value)
    page.get_by_role("button", name="Send", exact=True).click()


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    simulator.phone("add", "photo")
    with checker.open("phones/photo", may_fail=True) as page:
        page.locator("#open-send").click()
        expect(page.locator("#has-photo").is_hidden(), "only the photo's example has an attachment")
        page.locator("#example").select_option("Photo")
        expect(page.locator("#has-photo").is_visible(), "the form names the photo")
        send(page)
        picture = page.locator(".notice img.thumbnail")
        picture.wait_for()
        shape = picture.evaluate("""async (image) => {
            await image.decode()
            const box = image.getBoundingClientRect(), words = image.parentElement.querySelector(".words").getBoundingClientRect()
            return [image.naturalWidth, image.naturalHeight, image.offsetWidth === image.offsetHeight, box.left >= words.right]
        }""")
        expect(shape == [480, 320, True, True], "the lock screen shows the photo as a square beside the text", shape)
        choose(page, 1)
        expect(page.locator("#user-sees img.attached").evaluate("async (image) => (await image.decode(), image.naturalWidth)") == 480,
               "the detail view shows the whole photo")
        expect(texts(page, "#attachments li") == ["Attachment 1: shown"], "and its result", texts(page, "#attachments li"))
        expect("sealedpush" not in page.locator("#body").inner_text(), "intermediaries do not see the descriptor")
        page.locator("[name=attachment]").set_input_files({"name": "a.wav", "mimeType": "audio/x-wav", "buffer": sound()})
        send(page)
        page.locator(".notice .thumbnail.medium").wait_for()
        expect(texts(page, ".thumbnail.medium") == ["♪\nWAV"], "a sound is an icon with its type", texts(page, ".thumbnail.medium"))
        choose(page, 2)
        expect(texts(page, "#user-sees .attached") == ["♪ WAV"], "also in the detail view", texts(page, "#user-sees .attached"))
        page.locator("[name=attachment]").set_input_files([])
        send(page, media="media-wrong-bytes")
        page.locator("#pushes .push[data-number='3']").wait_for()
        choose(page, 3)
        page.locator("#attachments .warn").wait_for()
        found = texts(page, "#attachments li")
        expect(found == ["Attachment 1: badDigest, its thumbnail is shown"], "a failed download has its code", found)
        width = page.locator("#user-sees img.attached").evaluate("async (image) => (await image.decode(), image.naturalWidth)")
        expect(width == 48, "the thumbnail in the push replaces the photo", width)
        expect(page.locator("#user-sees .body").inner_text() == "The view from here", "the text is shown")
        page.locator("[name=attachment]").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"text"})
        send(page, media="")
        page.locator("#send-form .result.bad").wait_for()
        found = page.locator("#send-form .result").inner_text()
        expect("expected a type" in found, "a file of another kind is refused", found)
        page.locator("[name=attachment]").set_input_files([])
        page.locator("#plain").check()
        send(page)
        page.locator("#pushes .push[data-number='4'] .pill", has_text="not sealed").wait_for()
        choose(page, 4)
        expect("sealedpush" not in page.locator("#body").inner_text(), "a push that is not sealed has no attachment")
    found = [push["delivery"].get("attachments") for push in json.loads(simulator.output("pushes", "photo", "--json"))]
    expect(found == [["shown"], ["shown"], ["badDigest"], None], "pushes --json has the results", found)
    simulator.phone("add", "banner")
    simulator.phone("unlock", "banner")
    for size in ((390, 844), (1280, 800)):
        for scheme in ("light", "dark"):
            with checker.open("phones/photo", size, color_scheme=scheme) as page:
                page.locator(".thread-head").click()
                page.locator(".thumbnail").first.wait_for()
                expect(overflow(page) <= 0, f"with attachments nothing is wider than the window at {size[0]} pixels", overflow(page))
                accessibility.rules(checker, page, f"attachments, {scheme}, {size[0]} pixels")
                for number, name in ((1, "photo"), (2, "sound"), (3, "failed")):
                    choose(page, number)
                    page.evaluate("() => Promise.all([...document.images].map((image) => image.decode()))")
                    checker.screenshot(page, f"attachment-{name}-{size[0]}-{scheme}", full_page=size[0] == 390)
            with checker.open("phones/banner", size, color_scheme=scheme) as page:
                banner(checker, page, f"{size[0]}-{scheme}")
    simulator.phone("lock", "banner")
    with checker.open("phones/banner") as page:
        stop_clock(page)
        simulator.send(alert("Locked"), "banner")
        run_until(page, "#threads .title:text('Locked')")
        expect(page.locator("#banner").inner_text() == "", "a locked phone shows no banner")


def banner(checker, page, name):
    """Sends a picture and a passive notification to an unlocked phone."""
    expect, simulator = checker.expect, checker.simulator
    member = httpx.post(simulator.page + "api/attachments?type=public.png", content=portrait(), timeout=WAIT).json()
    stop_clock(page)
    simulator.send({**alert(f"Portrait {name}", "Shall we meet at eight?"), **member}, "banner")
    run_until(page, "#banner img.thumbnail")
    shape = page.locator("#banner img.thumbnail").evaluate("""async (image) => {
        await image.decode()
        const [box, words, phone] = [image, image.parentElement.querySelector(".words"), document.getElementById("handset")]
            .map((one) => one.getBoundingClientRect())
        return [image.naturalWidth, box.width === box.height, box.left >= words.right, box.right < phone.right,
                box.bottom < phone.top + 130]
    }""")
    expect(shape == [64, True, True, True, True], f"an unlocked phone shows a banner with the picture at its right, {name}", shape)
    accessibility.rules(checker, page, f"a banner, {name}")
    checker.screenshot(page, f"attachment-banner-{name}")
    page.clock.run_for(5000)
    expect(page.locator("#banner").inner_text() == "", f"the banner disappears after 5 seconds, {name}")
    simulator.send(alert(f"Passive {name}", interruption_level="passive"), "banner")
    run_until(page, f"#threads .title:text('Passive {name}')")
    expect(page.locator("#banner").inner_text() == "", f"a passive notification has no banner, {name}")
