"""The readings and refusals of the known answers (Documentation/wire-format.md, §17.3 and §17.4).

What is expected of each is written here by hand; the reference must agree, or no file is made.
"""

import sealedpush_reference as reference
from strict_json import parse, same, serialize
from vector_keys import KEYS, fixed

ISSUED = 1_795_263_600
LATEST = 4_294_967_295  # the last second of 32 bits
CLEAR = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1}'
PAYLOAD = '{"aps":{"alert":{"title":"Payment","body":"€ 240"},"thread-id":"t"},"n":12345678901234567890}'
DELIVERED = '{"aps":{"alert":{"title":"Payment","body":"€ 240"},"thread-id":"t","mutable-content":1},"n":12345678901234567890}'
OVERLAY = b'{"aps":{"alert":{"title":"Payment","body":"\xe2\x82\xac 240"},"thread-id":"t"},"n":12345678901234567890}'


def seal(suite, name, **options):
    keys = {1: dict(to=KEYS["device"], sender=KEYS["provider"]), 2: dict(to=KEYS["device"]),
            3: dict(shared=KEYS["shared"]), 4: dict(to=KEYS["device"], suite=4)}[suite]
    payload = options.pop("payload", PAYLOAD).encode()
    return reference.seal(payload, issued_at=options.pop("issued_at", ISSUED), **{**keys, **options},
                          randomness=fixed("randomness of " + name)[:24 if suite == 3 else 32])


def craft(name, message, suite=1, header=None, context=None):
    """An envelope around any message: what a faulty or hostile sealer with the keys could write."""
    senders = KEYS["provider"].id if suite == 1 else b""
    header = header or bytes([suite]) + (KEYS["shared"] if suite == 3 else KEYS["device"]).id + senders
    context = reference.context_of(suite, "", "") if context is None else context
    return header + reference.encrypt(suite, message, context, header, KEYS["device"], KEYS["provider"],
                                      KEYS["shared"], fixed("randomness of " + name)[:24 if suite == 3 else 32])


def around(envelope, clear=CLEAR):
    text = envelope if isinstance(envelope, str) else reference.encode(envelope)
    return f'{clear},"sealed":"{text}"}}'


def message(overlay=OVERLAY, flags=0, issued=ISSUED, fields=b"", padding=b"\x80"):
    return bytes([flags]) + issued.to_bytes(4, "big") + fields + overlay + padding


def flipped(envelope, at, bit=1):
    at %= len(envelope)
    return envelope[:at] + bytes([envelope[at] ^ bit]) + envelope[at + 1:]


def held(name, state="active", until=None):
    return {"key": name, "state": state, **({} if until is None else {"until": until})}


def entry(name, body, **how):
    """All that a reader is given, nothing left to a default."""
    how = {"now": ISSUED, "skew": 60, "topic": "", "audience": "", "envelopeKey": "sealed",
           "device": ["device"], "provider": ["provider"], "shared": ["shared"], "acceptsUnauthenticated": False, **how}
    for role in ("device", "provider", "shared"):
        how[role] = [held(key) if isinstance(key, str) else key for key in how[role]]
    return {"name": name, **({"bodyHex": body.hex()} if isinstance(body, bytes) else {"body": body}), **how}


def run(case):
    """What the reference says: (refusal code, None) or (None, what was opened)."""
    def keys(role):
        return [reference.Key(role, k.public, k.secret, k.thumbprint, h["state"], h.get("until"))
                for h in case[role] for k in [KEYS[h["key"]]]]
    memory = {} if "after" in case else None
    body = bytes.fromhex(case["bodyHex"]) if "bodyHex" in case else case["body"].encode()
    for now, request in [(e["now"], e["request"]) for e in case.get("after", [])] + [(case["now"], case.get("request"))]:
        try:
            opened = reference.open_(
                body, now=now, skew=case["skew"], topic=case["topic"], audience=case["audience"],
                envelope_key=case["envelopeKey"], accepts_unauthenticated=case["acceptsUnauthenticated"],
                replay=memory, request=request, **{role: keys(role) for role in ("device", "provider", "shared")})
        except reference.Refusal as refusal:
            return refusal.code, None
    return None, opened


def reading(name, body, delivered=DELIVERED, visible_part="authenticated", **how):
    case = entry(name, body, **how)
    code, opened = run(case)
    if code or opened["visiblePart"] != visible_part or not same(opened["delivered"], parse(delivered.encode())):
        raise SystemExit(f"{name}: {code or opened}")
    return {**case, "visiblePart": visible_part, "deliveredText": serialize(opened["delivered"]).decode()}


