"""Keys and passphrases in Python, written from Documentation/keys.md without the Swift code.

The primitives are from PyNaCl and hashlib. The enrolment is in `chains`. For tests only: secrets are not protected in memory.
"""

import base64
import hashlib
import json
import os
import struct

import nacl.bindings as sodium
import nacl.pwhash
from nacl.public import PrivateKey


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def thumbprint(jwk):
    names = ("crv", "kty", "x") if jwk["kty"] == "OKP" else ("k", "kty")
    text = json.dumps({name: jwk[name] for name in names}, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).digest()


def make(role, state="active", created=1):
    secret = PrivateKey.generate()
    return {"kty": "OKP", "crv": "X25519", "x": encode(bytes(secret.public_key)), "d": encode(bytes(secret)),
            "sealedpush": {"role": role, "state": state, "created": created}}


def check(jwk):
    """Checks that the public half belongs to the secret, by PyNaCl, and that the kid is the thumbprint."""
    assert bytes(PrivateKey(decode(jwk["d"])).public_key) == decode(jwk["x"])
    assert decode(jwk["kid"]) == thumbprint(jwk)


def fingerprint(jwk):
    groups = struct.unpack(">8I", thumbprint(jwk))
    return " ".join(f"{group % 100_000:05}" for group in groups)


# Published sets (section 2)

SET = ("role", "version", "issued")
DAY = 86_400


def set_life(keyring):
    """The members that make a provider's keys a set; none for others."""
    life = keyring.get("sealedpush", {})
    return {name: life[name] for name in SET if "version" in life}


def pin(pinned, published, now, grace=14 * DAY):
    """The keyring of a device that has pinned one set, or nothing, after another one was published."""
    version = published["sealedpush"]["version"]
    if pinned is None:
        return published
    assert version >= pinned["sealedpush"]["version"], "olderSet"
    if version == pinned["sealedpush"]["version"]:
        return pinned
    states = ("pending", "active", "retiring", "revoked")
    keys, lacking = [], {"state": "retiring", "until": now + grace}
    for key in pinned["keys"]:
        life = key["sealedpush"]
        after = next((other["sealedpush"] for other in published["keys"] if other["x"] == key["x"]), life | lacking)
        moves = states.index(after["state"]) > states.index(life["state"]) or (
            after["state"] == life["state"] == "retiring" and after["until"] < life["until"])
        keys.append(key | {"sealedpush": after if moves else life})
    known = {key["x"] for key in keys}
    return {"keys": keys + [key for key in published["keys"] if key["x"] not in known], "sealedpush": published["sealedpush"]}


def signing_key(keyring, pinned, now):
    """The key that seals to a device that has pinned a version, or of which nothing is known."""
    life = lambda key: key["sealedpush"]
    newest = keyring["keys"][::-1]
    primary = next(key for key in newest if life(key)["state"] == "active")
    usable = [key for key in newest if life(key)["state"] == "active"
              or life(key)["state"] == "retiring" and now < life(key)["until"]]
    if pinned is not None and pinned <= keyring["sealedpush"]["version"]:
        return next((key for key in usable if life(key)["version"] <= pinned), primary)
    return next((key for key in usable if life(key)["created"] + 7 * DAY <= now), usable[-1] if usable else primary)


# Passphrases (section 5)

LABEL, KEYRING, END = b"sealedpush-keyring-v1", b'"keyring":"', b'"}\n'


def _protection_key(passphrase, passes, memory, salt):
    return nacl.pwhash.argon2id.kdf(32, passphrase, salt, opslimit=passes, memlimit=memory)


def public_halves(keyring):
    """The keys of a keyring without secrets and without members that this page does not name; none of shared keys."""
    names = ("kty", "crv", "x", "use", "kid", "sealedpush")
    return [{name: jwk[name] for name in names if name in jwk} for jwk in keyring["keys"] if jwk["kty"] == "OKP"]


def protect(keyring, name, passphrase, passes=1, memory=8192):
    """Returns the bytes of the protected file."""
    salt, nonce = os.urandom(16), os.urandom(24)
    life = set_life(keyring) | {"role": keyring["keys"][0]["sealedpush"]["role"], "name": name,
            "protection": "argon2id-xchacha20poly1305", "passes": passes, "memory": memory, "salt": encode(salt)}
    text = json.dumps({"keys": public_halves(keyring), "sealedpush": life, "keyring": ""}, separators=(",", ":"))
    start = text.encode()[:-2]
    sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
        json.dumps(keyring).encode(), LABEL + start, nonce, _protection_key(passphrase, passes, memory, salt))
    return start + encode(nonce + sealed).encode() + END


def unprotect(file, name, passphrase):
    """Opens the bytes of a protected file."""
    outer = json.loads(file)
    life = outer["sealedpush"]
    assert life["protection"] == "argon2id-xchacha20poly1305" and life["name"] == name
    assert not any("d" in jwk or "k" in jwk for jwk in outer["keys"])
    passes, memory, salt = life["passes"], life["memory"], decode(life["salt"])
    assert 1 <= passes <= 16 and 8192 <= memory <= 1 << 30
    start, end = file.index(KEYRING) + len(KEYRING), len(file) - len(END)
    assert file[end:] == END and file[start:end].decode() == outer["keyring"]
    sealed = decode(outer["keyring"])
    keyring = json.loads(sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        sealed[24:], LABEL + file[:start], sealed[:24], _protection_key(passphrase, passes, memory, salt)))
    assert public_halves(keyring) == outer["keys"]
    assert set_life(keyring) == {name: life[name] for name in SET if name in life and "version" in life}
    assert all(jwk["sealedpush"]["role"] == life["role"] for jwk in keyring["keys"])
    return keyring
