"""Keys, envelope, binding, suites and message (Documentation/wire-format.md, sections 1 to 3, 5 and 7).

"§" in a comment is a section of that document. The cryptography is PyNaCl's and pyhpke's.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import struct
from dataclasses import dataclass

import nacl.bindings as sodium
from nacl.exceptions import CryptoError
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKeyPair, PyHPKEError

from strict_json import MAXIMUM_DEPTH, JSONRefused, parse

HPKE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
OVERHEAD = {1: 57, 2: 53, 3: 45, 5: 59}  # §1, in bytes
HEADER = {1: 9, 2: 5, 3: 5, 5: 11}
SUITE_NAMES = {"hpke-auth": 1, "hpke-base": 2, "shared": 3, "hpke-auth-psk": 5}
SUITES = (1, 2, 3)  # those of a reader of v1.json, which knows no chains
STANDARD_BLOCK = 512
STANDARD_LIFETIME, LONGEST_LIFETIME = 7 * 86400, 30 * 86400  # §3, in seconds
FUTURE_SKEW, PAST_SKEW = 300, 60  # §5.1, in seconds
LATEST = 2 ** 32 - 1
DAY = 86400
LIVE_ACTIVITY = ("liveactivity/content-state", "liveactivity/attributes")


class Refusal(Exception):
    """A refusal to deliver (§5.3); `code` is one of the twelve, or `suiteMismatch`."""

    def __init__(self, code, reason=""):
        super().__init__(f"{code}: {reason}")
        self.code = code


class CannotSeal(Exception):
    """A refusal to seal. The specification defines no codes for it; these are the toolkit's."""

    def __init__(self, code, reason):
        super().__init__(f"{code}: {reason}")
        self.code = code


# Base64url, keys and key ids (§1.2, §7)

def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not unpadded base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("non-zero trailing bits")
    return data


# Chains of suite 5

def day_of(time):
    return time // DAY


@dataclass
class Chain:
    """The stored triple: chain[day], its day, and the longest life of a message in days."""

    k: bytes
    day: int
    lifetime: int
    kem: str | None = None

    def at(self, day):
        """Returns chain[day]; a day before the stored one has none."""
        if not self.day <= day <= 0xFFFF:
            raise ValueError("no chain of that day")
        k = self.k
        for number in range(self.day + 1, day + 1):
            k = mac(k, b"sealedpush-chain-v1 next" + struct.pack(">H", number))
        return k

    def psk(self, day):
        """Returns psk[day] and psk_id[day]."""
        number = struct.pack(">H", day)
        return mac(self.at(day), b"sealedpush-chain-v1 psk" + number), b"sealedpush-chain-v1" + number

    @property
    def seconds(self):
        return self.lifetime * DAY


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def chain_of(about):
    """Returns the chain of a key's metadata, or None."""
    if "chain" not in about:
        return None
    stored = about["chain"]
    chain = Chain(decode(stored["k"]), stored["day"], stored["lifetime"], stored.get("kem"))
    whole = all(type(number) is int for number in (chain.day, chain.lifetime))
    if not (whole and len(chain.k) == 32 and 0 <= chain.day <= 0xFFFF and 1 <= chain.lifetime <= 30):
        raise ValueError("not a chain")
    if about.get("suite") != 5:
        raise ValueError("a chain on a key that is not of suite 5")
    return chain


@dataclass
class Key:
    role: str
    public: bytes | None
    secret: bytes | None
    thumbprint: bytes
    state: str = "active"
    until: int | None = None
    purposes: tuple = LIVE_ACTIVITY  # of a shared key
    suite: int | None = None  # 5, or None for every suite of its role but 5
    chain: Chain | None = None

    @property
    def id(self):
        return self.thumbprint[:4]


def thumbprint(jwk):
    names = {"OKP": ("crv", "kty", "x"), "oct": ("k", "kty")}[jwk["kty"]]
    text = json.dumps({name: jwk[name] for name in names}, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).digest()


