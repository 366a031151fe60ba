"""Tests the command line's keys against PyNaCl, pyhpke, OpenSSL and the reference for Documentation/keys.md.

    .venv/bin/python keys_live.py PATH-OF-SEALEDPUSH
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from nacl.public import PrivateKey, PublicKey, SealedBox
from prometheus_client.parser import text_string_to_metric_families

import chains
import keys_reference as reference
import ml_kem
from keys_reference import decode, encode, thumbprint

TOPIC, AUDIENCE = "com.example.bank", "account 42/日本"
BINDING = ["--topic", TOPIC, "--audience", AUDIENCE]


class Tool:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def __call__(self, *arguments, given=b"", fails=None):
        done = subprocess.run([self.program, "keys", *arguments, "--keys", str(self.folder)], input=given,
                              capture_output=True, timeout=60)
        said = done.stderr.decode(errors="replace")
        if fails is not None:
            assert done.returncode == 1 and f"error: {fails}:" in said, (arguments, done.returncode, said)
        elif done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)}: {said.strip()}")
        return done.stdout

    def file(self, name):
        return (self.folder / f"{name}.jwks").read_bytes()

    def keyring(self, name):
        return json.loads(self.file(name))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        path.chmod(0o600)
        return str(path)


def pynacl(tool):
    """PyNaCl computes the same public keys and thumbprints; raw keys can be imported and exported."""
    for name, role in [("a", "device"), ("b", "provider")]:
        tool("generate", name, "--role", role)
        tool("rotate", name)
        for jwk in tool.keyring(name)["keys"]:
            reference.check(jwk)
        jwk = tool.keyring(name)["keys"][-1]
        secret = PrivateKey(tool("export", name, "--secret", "--form", "raw"))
        assert bytes(secret.public_key) == tool("export", name, "--form", "raw")
        shown = json.loads(tool("show", name, "--json"))["keys"][-1]
        assert shown["fingerprint"] == reference.fingerprint(jwk)
        assert SealedBox(secret).decrypt(SealedBox(PublicKey(decode(jwk["x"]))).encrypt(b"hello")) == b"hello"
    tool("generate", "s", "--role", "shared")
    jwk = tool.keyring("s")["keys"][0]
    assert tool("export", "s", "--secret", "--form", "raw") == decode(jwk["k"])
    assert decode(jwk["kid"]) == thumbprint(jwk)

    made = PrivateKey.generate()
    tool("import", "c", "--role", "device", "--raw", "secret", given=bytes(made))
    tool("import", "d", "--role", "device", "--raw", "public", given=bytes(made.public_key))
    tool("import", "e", "--role", "shared", "--raw", "secret", given=bytes(made))
    assert tool("export", "c", "--form", "raw") == tool("export", "d", "--form", "raw") == bytes(made.public_key)
    jwk = {name: value for name, value in reference.make("device").items() if name != "sealedpush"}
    tool("import", "f", "--role", "device", given=json.dumps(jwk).encode())
    assert json.loads(tool("export", "f", "--secret"))["d"] == jwk["d"]


def pem(tool):
    """The `cryptography` package and OpenSSL read the command line's PEM, and the command line reads theirs."""
    for secret in (True, False):
        text = tool("export", "a", "--form", "pem", *(["--secret"] if secret else []))
        point = decode(tool.keyring("a")["keys"][-1]["x"])
        if secret:
            key = serialization.load_pem_private_key(text, None)
            assert key.private_bytes_raw() == decode(tool.keyring("a")["keys"][-1]["d"])
            assert text == key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                             serialization.NoEncryption())
        else:
            assert serialization.load_pem_public_key(text).public_bytes_raw() == point
    key = X25519PrivateKey.generate()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                             serialization.NoEncryption())
    tool("import", "g", "--role", "provider", given=text)
    assert tool("export", "g", "--form", "raw") == key.public_key().public_bytes_raw()

    openssl = shutil.which("openssl")
    if openssl is None:
        return "skipped: openssl is not here"

    def run(*arguments, given=b""):
        return subprocess.run([openssl, *arguments], input=given, capture_output=True, check=True).stdout

    ours, ours_public = tool("export", "a", "--secret", "--form", "pem"), tool("export", "a", "--form", "pem")
    assert run("pkey", "-pubout", given=ours) == ours_public
    assert run("pkey", given=ours) == ours
    theirs = run("genpkey", "-algorithm", "X25519")
    tool("import", "h", "--role", "device", given=theirs)
    tool("import", "i", "--role", "device", given=run("pkey", "-pubout", given=theirs))
    assert tool("export", "h", "--form", "pem") == tool("export", "i", "--form", "pem") \
        == run("pkey", "-pubout", given=theirs)
    assert tool("export", "h", "--secret", "--form", "pem") == theirs
    for algorithm, error in [("ed25519", "wrongCurve"), ("x448", "wrongCurve")]:
        tool("import", "j", "--role", "device", given=run("genpkey", "-algorithm", algorithm), fails=error)
    # Both sides compute the same shared secret.
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: pathlib.Path(folder) / name for name in ("theirs", "ours", "their-point", "our-point")}
        for name, content in [("theirs", theirs), ("ours", ours), ("our-point", ours_public),
                              ("their-point", run("pkey", "-pubout", given=theirs))]:
            paths[name].write_bytes(content)
        derived = [run("pkeyutl", "-derive", "-inkey", str(paths[key]), "-peerkey", str(paths[point]))
                   for key, point in [("theirs", "our-point"), ("ours", "their-point")]]
        assert derived[0] == derived[1] and len(derived[0]) == 32
    return "OpenSSL, too"


