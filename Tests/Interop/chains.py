"""Accounts with chains: opening and advancing in suite 5, and both halves of enrolment v2.

A keyring, of a device, of a provider or of a registration, is the JSON of its JWK Set as `json.loads` returns it. Each
function leaves what it gets unchanged, and returns the new keyring. "S" is a section of the design of suite 5.
`envelope.Chain` is the chain, `envelope.seal_envelope` and `open_envelope` seal and open in suite 5.
"""

import copy
import hashlib
import hmac
import json
import os
import re
import struct

import nacl.bindings as sodium
from nacl.exceptions import CryptoError
from pyhpke import KEMKeyPair, PyHPKEError

import ml_kem
from envelope import (
    DAY, HPKE, PAST_SKEW, chain_of, day_of, decode, encode, key, mac, open_envelope, public_key,
    secret_key, thumbprint)
from push import open_
from strict_json import JSONRefused, Number, parse

SUITES = (1, 2, 3, 5)
SLACK = 3600
MINUTES_10 = 600
LONGEST_MESSAGE = 4096
MOST_NOT_ACTIVE = 4


# Opening (S.5)

def account(device, provider, topic="", audience=""):
    return {"device": device, "provider": provider, "topic": topic, "audience": audience}


def keys_of(keyring, role):
    return [key(jwk, role) for jwk in keyring["keys"]]


def opened(account, now, *, body=None, envelope=None, write=True, **how):
    """Returns the result of `push.open_` or of `open_envelope`, and the device's keyring after it; raises Refusal."""
    each = []
    how = dict(how, device=keys_of(account["device"], "device"), provider=keys_of(account["provider"], "provider"),
               topic=account["topic"], audience=account["audience"], now=now, suites=SUITES)
    if body is not None:
        result = open_(body, each=each, **how)
    else:
        result = open_envelope(envelope, **how)
        each.append(result)
    keyring = account["device"]
    for one in each:
        if write and one["suite"] == 5:
            keyring = advanced(keyring, authenticated(now, one["issuedAt"]), opened_with=one["recipient"], now=now)
    return result, keyring


def account_of(accounts, envelope):
    """Returns the account that has a device key with the envelope's recipientKeyID, or None."""
    return next((one for one in accounts if any(k.id == envelope[1:5] for k in keys_of(one["device"], "device"))), None)


# Advancing (S.5.1)

def authenticated(now, issued):
    """Returns a time that the provider vouches for and that is not after the clock."""
    return min(now, issued)


def advanced(keyring, time, opened_with=None, now=None):
    """Returns the keyring after an authenticated time that is not after the clock."""
    keyring = copy.deepcopy(keyring)
    if any("awaits" in about(jwk) and jwk["kid"] == opened_with for jwk in keyring["keys"]):
        keyring = confirmed(keyring, opened_with, now)
    for jwk in keyring["keys"]:
        if about(jwk).get("state") == "retiring" and about(jwk)["until"] + SLACK < time:
            erase(jwk)
        elif chain := chain_of(about(jwk)):
            keep = day_of(max(0, time - chain.seconds - SLACK))
            if keep > chain.day:
                about(jwk)["chain"].update(k=encode(chain.at(keep)), day=keep)
    return keyring


def about(jwk):
    return jwk.get("sealedpush", {})


def erase(jwk):
    jwk.pop("d", None)
    for name in ("chain", "offer", "awaits"):
        about(jwk).pop(name, None)


def confirmed(keyring, kid, now):
    """Returns the device's keyring after the confirmation of a key that awaits it (S.6.5)."""
    keyring = copy.deepcopy(keyring)
    number = next(n for n, jwk in enumerate(keyring["keys"]) if jwk["kid"] == kid)
    for jwk in keyring["keys"][:number]:  # the older keys: a key is added at the end
        if about(jwk)["state"] == "active" or "awaits" in about(jwk):
            chain = chain_of(about(jwk))
            about(jwk).update(state="retiring", until=now + (chain.seconds + DAY if chain else 30 * DAY))
            about(jwk).pop("awaits", None)
    about(keyring["keys"][number])["state"] = "active"
    del about(keyring["keys"][number])["awaits"]
    return keyring


# Enrolment (S.6)

