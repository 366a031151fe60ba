"""Writes the hostile corpus; README.md beside this file says what its files are.

    Scripts/interop                                             makes the virtual environment, once
    .build/interop-venv/bin/python Fixtures/hostile/make.py     writes the corpus again

Each class of failure is written down here by hand, from the specification. The reference in Tests/Interop must agree
before a body or a payload is written.
"""

import hashlib
import json
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "Tests/Interop"))

from overlay import CannotSeal
from sealedpush_reference import (
    Key, Refusal, context_of, encode, encrypt, open_, seal)
from strict_json import CannotBeHashed, JSONRefused, canonical, parse
from vector_keys import KEYS, fixed, jwk

NOW = 1795263600
TOPIC = "com.example.bank"
VISIBLE = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1},"sealed":"%s"}'
written = {}


def write(kind, about, expect, content, fields):
    name = re.sub(r"[^a-z0-9]+", "-", about.lower()).strip("-")
    header = [("kind", kind), ("expect", expect), ("about", about), *fields]
    text = "".join(f"{key}: {value}\n" for key, value in header)
    assert (kind, name) not in written and "\n" not in about, name
    written[kind, name] = text.encode() + b"\n" + content


# Bodies

def randomness(suite, about):
    return fixed("hostile " + about)[:24 if suite == 3 else 32]


def envelope(suite, message, about, *, topic=TOPIC, audience="", header=None, rest=None):
    recipient, sender = KEYS["shared" if suite == 3 else "device"], KEYS["provider"]
    header = header or bytes([suite]) + recipient.id + (sender.id if suite == 1 else b"")
    if rest is None:
        rest = encrypt(suite, message, context_of(suite, topic, audience), header, KEYS["device"], sender,
                       KEYS["shared"], randomness(suite, about))
    return header + rest


def message(flags=0, issued=NOW, fields=b"", overlay=b"{}", padding=b"\x80"):
    return bytes([flags]) + struct.pack(">I", issued) + fields + overlay + padding


def body(about, expect, content, *, device=("device",), provider=("provider",), shared=("shared",), topic=TOPIC,
         audience="", now=NOW, skew=60):
    fields = [(role, name) for role, names in (("device", device), ("provider", provider), ("shared", shared))
              for name in names]
    fields += [("topic", topic), ("now", now)]
    fields += [("audience", audience)] if audience else []
    fields += [("skew", skew)] if skew != 60 else []

    def keys(names):
        found = []
        for entry in names:
            name, state, until = (entry.split() + ["active", None][len(entry.split()) - 1:])[:3]
            key = KEYS[name]
            found.append(Key(key.role, key.public, key.secret, key.thumbprint, state, until and int(until)))
        return found

    try:
        opened = open_(content, device=keys(device), provider=keys(provider), shared=keys(shared), topic=topic,
                       audience=audience, now=now, skew=skew)
        outcome = "visiblePartChanged" if opened["visiblePart"] == "changed" else "opened"
    except Refusal as refusal:
        outcome = refusal.code
    assert outcome == expect, f"{about}: the reference says {outcome}, not {expect}"
    write("body", about, expect, content, fields)


def pushed(envelope_bytes):
    return (VISIBLE % encode(envelope_bytes)).encode()


GOOD = envelope(1, message(overlay=b'{"a":1}'), "good")
GOOD_TEXT = encode(GOOD)


