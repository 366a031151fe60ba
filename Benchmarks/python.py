"""A provider in Python without the toolkit: PyNaCl or pyhpke, and json. Runs subjects on demand, as Sources/Sealing does.

    python.py PAYLOADS
"""

import base64
import json
import pathlib
import sys
import time

import nacl.bindings
import nacl.public
import nacl.utils
from pyhpke import AEADId, CipherSuite, KDFId, KEMId

PAYLOAD = pathlib.Path(sys.argv[1], "1k.json").read_bytes()
SUITE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
DEVICE, PROVIDER = (SUITE.kem.derive_key_pair(nacl.utils.random(32)) for _ in range(2))
BOX_KEY = nacl.public.PrivateKey.generate()
SHARED = nacl.utils.random(32)
TOPIC = b"com.example.bank"


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
    enc, context = SUITE.create_sender_context(DEVICE.public_key, info=TOPIC, sks=sender)
    return body(enc + context.seal(message()))


def open_hpke(sealed, sender):
    whole = envelope(sealed)
    context = SUITE.create_recipient_context(whole[:32], DEVICE.private_key, info=TOPIC, pks=sender)
    return json.loads(context.open(whole[32:]))


def seal_box():
    return body(nacl.public.SealedBox(BOX_KEY.public_key).encrypt(message()))


def open_box(sealed):
    return json.loads(nacl.public.SealedBox(BOX_KEY).decrypt(envelope(sealed)))


def seal_shared():
    nonce = nacl.utils.random(24)
    sealed = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(message(), TOPIC, nonce, SHARED)
    return body(nonce + sealed)


def open_shared(sealed):
    whole = envelope(sealed)
    return json.loads(
        nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(whole[24:], TOPIC, whole[:24], SHARED))


def nanoseconds(iterations, work):
    start = time.thread_time_ns()
    for _ in range(iterations):
        work()
    return time.thread_time_ns() - start


base, auth = seal_hpke(None), seal_hpke(PROVIDER.private_key)
box, shared = seal_box(), seal_shared()
opened = [open_hpke(base, None), open_hpke(auth, PROVIDER.public_key), open_box(box), open_shared(shared)]
if any(payload != json.loads(PAYLOAD) for payload in opened):
    raise SystemExit("python.py: a sealed payload does not open")
subjects = {
    "parse 1k by Python's json": lambda: json.loads(PAYLOAD),
    "seal hpkeBase by PyNaCl SealedBox": seal_box,
    "seal hpkeBase by pyhpke": lambda: seal_hpke(None),
    "seal hpkeAuth by pyhpke": lambda: seal_hpke(PROVIDER.private_key),
    "seal shared by PyNaCl XChaCha20": seal_shared,
    "open hpkeBase by PyNaCl SealedBox": lambda: open_box(box),
    "open hpkeBase by pyhpke": lambda: open_hpke(base, None),
    "open hpkeAuth by pyhpke": lambda: open_hpke(auth, PROVIDER.public_key),
    "open shared by PyNaCl XChaCha20": lambda: open_shared(shared),
}
works = list(subjects.values())
print(*subjects, "", sep="\n", flush=True)
for line in sys.stdin:
    number, iterations = map(int, line.split())
    print(nanoseconds(iterations, works[number]), flush=True)