def key(jwk, role):
    """Returns the key of a JWK, or None if its metadata has another role."""
    about = jwk.get("sealedpush", {})
    if about.get("role", role) != role:
        return None
    if role == "shared":
        public, secret = None, decode(jwk["k"])
    else:
        if (jwk["kty"], jwk["crv"]) != ("OKP", "X25519"):
            raise ValueError("not an X25519 key")
        public, secret = decode(jwk["x"]), decode(jwk["d"]) if "d" in jwk else None
        if int.from_bytes(public, "little") >= 2 ** 255 - 19:
            raise ValueError("x is not canonical")
        if secret is not None and sodium.crypto_scalarmult_base(secret) != public:
            raise ValueError("x does not belong to d")
    if any(part is not None and len(part) != 32 for part in (public, secret)):
        raise ValueError("not 32 bytes")
    state, until = about.get("state", "active"), about.get("until")
    if state not in ("pending", "active", "retiring", "revoked") or (state == "retiring" and until is None):
        raise ValueError("no such state")
    purposes = about.get("purposes", LIVE_ACTIVITY) if role == "shared" else LIVE_ACTIVITY
    if not isinstance(purposes, (list, tuple)) or not purposes or not all(isinstance(text, str) for text in purposes):
        raise ValueError("not a list of purposes")
    if about.get("suite", 5) != 5 or "suite" in about and role != "device":
        raise ValueError("a key of no such suite")
    return Key(role, public, secret, thumbprint(jwk), state, until, tuple(purposes), about.get("suite"), chain_of(about))


def select(keys, role, identifier, now, unknown, purpose):
    """Returns the usable keys with this id and role (§5.2), of shared keys those for the purpose; no other key is tried."""
    found = [k for k in keys if k.role == role and k.id == identifier]
    if role == "shared" and found:  # check 6
        found = [k for k in found if purpose in k.purposes]
        if not found:
            raise Refusal("unauthenticatedSender", identifier.hex())
    found = [k for k in found if not (k.state == "retiring" and now > k.until + PAST_SKEW)]
    if role == "device":  # an erased key keeps its public half only
        found = [k for k in found if k.secret or k.state == "revoked"]
    usable = [k for k in found if k.state != "revoked"]
    if not usable:
        raise Refusal("revokedKey" if found else unknown, identifier.hex())
    return usable


def of_suite(keys, suite):
    """Returns the device keys that this suite may open with (check 7a): a key has one suite for life."""
    found = [k for k in keys if (k.chain is not None if suite == 5 else k.suite != 5)]
    if not found:
        raise Refusal("suiteMismatch")
    return found


def of_day(keys, day, now):
    """Returns the keys whose chains reach back to the day of an envelope (checks 8a and 8b)."""
    if day > day_of(now + FUTURE_SKEW):
        raise Refusal("notYetValid")
    found = [k for k in keys if k.chain.day <= day]
    if not found:
        raise Refusal("expired")
    return found


# Binding and encryption (§2)

def binding_of(header, topic, audience, purpose):
    binding = b"sealedpush-v1" + header
    for text in (topic, audience, purpose):
        data = text.encode("utf-8")
        if len(data) > 0xFFFF:
            raise CannotSeal("bindingTooLong", f"expected at most 65535 bytes, found {len(data)}")
        binding += struct.pack(">H", len(data)) + data
    return binding


def secret_key(secret):
    return HPKE.kem.deserialize_private_key(secret)


def public_key(public):
    return HPKE.kem.deserialize_public_key(public)


def encrypt(suite, message, binding, to, sender, shared, randomness, psk=(b"", b"")):
    """Returns the envelope's bytes after the header; `randomness` has the values of §10.2 for the suite, `psk` the
    key and the id of the day in suite 5."""
    if suite in (1, 2, 5):
        ephemeral = KEMKeyPair(secret_key(randomness), public_key(sodium.crypto_scalarmult_base(randomness)))
        enc, sending = HPKE.create_sender_context(
            public_key(to.public), info=binding, sks=secret_key(sender.secret) if suite != 2 else None, eks=ephemeral,
            psk=psk[0], psk_id=psk[1])
        return enc + sending.seal(message)
    return randomness + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
        message, binding, randomness, shared.secret)


