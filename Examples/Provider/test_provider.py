"""Tests of the provider as a process, with phones of the simulator. Argument: the folder of the executables."""

import base64
import collections
import concurrent.futures
import hashlib
import http.client
import itertools
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

SECRET = "only-for-the-phone"
NUMBERS = itertools.count(1)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait(condition, what, seconds=60):
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


class Phones:
    """The phones on a page of the simulator."""

    def __init__(self, page):
        self.page = page

    def pushes(self, name):
        """The pushes that a phone has received, oldest first; the page's stream begins with them, in several messages."""
        with urllib.request.urlopen(f"{self.page}api/phones/{name}/events", timeout=60) as events:
            messages = (json.loads(line.removeprefix(b"data: ")) for line in events if line.startswith(b"data: "))
            first = next(messages)
            entries = first["entries"]
            while entries and min(entry["number"] for entry in entries) > first["phone"]["oldest"]:
                entries += next(messages)["entries"]
        accepted = [entry for entry in entries if entry["status"] != "refused"]
        return sorted(accepted, key=lambda entry: entry["number"])

    def details(self, name):
        """The pushes with their requests to APNs and the reports about their keys, oldest first."""
        for push in self.pushes(name):
            with urllib.request.urlopen(f"{self.page}api/phones/{name}/pushes/{push['number']}", timeout=60) as answer:
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
            [BIN / "sealedpush-simulator", "run", "--folder", folder], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if line.startswith("page"):
                super().__init__(line.split()[1])
                return
        raise RuntimeError("the simulator did not start")

    def post(self, path, **json_object):
        request = urllib.request.Request(self.page + path, json.dumps(json_object).encode(), method="POST")
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read()) from error

    def add(self, name, provider, app="com.example.bank"):
        self.post("api/phones", name=name, app=app, languages=["en"], server=provider.address)

    def fault(self, behaviour, count=0, reason="ServiceUnavailable", delay=0):
        """Injects a fault, by default for all pushes until the fault none."""
        self.post("api/faults", behaviour=behaviour, count=count, reason=reason, delay=delay)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
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
        wait(self.is_live, "the provider is live", 30)

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
        return self.process.wait(60)

    def request(self, method, path, body=None, token=None):
        """Returns the status and the JSON of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            connection.request(method, "/" + path, body, headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text.startswith(b"{") else text
        finally:
            connection.close()

    def push(self, title, to, query="", token=None):
        payload = {"aps": {"alert": {"title": title, "body": SECRET}}}
        return self.request("POST", f"devices/{to}/push{query}", json.dumps(payload), token)

    def waiting(self):
        return self.request("GET", "health/ready")[1]["outbox"]

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
        status, answer = provider.push("one", phone, "?collapse-id=balance&expires-in=60")
        self.assertEqual(status, 202)
        wait(lambda: self.simulator.titles(phone) == ["one"], "the push on the phone")
        [push] = self.simulator.details(phone)
        self.assertEqual(push["id"], answer["id"])
        headers = dict(push["apple"]["headers"])
        self.assertEqual(headers["apns-collapse-id"], "balance")
        self.assertAlmostEqual(int(headers["apns-expiration"]), time.time() + 60, delta=30)
        wait(lambda: provider.waiting() == 0, "an empty outbox")
        self.assertEqual(provider.request("GET", "health/live")[0], 200)
        self.assert_nothing_leaked(provider, phone)
        for file in (provider.folder / "data").rglob("*"):
            if not file.name.endswith(".pub.jwks"):
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)

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
        provider.push("two", phone)
        wait(lambda: self.simulator.titles(phone) == ["two"], "the push after the new enrolment")
        self.simulator.post(f"api/phones/{phone}/renew-token")
        provider.push("three", phone)
        wait(lambda: self.simulator.titles(phone) == ["two", "three"], "the push to the new device token")

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
            ("POST", f"devices/{phone}/push?expires-in=0", '{"aps":{"alert":"x"}}', 400),
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
                self.assertEqual(provider.request(method, path, body)[0], status)
        self.assertEqual(provider.waiting(), 0)

    def test_an_app_with_another_topic_cannot_enrol(self):
        with self.assertRaisesRegex(RuntimeError, "reason"):
            self.simulator.add("other", self.provider(), app="com.example.other")

    def test_a_live_activity_has_its_own_token(self):
        provider = self.provider()
        phone = self.phone(provider)
        token = "00" * 32
        update = {"aps": {"timestamp": int(time.time()), "event": "update", "content-state": {"text": SECRET}}}
        path = f"devices/{phone}/push?token={token}"
        self.assertEqual(provider.request("POST", path, json.dumps(update))[0], 202)
        # The simulator knows no tokens of Live Activities; the answer is that of the token in the request.
        wait(lambda: "BadDeviceToken" in provider.log(), "the answer to the token")
        self.assertEqual(provider.request("POST", f"devices/{phone}/push?token=../x", json.dumps(update))[0], 400)
        self.assertEqual(provider.push("one", phone)[0], 202)
        wait(lambda: self.simulator.titles(phone) == ["one"], "a push to the device, which was not forgotten")

    def test_sessions(self):
        def digest(token):
            return base64.b64encode(hashlib.sha256(token.encode()).digest()).decode()

        sessions = self.folder / "sessions.json"
        sessions.write_text(json.dumps({digest("of-jane"): "jane", digest("of-the-backend"): "*"}))
        provider = self.provider("--sessions", sessions)
        self.assertEqual(provider.request("POST", "devices/jane/keys")[0], 401)
        self.assertEqual(provider.request("POST", "devices/jane/keys", token="other")[0], 401)
        self.assertEqual(provider.request("POST", "devices/ben/keys", token="of-jane")[0], 401)
        self.assertEqual(provider.request("POST", "devices/jane/keys", token="of-jane")[0], 200)
        self.assertEqual(provider.push("x", "jane", token="of-jane")[0], 401)
        self.assertEqual(provider.push("x", "jane", token="of-the-backend")[0], 404)

    def test_an_ended_device_token_forgets_the_device(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.post(f"api/phones/{phone}/remove-app")
        self.assertEqual(provider.push("one", phone)[0], 202)
        wait(lambda: provider.push("two", phone)[0] == 404, "the forgotten device")
        wait(lambda: provider.waiting() == 0, "an empty outbox")

    def test_refused_pushes_are_dropped_and_others_expire(self):
        provider = self.provider()
        phone = self.phone(provider)
        self.simulator.fault("answer", reason="BadPriority", count=1)
        provider.push("one", phone)
        wait(lambda: "BadPriority" in provider.log(), "the reason in the log")
        self.simulator.fault("answer")
        provider.push("two", phone, "?expires-in=1")
        wait(lambda: "reason=expired" in provider.log(), "the expiry in the log")
        self.assertEqual(provider.waiting(), 0)
        self.assertEqual(self.simulator.pushes(phone), [])

    def test_sigterm_sends_what_is_due(self):
        provider = self.provider()
        phones = [self.phone(provider) for _ in range(4)]
        self.simulator.fault("normal", delay=100)
        for number in range(20):
            self.assertEqual(provider.push(str(number), phones[number % 4])[0], 202)
        self.assertGreater(provider.waiting(), 0)
        self.assertEqual(provider.stop(), 0)
        received = [title for phone in phones for title in self.simulator.titles(phone)]
        self.assertEqual(sorted(received, key=int), [str(number) for number in range(20)])

    def test_sigterm_ends_in_time_and_a_restart_sends_the_rest(self):
        provider = self.provider("--drain-seconds", "1")
        phone = self.phone(provider)
        self.simulator.fault("normal", delay=20_000)
        self.assertEqual(provider.push("one", phone)[0], 202)
        start = time.monotonic()
        self.assertEqual(provider.stop(), 0)
        self.assertLess(time.monotonic() - start, 5)
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

        def disturb():
            while not done.is_set():
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
        wait(lambda: provider.waiting() == 0, "an empty outbox", 90)
        total = 0
        for phone in phones:
            wait(lambda: all("delivery" in push for push in self.simulator.pushes(phone)), "all deliveries")
            arrived = {push["id"]: push["delivery"]["content"]["title"] for push in self.simulator.pushes(phone)}
            lost = {id: title for id, title in accepted[phone].items() if arrived.get(id) != title}
            self.assertEqual(lost, {}, f"accepted and lost, of {len(accepted[phone])} to {phone}")
            total += len(self.simulator.pushes(phone))
        self.assertEqual(sum(map(len, accepted.values())), PUSHES)
        print(f"{total} pushes arrived; those without an answer were sent again", flush=True)
        self.assert_nothing_leaked(provider, *phones)

    def test_run(self):
        """The one command: a phone enrols through the provider and shows the push; an interrupt ends everything."""
        folder = self.folder / "run"
        ports = {name: str(free_port()) for name in ("PORT", "PAGE_PORT", "APNS_PORT")}
        process = subprocess.Popen(
            [pathlib.Path(__file__).parent / "run"], env={**os.environ, **ports, "FOLDER": str(folder), "TOOLS": str(BIN)},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        try:
            for line in process.stdout:
                if line.startswith("page"):
                    break
            shown = Phones(line.split()[1])
            wait(lambda: shown.titles("zoe") == ["Payment received"], "the push on the phone")
        finally:
            os.killpg(process.pid, signal.SIGINT)  # As Ctrl-C does.
            status = process.wait(60)
            process.stdout.close()
        self.assertEqual(status, 0)
        for port in ports.values():
            with socket.socket() as one:
                self.assertNotEqual(one.connect_ex(("127.0.0.1", int(port))), 0, "a process listens after the stop")


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    PUSHES, PHONES, KILLS = 2_000, 20, 8
    unittest.main(verbosity=2)