def bodies():
    # The JSON around the envelope
    for about, content in [
        ("a comment before the object", b"// hi\n" + pushed(GOOD)),
        ("a comment inside the object", pushed(GOOD).replace(b"{", b"{/* */", 1)),
        ("single quotation marks", pushed(GOOD).replace(b'"', b"'")),
        ("names without quotation marks", pushed(GOOD).replace(b'"aps"', b"aps")),
        ("two bodies", pushed(GOOD) * 2),
        ("a NUL byte after the body", pushed(GOOD) + b"\0"),
        ("a NUL byte in a name", pushed(GOOD).replace(b"aps", b"a\0s")),
        ("a form feed as white space", b"\x0c" + pushed(GOOD)),
        ("a no-break space as white space", b"\xc2\xa0" + pushed(GOOD)),
        ("a line feed in a string", pushed(GOOD).replace(b"New activity", b"New\nactivity")),
        ("a surrogate in UTF-8", pushed(GOOD).replace(b"New", b"\xed\xa0\x80")),
        ("a code point beyond Unicode", pushed(GOOD).replace(b"New", b"\xf4\x90\x80\x80")),
        ("a sequence of UTF-8 cut short", pushed(GOOD).replace(b"activity", b"\xe2\x82")),
        ("an overlong NUL in UTF-8", pushed(GOOD).replace(b"New", b"\xc0\x80")),
        ("a lone low surrogate in escapes", pushed(GOOD).replace(b"New", b"\\udc00")),
        ("an escape that JSON has not", pushed(GOOD).replace(b"New", b"\\x41")),
        ("an escape of three digits", pushed(GOOD).replace(b"New", b"\\u041 ")),
        ("hexadecimal", pushed(GOOD).replace(b":1}", b":0x1}")),
        ("a plus sign", pushed(GOOD).replace(b":1}", b":+1}")),
        ("a number that ends in a point", pushed(GOOD).replace(b":1}", b":1.}")),
        ("a number that starts with a point", pushed(GOOD).replace(b":1}", b":.1}")),
        ("an exponent without digits", pushed(GOOD).replace(b":1}", b":1e}")),
        ("True", pushed(GOOD).replace(b":1}", b":True}")),
        ("infinity", pushed(GOOD).replace(b":1}", b":-Infinity}")),
        ("a colon missing", pushed(GOOD).replace(b'"sealed":', b'"sealed" ')),
        ("two commas", pushed(GOOD).replace(b',"sealed"', b',,"sealed"')),
        ("the wrong bracket at the end", pushed(GOOD)[:-1] + b"]"),
        ("a body that ends inside the envelope", pushed(GOOD)[:-40]),
        ("one opening bracket 60000 times", b"[" * 60000),
        ("one opening object 10000 times", b'{"a":' * 10000),
        ("lists 512 deep inside the object", pushed(GOOD).replace(b"{", b'{"a":' + b"[" * 512 + b"]" * 512 + b",", 1)),
        ("the envelope twice, once in escapes", pushed(GOOD).replace(b'{"aps"', b'{"seal\\u0065d":"AQ","aps"', 1)),
        ("aps twice", pushed(GOOD).replace(b'{"aps"', b'{"aps":{},"aps"', 1)),
        ("alert twice, apart by an escape", pushed(GOOD).replace(b'"alert"', b'"\\u0061lert":"x","alert"', 1)),
        ("a string as the root", json.dumps(GOOD_TEXT).encode()),
        ("a number as the root", b"1"),
        ("null as the root", b"null"),
        ("UTF-16 with a byte order mark", pushed(GOOD).decode().encode("utf-16")),
        ("UTF-32", pushed(GOOD).decode().encode("utf-32-le")),
        ("white space only", b" \t\r\n"),
    ]:
        body(about, "malformed", content)

    # The member, and how the envelope is spelt
    for about, content in [
        ("the envelope key in capitals", pushed(GOOD).replace(b"sealed", b"Sealed")),
        ("the envelope key with a space", pushed(GOOD).replace(b"sealed", b"sealed ")),
        ("the envelope key in Cyrillic letters", pushed(GOOD).replace(b"sealed", "s\u0435aled".encode())),
        ("an empty object", b"{}"),
    ]:
        body(about, "notSealed", content)
    for about, text in [
        ("standard base64 alphabet", GOOD_TEXT[:-2] + "+/"),
        ("one padding character", GOOD_TEXT + "="),
        ("a line break every 64 characters", "\\n".join(re.findall(".{1,64}", GOOD_TEXT))),
        ("a tab before the envelope", "\\t" + GOOD_TEXT),
        ("a NUL escape after the envelope", GOOD_TEXT + "\\u0000"),
        ("a full-width letter", "\uff21" + GOOD_TEXT[1:]),
        ("a data URL", "data:;base64," + GOOD_TEXT),
        ("percent encoding", GOOD_TEXT[:-1] + "%41"),
        ("hexadecimal instead of base64url, of odd length", GOOD.hex() + "0"),
        ("one character more", GOOD_TEXT + "A" * (5 - len(GOOD_TEXT) % 4)),
        ("a tilde", "~" + GOOD_TEXT[1:]),
    ]:
        body(about, "malformed", (VISIBLE % text).encode())
    # 57 + 10 bytes leave one over three, so that the last character has four bits to spare.
    two = encode(envelope(1, message(overlay=b"{}  "), "trailing"))
    assert len(two) % 4 == 2
    for bits in (1, 2, 4, 8):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        changed = two[:-1] + alphabet[alphabet.index(two[-1]) | bits]
        body(f"trailing bit {bits} of the last character", "malformed", (VISIBLE % changed).encode())
    for about, value in [("the envelope is true", "true"), ("the envelope is a list of the text", f'["{GOOD_TEXT}"]'),
                         ("the envelope is a number with the right digits", "1")]:
        body(about, "malformed", pushed(GOOD).replace(f'"{GOOD_TEXT}"'.encode(), value.encode()))

    # Suites and lengths
    for number in (6, 7, 8, 127, 128, 254):
        body(f"suite {number}", "unknownSuite", pushed(bytes([number]) + GOOD[1:]))
    for suite, minimum in ((1, 57), (2, 53), (3, 45), (4, 69)):
        whole = envelope(suite, message(), f"short {suite}")
        provider = () if suite in (2, 4) else ("provider",)
        for length in (1, 4, 5, 9, minimum - 1):
            body(f"suite {suite} cut to {length} bytes", "malformed", pushed(whole[:length]), provider=provider)
        body(f"suite {suite} with no message but a tag of zeros", "cannotOpen",
             pushed(whole[:minimum - 16] + bytes(16)), provider=provider)
        body(f"suite {suite} with the last 16 bytes twice", "cannotOpen", pushed(whole + whole[-16:]),
            provider=provider)
        body(f"suite {suite} backwards after its header", "cannotOpen",
             pushed(whole[:9 if suite == 1 else 5] + whole[9 if suite == 1 else 5:][::-1]), provider=provider)

    # Senders
    without_sender = envelope(2, message(), "downgrade")
    body("suite 2 where a provider is pinned", "unauthenticatedSender", pushed(without_sender))
    body("suite 4 where only a revoked provider is pinned", "unauthenticatedSender",
         pushed(envelope(4, message(), "downgrade box")), provider=("provider revoked",))
    body("suite 1 with its sender taken out and called suite 2", "cannotOpen", pushed(b"\x02" + GOOD[1:5] + GOOD[9:]),
         provider=(), device=("device",))
    body("suite 2 with a sender put in and called suite 1", "cannotOpen",
         pushed(b"\x01" + without_sender[1:5] + KEYS["provider"].id + without_sender[5:]))
    body("suite 1 whose sender is the device itself", "unknownSender",
         pushed(GOOD[:5] + KEYS["device"].id + GOOD[9:]))
    body("suite 1 with recipient and sender exchanged", "unknownKey",
        pushed(GOOD[:1] + GOOD[5:9] + GOOD[1:5] + GOOD[9:]))
    body("suite 3 under the device's id", "unknownKey",
         pushed(b"\x03" + KEYS["device"].id + envelope(3, message(), "by device")[5:]))
    body("suite 1 under the shared key's id", "unknownKey", pushed(b"\x01" + KEYS["shared"].id + GOOD[5:]))
    body("a recipient id of zeros", "unknownKey", pushed(GOOD[:1] + bytes(4) + GOOD[5:]))
    body("another device's envelope readdressed to this one", "cannotOpen",
         pushed(b"\x01" + KEYS["device"].id + KEYS["provider"].id + GOOD[9:]), device=("device",), topic="x")
    body("a retiring device key one second past its end", "unknownKey", pushed(GOOD),
         device=(f"device retiring {NOW - 1}",))
    body("a revoked device key beside another", "revokedKey", pushed(GOOD), device=("device revoked", "otherDevice"))

    # Points of low order in the place of the ephemeral key, in every encoding (libsodium's list; the top bit set too)
    order8 = ["e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
              "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"]
    p = 2**255 - 19
    points = [(0).to_bytes(32, "little"), (1).to_bytes(32, "little"), *map(bytes.fromhex, order8),
              *((p + n).to_bytes(32, "little") for n in (-1, 0, 1))]
    for index, point in enumerate(points):
        for top in (0, 0x80):
            encoded = point[:31] + bytes([point[31] | top])
            for suite in (1, 2, 4):
                whole = envelope(suite, message(), f"low order {suite}")
                start = 9 if suite == 1 else 5
                body(f"suite {suite} with low-order point {index} as ephemeral key, top bit {top >> 7}", "cannotOpen",
                     pushed(whole[:start] + encoded + whole[start + 32:]), provider=("provider",) if suite == 1 else ())

    # What it is bound to
    for about, change in [
        ("topic with the suffix of VoIP", {"topic": TOPIC + ".voip"}), ("topic in capitals", {"topic": TOPIC.upper()}),
        ("topic and audience run together", {"topic": "com.example", "audience": ".bank"}),
        ("an audience where none was sealed", {"audience": "account 1"}),
    ]:
        for suite in (1, 2, 3, 4):
            body(f"suite {suite}, {about}", "cannotOpen", pushed(envelope(suite, message(), "context")),
                 provider=("provider",) if suite in (1, 3) else (), **change)
    body("an audience composed where it was sealed decomposed", "cannotOpen",
         pushed(envelope(1, message(), "nfd", audience="e\u0301")), audience="\u00e9")

    # Authentic envelopes whose message is none
    for suite in (1, 2, 3, 4):
        provider = ("provider",) if suite in (1, 3) else ()
        for about, content in [
            ("of nothing", b""), ("of one zero byte", b"\0"), ("of padding only", b"\x80"), ("of 64 zeros", bytes(64)),
            ("of 64 bytes 0xff", b"\xff" * 64), ("of fields only", message(overlay=b"", padding=b"")),
            ("without the padding's marker", message(padding=b"")), ("with padding 0x81", message(padding=b"\x81")),
            ("with a byte behind the padding", message(padding=b"\x80\0\1")),
            ("whose digest is cut by one byte", message(4, fields=bytes(15), overlay=b"", padding=b"")),
            ("whose sequence is cut by one byte", message(2, fields=bytes(7), overlay=b"", padding=b"")),
            ("whose fields take its padding", message(7, fields=bytes(4 + 8 + 15) + b"\x80", overlay=b"", padding=b"")),
        ]:
            body(f"suite {suite}, a message {about}", "badMessage", pushed(envelope(suite, content, about)),
                provider=provider)
    for bit in (3, 4, 5, 6, 7):
        body(f"a message with flag bit {bit}", "badMessage", pushed(envelope(1, message(1 << bit), f"bit {bit}")))
    for about, overlay in [
        ("empty", b""), ("white space", b" "), ("a null", b"null"), ("a list of an object", b"[{}]"), ("true", b"true"),
        ("cut short", b'{"aps":{"alert":"Hi"}'), ("with a trailing comma", b'{"a":1,}'),
        ("with a NUL byte", b'{"a":1}\0'),
        ("with a NUL byte inside", b'{"a\0":1}'), ("with a byte order mark", b"\xef\xbb\xbf{}"),
        ("in UTF-16", "{}".encode("utf-16-le")),
        ("padded twice", b"{}\x80"), ("with one name twice, once in escapes", b'{"a":1,"\\u0061":2}'),
        ("with one name twice, deep inside", b'{"a":[{"b":{"c":1,"c":1}}]}'),
        ("with a lone surrogate", b'{"a":"\\ud800"}'),
        ("not UTF-8", b'{"a":"\xff"}'), ("with a leading zero", b'{"a":01}'), ("with NaN", b'{"a":NaN}'),
        ("nested 513 deep", b'{"a":' * 513 + b"1" + b"}" * 513),
        ("of lists 513 deep", b'{"a":' + b"[" * 512 + b"]" * 512 + b"}"),
        ("of opening brackets", b"[" * 2000), ("followed by another", b"{}{}"),
        ("in single quotation marks", b"{'a':1}"),
    ]:
        body(f"an overlay {about}", "badMessage", pushed(envelope(1, message(overlay=overlay), f"overlay {about}")))

    # Times
    for about, expect, content, now, skew in [
        ("issued at the end of time", "notYetValid", message(issued=2**32 - 1), NOW, 60),
        ("issued 61 seconds ahead", "notYetValid", message(issued=NOW + 61), NOW, 60),
        ("read at the beginning of time", "notYetValid", message(), 0, 60),
        ("expired before it was issued", "expired", message(1, fields=struct.pack(">I", NOW - 61)), NOW, 60),
        ("expired at the beginning of time", "expired", message(1, fields=bytes(4)), NOW, 60),
        ("expired, read at the end of time", "expired", message(1, fields=struct.pack(">I", NOW)), 2**32 - 1, 60),
        ("expired one second ago without skew", "expired", message(1, fields=struct.pack(">I", NOW)), NOW + 1, 0),
        ("expired, and its overlay is none", "expired", message(1, fields=struct.pack(">I", 0), overlay=b"x"), NOW, 60),
    ]:
        body(about, expect, pushed(envelope(1, content, about)), now=now, skew=skew)

    # The part in the clear: opened, but nothing of what was changed is delivered
    shown = parse(b'{"aps":{"alert":{"title":"New activity"},"mutable-content":1}}')
    digest = hashlib.blake2b(canonical(shown), digest_size=16).digest()
    protected = pushed(envelope(1, message(4, fields=digest, overlay=b'{"a":1}'), "protected"))
    for about, change in [
        ("a member added", (b'{"aps"', b'{"x":1,"aps"')), ("another title", (b"New", b"Old")),
        ("a title that looks the same", (b"activity", "activit\u0443".encode())), ("1 made true", (b":1}", b":true}")),
        ("1 made text", (b":1}", b':"1"}')),
        ("1 made a number that binary64 takes for 1", (b":1}", b":1.00000000000000000001}")),
        ("1 made 1e400", (b":1}", b":1e400}")),
        ("1 made a number of a thousand digits", (b":1}", b":" + b"9" * 1000 + b"}")),
        ("1 made a number with an exponent of a billion", (b":1}", b":1e999999999}")),
        ("a null added", (b'{"aps"', b'{"x":null,"aps"')),
        ("the alert made text", (b'{"title":"New activity"}', b'"New activity"')),
        ("an empty object added", (b'"mutable', b'"x":{},"mutable')), ("5000 members added", (
            b'{"aps"', b"{" + b",".join(b'"%d":0' % n for n in range(5000)) + b',"aps"')),
    ]:
        body(f"the part in the clear changed: {about}", "visiblePartChanged", protected.replace(*change, 1))