class EnrolmentRefused(Exception):
    """A refusal of a message of enrolment; `code` is that of S.6."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def demand(condition, code):
    if not condition:
        raise EnrolmentRefused(code)


def written(message):
    return json.dumps(message, separators=(",", ":")).encode()


def read(data, kind):
    """Returns the members of a message of S.6.1, byte strings as bytes; raises `malformed`."""
    try:
        demand(len(data) <= LONGEST_MESSAGE, "malformed")
        message = parse(data)
        demand(isinstance(message, dict) and message.get("sealedpush") == f"{kind}-v2", "malformed")
        jwk = message.get("key") if kind == "offer" else {}
        demand(isinstance(jwk, dict) and not {"d", "k", "chain"} & {*message, *jwk}, "malformed")
        found = {name: take(message, name) for name, (take, required) in FORMS[kind].items()
                 if required or name in message}
    except (JSONRefused, ValueError, KeyError, TypeError):
        raise EnrolmentRefused("malformed") from None
    return found


def of_size(count):
    def take(message, name):
        data = decode(message[name])
        demand(len(data) == count, "malformed")
        return data
    return take


def whole(most):
    def take(message, name):
        demand(isinstance(message[name], Number) and re.fullmatch("0|[1-9][0-9]*", message[name].text), "malformed")
        demand(int(message[name].text) <= most, "malformed")
        return int(message[name].text)
    return take


def offered_key(message, name):
    jwk = {part: message[name][part] for part in ("kty", "crv", "x")}
    key(jwk, "device")
    return jwk


THUMBPRINT = BYTES_32 = (of_size(32), True)
FORMS = {
    "offer": {"key": (offered_key, True), "ephemeral": BYTES_32, "mlkem768": (of_size(1184), False),
              "pinned": (whole(2 ** 53 - 1), False)},
    "challenge": {"key": THUMBPRINT, "from": THUMBPRINT, "ephemeral": BYTES_32, "mlkem768": (of_size(1088), False),
                  "start": (whole(0xFFFF), True), "lifetime": (whole(0xFFFF), True), "sealed": (of_size(80), True)},
    "answer": {"key": THUMBPRINT, "answer": BYTES_32},
    "confirmation": {"key": THUMBPRINT, "confirmation": BYTES_32},
}


def x25519(secret, public):
    """Returns the result, or None if it is zero."""
    try:
        return sodium.crypto_scalarmult(secret, public)
    except (RuntimeError, CryptoError):
        return None


def info_of(topic, audience):
    texts = b"".join(struct.pack(">H", len(text.encode())) + text.encode() for text in (topic, audience))
    return b"sealedpush-enrolment-v2" + texts


def aad_of(device, sender, device_ephemeral, provider_ephemeral, public, ciphertext, start, lifetime):
    """Returns the 196 bytes that name both thumbprints, the ephemeral keys, ML-KEM's two values, and the chain's."""
    def digest(data):
        return bytes(32) if data is None else hashlib.sha256(data).digest()
    return (device + sender + device_ephemeral + provider_ephemeral + digest(public) + digest(ciphertext)
            + struct.pack(">HH", start, lifetime))


def root_of(info, aad, sealed, secret, ee, ss):
    """Returns chain[start]."""
    transcript = b"sealedpush-enrolment-v2 transcript" + struct.pack(">H", len(info)) + info + aad + sealed
    return mac(hashlib.sha256(transcript).digest(), secret + ee + (ss or bytes(32)))


def answer_of(root):
    return mac(root, b"sealedpush-chain-v1 answer")


def confirmation_of(root):
    return mac(root, b"sealedpush-chain-v1 confirmation")


def stored_chain(root, start, lifetime, ciphertext):
    return {"k": encode(root), "day": start, "lifetime": lifetime, **({"kem": "ML-KEM-768"} if ciphertext else {})}


def found(keyring, kid):
    return next((jwk for jwk in keyring["keys"] if jwk["kid"] == encode(kid)), None)


def pair(secret):
    return KEMKeyPair(secret_key(secret), public_key(sodium.crypto_scalarmult_base(secret)))


# The device

def offer(keyring, provider, now, *, kem=True, secret=None, ephemeral=None, seed=None):
    """Returns an offer and the keyring: the key of an offer that has not ended, else a new one."""
    keyring = copy.deepcopy(keyring)
    keyring["keys"] = [jwk for jwk in keyring["keys"] if about(jwk).get("offer", {"until": now})["until"] >= now]
    jwk = next((jwk for jwk in keyring["keys"] if "offer" in about(jwk)), None)
    if jwk is None:
        jwk = new_key(secret or os.urandom(32))
        while secret is None and any(decode(other["kid"])[:4] == decode(jwk["kid"])[:4] for other in keyring["keys"]):
            jwk = new_key(os.urandom(32))
        jwk["sealedpush"] = {"role": "device", "state": "pending", "created": now, "suite": 5}
        keyring["keys"].append(jwk)
    ephemeral, seed = ephemeral or os.urandom(32), seed or os.urandom(64)
    about(jwk)["offer"] = {"e": encode(ephemeral), **({"m": encode(seed)} if kem else {}), "until": now + MINUTES_10}
    version = provider.get("sealedpush", {}).get("version")
    return written({
        "sealedpush": "offer-v2", "key": {name: jwk[name] for name in ("kty", "crv", "x")},
        "ephemeral": encode(sodium.crypto_scalarmult_base(ephemeral)),
        **({"mlkem768": encode(ml_kem.public(seed))} if kem else {}),
        **({} if version is None else {"pinned": version})}), keyring


def new_key(secret):
    jwk = {"kty": "OKP", "crv": "X25519", "x": encode(sodium.crypto_scalarmult_base(secret)), "d": encode(secret)}
    return {**jwk, "kid": encode(thumbprint(jwk))}


def answer(keyring, provider, data, now, *, topic="", audience="", most_days=30, requires_kem=False):
    """Returns an answer and the keyring (S.6.4)."""
    message = read(data, "challenge")
    keyring = copy.deepcopy(keyring)
    jwk = found(keyring, message["key"])
    held = about(jwk or {}).get("offer")
    demand(held and now <= held["until"], "noOffer")
    sender = usable_sender(provider, message["from"], now)
    ciphertext = message.get("mlkem768")
    demand(ciphertext is None or "m" in held, "malformed")
    demand(ciphertext or not requires_kem, "weakChallenge")
    start, lifetime = message["start"], message["lifetime"]
    demand(1 <= lifetime <= most_days, "lifetimeRefused")
    demand(day_of(now) - 31 <= start <= day_of(now) + 1, "wrongClock")

    ephemeral, seed = decode(held["e"]), decode(held["m"]) if "m" in held else None
    info = info_of(topic, audience)
    aad = aad_of(message["key"], message["from"], sodium.crypto_scalarmult_base(ephemeral), message["ephemeral"],
                 seed and ml_kem.public(seed), ciphertext, start, lifetime)
    try:
        receiving = HPKE.create_recipient_context(message["sealed"][:32], secret_key(decode(jwk["d"])), info=info,
                                                  pks=public_key(sender.public))
        secret = receiving.open(message["sealed"][32:], aad=aad)
    except (PyHPKEError, ValueError):
        raise EnrolmentRefused("cannotOpen") from None
    ee = x25519(ephemeral, message["ephemeral"])
    demand(ee, "cannotOpen")
    root = root_of(info, aad, message["sealed"], secret, ee, ciphertext and ml_kem.decapsulated(seed, ciphertext))
    del about(jwk)["offer"]
    about(jwk)["chain"] = stored_chain(root, start, lifetime, ciphertext)
    about(jwk)["awaits"] = {"answer": encode(answer_of(root)), "confirmation": encode(confirmation_of(root))}
    return answer_again(keyring, jwk["kid"]), keyring


def usable_sender(provider, kid, now):
    """Returns the usable key with this thumbprint (§5.2, compared in full)."""
    same = [k for k in keys_of(provider, "provider") if k.thumbprint == kid
            and not (k.state == "retiring" and now > k.until + PAST_SKEW)]
    demand(same, "unknownSender")
    demand(same[0].state != "revoked", "revokedKey")
    return same[0]


def answer_again(keyring, kid):
    """Returns the answer of a key that awaits its confirmation."""
    return written({"sealedpush": "answer-v2", "key": kid,
                    "answer": about(found(keyring, decode(kid)))["awaits"]["answer"]})


def finish(keyring, data, now):
    """Returns the device's keyring after a confirmation."""
    message = read(data, "confirmation")
    jwk = found(keyring, message["key"])
    awaits = about(jwk or {}).get("awaits")
    demand(awaits, "noAnswer")
    demand(hmac.compare_digest(decode(awaits["confirmation"]), message["confirmation"]), "wrongConfirmation")
    return confirmed(keyring, jwk["kid"], now)


