"""Payloads that try to be more than text."""

from looking import choose, overflow, texts
from scene import MARKUP


def check(looking):
    demand = looking.demand
    for size, scheme in [((1440, 900), "light"), ((360, 800), "dark")]:
        with looking.at("phones/mallory", size, color_scheme=scheme) as page:
            page.locator(".notice").first.wait_for()
            numbers = page.evaluate("[...document.querySelectorAll('.push')].map((one) => one.dataset.number)")
            wide, slow = [], []
            for number in numbers:
                took = page.evaluate("""(number) => {
                    const start = performance.now()
                    document.querySelector(`.push[data-number="${number}"]`).click()
                    document.body.offsetHeight
                    return performance.now() - start
                }""", number)
                if took > 1000:
                    slow.append((number, took))
                if overflow(page) > 0:
                    wide.append((number, overflow(page)))
            demand(wide == [], f"at {size[0]} pixels no payload is wider than the window", wide)
            demand(slow == [], "and none takes a second to draw", slow)
            boxes = page.evaluate("""() => {
                const screen = document.querySelector("#threads").getBoundingClientRect()
                return [...document.querySelectorAll(".notice")].map((one) => one.getBoundingClientRect())
                    .filter((box) => box.right > screen.right + 1 || box.left < screen.left - 1 || box.height > 220)
                    .map((box) => [box.left, box.right, box.height])
            }""")
            demand(boxes == [], "every notification stays within the screen", boxes)
            looking.photograph(page, f"hostile-{size[0]}", whole=size[0] < 1100)
            if size[0] > 1000:
                inert(looking, page)


def inert(looking, page):
    demand = looking.demand
    demand(page.title() == "mallory · SealedPush", "markup in a push runs nothing", page.title())
    demand(page.locator("main img, main script, main iframe, main a, main form, main style").count() == 0,
           "and makes no element")
    demand(MARKUP in texts(page, ".notice .title"), "it is shown as the text that it is", texts(page, ".notice .title"))
    overridden = page.locator(".push", has_text="Overridden").get_attribute("data-number")
    choose(page, overridden)
    said = page.locator(".hidden-characters").inner_text()
    demand("U+202E right-to-left override" in said and "U+200B zero width space, 2 times" in said,
           "characters that nobody sees are named", said)
    demand("U+202E" in texts(page, "#body .mark-of"), "and stand by name in the body", texts(page, "#body .mark-of"))
    sides = page.evaluate("""() => {
        const left = (node) => node.getBoundingClientRect().left
        return [...document.querySelectorAll(".notice .head")].map((head) =>
            left(head.querySelector(".title")) < left(head.querySelector("time")))
    }""")
    demand(all(sides), "text that runs to the left turns nothing else round", sides)
    looking.photograph(page, "overridden")
