"""The readings and refusals of the known answers (Documentation/wire-format.md, §10.4 and §10.5).

The expected result of each case is written by hand; the reference must agree, or no file is written.
"""

import sealedpush_reference as reference
from strict_json import parse, same, serialize
from vector_keys import KEYS, fixed

ISSUED = 1_795_263_600
LATEST = 4_294_967_295  # the last second of 32 bits
CLEAR = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1}'
PAYLOAD = '{"aps":{"alert":{"title":"Payment","body":"€ 240"},"thread-id":"t"},"n":12345678901234567890}'
STATE = '{"stage":"out-for-delivery","stopsLeft":3,"kilometres":12.30}'
ATTRIBUTES = '{"order":"A-1093","courier":"Siobhán"}'
UPDATE = '{"aps":{"timestamp":1795263600,"event":"update","content-state":%s,"relevance-score":0.7}}'
START = ('{"aps":{"timestamp":1795263600,"event":"start","attributes-type":"DeliveryAttributes","attributes":%s,'
         '"content-state":%s,"alert":{"title":"Your order is on its way"}}}')
SUITES = (1, 2, 3)


def keys_for(suite):
    if suite == 3:
        return {"shared": KEYS["shared"]}
    keys = {"to": KEYS["device"]}
    return {**keys, "sender": KEYS["provider"]} if suite == 1 else {**keys, "suite": suite}


def randomness_of(name, suite, envelopes=1):
    size = 24 if suite == 3 else 32
    more = [f"randomness of {name}"] + [f"randomness {number} of {name}" for number in range(2, envelopes + 1)]
    return b"".join(fixed(each)[:size] for each in more)


def seal(suite, name, **options):
    payload = options.pop("payload", PAYLOAD).encode()
    return reference.seal(payload, issued_at=options.pop("issued_at", ISSUED), **{**keys_for(suite), **options},
                          randomness=randomness_of(name, suite, 2))


def sealed(suite, name, **options):
    return seal(suite, name, **options)["body"].decode()


def craft(name, message, suite=1, *, topic="", audience="", purpose="alert", shared="shared"):
    """Returns an envelope with any message, as a faulty or hostile sealer with valid keys could make it."""
    header = bytes([suite]) + (KEYS[shared] if suite == 3 else KEYS["device"]).id
    header += KEYS["provider"].id if suite == 1 else b""
    return header + reference.encrypt(suite, message, reference.binding_of(header, topic, audience, purpose),
                                      KEYS["device"], KEYS["provider"], KEYS[shared], randomness_of(name, suite))


def around(envelope, clear=CLEAR):
    text = envelope if isinstance(envelope, str) else reference.encode(envelope)
    return f'{clear},"sealed":"{text}"}}'


def holding(envelope):
    return '{"sealed":"%s"}' % reference.encode(envelope)


def message(content=PAYLOAD.encode(), flags=1, issued=ISSUED, lifetime=600, fields=b"", padding=b"\x80"):
    return bytes([flags]) + issued.to_bytes(4, "big") + (issued + lifetime).to_bytes(4, "big") + fields + content + padding


def flipped(envelope, at, bit=1):
    at %= len(envelope)
    return envelope[:at] + bytes([envelope[at] ^ bit]) + envelope[at + 1:]


def held(name, state="active", until=None):
    return {"key": name, "state": state, **({} if until is None else {"until": until})}


def entry(name, given, **how):
    """Returns all parameters of the reader, without defaults."""
    which = {"pushType": "alert", "envelopeKey": "sealed"} if "purpose" not in how else {}
    how = {"now": ISSUED, "topic": "", "audience": "", **which,
           "device": ["device"], "provider": ["provider"], "shared": ["shared"], "acceptsUnauthenticated": False, **how}
    for role in ("device", "provider", "shared"):
        how[role] = [held(key) if isinstance(key, str) else key for key in how[role]]
    if "purpose" in how:
        return {"name": name, "envelope": given if isinstance(given, str) else reference.encode(given), **how}
    return {"name": name, **({"bodyHex": given.hex()} if isinstance(given, bytes) else {"body": given}), **how}


