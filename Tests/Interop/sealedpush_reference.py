"""The sealed envelope, version 1, in Python: an independent implementation of both halves.

Written from Documentation/wire-format.md alone. "§" in a comment is a section of that document. The cryptography is
PyNaCl's and pyhpke's; nothing here is fast, guarded or meant for production. Beside it:
strict_json.py (§3 and §10) and overlay.py (§9).

Run as a program it answers JSON lines: see README.md beside this file.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import struct
import sys
from dataclasses import dataclass

import nacl.bindings as sodium
from nacl.exceptions import CryptoError
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKeyPair, PyHPKEError

from overlay import CannotSeal, difference, merge, path_of, visible_part
from strict_json import CannotBeHashed, JSONRefused, Number, canonical, parse, serialize

HPKE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
OVERHEAD = {1: 57, 2: 53, 3: 45, 4: 69}  # §4, in bytes; for suite 4 with the context digest
SUITE_NAMES = {"hpke-auth": 1, "hpke-base": 2, "shared": 3, "sealed-box": 4}


class Refusal(Exception):
    """What a reader answers instead of a payload (§12.3); `code` is one of the twelve."""

    def __init__(self, code, reason=""):
        super().__init__(f"{code}: {reason}")
        self.code = code


# Base64url, keys and key ids (§2.2, §5)

def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not unpadded base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("non-zero trailing bits")
    return data


@dataclass
class Key:
    role: str
    public: bytes | None
    secret: bytes | None
    thumbprint: bytes
    state: str = "active"
    until: int | None = None

    @property
    def id(self):
        return self.thumbprint[:4]


def thumbprint(jwk):
    names = {"OKP": ("crv", "kty", "x"), "oct": ("k", "kty")}[jwk["kty"]]
    text = json.dumps({name: jwk[name] for name in names}, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).digest()


def key(jwk, role):
    """The key of a JWK, or None if its own metadata gives it another role."""
    about = jwk.get("sealedpush", {})
    if about.get("role", role) != role:
        return None
    if role == "shared":
        public, secret = None, decode(jwk["k"])
    else:
        if (jwk["kty"], jwk["crv"]) != ("OKP", "X25519"):
            raise ValueError("not an X25519 key")
        public, secret = decode(jwk["x"]), decode(jwk["d"]) if "d" in jwk else None
        if secret is not None and sodium.crypto_scalarmult_base(secret) != public:
            raise ValueError("x does not belong to d")
    if any(part is not None and len(part) != 32 for part in (public, secret)):
        raise ValueError("not 32 bytes")
    state, until = about.get("state", "active"), about.get("until")
    if state not in ("pending", "active", "retiring", "revoked") or (state == "retiring" and until is None):
        raise ValueError("no such state")
    return Key(role, public, secret, thumbprint(jwk), state, until)


def select(keys, role, identifier, now, unknown):
    """§12.2: by id and by role; never by trying every key."""
    found = [k for k in keys if k.role == role and k.id == identifier]
    found = [k for k in found if not (k.state == "retiring" and now > k.until)]
    usable = [k for k in found if k.state != "revoked"]
    if not usable:
        raise Refusal("revokedKey" if found else unknown, identifier.hex())
    return usable


# Binding and encryption (§6, §7)

def context_of(suite, topic, audience):
    topic, audience = topic.encode(), audience.encode()
    if max(len(topic), len(audience)) > 0xFFFF:
        raise CannotSeal("topic and audience are at most 65535 bytes")
    return (b"sealedpush-v1" + bytes([suite])
            + struct.pack(">H", len(topic)) + topic + struct.pack(">H", len(audience)) + audience)


def blake2b(size, *parts):
    return hashlib.blake2b(b"".join(parts), digest_size=size).digest()


def secret_key(secret):
    return HPKE.kem.deserialize_private_key(secret)


def public_key(public):
    return HPKE.kem.deserialize_public_key(public)


def encrypt(suite, message, context, header, to, sender, shared, randomness):
    """The envelope's bytes after the header; `randomness` is what §17.2 names for the suite."""
    if suite in (1, 2):
        ephemeral = KEMKeyPair(secret_key(randomness), public_key(sodium.crypto_scalarmult_base(randomness)))
        enc, sending = HPKE.create_sender_context(
            public_key(to.public), info=context, sks=secret_key(sender.secret) if suite == 1 else None, eks=ephemeral)
        return enc + sending.seal(message, aad=header)
    if suite == 3:
        return randomness + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
            message, context + header, randomness, shared.secret)
    ephemeral = sodium.crypto_scalarmult_base(randomness)
    nonce = blake2b(24, ephemeral, to.public)
    return ephemeral + sodium.crypto_box(blake2b(16, context, header) + message, nonce, to.public, randomness)


def decrypt(suite, rest, context, header, recipient, sender):
    """The message, or None: one answer for a wrong key, a wrong context and tampering."""
    try:
        if suite in (1, 2):
            receiving = HPKE.create_recipient_context(
                rest[:32], secret_key(recipient.secret), info=context, pks=public_key(sender.public) if sender else None)
            return receiving.open(rest[32:], aad=header)
        if suite == 3:
            return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
                rest[24:], context + header, rest[:24], recipient.secret)
        prefixed = sodium.crypto_box_seal_open(rest, recipient.public, recipient.secret)
        return prefixed[16:] if hmac.compare_digest(prefixed[:16], blake2b(16, context, header)) else None
    except (CryptoError, PyHPKEError, ValueError):  # ValueError: an all-zero X25519 result
        return None