def refusal(expected, name, body, **how):
    case = entry(name, body, **how)
    code, _ = run(case)
    if code != expected:
        raise SystemExit(f"{name}: {code}, not {expected}")
    return {**case, "expect": expected}


def readings():
    one = seal(1, "readings")
    body, text = one["body"].decode(), reference.encode(one["envelope"])
    timed = seal(1, "timed", expires_at=ISSUED + 600)["body"].decode()
    last = seal(3, "last", expires_at=LATEST)["body"].decode()
    open_clear = seal(2, "open clear", digest=False)["body"].decode()
    visible = seal(1, "visible", visible=["/aps/thread-id"])["body"].decode()
    counted = seal(1, "counted", payload='{"aps":{"alert":{"title":"T"}},"v":1}', visible=["/v"])["body"].decode()
    kept = '{"aps":{"alert":{"title":"T"},"mutable-content":1},"v":%s}'
    twin = seal(2, "twin", to=KEYS["twinDevice2"])["body"].decode()
    bare = '{"aps":{"alert":{"title":"Payment","body":"€ 240"},"mutable-content":1},"n":12345678901234567890}'
    spaced = ' {\n"sealed" : "%s",\r\n\t"aps":{"mutable-content":1.0e0, "alert":{"ti\\u0074le":"New\\u0020activity"}}} ' % text
    escaped = body.replace(text, "".join(f"\\u{ord(c):04x}" for c in text))
    return [
        reading("as it was sealed", body),
        reading("white space, order, escapes and number rewritten on the way", spaced,
                DELIVERED.replace('content":1', 'content":1.0e0')),
        reading("the envelope spelt in escapes", escaped),
        reading("a number in the clear rewritten keeps its value", counted.replace('"v":1', '"v":10e-1'), kept % "10e-1"),
        reading("the placeholder changed", body.replace("New activity", "You won"), visible_part="changed"),
        reading("a member added in the clear", body.replace('{"aps"', '{"url":"https://example.com","aps"'),
                visible_part="changed"),
        reading("a null added in the clear", body.replace('{"aps"', '{"x":null,"aps"'), visible_part="changed"),
        reading("a member left visible changed: it is lost", visible.replace('"thread-id":"t"', '"thread-id":"u"'),
                bare, visible_part="changed"),
        reading("a number in the clear made one that binary64 does not hold", counted.replace('"v":1', '"v":0.1'),
                kept.replace(',"v":%s', ""), visible_part="changed"),
        reading("mutable-content taken away on the way", body.replace(',"mutable-content":1', ""),
                DELIVERED.replace(',"mutable-content":1', ""), visible_part="changed"),
        reading("mutable-content made true on the way", body.replace('"mutable-content":1', '"mutable-content":true'),
                DELIVERED.replace(',"mutable-content":1', ""), visible_part="changed"),
        reading("without a digest an added member is delivered", open_clear.replace('{"aps"', '{"url":"x","aps"'),
                DELIVERED.replace('{"aps"', '{"url":"x","aps"'), visible_part="unauthenticated", provider=[]),
        reading("an overlay whose aps is no object, the clear part changed",
                around(craft("odd aps", message(b'{"aps":5}', flags=4, fields=bytes(16)))), '{"aps":5}',
                visible_part="changed"),
        reading("issued in the future by exactly the skew", body, now=ISSUED - 60),
        reading("past its end by exactly the skew", timed, now=ISSUED + 660),
        reading("expiresAt + skew does not wrap", last, now=LATEST - 100, skew=600),
        reading("now + skew does not wrap", around(craft("early", message(issued=100))), now=LATEST - 5,
                visible_part="unauthenticated"),
        reading("a retiring device key at its end", body, device=[held("device", "retiring", ISSUED)]),
        reading("pending keys", body, device=[held("device", "pending")], provider=[held("provider", "pending")]),
        reading("suite 3 with a pinned provider", seal(3, "suite 3")["body"].decode()),
        reading("suite 2 without a provider key", seal(2, "suite 2")["body"].decode(), provider=[]),
        reading("suite 2 with a provider key, accepted", seal(2, "suite 2")["body"].decode(), acceptsUnauthenticated=True),
        reading("suite 4 without a provider key", seal(4, "suite 4")["body"].decode(), provider=[]),
        reading("two keys of one id: the second opens", twin, device=["twinDevice1", "twinDevice2"], provider=[]),
        reading("two keys of one id: the other is revoked", twin,
                device=[held("twinDevice1", "revoked"), "twinDevice2"], provider=[]),
        reading("the same request again", body, after=[{"now": ISSUED, "request": "A"}], request="A"),
        reading("padding of no block", around(craft("odd padding", message(padding=b"\x80" + bytes(37)))),
                visible_part="unauthenticated"),
        reading("white space around the overlay, and a deletion of nothing",
                around(craft("spaces", message(b' {"aps":{"x":null},\n"a":[null]} '))),
                CLEAR + ',"a":[null]}', visible_part="unauthenticated"),
        reading("the smallest message", around(craft("smallest", message(b"{}"))), CLEAR + "}",
                visible_part="unauthenticated"),
        reading("an overlay 512 deep", around(craft("deep", message(b'{"a":' + b"[" * 511 + b"]" * 511 + b"}"))),
                CLEAR + ',"a":' + "[" * 511 + "]" * 511 + "}", visible_part="unauthenticated"),
    ]


