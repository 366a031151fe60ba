"""Writes Fixtures/vectors/chains.json, the known answers of suite 5 and of enrolment v2.

Every input is fixed, including the random bytes, so that each run writes the same file:

    python make-chain-vectors.py [--check] [FILE]

With --check nothing is written; the exit code is 1 if FILE differs from the generated vectors. The member `about` of
the file describes its lists.
"""

import json
import pathlib
import sys

import chains
import hpke_by_hand
from chain_cases import (
    AUDIENCE, FIRST, LAST, PAYLOAD, START, STATE, TOPIC, UPDATE, readings, refusals)
from chain_enrolments import enrolments, steps
from chain_keys import CHAIN_DAY, DAY, ISSUED, TODAY, chained, fixed, jwk, keyring, parsed, public, registered
from chain_stores import stores
from envelope import Chain, CannotSeal, encode, seal_envelope
from push import seal
from strict_json import parse, same, serialize, text_of

ABOUT = {
    "bytes": "hexadecimal; key material, chains in a key and envelopes are base64url",
    "skews": "300 seconds in the future, 60 in the past",
    "chains": "`chain` and `psk` are those of the day `at` of the stored chain k, day, lifetime; `fails`: that day "
              "has none",
    "vectors": "a sealer with the secret `sender` and the stored key `recipient` makes `body`, or, without "
               "`pushType`, the envelope on its own for `purpose`. If `defaultExpiry` is true, it gets no expiry. A "
               "reader with `device` and `provider` at `now` delivers `deliveredText`. The rest is as in v1.json",
    "unsealable": "a sealer with these inputs, the content {} and the purpose fcm refuses with `expect`; without "
                  "`suite` it chooses the suite",
    "readings": "a reader with `device` and `provider` delivers `deliveredText`, and then `stored` is its device "
                "keyring; if `write` is false, it may not write. The envelope's member is `sealed`; "
                "`acceptsUnauthenticated` is false by default",
    "refusals": "a reader refuses with `expect`, and its device keyring stays",
    "stores": "the calls of one reader, one after the other: each delivers `deliveredText` or refuses with "
              "`expect`, and then `device` is its keyring. With `replay` it has a replay store, which all calls "
              "share. `advance` is a time that the app trusts, in the place of a push",
    "enrolments": "the random values of both halves, the values of the transcript, the four messages, and keyring "
                  "and registration after each step; the offer and the challenge are made at `now`, the answer, its "
                  "check and the end 1, 2 and 3 seconds later. `provider` is the provider's keyring, `pinned` the "
                  "device's copy",
    "steps": "single steps from `state`: `offer`, `answer` and `finish` of the device, `challenge` and `confirm` of "
             "the provider. Each makes `made`, and then the state is `after`; or it refuses with `expect`, and the "
             "state stays. `provider` is the provider's keyring as this half has it, `device` the secret of a new "
             "key, `seed` that of its ML-KEM key if `kem` is true; `ciphertext` and `ss` are what the provider "
             "encapsulates",
}


def steps_of_chains():
    stored = {"k": encode(fixed("chain")), "day": CHAIN_DAY, "lifetime": 7}
    chain = Chain(fixed("chain"), CHAIN_DAY, 7)

    def at(name, number, chain=chain, stored=stored):
        psk, identifier = chain.psk(number)
        return {"name": name, **stored, "at": number, "chain": chain.at(number).hex(), "psk": psk.hex(),
                "pskID": identifier.hex()}
    late = Chain(fixed("chain"), 0xFFFF - 1, 7)
    return [
        at("the worked example: 3 steps", TODAY), at("no step", CHAIN_DAY), at("one step", CHAIN_DAY + 1),
        at("30 steps", CHAIN_DAY + 30), at("400 steps", CHAIN_DAY + 400),
        at("the last day of 16 bits", 0xFFFF, late, {**stored, "day": late.day}),
        at("from day 0 to day 256", 256, Chain(fixed("chain"), 0, 30), {**stored, "day": 0, "lifetime": 30}),
        *[{"name": name, **stored, "at": number, "fails": True}
          for name, number in {"an earlier day": CHAIN_DAY - 1, "day 0": 0}.items() if not has(chain, number)],
    ]


