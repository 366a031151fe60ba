"""Tests of several instances of the provider on one server of PostgreSQL. Argument: the folder of the executables."""

import collections
import concurrent.futures
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import test_provider
from test_provider import SECRET, UNTIL_NONE, WAIT, Provider, Simulator, fill, rotate, rotation, small_disk, wait

PUSHES = int(os.environ.get("PUSHES", "2000"))
PHONES, KILLS_OF_EACH, ROTATIONS = 50, 3, 12


class Database:
    """A server of PostgreSQL in a folder that nobody else can enter, so those who can connect to its socket are trusted.

    Its data may be on another disk; else they are in memory."""

    def __init__(self, disk=None, segment=1, **settings):
        self.settings = {"listen_addresses": "", "fsync": "off", "shared_buffers": "16MB", **settings}
        self.programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        memory = pathlib.Path("/dev/shm")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="provider-test-", dir=memory if os.access(memory, os.W_OK) else None))
        # The server refuses to run as root.
        self.user = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        self.data = (disk or self.folder) / "data"
        if disk:
            shutil.copymode(self.folder, disk)
            shutil.chown(disk, self.folder.owner())
        subprocess.run([*self.user, self.programs / "initdb", "--no-sync", f"--wal-segsize={segment}", "--username=postgres",
                        "--auth=trust", "-D", self.data], check=True, stdout=subprocess.DEVNULL)
        self.connection = f"postgresql:///postgres?host={self.folder}&user=postgres"
        self.start()

    def start(self):
        settings = {"unix_socket_directories": self.folder, **self.settings}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        while True:
            with open(self.folder / "log", "a") as log:
                self.process = subprocess.Popen(
                    [*self.user, self.programs / "postgres", "-D", self.data, *words], stdout=log, stderr=log)
            wait(lambda: self.process.poll() is not None or self.accepts(), "the server of the database")
            if self.process.poll() is None:
                return
            # After a kill, as long as processes of the former server end.

    def accepts(self):
        return subprocess.run([self.programs / "pg_isready", "-q", "-h", self.folder]).returncode == 0

    def kill(self):
        self.process.kill()
        self.process.wait(WAIT)

    def rows(self, sql):
        answer = subprocess.run([self.programs / "psql", self.connection, "-qAtc", sql],
                                check=True, capture_output=True, text=True)
        return [line.split("|") for line in answer.stdout.splitlines()]

    def remove(self):
        self.kill()
        shutil.rmtree(self.folder)


class Address(Provider):
    """One address for several instances: each connection goes to the next one that listens."""

    def __init__(self, instances):
        self.instances = instances
        self.ports = itertools.cycle([instance.port for instance in instances])
        self.server = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self.server.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return  # It was closed.
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        with client:
            for _ in self.instances:
                try:
                    instance = socket.create_connection(("127.0.0.1", next(self.ports)))
                    break
                except OSError:
                    continue
            else:
                return
            with instance:
                answers = threading.Thread(target=self.forward, args=(instance, client), daemon=True)
                answers.start()
                self.forward(client, instance)
                answers.join()

    @staticmethod
    def forward(source, target):
        """Forwards until either end is closed, and ends the other direction too."""
        try:
            while data := source.recv(65_536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class LostAnswer:
    """A socket before that of the database, which closes instead of the answer to the first push that is added."""

    def __init__(self, database, folder):
        self.target = str(database.folder / ".s.PGSQL.5432")
        self.connection = f"postgresql:///postgres?host={folder}&user=postgres"
        self.is_lost, self.may_connect = threading.Event(), threading.Event()
        self.may_connect.set()
        folder.mkdir()
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(folder / ".s.PGSQL.5432"))
        self.server.listen(100)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):  # It was closed.
            while True:
                client, _ = self.server.accept()
                threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        with client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            self.may_connect.wait(WAIT)
            server.connect(self.target)
            loses = False
            while ready := select.select([client, server], [], [])[0]:
                if client in ready:
                    data = client.recv(65_536)
                    # The parameter with the headers of a push; the statement was prepared before.
                    loses = b'"apns-id"' in data and not self.is_lost.is_set()
                    server.sendall(data)
                else:
                    data = server.recv(65_536)
                    if loses and data:
                        self.may_connect.clear()
                        self.is_lost.set()
                        return
                    client.sendall(data)
                if not data:
                    return


class InstanceTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="provider-test-")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.simulator = Simulator(cls.folder / "simulator")
        cls.addClassCleanup(cls.simulator.stop)
        cls.database = Database()
        cls.addClassCleanup(cls.database.remove)

    def setUp(self):
        self.simulator.fault("none")
        self.database.rows("DROP SCHEMA IF EXISTS provider CASCADE; DROP SCHEMA IF EXISTS sealedpush CASCADE")
        self.keys = self.folder / self._testMethodName / "keys"
        self.set_up(self.keys)

    def set_up(self, folder):
        subprocess.run([test_provider.BIN / "provider", "setup", "--database", self.database.connection, "--folder", folder],
                       check=True, timeout=WAIT)

    def instance(self, name, *options):
        """An instance with its own copy of the keys, as on a machine of its own."""
        folder = self.folder / self._testMethodName / f"keys-of-{name}"
        shutil.copytree(self.keys, folder)
        instance = Provider(self.simulator, self.folder / self._testMethodName / name, "--folder", folder,
                            "--database", self.database.connection, "--lease-seconds", "8", *options)
        instance.keyring = folder / "keys" / "provider.jwks"
        self.addCleanup(lambda: instance.process.poll() is None and instance.stop(signal.SIGKILL))
        return instance

    def phone(self, provider):
        name = f"phone{next(test_provider.NUMBERS)}"
        self.simulator.add(name, provider)
        return name

    def missed(self, phone):
        """The number of pushes that the phone misses before the newest one, by their sequence."""
        path = f"api/phones/{phone}/pushes/{self.simulator.pushes(phone)[-1]['number']}"
        with urllib.request.urlopen(self.simulator.page + path, timeout=WAIT) as answer:
            return json.load(answer)["delivery"].get("missedPushes", 0)

    def test_a_push_that_a_killed_instance_had_taken_is_taken_again(self):
        first = self.instance("first")
        phone = self.phone(first)
        self.simulator.fault("normal", delay=UNTIL_NONE)
        answer = first.push("one", phone)[1]
        wait(lambda: self.simulator.pushes(phone), "the push is being sent")
        first.stop(signal.SIGKILL)
        second = self.instance("second")
        self.assertEqual(second.push("two", phone)[0], 202)
        wait(lambda: len(self.simulator.pushes(phone)) > 1, "the push is sent again")
        self.simulator.fault("none")
        wait(lambda: second.waiting() == 0, "an empty outbox")
        wait(lambda: self.simulator.titles(phone)[-1:] == ["two"], "the next push")
        self.assertEqual({push["id"] for push in self.simulator.pushes(phone)[:-1]}, {answer["id"]})

    def test_a_push_whose_acceptance_was_not_acknowledged_is_kept_once(self):
        second = self.instance("second")
        phone = self.phone(second)
        # If another push follows, it is not known whether this one was kept.
        for name, follows, status in [("alone", False, 202), ("followed", True, 503)]:
            proxy = LostAnswer(self.database, self.folder / f"lost-{name}")
            self.addCleanup(proxy.server.close)
            first = self.instance(name, "--database", proxy.connection)
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                answer = pool.submit(first.push, name, phone)
                self.assertTrue(proxy.is_lost.wait(WAIT))
                if follows:
                    self.assertEqual(second.push("next", phone)[0], 202)
                proxy.may_connect.set()
                self.assertEqual(answer.result()[0], status)
            wait(lambda: second.waiting() == 0, "an empty outbox")
        wait(lambda: len(self.simulator.titles(phone)) >= 3, "the pushes")
        self.assertEqual(self.simulator.titles(phone), ["alone", "followed", "next"])

    def test_a_full_disk_of_the_database_is_an_error_and_loses_no_accepted_push(self):
        disk = self.enterContext(small_disk(64))
        self.database = Database(disk)
        self.addCleanup(self.database.remove)
        self.set_up(self.keys)
        instances = [self.instance("first"), self.instance("second")]
        phone = self.phone(instances[0])
        self.simulator.fault("answer")
        ballast = fill(disk, 1 << 20)
        accepted = {}
        while True:
            status, answer = instances[len(accepted) % 2].push(str(len(accepted)), phone)
            if status != 202:
                break
            accepted[answer["id"]] = str(len(accepted))
        self.assertEqual(status, 503)
        self.assertIn("No space left on device", (self.database.folder / "log").read_text())
        ballast.unlink()
        # A server that had no space for its log has ended.
        wait(lambda: self.database.process.poll() is not None or self.database.accepts(), "the server of the database")
        if self.database.process.poll() is not None:
            self.database.start()
        for instance in instances:
            self.assertIsNone(instance.process.poll(), "it ended with the database")
            self.assertEqual(instance.push("after", phone)[0], 202)
        self.simulator.fault("none")
        wait(lambda: instances[0].waiting() == 0, "an empty outbox")
        wait(lambda: all("delivery" in push for push in self.simulator.pushes(phone)), "all deliveries")
        titles = {push["id"]: push["delivery"]["content"]["title"] for push in self.simulator.pushes(phone)}
        self.assertEqual({id: titles.get(id) for id in accepted}, accepted)
        self.assertEqual(list(titles.values())[-2:], ["after", "after"])
        self.assertEqual(self.database.rows("SELECT accepted FROM provider.device"), [[str(len(titles))]], "a gap in the sequence")

    def test_a_push_that_the_database_has_no_space_to_lease_waits(self):
        first = self.instance("first")
        phone = self.phone(first)
        self.database.rows("""
            CREATE FUNCTION provider.no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53100'; END $$;
            CREATE TRIGGER no_space BEFORE UPDATE ON provider.device FOR EACH ROW WHEN (NEW.process IS NOT NULL)
            EXECUTE FUNCTION provider.no_space()""")
        self.assertEqual(first.push("one", phone)[0], 202)
        wait(lambda: "SQLSTATE 53100" in first.log(), "an attempt to lease the push")
        self.database.rows("DROP TRIGGER no_space ON provider.device")
        wait(lambda: self.simulator.titles(phone) == ["one"], "the push")

    def test_the_pushes_of_a_device_have_one_sequence(self):
        first, second = self.instance("first"), self.instance("second")
        phone = self.phone(first)
        for provider, title, missed in [(first, "one", 0), (second, "two", 0), (first, "three", 1)]:
            if missed:
                self.simulator.fault("answer", reason="BadPriority", count=1)
                self.assertEqual(second.push("dropped", phone)[0], 202)
                wait(lambda: first.waiting() == 0, "the end of the push")
            self.assertEqual(provider.push(title, phone)[0], 202)
            wait(lambda: self.simulator.titles(phone)[-1:] == [title], "the push")
            self.assertEqual(self.missed(phone), missed)

    def test_the_keys_are_made_once(self):
        keyring = self.keys / "keys" / "provider.jwks"
        before = keyring.read_text()
        self.set_up(self.keys)
        self.assertEqual(keyring.read_text(), before)
        self.phone(self.instance("first"))
        with self.assertRaises(subprocess.CalledProcessError):
            self.set_up(self.folder / self._testMethodName / "other")
        shutil.rmtree(self.keys / "keys")
        with self.assertRaisesRegex(RuntimeError, "notFound"):
            self.instance("second")

    def test_a_password_in_the_connection_string_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "passfile") as error:
            self.instance("first", "--database", "postgresql://bank:hunter2@db.example.com/bank")
        self.assertNotIn("hunter2", str(error.exception))

    def test_no_accepted_push_is_lost_or_numbered_wrongly(self):
        """Loads three instances while they, the database and the rotations of their keys are killed."""
        seed = random.randrange(1 << 32)
        print(f"seed {seed}", flush=True)
        chance = random.Random(seed)
        instances = [self.instance(name) for name in ("first", "second", "third")]
        address = Address(instances)
        self.addCleanup(address.server.close)
        phones = [self.phone(address) for _ in range(PHONES)]
        self.database.rows("""
            CREATE TABLE provider.added (number bigint, device bytea, id text);
            CREATE FUNCTION provider.add() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO provider.added VALUES (
                    (NEW.content::json->>'number')::bigint, NEW.device, NEW.content::json->'headers'->>'apns-id');
                RETURN NEW;
            END $$;
            CREATE TRIGGER add AFTER INSERT ON provider.push FOR EACH ROW EXECUTE FUNCTION provider.add()""")
        accepted = collections.defaultdict(dict)
        done = threading.Event()

        def send(number):
            phone = phones[number % PHONES]
            while not done.is_set():
                try:
                    status, answer = address.push(str(number), phone)
                except (OSError, http.client.HTTPException):
                    status = 503
                if status == 202:
                    accepted[phone][answer["id"]] = str(number)
                    return
                # The push may have been accepted; another one with this title does no harm.
                assert status == 503, (status, answer)
                time.sleep(0.05)

        def after(count):
            """Waits for accepted pushes, as long as their number grows."""
            while (found := sum(map(len, accepted.values()))) < count and not done.is_set():
                wait(lambda: sum(map(len, accepted.values())) > found or done.is_set(), "an accepted push")

        def kill():
            killings = [*instances, self.database] * KILLS_OF_EACH
            chance.shuffle(killings)
            for count, killed in zip(sorted(chance.sample(range(PUSHES), len(killings))), killings):
                after(count)
                if killed is self.database:
                    killed.kill()
                else:
                    killed.stop(signal.SIGKILL)
                killed.start()

        def rotate_keys():
            """Rotates the keys, or kills the command that does, and opens the apps of some phones."""
            for count in sorted(chance.sample(range(PUSHES), ROTATIONS)):
                after(count)
                with rotation(instances[0].keyring) as command:
                    if chance.random() < 0.7:
                        time.sleep(chance.uniform(0, 0.1))
                        command.kill()
                for instance in instances[1:]:
                    copy = instance.keyring.with_name("changed")
                    shutil.copy2(instances[0].keyring, copy)
                    copy.rename(instance.keyring)
                for phone in chance.sample(phones, PHONES // 2):
                    with contextlib.suppress(RuntimeError):  # The server was killed.
                        self.simulator.post(f"api/phones/{phone}/open-app")

        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            try:
                tasks = [pool.submit(kill), pool.submit(rotate_keys)]
                for result in [pool.submit(send, number) for number in range(PUSHES)]:
                    result.result()
                for task in tasks:
                    task.result()
            finally:
                done.set()
        print(f"{PUSHES} pushes accepted, {address.waiting()} wait after the kills and rotations", flush=True)
        while left := address.waiting():
            wait(lambda: address.waiting() < left, "a push is sent")
        for instance in instances:
            self.assertIsNone(instance.process.poll(), "it ended with the database")
        rotate(instances[0].keyring)
        version = json.loads(instances[0].keyring.read_text())["sealedpush"]["version"]
        print(f"{version - 1} rotations of {ROTATIONS + 1} were not killed before their change", flush=True)
        added = collections.defaultdict(list)
        for phone, number, id in self.database.rows(
                "SELECT convert_from(device, 'UTF8'), number, id FROM provider.added ORDER BY device, number"):
            added[phone].append(id)
            self.assertEqual(int(number), len(added[phone]), "a gap or a repetition in the sequence")
        total = sent_again = 0
        for phone in phones:
            wait(lambda: all("delivery" in push for push in self.simulator.pushes(phone)), "all deliveries")
            pushes = self.simulator.pushes(phone)
            titles = {}
            for push in pushes:
                self.assertEqual(push["delivery"]["outcome"], "opened", push)
                title = push["delivery"]["content"]["title"]
                self.assertEqual(titles.setdefault(push["id"], title), title)
            lost = {id: title for id, title in accepted[phone].items() if titles.get(id) != title}
            self.assertEqual(lost, {}, f"accepted and lost, of {len(accepted[phone])} to {phone}")
            self.assertEqual(list(titles), added[phone], "each push has one id, and they arrive in the order of their numbers")
            self.assertEqual(address.push("last", phone)[0], 202)
            wait(lambda: self.simulator.titles(phone)[-1:] == ["last"], "the last push")
            self.assertEqual(self.missed(phone), 0)
            total += len(pushes)
            sent_again += len(pushes) - len(titles)
        self.assertEqual(sum(map(len, accepted.values())), PUSHES)
        print(f"{total} pushes arrived, {sent_again} of them again", flush=True)
        for file in [*self.database.data.rglob("*"), *(self.folder / self._testMethodName).rglob("*")]:
            if file.is_file():
                self.assertNotIn(SECRET.encode(), file.read_bytes(), file)


if __name__ == "__main__":
    test_provider.BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
