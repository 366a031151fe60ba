"""Writes Fixtures/vectors/v1.json, the known answers of the sealed envelope (Documentation/wire-format.md, §17).

Every input is fixed, the random bytes too, so that the same file comes out each time:

    python make-vectors.py [--check] [FILE]

With --check nothing is written; the exit code is 1 if FILE differs from what would be.
"""

import pathlib
import sys

import hpke_by_hand
import sealedpush_reference as reference
from strict_json import canonical, parse, serialize, text_of
from vector_cases import readings, refusals
from vector_keys import KEYS, described, fixed

ISSUED = 1_795_263_600  # 2026-11-21T12:20:00Z
TOPIC, AUDIENCE = "com.example.bank", "account 42/日本"

BANK = """{"aps":{"alert":{"title-loc-key":"PAYMENT_TITLE","title-loc-args":["€ 240"],"body":"From Jane Müller \\ud83d\\ude00 — “rent”"},
 "sound":{"critical":1,"name":"coins.caf","volume":0.10},"badge":3,"thread-id":"account-1","category":"PAYMENT",
 "interruption-level":"time-sensitive","relevance-score":0.75,"content-available":1},
 "kind":"payment","account":"DE89 3704 0044 0532 0130 00","path":"a/b\\\\c\\"\\u0001\\n","amount":240.00,
 "id":12345678901234567890,"ratio":1e2,"tags":["a",["b",{"c":[]}],{},true,false,-0.0],"weight":2.50}"""

CASES = [
    # name, suite, options
    ("auth-minimal", 1, dict(payload='{"aps":{"alert":"Hi"}}', padding="none")),
    ("auth-everything", 1, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 3600,
                                sequence=18446744073709551615, visible=["/aps/thread-id", "/kind", "/weight"],
                                placeholder={"title": "New activity", "body": "Open the app to see it"})),
    ("auth-background", 1, dict(payload='{"aps":{"content-available":1},"sync":{"since":"2026-11-21","full":false}}',
                                push_type="background", topic=TOPIC)),
    ("auth-live-activity", 1, dict(
        payload='{"aps":{"timestamp":1795263600,"event":"update","content-state":{"eta":12.5}},"order":"A-1"}',
        push_type="liveactivity", visible=["/aps"], topic=TOPIC)),
    ("base-minimal", 2, dict(payload='{"aps":{"alert":{"body":"Hi"}}}', padding="none")),
    ("base-everything", 2, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 86400, sequence=7,
                                visible=["/aps/thread-id", "/aps/alert/title-loc-key", "/tags"], padding=256)),
    ("base-without-digest", 2, dict(payload='{"aps":{"alert":{"title":"New activity","body":"Hi"}},"n":0.1}',
                                            visible=["/n"], digest=False)),
    ("base-maximum", 2, dict(payload='{"aps":{"alert":{"title":"Hi"},"sound":"default"}}', padding="max",
                             topic=TOPIC, envelope_key="e")),
    ("shared-minimal", 3, dict(payload='{"aps":{"alert":"Hi"}}', padding="none", topic=TOPIC)),
    ("shared-everything", 3, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 60, sequence=1,
                                  visible=["/kind"], padding=128, envelope_key="com.example_e-1")),
    ("shared-voip", 3, dict(payload='{"caller":"Jane Müller","call":"0b1c","video":true}', push_type="voip",
                            topic=TOPIC, expires_at=ISSUED + 30)),
    ("box-minimal", 4, dict(payload='{"aps":{"alert":"Hi"}}', padding="none")),
    ("box-everything", 4, dict(payload=BANK, topic=TOPIC, audience=AUDIENCE, expires_at=ISSUED + 3600, sequence=2,
                               visible=["/aps/thread-id", "/weight"], padding=1000,
                               placeholder={"title": "New activity", "body": "Open the app"})),
]


UNSEALABLE = [
    # name, payload as text, options
    ("a null", '{"aps":{"alert":"Hi"},"a":null}', {}),
    ("a null inside an array", '{"aps":{"alert":"Hi"},"a":[{"b":[null]}]}', {}),
    ("no object", '["aps"]', {}),
    ("not JSON", '{"aps":{"alert":"Hi"},}', {}),
    ("a name twice", '{"a":1,"b":{"c":1,"c":1}}', {}),
    ("half of a surrogate pair", '{"a":"\\ud83d"}', {}),
    ("aps is no object", '{"aps":"Hi"}', {}),
    ("a member named like the envelope key", '{"aps":{"alert":"Hi"},"sealed":"x"}', {}),
    ("the envelope key is aps", '{"a":1}', {"envelope_key": "aps"}),
    ("an empty envelope key", '{"a":1}', {"envelope_key": ""}),
    ("an envelope key of 65 characters", '{"a":1}', {"envelope_key": "e" * 65}),
    ("an envelope key with a quotation mark", '{"a":1}', {"envelope_key": 'a"b'}),
    ("0.1 in the clear", '{"aps":{"alert":"Hi"},"n":0.1}', {"visible": ["/n"]}),
    ("2^60 in the clear", '{"aps":{"alert":"Hi"},"n":[1152921504606846976]}', {"visible": ["/n"]}),
    ("2^53 + 1 in the clear", '{"aps":{"alert":"Hi"},"n":{"m":9007199254740993}}', {"visible": ["/n/m"]}),
    ("1e400 in the clear", '{"aps":{"alert":"Hi"},"n":1e400}', {"visible": ["/n"]}),
    ("a Live Activity whose aps is not named visible", '{"aps":{"event":"end","timestamp":1}}',
     {"push_type": "liveactivity"}),
    ("a file provider push whose domain is not named visible", '{"container-identifier":"c","domain":"d"}',
     {"push_type": "fileprovider", "visible": ["/container-identifier"]}),
    ("an MDM push whose mdm is not named visible", '{"mdm":"magic"}', {"push_type": "mdm"}),
    ("one byte of message too many", '{"aps":{"alert":"Hi"},"a":"%s"}' % ("x" * 2909), {}),
    ("an empty alert named visible", '{"aps":{"alert":{}}}', {"visible": ["/aps/alert"]}),
    ("an alert of the wrong kind named visible", '{"aps":{"alert":0}}', {"visible": ["/aps"]}),
    ("an empty placeholder", '{"a":1}', {"placeholder": {}}),
]