def passphrases(tool):
    """Each side opens keyrings that the other protected with a passphrase."""
    passphrase = "correct horse 日本".encode()
    file = tool.write("passphrase", passphrase + b"\n")
    before = tool.keyring("b")
    tool("protect", "b", "--new-passphrase-file", file)
    protected = tool.keyring("b")
    assert protected["sealedpush"]["memory"] == 256 << 20
    assert reference.unprotect(tool.file("b"), "b", passphrase) == before
    assert protected["keys"] == json.loads((tool.folder / "b.pub.jwks").read_text())["keys"]
    keyring = {"keys": [reference.make("provider")]}
    tool.write("k.jwks", reference.protect(keyring, "k", passphrase))
    shown = json.loads(tool("show", "k", "--json", "--passphrase-file", file))
    assert decode(shown["keys"][0]["thumbprint"]) == thumbprint(keyring["keys"][0])
    tool("rotate", "k", "--passphrase-file", file)
    assert len(reference.unprotect(tool.file("k"), "k", passphrase)["keys"]) == 2
    tool("show", "k", "--passphrase-file", tool.write("wrong", b"battery"), fails="wrongPassphrase")
    shared = {"keys": [tool.keyring("s")["keys"][0]]}
    tool.write("s.jwks", reference.protect(shared, "s", passphrase))
    assert tool("export", "s", "--secret", "--form", "raw", "--passphrase-file", file) == decode(shared["keys"][0]["k"])
    honest = tool.file("k")
    for old, new, error in [
        (b'"memory":8192', b'"memory":68719476736', "excessiveCost"), (b'"passes":1,', b'"passes":1048576,', "excessiveCost"),
        (b'"name":"k"', b'"name":"hostile"', "malformed"), (b'"role":"provider"', b'"role":"device"', "malformed"),
        (b'"state":"active"', b'"state":"pending"', "wrongPassphrase"), (b'"keys":[', b'"keys": [', "wrongPassphrase"),
    ]:
        tool.write("k.jwks", honest.replace(old, new))
        tool("show", "k", "--passphrase-file", file, fails=error)
    tool.write("k.jwks", honest)


