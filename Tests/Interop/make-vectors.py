"""Writes Fixtures/vectors/v1.json, the known answers of the sealed envelope (Documentation/wire-format.md, §10).

Every input is fixed, including the random bytes, so that each run writes the same file:

    python make-vectors.py [--check] [FILE]

With --check nothing is written; the exit code is 1 if FILE differs from the generated vectors.
"""

import pathlib
import sys

import hpke_by_hand
import sealedpush_reference as reference
from strict_json import parse, parse_any_length, same, serialize, text_of
from vector_cases import ISSUED, keys_for, randomness_of, readings
from vector_keys import KEYS, described
from vector_pushes import ENVELOPES, PUSHES, UNSEALABLE
from vector_refusals import envelope_refusals, refusals
from vector_states import states

EVERYONE = dict(device=[KEYS["device"]], provider=[KEYS["provider"]], shared=[KEYS["shared"]],
                accepts_unauthenticated=True)
STANDARD = {"topic": "", "audience": "", "padding": 512}
PUSH = {"visible": [], "push_type": "alert", "envelope_key": "sealed", "placeholder": {"title": "New activity"}}


def vector(name, suite, options):
    options = {**STANDARD, **PUSH, **options}
    payload = options.pop("payload")
    starts = options["push_type"] == "liveactivity" and '"start"' in payload
    randomness = randomness_of(name, suite, 1 + starts)
    made = reference.seal(payload.encode(), issued_at=ISSUED, randomness=randomness, **keys_for(suite), **options)
    opened = reference.open_(made["body"], now=ISSUED, topic=options["topic"], audience=options["audience"],
                             push_type=options["push_type"], envelope_key=options["envelope_key"], **EVERYONE)
    if not same(opened["delivered"], made["payload"]):
        raise SystemExit(f"{name}: delivered another payload")
    parts = [{"purpose": part["purpose"], **described_part(part)} for part in made["envelopes"]]
    if starts:
        size = len(randomness) // 2
        parts = [{**part, "randomness": randomness[number * size:(number + 1) * size].hex()}
                 for number, part in enumerate(parts)]
    optional = {
        "broadcast": options.get("broadcast"),
        "placeholder": options["placeholder"] if options["push_type"] == "alert" else None,
        "sequence": options.get("sequence"),
    }
    return {
        "name": name, "suite": suite, "pushType": options["push_type"], "topic": options["topic"],
        "audience": options["audience"], "now": ISSUED, "envelopeKey": options["envelope_key"],
        "payload": made["payload"], "visiblePaths": options["visible"], "visible": made["visible"],
        "flags": made["envelopes"][0]["flags"], "issuedAt": ISSUED,
        "expiresAt": expiry(options), "padding": options["padding"],
        **{field: value for field, value in optional.items() if value is not None}, "randomness": randomness.hex(),
        **({"parts": parts} if starts else parts[0]), "body": made["body"].decode(), "delivered": opened["delivered"],
    }


def envelope(name, suite, options):
    """Returns the vector of a single envelope (§4.4)."""
    options = {**STANDARD, **options}
    content = options.pop("content")
    randomness = randomness_of(name, suite)
    made = reference.seal_envelope(content.encode(), issued_at=ISSUED, randomness=randomness, **keys_for(suite),
                                   **options)
    opened = reference.open_envelope(made["envelope"], now=ISSUED, purpose=options["purpose"], topic=options["topic"],
                                     audience=options["audience"], **EVERYONE)
    if serialize(opened["content"]).decode() != content:
        raise SystemExit(f"{name}: delivered another content")
    optional = {"sequence": options.get("sequence")}
    return {
        "name": name, "suite": suite, "purpose": options["purpose"], "topic": options["topic"],
        "audience": options["audience"], "now": ISSUED, "flags": made["flags"], "issuedAt": ISSUED,
        "expiresAt": expiry(options), "padding": options["padding"], **{field: value for field, value in optional.items() if value is not None},
        "randomness": randomness.hex(), **described_part(made),
    }


def expiry(options):
    return options.get("expires_at", ISSUED + reference.STANDARD_LIFETIME)


def described_part(made):
    """Returns the members of the vector file for one envelope."""
    values = intermediate(made)
    return {
        "content": made["content"].decode(), "message": made["message"].hex(), "header": made["header"].hex(),
        "binding": made["binding"].hex(),
        **({"intermediate": {field: value.hex() for field, value in values.items()}} if values else {}),
        "envelope": reference.encode(made["envelope"]),
    }


def intermediate(made):
    """Returns the intermediate values, computed without pyhpke; they must give the same envelope."""
    suite, message, header, binding, random = (made[field] for field in ("suite", "message", "header", "binding",
                                                                         "randomness"))
    if suite == 3:
        return {}
    device = KEYS["device"].public
    values = hpke_by_hand.sender_values(binding, random, device, KEYS["provider"].secret if suite == 1 else None)
    if header + values["enc"] + hpke_by_hand.encrypt(values, message) != made["envelope"]:
        raise SystemExit("pyhpke and the formulas of the specification disagree")
    return values


def unsealable(name, payload, options):
    """Returns a refusal to seal, in suite 1 with at most one option other than the defaults of §10.6."""
    try:
        made = reference.seal(payload.encode(), issued_at=ISSUED, padding="none", **keys_for(1), **options)
    except (reference.CannotSeal, reference.JSONRefused):
        fields = {"envelope_key": "envelopeKey", "visible": "visiblePaths", "push_type": "pushType"}
        return {"name": name, "payloadText": payload, **{fields.get(o, o): value for o, value in options.items()}}
    raise SystemExit(f"{name}: sealed, a body of {len(made['body'])} bytes")


def lists():
    return {
        "vectors": [vector(*case) for case in PUSHES], "envelopes": [envelope(*case) for case in ENVELOPES],
        "readings": readings(), "refusals": refusals(), "envelopeRefusals": envelope_refusals(),
        "unsealable": [unsealable(*case) for case in UNSEALABLE], "states": states(),
    }


def document(entries_of):
    parts = ['"format":"sealedpush-v1"',
             '"keys":{\n' + ",\n".join(f"{text_of(n)}:{text_of(described(n))}" for n in KEYS) + "\n}"]
    for name, entries in entries_of.items():
        parts.append(f'"{name}":[\n' + ",\n".join(lines(entry) for entry in entries) + "\n]")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    parse_any_length(text.encode())  # valid JSON by §4.5, except for its length
    return text


def lines(entry):
    return "{" + ",\n ".join(f"{text_of(name)}:{written(value)}" for name, value in entry.items()) + "}"


def written(value):
    return serialize(plain(value)).decode()


def plain(value):
    """Returns a value with Python integers converted to JSON numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return reference.Number(str(value))
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    default = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "vectors" / "v1.json"
    path = pathlib.Path(arguments[0]) if arguments else default
    entries = lists()
    text = document(entries)
    if "--check" in sys.argv:
        sys.exit(0 if path.read_text(encoding="utf-8") == text else f"{path} differs from what the reference makes")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{path}:", ", ".join(f"{len(some)} {name}" for name, some in entries.items()))


if __name__ == "__main__":
    main()