def refusals():
    return not_sealed_or_malformed() + wrong_keys() + does_not_open() + bad_messages() + wrong_time() + in_order()


def not_sealed_or_malformed():
    made = seal(1, "refusals")
    body, envelope = made["body"].decode(), made["envelope"]
    text = reference.encode(envelope)
    rest = len(text) % 4  # 2 or 3, so that there are trailing bits
    assert rest in (2, 3)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    trailing = text[:-1] + alphabet[alphabet.index(text[-1]) | 1]
    malformed = {
        "not JSON": "sealed", "nothing": "", "an array": f'["{text}"]', "bytes after the object": body + "x",
        "a trailing comma": body[:-1] + ",}", "NaN": body[:-1] + ',"x":NaN}', "a number with a leading zero": body[:-1] + ',"x":01}',
        "the envelope twice": body[:-1] + f',"sealed":"{text}"}}',
        "one name twice in aps": body.replace('{"alert"', '{"alert":1,"alert"'),
        "one name twice, once in escapes": body[:-1] + ',"\\u0061ps":{}}',
        "half of a surrogate pair": body[:-1] + ',"x":"\\ud83d"}', "the surrogates in the wrong order": body[:-1] + ',"x":"\\ude00\\ud83d"}',
        "a control character in a string": body.replace("New activity", "New\tactivity"),
        "nested 513 deep": body[:-1] + ',"x":' + "[" * 512 + "]" * 512 + "}",
        "the envelope is a number": CLEAR + ',"sealed":1}', "the envelope is null": CLEAR + ',"sealed":null}',
        "the envelope is an object": CLEAR + ',"sealed":{"e":"' + text + '"}}',
        "padding characters": around(text + "=" * (4 - rest)), "white space in the envelope": around(text[:8] + " " + text[8:]),
        "a line feed after the envelope": around(text + "\\n"), "the other alphabet": around(text[:4] + "+" + text[5:]),
        "a letter outside ASCII": around(text[:4] + "é" + text[5:]), "trailing bits": around(trailing),
        "4k + 1 characters": around(text + "A" * (5 - rest)), "an empty envelope": around(""),
    }
    broken = {"a byte order mark": b"\xef\xbb\xbf" + body.encode(), "not UTF-8": body.encode().replace(b"New", b"N\xe9w"),
              "UTF-16": body.encode("utf-16-le"), "an overlong form": body.encode().replace(b"New", b"N\xc1\xa5w")}
    short = [(suite, seal(suite, f"short {suite}")["envelope"][:least - 1])
             for suite, least in ((1, 57), (2, 53), (3, 45), (4, 69))]
    return [
        refusal("notSealed", "a push that was never sealed", CLEAR + "}"),
        refusal("notSealed", "the envelope under another key", body, envelopeKey="e"),
        refusal("notSealed", "the envelope inside aps", CLEAR[:-1] + f',"sealed":"{text}"}}}}'),
        *[refusal("malformed", name, value) for name, value in {**malformed, **broken}.items()],
        *[refusal("malformed", f"suite {suite}, one byte short", around(cut)) for suite, cut in short],
        refusal("malformed", "nothing but a suite", around(b"\x01")),
        *[refusal("unknownSuite", f"suite {suite}", around(bytes([suite]) + envelope[1:])) for suite in (0, 5, 49, 255)],
        refusal("unknownSuite", "an unknown suite of one byte", around(b"\x07")),
    ]