def decrypt(suite, rest, binding, recipient, sender, psk=(b"", b"")):
    """Returns the message, or None for a wrong key, a wrong binding or tampering alike."""
    try:
        if suite in (1, 2, 5):
            receiving = HPKE.create_recipient_context(
                rest[:32], secret_key(recipient.secret), info=binding,
                pks=public_key(sender.public) if sender else None, psk=psk[0], psk_id=psk[1])
            return receiving.open(rest[32:])
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(rest[24:], binding, rest[:24], recipient.secret)
    except (CryptoError, PyHPKEError, ValueError):  # ValueError: an all-zero X25519 result
        return None


# Message (§3)

def unpadded(content, issued_at, expires_at, sequence, chain=None):
    expires_at = issued_at + (chain.seconds if chain else STANDARD_LIFETIME) if expires_at is None else expires_at
    if chain and day_of(issued_at) < chain.day:
        raise CannotSeal("clockBehind", "the chain begins on a later day")
    if chain and not 0 <= expires_at - issued_at <= chain.seconds:
        raise CannotSeal("lifetimeTooLong", "an expiry is 0 seconds to the chain's lifetime after the sealing")
    if not (0 <= issued_at <= expires_at <= LATEST and expires_at - issued_at <= LONGEST_LIFETIME):
        raise CannotSeal("invalidExpiry", "an expiry is 0 to 30 days after the sealing, in 32 bits")
    message = bytes([1 | (sequence is not None) << 1]) + struct.pack(">II", issued_at, expires_at)
    message += b"" if sequence is None else struct.pack(">Q", sequence)
    return message + content


