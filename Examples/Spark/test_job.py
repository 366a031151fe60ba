"""Tests the job on local executors, with registrations in PostgreSQL: no answer is lost or duplicated, also after a crash, each is
sealed to the device's key by the provider's key that the device has, and a sample opens.

Argument: the folder of sealedpush and the provider.
"""

import base64
import collections
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

import psycopg

import seal_job

TOOL, PROVIDER = (pathlib.Path(sys.argv[1]).resolve() / name for name in ("sealedpush", "provider"))
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Provider"))
from test_instances import Database  # noqa: E402

SENDER = HERE.parent / "Senders" / "python" / "sealedpush_sender.py"
REQUESTS = 20_000
DEVICES = 2_000
TOPIC = "com.example.bank"

# A sender whose process is killed after some seals, once.
CRASH = """
class Sealer(Sealer):
    count = 0

    def push(self, *arguments, **options):
        Sealer.count += 1
        if Sealer.count == 100:
            with contextlib.suppress(FileExistsError):
                os.mkdir({marker!r})
                os.kill(os.getpid(), 9)
        return super().push(*arguments, **options)
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "==")


def enrol(keys, phone):
    """Enrols a device whose keys are in a folder of its own, and returns its registration."""
    phone.mkdir(mode=0o700)
    (phone / "provider.pub.jwks").write_bytes((keys / "provider.pub.jwks").read_bytes())
    names = ["--from", "provider", "--topic", TOPIC]
    offer = run(TOOL, "keys", "offer", "phone", "--from", "provider", "--keys", phone)
    challenge = run(TOOL, "keys", "challenge", "jane", *names, "--keys", keys, input=offer)
    answer = run(TOOL, "keys", "answer", "phone", *names, "--keys", phone, input=challenge)
    run(TOOL, "keys", "finish", "phone", "--keys", phone, input=run(TOOL, "keys", "confirm", "jane", "--keys", keys, input=answer))
    return json.loads((keys / "jane.jwks").read_text())


def registration(number):
    """A registration of random keys: of suite 1 or 5, for a device that has pinned the first set, the second one, or an unknown one."""
    chance = random.Random(number)
    # Almost any number below 2^255 is a public key of X25519 (RFC 7748 section 6.1).
    key = {"kty": "OKP", "crv": "X25519", "x": base64url(chance.randbytes(31) + bytes([number % 128])),
           "sealedpush": {"role": "device", "state": "active", "created": 1}}
    if number % 2:
        key["sealedpush"] |= {"suite": 5, "chain": {"k": base64url(chance.randbytes(32)), "day": 20_700, "lifetime": 7}}
    former = {**key, "x": base64url(chance.randbytes(32)), "sealedpush": {"role": "device", "state": "retiring", "until": 1}}
    pinned = {} if number % 3 == 0 else {"sealedpush": {"pinned": number % 3}}
    return {"keys": [former, key], **pinned}


def requests():
    """Yields the requests. One in a hundred has no payload, an unknown name, a payload that is too large, or a sequence."""
    for number in range(REQUESTS):
        request = {"id": number, "to": f"device-{number % DEVICES}", "payload": {"aps": {"alert": f"push {number}"}}}
        if number % 400 == 99:
            del request["payload"]
        elif number % 400 == 199:
            request["to"] = "unknown"
        elif number % 400 == 299:
            request["payload"]["aps"]["alert"] = "x" * 5000
        elif number % 400 == 399:
            request["sequence"] = number
        yield request


def job(*arguments, sender=SENDER):
    options = f"--master local-cluster[2,1,1024] --py-files {sender} pyspark-shell"
    return subprocess.run(
        [sys.executable, HERE / "seal_job.py", *arguments], capture_output=True, text=True,
        env={**os.environ, "PYSPARK_SUBMIT_ARGS": options, "PYSPARK_PYTHON": sys.executable})


def check_refusals(keyring):
    arguments = ["requests", "answers", "--keyring", keyring, "--topic", TOPIC]
    refused = job(*arguments, "--database", "postgresql://bank:hunter2@127.0.0.1/bank")
    assert refused.returncode == 2 and "passfile" in refused.stderr and "hunter2" not in refused.stderr, refused.stderr
    keyring.chmod(0o644)
    try:
        seal_job.keyring(keyring)
        raise AssertionError("a keyring that others can read was accepted")
    except PermissionError:
        keyring.chmod(0o600)


def check_answers(folder, registrations, provider):
    """Checks each answer's suite and keys, and returns the codes of the errors and the bodies of the enrolled phone by their ids."""
    first, second = (decoded(key["kid"])[:4] for key in provider["keys"])
    errors, bodies = collections.Counter(), {}
    for file in sorted(folder.glob("part-*")):
        for answer in map(json.loads, file.read_text().splitlines()):
            if "error" in answer:
                errors[answer["error"]["code"]] += 1
                continue
            number = answer["id"] % DEVICES
            [*_, key] = registrations[number]["keys"]
            thumbprint = hashlib.sha256(f'{{"crv":"X25519","kty":"OKP","x":"{key["x"]}"}}'.encode()).digest()
            suite = key["sealedpush"].get("suite", 1)
            # Without a known version it is the oldest key, since none was announced for a week.
            sender = second if registrations[number].get("sealedpush") == {"pinned": 2} else first
            envelope = decoded(json.loads(answer["body"])["sealed"])
            assert envelope[:9] == bytes([suite]) + thumbprint[:4] + sender, (number, envelope[:9])
            assert answer["headers"]["apns-topic"] == TOPIC and uuid.UUID(answer["headers"]["apns-id"]), answer
            if number == 0:
                bodies[answer["id"]] = answer["body"]
    return errors, bodies


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        database = Database()
        try:
            test(folder, database)
        finally:
            database.remove()


