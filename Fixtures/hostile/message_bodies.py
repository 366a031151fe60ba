"""Bodies whose envelope is authentic, or nearly: what it is bound to, its message, its times; and visible parts."""

import hashlib
import struct

from case_bodies import CONTENT, GOOD, SUITES, body, envelope, header_of, message, provider_of, pushed
from corpus import NOW, TOPIC


def bindings():
    for suite in SUITES:
        for about, how in [
            ("topic with the suffix of VoIP", {"topic": TOPIC + ".voip"}),
            ("topic in capitals", {"topic": TOPIC.upper()}),
            ("topic and audience run together", {"topic": "com.example", "audience": ".bank"}),
            ("an audience where none was sealed", {"audience": "account 1"}),
            ("read as a background push", {"push_type": "background"}), ("read as a VoIP push", {"push_type": "voip"}),
            ("read as a push type unknown to Apple", {"push_type": "alerts"}),
            ("read as a push type in capitals", {"push_type": "Alert"}),
            ("purpose and audience run together", {"audience": "ale", "push_type": "rt"}),
        ]:
            # The shared key is for alerts and VoIP pushes, not for other push types.
            known = suite != 3 or how.get("push_type", "alert") in ("alert", "voip")
            body(f"suite {suite}, {about}", "cannotOpen" if known else "unauthenticatedSender",
                 pushed(envelope(suite, message(CONTENT), "binding")), provider=provider_of(suite), **how)
        for about, purpose in [("no purpose", ""), ("a background push's", "background"),
                               ("a trailing space", "alert "),
                               ("a NUL behind it", "alert\0"), ("a slash behind it", "alert/"),
                               ("a Live Activity's", "liveactivity")]:
            body(f"suite {suite}, the purpose of an alert: {about}", "cannotOpen",
                 pushed(envelope(suite, message(CONTENT), "purpose", purpose=purpose)), provider=provider_of(suite))
        for about, binding in wrong_layouts(suite).items():
            body(f"suite {suite}, a binding with {about}", "cannotOpen",
                 pushed(envelope(suite, message(CONTENT), "layout", binding=binding)), provider=provider_of(suite))


def wrong_layouts(suite):
    """Bindings that name the right topic, audience and purpose, in another layout."""
    def text(value, size=2):
        return len(value).to_bytes(size, "big") + value

    label, header, topic = b"sealedpush-v1", header_of(suite), TOPIC.encode()
    return {
        "no purpose at all": label + header + text(topic) + text(b""),
        "the purpose before the audience": label + header + text(topic) + text(b"alert") + text(b""),
        "the header last": label + text(topic) + text(b"") + text(b"alert") + header,
        "no header": label + text(topic) + text(b"") + text(b"alert"),
        "lengths of one byte": label + header + text(topic, 1) + text(b"", 1) + text(b"alert", 1),
        "little-endian lengths": label + header + bytes([len(topic), 0]) + topic + bytes(2) + b"\5\0alert",
        "another label": b"sealedpush-v2" + header + text(topic) + text(b"") + text(b"alert"),
    }


# Canonically equivalent texts (Unicode Standard Annex 15) are different bytes.
EQUIVALENT = {
    "e acute": ("caf\u00e9", "cafe\u0301"), "the Kelvin sign": ("Kevin", "\u212aevin"),
    "A ring": ("\u00c5ngstr\u00f6m", "\u212bngstr\u00f6m"), "the ohm sign": ("1 \u03a9", "1 \u2126"),
    "a Hangul syllable": ("\uac00", "\u1100\u1161"), "the order of marks": ("q\u0323\u0307", "q\u0307\u0323"),
}


