"""The refusals of the known answers (Documentation/wire-format.md, §10.5): bodies and envelopes, each with its code."""

import sealedpush_reference as reference
from strict_json import parse
from vector_cases import (
    ATTRIBUTES, CLEAR, ISSUED, LATEST, START, STATE, SUITES, UPDATE, around, craft, fixed, flipped, held, holding, message,
    refusal, seal, sealed)
from vector_keys import KEYS

ANYONE = dict(acceptsUnauthenticated=True)


def refusals():
    return (not_sealed_or_malformed() + wrong_keys() + does_not_open() + bad_messages() + wrong_time() + live()
            + in_order())


def not_sealed_or_malformed():
    made = seal(1, "refusals")
    body, envelope = made["body"].decode(), made["envelopes"][0]["envelope"]
    text = reference.encode(envelope)
    rest = len(text) % 4  # 2 or 3: the last character has trailing bits
    assert rest in (2, 3)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    trailing = text[:-1] + alphabet[alphabet.index(text[-1]) | 1]
    malformed = {
        "not JSON": "sealed", "nothing": "", "an array": f'["{text}"]', "bytes after the object": body + "x",
        "a trailing comma": body[:-1] + ",}", "NaN": body[:-1] + ',"x":NaN}',
        "a number with a leading zero": body[:-1] + ',"x":01}',
        "the envelope twice": body[:-1] + f',"sealed":"{text}"}}',
        "one name twice in aps": body.replace('{"alert"', '{"alert":1,"alert"'),
        "one name twice, once in escapes": body[:-1] + ',"\\u0061ps":{}}',
        "half of a surrogate pair": body[:-1] + ',"x":"\\ud83d"}',
        "the surrogates in the wrong order": body[:-1] + ',"x":"\\ude00\\ud83d"}',
        "a control character in a string": body.replace("New activity", "New\tactivity"),
        "nested 513 deep": body[:-1] + ',"x":' + "[" * 512 + "]" * 512 + "}",
        "the envelope is a number": CLEAR + ',"sealed":1}', "the envelope is null": CLEAR + ',"sealed":null}',
        "the envelope is an object": CLEAR + ',"sealed":{"e":"' + text + '"}}',
        "padding characters": around(text + "=" * (4 - rest)),
        "white space in the envelope": around(text[:8] + " " + text[8:]),
        "a line feed after the envelope": around(text + "\\n"), "the other alphabet": around(text[:4] + "+" + text[5:]),
        "a letter outside ASCII": around(text[:4] + "é" + text[5:]), "trailing bits": around(trailing),
        "4k + 1 characters": around(text + "A" * (5 - rest)), "an empty envelope": around(""),
    }
    broken = {"a byte order mark": b"\xef\xbb\xbf" + body.encode(),
              "not UTF-8": body.encode().replace(b"New", b"N\xe9w"),
              "UTF-16": body.encode("utf-16-le"), "an overlong form": body.encode().replace(b"New", b"N\xc1\xa5w")}
    short = [(suite, seal(suite, f"short {suite}")["envelopes"][0]["envelope"][:least - 1])
             for suite in SUITES for least in [reference.OVERHEAD[suite]]]
    return [
        refusal("notSealed", "a push that was never sealed", CLEAR + "}"),
        refusal("notSealed", "the envelope under another key", body, envelopeKey="e"),
        refusal("notSealed", "an envelope key that is only canonically equivalent",
                body.replace('"sealed"', '"\u212a"'), envelopeKey="K"),
        refusal("notSealed", "the envelope inside aps", CLEAR[:-1] + f',"sealed":"{text}"}}}}'),
        *[refusal("malformed", name, value) for name, value in {**malformed, **broken}.items()],
        *[refusal("malformed", f"suite {suite}, one byte short", around(cut)) for suite, cut in short],
        refusal("malformed", "nothing but a suite", around(b"\x01")),
        *[refusal("unknownSuite", f"suite {suite}", around(bytes([suite]) + envelope[1:])) for suite in (0, 4, 6, 49,
                255)],
        refusal("unknownSuite", "an unknown suite of one byte", around(b"\x07")),
    ]


