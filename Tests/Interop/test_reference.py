"""Tests of the reference: python -m unittest -v test_reference (or pytest)."""

import copy
import dataclasses
import json
import pathlib
import random
import subprocess
import sys
import unittest

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

import hpke_by_hand
import published
import sealedpush_reference as reference
import strict_json
import vector_cases
from strict_json import Number, parse, same, serialize
from test_minimal import Minimal  # noqa: F401, run with these tests
from test_specification import Specification, Transports  # noqa: F401
from vector_keys import KEYS, jwk
from vector_refusals import refusals

HERE = pathlib.Path(__file__).resolve().parent
NOW = 1_795_263_600
EVERYTHING = dataclasses.replace(KEYS["shared"], purposes=(
    "alert", "background", "voip", "pushtotalk", "liveactivity/content-state", "liveactivity/attributes", "x", "", "fcm"))
READER = dict(device=[KEYS["device"]], provider=[KEYS["provider"]], shared=[EVERYTHING],
              accepts_unauthenticated=True)


def sealed(suite, payload, **options):
    return reference.seal(payload, issued_at=NOW, **keys_for(suite), **options)


def v1_overheads():
    return {suite: reference.OVERHEAD[suite] for suite in vector_cases.SUITES}


def keys_for(suite):
    return {"shared": EVERYTHING} if suite == 3 else vector_cases.keys_for(suite)


class PublishedVectors(unittest.TestCase):
    def test_hpke_by_hand_and_by_pyhpke(self):
        vectors = published.hpke()
        self.assertEqual([case["mode"] for case in vectors], [0, 2, 3])
        for case in vectors:
            given = {name: bytes.fromhex(value) for name, value in case.items() if isinstance(value, str)}
            sender = given.get("skSm")
            psk = {name: given[name] for name in ("psk", "psk_id") if name in given}
            made = hpke_by_hand.sender_values(given["info"], given["skEm"], given["pkRm"], sender, **psk)
            for ours, theirs in {"enc": "enc", "sharedSecret": "shared_secret", "secret": "secret", "key": "key",
                                 "keyScheduleContext": "key_schedule_context", "baseNonce": "base_nonce"}.items():
                self.assertEqual(made[ours], given[theirs], ours)
            first = {name: bytes.fromhex(value) for name, value in case["encryptions"][0].items()}
            self.assertEqual(hpke_by_hand.encrypt(made, first["pt"], first["aad"]), first["ct"])
            recipient = reference.HPKE.create_recipient_context(
                given["enc"], reference.secret_key(given["skRm"]), info=given["info"],
                pks=reference.public_key(given["pkSm"]) if sender else None, **psk)
            self.assertEqual(recipient.open(first["ct"], aad=first["aad"]), first["pt"])

    def test_json_test_suite(self):
        suite = published.json_test_suite()
        self.assertGreater(len(suite["accepted"]), 90)
        self.assertGreater(len(suite["refused"]), 180)
        for name, text in suite["accepted"].items():
            with self.subTest(name):
                if "duplicated" in name:
                    self.assertRaises(strict_json.JSONRefused, parse, text)
                else:
                    parse(text)
        for name, text in suite["refused"].items():
            with self.subTest(name):
                self.assertRaises(strict_json.JSONRefused, parse, text)


