"""Tests of the provider as a process, with phones of the simulator. Argument: the folder of the executables."""

import base64
import collections
import concurrent.futures
import contextlib
import hashlib
import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import socketserver
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

SECRET = "only-for-the-phone"
NUMBERS = itertools.count(1)
RUN = pathlib.Path(__file__).parent / "run"
# The seconds after which a wait has failed; no machine that runs the tests is as busy.
WAIT = 300
# The delay of an answer in milliseconds, until the fault none; the provider waits 30 seconds for an answer.
UNTIL_NONE = 3_600_000


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def free_ports():
    """The ports of `run`, as its environment has them."""
    return {name: str(free_port()) for name in ("PORT", "PAGE_PORT", "APNS_PORT")}


def wait(condition, what):
    """Waits until a condition is true."""
    end = time.monotonic() + WAIT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {WAIT} s: {what}")
        time.sleep(0.05)


def sleeps(process):
    """Whether all threads of a process wait for something outside of it."""
    threads = pathlib.Path(f"/proc/{process.pid}/task").glob("*/stat")
    try:
        return all(thread.read_text().rpartition(")")[2].split()[0] == "S" for thread in threads)
    except FileNotFoundError:  # A thread has ended meanwhile.
        return False


@contextlib.contextmanager
def small_disk(megabytes):
    """Mounts an empty disk, which only this process and its children see."""
    if "PROVIDER_NAMESPACE" not in os.environ:
        raise unittest.SkipTest("this user may not mount a small disk")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="provider-test-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "provider-test", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


def fill(disk, rest):
    """Leaves some bytes of a disk, until the file is removed that this function returns."""
    ballast, space = disk / "ballast", os.statvfs(disk)
    ballast.write_bytes(bytes(space.f_bavail * space.f_frsize - rest))
    return ballast