def run(case):
    """Returns the reference's result: (refusal code, None) or (None, delivered)."""
    def keys(role):
        return [reference.Key(role, k.public, k.secret, k.thumbprint, h["state"], h.get("until"), k.purposes)
                for h in case[role] for k in [KEYS[h["key"]]]]
    how = dict(topic=case["topic"], audience=case["audience"],
               accepts_unauthenticated=case["acceptsUnauthenticated"], replay={} if "after" in case else None,
               **{role: keys(role) for role in ("device", "provider", "shared")})
    for call in [*case.get("after", []), case]:
        when = {"now": call["now"], "request": call.get("request")}
        try:
            if "purpose" in case:
                opened = reference.open_envelope(reference.envelope_of(case["envelope"]), purpose=case["purpose"],
                                                 **how, **when)["content"]
            else:
                body = bytes.fromhex(case["bodyHex"]) if "bodyHex" in case else case["body"].encode()
                opened = reference.open_(body, push_type=case["pushType"], envelope_key=case["envelopeKey"], **how,
                                         **when)["delivered"]
        except reference.Refusal as refusal:
            return refusal.code, None
    return None, opened


def reading(name, body, delivered=PAYLOAD, **how):
    case = entry(name, body, **how)
    code, opened = run(case)
    if code or not same(opened, parse(delivered.encode())):
        raise SystemExit(f"{name}: {code or serialize(opened)}")
    return {**case, "deliveredText": serialize(opened).decode()}


def refusal(expected, name, given, **how):
    case = entry(name, given, **how)
    code, _ = run(case)
    if code != expected:
        raise SystemExit(f"{name}: {code}, not {expected}")
    return {**case, "expect": expected}


def readings():
    return as_sealed() + visible_part_changed() + at_the_limits() + live_readings()


def as_sealed():
    one = seal(1, "readings")
    body, text = one["body"].decode(), reference.encode(one["envelopes"][0]["envelope"])
    spaced = (' {\n"sealed" : "%s",\r\n\t"aps":{"mutable-content":1.0e0, '
              '"alert":{"ti\\u0074le":"New\\u0020activity"}}} ') % text
    escaped = body.replace(text, "".join(f"\\u{ord(c):04x}" for c in text))
    twin = sealed(2, "twin", to=KEYS["twinDevice2"])
    two_names = '{"caf\u00e9":1,"cafe\u0301":2,"K":3,"\u212a":4}'
    inner = '{"sealed":"not an envelope","aps":{"alert":"Hi","mutable-content":0}}'
    return [
        reading("as it was sealed", body),
        reading("white space, order, escapes and number rewritten on the way", spaced),
        reading("the envelope spelt in escapes", escaped),
        reading("a content with a member of the envelope's name", sealed(1, "inner", payload=inner), inner),
        reading("names that are canonically equivalent are different names",
                sealed(1, "two names", payload=two_names).replace('{"aps"', two_names[:-1] + ',"aps"'), two_names),
        reading("another envelope key beside a member of the usual name",
                sealed(1, "other key", envelope_key="e")[:-1] + ',"sealed":1}', envelopeKey="e"),
        reading("suite 3 with a pinned provider", sealed(3, "suite 3")),
        reading("suite 2 without a provider key", sealed(2, "suite 2"), provider=[]),
        reading("suite 2 with a provider key, accepted", sealed(2, "suite 2"), acceptsUnauthenticated=True),
        reading("a retiring device key 60 seconds past its end", body, device=[held("device", "retiring", ISSUED - 60)]),
        reading("a retiring provider key 60 seconds past its end", body,
                provider=[held("provider", "retiring", ISSUED - 60)]),
        reading("pending keys", body, device=[held("device", "pending")], provider=[held("provider", "pending")]),
        reading("two keys of one id: the second opens", twin, device=["twinDevice1", "twinDevice2"], provider=[]),
        reading("two keys of one id: the other is revoked", twin,
                device=[held("twinDevice1", "revoked"), "twinDevice2"], provider=[]),
        reading("the same request again", body, after=[{"now": ISSUED, "request": "A"}], request="A"),
    ]