class Laws(unittest.TestCase):
    def test_delivered_is_the_payload(self):
        chance, made = random.Random(9180), 0
        for number in range(600):
            payload, kind = random_payload(chance), chance.choice(["alert", "alert", "background", "voip",
                    "liveactivity"])
            if kind == "liveactivity":
                payload["aps"] = live_aps(chance, payload)
            visible = chance.sample(["/aps/alert", "/aps/alert/title", "/aps", "/x", "/y/x", "/aps/sound", "/sealed",
                                     "/aps/content-state/x", "/aps/attributes"], chance.randint(0, 2))
            padding, suite = chance.choice(["none", "max", 64, 1, 4096]), 1 + number % 3
            how = dict(push_type=kind, visible=visible, padding=padding, topic="t", sequence=number)
            try:
                one = sealed(suite, serialize(payload), **how)
            except reference.CannotSeal as error:
                self.assertIn(error.code, ("emptyPlaceholder", "invalidEnvelopeKey"), (serialize(payload), visible))
                continue
            opened = reference.open_(one["body"], now=NOW, topic="t", push_type=kind, **READER)
            self.assertEqual(serialize(opened["delivered"]), serialize(payload), (kind, visible))
            limit = 5120 if kind == "voip" else 4096
            self.assertLessEqual(len(one["body"]), limit)
            if padding == "max":
                self.assertGreaterEqual(len(one["body"]), limit - 3)
            made += 1
        self.assertGreater(made, 400)

    def test_an_edited_visible_part_changes_nothing(self):
        edits = 0
        for suite, path in [(1, "aps.thread-id"), (2, "x"), (3, "x.y"), (2, "aps")]:
            payload = b'{"aps":{"alert":{"title":"a","body":"b"},"thread-id":"t","badge":0.5},"x":{"y":[1,{}]},"z":1}'
            body = parse(sealed(suite, payload, visible=[path])["body"])
            for edited in edits_of(body):
                opened = reference.open_(serialize(edited), now=NOW, **READER)
                self.assertEqual(serialize(opened["delivered"]), payload)
                edits += 1
        self.assertGreater(edits, 60)

    def test_every_other_purpose_is_refused(self):
        purposes = ["alert", "background", "voip", "pushtotalk", "liveactivity/content-state",
                    "liveactivity/attributes", "x", ""]
        for suite in (1, 2, 3):
            for purpose in purposes:
                envelope = reference.seal_envelope(b"{}", purpose=purpose, issued_at=NOW,
                                                   **keys_for(suite))["envelope"]
                for other in purposes:
                    if other == purpose:
                        reference.open_envelope(envelope, purpose=other, now=NOW, **READER)
                    else:
                        with self.assertRaisesRegex(reference.Refusal, "cannotOpen"):
                            reference.open_envelope(envelope, purpose=other, now=NOW, **READER)

    def test_sizes_are_exact(self):
        for suite, overhead in v1_overheads().items():
            for kind, how, limit in [("alert", {}, 4096), ("voip", {}, 5120), ("liveactivity", {}, 4096),
                                     ("liveactivity", {"broadcast": True}, 5120)]:
                live = '{"aps":{"event":"update","content-state":%s}}' if kind == "liveactivity" else "%s"
                empty = sealed(suite, (live % "{}").encode(), push_type=kind, padding="none", **how)
                clear = len(empty["body"]) - len(reference.encode(empty["envelopes"][0]["envelope"]))
                most = 3 * (limit - clear) // 4 - overhead - 10 - len('{"a":""}')
                fits = live % ('{"a":"%s"}' % ("x" * most))
                for padding in ("none", 64, "max"):
                    body = sealed(suite, fits.encode(), push_type=kind, padding=padding, **how)["body"]
                    self.assertLessEqual(len(body), limit)
                    self.assertGreater(len(body), limit - 4)
                    with self.assertRaisesRegex(reference.CannotSeal, "tooLarge: 1 bytes"):
                        sealed(suite, fits.replace("xx", "xxx", 1).encode(), push_type=kind, padding=padding, **how)

    def test_a_store_tells_envelopes_apart(self):
        memory, bodies = {}, [sealed(1, b'{"aps":{"alert":"Hi"}}')["body"] for _ in range(3)]
        for body in bodies:
            reference.open_(body, now=NOW, replay=memory, **READER)
        for body in bodies:
            with self.assertRaisesRegex(reference.Refusal, "replayed"):
                reference.open_(body, now=NOW, replay=memory, **READER)

    def test_a_store_is_not_emptied_by_the_clock_alone(self):
        def sealed_at(issued):
            return reference.seal(b'{"aps":{"alert":"Hi"}}', issued_at=issued, expires_at=issued + 60, **keys_for(1))["body"]

        memory, first = {}, sealed_at(NOW)
        reference.open_(first, now=NOW, replay=memory, **READER)
        with self.assertRaisesRegex(reference.Refusal, "expired"):  # read by a clock that is 40 days ahead
            reference.open_(sealed_at(NOW), now=NOW + 40 * 86400, replay=memory, **READER)
        reference.open_(sealed_at(NOW + 1), now=NOW + 121, replay=memory, **READER)
        with self.assertRaisesRegex(reference.Refusal, "replayed"):
            reference.open_(first, now=NOW, replay=memory, **READER)
        reference.open_(sealed_at(NOW + 121), now=NOW + 121, replay=memory, **READER)  # the first one's end was at 120
        self.assertEqual(len(memory), 3)

    def test_every_flipped_bit_and_every_cut_is_refused(self):
        for suite in (1, 2, 3):
            envelope = sealed(suite, b'{"aps":{"alert":"Hi"}}', padding="none")["envelopes"][0]["envelope"]
            damaged = [vector_cases.flipped(envelope, at, 1 << bit) for at in range(len(envelope)) for bit in range(8)]
            damaged += [envelope[:length] for length in range(len(envelope))]
            for bad in damaged:
                with self.assertRaises(reference.Refusal):
                    reference.open_(vector_cases.around(bad).encode(), now=NOW, **READER)

    def test_a_sealer_refuses_a_lifetime_that_readers_refuse(self):
        content = b'{"aps":{"alert":"Hi"}}'
        for issued, expires in [(NOW, NOW - 1), (NOW, NOW + 30 * 86400 + 1), (2**32 - 1, 2**32), (2**32, 2**32),
                                (-1, 0), (2**32 - 100, None)]:
            with self.assertRaisesRegex(reference.CannotSeal, "invalidExpiry"):
                reference.seal(content, issued_at=issued, expires_at=expires, **keys_for(1))
        for expires in (NOW, NOW + 30 * 86400):
            reference.open_(reference.seal(content, issued_at=NOW, expires_at=expires, **keys_for(1))["body"], now=NOW,
                            **READER)

    def test_an_all_zero_result_is_refused(self):
        with self.assertRaises(Exception):
            sodium.crypto_scalarmult(KEYS["device"].secret, bytes(32))
        zero = reference.Key("device", bytes(32), None, bytes(32))
        for suite in (1, 2):
            with self.assertRaises((ValueError, CryptoError)):
                reference.encrypt(suite, b"x", b"", zero, KEYS["provider"], None, bytes(range(32)))