def wrong_keys():
    bodies = {suite: sealed(suite, f"keys {suite}") for suite in SUITES}
    twin = sealed(2, "no twin", to=KEYS["twinDevice2"])
    over = held("device", "retiring", ISSUED - 61)
    return [
        refusal("unknownKey", "another device's key", bodies[1], device=["otherDevice"]),
        refusal("unknownKey", "no device key", bodies[1], device=[]),
        refusal("unknownKey", "another shared key", bodies[3], shared=["otherShared"]),
        refusal("unknownKey", "a key 61 seconds past its end", bodies[1], device=[over]),
        refusal("unknownKey", "a shared key 61 seconds past its end", bodies[3],
                shared=[held("shared", "retiring", ISSUED - 61)]),
        refusal("unknownKey", "a device key in the role of a shared key",
                around(bytes([3]) + reference.decode(parse(bodies[2].encode())["sealed"])[1:])),
        refusal("unknownSender", "another provider", bodies[1], provider=["otherProvider"]),
        refusal("unknownSender", "no provider key", bodies[1], provider=[]),
        refusal("unknownSender", "a provider key 61 seconds past its end", bodies[1],
                provider=[held("provider", "retiring", ISSUED - 61)]),
        refusal("unauthenticatedSender", "suite 2 with a provider key", bodies[2]),
        refusal("unauthenticatedSender", "suite 2 with a revoked provider key", bodies[2],
                provider=[held("provider", "revoked")]),
        refusal("unauthenticatedSender", "suite 2 with a provider key past its end", bodies[2],
                provider=[held("provider", "retiring", 1)]),
        *[refusal("unauthenticatedSender", f"suite 3, an alert under a key for Live Activities, {what}",
                  around(craft("other purposes", message(), 3, shared="otherShared")), **how)
          for what, how in {"active": {"shared": ["otherShared"]},
                            "without a provider key": {"shared": ["otherShared"], "provider": []},
                            "if unauthenticated senders are accepted": {"shared": ["otherShared"], **ANYONE},
                            "revoked": {"shared": [held("otherShared", "revoked")]},
                            "past its end": {"shared": [held("otherShared", "retiring", 1)]}}.items()],
        refusal("unauthenticatedSender", "suite 3, a content state under a key for it, read as an alert",
                around(craft("state", message(), 3, purpose="liveactivity/content-state", shared="otherShared")),
                shared=["otherShared"]),
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
    made = {suite: seal(suite, f"open {suite}", topic="com.example.bank", audience="42") for suite in SUITES}
    right = dict(topic="com.example.bank", audience="42", **ANYONE)
    cases = []
    for suite, one in made.items():
        envelope, body = one["envelopes"][0]["envelope"], one["body"].decode()
        start = 9 if suite == 1 else 5
        wrong = {
            "another topic": {"topic": "com.example.bank2"}, "another audience": {"audience": ""},
            "the border between topic and audience moved": {"topic": "com.example.bank4", "audience": "2"},
            "the border between audience and purpose moved": {"audience": "42a", "pushType": "lert"},
            "an alert read as a background push": {"pushType": "background"},
            "an alert read as a VoIP push": {"pushType": "voip"}, "a purpose in capitals": {"pushType": "ALERT"},
        }
        changed = {
            "a bit of the ephemeral key or nonce": flipped(envelope, start),
            "the first bit of what follows it": flipped(envelope, start + (24 if suite == 3 else 32), 128),
            "the last bit": flipped(envelope, -1), "one byte cut": envelope[:-1], "one byte more": envelope + b"\0",
        }
        if suite != 3:
            changed["an ephemeral key of zeros"] = envelope[:start] + bytes(32) + envelope[start + 32:]
        for what, how in wrong.items():
            known = suite != 3 or how.get("pushType", "alert") in KEYS["shared"].purposes
            cases.append(refusal("cannotOpen" if known else "unauthenticatedSender", f"suite {suite}, {what}", body,
                                 **{**right, **how}))
        cases += [refusal("cannotOpen", f"suite {suite}, {what}", around(value), **right)
                  for what, value in changed.items()]
    impostor = craft("impostor", message())
    forged = reference.encrypt(1, message(), reference.binding_of(impostor[:9], "", "", "alert"), KEYS["device"],
                               KEYS["otherProvider"], None, fixed("randomness of forged"))
    equivalent = {"cafe\u0301": "caf\u00e9", "Kevin": "\u212aevin"}
    return cases + [
        *[refusal("cannotOpen", f"a background push read as {other}",
                  sealed(1, "background", payload='{"aps":{"content-available":1}}', push_type="background"),
                  pushType=other)
          for other in ("alert", "voip", "location")],
        *[refusal("cannotOpen", f"{what} {number}, canonically equivalent to the one that was sealed for",
                  around(craft("equivalent", message(), **{"purpose" if what == "pushType" else what: ours})),
                  **{what: theirs})
          for what in ("topic", "audience", "pushType") for number, (ours, theirs) in enumerate(equivalent.items(), 1)],
        refusal("cannotOpen", "suite 1 sealed by another key under the provider's id", around(impostor[:9] + forged)),
        refusal("cannotOpen", "suite 1, an empty ciphertext with a wrong tag", around(impostor[:41] + bytes(16))),
    ]


def bad_messages():
    issued = ISSUED.to_bytes(4, "big")
    bad = {
        "an empty message": b"", "flags alone": b"\x01", "no flag": message(flags=0),
        "no flag and no expiry": b"\x00" + issued + b"{}\x80", "the flag of a sequence alone": message(flags=2, fields=bytes(8)),
        **{f"flag bit {bit}": message(flags=1 | 1 << bit) for bit in range(2, 8)},
        "flag bit 2 with 16 bytes before the content": message(flags=5, fields=bytes(16)),
        "an end before the sealing": message(lifetime=-1), "an end at the beginning of time": message(lifetime=-ISSUED),
        "an end 30 days and a second after the sealing": message(lifetime=30 * 86400 + 1),
        "an end at the end of time": message(lifetime=2 ** 32 - 1 - ISSUED),
        "all flags": message(flags=255), "no padding": message(padding=b""),
        "zeros without 0x80": message(padding=bytes(8)),
        "a byte after the padding": message(padding=b"\x80\x00\x01"), "zeros only": bytes(64),
        "issuedAt cut": b"\x01\x6b\x01\x80", "expiresAt cut": b"\x01" + issued + b"\x6b\x80",
        "sequence cut": b"\x03" + issued + issued + bytes(6) + b"\x80",
        "an empty content": message(b""), "a content that is not JSON": message(b"{"),
        "a content that is an array": message(b"[]"),
        "a content that is a string": message(b'"x"'), "a content that is null": message(b"null"),
        "two objects": message(b"{}{}"), "a name twice in the content": message(b'{"aps":{"a":1,"a":2}}'),
        "a byte order mark": message(b"\xef\xbb\xbf{}"), "not UTF-8": message(b'{"a":"\xff"}'), "a number as a name": message(b"{1:2}"),
        "half of a surrogate pair in the content": message(b'{"a":"\\udc00"}'),
        "a content 513 deep": message(b'{"a":' + b"[" * 512 + b"]" * 512 + b"}"),
        "the padding twice": message(padding=b"\x80\x80"),
    }
    cases = [refusal("badMessage", name, around(craft("bad " + name, value))) for name, value in bad.items()]
    return cases + [refusal("badMessage", f"suite {suite}, an unknown flag",
                            around(craft("flag", message(flags=5), suite)),
                            **ANYONE) for suite in (2, 3)]


def wrong_time():
    body = sealed(1, "times", expires_at=ISSUED + 600)
    first = {"now": ISSUED, "request": "A"}
    return [
        refusal("notYetValid", "issued 301 seconds in the future", body, now=ISSUED - 301),
        refusal("notYetValid", "read at the beginning of time", body, now=0),
        refusal("expired", "61 seconds past its end", body, now=ISSUED + 661),
        refusal("expired", "the default of 7 days, 61 seconds past its end", sealed(1, "default"),
                now=ISSUED + 7 * 86400 + 61),
        refusal("expired", "a clock beyond 32 bits", body, now=2 ** 32 + ISSUED),
        refusal("expired", "a clock beyond 32 bits, 61 seconds past the end",
                around(craft("last", message(issued=LATEST - 600))), now=LATEST + 61),
        refusal("replayed", "again under another request", body, after=[first], request="B"),
        refusal("replayed", "again without a request", body, after=[first]),
        refusal("replayed", "both times without a request", body, after=[{"now": ISSUED, "request": ""}], request=""),
        refusal("replayed", "again in the last second in which it opens", body, after=[first], request="B",
                now=ISSUED + 660),
        refusal("replayed", "the longest lifetime, again in its last second",
                sealed(1, "longest", expires_at=ISSUED + 30 * 86400), after=[first], request="B",
                now=ISSUED + 30 * 86400 + 60),
    ]


def live():
    state = craft("state", message(STATE.encode()), purpose="liveactivity/content-state")
    attributes = craft("attributes", message(ATTRIBUTES.encode()), purpose="liveactivity/attributes")
    alert = craft("alert", message(STATE.encode()))
    late = craft("late state", message(STATE.encode(), issued=ISSUED - 700), purpose="liveactivity/content-state")
    deep = b'{"a":' + b"[" * 510 + b"]" * 510 + b"}"
    good, text = holding(state), reference.encode(state)
    begun = START % (holding(attributes), good)
    cases = {
        "notSealed": {
            "an update that was never sealed": UPDATE % STATE,
            "an update with the envelope at the root": around(state, (UPDATE % "{}")[:-1]),
            "an update with the envelope in aps": (UPDATE % "{}")[:-2] + f',"sealed":"{text}"}}}}',
            "an update whose content state is the envelope's text": UPDATE % f'"{text}"', "no aps": holding(state),
            "aps is an array": '{"aps":[%s]}' % good, "no content state": '{"aps":{"event":"update"}}',
            "a start whose attributes are not sealed": START % (ATTRIBUTES, good),
            "a start whose content state is not sealed": START % (holding(attributes), STATE),
            "a start without attributes": (UPDATE % good).replace('"update"', '"start"'),
        },
        "malformed": {
            "an update whose envelope is a number": UPDATE % '{"sealed":1}',
            "an update whose envelope is empty": UPDATE % '{"sealed":""}',
            "a content state with one name twice": UPDATE % (good[:-1] + f',"sealed":"{text}"}}'),
            "a start whose attributes have trailing bits": START % ('{"sealed":"AB"}', good),
        },
        "cannotOpen": {
            "an alert's envelope as a content state": UPDATE % holding(alert),
            "the envelopes of a start exchanged": START % (good, holding(attributes)),
            "a content state twice": START % (good, good),
            "attributes as the content state of an update": UPDATE % holding(attributes),
            "a start with a bit of its attributes flipped": START % (holding(flipped(attributes, -1)), good),
        },
        "expired": {"an update past its end": UPDATE % holding(late)},
        "badMessage": {
            "a content state that is an array": UPDATE % holding(
                craft("array", message(b"[]"), purpose="liveactivity/content-state")),
            "a content state 511 deep, 513 in its place": UPDATE % holding(
                craft("deep state", message(deep), purpose="liveactivity/content-state")),
            "attributes 511 deep, 513 in their place": START % (
                holding(craft("deep attributes", message(deep), purpose="liveactivity/attributes")), good),
        },
    }
    how = dict(pushType="liveactivity")
    return [refusal(code, f"Live Activity: {name}", body, **how) for code, some in cases.items() for name,
            body in some.items()] + [
        refusal("cannotOpen", "Live Activity: a content state's envelope read as an alert", around(state)),
        refusal("notSealed", "Live Activity: an update read as an alert", UPDATE % good),
        refusal("replayed", "Live Activity: a start again under another request", begun, request="B",
                after=[{"now": ISSUED, "request": "A"}], **how),
    ]


def in_order():
    """Returns refusals with two defects: the first check of §5.1 decides."""
    two, one = sealed(2, "order 2"), sealed(1, "order 1")
    late = message(b"[]", lifetime=0)
    return [
        refusal("unauthenticatedSender", "before unknownKey", two, device=[]),
        refusal("unknownKey", "before unknownSender", one, device=[], provider=[]),
        refusal("revokedKey", "the recipient's before unknownSender", one, device=[held("device", "revoked")],
                provider=[]),
        refusal("unknownSender", "before cannotOpen", one, provider=[], topic="x"),
        refusal("cannotOpen", "before expired", around(flipped(craft("late", late), -1)), now=ISSUED + 61),
        refusal("cannotOpen", "another purpose before expired", around(craft("late", late)), now=ISSUED + 61,
                pushType="voip"),
        refusal("badMessage", "a flag before notYetValid", around(craft("flags", message(flags=8))), now=1),
        refusal("badMessage", "a lifetime before expired", around(craft("long", message(lifetime=31 * 86400))),
                now=ISSUED + 32 * 86400),
        refusal("expired", "before a content that is not an object", around(craft("late", late)), now=ISSUED + 61),
        refusal("badMessage", "a content that is not an object, in time", around(craft("late", late))),
        refusal("malformed", "damage in the clear before unknownSuite", around(b"\x07")[:-1] + ',"aps":{}}'),
    ]


def envelope_refusals():
    """Returns refusals of single envelopes (§4.4)."""
    fcm = dict(purpose="fcm")
    good = craft("fcm", message(b'{"balance":-12.50}'), **fcm)
    text = reference.encode(good)
    cases = [refusal("cannotOpen", f"another purpose: {name}", good, purpose=other) for name, other in {
        "shorter": "fc", "longer": "fcm/1", "in capitals": "FCM", "a push type": "alert",
        "another transport": "webpush"}.items()]
    return cases + [
        refusal("malformed", "nothing", "", **fcm), refusal("malformed", "padding characters", text + "=", **fcm),
        refusal("malformed", "the standard alphabet", "+/" + text[2:], **fcm),
        refusal("malformed", "56 bytes", good[:56], **fcm),
        refusal("unknownSuite", "suite 6", b"\x06" + good[1:], **fcm),
        refusal("unauthenticatedSender", "suite 3 for a purpose that the shared key is not for",
                craft("fcm 3", message(b"{}"), 3, **fcm), **fcm),
        refusal("unknownKey", "another device", good, device=["otherDevice"], **fcm),
        refusal("unknownSender", "another provider", good, provider=["otherProvider"], **fcm),
        refusal("unauthenticatedSender", "suite 2 with a provider key", craft("fcm 2", message(b"{}"), 2, **fcm),
                **fcm),
        refusal("revokedKey", "a revoked device key", good, device=[held("device", "revoked")], **fcm),
        refusal("cannotOpen", "another audience", good, audience="42", **fcm),
        refusal("badMessage", "a content that is an array", craft("fcm array", message(b"[]"), **fcm), **fcm),
        refusal("notYetValid", "issued in the future", good, now=ISSUED - 301, **fcm),
        refusal("expired", "past its end", craft("fcm late", message(b"{}", issued=ISSUED - 700), **fcm), **fcm),
        refusal("replayed", "again under another request", good, request="B", after=[{"now": ISSUED, "request": "A"}],
                **fcm),
    ]