# The provider

def challenge(registration, provider, data, now, *, topic="", audience="", lifetime=7, ephemeral=None, hpke=None,
              secret=None, encapsulated=None):
    """Returns a challenge and the registration (S.6.3). `hpke` is skE; `encapsulated` the ciphertext and its secret."""
    message = read(data, "offer")
    kid = thumbprint(message["key"])
    row = found(registration, kid)
    demand(row is None or about(row)["state"] == "pending", "wrongState")
    public = message.get("mlkem768")
    demand(public is None or ml_kem.is_reduced(public), "malformed")
    ephemeral, hpke, secret = (given or os.urandom(32) for given in (ephemeral, hpke, secret))
    ee = x25519(ephemeral, message["ephemeral"])
    demand(ee, "cannotOpen")

    sender = challenging_key(provider, message.get("pinned"), now)
    ciphertext, ss = (encapsulated or ml_kem.encapsulated(public)) if public else (None, None)
    start = day_of(now) - 1
    own = sodium.crypto_scalarmult_base(ephemeral)
    info = info_of(topic, audience)
    aad = aad_of(kid, sender.thumbprint, message["ephemeral"], own, public, ciphertext, start, lifetime)
    try:
        enc, sending = HPKE.create_sender_context(public_key(decode(message["key"]["x"])), info=info,
                                                  sks=secret_key(sender.secret), eks=pair(hpke))
        sealed = enc + sending.seal(secret, aad=aad)
    except (PyHPKEError, ValueError):  # a device key of low order
        raise EnrolmentRefused("cannotOpen") from None
    root = root_of(info, aad, sealed, secret, ee, ss)
    row = {**message["key"], "kid": encode(kid), "sealedpush": {
        "role": "device", "state": "pending", "created": about(row or {}).get("created", now), "suite": 5,
        "expires": now + MINUTES_10, "chain": stored_chain(root, start, lifetime, ciphertext)}}
    return written({
        "sealedpush": "challenge-v2", "key": encode(kid), "from": encode(sender.thumbprint), "ephemeral": encode(own),
        **({"mlkem768": encode(ciphertext)} if ciphertext else {}), "start": start, "lifetime": lifetime,
        "sealed": encode(sealed)}), challenged(registration, row, message.get("pinned"), now)