def pad(message, padding, capacity):
    """Returns the encoded message. `padding` is a block, "none" or "max"; a capacity of None means no limit."""
    length = len(message) + 1
    if capacity is not None and length > capacity:
        raise CannotSeal("tooLarge", f"{length - capacity} bytes of message too many")
    block = {"none": 1, "max": capacity}.get(padding, padding)
    if block is None or padding != "max" and not 1 <= block <= 4096:
        raise CannotSeal("invalidPadding", "a block has 1 to 4096 bytes; max needs a limit")
    padded = -(-length // block) * block
    return message + b"\x80" + bytes((padded if capacity is None else min(padded, capacity)) - length)


def read_message(message):
    """Returns (issuedAt, expiresAt, sequence, content)."""
    flags, at = (message[0] if message else 0xFF), 1
    if flags not in (1, 3):
        raise Refusal("badMessage", "unknown flag, no expiry or no message")

    def take(count, present=True):
        nonlocal at
        if not present:
            return None
        if at + count > len(message):
            raise Refusal("badMessage", "too short")
        at += count
        return int.from_bytes(message[at - count:at], "big")

    issued, expires, sequence = take(4), take(4), take(8, flags & 2)
    rest = message[at:].rstrip(b"\x00")
    if not rest.endswith(b"\x80"):
        raise Refusal("badMessage", "padding")
    if not 0 <= expires - issued <= LONGEST_LIFETIME:
        raise Refusal("badMessage", "lifetime")
    return issued, expires, sequence, rest[:-1]


# Sealing and opening one envelope (§2 to §5)

def suite_of(to, sender, shared, suite):
    if (to is None) == (shared is None):
        raise CannotSeal("suiteMismatch", "either a device key or a shared key")
    derived = 3 if shared else 5 if to.suite == 5 else 1 if sender else 2
    suite = derived if suite is None else SUITE_NAMES.get(suite, suite)
    if suite != derived:
        raise CannotSeal("suiteMismatch", "the keys do not make this suite")
    if suite == 5 and not (sender and to.chain):
        raise CannotSeal("suiteMismatch", "suite 5 needs a provider key and a chain")
    return suite


def seal_envelope(content, *, purpose, to=None, sender=None, shared=None, suite=None, topic="", audience="", issued_at,
                  expires_at=None, sequence=None, padding=STANDARD_BLOCK, capacity=None, randomness=None):
    """Returns an envelope and its inputs, by the names of §10.2. `capacity` is the maximum size of the message."""
    suite = suite_of(to, sender, shared, suite)
    if suite == 3 and purpose not in shared.purposes:
        raise CannotSeal("suiteMismatch", "the shared key is for other purposes")
    chain = to.chain if suite == 5 else None
    message = pad(unpadded(content, issued_at, expires_at, sequence, chain), padding, capacity)
    header = header_of(suite, shared or to, sender, day_of(issued_at))
    binding = binding_of(header, topic, audience, purpose)
    if randomness is None:
        randomness = os.urandom(24 if suite == 3 else 32)
    return {
        "suite": suite, "purpose": purpose, "content": content, "flags": message[0], "message": message,
        "header": header, "binding": binding, "randomness": randomness,
        "envelope": header + encrypt(suite, message, binding, to, sender, shared, randomness,
                                     *[chain.psk(day_of(issued_at))] if chain else []),
    }


def header_of(suite, recipient, sender, day):
    return (bytes([suite]) + recipient.id + (sender.id if suite in (1, 5) else b"")
            + (struct.pack(">H", day) if suite == 5 else b""))


def open_envelope(envelope, *, purpose, device=(), provider=(), shared=(), topic="", audience="", now,
                  accepts_unauthenticated=False, replay=None, request=None, suites=SUITES):
    """Runs checks 4 to 14 of §5.1. Returns the parsed content and its metadata; raises Refusal."""
    if not envelope:
        raise Refusal("malformed", "no envelope")
    suite = envelope[0]
    if suite not in suites:
        raise Refusal("unknownSuite", str(suite))
    if len(envelope) < OVERHEAD[suite]:
        raise Refusal("malformed", "too short")
    if suite == 2 and provider and not accepts_unauthenticated:
        raise Refusal("unauthenticatedSender")

    header, rest = envelope[:HEADER[suite]], envelope[HEADER[suite]:]
    recipients = select(shared if suite == 3 else device, "shared" if suite == 3 else "device", header[1:5], now,
                        "unknownKey", purpose)
    recipients = recipients if suite == 3 else of_suite(recipients, suite)
    authenticated = suite in (1, 5)
    senders = select(provider, "provider", header[5:9], now, "unknownSender", purpose) if authenticated else [None]
    day = int.from_bytes(header[9:], "big") if suite == 5 else None
    recipients = of_day(recipients, day, now) if suite == 5 else recipients
    binding = binding_of(header, topic, audience, purpose)
    opened = ((decrypt(suite, rest, binding, recipient, sender, *[recipient.chain.psk(day)] if suite == 5 else []),
               recipient, sender)
              for recipient in recipients for sender in senders)
    message, recipient, sender = next((found for found in opened if found[0] is not None), (None, None, None))
    if message is None:
        raise Refusal("cannotOpen")

    issued, expires, sequence, content = read_message(message)
    if suite == 5 and (day_of(issued) != day or expires - issued > recipient.chain.seconds):
        raise Refusal("badMessage", "another day, or a longer life than the chain's")
    if issued > now + FUTURE_SKEW:
        raise Refusal("notYetValid")
    if now > expires + PAST_SKEW:
        raise Refusal("expired")
    try:
        content = parse(content, depth_of(purpose))
    except JSONRefused as error:
        raise Refusal("badMessage", str(error)) from None
    if not isinstance(content, dict):
        raise Refusal("badMessage", "the content is not an object")
    if replay is not None:
        check_replay(replay, hashlib.sha256(envelope).digest()[:16], request, issued if suite == 1 or not provider else 0, now,
                     expires + PAST_SKEW)
    return {"content": content, "suite": suite, "issuedAt": issued, "expiresAt": expires, "sequence": sequence,
            "recipient": encode(recipient.thumbprint), "sender": sender and encode(sender.thumbprint)}


def depth_of(purpose):
    """Returns the maximum depth (§4.5): a Live Activity's content is inserted two levels deep."""
    return MAXIMUM_DEPTH - 2 * (purpose in LIVE_ACTIVITY)


def check_replay(memory, seen, request, issued, now, end):
    """Checks §5.4. The memory has an entry for each envelope, and the newest issuedAt under the key None."""
    if seen in memory and not (request and memory[seen][0] == request):
        raise Refusal("replayed")
    memory[None] = (None, max(issued, memory.get(None, (None, 0))[1]))
    limit = min(now, memory[None][1])
    for old in [entry for entry, (_, until) in memory.items() if entry and until < limit]:
        del memory[old]
    memory.setdefault(seen, (request, end))