def rotation(keyring, *options):
    """`sealedpush keys rotate` of a provider's keyring, which was started."""
    return subprocess.Popen([BIN / "sealedpush", "keys", "rotate", keyring.stem, "--keys", keyring.parent, "--json", *options],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def rotate(keyring):
    """Rotates a provider's keyring, and returns the thumbprints of its keys."""
    return [key["thumbprint"] for key in json.loads(rotation(keyring).communicate(timeout=WAIT)[0])["keys"]]


class Phones:
    """The phones on a page of the simulator."""

    def __init__(self, page):
        self.page = page

    def entries(self, name):
        """The pushes to a phone, also the refused ones; the page's stream begins with them, in several messages."""
        with urllib.request.urlopen(f"{self.page}api/phones/{name}/events", timeout=WAIT) as events:
            messages = (json.loads(line.removeprefix(b"data: ")) for line in events if line.startswith(b"data: "))
            first = next(messages)
            entries = first["entries"]
            while entries and min(entry["number"] for entry in entries) > first["phone"]["oldest"]:
                entries += next(messages)["entries"]
        return entries

    def pushes(self, name):
        """The pushes that a phone has received, oldest first."""
        accepted = [entry for entry in self.entries(name) if entry["status"] != "refused"]
        return sorted(accepted, key=lambda entry: entry["number"])

    def details(self, name):
        """The pushes with their requests to APNs and the reports about their keys, oldest first."""
        for push in self.pushes(name):
            with urllib.request.urlopen(f"{self.page}api/phones/{name}/pushes/{push['number']}", timeout=WAIT) as answer:
                yield json.load(answer)

    def titles(self, name):
        """The titles that the phone's extension has opened, oldest push first."""
        return [push["delivery"]["content"]["title"] for push in self.pushes(name)
                if push.get("delivery", {}).get("outcome") == "opened"]


class Simulator(Phones):
    """The push service and its phones."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [BIN / "sealedpush-simulator", "run", "--folder", folder, "--port", "0", "--channel-port", "0", "--page-port", "0"],
            stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if line.startswith("page"):
                super().__init__(line.split()[1])
                return
        raise RuntimeError("the simulator did not start")

    def post(self, path, **json_object):
        request = urllib.request.Request(self.page + path, json.dumps(json_object).encode(), method="POST")
        try:
            urllib.request.urlopen(request, timeout=WAIT).close()
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read()) from error

    def add(self, name, provider, app="com.example.bank"):
        self.post("api/phones", name=name, app=app, languages=["en"], server=provider.address)

    def fault(self, behaviour, count=0, reason="ServiceUnavailable", delay=0):
        """Injects a fault, by default for all pushes until the fault none."""
        self.post("api/faults", behaviour=behaviour, count=count, reason=reason, delay=delay)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(WAIT)
        self.process.stdout.close()


class Provider:
    """The server under test; it keeps its folder and its port after a restart."""

    def __init__(self, simulator, folder, *options):
        description = json.loads((simulator.folder / "simulator.json").read_text())
        self.folder = folder
        folder.mkdir()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.command = [
            BIN / "provider", "--folder", folder / "data", "--topic", "com.example.bank", "--port", str(self.port),
            "--apns", f"https://127.0.0.1:{description['port']}", "--ca", description["authority"],
            "--team-id", description["teamId"], "--signing-key", description["signingKey"], *options]
        self.start()

    def start(self):
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(self.command, stderr=log)
        wait(self.is_live, "the provider is live")

    def is_live(self):
        if self.process.poll() is not None:
            raise RuntimeError(self.log())
        try:
            return self.request("GET", "health/live")[0] == 200
        except OSError:
            return False

    def stop(self, number=signal.SIGTERM):
        """Sends a signal and returns the exit status."""
        self.process.send_signal(number)
        return self.process.wait(WAIT)

    def begin_to_stop(self):
        """Sends SIGTERM, and waits until only answers of the push service keep the process alive."""
        def listens():
            with socket.socket() as one:
                return one.connect_ex(("127.0.0.1", self.port)) == 0

        self.process.send_signal(signal.SIGTERM)
        wait(lambda: not listens(), "the end of the server")
        wait(lambda: sleeps(self.process), "a process that waits")

    def request(self, method, path, body=None, authorization=None, **headers):
        """Returns the status and the JSON of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if authorization:
            headers["authorization"] = authorization
        try:
            connection.request(method, "/" + path, body, headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text.startswith(b"{") else text
        finally:
            connection.close()

    def push(self, title, to, query=""):
        payload = {"aps": {"alert": {"title": title, "body": SECRET}}}
        return self.request("POST", f"devices/{to}/push{query}", json.dumps(payload))

    def metrics(self):
        """The values of GET /metrics by the name and labels of their series."""
        status, text = self.request("GET", "metrics")
        assert status == 200, (status, text)
        lines = text.decode().splitlines()
        types = dict(line.split()[2:] for line in lines if line.startswith("# TYPE "))
        series = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        # Each series has a type, and a name that its type demands.
        for name in series:
            name = name.partition("{")[0]
            assert types[name] == ("counter" if name.endswith("_total") else "gauge"), name
        return {name: float(value) for name, value in series.items()}

    def dropped(self, reason):
        return self.metrics().get(f'provider_pushes_total{{result="dropped",reason="{reason}"}}', 0)

    def waiting(self):
        return self.metrics()["provider_outbox_pushes"]

    def log(self):
        return (self.folder / "log").read_text()


class ProviderTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="provider-test-")
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.simulator = Simulator(cls.folder / "simulator")

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()
        cls.temporary.cleanup()

    def provider(self, *options):
        provider = Provider(self.simulator, self.folder / self._testMethodName, *options)
        self.addCleanup(lambda: provider.process.poll() is None and provider.stop())
        return provider

    def setUp(self):
        self.simulator.fault("none")

    def phone(self, provider):
        name = f"phone{next(NUMBERS)}"
        self.simulator.add(name, provider)
        return name

    def assert_nothing_leaked(self, provider, *phones):
        """The plaintext is in no file or log line of the provider and in no request to the push service."""
        for file in provider.folder.rglob("*"):
            if file.is_file():
                self.assertNotIn(SECRET.encode(), file.read_bytes(), file)
        self.assertNotIn("bearer ey", provider.log())
        for phone in phones:
            for push in self.simulator.details(phone):
                self.assertNotIn(SECRET, push["apple"]["body"])
                self.assertNotIn(push["apple"]["path"].split("/")[-1], provider.log())

    def test_a_push_reaches_the_phone_that_enrolled(self):
        provider = self.provider()
        phone = self.phone(provider)
        before = int(time.time())
        status, answer = provider.push("one", phone, "?collapse-id=balance&expires-in=3600")
        self.assertEqual(status, 202)
        after = int(time.time())
        wait(lambda: self.simulator.titles(phone) == ["one"], "the push on the phone")
        [push] = self.simulator.details(phone)
        self.assertEqual(push["id"], answer["id"])
        headers = dict(push["apple"]["headers"])
        self.assertEqual(headers["apns-collapse-id"], "balance")
        # Rounded to seconds in either direction.
        self.assertIn(int(headers["apns-expiration"]), range(before + 3600, after + 3602))
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        self.assertEqual(provider.request("GET", "health/live")[0], 200)
        self.assertEqual(provider.metrics(), {
            "provider_outbox_pushes": 0, "provider_outbox_oldest_age_seconds": 0, **self.keys({(5, "0-29"): 1}),
            'provider_pushes_total{result="sent",reason=""}': 1})
        self.assert_nothing_leaked(provider, phone)
        for file in (provider.folder / "data").rglob("*"):
            if not file.name.endswith(".pub.jwks"):
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)

    def test_a_push_whose_id_has_a_text_of_the_payload_is_accepted(self):
        provider = self.provider()
        phone = self.phone(provider)
        # One id in ten has one of these in its third part, which is 4xxx.
        payload = json.dumps({"aps": {"alert": {"title": "codes"}}, "codes": [str(code) for code in range(4000, 4400)]},
                             separators=(",", ":"))
        statuses = [provider.request("POST", f"devices/{phone}/push", payload)[0] for _ in range(100)]
        self.assertEqual(statuses, [202] * 100)

    @staticmethod
    def keys(counts):
        return {f'provider_device_keys{{suite="{suite}",age_days="{age}"}}': counts.get((suite, age), 0)
                for suite in (1, 5) for age in ("0-29", "30-44", "45-59", "60-")}

    def key_metrics(self, provider):
        return {name: value for name, value in provider.metrics().items() if name.startswith("provider_device_keys{")}

    def test_keys_are_counted_by_suite_and_age_a_thousand_registrations_a_scrape(self):
        provider = self.provider()
        self.phone(provider)
        self.assertEqual(self.key_metrics(provider), self.keys({(5, "0-29"): 1}))
        with contextlib.closing(sqlite3.connect(provider.folder / "data/registrations.sqlite")) as database, database:
            [(text,)] = database.execute("SELECT text FROM keyring").fetchall()
            registration = json.loads(text)

            def add(name, days, suite=5, state="active"):
                [key] = json.loads(text)["keys"]
                facts = key["sealedpush"]
                facts["created"] = int(time.time()) - days * 86_400 - 60
                facts["state"] = state
                if suite == 1:
                    del facts["suite"], facts["chain"]
                changed = json.dumps({**registration, "keys": [key]}).encode()
                database.execute("INSERT INTO keyring (name, publicKey, text) VALUES (?, NULL, ?)", (name.encode(), changed))
            ages = (29, 30, 44, 45, 59, 60, 400)
            for days in ages:
                add(f"a{days}", days)
            add("suite-1", 31, suite=1)
            add("pending", 1, state="pending")
            for number in range(1000):
                add(f"more-{number:04}", 31)
        # The first scrape reads 1,000 of the 1,010 registrations, and shows the count before.
        self.assertEqual(self.key_metrics(provider), self.keys({(5, "0-29"): 1}))
        expected = self.keys({(5, "0-29"): 2, (5, "30-44"): 1002, (5, "45-59"): 2, (5, "60-"): 2, (1, "30-44"): 1})
        self.assertEqual(self.key_metrics(provider), expected)

    def test_a_picture_that_is_sealed_once_is_shown_on_each_phone(self):
        media = self.simulator.folder / "media"
        url = json.loads((self.simulator.folder / "simulator.json").read_text())["media"]
        provider = self.provider("--media-folder", media, "--media-url", url)
        picture = b"\xff\xd8\xff\xe0" + SECRET.encode() * 10_000
        status, member = provider.request("POST", "attachments?type=public.jpeg", picture)
        self.assertEqual(status, 200)
        payload = json.dumps({"aps": {"alert": {"title": "photo", "body": SECRET}}, **member})
        phones = [self.phone(provider) for _ in range(2)]
        for phone in phones:
            self.assertEqual(provider.request("POST", f"devices/{phone}/push", payload)[0], 202)
            wait(lambda: self.simulator.titles(phone) == ["photo"], "the push on the phone")
            [push] = self.simulator.details(phone)
            self.assertEqual([shown["type"] for shown in push["attachments"]], ["public.jpeg"])
            address = urllib.parse.urljoin(self.simulator.page, push["attachments"][0]["picture"])
            with urllib.request.urlopen(address, timeout=WAIT) as answer:
                self.assertEqual(answer.read(), picture)
        [descriptor] = member["sealedpush"]["attachments"]
        blob = media / descriptor["url"].removeprefix(url)
        self.assertEqual(blob.stat().st_mode & 0o777, 0o644)
        self.assertNotIn(SECRET.encode(), blob.read_bytes())
        self.assertNotIn(descriptor["key"], provider.log())
        self.assert_nothing_leaked(provider, *phones)

    def test_a_picture_that_no_phone_accepts_is_refused(self):
        media = self.folder / "empty"
        media.mkdir()
        provider = self.provider("--media-folder", media, "--media-url", "https://media.example.com/")
        for query, size, status in [("", 1, 400), ("?type=public.jpeg", 10_000_001, 413), ("?type=", 1, 400)]:
            self.assertEqual(provider.request("POST", f"attachments{query}", bytes(size))[0], status)
        self.assertEqual(list(media.iterdir()), [])
        media.rmdir()
        self.assertEqual(provider.request("POST", "attachments?type=public.jpeg", b"x")[0], 503)

    def test_pushes_of_a_device_keep_their_order(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.fault("answer", count=1, reason="ServiceUnavailable")
        titles = [str(number) for number in range(20)]
        for title in titles:
            self.assertEqual(provider.push(title, phone)[0], 202)
        wait(lambda: len(self.simulator.titles(phone)) == 20, "20 pushes")
        self.assertEqual(self.simulator.titles(phone), titles)

    def test_a_phone_that_lost_its_key_or_renewed_its_token_gets_the_next_push(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.post(f"api/phones/{phone}/lose-key")
        provider.push("placeholder", phone)
        wait(lambda: any(push.get("reports") for push in self.simulator.details(phone)), "the report of the lost key")
        self.assertEqual(provider.metrics()['provider_key_reports_total{action="re-register",shown="placeholder"}'], 1)
        provider.push("two", phone)
        wait(lambda: self.simulator.titles(phone) == ["two"], "the push after the new enrolment")
        self.simulator.post(f"api/phones/{phone}/renew-token")
        provider.push("three", phone)
        wait(lambda: self.simulator.titles(phone) == ["two", "three"], "the push to the new device token")

    def test_a_push_that_meets_the_end_of_a_token_reaches_the_new_one(self):
        provider = self.provider()
        # BadDeviceToken has no time, so that only the token itself tells that the device has another one by now.
        for reason in ["ExpiredToken", "BadDeviceToken"]:
            phone = self.phone(provider)
            self.simulator.fault("answer", reason=reason, count=1, delay=UNTIL_NONE)
            self.assertEqual(provider.push(reason, phone)[0], 202)
            # The push service has decided; its answer arrives after the app has registered the new token.
            wait(lambda: [entry["status"] for entry in self.simulator.entries(phone)] == ["refused"], "the refusal")
            self.simulator.post(f"api/phones/{phone}/renew-token")
            self.simulator.fault("none")
            wait(lambda: self.simulator.titles(phone) == [reason], "the push to the new device token")
            self.assertIn(f"reason={reason}", provider.log())
        self.assertNotIn("push dropped", provider.log())

    def test_a_rotation_costs_no_notification(self):
        provider = self.provider()
        phone = self.phone(provider)
        former, new = rotate(provider.folder / "data" / "keys" / "provider.jwks")
        published = lambda: provider.request("POST", f"devices/{phone}/keys", '{"sealedpush":"keys-v1","pinned":1}')[1]
        wait(lambda: {key["kid"] for key in published()["keys"]} == {former, new}, "both keys")
        provider.stop()
        provider.start()
        # The phone has pinned the former key only: a push by the new one would show its placeholder.
        provider.push("one", phone)
        wait(lambda: self.simulator.titles(phone) == ["one"], "the push by the former key")
        self.simulator.post(f"api/phones/{phone}/open-app")
        provider.push("two", phone)
        wait(lambda: self.simulator.titles(phone) == ["one", "two"], "the push by the new key")

    def test_a_rotation_at_once_shows_placeholders_until_the_new_key_is_pinned(self):
        provider = self.provider()
        phone = self.phone(provider)
        rotation(provider.folder / "data" / "keys" / "provider.jwks", "--now").communicate(timeout=WAIT)
        provider.stop()
        provider.start()
        provider.push("one", phone)
        wait(lambda: any(push.get("reports") for push in self.simulator.details(phone)), "the report of the unknown key")
        self.assertEqual(self.simulator.titles(phone), [])
        self.assertEqual(provider.metrics()['provider_key_reports_total{action="wait",shown="placeholder"}'], 1)
        provider.push("two", phone)
        wait(lambda: self.simulator.titles(phone) == ["two"], "the push by the key that was pinned after the report")

    def test_a_live_activity_has_its_own_token(self):
        provider = self.provider()
        phone = self.phone(provider)
        tokens = json.loads((self.simulator.folder / f"phones/{phone}/phone.json").read_text())

        def push(token, event, stops, **members):
            state = {"courier": SECRET, "stopsLeft": stops}
            payload = {"aps": {"timestamp": int(time.time()), "event": event, "content-state": state, **members}}
            return provider.request("POST", f"devices/{phone}/push", json.dumps(payload), activity_token=token)[0]

        def activities():
            with urllib.request.urlopen(f"{self.simulator.page}api/phones/{phone}/events", timeout=WAIT) as events:
                return json.loads(events.readline().removeprefix(b"data: "))["activities"]

        # Without the header, a start goes to the push-to-start token that the app has registered.
        start = {"attributes-type": "Delivery", "attributes": {"order": SECRET}, "alert": {"title": "On its way"}, "input-push-token": 1}
        aps = {"timestamp": int(time.time()), "event": "start", "content-state": {"courier": SECRET, "stopsLeft": 3}, **start}
        self.assertEqual(provider.request("POST", f"devices/{phone}/push", json.dumps({"aps": aps}))[0], 202)
        wait(activities, "the activity on the lock screen")
        [sent] = self.simulator.details(phone)
        self.assertEqual(sent["apple"]["path"].split("/")[-1], tokens["startToken"])
        token = activities()[0]["token"]
        self.assertEqual(push(token, "update", 2), 202)
        opened = {"kind": "opened", "fields": [["courier", SECRET], ["stopsLeft", "2"]]}
        wait(lambda: activities()[0]["state"] == opened, "the new state")
        self.assert_nothing_leaked(provider, phone)
        for unknown in ["../x", "0g", "", "00" * 101]:
            self.assertEqual(push(unknown, "update", 1), 400, unknown)
        without = json.dumps({"aps": {"timestamp": int(time.time()), "event": "update", "content-state": {}}})
        self.assertEqual(provider.request("POST", f"devices/{phone}/push", without)[0], 404)
        self.assertEqual(push("00" * 32, "update", 1), 202)
        wait(lambda: provider.dropped("BadDeviceToken") == 1, "the push to an unknown token")
        self.assertEqual(provider.push("one", phone)[0], 202)
        wait(lambda: "one" in self.simulator.titles(phone), "a push to the device, whose token stays")

    def test_faults_of_the_server_are_503_and_in_the_log(self):
        provider = self.provider()
        phone = self.phone(provider)
        keys = provider.folder / "data" / "keys"
        keys.rename(provider.folder / "moved")
        wait(lambda: provider.push("one", phone)[0] == 503, "the end of the keyring's grace")
        refusal = (503, {"error": {"message": "the server cannot do this now"}})
        wait(lambda: provider.request("POST", f"devices/{phone}/keys", '{"sealedpush":"keys-v1"}') == refusal, "the end of the grace of the registry")
        self.assertIn("request failed", provider.log())
        self.assertIn("keyringUnavailable", provider.log())
        self.assertIn("providerUnavailable", provider.log())
        (provider.folder / "moved").rename(keys)
        wait(lambda: provider.push("two", phone)[0] == 202, "the keyring again")

    def test_refusals(self):
        provider = self.provider()
        phone = self.phone(provider)
        large = json.dumps({"aps": {"alert": {"title": "x" * 5_000}}})
        huge = json.dumps({"aps": {"alert": {"title": "x" * 70_000}}})
        cases = [
            ("POST", "devices/nobody/push", '{"aps":{"alert":"x"}}', 404),
            ("POST", "devices/%2e%2e%2fx/push", '{"aps":{"alert":"x"}}', 404),
            ("POST", f"devices/{phone}/push", "{", 400),
            ("POST", f"devices/{phone}/push", "", 400),
            ("POST", f"devices/{phone}/push", large, 413),
            ("POST", f"devices/{phone}/push", huge, 413),
            ("POST", f"devices/{phone}/push?expires-in=-1", '{"aps":{"alert":"x"}}', 400),
            ("POST", f"devices/{phone}/push?expires-in=4294967295", '{"aps":{"alert":"x"}}', 400),
            ("POST", f"devices/{phone}/push?expires-in=soon", '{"aps":{"alert":"x"}}', 400),
            ("POST", f"devices/{phone}/push?collapse-id={'x' * 65}", '{"aps":{"alert":"x"}}', 400),
            ("GET", f"devices/{phone}/push", None, 404),
            ("POST", f"devices/{phone}/other", "{}", 404),
            ("POST", f"devices/{phone}/offer", "{}", 400),
            ("POST", f"devices/{phone}/device", '{"token":"../../x"}', 400),
            ("POST", f"devices/{phone}/device", '{"token":""}', 400),
            ("POST", "devices/nobody/device", '{"token":"00ff"}', 404),
        ]
        for method, path, body, status in cases:
            with self.subTest(path=path, body=(body or "")[:40]):
                answer = provider.request(method, path, body)
                self.assertEqual(answer[0], status)
                if answer[1]:  # An unknown route has no message.
                    self.assertTrue(answer[1]["error"]["message"])
        self.assertEqual(provider.waiting(), 0)
        self.assertNotIn("request failed", provider.log())

    def test_a_push_type_that_the_payload_does_not_determine_is_named(self):
        provider = self.provider()
        phone = self.phone(provider)
        path, body = f"devices/{phone}/push", json.dumps({"call": SECRET})
        status, answer = provider.request("POST", path, body)
        self.assertEqual((status, "push type" in answer["error"]["message"]), (400, True), answer)
        self.assertEqual(provider.request("POST", path + "?push-type=voip", body)[0], 202)
        wait(lambda: [dict(push["apple"]["headers"])["apns-push-type"] for push in self.simulator.details(phone)] == ["voip"], "the call")

    def test_an_error_of_json_has_its_position(self):
        provider = self.provider()
        status, answer = provider.request("POST", f"devices/{self.phone(provider)}/push", '{"aps":\n  {"alert":tru}}')
        self.assertEqual(status, 400)
        self.assertIn("(line 2, column ", answer["error"]["message"])

    def test_the_answer_to_a_push_has_what_the_linter_says(self):
        provider = self.provider()
        path = f"devices/{self.phone(provider)}/push"
        status, answer = provider.request("POST", path, '{"aps":{"alert":{"title":"x"},\n "Badge":1}}')
        self.assertEqual(status, 202)
        found = [(one["code"], one["severity"], one["pointer"], one["line"], one["column"]) for one in answer["diagnostics"]]
        self.assertEqual(found, [("misspelled-key", "warning", "/aps/Badge", 2, 2)])
        self.assertIn("badge", answer["diagnostics"][0]["message"])
        answer = provider.request("POST", path, '{"aps":{"alert":{"title":"x"}}}')[1]
        self.assertEqual((list(answer), answer["diagnostics"]), (["id", "diagnostics"], []))

    def test_each_request_is_logged_with_status_and_duration(self):
        provider = self.provider()
        provider.request("POST", "devices/nobody/push", '{"aps":{"alert":"x"}}')
        self.assertRegex(provider.log(), r"milliseconds=\d+ path=/devices/nobody/push status=404|path=/devices/nobody/push status=404.*milliseconds=\d+")
        self.assertRegex(provider.log(), r"path=/health/live status=200")

    def test_an_outage_is_noticed_at_once(self):
        connections = []

        class Closing(socketserver.BaseRequestHandler):
            def handle(self):
                connections.append(self.client_address)

        with socketserver.TCPServer(("127.0.0.1", 0), Closing) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            provider = self.provider("--apns", f"https://127.0.0.1:{host.server_address[1]}")
            provider.push("one", self.phone(provider))
            wait(lambda: "reason=no answer" in provider.log(), "the outage in the log")
            tried = len(connections)
            host.shutdown()
        # With its pool's retries the client would connect some fifteen times, for 10 seconds, before it reports the outage.
        self.assertLessEqual(tried, provider.log().count("reason=no answer") + 1)

    def test_an_app_with_another_topic_cannot_enrol(self):
        with self.assertRaisesRegex(RuntimeError, "reason"):
            self.simulator.add("other", self.provider(), app="com.example.other")

    def test_sessions(self):
        def digest(token):
            return base64.b64encode(hashlib.sha256(token.encode()).digest()).decode()

        sessions = self.folder / "sessions.json"
        sessions.write_text(json.dumps({digest("of-jane"): "jane", digest("of-the-backend"): "*"}))
        provider = self.provider("--sessions", sessions)
        self.assertNotIn("no request is authenticated", provider.log())
        for path, authorization, status in [
            ("jane/keys", None, 401),
            ("jane/keys", "Bearer other", 401),
            ("jane/keys", "of-jane", 401),
            ("jane/keys", "Bearer of-jane", 200),
            ("jane/keys", "bearer of-jane", 200),
            ("ben/keys", "Bearer of-jane", 403),
            ("jane/push", "Bearer of-jane", 403),
            ("jane/push", "Bearer of-the-backend", 404),
            ("jane/keys", "Bearer of-the-backend", 403),
            ("*/keys", "Bearer of-the-backend", 403),
        ]:
            with self.subTest(path=path, authorization=authorization):
                body = '{"sealedpush":"keys-v1"}' if path.endswith("keys") else '{"aps":{"alert":"x"}}'
                self.assertEqual(provider.request("POST", f"devices/{path}", body, authorization)[0], status)
        for authorization, status in [(None, 401), ("Bearer of-jane", 403), ("Bearer of-the-backend", 404)]:
            self.assertEqual(provider.request("POST", "attachments", "x", authorization)[0], status)
        for authorization, status in [("Bearer of-jane", 403), ("Bearer of-the-backend", 204)]:
            self.assertEqual(provider.request("DELETE", "devices/ben", authorization=authorization)[0], status)

    def test_an_ended_device_token_is_removed(self):
        provider = self.provider()
        for reason in ["Unregistered", "BadDeviceToken"]:
            phone = self.phone(provider)
            if reason == "Unregistered":
                self.simulator.post(f"api/phones/{phone}/remove-app")
            else:
                self.simulator.fault("answer", reason=reason, count=1)
            self.assertEqual(provider.push("one", phone)[0], 202)
            wait(lambda: provider.push("two", phone)[0] == 404, "the device without a token")
            wait(lambda: provider.waiting() == 0, "an empty outbox")
            self.assertEqual(provider.dropped(reason), 1)

    def test_a_device_that_is_deleted_gets_no_push(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.fault("answer")
        for title in ["one", "two", "three"]:
            self.assertEqual(provider.push(title, phone)[0], 202)
        self.assertEqual(provider.request("DELETE", f"devices/{phone}")[0], 204)
        self.assertEqual(provider.push("four", phone)[0], 404)
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        self.assertEqual(provider.log().count("reason=no device token"), 3)
        self.simulator.fault("none")
        self.assertEqual(self.simulator.titles(phone), [])
        self.assertEqual(provider.request("DELETE", f"devices/{phone}")[0], 204)

    def test_a_token_belongs_to_the_device_that_registered_it_last(self):
        provider = self.provider()
        old, new = self.phone(provider), self.phone(provider)
        provider.push("one", old)
        wait(lambda: self.simulator.titles(old) == ["one"], "the push on the phone")
        [push] = self.simulator.details(old)
        body = json.dumps({"token": push["apple"]["path"].split("/")[-1].upper()})
        self.assertEqual(provider.request("POST", f"devices/{new}/device", body)[0], 200)
        self.assertEqual(provider.push("two", old)[0], 404)

    def test_faults_that_are_not_the_push_s_own_lose_nothing(self):
        provider = self.provider()
        phones = {}
        for reason in ["TopicDisallowed", "BadTopic", "MissingTopic", "IdleTimeout", "BadPath", "MethodNotAllowed",
                       "InvalidProviderToken", "ExpiredProviderToken", "TooManyRequests"]:
            phones[reason] = self.phone(provider)
            self.simulator.fault("answer", reason=reason, count=1)
            self.assertEqual(provider.push(reason, phones[reason])[0], 202)
            wait(lambda: f"reason={reason}" in provider.log(), f"the reason {reason} in the log")
        for reason, phone in phones.items():
            wait(lambda: self.simulator.titles(phone) == [reason], f"the push after {reason}")
        self.assertNotIn("dropped", provider.log())

    def test_a_full_disk_is_an_error_and_loses_no_accepted_push(self):
        disk = self.enterContext(small_disk(8))
        # Nothing is settled before the end of the fault.
        provider = self.provider("--folder", disk / "data", "--lease-seconds", "3600")
        phone = self.phone(provider)
        self.simulator.fault("normal", delay=UNTIL_NONE)
        ballast = fill(disk, 1 << 20)
        accepted = []
        while (status := provider.push(str(len(accepted)), phone)[0]) == 202:
            accepted.append(str(len(accepted)))
        self.assertEqual(status, 503)
        self.assertIn("disk is full", provider.log())
        self.assertEqual(provider.push("none", phone)[0], 503)
        ballast.unlink()
        self.assertEqual(provider.push("last", phone)[0], 202)
        self.simulator.fault("none")
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        wait(lambda: self.simulator.titles(phone)[-1:] == ["last"], "the last push")
        self.assertEqual(self.simulator.titles(phone), [*accepted, "last"])

    def test_the_folder_is_of_one_process(self):
        provider = self.provider()
        command = [*provider.command, "--port", str(free_port())]
        second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn("database is locked", second.stderr)

    def test_lost_keys_are_an_error(self):
        provider = self.provider()
        self.phone(provider)
        provider.stop()
        shutil.rmtree(provider.folder / "data/keys")
        second = subprocess.run(provider.command, capture_output=True, text=True, timeout=WAIT)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn("notFound", second.stderr)
        self.assertFalse((provider.folder / "data/keys/provider.jwks").exists())

    def test_a_signing_key_that_others_can_read_is_refused(self):
        provider = self.provider()
        key = provider.folder / "AuthKey_ABCDE12345.p8"
        key.write_text("-----BEGIN PRIVATE KEY-----")
        key.chmod(0o644)
        command = [*provider.command, "--folder", provider.folder / "second", "--signing-key", key]
        second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
        self.assertEqual(second.returncode, 64)
        self.assertIn("expected a file of mode 0600", second.stderr)

    def test_refused_pushes_are_dropped_and_others_expire(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.fault("answer", reason="BadPriority", count=1)
        provider.push("one", phone)
        wait(lambda: "BadPriority" in provider.log(), "the reason in the log")
        self.simulator.fault("answer")
        provider.push("two", phone, "?expires-in=1")
        wait(lambda: "reason=expired" in provider.log(), "the expiry in the log")
        self.assertEqual((provider.waiting(), provider.dropped("BadPriority"), provider.dropped("expired")), (0, 1, 1))
        self.assertEqual(self.simulator.pushes(phone), [])

    def test_sigterm_finishes_what_is_being_sent(self):
        provider = self.provider("--stop-seconds", str(WAIT))
        phones = [self.phone(provider) for _ in range(4)]
        self.simulator.fault("normal", delay=UNTIL_NONE)
        for number in range(20):
            self.assertEqual(provider.push(str(number), phones[number % 4])[0], 202)
        for phone in phones:
            wait(lambda: self.simulator.pushes(phone), "a push that is being sent")
        self.assertEqual(provider.waiting(), 20)
        provider.begin_to_stop()
        self.simulator.fault("none")
        self.assertEqual(provider.process.wait(WAIT), 0)
        for phone in phones:
            self.assertEqual(len(self.simulator.pushes(phone)), 1, "the oldest push is finished, the others are not begun")
        provider.start()
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        for index, phone in enumerate(phones):
            wait(lambda: len(self.simulator.titles(phone)) >= 5, "5 pushes")
            # None was sent twice.
            self.assertEqual(self.simulator.titles(phone), [str(number) for number in range(index, 20, 4)])

    def test_sigterm_ends_a_provider_with_a_client_that_does_not_finish(self):
        provider = self.provider("--stop-seconds", "1")
        with socket.create_connection(("127.0.0.1", provider.port)) as client:
            client.sendall(b"POST /devices/x/device HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
            wait(lambda: sleeps(provider.process), "the server has read the request")
            self.assertEqual(provider.stop(), 0, provider.log())

    def test_sigterm_ends_a_provider_without_an_answer_and_a_restart_sends_the_rest(self):
        provider = self.provider("--stop-seconds", "1")
        phone = self.phone(provider)
        self.simulator.fault("normal", delay=UNTIL_NONE)
        self.assertEqual(provider.push("one", phone)[0], 202)
        wait(lambda: self.simulator.pushes(phone), "the push is being sent")
        self.assertEqual(provider.stop(), 0)
        self.simulator.fault("none")
        provider.start()
        wait(lambda: "one" in self.simulator.titles(phone), "the push after the restart")

    def test_nothing_that_was_accepted_is_lost(self):
        """Loads the provider while it is killed and the push service fails, and looks for each accepted push."""
        seed = random.randrange(1 << 32)
        print(f"seed {seed}", flush=True)
        chance = random.Random(seed)
        provider = self.provider()
        phones = [self.phone(provider) for _ in range(PHONES)]
        accepted = collections.defaultdict(dict)
        done = threading.Event()

        def send(number):
            phone = phones[number % PHONES]
            while not done.is_set():
                try:
                    status, answer = provider.push(str(number), phone)
                except (OSError, http.client.HTTPException):
                    time.sleep(0.05)  # The push may have been accepted; another one with this title does no harm.
                    continue
                assert status == 202, (status, answer)
                accepted[phone][answer["id"]] = str(number)
                return

        faults = 0

        def disturb():
            nonlocal faults
            while not done.is_set():
                faults += 3
                behaviour = chance.choice(["cut", "cut-after-accepting", "go-away", "answer", "answer-and-go-away"])
                reason = chance.choice(["ServiceUnavailable", "TooManyRequests", "InternalServerError", "Shutdown"])
                self.simulator.fault(behaviour, count=chance.randrange(1, 4), reason=reason)
                done.wait(chance.uniform(0.5, 1.5))

        def kill(count):
            for _ in range(count):
                time.sleep(chance.uniform(0.3, 1.2))
                provider.stop(signal.SIGKILL)
                provider.start()

        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            try:
                disturber, killer = pool.submit(disturb), pool.submit(kill, KILLS)
                for result in [pool.submit(send, number) for number in range(PUSHES)]:
                    result.result()
                killer.result()
            finally:
                done.set()
            disturber.result()
        self.simulator.fault("none")
        print(f"{PUSHES} pushes accepted, {provider.waiting()} wait after {KILLS} kills", flush=True)
        kill(3)
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        total = sent_again = 0
        for phone in phones:
            wait(lambda: all("delivery" in push for push in self.simulator.pushes(phone)), "all deliveries")
            arrived = {push["id"]: push["delivery"]["content"]["title"] for push in self.simulator.pushes(phone)}
            lost = {id: title for id, title in accepted[phone].items() if arrived.get(id) != title}
            self.assertEqual(lost, {}, f"accepted and lost, of {len(accepted[phone])} to {phone}")
            total += len(self.simulator.pushes(phone))
            sent_again += len(self.simulator.pushes(phone)) - len(arrived)
        self.assertEqual(sum(map(len, accepted.values())), PUSHES)
        print(f"{total} pushes arrived, {sent_again} of them again", flush=True)
        # At most one push of each phone at each kill, and those with an injected fault.
        self.assertLessEqual(sent_again, (KILLS + 3) * PHONES + faults)
        self.assert_nothing_leaked(provider, *phones)

    def test_run(self):
        """The one command: a phone enrols through the provider and shows the push; an interrupt ends everything. A second run keeps the phone."""
        folder = self.folder / "run"
        ports = free_ports()
        for _ in range(2):
            process = subprocess.Popen(
                [RUN], env={**os.environ, **ports, "FOLDER": str(folder), "TOOLS": str(BIN)},
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
            try:
                line = ""
                for line in process.stdout:
                    if line.startswith("page"):
                        break
                self.assertTrue(line.startswith("page"), "it ended")
                shown = Phones(line.split()[1])
                wait(lambda: shown.titles("zoe") == ["Payment received"], "the push on the phone")
            finally:
                os.killpg(process.pid, signal.SIGINT)  # As Ctrl-C does.
                status = process.wait(WAIT)
                process.stdout.close()
            self.assertEqual(status, 0)
            for port in ports.values():
                with socket.socket() as one:
                    self.assertNotEqual(one.connect_ex(("127.0.0.1", int(port))), 0, "a process listens after the stop")

    def test_run_names_the_variable_of_a_port_in_use(self):
        for name in free_ports():
            with socket.create_server(("127.0.0.1", 0)) as taken:
                port = str(taken.getsockname()[1])
                run = subprocess.run(
                    [RUN], env={**os.environ, **free_ports(), name: port, "TOOLS": str(BIN)},
                    capture_output=True, text=True, timeout=WAIT)
            self.assertEqual((run.returncode, run.stdout, run.stderr),
                             (1, "", f"error: port {port} is in use; {name}=NUMBER chooses another one\n"))

    def test_run_ends_if_a_process_does_not_start(self):
        tools, folder = self.folder / "tools", self.folder / "not-started"
        (folder / "simulator").mkdir(parents=True)
        tools.mkdir()
        program = tools / "sealedpush-simulator"
        program.write_text("#!/bin/sh\necho cannot start >&2\nexit 1\n")
        program.chmod(0o755)
        for description in [None, "{}"]:  # Without a description, and with that of an earlier run.
            if description:
                (folder / "simulator" / "simulator.json").write_text(description)
            run = subprocess.run(
                [RUN], env={**os.environ, **free_ports(), "FOLDER": str(folder), "TOOLS": str(tools)},
                capture_output=True, text=True, timeout=WAIT)
            self.assertNotEqual(run.returncode, 0)
            self.assertEqual(run.stderr, "cannot start\n")  # The provider is not started.


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    PUSHES, PHONES, KILLS = 2_000, 20, 8
    unittest.main(verbosity=2)