def test(folder, database):
    run(PROVIDER, "setup", "--database", database.connection, "--folder", folder / "bank")
    keys, phone = folder / "bank" / "keys", folder / "phone"
    registrations = [enrol(keys, phone)] + [registration(number) for number in range(1, DEVICES)]
    # The phone does not learn of the new key.
    run(TOOL, "keys", "rotate", "provider", "--keys", keys)
    provider = json.loads((keys / "provider.jwks").read_text())
    rows = "SELECT md5(string_agg(row::text, '' ORDER BY name)) FROM sealedpush.keyring AS row"
    with psycopg.connect(database.connection) as connection:
        connection.cursor().executemany(
            "INSERT INTO sealedpush.keyring VALUES (%s, %s, %s, gen_random_uuid())",
            [(f"device-{number}".encode(), decoded(one["keys"][-1]["x"]), json.dumps(one).encode())
             for number, one in enumerate(registrations)])
        connection.execute("CREATE ROLE spark LOGIN")
        connection.execute("GRANT USAGE ON SCHEMA sealedpush TO spark")
        connection.execute("GRANT SELECT ON sealedpush.keyring TO spark")
        [before] = connection.execute(rows).fetchone()

    source, answers, marker = folder / "requests.jsonl", folder / "answers", folder / "died"
    source.write_text("".join(json.dumps(request) + "\n" for request in requests()))
    crashing = folder / "sealedpush_sender.py"
    crashing.write_text(SENDER.read_text() + CRASH.format(marker=str(marker)))
    options = ["--keyring", keys / "provider.jwks", "--topic", TOPIC, "--partitions", "8",
               "--database", database.connection.replace("user=postgres", "user=spark")]
    check_refusals(keys / "provider.jwks")
    done = job(source, answers, *options, sender=crashing)
    if done.returncode != 0:
        sys.exit(f"the job ended with {done.returncode}\n{done.stdout}\n{done.stderr[-4000:]}")
    report = json.loads(done.stdout.strip().splitlines()[-1])
    bad = REQUESTS // 100
    assert report == {"requests": REQUESTS, "answers": REQUESTS, "lost": 0, "duplicated": 0, "errors": bad}, report
    assert marker.is_dir(), "no task crashed"
    assert [before] == database.rows(rows)[0], "a registration has changed"

    errors, bodies = check_answers(answers, registrations, provider)
    assert errors == {"badLine": bad // 2, "notFound": bad // 4, "tooLarge": bad // 4}, errors
    assert len(bodies) == REQUESTS // DEVICES, bodies.keys()
    for number, body in bodies.items():
        text = run(TOOL, "open", "--with", "phone", "--from", "provider", "--topic", TOPIC, "--keys", phone, input=body)
        assert json.loads(text)["aps"]["alert"] == f"push {number}", text
    secrets = [key["d"] for key in provider["keys"]]
    secrets += [one["keys"][-1]["sealedpush"]["chain"]["k"] for one in registrations if "suite" in one["keys"][-1]["sealedpush"]]
    outputs = done.stdout + done.stderr + "".join(file.read_text() for file in answers.glob("part-*"))
    assert not any(secret in outputs for secret in secrets), "a secret is in the output"
    print(f"{REQUESTS} requests, {REQUESTS} answers, none lost, none duplicated, {bad} errors as expected; "
          f"{len(bodies)} of an enrolled phone opened; one task crashed and was retried")


main()
