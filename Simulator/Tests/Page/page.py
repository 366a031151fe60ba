"""The page in headless Chromium: what it shows, what the keyboard can do, what a push may not do, 1,000 notifications.

Usage: page.py SIMULATOR-EXECUTABLE CHROMIUM SCREENSHOTS [PART...]. Exits 1 when something does not hold.
"""

import pathlib
import sys
import tempfile
import traceback

from playwright.sync_api import sync_playwright

import accessibility
import content
import guard
import hostile
import keyboard
import lifeline
import rare
import scene
import thousand
from looking import Looking
from simulator import Simulator


def main():
    executable, chromium, screenshots = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        simulator = Simulator(executable, pathlib.Path(folder) / "simulator")
        try:
            simulator.start("crowd", "empty", "jane", "mallory")
            scene.everyday(simulator)
            scene.hostile(simulator)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium,
                    args=["--no-sandbox", "--host-resolver-rules=MAP rebound.test 127.0.0.1"])
                looking = Looking(browser, simulator, screenshots)
                for part in (content, rare, keyboard, hostile, accessibility, guard, thousand, lifeline):
                    if len(sys.argv) > 4 and part.__name__ not in sys.argv[4:]:
                        continue
                    print(f"\n{part.__doc__.splitlines()[0]}", flush=True)
                    try:
                        part.check(looking)
                    except Exception:
                        looking.demand(False, f"{part.__name__} came to its end\n{traceback.format_exc()}")
                browser.close()
        finally:
            simulator.stop()
    print(f"\n{looking.count} statements, {len(looking.failures)} do not hold; screenshots in {screenshots}")
    for failure in looking.failures:
        print(f"FAIL {failure}")
    sys.exit(1 if looking.failures else 0)


if __name__ == "__main__":
    main()
