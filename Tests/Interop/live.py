"""Tests the command line against the reference: each opens the pushes of the other, for every fixture in every suite.

    .venv/bin/python live.py PATH-OF-SEALEDPUSH [PATH-OF-FIXTURES]

The reference and the command line share no code, only the specification.
"""

import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import sealedpush_reference as reference
from push import READ_BY_SYSTEM
from strict_json import parse, same

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TOPIC, AUDIENCE = "com.example.bank", "account 42/日本"
SUITES = {
    "hpke-auth": {"seal": ["--to", "phone", "--from", "bank"], "open": ["--with", "phone", "--from", "bank"],
                  "keys": {"to": "phone", "from": "bank"}},
    "hpke-base": {"seal": ["--to", "phone"], "open": ["--with", "phone"], "keys": {"to": "phone"}},
    "shared": {"seal": ["--shared", "pair"], "open": ["--with", "pair"], "keys": {"shared": "pair"}},
}


class Tool:
    def __init__(self, program, folder):
        self.program, self.always = program, ["--topic", TOPIC, "--audience", AUDIENCE, "--keys", folder]

    def run(self, arguments, given, fails=None):
        done = subprocess.run([self.program, *arguments], input=given, capture_output=True, timeout=60)
        said = done.stderr.decode(errors="replace").strip()
        if fails is not None:
            assert done.returncode == 1 and f"error: {fails}:" in said, (arguments, done.returncode, said)
        elif done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)}: {said}")
        return done.stdout

    def seal(self, suite, payload, push_type, *more):
        visible = [part for name in READ_BY_SYSTEM.get(push_type, []) for part in ("--visible", name)]
        how = [*SUITES[suite]["seal"], *self.always, "--push-type", push_type, *visible, *more]
        return self.run(["seal", *how], payload)

    def open(self, suite, body, *more, fails=None):
        return self.run(["open", *SUITES[suite]["open"], *self.always, *more], body, fails)


class Fixture:
    """Checks one payload in one suite between the command line and the reference."""

    def __init__(self, tool, jwk, path, suite):
        self.tool, self.jwk, self.suite, self.push_type = tool, jwk, suite, path.parent.name
        self.payload, self.place = path.read_bytes(), f"{self.push_type}/{path.name} in suite {suite}"

    def check(self):
        bodies = [self.tool.seal(self.suite, self.payload, self.push_type)]
        if self.push_type == "liveactivity":
            bodies.append(self.tool.seal(self.suite, self.payload, self.push_type, "--broadcast", "--pad", "max"))
            assert 5117 <= len(bodies[-1]) <= 5120, f"{self.place}: a broadcast of {len(bodies[-1])} bytes"
        for body in bodies:
            self.expect(self.opened_by_reference(body), "the reference opens another")

        body = self.sealed_by_reference()
        self.expect(self.tool.open(self.suite, body, "--push-type", self.push_type), "the command line opens another")
        if self.push_type in ("alert", "background"):
            self.expect(self.tool.open(self.suite, body), "the command line takes another push type")
        if self.push_type not in ("liveactivity", "voip"):
            self.tool.open(self.suite, body, "--push-type", "voip", fails="cannotOpen")
        return len(bodies) + 1

    def expect(self, delivered, problem):
        assert same(parse(delivered), parse(self.payload)), f"{self.place}: {problem}"

    def opened_by_reference(self, body):
        keys = {"device": [self.jwk["phone"]], "shared": [self.jwk["pair"]],
                "provider": [self.jwk["bank"]] if self.suite == "hpke-auth" else []}
        said = reference.answer({"op": "open", "body": body.decode(), "pushType": self.push_type, "topic": TOPIC,
                                 "audience": AUDIENCE, "now": int(time.time()), **keys}, {})
        return said["delivered"].encode()

    def sealed_by_reference(self):
        keys = {role: self.jwk[name] for role, name in SUITES[self.suite]["keys"].items()}
        made = reference.answer({"op": "seal", "payload": self.payload.decode(), "suite": self.suite, "topic": TOPIC,
                                 "audience": AUDIENCE, "issuedAt": int(time.time()), "pushType": self.push_type,
                                 "visible": READ_BY_SYSTEM.get(self.push_type, []), **keys}, {})
        return made["body"].encode()


def main(program, fixtures):
    files = sorted(path for path in pathlib.Path(fixtures).rglob("*.json"))
    if not files:
        sys.exit(f"no fixtures in {fixtures}")
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(program, folder)
        for name, role in [("phone", "device"), ("bank", "provider"), ("pair", "shared")]:
            purposes = {path.parent.name for path in files} | {"liveactivity/content-state", "liveactivity/attributes"}
            named = [part for purpose in sorted(purposes) for part in ("--purpose", purpose)] if role == "shared" else []
            tool.run(["keys", "generate", name, "--role", role, *named, "--keys", folder], b"")
        jwk = {name: json.loads((pathlib.Path(folder) / f"{name}.jwks").read_text())["keys"][0]
               for name in ("phone", "bank", "pair")}
        checked = sum(Fixture(tool, jwk, path, suite).check() for path, suite in itertools.product(files, SUITES))
    print(f"{checked} round trips between the command line and the reference, {len(files)} payloads in "
          f"{len(SUITES)} suites: all restored exactly.")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else PROJECT / "Fixtures" / "payloads")
