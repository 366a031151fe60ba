"""An independent Python implementation of sealed pushes, version 1: sealer and reader.

Written from Documentation/wire-format.md alone, for tests only. The modules are strict_json.py, envelope.py and push.py.
This file answers each line of standard input, a JSON object, with one line. Keys are JWKs (section 7.3 of the specification); a
secret key has `d` or `k`. Bytes are base64url, texts and names are empty and times absent by default. The answer to a malformed
request is {"error":...}.

"op": "seal"    "payload" (JSON text); "to", "from" (secret), "shared"; "suite" (1 to 3 or 5, or its name); "issuedAt", "expiresAt" (7 days later),
                "sequence"; "topic", "audience"; "padding" (block, "none" or "max"; 512); "visible" (JSON pointers or dotted paths);
                "placeholder" (members of the alert); "envelopeKey" ("sealed"); "pushType" ("alert"); "broadcast"; "limit" (bytes of
                the body); "randomness" (hexadecimal, section 10.2)
    answer      {"body","suite","flags","content","contents","randomness"}; "contents" has the sealed text for each purpose,
                "content" that of a push with one envelope
"op": "open"    "body" or "bodyHex"; "device", "provider", "shared" (lists of JWKs, with states); "now"; "pushType",
                "topic", "audience", "envelopeKey"; "acceptsUnauthenticated"; "replay" (the name of a store that is kept until the
                program exits); "request" (the id of the notification request)
    answer      {"delivered","suite","issuedAt","expiresAt","sequence","recipient","sender"} (thumbprints), of the content state's envelope for
                the start of a Live Activity, or {"refused":code}
"op": "sealEnvelope"    "content" (JSON text), "purpose", "limit" (bytes, needed for the padding "max"), and the members of "seal"
                        from "to" to "padding" and "randomness"; answer {"envelope","suite","flags","randomness"}
"op": "openEnvelope"    "envelope", "purpose", and the members of "open" but "body", "pushType" and "envelopeKey"; answer as "open"
"""

import json
import struct
import sys

from envelope import (  # noqa: F401, for the other scripts
    HPKE, OVERHEAD, CannotSeal, Key, Refusal, STANDARD_LIFETIME, binding_of, decode, encode, encrypt, key, open_envelope, public_key,
    seal_envelope, secret_key, sodium, suite_of, thumbprint)
from push import envelope_of, open_, seal
from strict_json import JSONRefused, Number, parse_any_length, serialize  # noqa: F401

SEALING = {"suite": "suite", "topic": "topic", "audience": "audience", "expiresAt": "expires_at",
           "sequence": "sequence",
           "padding": "padding"}
PUSH = {"visible": "visible", "placeholder": "placeholder", "envelopeKey": "envelope_key", "pushType": "push_type",
        "broadcast": "broadcast", "limit": "limit"}
OPENING = {"topic": "topic", "audience": "audience",
           "acceptsUnauthenticated": "accepts_unauthenticated", "request": "request"}
OPENING_PUSH = {"envelopeKey": "envelope_key", "pushType": "push_type"}


def given(asked, names):
    return {ours: asked[theirs] for theirs, ours in names.items() if theirs in asked}


def one(jwk, role):
    if jwk is None:
        return None
    found = key(jwk, role)
    if found is None:
        raise CannotSeal("wrongRole", f"not a {role} key")
    return found


def sealing(asked):
    randomness = {"randomness": bytes.fromhex(asked["randomness"])} if "randomness" in asked else {}
    return {"to": one(asked.get("to"), "device"), "sender": one(asked.get("from"), "provider"),
            "shared": one(asked.get("shared"), "shared"), "issued_at": asked["issuedAt"], **given(asked, SEALING),
            **randomness}


def opening(asked, memories):
    keys = {role: [found for jwk in asked.get(role, []) if (found := key(jwk, role))]
            for role in ("device", "provider", "shared")}
    memory = {"replay": memories.setdefault(asked["replay"], {})} if "replay" in asked else {}
    return {"now": asked["now"], "suites": (1, 2, 3, 5), **keys, **memory, **given(asked, OPENING)}


def answer(asked, memories):
    if asked["op"] == "seal":
        made = seal(asked["payload"].encode(), **sealing(asked), **given(asked, PUSH))
        parts = made["envelopes"]
        contents = {part["purpose"]: part["content"].decode() for part in parts}
        return {"body": made["body"].decode(), "suite": made["suite"], "flags": parts[0]["flags"],
                **({"content": parts[0]["content"].decode()} if len(parts) == 1 else {}), "contents": contents,
                "randomness": b"".join(part["randomness"] for part in parts).hex()}
    if asked["op"] == "sealEnvelope":
        content = asked["content"].encode()
        if not isinstance(parse_any_length(content), dict):
            raise JSONRefused("the content is not an object")
        how = sealing(asked)
        if "limit" in asked:
            how["capacity"] = asked["limit"] - OVERHEAD[suite_of(how["to"], how["sender"], how["shared"],
                    how.get("suite"))]
        made = seal_envelope(content, purpose=asked["purpose"], **how)
        return {"envelope": encode(made["envelope"]), "suite": made["suite"], "flags": made["flags"],
                "randomness": made["randomness"].hex()}
    if asked["op"] == "openEnvelope":
        opened = open_envelope(envelope_of(asked["envelope"]), purpose=asked["purpose"], **opening(asked, memories))
        return {"delivered": serialize(opened.pop("content")).decode(), **opened}
    body = bytes.fromhex(asked["bodyHex"]) if "bodyHex" in asked else asked["body"].encode()
    opened = open_(body, **opening(asked, memories), **given(asked, OPENING_PUSH))
    return {**opened, "delivered": serialize(opened["delivered"]).decode()}


def answer_or_error(asked, memories):
    try:
        return answer(asked, memories)
    except Refusal as refusal:
        return {"refused": refusal.code}
    except (CannotSeal, JSONRefused) as error:
        return {"error": str(error)}
    except (KeyError, TypeError, ValueError, AttributeError, struct.error) as error:
        return {"error": f"not a request: {error}"}


def main():
    memories = {}
    for line in sys.stdin:
        try:
            said = answer_or_error(json.loads(line), memories)
        except ValueError as error:
            said = {"error": f"not a request: {error}"}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