# Payloads

def payload(about, expect, text, *, push_type="alert", visible=(), placeholder='{"title":"New activity"}',
            envelope_key="sealed", padding=64):
    fields = [("push-type", push_type), *(("visible", path) for path in visible)]
    fields += [("placeholder", placeholder)] if push_type == "alert" else []
    fields += [("envelope-key", envelope_key)] if envelope_key != "sealed" else []
    fields += [("padding", padding)] if padding != 64 else []
    content = text if isinstance(text, bytes) else text.encode()
    try:
        seal(content, to=KEYS["device"], sender=KEYS["provider"], topic=TOPIC, issued_at=NOW, push_type=push_type,
             visible=visible, placeholder=json.loads(placeholder), envelope_key=envelope_key, padding=padding)
    except (CannotSeal, JSONRefused, CannotBeHashed):
        return write("payload", about, expect, content, fields)
    raise AssertionError(f"{about}: the reference seals it")


def payloads():
    for about, text in [
        ("a payload of nothing", ""), ("a payload cut short", '{"aps":{"alert":"Hi"}'),
        ("a comma too many", '{"aps":{"alert":"Hi"},}'),
        ("a name twice, once in escapes", '{"aps":{"alert":"Hi"},"a":1,"\\u0061":1}'),
        ("a name twice in a list", '{"a":[{"b":1,"b":1}]}'),
        ("a lone surrogate", '{"a":"\\ud83d"}'), ("lists nested 513 deep", '{"a":' + "[" * 512 + "]" * 512 + "}"),
        ("a byte order mark", "\ufeff{}"), ("a comment", "{} // x"), ("infinity as a value", '{"a":Infinity}'),
        ("a list as the payload", '[{"aps":{}}]'), ("text as the payload", '"aps"'),
    ]:
        payload(about, "malformed", text)
    payload("a payload that is not UTF-8", "malformed", b'{"a":"\xc3\x28"}')
    for about, text, push_type in [
        ("a null as aps", '{"aps":null}', "alert"),
        ("a null in the alert", '{"aps":{"alert":{"title":null}}}', "alert"),
        ("a null deep in lists", '{"aps":{"alert":"Hi"},"a":[[[[null]]]]}', "alert"),
        ("a null in a background push", '{"aps":{"content-available":1},"a":null}', "background"),
        ("aps is true", '{"aps":true}', "alert"), ("aps is a number", '{"aps":1}', "background"),
        ("aps is a list of objects", '{"aps":[{}]}', "voip"),
    ]:
        payload(about, "invalidPayload", text, push_type=push_type)
    for about, key in [("an envelope key with a line feed", "a\\n"), ("an envelope key with a slash", "a/b"),
                       ("an envelope key in Cyrillic letters", "\u0430ps"), ("an envelope key with a space", "a b")]:
        payload(about, "invalidEnvelopeKey", '{"aps":{"alert":"Hi"}}', envelope_key=key)
    payload("a member named like the envelope key, in escapes", "invalidEnvelopeKey",
        '{"aps":{"alert":"Hi"},"seale\\u0064":1}')
    for number in ("0.3", "-0.7", "1e-1", "1e23", "9007199254740993", "-9007199254740993", "72057594037927936", "1e309",
                   "5e-324", "123456789.123456789", "0.10e0", "1e-999999999", "1e999999999999999999999"):
        payload(f"{number.replace('-', 'minus ')} in the clear", "inexactNumber",
            '{"aps":{"alert":"Hi"},"a":{"b":[0,%s]}}' % number, visible=["/a"])
    for about, text, push_type, visible in [
        ("widgets without their aps named", '{"aps":{"content-changed":true}}', "widgets", []),
        ("controls without their aps named", '{"aps":{"content-changed":true}}', "controls", []),
        ("a Live Activity with a part of its aps named", '{"aps":{"event":"end","timestamp":1}}', "liveactivity",
            ["/aps/event"]),
        ("an MDM push with another member named", '{"mdm":"x","a":1}', "mdm", ["/a"]),
        ("a file provider push with one of its two members named", '{"container-identifier":"a","domain":"b"}',
            "fileprovider", ["/domain"]),
    ]:
        payload(about, "mustStayVisible", text, push_type=push_type, visible=visible)
    for about, alert in [("an alert of white space kind: empty text", '""'), ("an alert that is a list", '["Hi"]'),
                         ("an alert that is true", "true"), ("an alert that is a number", "1")]:
        payload(about + ", named visible", "emptyPlaceholder", '{"aps":{"alert":%s}}' % alert, visible=["/aps/alert"])
    longest = 2959 - 22 - 20
    payload("one byte more than fits", "tooLarge", '{"aps":{"alert":"%s"}}' % ("x" * (longest + 1)))
    payload("one emoji more than fits, with maximum padding", "tooLarge",
            '{"aps":{"alert":"%s\U0001f600"}}' % ("x" * (longest - 3)), padding="max")
    payload("a thousand bytes more than fit in the clear", "tooLarge",
        '{"aps":{"alert":"Hi"},"a":"%s"}' % ("x" * 5000), visible=["/a"])


# Keyrings

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


bodies()
payloads()
keyrings()
for kind in ("body", "payload", "keyring"):
    folder = HERE / kind
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.case"):
        old.unlink()
for (kind, name), content in written.items():
    (HERE / kind / f"{name}.case").write_bytes(content)
print(len(written), "cases:", {kind: sum(k == kind for k, _ in written) for kind in ("body", "payload", "keyring")})