def edits_of(body):
    """Yields copies of a body with one member other than the envelope added, changed or removed."""
    def holders(value, path=()):
        if isinstance(value, dict):
            yield path
            for name in value:
                yield from holders(value[name], (*path, name))
    for path in holders(body):
        for name in [*at(body, path), "added"]:
            for value in (None, True, Number("0.1"), "other", [], {}, ...):
                edited = copy.deepcopy(body)
                holder = at(edited, path)
                if path == () and name == "sealed" or value is ... and name == "added":
                    continue
                holder[name] = value
                if value is ...:
                    del holder[name]
                yield edited


def at(root, path):
    for name in path:
        root = root[name]
    return root


def random_payload(chance):
    def value(depth):
        kind = chance.choice(["text", "number", "flag"] + (["list", "object"] if depth else []))
        if kind == "text":
            return "".join(chance.choice(["a", "é", "\n", '"', "\\", "/", "😀", "\u0000",
                                          "\u2028"]) for _ in range(chance.randint(0, 6)))
        if kind == "number":
            return Number(chance.choice(["0", "-0.0", "1", "1.0", "2.50", "1e2", "-7", "9007199254740993", "0.1",
                                         "1e400"]))
        if kind == "flag":
            return chance.random() < 0.5
        if kind == "list":
            return [value(depth - 1) for _ in range(chance.randint(0, 3))]
        return {chance.choice(["x", "y", "title", "body", "é",
                               "sealed"]): value(depth - 1) for _ in range(chance.randint(0, 3))}

    payload = {name: value(3) for name in chance.sample(["x", "y", "z", "é", "sealed"], chance.randint(0, 3))}
    if chance.random() < 0.9:
        payload["aps"] = {name: value(2) for name in
                          chance.sample(["alert", "sound", "content-available", "mutable-content", "x"],
                                        chance.randint(0, 4))}
    return payload


def live_aps(chance, payload):
    starts = chance.random() < 0.5
    aps = {"event": "start" if starts else "update", "timestamp": Number(str(NOW)),
           "content-state": random_payload(chance),
           **payload.get("aps", {})}
    if starts:
        aps["attributes"] = random_payload(chance)
    return dict(sorted(aps.items(), key=lambda _: chance.random()))


class KnownAnswers(unittest.TestCase):
    def test_the_file_is_what_the_reference_makes(self):
        made = subprocess.run([sys.executable, str(HERE / "make-vectors.py"), "--check"], capture_output=True,
                              text=True)
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_every_code_is_reached(self):
        codes = {case["expect"] for case in refusals()}
        self.assertEqual(codes, set("notSealed malformed unknownSuite unknownKey unknownSender unauthenticatedSender "
                                    "revokedKey cannotOpen notYetValid expired replayed badMessage".split()))