def equivalent_texts():
    for about, pair in EQUIVALENT.items():
        for number, (ours, theirs) in enumerate([pair, pair[::-1]], 1):
            for suite in SUITES if about == "e acute" else (1,):
                def sealed(**how):
                    return pushed(envelope(suite, message(CONTENT), f"equivalent {about}", **how))

                name = f"suite {suite}, %s that differs by {about} only, {number}"
                body(name % "an audience", "cannotOpen", sealed(audience=ours), audience=theirs,
                     provider=provider_of(suite))
                body(name % "a topic", "cannotOpen", sealed(topic=ours), topic=theirs, provider=provider_of(suite))
                # The shared key is for no such purpose.
                body(name % "a purpose", "cannotOpen" if suite != 3 else "unauthenticatedSender", sealed(purpose=ours),
                     push_type=theirs, provider=provider_of(suite))
                purpose = ours if suite != 3 else "alert"
                body(f"suite {suite}, audience, topic and purpose with {about}, {number}", "delivered",
                     sealed(audience=ours, topic=ours, purpose=purpose), audience=ours, topic=ours, push_type=purpose,
                     provider=provider_of(suite))
    kelvin = pushed(GOOD).replace(b'"sealed"', '"\u212a"'.encode())
    body("an envelope under the Kelvin sign instead of K", "notSealed", kelvin, envelope_key="K")
    body("an envelope under the Kelvin sign beside a number under K", "malformed", kelvin[:-1] + b',"K":1}',
         envelope_key="K")
    body("an envelope under K beside a number under the Kelvin sign", "delivered",
         pushed(GOOD).replace(b'"sealed"', '"\u212a":1,"K"'.encode()), envelope_key="K")
    body("two visible names that are canonically equivalent", "delivered",
         pushed(GOOD).replace(b'{"aps"', '{"caf\u00e9":1,"cafe\u0301":2,"aps"'.encode()))


def messages():
    """Authentic envelopes around something else than a message."""
    for suite in SUITES:
        for about, content in [
            ("of nothing", b""), ("of one zero byte", b"\0"), ("of padding only", b"\x80"), ("of 64 zeros", bytes(64)),
            ("of 64 bytes 0xff", b"\xff" * 64), ("of fields only", message(b"", padding=b"")),
            ("without the padding's marker", message(padding=b"")), ("with padding 0x81", message(padding=b"\x81")),
            ("with a byte behind the padding", message(padding=b"\x80\0\1")),
            ("with zeros and no marker", message(padding=bytes(59))),
            ("with the marker before the content's end", message(b'{"a":1\x80}', padding=bytes(3))),
            ("whose expiry is cut by one byte", message(b"", padding=b"")[:7] + b"\x80"),
            ("whose sequence is cut by one byte", message(b"", 3, fields=bytes(7), padding=b"")),
            ("whose fields take its padding", message(b"", 3, fields=bytes(7) + b"\x80", padding=b"")),
            ("with a digest before the content", message(CONTENT, 5, fields=bytes(16))),
            ("without an expiry", b"\0" + struct.pack(">I", NOW) + CONTENT + b"\x80"),
            ("with an expiry that its flag does not say", message(CONTENT, 0)),
            ("with the flag of a sequence alone", b"\2" + struct.pack(">IQ", NOW, 1) + CONTENT + b"\x80"),
            ("that expires a second before it was issued", message(CONTENT, expires=NOW - 1)),
            ("that expires 30 days and a second after it was issued", message(CONTENT, expires=NOW + 30 * 86400 + 1)),
            ("that expires at the end of time", message(CONTENT, expires=2**32 - 1)),
        ]:
            body(f"suite {suite}, a message {about}", "badMessage", pushed(envelope(suite, content, about)),
                 provider=provider_of(suite))
        body(f"suite {suite}, a message with 4000 bytes of padding", "delivered",
             pushed(envelope(suite, message(CONTENT, padding=b"\x80" + bytes(3999)), "padding")),
             provider=provider_of(suite))
    for bit in range(2, 8):
        body(f"a message with flag bit {bit}", "badMessage",
             pushed(envelope(1, message(CONTENT, 1 | 1 << bit), f"bit {bit}")))
        body(f"a message with flag bits 0, 1 and {bit}", "badMessage",
             pushed(envelope(1, message(CONTENT, 3 | 1 << bit, fields=b"\xff" * 8), f"bits {bit}")))


