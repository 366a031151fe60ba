"""Checks of the reference itself: python -m unittest -v test_reference (pytest runs it too)."""

import hashlib
import json
import pathlib
import random
import subprocess
import sys
import unittest

import nacl.bindings as sodium
import nacl.public
from nacl.exceptions import CryptoError

import hpke_by_hand
import overlay
import sealedpush_reference as reference
import strict_json
import vector_cases
from strict_json import Number, canonical, parse, same, serialize
from vector_keys import KEYS, jwk

HERE = pathlib.Path(__file__).resolve().parent
PUBLISHED = HERE.parents[1].parent / "shared" / "vectors"  # beside the project, where there is one
NOW = 1_795_263_600
READER = dict(device=[KEYS["device"]], provider=[KEYS["provider"]], shared=[KEYS["shared"]], accepts_unauthenticated=True)


def published(name):
    path = PUBLISHED / name
    if not path.exists():
        raise unittest.SkipTest(f"no published vectors: {name} is not beside the project")
    return path


def numbered(text):
    return Number(text).binary64()


class PublishedVectors(unittest.TestCase):
    def test_hpke_by_hand_and_by_pyhpke(self):
        checked = 0
        for case in json.loads(published("hpke-x25519-sha256-chacha20poly1305.json").read_text()):
            if case["mode"] not in (0, 2):
                continue
            given = {name: bytes.fromhex(value) for name, value in case.items() if isinstance(value, str)}
            sender = given["skSm"] if case["mode"] == 2 else None
            made = hpke_by_hand.sender_values(given["info"], given["skEm"], given["pkRm"], sender)
            for ours, theirs in {"enc": "enc", "sharedSecret": "shared_secret", "secret": "secret", "key": "key",
                                 "keyScheduleContext": "key_schedule_context", "baseNonce": "base_nonce"}.items():
                self.assertEqual(made[ours], given[theirs], ours)
            first = {name: bytes.fromhex(value) for name, value in case["encryptions"][0].items()}
            self.assertEqual(hpke_by_hand.encrypt(made, first["pt"], first["aad"]), first["ct"])
            recipient = reference.HPKE.create_recipient_context(
                given["enc"], reference.secret_key(given["skRm"]), info=given["info"],
                pks=reference.public_key(given["pkSm"]) if sender else None)
            self.assertEqual(recipient.open(first["ct"], aad=first["aad"]), first["pt"])
            checked += 1
        self.assertEqual(checked, 2)

    def test_json_test_suite(self):
        for path in sorted(published("json-test-suite").rglob("*.json")):
            with self.subTest(path.name):
                if path.name.startswith("y_"):
                    if "duplicated" in path.name:
                        self.assertRaises(strict_json.JSONRefused, parse, path.read_bytes())
                    else:
                        parse(path.read_bytes())
                elif path.name.startswith("n_"):
                    self.assertRaises(strict_json.JSONRefused, parse, path.read_bytes())


class Specification(unittest.TestCase):
    """The worked examples of Documentation/wire-format.md."""

    def setUp(self):
        self.text = (HERE.parents[1] / "Documentation" / "wire-format.md").read_text(encoding="utf-8")

    def test_thumbprints(self):
        for name in ("device", "shared"):
            self.assertIn(KEYS[name].thumbprint.hex(), self.text)
            self.assertIn(reference.encode(KEYS[name].thumbprint), self.text)
            self.assertIn(f"key id      {KEYS[name].id.hex()}", self.text)

    def test_digests(self):
        for example in ('{"aps":{"alert":{"title":"New activity"},"mutable-content":1}}',
                        '{"b":[1.5,-0.0,"é"],"a":null,"é":true,"z":false}'):
            self.assertIn(example, self.text)
            digest = hashlib.blake2b(canonical(parse(example.encode())), digest_size=16).hexdigest()
            self.assertIn(f"= {digest}", self.text)

    def test_numbers_with_a_canonical_form(self):
        for text, bits in {"1": "3ff0000000000000", "1.0": "3ff0000000000000", "10e-1": "3ff0000000000000", "0": "0" * 16,
                           "-0": "0" * 16, "0.0e9": "0" * 16, "0.5": "3fe0000000000000", "0.75": "3fe8000000000000",
                           "-2.5": "c004000000000000", "9007199254740992": "4340000000000000",
                           "18014398509481984": "4350000000000000", "1e22": "4480f0cf064dd592"}.items():
            self.assertIn(f"`{text}`", self.text)
            self.assertEqual(canonical(Number(text)).hex(), "64" + bits, text)

    def test_numbers_without(self):
        for text in ("1e23", "0.1", "0.10", "1e-5", "9007199254740993", "72057594037927936", "1152921504606846976",
                     "12345678901234567890", "1e400", "1e999999999999999999", "-1e-999999999999999999", "5e-324"):
            self.assertRaises(strict_json.CannotBeHashed, numbered, text)

    def test_the_criterion_to_check_by_hand_agrees(self):
        chance, held = random.Random(10), 0
        for _ in range(20_000):
            text = str(chance.choice([chance.getrandbits(chance.randint(1, 70)), 1 << chance.randint(0, 80)]))
            text += chance.choice(["", "", "." + "5" * chance.randint(1, 3), ".25", ".125", "e%d" % chance.randint(-30, 30)])
            try:
                numbered(text)
                rule = True
            except strict_json.CannotBeHashed:
                rule = False
            self.assertEqual(rule, by_hand(text), text)
            held += rule
        self.assertGreater(held, 2_000)
        self.assertLess(held, 18_000)

    def test_sizes(self):
        for clear, limit, rooms in ((48, 4096, "2979 | 2983 | 2991 | 2967"), (74, 5120, "3727 | 3731 | 3739 | 3715")):
            self.assertIn(f"| {clear} | {limit} | {3 * (limit - clear) // 4} | {rooms} |", self.text)

    def test_the_example_of_a_merge(self):
        lines = [line.strip() for line in self.text.splitlines()]
        at = lines.index('{"aps":{"alert":{"body":"€ 240 from Jane"},"sound":"default"},"account":"DE89"}')
        visible, payload, patch, delivered = (parse(line.encode()) for line in lines[at - 1:at + 3])
        target = dict(payload, aps=dict(payload["aps"], **{"mutable-content": Number("1")}))
        self.assertTrue(same(delivered, target))
        self.assertEqual(serialize(overlay.difference(visible, target)), serialize(patch))
        self.assertTrue(same(overlay.merge(visible, patch), delivered))


