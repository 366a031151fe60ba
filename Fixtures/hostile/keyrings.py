"""The keyrings of the hostile corpus: what must not be loaded."""

import json

from corpus import NOW, write
from sealedpush_reference import encode
from vector_keys import fixed, jwk


def keyrings():
    def ring(*keys):
        return json.dumps({"keys": list(keys)}, separators=(",", ":"))

    def key(name="device", state="active", **changes):
        role = "shared" if "shared" in name.lower() else "provider" if "rovider" in name else "device"
        members = {**jwk(name), "sealedpush": {"role": role, "state": state, "created": NOW}}
        for member, value in changes.items():
            members[member] = value
            if value is ...:
                del members[member]
        return members

    secret, other = jwk("device")["d"], jwk("otherDevice")
    x = jwk("device")["x"]
    low = [encode((0).to_bytes(32, "little")), encode((1).to_bytes(32, "little")),
           encode(bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")),
           encode(bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")),
           encode((2**255 - 20).to_bytes(32, "little")), encode((2**255 - 18).to_bytes(32, "little")),
           encode((2**256 - 19).to_bytes(32, "little"))]
    for index, point in enumerate(low):
        write("keyring", f"a public key of low order, {index}", "lowOrderPublicKey", ring(key(x=point,
            d=...)).encode(), [])
    for about, expect, text in [
        ("the public half of another key", "mismatchedHalves", ring(key(x=other["x"]))),
        ("the secret half of another key", "mismatchedHalves", ring(key(d=other["d"]))),
        ("a secret of 31 bytes", "invalidKey", ring(key(d=encode(bytes(31))))),
        ("a secret of 33 bytes", "invalidKey", ring(key(d=encode(bytes(33))))),
        ("an empty secret", "invalidKey", ring(key(d=""))),
        ("a secret with padding", "invalidKey", ring(key(d=secret + "="))),
        ("a secret in hexadecimal", "invalidKey", ring(key(d=fixed("device").hex()))),
        ("a secret in the standard alphabet", "invalidKey", ring(key(d="+/" + secret[2:]))),
        ("a secret with a line feed", "malformed", ring(key(d=secret + "\n"))),
        ("a secret with trailing bits", "invalidKey", ring(key(d=secret[:-1] + "5"))),
        ("a passphrase as a shared key", "invalidKey", ring(key("shared", k="correct horse battery staple"))),
        ("32 typed characters as a shared key", "invalidKey", ring(key("shared",
            k="12345678901234567890123456789012"))),
        ("a secret that is null", "malformed", ring(key(d=None))),
        ("a secret that is a number", "malformed", ring(key(d=1))),
        ("a secret that is a list", "malformed", ring(key(d=[secret]))),
        ("a secret twice", "duplicate", ring(key()).replace('"d":', f'"d":"{secret}","d":')),
        ("a secret twice, once in escapes", "duplicate", ring(key()).replace('"d":', f'"\\u0064":"{secret}","d":')),
        ("a public key of 31 bytes", "invalidKey", ring(key(x=encode(bytes(31)), d=...))),
        ("a public key with padding", "invalidKey", ring(key(x=x + "=", d=...))),
        ("a public key with trailing bits", "invalidKey", ring(key(x=x[:-1] + "F", d=...))),
        ("no public key", "invalidKey", ring(key(x=...))),
        ("a public key that is a number", "invalidKey", ring(key(x=1, d=...))),
        ("an RSA key", "invalidKey", ring(key(kty="RSA"))),
        ("no key type", "invalidKey", ring(key(kty=...))),
        ("the curve Ed25519", "wrongCurve", ring(key(crv="Ed25519"))),
        ("the curve P-256", "wrongCurve", ring(key(kty="EC", crv="P-256"))),
        ("the curve X448", "wrongCurve", ring(key(crv="X448"))),
        ("a key for signatures", "invalidKey", ring(key(use="sig"))),
        ("a device key with a symmetric secret too", "malformed", ring(key(k=secret))),
        ("a shared key with a private half too", "invalidKey", ring(key("shared", d=secret))),
        ("a shared key without its bytes", "invalidKey", ring(key("shared", k=...))),
        ("a symmetric key in the role of a device", "invalidKey", ring(dict(key("shared")
            , sealedpush={"role": "device", "state": "active"}))),
        ("an X25519 key in the role shared", "invalidKey", ring(dict(key(), sealedpush={"role": "shared",
            "state": "active"}))),
        ("a role that does not exist", "malformed", ring(dict(key(), sealedpush={"role": "server",
            "state": "active"}))),
        ("a role in capitals", "malformed", ring(dict(key(), sealedpush={"role": "Device", "state": "active"}))),
        ("a state that does not exist", "malformed", ring(key(state="suspended"))),
        ("a state that is missing", "malformed", ring(dict(key(), sealedpush={"role": "device"}))),
        ("retiring without an end", "malformed", ring(key(state="retiring"))),
        ("retiring until a negative time", "malformed", ring(dict(key(), sealedpush={"role": "device",
            "state": "retiring", "until": -1}))),
        ("retiring until 2^32", "malformed", ring(dict(key(), sealedpush={"role": "device", "state": "retiring",
            "until": 2**32}))),
        ("retiring until half a second", "malformed", ring(dict(key(), sealedpush={"role": "device",
            "state": "retiring", "until": 0.5}))),
        ("retiring until a text", "malformed", ring(dict(key(), sealedpush={"role": "device", "state": "retiring",
            "until": "1"}))),
        ("made at a time that is text", "malformed", ring(dict(key(), sealedpush={"role": "device",
            "state": "active", "created": "now"}))),
        ("keys of two roles", "malformed", ring(key(), key("provider"))),
        ("no keys", "malformed", ring()),
        ("keys that are no list", "malformed", '{"keys":{}}'),
        ("no member keys", "malformed", "{}"),
        ("a key without its set", "malformed", json.dumps(key())),
        ("a set in a list", "malformed", "[" + ring(key()) + "]"),
        ("a key that is text", "malformed", '{"keys":["x"]}'),
        ("keys twice", "duplicate", ring(key())[:-1] + ',"keys":[]}'),
        ("a set cut short", "truncated", ring(key())[:-2]),
        ("something after the set", "malformed", ring(key()) + "x"),
        ("a byte order mark before the set", "malformed", "\ufeff" + ring(key())),
        ("a key nested too deep", "malformed", '{"keys":[{"a":' + "[" * 600 + "]" * 600 + "}]}"),
    ]:
        write("keyring", about, expect, text.encode(), [])