def has(chain, day):
    try:
        return bool(chain.at(day))
    except ValueError:
        return False


def vector(name, *, recipient=None, payload=None, content=None, purpose=None, push_type="alert", issued=ISSUED,
           topic=TOPIC, audience=AUDIENCE, skE=None, **how):
    recipient = recipient or chained()
    sender, row = jwk("provider"), registered(recipient)
    random = skE or fixed(f"randomness of {name}") + (fixed(f"randomness 2 of {name}") if payload == START else b"")
    options = dict(to=parsed(row), sender=parsed(sender), topic=topic, audience=audience, issued_at=issued, **how)
    account = chains.account(keyring(recipient), public(keyring(sender)), topic, audience)
    if purpose:
        made = seal_envelope(content.encode(), purpose=purpose, randomness=random, **options)
        result, _ = chains.opened(account, issued, envelope=made["envelope"], purpose=purpose)
        parts, more = [made], {"purpose": purpose, "content": content}
        wanted, delivered = parse(content.encode()), result["content"]
    else:
        made = seal(payload.encode(), push_type=push_type, randomness=random, **options)
        result, _ = chains.opened(account, issued, body=made["body"], push_type=push_type)
        parts, wanted, delivered = made["envelopes"], made["payload"], result["delivered"]
        more = {"pushType": push_type, "payloadText": payload, "body": made["body"].decode()}
    if not same(wanted, delivered):
        raise SystemExit(f"{name}: delivered another payload")
    described = [described_part(part, recipient, random[32 * number:][:32]) for number, part in enumerate(parts)]
    return {
        "name": name, "suite": 5, "topic": topic, "audience": audience, "issuedAt": issued,
        "expiresAt": result["expiresAt"],
        **({"sequence": how["sequence"]} if "sequence" in how else {}), "defaultExpiry": "expires_at" not in how,
        "flags": parts[0]["flags"], "padding": how.get("padding", 512), "now": issued,
        "recipient": row, "sender": sender, "device": account["device"], "provider": account["provider"],
        "randomness": random.hex(), **(described[0] if len(parts) == 1 else {"parts": described}), **more,
        "deliveredText": serialize(delivered).decode(),
    }


def described_part(made, recipient, random):
    """Returns the members of one envelope; the formulas by hand must give it, too."""
    day = int.from_bytes(made["header"][9:], "big")
    chain = parsed(recipient).chain
    psk, identifier = chain.psk(day)
    values = hpke_by_hand.sender_values(made["binding"], random, parsed(recipient).public, fixed("provider"), psk,
                                        identifier)
    if made["header"] + values["enc"] + hpke_by_hand.encrypt(values, made["message"]) != made["envelope"]:
        raise SystemExit("pyhpke and the formulas of the specification disagree")
    return {
        "purpose": made["purpose"], "content": made["content"].decode(), "day": day, "chain": chain.at(day).hex(),
        "psk": psk.hex(), "pskID": identifier.hex(), "message": made["message"].hex(), "header": made["header"].hex(),
        "binding": made["binding"].hex(), "randomness": random.hex(),
        "intermediate": {name: value.hex() for name, value in values.items()}, "envelope": encode(made["envelope"]),
    }


