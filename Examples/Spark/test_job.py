"""Tests the job on local executors: no answer is lost or duplicated, also after a crashed task, and a sample opens."""

import base64
import json
import os
import random
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
REQUESTS = 20_000
DEVICES = 2_000
TOPIC = "com.example.bank"

# A tool that crashes on its first run after some answers.
CRASHING_TOOL = """#!/bin/sh
if mkdir "{marker}" 2>/dev/null; then "{tool}" "$@" | head -n 100; kill -9 $$; fi
exec "{tool}" "$@"
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def requests(jwks):
    """Yields the requests. One in a hundred has no payload, an unknown device, or a payload that is too large."""
    for number in range(REQUESTS):
        request = {"id": number, "to": jwks[number % DEVICES], "payload": {"aps": {"alert": f"push {number}"}}}
        if number % 300 == 99:
            del request["payload"]
        elif number % 300 == 199:
            request["to"] = "unknown"
        elif number % 300 == 299:
            request["payload"]["aps"]["alert"] = "x" * 5000
        yield request


def main():
    with tempfile.TemporaryDirectory() as folder:
        keys = os.path.join(folder, "keys")
        run(TOOL, "keys", "generate", "bank", "--role", "provider", "--keys", keys)
        # The first device has a key pair, to open a sample; the others have random public keys.
        run(TOOL, "keys", "generate", "phone", "--role", "device", "--keys", keys)
        phone = json.loads(run(TOOL, "keys", "export", "phone", "--keys", keys))
        jwks = [phone]
        for number in range(1, DEVICES):
            # Almost any number below 2^255 is a public key of X25519 (RFC 7748 section 6.1).
            point = random.Random(number).randbytes(31) + bytes([number % 128])
            x = base64.urlsafe_b64encode(point).decode().rstrip("=")
            jwks.append({"kty": "OKP", "crv": "X25519", "x": x})
        source = os.path.join(folder, "requests.jsonl")
        with open(source, "w") as file:
            file.writelines(json.dumps(request) + "\n" for request in requests(jwks))
        bad = sum(1 for number in range(REQUESTS) if number % 100 == 99)

        crashing = os.path.join(folder, "sealedpush")
        with open(crashing, "w") as file:
            file.write(CRASHING_TOOL.format(tool=TOOL, marker=os.path.join(folder, "died")))
        os.chmod(crashing, 0o755)
        answers = os.path.join(folder, "answers")
        job = subprocess.run(
            [sys.executable, os.path.join(HERE, "seal_job.py"), source, answers, "--tool", crashing, "--keyring",
             os.path.join(keys, "bank.jwks"), "--topic", TOPIC, "--partitions", "8"],
            env={**os.environ, "PYSPARK_SUBMIT_ARGS": "--master local-cluster[2,1,1024] pyspark-shell",
                 "PYSPARK_PYTHON": sys.executable},
            capture_output=True, text=True)
        if job.returncode != 0:
            sys.exit(f"the job ended with {job.returncode}\n{job.stdout}\n{job.stderr[-4000:]}")
        report = json.loads(job.stdout.strip().splitlines()[-1])
        expected = {"requests": REQUESTS, "answers": REQUESTS, "lost": 0, "duplicated": 0, "errors": bad}
        assert report == expected, (report, expected)
        assert os.path.isdir(os.path.join(folder, "died")), "no task crashed"

        opened = 0
        for name in sorted(os.listdir(answers)):
            if not name.startswith("part-"):
                continue
            with open(os.path.join(answers, name)) as file:
                for line in file:
                    answer = json.loads(line)
                    if answer["id"] % (DEVICES * 2) or "error" in answer:
                        continue
                    text = run(TOOL, "open", "--with", "phone", "--from", "bank", "--topic", TOPIC, "--keys", keys,
                               input=answer["body"])
                    assert json.loads(text)["aps"]["alert"] == f"push {answer['id']}", text
                    opened += 1
        assert opened == REQUESTS // (DEVICES * 2), opened
        print(f"{REQUESTS} requests, {REQUESTS} answers, none lost, none duplicated, {bad} errors as expected; "
              f"{opened} of them opened; one task crashed and was retried")


main()
