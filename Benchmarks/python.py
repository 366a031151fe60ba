"""What a provider in Python would write without the toolkit: PyNaCl or pyhpke, and json. Prints JSON: name -> microseconds.

    python.py PAYLOAD
"""

import base64
import json
import pathlib
import statistics
import sys
import time

import nacl.bindings
import nacl.public
import nacl.utils
from pyhpke import AEADId, CipherSuite, KDFId, KEMId

PAYLOAD = pathlib.Path(sys.argv[1]).read_bytes()
SUITE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
DEVICE, PROVIDER = (SUITE.kem.derive_key_pair(nacl.utils.random(32)) for _ in range(2))
BOX_KEY = nacl.public.PrivateKey.generate()
SHARED = nacl.utils.random(32)


def body(envelope):
    text = base64.urlsafe_b64encode(envelope).rstrip(b"=").decode()
    visible = {"aps": {"alert": {"title": "New notification"}, "mutable-content": 1}, "sealed": text}
    return json.dumps(visible, separators=(",", ":")).encode()


def message():
    return json.dumps(json.loads(PAYLOAD), separators=(",", ":"), ensure_ascii=False).encode()


def envelope(body):
    text = json.loads(body)["sealed"]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def seal_hpke(sender):
    enc, context = SUITE.create_sender_context(DEVICE.public_key, info=b"com.example.bank", sks=sender)
    return body(enc + context.seal(message()))


def open_hpke(sealed, sender):
    whole = envelope(sealed)
    context = SUITE.create_recipient_context(
        whole[:32], DEVICE.private_key, info=b"com.example.bank", pks=sender)
    return json.loads(context.open(whole[32:]))


def seal_box():
    return body(nacl.public.SealedBox(BOX_KEY.public_key).encrypt(message()))


def open_box(sealed):
    return json.loads(nacl.public.SealedBox(BOX_KEY).decrypt(envelope(sealed)))


def seal_shared():
    nonce = nacl.utils.random(24)
    return body(nonce + nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(message(), b"", nonce, SHARED))


def open_shared(sealed):
    whole = envelope(sealed)
    return json.loads(
        nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(whole[24:], b"", whole[:24], SHARED))


def microseconds(work):
    """The median of some hundred turns, for about a second."""
    turns = []
    end = time.perf_counter() + 1
    while time.perf_counter() < end or len(turns) < 20:
        start = time.perf_counter()
        work()
        turns.append(time.perf_counter() - start)
    return round(statistics.median(turns) * 1e6, 1)


base, auth = seal_hpke(None), seal_hpke(PROVIDER.private_key)
box, shared = seal_box(), seal_shared()
assert open_hpke(base, None) == open_hpke(auth, PROVIDER.public_key) == open_box(box) == open_shared(shared)
json.dump(
    {
        "seal hpke-base": microseconds(lambda: seal_hpke(None)),
        "seal hpke-auth, new device": microseconds(lambda: seal_hpke(PROVIDER.private_key)),
        "open hpke-base": microseconds(lambda: open_hpke(base, None)),
        "open hpke-auth": microseconds(lambda: open_hpke(auth, PROVIDER.public_key)),
        "seal shared": microseconds(seal_shared),
        "open shared": microseconds(lambda: open_shared(shared)),
        "seal sealed-box": microseconds(seal_box),
        "open sealed-box": microseconds(lambda: open_box(box)),
        "parse 1k": microseconds(lambda: json.loads(PAYLOAD)),
        "write 1k": microseconds(message),
    },
    sys.stdout,
)