def unsealable(name, payload, options):
    """Suite 1, one option or none beside the defaults of §17.5; the reference must refuse."""
    try:
        made = reference.seal(payload.encode(), issued_at=ISSUED, padding="none", **keys_for(1), **options)
    except (reference.CannotSeal, reference.CannotBeHashed, reference.JSONRefused):
        fields = {"envelope_key": "envelopeKey", "visible": "visiblePaths", "push_type": "pushType"}
        return {"name": name, "payloadText": payload, **{fields.get(o, o): value for o, value in options.items()}}
    raise SystemExit(f"{name}: sealed, {len(made['message'])} bytes of message")


def keys_for(suite):
    if suite == 3:
        return {"shared": KEYS["shared"]}
    keys = {"to": KEYS["device"]}
    return {**keys, "sender": KEYS["provider"]} if suite == 1 else {**keys, "suite": suite}


def vector(name, suite, options):
    options = {"topic": "", "audience": "", "padding": 64, "visible": [], "push_type": "alert",
               "envelope_key": "sealed", "placeholder": {"title": "New activity"}, "digest": True, **options}
    payload = options.pop("payload")
    randomness = fixed("randomness of " + name)[:24 if suite == 3 else 32]
    made = reference.seal(payload.encode(), issued_at=ISSUED, randomness=randomness, **keys_for(suite), **options)
    everyone = dict(device=[KEYS["device"]], provider=[KEYS["provider"]], shared=[KEYS["shared"]])
    opened = reference.open_(made["body"], now=ISSUED, topic=options["topic"], audience=options["audience"],
                             envelope_key=options["envelope_key"], accepts_unauthenticated=True, **everyone)
    values = intermediate(made)
    alert = options["push_type"] == "alert"
    optional = {
        "placeholder": options["placeholder"] if alert else None,
        "expiresAt": options.get("expires_at"), "sequence": options.get("sequence"),
        "canonicalVisible": canonical(made["visible"]).hex() if made["outerDigest"] else None,
        "outerDigest": made["outerDigest"].hex() or None,
    }
    return {
        "name": name, "suite": suite, "pushType": options["push_type"], "topic": options["topic"],
        "audience": options["audience"], "now": ISSUED, "envelopeKey": options["envelope_key"],
        "payload": made["payload"], "visiblePaths": options["visible"], "visible": made["visible"],
        "flags": made["flags"], "issuedAt": ISSUED, "padding": options["padding"],
        **{field: value for field, value in optional.items() if value is not None},
        "overlay": made["overlay"].decode(), "message": made["message"].hex(), "header": made["header"].hex(),
        "context": made["context"].hex(), "randomness": randomness.hex(),
        "intermediate": {field: value.hex() for field, value in values.items()},
        "envelope": reference.encode(made["envelope"]), "body": made["body"].decode(),
        "delivered": opened["delivered"],
    }


def intermediate(made):
    """The values on the way, computed a second time without pyhpke; the result must be the same envelope."""
    suite, message, header, context = (made[field] for field in ("suite", "message", "header", "context"))
    if suite == 3:
        return {"additionalData": context + header}
    device, random = KEYS["device"].public, made["randomness"]
    if suite == 4:
        ephemeral = reference.sodium.crypto_scalarmult_base(random)
        return {"contextDigest": reference.blake2b(16, context, header), "ephemeralKey": ephemeral,
                "nonce": reference.blake2b(24, ephemeral, device)}
    values = hpke_by_hand.sender_values(context, random, device, KEYS["provider"].secret if suite == 1 else None)
    if header + values["enc"] + hpke_by_hand.encrypt(values, message, header) != made["envelope"]:
        raise SystemExit("pyhpke and the formulas of the specification disagree")
    return values


def document():
    cases = [vector(*case) for case in CASES]
    lists = {"vectors": cases, "readings": readings(), "refusals": refusals(),
             "unsealable": [unsealable(*case) for case in UNSEALABLE]}
    parts = ['"format":"sealedpush-v1"',
             '"keys":{\n' + ",\n".join(f"{text_of(n)}:{text_of(described(n))}" for n in KEYS) + "\n}"]
    for name, entries in lists.items():
        parts.append(f'"{name}":[\n' + ",\n".join(lines(entry) for entry in entries) + "\n]")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    parse(text.encode())  # it is JSON by §3 itself
    return text


def lines(entry):
    return "{" + ",\n ".join(f"{text_of(name)}:{written(value)}" for name, value in entry.items()) + "}"


def written(value):
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else serialize(plain(value)).decode()


def plain(value):
    """Python's own integers as JSON numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return reference.Number(str(value))
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    default = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "vectors" / "v1.json"
    path = pathlib.Path(arguments[0]) if arguments else default
    text = document()
    if "--check" in sys.argv:
        sys.exit(0 if path.read_text(encoding="utf-8") == text else f"{path} differs from what the reference makes")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{path}: {len(CASES)} vectors, {len(readings())} readings, {len(refusals())} refusals, "
          f"{len(UNSEALABLE)} unsealable")


if __name__ == "__main__":
    main()