def wrong_keys():
    bodies = {suite: seal(suite, f"keys {suite}")["body"].decode() for suite in (1, 2, 3, 4)}
    twin = seal(2, "no twin", to=KEYS["twinDevice2"])["body"].decode()
    over = held("device", "retiring", ISSUED - 1)
    return [
        refusal("unknownKey", "another device's key", bodies[1], device=["otherDevice"]),
        refusal("unknownKey", "no device key", bodies[1], device=[]),
        refusal("unknownKey", "another shared key", bodies[3], shared=["otherShared"]),
        refusal("unknownKey", "a key past its end", bodies[1], device=[over]),
        refusal("unknownKey", "a shared key past its end", bodies[3], shared=[held("shared", "retiring", ISSUED - 1)]),
        refusal("unknownKey", "a device key is no shared key",
                around(bytes([3]) + reference.decode(parse(bodies[2].encode())["sealed"])[1:])),
        refusal("unknownSender", "another provider", bodies[1], provider=["otherProvider"]),
        refusal("unknownSender", "no provider key", bodies[1], provider=[]),
        refusal("unknownSender", "a provider key past its end", bodies[1],
                provider=[held("provider", "retiring", ISSUED - 1)]),
        refusal("unauthenticatedSender", "suite 2 with a provider key", bodies[2]),
        refusal("unauthenticatedSender", "suite 4 with a provider key", bodies[4]),
        refusal("unauthenticatedSender", "suite 2 with a revoked provider key", bodies[2],
                provider=[held("provider", "revoked")]),
        refusal("unauthenticatedSender", "suite 2 with a provider key past its end", bodies[2],
                provider=[held("provider", "retiring", 1)]),
        refusal("revokedKey", "a revoked device key", bodies[1], device=[held("device", "revoked")]),
        refusal("revokedKey", "a revoked provider key", bodies[1], provider=[held("provider", "revoked")]),
        refusal("revokedKey", "a revoked shared key", bodies[3], shared=[held("shared", "revoked")]),
        refusal("revokedKey", "of two keys of one id one is revoked, one past its end", twin, provider=[],
                device=[held("twinDevice1", "retiring", 1), held("twinDevice2", "revoked")]),
        refusal("cannotOpen", "two keys of one id: the one that would open is revoked", twin, provider=[],
                device=["twinDevice1", held("twinDevice2", "revoked")]),
        refusal("cannotOpen", "a key of the same id does not open", twin, device=["twinDevice1"], provider=[]),
    ]


def does_not_open():
    anyone = dict(acceptsUnauthenticated=True)
    made = {suite: seal(suite, f"open {suite}", topic="com.example.bank", audience="42") for suite in (1, 2, 3, 4)}
    right = dict(topic="com.example.bank", audience="42", **anyone)
    impostor = craft("impostor", message())
    forged = reference.encrypt(1, message(), reference.context_of(1, "", ""), impostor[:9], KEYS["device"],
                               KEYS["otherProvider"], None, fixed("randomness of forged"))
    cases = []
    for suite, one in made.items():
        envelope, body = one["envelope"], one["body"].decode()
        start = 9 if suite == 1 else 5
        clear = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1}'
        cases += [
            refusal("cannotOpen", f"suite {suite}, another topic", body, **{**right, "topic": "com.example.bank2"}),
            refusal("cannotOpen", f"suite {suite}, another audience", body, **{**right, "audience": ""}),
            refusal("cannotOpen", f"suite {suite}, the border between topic and audience moved", body,
                    **{**right, "topic": "com.example.bank4", "audience": "2"}),
            refusal("cannotOpen", f"suite {suite}, a bit of the ephemeral key or nonce", around(flipped(envelope, start)), **right),
            refusal("cannotOpen", f"suite {suite}, the first bit of what follows it",
                    around(flipped(envelope, start + (24 if suite == 3 else 32), 128)), **right),
            refusal("cannotOpen", f"suite {suite}, the last bit", around(flipped(envelope, -1)), **right),
            refusal("cannotOpen", f"suite {suite}, one byte cut", around(envelope[:-1], clear), **right),
            refusal("cannotOpen", f"suite {suite}, one byte more", around(envelope + b"\0", clear), **right),
        ]
        if suite != 3:
            cases.append(refusal("cannotOpen", f"suite {suite}, an ephemeral key of zeros",
                                 around(envelope[:start] + bytes(32) + envelope[start + 32:]), **right))
    odd = reference.context_of(4, "other", "")
    return cases + [
        refusal("cannotOpen", "suite 1 sealed by another key under the provider's id", around(impostor[:9] + forged)),
        refusal("cannotOpen", "suite 2 called suite 4", around(b"\x04" + made[2]["envelope"][1:] + bytes(16)), **right),
        refusal("cannotOpen", "suite 4, a good box for another context", around(craft("box", message(), 4, context=odd)),
                **anyone),
        refusal("cannotOpen", "suite 1, an empty ciphertext with a wrong tag",
                around(impostor[:41] + bytes(16))),
    ]


