"""Drives sealedpush_sender.py by the protocol of Documentation/harness-protocol.md; for tests only.

    python3 harness.py attachment FILE URL TYPE BLOB [THUMBNAIL]     prints the content's member, or the refusal
"""

import base64
import json
import pathlib
import sys

from sealedpush_sender import Refused, Sealer, parse, seal_attachment


def key(jwk, role, half):
    """Returns the 32 bytes of a JWK's member `half`: x, d or k (§7.3)."""
    about = jwk.get("sealedpush", {})
    kind = {"kty": "oct"} if role == "shared" else {"kty": "OKP", "crv": "X25519"}
    data = base64.urlsafe_b64decode(jwk[half] + "=")
    if (about.get("role", role) != role or any(jwk.get(name) != value for name, value in kind.items())
            or len(data) != 32 or base64.urlsafe_b64encode(data).decode() != jwk[half] + "="):
        raise ValueError(f"expected the JWK of a {role} key")
    return data


def sealer(request):
    suite, keys = request["suite"], {}
    chain = request.get("device", {}).get("sealedpush", {}).get("chain")
    if (chain is None) != (suite != 5):
        raise Refused("suiteMismatch")
    if suite == 3:
        keys["shared"] = key(request["shared"], "shared", "k")
    else:
        keys["device"] = key(request["device"], "device", "x")
    if suite in (1, 5):
        keys["provider"] = key(request["provider"], "provider", "d")
    return Sealer(request["topic"], request["audience"], chain=chain, **keys)


def seal(request):
    times = {"now": request["now"], "expires_at": request.get("expiresAt"), "sequence": request.get("sequence")}
    if "purpose" in request:
        block = {"block": request["padding"]} if request.get("padding") else {}
        return {"envelope": sealer(request).envelope(request["payload"], request["purpose"], **times, **block)}
    body, left = sealer(request).push(
        request["payload"], request["pushType"], **times, padding=request["padding"], visible=request["visible"],
        placeholder=parse('{"alert":' + request["placeholder"] + "}")["alert"], member=request["envelopeKey"],
        broadcast=request["broadcast"])
    return {"body": body.decode(), "bytesLeft": left}


def answer(request):
    if "describe" in request:
        return {"name": "Python sender", "suites": [1, 2, 3, 5]}
    try:
        return seal(request["seal"])
    except Refused as refusal:
        return {"refused": refusal.args[0]}


def attachment(file, url, kind, output, *thumbnail):
    try:
        blob, descriptor = seal_attachment(
            pathlib.Path(file).read_bytes(), url, kind, *(pathlib.Path(path).read_bytes() for path in thumbnail))
    except Refused as refusal:
        return {"refused": refusal.args[0]}
    pathlib.Path(output).write_bytes(blob)
    return {"sealedpush": {"attachments": [descriptor]}}


def main():
    if sys.argv[1:2] == ["attachment"]:
        return print(json.dumps(attachment(*sys.argv[2:])))
    for line in sys.stdin.buffer:
        identifier = None
        try:
            request = json.loads(line)
            identifier = request["id"]
            said = answer(request)
        except Exception as error:  # not a request of the protocol; its text may hold keys
            said = {"error": type(error).__name__}
        print(json.dumps({"id": identifier, **said}), flush=True)


if __name__ == "__main__":
    main()
