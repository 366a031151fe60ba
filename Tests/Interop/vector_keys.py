"""The keys of the known answers. They are public knowledge: never use them for anything else."""

import hashlib

import nacl.bindings as sodium

from sealedpush_reference import encode, key

SEED = "SealedPush v1 known answers: "
# Two device keys with the same key id, c14ffd1c, found by generating 57682 keys.
SEEDS = {"device": "device", "otherDevice": "other device", "twinDevice1": "twin 43238", "twinDevice2": "twin 57681",
         "provider": "provider", "otherProvider": "other provider", "shared": "shared", "otherShared": "other shared"}

LIVE_ACTIVITY = ["liveactivity/content-state", "liveactivity/attributes"]
PURPOSES = {"shared": ["alert", "voip", "complication", "fileprovider", *LIVE_ACTIVITY, "unifiedpush"],
            "otherShared": LIVE_ACTIVITY}


def fixed(name):
    return hashlib.sha256((SEED + name).encode()).digest()


def role_of(name):
    return next(role for role in ("device", "provider", "shared") if role in name.lower())


def jwk(name):
    secret = fixed(SEEDS[name])
    if role_of(name) == "shared":
        return {"kty": "oct", "k": encode(secret), "sealedpush": {"purposes": PURPOSES[name]}}
    return {"kty": "OKP", "crv": "X25519", "x": encode(sodium.crypto_scalarmult_base(secret)), "d": encode(secret)}


KEYS = {name: key(jwk(name), role_of(name)) for name in SEEDS}


def described(name):
    """Returns the members of the vector file for a key."""
    members = {part: value for part, value in jwk(name).items() if part in ("x", "d", "k")}
    if name in PURPOSES:
        members["purposes"] = PURPOSES[name]
    return {"role": role_of(name), **members, "thumbprint": encode(KEYS[name].thumbprint), "id": KEYS[name].id.hex()}