# Message (§8)

def pad(message, padding, capacity):
    length = len(message) + 1
    if length > capacity:
        raise CannotSeal(f"too large by {length - capacity} bytes of message")
    block = {"none": 1, "max": capacity}.get(padding, padding)
    if padding != "max" and not 1 <= block <= 4096:
        raise CannotSeal("a block has 1 to 4096 bytes")
    padded = min(-(-length // block) * block, capacity)
    return message + b"\x80" + bytes(padded - length)


def read_message(message):
    """(issuedAt, expiresAt, sequence, outerDigest, overlay bytes)."""
    flags, at = (message[0] if message else 0xFF), 1
    if flags & 0b1111_1000:
        raise Refusal("badMessage", "unknown flag or no message")

    def take(count, present=True):
        nonlocal at
        if not present:
            return None
        if at + count > len(message):
            raise Refusal("badMessage", "too short")
        at += count
        return message[at - count:at]

    issued, expires, sequence = take(4), take(4, flags & 1), take(8, flags & 2)
    digest = take(16, flags & 4)
    rest = message[at:].rstrip(b"\x00")
    if not rest.endswith(b"\x80"):
        raise Refusal("badMessage", "padding")
    number = lambda data: None if data is None else int.from_bytes(data, "big")
    return number(issued), number(expires), number(sequence), digest, rest[:-1]


# The provider half (§11)

def seal(payload_text, *, to=None, sender=None, shared=None, suite=None, topic="", audience="", issued_at,
         expires_at=None, sequence=None, padding=64, visible=(), placeholder=None, envelope_key="sealed",
         push_type="alert", digest=True, limit=None, randomness=None):
    """Everything that sealing produces, by the names of §17.2."""
    payload = parse(payload_text, nulls=False)
    if not isinstance(payload, dict):
        raise CannotSeal("a payload is a JSON object")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", envelope_key) or envelope_key == "aps" or envelope_key in payload:
        raise CannotSeal("no such envelope key")
    if (to is None) == (shared is None):
        raise CannotSeal("either a device key or a shared key")
    derived = 3 if shared else 1 if sender else 2
    suite = derived if suite is None else SUITE_NAMES.get(suite, suite)
    if suite != derived and not (suite == 4 and derived == 2):
        raise CannotSeal("the keys do not make this suite")

    shown = visible_part(payload, push_type, placeholder, [path_of(p) for p in visible])
    target = dict(payload)
    if push_type == "alert":
        target["aps"] = dict(payload.get("aps", {}), **{"mutable-content": Number("1")})
    overlay = serialize(difference(shown, target))

    header = bytes([suite]) + (shared or to).id + (sender.id if suite == 1 else b"")
    context = context_of(suite, topic, audience)
    flags = (expires_at is not None) | (sequence is not None) << 1 | bool(digest) << 2
    message = bytes([flags]) + struct.pack(">I", issued_at)
    message += b"" if expires_at is None else struct.pack(">I", expires_at)
    message += b"" if sequence is None else struct.pack(">Q", sequence)
    outer = blake2b(16, canonical(shown)) if digest else b""
    room = (limit or (5120 if push_type == "voip" else 4096)) - len(serialize(dict(shown, **{envelope_key: ""})))
    message = pad(message + outer + overlay, padding, 3 * room // 4 - OVERHEAD[suite])

    if randomness is None:
        randomness = os.urandom(24 if suite == 3 else 32)
    envelope = header + encrypt(suite, message, context, header, to, sender, shared, randomness)
    return {
        "suite": suite, "payload": payload, "visible": shown, "overlay": overlay, "flags": flags,
        "outerDigest": outer, "message": message, "header": header, "context": context, "randomness": randomness,
        "envelope": envelope, "body": serialize(dict(shown, **{envelope_key: encode(envelope)})),
    }


# The device half (§12)

def open_(body, *, device=(), provider=(), shared=(), topic="", audience="", now, skew=60, envelope_key="sealed",
          accepts_unauthenticated=False, replay=None, request=None, replay_age=30 * 86400):
    """The delivered payload and what is known of it; raises Refusal."""
    try:
        visible = parse(body)
    except JSONRefused as error:
        raise Refusal("malformed", str(error)) from None
    if not isinstance(visible, dict):
        raise Refusal("malformed", "no object")
    if envelope_key not in visible:
        raise Refusal("notSealed")
    text = visible.pop(envelope_key)
    try:
        envelope = decode(text) if isinstance(text, str) else b""
    except ValueError as error:
        raise Refusal("malformed", str(error)) from None
    if not envelope:
        raise Refusal("malformed", "no envelope")
    suite = envelope[0]
    if suite not in OVERHEAD:
        raise Refusal("unknownSuite", str(suite))
    if len(envelope) < OVERHEAD[suite]:
        raise Refusal("malformed", "too short")
    if suite in (2, 4) and provider and not accepts_unauthenticated:
        raise Refusal("unauthenticatedSender")

    header, rest = (envelope[:9], envelope[9:]) if suite == 1 else (envelope[:5], envelope[5:])
    recipients = select(shared if suite == 3 else device, "shared" if suite == 3 else "device", header[1:5], now,
                        "unknownKey")
    senders = select(provider, "provider", header[5:9], now, "unknownSender") if suite == 1 else [None]
    context = context_of(suite, topic, audience)
    opened = (decrypt(suite, rest, context, header, recipient, sender) for recipient in recipients for sender in senders)
    message = next((candidate for candidate in opened if candidate is not None), None)
    if message is None:
        raise Refusal("cannotOpen")

    issued, expires, sequence, digest, overlay = read_message(message)
    if issued > now + skew:
        raise Refusal("notYetValid")
    if expires is not None and now > expires + skew:
        raise Refusal("expired")
    try:
        overlay = parse(overlay)
    except JSONRefused as error:
        raise Refusal("badMessage", str(error)) from None
    if not isinstance(overlay, dict):
        raise Refusal("badMessage", "the overlay is no object")
    if replay is not None:
        check_replay(replay, blake2b(16, envelope), request, now,
                     now + replay_age if expires is None else expires + skew)

    report = "unauthenticated" if digest is None else "authenticated" if matches(visible, digest) else "changed"
    delivered = merge({} if report == "changed" else visible, overlay)
    if report == "changed" and displayed(visible) and isinstance(delivered.get("aps", {}), dict):
        delivered["aps"] = dict(delivered.get("aps", {}), **{"mutable-content": Number("1")})
    return {
        "delivered": delivered, "visiblePart": report, "suite": suite, "issuedAt": issued, "expiresAt": expires,
        "sequence": sequence, "recipient": header[1:5].hex(), "sender": header[5:9].hex() or None,
    }


def matches(visible, digest):
    try:
        return hmac.compare_digest(digest, blake2b(16, canonical(visible)))
    except CannotBeHashed:
        return False


def displayed(visible):
    aps = visible.get("aps")
    value = aps.get("mutable-content") if isinstance(aps, dict) else None
    return isinstance(value, Number) and value.decimal() == Number("1").decimal()


def check_replay(memory, seen, request, now, end):
    for old in [entry for entry, (_, until) in memory.items() if now > until]:
        del memory[old]
    if seen in memory and not (request and memory[seen][0] == request):
        raise Refusal("replayed")
    memory.setdefault(seen, (request, end))


# JSON lines (README.md)

def keys_of(jwks, role):
    return [found for found in (key(jwk, role) for jwk in jwks) if found]


def one(jwk, role):
    if jwk is None:
        return None
    found = key(jwk, role)
    if found is None:
        raise CannotSeal(f"not a {role} key")
    return found


def answer(asked, memories):
    if asked["op"] == "seal":
        names = {"suite": "suite", "topic": "topic", "audience": "audience", "expiresAt": "expires_at",
                 "sequence": "sequence", "padding": "padding", "visible": "visible", "placeholder": "placeholder",
                 "envelopeKey": "envelope_key", "pushType": "push_type", "digestsVisiblePart": "digest",
                 "limit": "limit"}
        options = {ours: asked[theirs] for theirs, ours in names.items() if theirs in asked}
        if "randomness" in asked:
            options["randomness"] = bytes.fromhex(asked["randomness"])
        made = seal(asked["payload"].encode(), to=one(asked.get("to"), "device"), issued_at=asked["issuedAt"],
                    sender=one(asked.get("from"), "provider"), shared=one(asked.get("shared"), "shared"), **options)
        return {"body": made["body"].decode(), "suite": made["suite"], "flags": made["flags"],
                "overlay": made["overlay"].decode(), "randomness": made["randomness"].hex()}
    names = {"topic": "topic", "audience": "audience", "skew": "skew", "envelopeKey": "envelope_key",
             "acceptsUnauthenticated": "accepts_unauthenticated", "request": "request", "replayAge": "replay_age"}
    options = {ours: asked[theirs] for theirs, ours in names.items() if theirs in asked}
    body = bytes.fromhex(asked["bodyHex"]) if "bodyHex" in asked else asked["body"].encode()
    opened = open_(body, now=asked["now"], replay=memories.setdefault(asked["replay"], {}) if "replay" in asked else None,
                   **{role: keys_of(asked.get(role, []), role) for role in ("device", "provider", "shared")}, **options)
    return {**opened, "delivered": serialize(opened["delivered"]).decode(),
            "visiblePartChanged": opened["visiblePart"] == "changed"}


def main():
    memories = {}
    for line in sys.stdin:
        try:
            said = answer(json.loads(line), memories)
        except Refusal as refusal:
            said = {"refused": refusal.code}
        except (CannotSeal, CannotBeHashed, JSONRefused) as error:
            said = {"error": str(error)}
        except (KeyError, TypeError, ValueError, AttributeError, struct.error) as error:
            said = {"error": f"not a request: {error}"}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