def contents():
    for about, content in [
        ("empty", b""), ("white space", b" "), ("a null", b"null"), ("a list of an object", b"[{}]"), ("true", b"true"),
        ("a number", b"1"), ("text with an object in it", b'"{}"'),
        ("cut short", b'{"aps":{"alert":"Hi"}'), ("with a trailing comma", b'{"a":1,}'),
        ("with a NUL byte", b'{"a":1}\0'), ("with a NUL byte inside", b'{"a\0":1}'),
        ("with a byte order mark", b"\xef\xbb\xbf{}"), ("in UTF-16", "{}".encode("utf-16-le")),
        ("padded twice", b"{}\x80"), ("with one name twice, once in escapes", b'{"a":1,"\\u0061":2}'),
        ("with one name twice, deep inside", b'{"a":[{"b":{"c":1,"c":1}}]}'),
        ("with a lone surrogate", b'{"a":"\\ud800"}'), ("not UTF-8", b'{"a":"\xff"}'),
        ("with a leading zero", b'{"a":01}'), ("with NaN", b'{"a":NaN}'),
        ("nested 513 deep", b'{"a":' * 513 + b"1" + b"}" * 513),
        ("of lists 513 deep", b'{"a":' + b"[" * 512 + b"]" * 512 + b"}"),
        ("of opening brackets", b"[" * 2000), ("followed by another", b"{}{}"),
        ("in single quotation marks", b"{'a':1}"), ("with a number as a name", b"{1:2}"),
        ("with a number as a name deep inside", b'{"a":[{"b":{-1.5:2}}]}'), ("with a literal as a name", b"{true:2}"),
    ]:
        body(f"a content {about}", "badMessage", pushed(envelope(1, message(content), f"content {about}")))


def times():
    for about, expect, content, now in [
        ("issued at the end of time", "notYetValid", message(issued=2**32 - 1), NOW),
        ("issued 301 seconds ahead", "notYetValid", message(issued=NOW + 301), NOW),
        ("read at the beginning of time", "notYetValid", message(), 0),
        ("expired before it was issued", "badMessage", message(expires=NOW - 61), NOW),
        ("expired at the beginning of time", "badMessage", message(expires=0), NOW),
        ("expired, read at the end of time", "expired", message(expires=NOW), 2**32 - 1),
        ("expired, read when 32 bits of seconds have passed since it was issued", "expired", message(), NOW + 2**32),
        ("expired 61 seconds ago", "expired", message(issued=NOW - 100, expires=NOW - 61), NOW),
        ("expired, and its content is not JSON", "expired", message(b"x", issued=NOW - 700, expires=NOW - 100), NOW),
    ]:
        body(about, expect, pushed(envelope(1, content, about)), now=now)


def visible_parts():
    """What is beside the envelope is never delivered, so nothing that is done to it matters."""
    good = pushed(GOOD)
    for about, change in [
        ("a member added", (b'{"aps"', b'{"x":1,"aps"')), ("another title", (b"New", b"Old")),
        ("a title that looks the same", (b"activity", "activit\u0443".encode())), ("1 made true", (b":1}", b":true}")),
        ("1 made text", (b":1}", b':"1"}')), ("1 made a decimal", (b":1}", b":0.1}")),
        ("1 made 1e400", (b":1}", b":1e400}")),
        ("1 made a number of a thousand digits", (b":1}", b":" + b"9" * 1000 + b"}")),
        ("1 made a number with an exponent of a billion", (b":1}", b":1e999999999}")),
        ("a null added", (b'{"aps"', b'{"x":null,"aps"')),
        ("the alert made null", (b'{"title":"New activity"}', b"null")),
        ("the alert made text", (b'{"title":"New activity"}', b'"New activity"')),
        ("the content's member added with another value", (b'{"aps"', b'{"a":2,"aps"')),
        ("the content's member added with null", (b'{"aps"', b'{"a":null,"aps"')),
        ("a Live Activity's members added", (b'"mutable', b'"event":"start","content-state":{},"mutable')),
        ("an empty object added", (b'"mutable', b'"x":{},"mutable')),
        ("lists 511 deep added", (b'{"aps"', b'{"x":' + b"[" * 511 + b"]" * 511 + b',"aps"')),
        ("5000 members added", (b'{"aps"', b"{" + b",".join(b'"%d":0' % n for n in range(5000)) + b',"aps"')),
        ("white space up to 65536 bytes", (b'{"aps"', b"{" + b" " * (65536 - len(good)) + b'"aps"')),
        ("aps removed", (good[1:good.index(b'"sealed"')], b"")),
    ]:
        assert change[0] in good
        body(f"the visible part changed: {about}", "delivered", good.replace(*change, 1))