def by_hand(text):
    """§10.2's criterion with integers alone, but for (b) with 16 or 17 digits."""
    _, digits, exponent = Number(text).decimal()
    if not digits:
        return True
    odd = int(digits)
    if len(digits) > 17 or abs(exponent) > 60:
        return False
    if exponent >= 0:
        odd *= 5 ** exponent
    elif odd % 5 ** -exponent:
        return False
    else:
        odd //= 5 ** -exponent
    while odd % 2 == 0:
        odd //= 2
    return odd < 2 ** 53 and (len(digits) <= 15 or Number(repr(float(text))).decimal()[1] == digits)


class MergePatch(unittest.TestCase):
    def test_rfc_7396_appendix_a(self):
        for target, patch, result in [
            ('{"a":"b"}', '{"a":"c"}', '{"a":"c"}'), ('{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'),
            ('{"a":"b"}', '{"a":null}', "{}"), ('{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'),
            ('{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'), ('{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'),
            ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'),
            ('{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'), ('["a","b"]', '["c","d"]', '["c","d"]'),
            ('{"a":"b"}', '["c"]', '["c"]'), ('{"a":"foo"}', "null", "null"), ('{"a":"foo"}', '"bar"', '"bar"'),
            ('{"e":null}', '{"a":1}', '{"e":null,"a":1}'), ("[1,2]", '{"a":"b","c":null}', '{"a":"b"}'),
            ("{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'),
        ]:
            self.assertEqual(serialize(overlay.merge(parse(target.encode()), parse(patch.encode()))), result.encode())


class Laws(unittest.TestCase):
    def seal(self, suite, payload, **options):
        return reference.seal(payload, issued_at=NOW, **{
            1: dict(to=KEYS["device"], sender=KEYS["provider"]), 2: dict(to=KEYS["device"]),
            3: dict(shared=KEYS["shared"]), 4: dict(to=KEYS["device"], suite=4)}[suite], **options)

    def test_delivered_is_the_payload(self):
        chance, sealed = random.Random(7396), 0
        for round_ in range(400):
            payload = random_payload(chance)
            kind = chance.choice(["alert", "alert", "background", "voip"])
            visible = chance.sample(["/aps/alert", "/aps/alert/title", "/aps", "/x", "/y/x", "/aps/sound"], chance.randint(0, 2))
            clear = payload.get("aps", {}).get("alert", "shown") if {"/aps", "/aps/alert"} & set(visible) else "shown"
            if kind == "alert" and not (clear and isinstance(clear, (dict, str))):
                continue  # an alert named visible that nothing would be displayed of: refused, see KnownAnswers
            made = self.seal(1 + round_ % 4, serialize(payload), push_type=kind, visible=visible, digest=chance.random() < 0.5,
                             padding=chance.choice(["none", "max", 64, 1, 4096]), topic="t", sequence=round_)
            opened = reference.open_(made["body"], now=NOW, topic="t", **READER)
            expected = dict(payload)
            if kind == "alert":
                expected["aps"] = dict(payload.get("aps", {}), **{"mutable-content": Number("1")})
            self.assertTrue(same(opened["delivered"], expected), (serialize(payload), kind, visible))
            self.assertNotEqual(opened["visiblePart"], "changed")
            self.assertLessEqual(len(made["body"]), 5120 if kind == "voip" else 4096)
            sealed += 1
        self.assertGreater(sealed, 300)

    def test_every_flipped_bit_and_every_cut_is_refused(self):
        for suite in (1, 2, 3, 4):
            envelope = self.seal(suite, b'{"aps":{"alert":"Hi"}}', padding="none")["envelope"]
            damaged = [vector_cases.flipped(envelope, at, 1 << bit) for at in range(len(envelope)) for bit in range(8)]
            damaged += [envelope[:length] for length in range(len(envelope))]
            for bad in damaged:
                with self.assertRaises(reference.Refusal):
                    reference.open_(vector_cases.around(bad).encode(), now=NOW, **READER)

    def test_libsodium_itself_opens_suite_4(self):
        made = self.seal(4, b'{"aps":{"alert":"Hi"}}')
        box = nacl.public.SealedBox(nacl.public.PrivateKey(KEYS["device"].secret))
        self.assertEqual(box.decrypt(made["envelope"][5:])[16:], made["message"])

    def test_an_all_zero_result_is_refused(self):
        with self.assertRaises(Exception):
            sodium.crypto_scalarmult(KEYS["device"].secret, bytes(32))
        zero = reference.Key("device", bytes(32), None, bytes(32))
        for suite in (1, 2):
            with self.assertRaises((ValueError, CryptoError)):
                reference.encrypt(suite, b"x", b"", b"", zero, KEYS["provider"], None, bytes(range(32)))


def random_payload(chance):
    def value(depth):
        kinds = ["text", "number", "flag"] + (["list", "object"] if depth else [])
        kind = chance.choice(kinds)
        if kind == "text":
            return "".join(chance.choice(["a", "é", "\n", '"', "\\", "/", "😀", "\u0000", "\u2028"]) for _ in range(chance.randint(0, 6)))
        if kind == "number":
            return Number(chance.choice(["0", "-0.0", "1", "1.0", "2.50", "1e2", "-7", "9007199254740992", "0.5"]))
        if kind == "flag":
            return chance.random() < 0.5
        if kind == "list":
            return [value(depth - 1) for _ in range(chance.randint(0, 3))]
        return {chance.choice(["x", "y", "title", "body", "é"]): value(depth - 1) for _ in range(chance.randint(0, 3))}

    payload = {name: value(3) for name in chance.sample(["x", "y", "z", "é"], chance.randint(0, 3))}
    if chance.random() < 0.9:
        payload["aps"] = {name: value(2) for name in
                          chance.sample(["alert", "sound", "content-available", "mutable-content", "x"], chance.randint(0, 4))}
    return payload


class KnownAnswers(unittest.TestCase):
    def test_the_file_is_what_the_reference_makes(self):
        made = subprocess.run([sys.executable, str(HERE / "make-vectors.py"), "--check"], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_every_code_is_reached(self):
        codes = {case["expect"] for case in vector_cases.refusals()}
        self.assertEqual(codes, set("notSealed malformed unknownSuite unknownKey unknownSender unauthenticatedSender "
                                    "revokedKey cannotOpen notYetValid expired replayed badMessage".split()))


class Lines(unittest.TestCase):
    """The program on JSON lines."""

    def ask(self, *requests):
        asked = "".join(json.dumps(request) + "\n" for request in requests)
        ran = subprocess.run([sys.executable, str(HERE / "sealedpush_reference.py")], input=asked, capture_output=True, text=True,
                             check=True)
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def test_seal_then_open_then_replay(self):
        payload = '{"aps":{"alert":{"body":"é"}},"n":0.10}'
        sealed, refused, nonsense = self.ask(
            {"op": "seal", "payload": payload, "to": jwk("device"), "from": jwk("provider"), "issuedAt": NOW, "sequence": 9},
            {"op": "seal", "payload": '{"a":null}', "to": jwk("device"), "issuedAt": NOW}, {"op": "open"})
        self.assertIn("error", refused)
        self.assertIn("error", nonsense)
        opening = {"op": "open", "body": sealed["body"], "device": [jwk("device")], "provider": [jwk("provider")],
                   "now": NOW, "replay": "memory"}
        one, again, other, late = self.ask({**opening, "request": "A"}, {**opening, "request": "A"},
                                           {**opening, "request": "B"}, {**opening, "now": NOW - 61})
        self.assertEqual(one["delivered"], '{"aps":{"alert":{"body":"é"},"mutable-content":1},"n":0.10}')
        self.assertEqual((one["visiblePartChanged"], one["sequence"], one["sender"]), (False, 9, "419c57db"))
        self.assertEqual(again, one)
        self.assertEqual(other, {"refused": "replayed"})
        self.assertEqual(late, {"refused": "notYetValid"})


class KeyFiles(unittest.TestCase):
    def test_bad_keys_are_refused(self):
        good = jwk("device")
        for change in ({"x": jwk("provider")["x"]}, {"x": good["x"][:-1]}, {"crv": "Ed25519"}, {"x": good["x"] + "="},
                       {"sealedpush": {"state": "asleep"}}, {"sealedpush": {"state": "retiring"}}):
            self.assertRaises(ValueError, reference.key, {**good, **change}, "device")
        self.assertIsNone(reference.key({**good, "sealedpush": {"role": "provider"}}, "device"))


if __name__ == "__main__":
    unittest.main()