class Lines(unittest.TestCase):
    """Tests of the JSON lines program."""

    def ask(self, *requests):
        asked = "".join(json.dumps(request) + "\n" for request in requests)
        ran = subprocess.run([sys.executable, str(HERE / "sealedpush_reference.py")], input=asked, capture_output=True,
                             text=True,
                             check=True)
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def test_seal_then_open_then_replay(self):
        payload = '{"aps":{"alert":{"body":"é"}},"n":0.10}'
        seal = {"op": "seal", "to": jwk("device"), "from": jwk("provider"), "issuedAt": NOW, "sequence": 9}
        sealed, refused, nonsense = self.ask({**seal, "payload": payload}, {**seal, "payload": '{"a":null}'},
                                             {"op": "open"})
        self.assertEqual((sealed["content"], sealed["contents"], sealed["flags"]), (payload, {"alert": payload}, 3))
        self.assertIn("error", refused)
        self.assertIn("error", nonsense)
        opening = {"op": "open", "body": sealed["body"], "device": [jwk("device")], "provider": [jwk("provider")],
                   "now": NOW, "replay": "memory"}
        one, again, other, late, wrong = self.ask(
            {**opening, "request": "A"}, {**opening, "request": "A"}, {**opening, "request": "B"},
            {**opening, "now": NOW - 301},
            {**opening, "pushType": "background"})
        self.assertEqual((one["delivered"], one["sequence"], one["sender"]), (payload, 9, reference.encode(KEYS["provider"].thumbprint)))
        self.assertEqual(again, one)
        self.assertEqual([other, late, wrong],
                         [{"refused": code} for code in ("replayed", "notYetValid", "cannotOpen")])

    def test_live_activities_and_envelopes_on_their_own(self):
        live = vector_cases.START % (vector_cases.ATTRIBUTES, vector_cases.STATE)
        shared = {**jwk("shared"), "sealedpush": {"purposes": EVERYTHING.purposes}}
        how = {"shared": shared, "issuedAt": NOW}
        sealed, alone = self.ask({"op": "seal", "payload": live, "pushType": "liveactivity", **how},
                                 {"op": "sealEnvelope", "content": '{"n":0.10}', "purpose": "fcm", "limit": 300,
                                  "padding": "max", **how})
        self.assertEqual(sealed["contents"],
                         {"liveactivity/content-state": vector_cases.STATE,
                          "liveactivity/attributes": vector_cases.ATTRIBUTES})
        self.assertNotIn("content", sealed)
        self.assertEqual(len(reference.decode(alone["envelope"])), 300)
        how = {"shared": [shared], "now": NOW}
        opened, content, other = self.ask({"op": "open", "body": sealed["body"], "pushType": "liveactivity", **how},
                                          {"op": "openEnvelope", "envelope": alone["envelope"], "purpose": "fcm",
                                           **how},
                                          {"op": "openEnvelope", "envelope": alone["envelope"], "purpose": "alert",
                                           **how})
        self.assertEqual((opened["delivered"], content["delivered"], other),
                         (live, '{"n":0.10}', {"refused": "cannotOpen"}))


class KeyFiles(unittest.TestCase):
    def test_bad_keys_are_refused(self):
        good = jwk("device")
        for change in ({"x": jwk("provider")["x"]}, {"x": good["x"][:-1]}, {"crv": "Ed25519"}, {"x": good["x"] + "="},
                       {"sealedpush": {"state": "asleep"}}, {"sealedpush": {"state": "retiring"}},
                       *({"x": reference.encode(x.to_bytes(32, "little")), "d": None} for x in (2**255 - 19, 2**255 + 9))):
            bad = {name: value for name, value in {**good, **change}.items() if value is not None}
            self.assertRaises(ValueError, reference.key, bad, "device")
        for purposes in ("alert", [], [1], None, {"alert": 1}):
            self.assertRaises(ValueError, reference.key, {**jwk("shared"), "sealedpush": {"purposes": purposes}},
                              "shared")
        unnamed = reference.key({**jwk("shared"), "sealedpush": {}}, "shared")
        self.assertEqual(unnamed.purposes, ("liveactivity/content-state", "liveactivity/attributes"))
        self.assertIsNone(reference.key({**good, "sealedpush": {"role": "provider"}}, "device"))


if __name__ == "__main__":
    unittest.main()
