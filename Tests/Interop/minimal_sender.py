"""A complete sender, written from Documentation/wire-format.md with PyNaCl and pyhpke.

    body = push({"aps": {"alert": {"title": "Payment", "body": "€ 240"}}}, to=device_public, sender=provider_secret,
                topic="com.example.bank", expires=int(time.time()) + 3600)

Keys are 32 bytes. `to` and `sender` select suite 1, `to` alone suite 2, `shared` suite 3.
"""
import base64, copy, hashlib, json, os, struct, time  # noqa: E401
import nacl.bindings as sodium
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKeyPair

HPKE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
OVERHEAD = {1: 57, 2: 53, 3: 45}

def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

def key_id(**jwk):
    return hashlib.sha256(compact(dict(sorted(jwk.items())))).digest()[:4]

def seal(content, purpose, *, to=None, sender=None, shared=None, topic="", audience="", issued=None,
         expires=None, sequence=None, block=512, limit=1 << 16, random=os.urandom):
    """Returns the envelope of a JSON object's text, of at most `limit` bytes; a larger block pads to the limit."""
    suite = 3 if shared else 1 if sender else 2
    header = bytes([suite])
    header += key_id(kty="oct", k=base64url(shared)) if shared else key_id(kty="OKP", crv="X25519", x=base64url(to))
    if sender:
        header += key_id(kty="OKP", crv="X25519", x=base64url(sodium.crypto_scalarmult_base(sender)))
    binding = b"sealedpush-v1" + header
    for text in (topic.encode(), audience.encode(), purpose.encode()):
        binding += struct.pack(">H", len(text)) + text

    issued = int(time.time()) if issued is None else issued
    expires = issued + 7 * 86400 if expires is None else expires  # at most 30 days after issued
    message = bytes([1 | (sequence is not None) << 1]) + struct.pack(">II", issued, expires)
    message += b"" if sequence is None else struct.pack(">Q", sequence)
    message += content + b"\x80"
    if len(message) > limit - OVERHEAD[suite]:
        raise ValueError(f"{len(message) + OVERHEAD[suite] - limit} bytes too large")
    message = message.ljust(min(-(-len(message) // block) * block, limit - OVERHEAD[suite]), b"\0")

    fresh = random(24 if shared else 32)
    if shared:
        return header + fresh + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(message, binding, fresh, shared)
    public = sodium.crypto_scalarmult_base(fresh)
    secret_key, public_key = HPKE.kem.deserialize_private_key, HPKE.kem.deserialize_public_key
    enc, context = HPKE.create_sender_context(public_key(to), info=binding, sks=secret_key(sender) if sender else None,
                                              eks=KEMKeyPair(secret_key(fresh), public_key(public)))
    return header + enc + context.seal(message)

STANDARD = {"title": "New activity"}

def push(payload, push_type="alert", *, placeholder=STANDARD, visible=(), member="sealed", limit=4096, **how):
    """Returns the body. `visible` has the names of members of the sealed object that are also visible."""
    body = {"aps": {"alert": placeholder, "mutable-content": 1}} if push_type == "alert" else {}
    holders = {push_type: (payload, body)}
    if push_type == "liveactivity":
        body, names = copy.deepcopy(payload), ("content-state", "attributes")[:1 + ("attributes" in payload["aps"])]
        body["aps"].update({name: {} for name in names})
        holders = {f"liveactivity/{name}": (payload["aps"][name], body["aps"][name]) for name in names}
    elif "content-available" in payload.get("aps", {}):
        body.setdefault("aps", {})["content-available"] = payload["aps"]["content-available"]
    for content, holder in holders.values():
        holder.update({name: content[name] for name in content if name in visible}, **{member: ""})
    free = limit - len(compact(body))
    for purpose, (content, holder) in holders.items():
        holder[member] = base64url(seal(compact(content), purpose, limit=3 * free // 4, **how))
        free -= len(holder[member])
    return compact(body)
