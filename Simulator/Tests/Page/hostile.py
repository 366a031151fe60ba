"""Hostile payloads: markup, invisible and combining characters, long texts."""

from checker import choose, overflow, texts
from scenario import MARKUP

# The bound on the document, which is the cost of drawing it: nine pushes, and the body of one with all of its marks.
MAXIMUM_ELEMENTS = 2_000


def check(checker):
    expect = checker.expect
    for size, scheme in [((1440, 900), "light"), ((360, 800), "dark")]:
        with checker.open("phones/mallory", size, color_scheme=scheme) as page:
            page.locator(".notice").first.wait_for()
            numbers = page.evaluate("[...document.querySelectorAll('.push')].map((one) => one.dataset.number)")
            wide, large = [], []
            for number in numbers:
                choose(page, number)
                elements = page.evaluate("document.querySelectorAll('*').length")
                if elements > MAXIMUM_ELEMENTS:
                    large.append((number, elements))
                if overflow(page) > 0:
                    wide.append((number, overflow(page)))
            expect(wide == [], f"at {size[0]} pixels no payload is wider than the window", wide)
            expect(large == [], f"at {size[0]} pixels every payload is drawn with at most {MAXIMUM_ELEMENTS} elements", large)
            boxes = page.evaluate("""() => {
                const screen = document.querySelector("#threads").getBoundingClientRect()
                return [...document.querySelectorAll(".notice")].map((one) => one.getBoundingClientRect())
                    .filter((box) => box.right > screen.right + 1 || box.left < screen.left - 1 || box.height > 220)
                    .map((box) => [box.left, box.right, box.height])
            }""")
            expect(boxes == [], "every notification fits in the lock screen", boxes)
            checker.screenshot(page, f"hostile-{size[0]}", full_page=size[0] < 1100)
            if size[0] > 1000:
                text_only(checker, page)


def text_only(checker, page):
    expect = checker.expect
    expect(page.title() == "mallory · SealedPush", "markup in a push runs no script", page.title())
    expect(page.locator("main img, main script, main iframe, main a, main form:not(#send-form, #clock-form), main style").count() == 0,
           "markup in a push creates no element")
    expect(MARKUP in texts(page, ".notice .title"), "markup in a push is shown as text", texts(page, ".notice .title"))
    overridden = page.locator(".push", has_text="Overridden").get_attribute("data-number")
    choose(page, overridden)
    hidden = page.locator(".hidden-characters").inner_text()
    expect("U+202E right-to-left override" in hidden and "U+200B zero width space, 2 times" in hidden,
           "invisible characters are named", hidden)
    expect("U+202E" in texts(page, "#body .character-mark"), "invisible characters are labelled in the body",
           texts(page, "#body .character-mark"))
    sides = page.evaluate("""() => {
        const left = (node) => node.getBoundingClientRect().left
        return [...document.querySelectorAll(".notice .head")].map((head) =>
            left(head.querySelector(".title")) < left(head.querySelector("time")))
    }""")
    expect(all(sides), "right-to-left text does not change the layout around it", sides)
    checker.screenshot(page, "overridden")
