"""A second implementation of suites 1, 2 and 5, from HMAC-SHA-256 and X25519 (Documentation/wire-format.md, §2.2).

It computes the intermediate values of the known answers, and checks the formulas of the specification against pyhpke,
which the reference uses.
"""

import hashlib
import hmac

import nacl.bindings as sodium

KEM_SUITE_ID = bytes.fromhex("4b454d0020")
HPKE_SUITE_ID = bytes.fromhex("48504b45002000010003")


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def labeled_extract(identifier, salt, label, ikm):
    return mac(salt, b"HPKE-v1" + identifier + label + ikm)


def labeled_expand(identifier, prk, label, info, length):
    return mac(prk, length.to_bytes(2, "big") + b"HPKE-v1" + identifier + label + info + b"\x01")[:length]


def sender_values(info, ephemeral_secret, recipient_public, sender_secret=None, psk=b"", psk_id=b""):
    """Returns all intermediate values of the sealer: mode Auth with a sender's secret, else mode Base; AuthPSK with a
    psk, too."""
    enc = sodium.crypto_scalarmult_base(ephemeral_secret)
    dh = sodium.crypto_scalarmult(ephemeral_secret, recipient_public)
    kem_context, mode = enc + recipient_public, b"\x00"
    if sender_secret is not None:
        dh += sodium.crypto_scalarmult(sender_secret, recipient_public)
        kem_context, mode = kem_context + sodium.crypto_scalarmult_base(sender_secret), b"\x03" if psk else b"\x02"
    return {"enc": enc, "dh": dh, **schedule(dh, kem_context, mode, info, psk, psk_id)}


def schedule(dh, kem_context, mode, info, psk, psk_id):
    eae_prk = labeled_extract(KEM_SUITE_ID, b"", b"eae_prk", dh)
    shared_secret = labeled_expand(KEM_SUITE_ID, eae_prk, b"shared_secret", kem_context, 32)
    psk_id_hash = labeled_extract(HPKE_SUITE_ID, b"", b"psk_id_hash", psk_id)
    info_hash = labeled_extract(HPKE_SUITE_ID, b"", b"info_hash", info)
    context = mode + psk_id_hash + info_hash
    secret = labeled_extract(HPKE_SUITE_ID, shared_secret, b"secret", psk)
    return {
        "kemContext": kem_context, "sharedSecret": shared_secret, "keyScheduleContext": context, "secret": secret,
        "key": labeled_expand(HPKE_SUITE_ID, secret, b"key", context, 32),
        "baseNonce": labeled_expand(HPKE_SUITE_ID, secret, b"base_nonce", context, 12),
    }


def encrypt(values, message, additional_data=b""):
    """Returns ciphertext ‖ tag. The additional data is empty in the format, but not in the published vectors."""
    return sodium.crypto_aead_chacha20poly1305_ietf_encrypt(message, additional_data, values["baseNonce"],
                                                            values["key"])
