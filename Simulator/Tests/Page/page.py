"""The page in headless Chromium: what a push may not do to it, what the keyboard can do, and 1,000 notifications.

Usage: page.py SIMULATOR-EXECUTABLE FOLDER SCREENSHOTS, with a simulator that runs on FOLDER and has the phone jane.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


class Phone:
    def __init__(self, executable, folder):
        self.executable, self.folder = executable, folder
        self.page = json.loads((pathlib.Path(folder) / "simulator.json").read_text())["page"]

    def run(self, *arguments):
        subprocess.run([self.executable, *arguments, "--folder", self.folder], check=True, stdout=subprocess.DEVNULL)

    def send(self, payload, *arguments):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(payload, file)
            file.flush()
            self.run("send", file.name, "--to", "jane", "--placeholder-title", "New activity", *arguments)


def demand(holds, what):
    print(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        sys.exit(1)


def fill(phone):
    alert = lambda title, body, **aps: {"aps": {"alert": {"title": title, "body": body}, **aps}}
    phone.send(alert("Payment received", "€ 240 from Jane", **{"thread-id": "payments", "sound": "default", "badge": 1}))
    phone.send(alert("Card used", "€ 12.80 at Kiosk", **{"thread-id": "payments", "badge": 2}))
    phone.send(alert("Balance low", "€ 4.20 left", **{"interruption-level": "time-sensitive", "badge": 3}),
               "--collapse-id", "balance")
    phone.send(alert("Security", "New device signed in", **{"interruption-level": "passive", "thread-id": "security"}))
    phone.send(alert(HOSTILE, HOSTILE, **{"thread-id": HOSTILE}), "--collapse-id", "hostile")
    phone.run("phone", "restart", "jane")
    phone.send(alert("Secret", "Nobody sees this before the first unlock"))
    phone.run("phone", "unlock", "jane")
    phone.send(alert("In the clear", "No seal at all"), "--plain")


def check(phone, browser, screenshots):
    page = browser.new_page(viewport={"width": 1500, "height": 900})
    foreign, errors = [], []
    page.on("request", lambda request: request.url.startswith(phone.page) or foreign.append(request.url))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(phone.page)
    page.get_by_role("link", name="jane").click()
    page.get_by_text("In the clear").first.wait_for()
    page.screenshot(path=screenshots / "lock-screen.png")
    demand(page.title() == "jane", "markup in a push runs nothing")
    demand(page.locator("main img, main script").count() == 0, "markup in a push makes no element")
    demand(page.get_by_text(HOSTILE, exact=True).count() > 0, "markup in a push is shown as text")
    demand(page.get_by_text("Nobody sees this").count() == 0, "before the first unlock nothing is shown but the placeholder")

    titles = lambda: page.locator("#groups .title").all_inner_texts()
    demand("Payment received" not in titles(), "a thread is collapsed under its newest notification")
    more = page.get_by_role("button", name="1 more")
    more.focus()
    page.keyboard.press("Enter")
    demand("Payment received" in titles(), "the keyboard opens a thread")
    demand(page.evaluate("document.activeElement.textContent") == "Show less", "and stays where it was")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    detail = page.locator("#detail")
    demand("€ 240" in detail.inner_text(), "the keyboard chooses a notification")
    demand(page.evaluate("document.activeElement.id") == "detail", "and comes to what is said of it")
    seen = detail.locator("pre").first.inner_text()
    demand("240" not in seen and '"sealed"' in seen, "beside it stands what Apple saw, without the text")
    demand(" ms" in detail.inner_text(), "and how many milliseconds the extension took")
    page.screenshot(path=screenshots / "detail.png")
    page.get_by_role("button", name="keysUnavailable").first.click()
    demand("keysUnavailable" in detail.inner_text(), "and why the placeholder is shown")
    page.screenshot(path=screenshots / "placeholder.png")

    page.get_by_role("button", name="Online").click()
    page.get_by_text("offline ·").wait_for()
    demand(page.get_by_role("button", name="Online").get_attribute("aria-pressed") == "false", "a button disconnects it")
    phone.send({"aps": {"alert": {"title": "Waited"}}})
    page.get_by_text("waits for the phone").wait_for()
    page.get_by_role("button", name="Online").click()
    page.locator("#groups .title", has_text="Waited").wait_for()
    demand(True, "a push that waited is shown when the phone is online again")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 420, "height": 900})
    page.screenshot(path=screenshots / "narrow-dark.png")
    demand(foreign == [], f"nothing comes from elsewhere {foreign}")
    demand(errors == [], f"no error and nothing that the policy of the page forbids {errors}")
    page.close()


def thousand(phone, browser, screenshots):
    page = browser.new_page(viewport={"width": 1500, "height": 900})
    page.goto(phone.page + "phones/jane")
    many = pathlib.Path(phone.folder) / "many.json"
    many.write_text(json.dumps({"aps": {"alert": {"title": "One of many"}, "thread-id": "many"}}))
    phone.run("send", str(many), "--to", "jane", "--times", "1000")
    page.wait_for_function("document.querySelectorAll('#pushes li').length >= 1000", timeout=300_000)
    page.get_by_role("button", name="999 more").wait_for(timeout=300_000)
    start = time.monotonic()
    page.get_by_role("button", name="999 more").click()
    page.wait_for_function("document.querySelectorAll('#groups .notice').length >= 1000")
    opening = time.monotonic() - start
    start = time.monotonic()
    page.locator("#groups .notice").nth(500).click()
    page.locator("#detail h2").wait_for()
    choosing = time.monotonic() - start
    page.screenshot(path=screenshots / "thousand.png")
    print(f"     1,000 notifications: opening the thread {opening:.2f} s, choosing one {choosing:.2f} s")
    demand(opening < 10 and choosing < 10, "the page can be used with 1,000 notifications")
    page.close()


def main():
    phone = Phone(sys.argv[1], sys.argv[2])
    screenshots = pathlib.Path(sys.argv[3])
    screenshots.mkdir(parents=True, exist_ok=True)
    fill(phone)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        check(phone, browser, screenshots)
        thousand(phone, browser, screenshots)
        browser.close()


if __name__ == "__main__":
    main()
