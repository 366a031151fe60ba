"""Runs the example of this folder's page against a simulator, and looks at what the phone shows.

    python3 test_sender.py FOLDER PHONE TOOL

FOLDER is that of a running simulator, PHONE a phone of it with the app com.example.bank, TOOL the path of sealedpush-simulator.
The packages are those of the page, httpx[http2], and PyJWT[crypto] for the provider token.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import sealedpush_sender

PAGE = pathlib.Path(__file__).with_name("README.md").read_text()


def simulator(*arguments):
    command = [TOOL, *arguments, "--folder", FOLDER]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def pushes(count=0):
    """All requests to the phone, once it has processed so many."""
    return json.loads(simulator("pushes", PHONE, "--json", "--wait", str(count)))


def run_example():
    """Runs the page's example in a folder with the keys, and returns its names."""
    description = json.loads((FOLDER / "simulator.json").read_text())
    names = {
        "device_token": json.loads((FOLDER / f"phones/{PHONE}/phone.json").read_text())["token"],
        "signing_key": description["signingKey"], "key_id": description["keyId"], "team_id": description["teamId"]}
    os.environ["SSL_CERT_FILE"] = description["authority"]
    sealedpush_sender.post.__kwdefaults__["host"] = f"127.0.0.1:{description['port']}"
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "keys").mkdir()
        for source, name in [(f"registrations/{PHONE}.jwks", "phone.jwks"), ("keys/provider.jwks", "bank.jwks")]:
            (pathlib.Path(folder) / "keys" / name).write_text((FOLDER / "provider" / source).read_text())
        os.chdir(folder)
        try:
            exec(re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1], names)
        finally:
            os.chdir("/")
    return names


class ExampleTests(unittest.TestCase):
    def test_the_phone_shows_the_content_and_apple_sees_a_placeholder(self):
        count = len(pushes())
        self.assertEqual(run_example()["answer"].status_code, 200)
        push = pushes(count + 1)[-1]
        self.assertEqual((push["status"], push["delivery"]["outcome"]), ("delivered", "opened"))
        content = push["delivery"]["content"]
        self.assertEqual((content["title"], content["body"]), ("Payment", "€ 240"))
        self.assertNotIn("240", push["apple"]["body"])

    def test_after_a_new_enrolment_it_seals_to_the_active_key(self):
        count = len(pushes())
        simulator("phone", "lose-key", PHONE)
        run_example()  # The phone shows the placeholder, reports its key, and enrols a new one.
        end = time.monotonic() + 300
        while not pushes(count + 1)[-1].get("reports"):
            self.assertLess(time.monotonic(), end, "no report of the phone")
            time.sleep(0.1)
        keys = json.loads((FOLDER / f"provider/registrations/{PHONE}.jwks").read_text())["keys"]
        self.assertNotEqual(keys[0]["sealedpush"]["state"], "active")
        run_example()
        self.assertEqual(pushes(count + 2)[-1]["delivery"]["outcome"], "opened")


class ArgumentTests(unittest.TestCase):
    """Each wrong argument is refused by a code, and the error of another library is not raised."""

    KEYS = {"device": bytes(range(32)), "provider": bytes(range(32, 64))}

    def assertRefused(self, code, call, *arguments, **named):
        with self.assertRaises(sealedpush_sender.Refused) as refusal:
            call(*arguments, **named)
        self.assertEqual(refusal.exception.args[0], code)

    def test_of_a_push(self):
        push = sealedpush_sender.Sealer("com.example.bank", **self.KEYS).push
        payload = '{"aps":{"alert":"x","badge":1}}'
        for wrong in ({"aps": {"alert": "x"}}, payload.encode(), None):
            self.assertRefused("invalidPayload", push, wrong)
        for code, name, values in [
                ("contextTooLong", "push_type", [None, [], b"alert"]),
                ("invalidExpiry", "expires_at", [time.time() + 5, "1"]),
                ("invalidExpiry", "sequence", ["1", 1.0, -1, 1 << 64]),
                ("invalidPadding", "padding", ["512", 512.0, -1, 4097]),
                ("invalidPayload", "visible", [["aps.badge"], ("aps", "badge"), [()], None]),
                ("emptyPlaceholder", "placeholder", [None, 1, {"title": None}]),
                ("invalidEnvelopeKey", "member", [None, 1, "aps", ""])]:
            for value in values:
                with self.subTest(name, value=value):
                    self.assertRefused(code, push, payload, **{name: value})

    def test_of_a_sealer_and_an_envelope(self):
        sealer = sealedpush_sender.Sealer
        text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"  # base64url of the 32 bytes
        self.assertRefused("cannotSeal", sealer, "x", device=text)
        self.assertRefused("cannotSeal", sealer, "x", device=bytes(31))
        for chain in ({}, "x", {"k": text, "day": 1}):
            self.assertRefused("suiteMismatch", sealer, "x", **self.KEYS, chain=chain)
        for topic, purpose in [(None, "fcm"), (b"x", "fcm"), ("x", None), ("x", [])]:
            self.assertRefused("contextTooLong", sealer(topic, **self.KEYS).envelope, "{}", purpose)
        for block in (0, "1", 4097):
            self.assertRefused("invalidPadding", sealer("x", **self.KEYS).envelope, "{}", "fcm", block=block)

    def test_of_an_attachment_and_a_request(self):
        url = "https://media.example.com/1"
        for arguments in [("x", url, "public.png"), (b"x", None, "public.png"), (b"x", url, None), (b"x", url, "public.png", "x")]:
            self.assertRefused("invalidDescriptor", sealedpush_sender.seal_attachment, *arguments)
        for expires_at in (None, time.time()):
            self.assertRefused("invalidExpiry", sealedpush_sender.post, b"{}", "ab", jwt="x", topic="x", expires_at=expires_at)


if __name__ == "__main__":
    TOOL, PHONE, FOLDER = sys.argv.pop(), sys.argv.pop(), pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