def visible_part_changed():
    """Returns readings of pushes with a changed visible part, which is never delivered."""
    body = sealed(1, "readings")
    text = parse(body.encode())["sealed"]
    visible = sealed(1, "visible", visible=["/aps/thread-id", "/n"])
    number = '"n":12345678901234567890'
    assert number in visible and '"thread-id":"t"' in visible
    changed = {
        "the placeholder changed": body.replace("New activity", "You won"),
        "a member added in the clear": body.replace('{"aps"', '{"url":"https://example.com","aps"'),
        "a null added in the clear": body.replace('{"aps"', '{"x":null,"aps"'),
        "a decimal added in the clear": body.replace('{"aps"', '{"x":0.1,"aps"'),
        "a visible member changed": visible.replace('"thread-id":"t"', '"thread-id":"u"'),
        "a visible member removed": visible.replace("," + number, ""),
        "a visible number rewritten": visible.replace(number, '"n":1.2345678901234568e19'),
        "mutable-content removed": body.replace(',"mutable-content":1', ""),
        "mutable-content made true": body.replace('"mutable-content":1', '"mutable-content":true'),
        "aps made a number": '{"aps":1,"sealed":"%s"}' % text,
        "nothing left but the envelope": '{"sealed":"%s"}' % text,
    }
    return [reading(name, value) for name, value in changed.items()]


def at_the_limits():
    body, timed = sealed(1, "readings"), sealed(1, "timed", expires_at=ISSUED + 600)
    last = around(craft("last", message(issued=LATEST - 600)))
    deep = b'{"a":' + b"[" * 511 + b"]" * 511 + b"}"
    return [
        reading("issued 300 seconds in the future", body, now=ISSUED - 300),
        reading("60 seconds past its end", timed, now=ISSUED + 660),
        reading("the default of 7 days, 60 seconds past its end", body, now=ISSUED + 7 * 86400 + 60),
        reading("30 days", around(craft("30 days", message(lifetime=30 * 86400))), now=ISSUED + 30 * 86400),
        reading("no time at all", around(craft("no time", message(lifetime=0)))),
        reading("an end whose skew is beyond 32 bits", last, now=LATEST),
        reading("a clock beyond 32 bits, 60 seconds past the end", last, now=LATEST + 60),
        reading("padding of no block", around(craft("odd padding", message(padding=b"\x80" + bytes(37))))),
        reading("white space around the content, and nulls in it",
                around(craft("spaces", message(b' {"aps":{"x":null},\n"a":[null]} '))),
                '{"aps":{"x":null},"a":[null]}'),
        reading("the smallest message", around(craft("smallest", message(b"{}"))), "{}"),
        reading("a content 512 deep", around(craft("deep", message(deep))), deep.decode()),
        reading("a content 512 deep, for a purpose that begins like a Live Activity's",
                around(craft("deep", message(deep), purpose="liveactivity/other")), deep.decode(),
                pushType="liveactivity/other"),
        reading("a push type that Apple does not document", sealed(1, "undocumented", push_type="alerts"),
                pushType="alerts"),
    ]


def live_readings():
    live = dict(pushType="liveactivity")
    update, start = UPDATE % STATE, START % (ATTRIBUTES, STATE)
    deep = UPDATE % ('{"a":' + "[" * 509 + "]" * 509 + "}")
    shown = sealed(1, "live update", payload=update, push_type="liveactivity", visible=["/aps/content-state/stopsLeft"])
    begun = sealed(1, "live start", payload=start, push_type="liveactivity")
    plain = '{"aps":{"timestamp":1795263600,"event":"update","attributes":{"a":1},"content-state":%s}}' % STATE
    return [
        reading("a Live Activity's update", shown, update, **live),
        reading("a Live Activity's start with two envelopes", begun, start, **live),
        reading("a visible member of a content state changed", shown.replace('"stopsLeft":3', '"stopsLeft":1'), update,
                **live),
        reading("a visible member added to a content state", shown.replace('"stopsLeft"', '"a":null,"stopsLeft"'),
                update,
                **live),
        reading("a member outside the content state changed: the system reads it, the seal does not hold it",
                shown.replace('"relevance-score":0.7', '"relevance-score":99.5'), update.replace("0.7", "99.5"),
                **live),
        reading("a member named sealed outside the content state", shown[:-1] + ',"sealed":true}',
                update[:-1] + ',"sealed":true}', **live),
        reading("attributes of an update have an envelope", sealed(1, "plain", payload=plain, push_type="liveactivity"),
                plain, **live),
        reading("a content state 510 deep, 512 in its place",
                sealed(1, "deep state", payload=deep, push_type="liveactivity"), deep, **live),
        reading("a start again for the same request", begun, start, after=[{"now": ISSUED, "request": "A"}],
                request="A",
                **live),
    ]
