"""Tests of the page in headless Chromium.

Usage: page.py SIMULATOR-EXECUTABLE CHROMIUM SCREENSHOTS [PART...]. The exit code is 1 if a statement does not hold.
"""

import pathlib
import sys
import tempfile
import traceback

from playwright.sync_api import sync_playwright

import accessibility
import activities
import attachments
import commands
import content
import security
import hostile
import key_reports
import keyboard
import layout
import messenger
import reconnection
import edge_cases
import forms
import refusals
import scenario
import storage
import many_notifications
from checker import Checker
from simulator import Simulator


def main():
    executable, chromium, screenshots = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        simulator = Simulator(executable, pathlib.Path(folder) / "simulator")
        try:
            simulator.start("crowd", "empty", "jane", "mallory")
            scenario.everyday(simulator)
            scenario.hostile(simulator)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium,
                    args=["--no-sandbox", "--host-resolver-rules=MAP rebound.test 127.0.0.1"])
                checker = Checker(browser, simulator, screenshots)
                for part in (content, layout, messenger, attachments, commands, key_reports, storage, refusals, forms, activities, edge_cases, keyboard, hostile, accessibility, security,
                             many_notifications, reconnection):
                    if len(sys.argv) > 4 and part.__name__ not in sys.argv[4:]:
                        continue
                    print(f"\n{part.__doc__.splitlines()[0]}", flush=True)
                    try:
                        part.check(checker)
                    except Exception:
                        checker.expect(False, f"{part.__name__} completes", traceback.format_exc())
                browser.close()
        finally:
            simulator.stop()
    print(f"\n{checker.count} statements, {len(checker.failures)} do not hold; screenshots in {screenshots}")
    for failure in checker.failures:
        print(f"FAIL {failure}")
    sys.exit(1 if checker.failures else 0)


if __name__ == "__main__":
    main()