def sets(tool):
    """The versions of published sets, what a device pins of them, and which key seals to it."""
    key_id = lambda key: thumbprint(key)[:4].hex()
    published = lambda: json.loads((tool.folder / "own.pub.jwks").read_text())
    tool("generate", "own", "--role", "provider")
    tool("generate", "reader", "--role", "device")
    steps = [published()]
    for step in ["rotate own", "rotate own --grace 1h", "revoke own", "rotate own --now"]:
        first = [key_id(steps[0]["keys"][0])] if step.startswith("revoke") else []
        tool(*step.split(), *first)
        steps.append(published())
    assert [one["sealedpush"]["version"] for one in steps] == [1, 2, 3, 4, 5]
    assert [key["sealedpush"]["version"] for key in steps[-1]["keys"]] == [1, 2, 3, 5]
    for first in range(5):
        pinned, name = steps[first], f"pinned{first}"
        tool("import", name, "--role", "provider", given=json.dumps(pinned).encode())
        for number in range(5):
            arguments = ["import", name, "--role", "provider"]
            text = json.dumps(steps[number]).encode()
            if number < pinned["sealedpush"]["version"] - 1:
                tool(*arguments, given=text, fails="olderSet")
                continue
            pinned = reference.pin(pinned, steps[number], 0)
            tool(*arguments, given=text)
            kept = tool.keyring(f"{name}.pub")
            assert kept["sealedpush"] == pinned["sealedpush"] and kept["keys"] == reference.public_halves(pinned)
    # The key that challenges is the one that seals.
    own = tool.keyring("own")
    now = own["sealedpush"]["issued"]
    for version in [None, 1, 2, 3, 4, 5, 6]:
        device, name = {"keys": []}, f"registration{version or 0}"
        offer, device = chains.offer(device, {"sealedpush": {"version": version}} if version else {}, now)
        challenge = tool("challenge", name, "--from", "own", given=offer)
        sender = reference.signing_key(own, version, now)
        assert decode(json.loads(challenge)["from"]) == thumbprint(sender), version
        answer, _ = chains.answer(device, {"keys": [sender]}, challenge, now)
        tool("confirm", name, given=answer)
        assert tool.keyring(name).get("sealedpush", {}).get("pinned") == version
    return "published sets"


