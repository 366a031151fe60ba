"""One body of the corpus, and the envelopes that its cases are made of."""

import struct

from corpus import NOW, TOPIC, write
from sealedpush_reference import Key, Refusal, binding_of, encode, encrypt, open_
from strict_json import serialize
from vector_keys import KEYS, fixed

VISIBLE = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1},"sealed":"%s"}'
SUITES = (1, 2, 3)
CONTENT = b'{"a":1}'  # of every envelope that opens


def header_of(suite):
    return bytes([suite]) + KEYS["shared" if suite == 3 else "device"].id + (KEYS["provider"].id if suite == 1 else b"")


def envelope(suite, message, about, *, topic=TOPIC, audience="", purpose="alert", binding=None):
    header = header_of(suite)
    binding = binding_of(header, topic, audience, purpose) if binding is None else binding
    randomness = fixed("hostile " + about)[:24 if suite == 3 else 32]
    return header + encrypt(suite, message, binding, KEYS["device"], KEYS["provider"], KEYS["shared"], randomness)


def message(content=b"{}", flags=1, issued=NOW, expires=None, fields=b"", padding=b"\x80"):
    times = struct.pack(">II", issued, min(issued + 86400, 2**32 - 1) if expires is None else expires)
    return bytes([flags]) + times + fields + content + padding


def pushed(envelope_bytes):
    return (VISIBLE % encode(envelope_bytes)).encode()


def provider_of(suite):
    """The providers of a reader that opens the suite."""
    return ("provider",) if suite in (1, 3) else ()


def body(about, expect, content, *, device=("device",), provider=("provider",), shared=("shared",), topic=TOPIC,
         audience="", now=NOW, push_type="alert", envelope_key="sealed"):
    fields = [(role, name) for role, names in (("device", device), ("provider", provider), ("shared", shared))
              for name in names]
    fields += [("topic", topic), ("now", now)]
    fields += [("audience", audience)] if audience else []
    fields += [("push-type", push_type)] if push_type != "alert" else []
    fields += [("envelope-key", envelope_key)] if envelope_key != "sealed" else []

    def keys(names):
        found = []
        for entry in names:
            name, state, until = (entry.split() + ["active", None][len(entry.split()) - 1:])[:3]
            key = KEYS[name]
            found.append(Key(key.role, key.public, key.secret, key.thumbprint, state, until and int(until),
                             key.purposes))
        return found

    try:
        opened = open_(content, device=keys(device), provider=keys(provider), shared=keys(shared), topic=topic,
                       audience=audience, now=now, push_type=push_type, envelope_key=envelope_key)
        outcome = "delivered" if serialize(opened["delivered"]) == CONTENT else "something else"
    except Refusal as refusal:
        outcome = refusal.code
    assert outcome == expect, f"{about}: the reference says {outcome}, not {expect}"
    write("body", about, expect, content, fields)


GOOD = envelope(1, message(CONTENT), "good")
GOOD_TEXT = encode(GOOD)
