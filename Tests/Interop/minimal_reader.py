"""A complete reader, written from Documentation/wire-format.md with PyNaCl and pyhpke; its keys have no states.

    keys = {"device": {key_id: secret}, "provider": {key_id: public}, "shared": {key_id: {purpose: key}}}
    content = open_object(load(body, "malformed"), keys, "alert", topic="com.example.bank")           JSON text
    state = open_object(content_state, keys, "liveactivity/content-state", topic="com.example.bank")
"""
import base64, hashlib, itertools, json, re, time  # noqa: E401
import nacl.bindings as sodium
from pyhpke import AEADId, CipherSuite, KDFId, KEMId

HPKE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
OVERHEAD, LIVE_ACTIVITY = {1: 57, 2: 53, 3: 45}, ("liveactivity/content-state", "liveactivity/attributes")

class Refused(Exception):
    """A refusal to deliver; the argument is the code."""
def demand(condition, code):
    if not condition:
        raise Refused(code)

def load(data, code, deepest=512):
    """Returns an object of strict JSON. Numbers lose their exact text; the content is delivered as text instead."""
    def members(pairs):
        demand(len(dict(pairs)) == len(pairs), code)  # no duplicate names
        return dict(pairs)
    try:
        value = json.loads(data.decode(), object_pairs_hook=members, parse_int=float, parse_constant=int)  # NaN: no int
        json.dumps(value, ensure_ascii=False).encode()  # fails for a lone surrogate
        depth = max(itertools.accumulate((b in b"[{") - (b in b"]}") for b in re.sub(rb'"(\\.|[^"\\])*"', b"", data)))
    except (ValueError, RecursionError):
        raise Refused(code) from None
    demand(isinstance(value, dict) and depth <= deepest and len(data) <= 65536, code)
    return value

def decode(text):
    demand(isinstance(text, str) and re.fullmatch(r"[A-Za-z0-9_-]+", text) and len(text) % 4 != 1, "malformed")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    demand(base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text, "malformed")
    return data

def decrypt(suite, rest, binding, secret, sender):
    if suite == 3:
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(rest[24:], binding, rest[:24], secret)
    secret, sender = HPKE.kem.deserialize_private_key(secret), sender and HPKE.kem.deserialize_public_key(sender)
    return HPKE.create_recipient_context(rest[:32], secret, info=binding, pks=sender).open(rest[32:])

def open_envelope(envelope, keys, purpose, topic, audience="", now=None, anyone=False, seen=None, request=""):
    """Returns the content. `seen` is a dictionary of opened envelopes, `request` the id of the notification request."""
    suite, now = envelope[0], int(time.time()) if now is None else now
    demand(suite in OVERHEAD, "unknownSuite")
    demand(len(envelope) >= OVERHEAD[suite], "malformed")
    demand(suite in (1, 3) or anyone or not keys["provider"], "unauthenticatedSender")
    header, rest = (envelope[:9], envelope[9:]) if suite == 1 else (envelope[:5], envelope[5:])
    secret, sender = keys["shared" if suite == 3 else "device"].get(header[1:5]), keys["provider"].get(header[5:])
    demand(secret is None or suite != 3 or purpose in secret, "unauthenticatedSender")
    demand(secret, "unknownKey")
    secret = secret[purpose] if suite == 3 else secret
    demand(sender or suite != 1, "unknownSender")
    texts = [text.encode() for text in (topic, audience, purpose)]
    binding = b"sealedpush-v1" + header + b"".join(len(text).to_bytes(2, "big") + text for text in texts)
    try:
        message = decrypt(suite, rest, binding, secret, sender)
    except Exception:  # one code for every cause
        message = None
    demand(message is not None, "cannotOpen")
    flags, stripped = int.from_bytes(message[:1], "big"), message.rstrip(b"\0")
    start, issued, expires = 9 + 4 * (flags & 2), *(int.from_bytes(message[i:i + 4], "big") for i in (1, 5))
    demand(flags in (1, 3) and len(stripped) > start and stripped.endswith(b"\x80"), "badMessage")
    demand(0 <= expires - issued <= 30 * 86400, "badMessage")
    demand(issued <= now + 300, "notYetValid")
    demand(now <= expires + 60, "expired")
    load(stripped[start:-1], "badMessage", 510 if purpose in LIVE_ACTIVITY else 512)
    mark, seen = hashlib.sha256(envelope).digest()[:16], {} if seen is None else seen
    demand(mark not in seen or request and seen[mark] == request, "replayed")
    seen.setdefault(mark, request)  # never removed here
    return stripped[start:-1]

def open_object(holder, keys, purpose, member="sealed", **how):
    demand(isinstance(holder, dict) and member in holder, "notSealed")
    return open_envelope(decode(holder[member]), keys, purpose, **how)
