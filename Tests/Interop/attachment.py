"""Sealed attachments (Documentation/attachments.md) and their test vectors.

    python attachment.py [--check]                          writes Fixtures/vectors/attachments.json
    python attachment.py seal FILE URL TYPE BLOB            prints the content's member
    python attachment.py open BLOB MEMBER FILE              MEMBER is a file with what seal prints

With --check nothing is written; the exit code is 1 if the file differs. "§" is a section of that document. The cryptography is that of
the package cryptography.
"""

import hashlib
import json
import os
import pathlib
import re
import struct
import sys
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from envelope import Refusal, decode, encode

CHUNK, TAG, MEGABYTE = 65536, 16, 10 ** 6
LIMITS = {"public.jpeg": 10, "public.png": 10, "com.compuserve.gif": 10, "public.mp3": 5, "public.mpeg-4": 50}
SIGNATURES = {"public.jpeg": b"\xff\xd8\xff", "public.png": b"\x89PNG\r\n\x1a\n", "com.compuserve.gif": b"GIF8"}


def padme(size):
    size = max(size, 16384)
    e = size.bit_length() - 1
    step = 2 ** (e - (e.bit_length() - 1 + 1))
    return -(-size // step) * step


def blob_size(size):
    padded = padme(size)
    return padded + TAG * -(-padded // CHUNK)


def chunk_cipher(key):
    return ChaCha20Poly1305(HKDF(algorithm=SHA256(), length=32, salt=None, info=b"sealedpush-blob-v1").derive(key))


def seal_chunks(padded, key, last=None):
    """Returns the chunks of a blob (§2); `last` has other last flags than those of the format."""
    cipher, parts = chunk_cipher(key), [padded[at:at + CHUNK] for at in range(0, len(padded), CHUNK)]
    flags = last or [0] * (len(parts) - 1) + [1]
    return [cipher.encrypt(index.to_bytes(11, "big") + bytes([flag]), part, b"")
            for index, (part, flag) in enumerate(zip(parts, flags, strict=True))]


def padded(file):
    return file + bytes(padme(len(file)) - len(file))


def describe(blob, *, url, key, size, kind, thumb=None):
    return {"url": url, "key": encode(key), "size": size, "digest": encode(hashlib.sha256(blob).digest()), "type": kind,
            **({"thumb": encode(thumb)} if thumb else {})}


def seal(file, url, kind, key=None, thumb=None):
    """Returns the blob and its descriptor."""
    key = key or os.urandom(32)
    blob = b"".join(seal_chunks(padded(file), key))
    return blob, describe(blob, url=url, key=key, size=len(file), kind=kind, thumb=thumb)


def read_descriptor(value):
    """Check 1 of §3: the descriptor's form."""
    names = {"url", "key", "size", "digest", "type"}
    try:
        assert isinstance(value, dict) and names <= set(value) <= names | {"thumb"}
        assert all(isinstance(value[name], str) and value[name] for name in set(value) - {"size"})
        assert type(value["size"]) is int and value["size"] >= 0
        assert len(decode(value["key"])) == len(decode(value["digest"])) == 32
        assert 1 <= len(value.get("thumb", "?")) <= 1500
        decode(value.get("thumb", ""))
    except (AssertionError, ValueError):
        raise Refusal("invalidDescriptor") from None
    return value


def check_descriptor(value, hosts, types):
    """Checks 1 to 4 of §3."""
    value = read_descriptor(value)
    url, parts = value["url"], urlsplit(value["url"])
    if not re.fullmatch(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?][!-~]*)?", url) or re.search(r'[\\#<>"{}|^`]', url) \
            or parts.hostname not in hosts:
        raise Refusal("forbiddenHost")
    if value["type"] not in types:
        raise Refusal("forbiddenType")
    if value["size"] > LIMITS[value["type"]] * MEGABYTE:
        raise Refusal("tooLarge")
    return value


def open_blob(blob, value):
    """Checks 6 to 9 of §3; returns the file."""
    if len(blob) != blob_size(value["size"]):
        raise Refusal("badSize")
    if hashlib.sha256(blob).digest() != decode(value["digest"]):
        raise Refusal("badDigest")
    cipher, file = chunk_cipher(decode(value["key"])), b""
    for at in range(0, len(blob), CHUNK + TAG):
        index, chunk = at // (CHUNK + TAG), blob[at:at + CHUNK + TAG]
        try:
            file += cipher.decrypt(index.to_bytes(11, "big") + bytes([at + len(chunk) == len(blob)]), chunk, b"")
        except InvalidTag:
            raise Refusal("cannotOpen", f"chunk {index}") from None
    if any(file[value["size"]:]):
        raise Refusal("cannotOpen", "padding")
    file = file[:value["size"]]
    if value["type"] in SIGNATURES and not file.startswith(SIGNATURES[value["type"]]):
        raise Refusal("wrongContent")
    return file


# The vectors (§4)

HOSTS, TYPES = ["media.example.com"], ["public.jpeg", "public.png"]
URL = "https://media.example.com/7Qm2"
DATA = "public.data"
THUMB = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")


def made(seed, size, prefix=b""):
    blocks = (hashlib.sha256(seed.encode() + struct.pack(">I", index)).digest() for index in range(-(-size // 32)))
    return (prefix + b"".join(blocks))[:size]


def secret(name):
    return hashlib.sha256(f"SealedPush v1 known answers: attachment {name}".encode()).digest()


def vector(name, size, kind=DATA, prefix=b"", thumb=None):
    file = made(name, size, prefix)
    blob, value = seal(file, URL, kind, secret(name), thumb)
    assert open_blob(blob, read_descriptor(value)) == file
    return {"name": name, "seed": name, "size": size, "prefix": prefix.hex(), "fileDigest": encode(hashlib.sha256(file).digest()),
            "blobSize": len(blob), "descriptor": value}


BLOBS = [
    *(vector(f"size-{size}", size) for size in (0, 1, 16384, 16385, 65536, 65537, 131072, 200000)),
    vector("photo", 70000, "public.jpeg", SIGNATURES["public.jpeg"], THUMB),
    vector("picture", 300, "public.png", SIGNATURES["public.png"]),
]

REFUSALS = [
    ("plain http", "forbiddenHost", {"descriptor": {"url": "http://media.example.com/7Qm2"}}),
    ("an upper case scheme", "forbiddenHost", {"descriptor": {"url": "HTTPS://media.example.com/7Qm2"}}),
    ("another host", "forbiddenHost", {"descriptor": {"url": "https://example.com/7Qm2"}}),
    ("a host that ends in one of the app's", "forbiddenHost", {"descriptor": {"url": "https://evil-media.example.com/7Qm2"}}),
    ("a host that begins with one of the app's", "forbiddenHost", {"descriptor": {"url": "https://media.example.com.evil.net/"}}),
    ("the app's host as user information", "forbiddenHost", {"descriptor": {"url": "https://media.example.com@evil.net/7Qm2"}}),
    ("user information before the app's host", "forbiddenHost", {"descriptor": {"url": "https://jane@media.example.com/7Qm2"}}),
    ("user information with a password", "forbiddenHost", {"descriptor": {"url": "https://media.example.com:1@evil.net/"}}),
    ("a backslash before a host", "forbiddenHost", {"descriptor": {"url": "https://evil.net\\@media.example.com/"}}),
    ("a backslash after the app's host", "forbiddenHost", {"descriptor": {"url": "https://media.example.com\\.evil.net/"}}),
    ("a fragment", "forbiddenHost", {"descriptor": {"url": URL + "#a"}}),
    ("a space", "forbiddenHost", {"descriptor": {"url": URL + " a"}}),
    ("a line feed", "forbiddenHost", {"descriptor": {"url": URL + "\na"}}),
    ("another script", "forbiddenHost", {"descriptor": {"url": "https://m\u0435dia.example.com/7Qm2"}}),
    ("a percent-encoded host", "forbiddenHost", {"descriptor": {"url": "https://media%2eexample.com/7Qm2"}}),
    ("an address in brackets", "forbiddenHost", {"descriptor": {"url": "https://[::1]/7Qm2"}}),
    ("no host", "forbiddenHost", {"descriptor": {"url": "https:///7Qm2"}}),
    ("another host and another type", "forbiddenHost", {"descriptor": {"url": "https://example.com/", "type": "public.mpeg-4"}}),
    ("another type", "forbiddenType", {"descriptor": {"type": "public.mpeg-4"}}),
    ("a type that Apple does not list", "forbiddenType", {"descriptor": {"type": "public.data"}}),
    ("another type that is too large", "forbiddenType", {"descriptor": {"type": "com.compuserve.gif", "size": 60000000}}),
    ("one byte more than 10 MB", "tooLarge", {"descriptor": {"size": 10000001}}),
    ("a size that no file has", "tooLarge", {"descriptor": {"size": 9223372036854775807}}),
    ("a blob that is cut off", "badSize", {"length": 71711}),
    ("a blob with a byte more", "badSize", {"length": 71713}),
    ("an empty blob", "badSize", {"length": 0}),
    ("a size with another padding", "badSize", {"descriptor": {"size": 72000}}),
    ("a blob that is cut off and whose digest is another", "badSize", {"length": 65552, "descriptor": {"digest": encode(bytes(32))}}),
    ("another digest", "badDigest", {"descriptor": {"digest": encode(bytes(32))}}),
    ("a flipped bit under the old digest", "badDigest", {"flip": 3, "descriptor": {"digest": None}}),
    ("a flipped bit", "cannotOpen", {"flip": 0}),
    ("a flipped bit in the last tag", "cannotOpen", {"flip": 71711}),
    ("another key", "cannotOpen", {"descriptor": {"key": encode(secret("another"))}}),
    ("chunks in another order", "cannotOpen", {"order": [1, 0]}),
    ("the first chunk is the last", "cannotOpen", {"last": [1, 1]}),
    ("no chunk is the last", "cannotOpen", {"last": [0, 0]}),
    ("a first byte of padding that is not zero", "cannotOpen", {"set": {"offset": 70000, "value": 1}}),
    ("a last byte of padding that is not zero", "cannotOpen", {"set": {"offset": 71679, "value": 128}}),
    ("a smaller size with the same padding", "cannotOpen", {"descriptor": {"size": 69999}}),
    ("a size that hides the padding", "cannotOpen", {"set": {"offset": 71000, "value": 1}, "descriptor": {"size": 70001}}),
    ("a JPEG that is called a PNG", "wrongContent", {"descriptor": {"type": "public.png"}}),
    ("a JPEG without its first byte", "wrongContent", {"set": {"offset": 0, "value": 0}}),
]


def changed(base, changes):
    """Returns the changed blob and descriptor."""
    text = bytearray(padded(made(base["seed"], base["size"], bytes.fromhex(base["prefix"]))))
    if "set" in changes:
        text[changes["set"]["offset"]] = changes["set"]["value"]
    chunks = seal_chunks(bytes(text), decode(base["descriptor"]["key"]), changes.get("last"))
    blob = bytearray(b"".join(chunks[index] for index in changes.get("order", range(len(chunks)))))
    if "flip" in changes:
        blob[changes["flip"]] ^= 1
    length = changes.get("length", len(blob))
    blob = bytes(blob[:length]) + bytes(max(0, length - len(blob)))
    value = base["descriptor"] | {"digest": encode(hashlib.sha256(blob).digest())} | changes.get("descriptor", {})
    return blob, value


def refusal(name, code, changes):
    photo = next(blob for blob in BLOBS if blob["name"] == "photo")
    if changes.get("descriptor", {}).get("digest", "") is None:
        changes = changes | {"descriptor": {"digest": photo["descriptor"]["digest"]}}
    blob, value = changed(photo, changes)
    try:
        open_blob(blob, check_descriptor(value, HOSTS, TYPES))
    except Refusal as error:
        assert error.code == code, (name, error.code)
        return {"name": name, "expect": code, **changes}
    raise AssertionError(f"{name} is opened")


def descriptor(name, accepted, **changes):
    value = {"url": URL, "key": encode(secret("a")), "size": 3, "digest": encode(secret("b")), "type": "public.jpeg"} | changes
    value = {member: inner for member, inner in value.items() if inner is not ...}
    try:
        read_descriptor(value)
        assert accepted, name
    except Refusal:
        assert not accepted, name
    return {"name": name, "descriptor": value, "expect": None if accepted else "invalidDescriptor"}


KEY = encode(secret("a"))
DESCRIPTORS = [
    descriptor("a descriptor", True),
    descriptor("a thumbnail", True, thumb=encode(THUMB)),
    descriptor("the longest thumbnail", True, thumb="A" * 1500),
    descriptor("an empty file", True, size=0),
    descriptor("an address that the next check refuses", True, url="ftp://example.com/"),
    descriptor("a thumbnail of 1502 characters", False, thumb="A" * 1502),
    descriptor("an empty thumbnail", False, thumb=""),
    descriptor("a padded thumbnail", False, thumb="AA=="),
    descriptor("a thumbnail that is a number", False, thumb=1),
    descriptor("an unknown member", False, later=1),
    descriptor("no key", False, key=...),
    descriptor("no digest", False, digest=...),
    descriptor("no size", False, size=...),
    descriptor("no type", False, type=...),
    descriptor("no address", False, url=...),
    descriptor("an empty address", False, url=""),
    descriptor("an empty type", False, type=""),
    descriptor("a key of 42 characters", False, key=KEY[:42]),
    descriptor("a key of 44 characters", False, key=KEY + "A"),
    descriptor("a key with padding", False, key=KEY + "="),
    descriptor("a key with unused bits", False, key=KEY[:42] + "B"),
    descriptor("a key in base64", False, key="+" + KEY[1:]),
    descriptor("a digest of 42 characters", False, digest=KEY[:42]),
    descriptor("a digest with unused bits", False, digest=KEY[:42] + "_"),
    descriptor("a size as text", False, size="3"),
    descriptor("a negative size", False, size=-1),
    descriptor("a size with a fraction", False, size=3.5),
]


def main(arguments):
    if arguments[:1] == ["seal"]:
        file, url, kind, output = arguments[1:]
        blob, value = seal(pathlib.Path(file).read_bytes(), url, kind)
        pathlib.Path(output).write_bytes(blob)
        print(json.dumps({"sealedpush": {"attachments": [value]}}))
        return 0
    if arguments[:1] == ["open"]:
        blob, member, output = arguments[1:]
        # An int has no sign of zero.
        text = pathlib.Path(member).read_text()
        parsed = json.loads(text, parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))
        value = parsed["sealedpush"]["attachments"][0]
        pathlib.Path(output).write_bytes(open_blob(pathlib.Path(blob).read_bytes(), read_descriptor(value)))
        return 0
    text = json.dumps({"blobs": BLOBS, "descriptors": DESCRIPTORS, "refusals": [refusal(*case) for case in REFUSALS]}, indent=1,
                      ensure_ascii=False) + "\n"
    path = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "vectors" / "attachments.json"
    if arguments == ["--check"]:
        return 0 if path.read_text() == text else f"{path} differs from the generated vectors"
    path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
