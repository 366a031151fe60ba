"""Tests of the minimal sender and reader against the known answers and each other; test_reference.py runs them, too."""

import json
import pathlib
import unittest

import minimal_reader
import minimal_sender
import sealedpush_reference as reference
from strict_json import Number, parse, parse_any_length, same, serialize
from vector_keys import KEYS, fixed

HERE = pathlib.Path(__file__).resolve().parent
KNOWN = parse_any_length((HERE.parents[1] / "Fixtures" / "vectors" / "v1.json").read_bytes())


class Minimal(unittest.TestCase):
    def keys(self, case=None):
        """Returns the keys of a case, or None if they have states or share an id, which the minimal reader lacks."""
        keys = {"device": {}, "provider": {}, "shared": {}}
        for role, found in keys.items():
            for entry in [{"key": role, "state": "active"}] if case is None else case[role]:
                key = KEYS[entry["key"]]
                if entry["state"] != "active" or key.id in found:
                    return None
                found[key.id] = (dict.fromkeys(key.purposes, key.secret) if role == "shared"
                                 else key.public if role == "provider" else key.secret)
        return keys

    def test_both_have_less_than_90_lines(self):
        for name in ("minimal_sender.py", "minimal_reader.py"):
            self.assertLess(len((HERE / name).read_text().splitlines()), 90)

    def test_the_sender_makes_the_known_envelopes(self):
        checked = {1: 0, 2: 0, 3: 0}
        for case in KNOWN["vectors"] + KNOWN["envelopes"]:
            for part in case.get("parts", [case]):
                suite = int(case["suite"].text)
                made = minimal_sender.seal(part["content"].encode(), part["purpose"], **self.sending(case, part))
                self.assertEqual(reference.encode(made), part["envelope"], case["name"])
                checked[suite] += 1
        self.assertGreater(min(checked.values()), 5)

    def sending(self, case, part):
        def number(name):
            return int(case[name].text) if isinstance(case.get(name), Number) else None

        suite = number("suite")
        keys = {"shared": KEYS["shared"].secret} if suite == 3 else {"to": KEYS["device"].public}
        if suite == 1:
            keys["sender"] = KEYS["provider"].secret
        size = {"block": 1 if case["padding"] == "none" else number("padding")}
        if case["padding"] == "max":
            size = {"block": 1 << 16, "limit": reference.OVERHEAD[suite] + len(part["message"]) // 2}
        return dict(keys, topic=case["topic"], audience=case["audience"], **size,
                    issued=number("issuedAt"), expires=number("expiresAt"), sequence=number("sequence"),
                    random=lambda count: bytes.fromhex(part.get("randomness", case["randomness"]))[:count])

    def test_the_sender_makes_the_known_bodies(self):
        checked = 0
        for case in KNOWN["vectors"]:
            payload = serialize(case["payload"])
            paths = [path.strip("/").replace("/", ".").split(".") for path in case["visiblePaths"]]
            names = [path[-1] for path in paths if len(path) == (3 if case["pushType"] == "liveactivity" else 1)]
            rewritten = minimal_sender.compact(json.loads(payload))
            if len(names) < len(paths) or rewritten != payload or case["padding"] == "max":
                continue  # a visible part or number texts that the minimal sender cannot write
            parts = case.get("parts", [case])
            how = self.sending(case, parts[0])
            draws = iter([bytes.fromhex(part.get("randomness", case["randomness"])) for part in parts])
            how.update(random=lambda size: next(draws),
                       limit=5120 if case["pushType"] == "voip" or "broadcast" in case else 4096)
            body = minimal_sender.push(json.loads(payload), case["pushType"], visible=names, member=case["envelopeKey"],
                                       placeholder=case.get("placeholder"), **how)
            self.assertEqual(body.decode(), case["body"], case["name"])
            checked += 1
        self.assertGreaterEqual(checked, 14)

    def read(self, case):
        """Returns the minimal reader's result: a code, the contents by purpose, or None for unsupported keys."""
        if (keys := self.keys(case)) is None:
            return None
        how = dict(topic=case["topic"], audience=case["audience"], anyone=case["acceptsUnauthenticated"], seen={})
        for call in [*case.get("after", []), case]:
            how.update(now=int(call["now"].text), request=call.get("request", ""))
            try:
                contents = self.contents(case, keys, how)
            except minimal_reader.Refused as refused:
                return refused.args[0]
        return contents

    def contents(self, case, keys, how):
        if "purpose" in case:
            envelope = minimal_reader.decode(case["envelope"])
            return {case["purpose"]: minimal_reader.open_envelope(envelope, keys, case["purpose"], **how)}
        body = bytes.fromhex(case["bodyHex"]) if "bodyHex" in case else case["body"].encode()
        root, member = minimal_reader.load(body, "malformed"), case["envelopeKey"]
        if case["pushType"] != "liveactivity":
            return {case["pushType"]: minimal_reader.open_object(root, keys, case["pushType"], member, **how)}
        aps = root["aps"] if isinstance(root.get("aps"), dict) else {}
        names = ["content-state"] + ["attributes"] * (aps.get("event") == "start")
        return {name: minimal_reader.open_object(aps.get(name), keys, f"liveactivity/{name}", member, **how)
                for name in names}

    def test_the_reader_opens_what_opens(self):
        checked = 0
        for case in KNOWN["readings"]:
            if (contents := self.read(case)) is None:
                continue
            delivered = parse(case["deliveredText"].encode())
            self.assertIsInstance(contents, dict, (case["name"], contents))
            for name, content in contents.items():
                expected = delivered["aps"][name] if case["pushType"] == "liveactivity" else delivered
                self.assertTrue(same(parse(content), expected), case["name"])
            checked += 1
        self.assertGreaterEqual(checked, 36)

    def test_the_reader_refuses_what_is_refused(self):
        checked = 0
        for case in KNOWN["refusals"] + KNOWN["envelopeRefusals"]:
            if (outcome := self.read(case)) is not None:
                self.assertEqual(outcome, case["expect"], case["name"])
                checked += 1
        self.assertGreaterEqual(checked, 190)

    def test_the_reader_and_the_hostile_corpus(self):
        checked = {}
        for path in sorted((HERE.parents[1] / "Fixtures" / "hostile" / "body").glob("*.case")):
            header, _, body = path.read_bytes().partition(b"\n\n")
            fields = [line.split(": ", 1) for line in header.decode().split("\n")]
            one = dict(fields)
            case = {"bodyHex": body.hex(), "topic": one["topic"], "audience": one.get("audience", ""),
                    "pushType": one.get("push-type", "alert"), "envelopeKey": one.get("envelope-key", "sealed"),
                    "now": Number(one["now"]), "acceptsUnauthenticated": False,
                    **{role: [{"key": value.split()[0], "state": (value.split() + ["active"])[1]}
                              for name, value in fields if name == role] for role in ("device", "provider", "shared")}}
            outcome = self.read(case)
            if isinstance(outcome, dict):
                outcome = "delivered" if list(outcome.values()) == [b'{"a":1}'] else outcome
            if outcome is not None:
                self.assertEqual(outcome, one["expect"], path.name)
                checked[outcome] = checked.get(outcome, 0) + 1
        self.assertGreater(sum(checked.values()), 440)
        self.assertGreater(checked["delivered"], 40)

    def test_each_other(self):
        payload = {"aps": {"alert": {"title": "Überweisung"}, "badge": 1}, "amount": 240.1, "sealed": None}
        for number, keys in enumerate([dict(to="device", sender="provider"), dict(to="device"), dict(shared="shared")]):
            secrets = {name: fixed(key) if name != "to" and isinstance(key, str) else key for name, key in keys.items()}
            if "to" in keys:
                secrets["to"] = KEYS["device"].public
            for kind in ("alert", "voip", "complication") if "shared" in keys else ("alert", "background", "widgets"):
                body = minimal_sender.push(payload, kind, topic="t", audience="a", sequence=number,
                                           **secrets)
                root = minimal_reader.load(body, "malformed")
                content = minimal_reader.open_object(root, self.keys(), kind, topic="t", audience="a", anyone=True)
                self.assertEqual(json.loads(content), payload)
                other = "fileprovider" if kind == "voip" else "voip"
                with self.assertRaisesRegex(minimal_reader.Refused, "cannotOpen"):
                    minimal_reader.open_object(root, self.keys(), other, topic="t", audience="a", anyone=True)
            with self.assertRaises(ValueError):
                minimal_sender.push({"a": "x" * 3000}, **secrets)


if __name__ == "__main__":
    unittest.main()
