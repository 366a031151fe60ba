"""The bodies of the hostile corpus: what must not be opened, and visible parts that must not matter."""

import json
import re

from corpus import NOW
from case_bodies import GOOD, GOOD_TEXT, VISIBLE, body, envelope, message, pushed, provider_of
from live_bodies import live_activities
from message_bodies import bindings, contents, equivalent_texts, messages, times, visible_parts
from sealedpush_reference import encode
from vector_keys import KEYS


def bodies():
    json_around_the_envelope()
    spelling_of_the_envelope()
    suites_and_lengths()
    senders()
    low_order()
    bindings()
    equivalent_texts()
    messages()
    contents()
    times()
    visible_parts()
    live_activities()


def json_around_the_envelope():
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
        ("an escape unknown to JSON", pushed(GOOD).replace(b"New", b"\\x41")),
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
        ("a number as the root", b"1"), ("a number as a name", pushed(GOOD)[:-1] + b",1:2}"),
        ("a number as a name deep inside", pushed(GOOD)[:-1] + b',"x":[{"y":{0.5:1}}]}'),
        ("null as the root", b"null"),
        ("UTF-16 with a byte order mark", pushed(GOOD).decode().encode("utf-16")),
        ("UTF-32", pushed(GOOD).decode().encode("utf-32-le")),
        ("white space only", b" \t\r\n"),
        ("a body of 65537 bytes", pushed(GOOD) + b" " * (65537 - len(pushed(GOOD)))),
    ]:
        body(about, "malformed", content)


def spelling_of_the_envelope():
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
    # 57 + 13 bytes leave one over three, so that the last character has four bits to spare.
    two = encode(envelope(1, message(b"{} "), "trailing"))
    assert len(two) % 4 == 2
    for bits in (1, 2, 4, 8):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        changed = two[:-1] + alphabet[alphabet.index(two[-1]) | bits]
        body(f"trailing bit {bits} of the last character", "malformed", (VISIBLE % changed).encode())
    for about, value in [("the envelope is true", "true"), ("the envelope is a list of the text", f'["{GOOD_TEXT}"]'),
                         ("the envelope is a number with the right digits", "1")]:
        body(about, "malformed", pushed(GOOD).replace(f'"{GOOD_TEXT}"'.encode(), value.encode()))


def suites_and_lengths():
    for number in (4, 6, 7, 8, 127, 128, 254):
        body(f"suite {number}", "unknownSuite", pushed(bytes([number]) + GOOD[1:]))
    for suite, minimum in ((1, 57), (2, 53), (3, 45)):
        whole = envelope(suite, message(), f"short {suite}")
        provider = provider_of(suite)
        for length in (1, 4, 5, 9, minimum - 1):
            body(f"suite {suite} cut to {length} bytes", "malformed", pushed(whole[:length]), provider=provider)
        body(f"suite {suite} with no message but a tag of zeros", "cannotOpen",
             pushed(whole[:minimum - 16] + bytes(16)), provider=provider)
        body(f"suite {suite} with the last 16 bytes twice", "cannotOpen", pushed(whole + whole[-16:]),
             provider=provider)
        body(f"suite {suite} backwards after its header", "cannotOpen",
             pushed(whole[:9 if suite == 1 else 5] + whole[9 if suite == 1 else 5:][::-1]), provider=provider)


def senders():
    without_sender = envelope(2, message(), "downgrade")
    body("suite 2 where a provider is pinned", "unauthenticatedSender", pushed(without_sender))
    body("suite 2 where only a revoked provider is pinned", "unauthenticatedSender", pushed(without_sender),
         provider=("provider revoked",))
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
    body("a retiring device key 61 seconds past its end", "unknownKey", pushed(GOOD),
         device=(f"device retiring {NOW - 61}",))
    body("a revoked device key beside another", "revokedKey", pushed(GOOD), device=("device revoked", "otherDevice"))


def low_order():
    """Points of low order as the ephemeral key, in every encoding (libsodium's list; the top bit set, too)."""
    order8 = ["e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
              "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"]
    p = 2**255 - 19
    points = [(0).to_bytes(32, "little"), (1).to_bytes(32, "little"), *map(bytes.fromhex, order8),
              *((p + n).to_bytes(32, "little") for n in (-1, 0, 1))]
    for index, point in enumerate(points):
        for top in (0, 0x80):
            encoded = point[:31] + bytes([point[31] | top])
            for suite in (1, 2):
                whole = envelope(suite, message(), f"low order {suite}")
                start = 9 if suite == 1 else 5
                body(f"suite {suite} with low-order point {index} as ephemeral key, top bit {top >> 7}", "cannotOpen",
                     pushed(whole[:start] + encoded + whole[start + 32:]), provider=provider_of(suite))