def bad_messages():
    bad = {
        "an empty message": b"", "flags alone": b"\x00", "flag bit 3": message(flags=8), "flag bit 7": message(flags=128),
        "all flags": message(flags=255), "no padding": message(padding=b""), "zeros without 0x80": message(padding=bytes(8)),
        "a byte after the padding": message(padding=b"\x80\x00\x01"), "zeros only": bytes(64),
        "issuedAt cut": b"\x00\x6b\x01\x80", "expiresAt cut": b"\x01" + ISSUED.to_bytes(4, "big") + b"\x6b\x80",
        "sequence cut": b"\x02" + ISSUED.to_bytes(4, "big") + bytes(6) + b"\x80",
        "digest cut": b"\x04" + ISSUED.to_bytes(4, "big") + bytes(range(1, 12)) + b"\x80",
        "an empty overlay": message(b""), "an overlay that is no JSON": message(b"{"), "an overlay that is an array": message(b"[]"),
        "an overlay that is a string": message(b'"x"'), "two objects": message(b"{}{}"),
        "a name twice in the overlay": message(b'{"aps":{"a":1,"a":2}}'), "a byte order mark": message(b"\xef\xbb\xbf{}"),
        "not UTF-8": message(b'{"a":"\xff"}'), "half of a surrogate pair in the overlay": message(b'{"a":"\\udc00"}'),
        "an overlay 513 deep": message(b'{"a":' + b"[" * 512 + b"]" * 512 + b"}"),
        "the padding twice": message(padding=b"\x80\x80"),
    }
    cases = [refusal("badMessage", name, around(craft("bad " + name, value))) for name, value in bad.items()]
    return cases + [refusal("badMessage", f"suite {suite}, an unknown flag", around(craft("flag", message(flags=16), suite)),
                            acceptsUnauthenticated=True) for suite in (2, 3, 4)]


def wrong_time():
    body = seal(1, "times", expires_at=ISSUED + 600)["body"].decode()
    first = {"now": ISSUED, "request": "A"}
    return [
        refusal("notYetValid", "issued in the future by one second more than the skew", body, now=ISSUED - 61),
        refusal("notYetValid", "issued one second in the future, no skew", body, now=ISSUED - 1, skew=0),
        refusal("expired", "past its end by one second more than the skew", body, now=ISSUED + 661),
        refusal("expired", "one second past its end, no skew", body, now=ISSUED + 601, skew=0),
        refusal("replayed", "again under another request", body, after=[first], request="B"),
        refusal("replayed", "again without a request", body, after=[first]),
        refusal("replayed", "both times without a request", body, after=[{"now": ISSUED, "request": ""}], request=""),
        refusal("replayed", "again in the last second in which it opens", body, after=[first], request="B", now=ISSUED + 660),
        refusal("replayed", "without an expiry, again on the last day",
                seal(1, "no expiry")["body"].decode(), after=[first], request="B", now=ISSUED + 30 * 86400),
    ]


def in_order():
    """Two things wrong at once: the first check of §12.1 decides."""
    two, one = seal(2, "order 2")["body"].decode(), seal(1, "order 1")["body"].decode()
    late = message(b"[]", flags=1, fields=ISSUED.to_bytes(4, "big"))
    return [
        refusal("unauthenticatedSender", "before unknownKey", two, device=[]),
        refusal("unknownKey", "before unknownSender", one, device=[], provider=[]),
        refusal("revokedKey", "the recipient's before unknownSender", one, device=[held("device", "revoked")], provider=[]),
        refusal("unknownSender", "before cannotOpen", one, provider=[], topic="x"),
        refusal("cannotOpen", "before expired", around(flipped(craft("late", late), -1)), now=ISSUED + 61),
        refusal("badMessage", "a flag before notYetValid", around(craft("flags", message(flags=8))), now=1),
        refusal("notYetValid", "before expired", around(craft("both", message(flags=1, fields=bytes(4)))), now=ISSUED - 61),
        refusal("expired", "before an overlay that is no object", around(craft("late", late)), now=ISSUED + 61),
        refusal("badMessage", "an overlay that is no object, in time", around(craft("late", late))),
        refusal("malformed", "damage in the clear before unknownSuite", around(b"\x07")[:-1] + ',"aps":{}}'),
    ]