def vectors():
    month, short = chained(lifetime=30), chained(lifetime=1)
    example = dict(content='{"aps":{"alert":"Hi"}}', purpose="alert", expires_at=ISSUED + 3600, padding="none")
    return [
        vector("the worked example", skE=fixed("skE"), **example),
        vector("a push", payload=PAYLOAD), vector("a push with a sequence", payload=PAYLOAD, sequence=7),
        vector("the first second of a day", payload=PAYLOAD, issued=FIRST),
        vector("the last second of a day", payload=PAYLOAD, issued=LAST),
        vector("the chain's own day", payload=PAYLOAD, issued=CHAIN_DAY * DAY),
        vector("400 days after the chain's", payload=PAYLOAD, issued=ISSUED + 397 * DAY),
        vector("a lifetime of 1 day", payload=PAYLOAD, recipient=short),
        vector("a lifetime of 30 days", payload=PAYLOAD, recipient=month),
        vector("an expiry at the chain's lifetime", payload=PAYLOAD, expires_at=ISSUED + 7 * DAY),
        vector("an expiry at the sealing", payload=PAYLOAD, expires_at=ISSUED, sequence=2 ** 64 - 1),
        vector("maximum padding", payload=PAYLOAD, padding="max"),
        vector("a key of an enrolment with ML-KEM", payload=PAYLOAD, recipient=chained(kem="ML-KEM-768")),
        vector("in the background, without topic and audience", payload=PAYLOAD, push_type="background", topic="",
               audience=""),
        vector("a Live Activity's update", payload=UPDATE, push_type="liveactivity"),
        vector("a Live Activity's start", payload=START, push_type="liveactivity", sequence=1),
        vector("an envelope on its own", content='{"n":0.10}', purpose="fcm"),
        vector("an envelope on its own, of the smallest content", content="{}", purpose="unifiedpush", sequence=0,
               padding="none", expires_at=ISSUED),
        vector("a content state on its own", content=STATE, purpose="liveactivity/content-state"),
    ]


def unsealable():
    """Returns the inputs that a sealer must refuse (S.4)."""
    plain, row, provider = jwk("device", secret=False), registered(chained()), jwk("provider")
    late = registered(chained(day=TODAY + 1))
    no_chain = registered(jwk("device", suite=5))
    cases = [
        ("the chain's day is tomorrow", "clockBehind", {"recipient": late}),
        ("the chain's day is tomorrow, and the expiry is too late", "clockBehind",
         {"recipient": late, "expiresAt": ISSUED + 8 * DAY}),
        ("the last second before the chain's day", "clockBehind", {"issuedAt": CHAIN_DAY * DAY - 1}),
        ("an expiry a second after the lifetime", "lifetimeTooLong", {"expiresAt": ISSUED + 7 * DAY + 1}),
        ("an expiry a second before the sealing", "lifetimeTooLong", {"expiresAt": ISSUED - 1}),
        ("a lifetime of 1 day, an expiry 7 days later", "lifetimeTooLong",
         {"recipient": registered(chained(lifetime=1)), "expiresAt": ISSUED + 7 * DAY}),
        ("suite 1 to a key of suite 5", "suiteMismatch", {"suite": 1}),
        ("suite 2 to a key of suite 5", "suiteMismatch", {"suite": 2, "sender": None}),
        ("a key of suite 5 without a provider key", "suiteMismatch", {"suite": None, "sender": None}),
        ("suite 5 to a key of suite 1", "suiteMismatch", {"recipient": plain}),
        ("suite 5 to a key of suite 5 without a chain", "suiteMismatch", {"recipient": no_chain}),
    ]
    return [unsealed(name, code, {"recipient": row, "sender": provider, "suite": 5, "issuedAt": ISSUED, **change})
            for name, code, change in cases]


def unsealed(name, code, given):
    given = {part: value for part, value in given.items() if value is not None}
    try:
        seal_envelope(b"{}", purpose="fcm", to=parsed(given["recipient"]), suite=given.get("suite"),
                      sender=parsed(given["sender"]) if "sender" in given else None, issued_at=given["issuedAt"],
                      expires_at=given.get("expiresAt"))
    except CannotSeal as error:
        if error.code == code:
            return {"name": name, **given, "expect": code}
        raise SystemExit(f"{name}: {error.code}, not {code}") from None
    raise SystemExit(f"{name}: sealed")


def lists():
    return {"chains": steps_of_chains(), "vectors": vectors(), "unsealable": unsealable(), "readings": readings(),
            "refusals": refusals(), "stores": stores(), "enrolments": enrolments(), "steps": steps()}


def document(entries_of):
    parts = ['"format":"sealedpush-chains-v1"', '"about":' + lines(ABOUT)]
    for name, entries in entries_of.items():
        parts.append(f'"{name}":[\n' + ",\n".join(lines(entry) for entry in entries) + "\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines(entry):
    return "{" + ",\n ".join(f"{text_of(name)}:{written(value)}" for name, value in entry.items()) + "}"


def written(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    default = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "vectors" / "chains.json"
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