def enrolment(tool):
    """Each side enrols with the other, and both have the same chain."""
    def refuses(code, body):
        try:
            body()
        except chains.EnrolmentRefused as refused:
            assert refused.code == code, refused.code
            return
        raise AssertionError(f"accepted, expected {code}")

    text = lambda message: json.dumps(message, ensure_ascii=False).encode()
    chain = lambda keyring: keyring["keys"][-1]["sealedpush"]["chain"]
    now, where = int(time.time()), {"topic": TOPIC, "audience": AUDIENCE}
    tool("generate", "bank", "--role", "provider")
    bank = tool.keyring("bank")
    tool("import", "pin", "--role", "provider", given=tool.file("bank.pub"))
    kems = set()
    for days in (1, 7, 30):
        # The reference's device with the command line's provider.
        name = f"jane{days}"
        offer, device = chains.offer({"keys": []}, bank, now, kem=ml_kem.mlkem is not None)
        challenge = tool("challenge", name, "--from", "bank", "--lifetime", str(days), *BINDING, given=offer)
        refuses("cannotOpen", lambda: chains.answer(device, bank, challenge, now, topic=TOPIC, audience="another"))
        answer, device = chains.answer(device, bank, challenge, now, **where)
        tool("confirm", name, given=text({**json.loads(answer), "answer": encode(os.urandom(32))}), fails="wrongAnswer")
        confirmation = tool("confirm", name, given=answer)
        assert tool("confirm", name, given=answer) == confirmation
        device = chains.finish(device, confirmation, now)
        assert chain(tool.keyring(name)) == chain(device) and chain(device)["lifetime"] == days
        # The command line's device with the reference's provider.
        name = f"phone{days}"
        offer = tool("offer", name, "--from", "pin")
        assert json.loads(offer)["pinned"] == bank["sealedpush"]["version"]
        challenge, registration = chains.challenge(
            {"keys": []}, bank, offer, now, lifetime=days, **where)
        tool("answer", name, "--from", "pin", "--topic", TOPIC, given=challenge, fails="cannotOpen")
        tool("answer", name, "--from", "own", *BINDING, given=challenge, fails="unknownSender")
        answer = tool("answer", name, "--from", "pin", *BINDING, given=challenge)
        assert tool("answer", name, "--from", "pin", *BINDING, given=challenge) == answer
        confirmation, registration = chains.confirm(registration, answer, now)
        wrong = {**json.loads(confirmation), "confirmation": encode(os.urandom(32))}
        tool("finish", name, given=text(wrong), fails="wrongConfirmation")
        tool("finish", name, given=confirmation)
        tool("finish", name, given=confirmation, fails="noAnswer")
        assert chain(tool.keyring(name)) == chain(registration)
        kems |= {chain(device).get("kem"), chain(registration).get("kem")}
    # Both halves are the command line's.
    offer = tool("offer", "a-new-one")
    challenge = tool("challenge", "joe", "--from", "bank", given=offer)
    confirmation = tool("confirm", "joe", given=tool("answer", "a-new-one", "--from", "pin", given=challenge))
    tool("finish", "a-new-one", given=confirmation)
    assert chain(tool.keyring("joe")) == chain(tool.keyring("a-new-one"))
    for name in ("joe", "a-new-one"):
        assert "chain" not in tool.keyring(f"{name}.pub")["keys"][0]["sealedpush"]
        assert (tool.folder / f"{name}.jwks").stat().st_mode & 0o777 == 0o600
    return ", ".join(sorted(kem or "without ML-KEM" for kem in kems))


def metrics(tool):
    """Prometheus's own library reads the metrics, with the values of the JSON list."""
    tool.write("broken.jwks", b"{")
    done = [subprocess.run([tool.program, "keys", "list", form, "--keys", str(tool.folder)], capture_output=True)
            for form in ("--prometheus", "--json")]
    assert all(run.returncode == 1 and b"error: truncated: " in run.stderr for run in done)
    values = {}
    for family in text_string_to_metric_families(done[0].stdout.decode()):
        assert family.type == "gauge" and family.documentation and family.samples
        for sample in family.samples:
            values[sample.name.removeprefix("sealedpush_"), *sorted(sample.labels.items())] = sample.value
    count = 0
    for keyring in json.loads(done[1].stdout):
        label = ("keyring", keyring["name"])
        assert values["keyring_readable", label] == ("error" not in keyring)
        count += 1
        if "error" in keyring:
            continue
        # A registration with chains is in a file of secrets, too.
        assert values["keyring_secret", label] == (tool.folder / f"{keyring['name']}.jwks").exists()
        primary = next((key for key in keyring["keys"] if key["id"] == keyring.get("primary")), {})
        assert values["key_created_timestamp_seconds", label] == primary.get("created", 0)
        assert values["key_due_timestamp_seconds", label] == primary.get("due", 0)
        kinds = [warning["kind"] for warning in keyring["warnings"]]
        for kind in ("dueSoon", "overdue", "noActiveKey", "stillPending", "madeInTheFuture", "endedSecret"):
            assert values["key_warnings", label, ("kind", kind)] == kinds.count(kind)
        count += 9
    assert count == len(values)
    return f"{count} values"


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(program, folder)
        for part in (pynacl, pem, passphrases, sets, enrolment, metrics):
            note = part(tool)
            print(f"keys: {part.__name__}: ok" + (f" ({note})" if note else ""))


if __name__ == "__main__":
    main(sys.argv[1])