def challenging_key(provider, pinned, now):
    """Returns the newest usable key of the set that the device has pinned; the primary key where that is not known."""
    usable = [(key(jwk, "provider"), about(jwk).get("version", 0)) for jwk in provider["keys"] if "d" in jwk]
    usable = [(k, version) for k, version in usable if k.state == "active" or k.state == "retiring" and now < k.until]
    known = pinned is not None and pinned <= provider.get("sealedpush", {}).get("version", -1)
    fitting = [k for k, version in usable if version <= pinned] if known else []
    return (fitting or [k for k, _ in usable if k.state == "active"])[-1]


def challenged(registration, row, pinned, now):
    """Returns the registration with the row as its newest, without those that have ended."""
    rows = [copy.deepcopy(other) for other in registration["keys"] if other["kid"] != row["kid"]]
    rows = [other for other in rows if now <= about(other).get({"pending": "expires", "retiring": "until"}.get(
        about(other)["state"]), now)] + [row]
    waiting = [other["kid"] for other in rows if about(other)["state"] in ("pending", "retiring")]
    rows = [other for other in rows if other["kid"] not in waiting[:-MOST_NOT_ACTIVE]]
    more = {name: value for name, value in registration.items() if name != "keys"}
    if pinned is not None:
        more["sealedpush"] = {**more.get("sealedpush", {}), "pinned": pinned}
    return {"keys": rows, **more}


def confirm(registration, data, now):
    """Returns a confirmation and the registration (S.6.5)."""
    message = read(data, "answer")
    row = found(registration, message["key"])
    chain = row and chain_of(about(row))
    demand(chain, "noChallenge")
    state = about(row)["state"]
    demand(state in ("pending", "active"), "wrongState")
    demand(state == "active" or now <= about(row)["expires"], "tooLate")
    demand(hmac.compare_digest(answer_of(chain.k), message["answer"]), "wrongAnswer")
    confirmation = written({"sealedpush": "confirmation-v2", "key": row["kid"],
                            "confirmation": encode(confirmation_of(chain.k))})
    return confirmation, registration if state == "active" else activated(registration, row["kid"], now)


def activated(registration, kid, now):
    registration = copy.deepcopy(registration)
    number = next(n for n, row in enumerate(registration["keys"]) if row["kid"] == kid)
    rows = [row for n, row in enumerate(registration["keys"]) if n >= number or about(row)["state"] != "pending"]
    for row in rows:
        if row["kid"] == kid:
            about(row)["state"] = "active"
            del about(row)["expires"]
        elif about(row)["state"] == "active":
            about(row).update(state="retiring", until=now + DAY)
            about(row).pop("chain", None)
    return {**registration, "keys": rows}


def sealing_key(registration):
    """Returns the key that the provider seals to: the active one that was added last, or None."""
    active = [jwk for jwk in registration["keys"] if about(jwk)["state"] == "active"]
    return key(active[-1], "device") if active else None
