"""The keys and chains of the known answers of suite 5. They are public knowledge: never use them for anything else."""

import copy
import hashlib

import nacl.bindings as sodium

from envelope import Key, encode, key, thumbprint

SEED = "SealedPush chains known answers: "
PUBLISHED = {  # the worked example
    "device": "260bbbb4c55db14ccb2a7da5daa3c359b91d00ffa7f041ad98b589fc0614d60c",
    "provider": "b1d09e2a6832a6ec5665cb285718f79c9d79d6530e34c0aa86d591d5e8bd1166",
    "skE": "37baf2527c6e17ea24e69da635f549a7cecc320944abe9c205fa558456fda4a3",
    "chain": "3839c81f31edfa3f7091d06ee171d79bda91270de8f94d991dda2229e314c19a",
    "eD": "d20ed80ae7b3027eefdd6d190748cc28a85da9331d2e49df1d5bf4431afed4a3",
    "eP": "28effe58cfb1a773d91b58c940f30c002f64e0bf75c0d0f9138630e241647d97",
    "secret": "bfe3c903cea79c164f06fa459e1ec7d768cb9f7d10a48e81f31d1abe4132883c",
}
# Two device keys with one key id, those of v1.json.
TWINS = {name: hashlib.sha256(f"SealedPush v1 known answers: {seed}".encode()).digest()
         for name, seed in {"twinDevice1": "twin 43238", "twinDevice2": "twin 57681"}.items()}
ISSUED = 1_795_263_600
TODAY, CHAIN_DAY, DAY = 20778, 20775, 86400


def fixed(name):
    if name in PUBLISHED:
        return bytes.fromhex(PUBLISHED[name])
    return TWINS.get(name) or hashlib.sha256((SEED + name).encode()).digest()


def jwk(name, *, secret=True, state="active", **more):
    """Returns a key in the stored form. A name with "provider" is a provider's, every other one a device's."""
    given = {"kty": "OKP", "crv": "X25519", "x": encode(sodium.crypto_scalarmult_base(fixed(name)))}
    role = "provider" if "rovider" in name else "device"
    return {**given, **({"d": encode(fixed(name))} if secret else {}), "kid": encode(thumbprint(given)),
            "sealedpush": {"role": role, "state": state, "created": ISSUED - 30 * DAY, **more}}


def chained(name="device", *, day=CHAIN_DAY, lifetime=7, k=None, kem=None, **more):
    """Returns a key of suite 5 with a chain."""
    k = k or fixed("chain" if name == "device" else f"chain of {name}")
    chain = {"k": encode(k), "day": day, "lifetime": lifetime, **({"kem": kem} if kem else {})}
    return jwk(name, **more, suite=5, chain=chain)


def keyring(*keys):
    return {"keys": [jwk(one) if isinstance(one, str) else one for one in keys]}


def public(keyring):
    """Returns the public halves, without members that are secrets."""
    found = copy.deepcopy(keyring)
    for one in found["keys"]:
        one.pop("d", None)
        for name in ("chain", "offer", "awaits"):
            one["sealedpush"].pop(name, None)
    return found


def registered(device_key):
    """Returns the provider's row of a device's key."""
    row = copy.deepcopy(device_key)
    row.pop("d", None)
    for name in ("offer", "awaits", "until"):
        row["sealedpush"].pop(name, None)
    return row


def parsed(one, role=None) -> Key:
    return key(one, role or one["sealedpush"]["role"])
