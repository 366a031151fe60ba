"""The readings, refusals and stores of the known answers of suite 5.

The expected result of each case is written by hand; the reference must agree, or no file is written.
"""

import chains
import ml_kem
from chain_keys import CHAIN_DAY, DAY, ISSUED, TODAY, chained, fixed, jwk, keyring, parsed, public, registered
from envelope import Chain, Refusal, binding_of, encode, encrypt, header_of, seal_envelope
from push import envelope_of, seal
from strict_json import parse, same, serialize

TOPIC, AUDIENCE = "com.example.bank", "installation-7"
PAYLOAD = '{"aps":{"alert":{"title":"Payment","body":"€ 240"}},"n":12345678901234567890}'
STATE, ATTRIBUTES = '{"stage":"out-for-delivery","stopsLeft":3}', '{"order":"A-1093"}'
START = ('{"aps":{"timestamp":1795263600,"event":"start","attributes-type":"DeliveryAttributes","attributes":%s,'
         '"content-state":%s,"alert":{"title":"Your order is on its way"}}}') % (ATTRIBUTES, STATE)
UPDATE = '{"aps":{"timestamp":1795263600,"event":"update","content-state":%s}}' % STATE
CLEAR = '{"aps":{"alert":{"title":"New activity"},"mutable-content":1}'
WEEK, SLACK, FUTURE, PAST = 7 * DAY, 3600, 300, 60
DEVICE, PROVIDER = chained(), jwk("provider")
FIRST, LAST = TODAY * DAY, TODAY * DAY + DAY - 1  # the first and the last second of the day


def sealed(name, recipient=DEVICE, sender=PROVIDER, *, issued=ISSUED, payload=PAYLOAD, suite=None, topic=TOPIC,
           audience=AUDIENCE, push_type="alert", **how):
    """Returns the body that a sealer with the device's stored key makes."""
    return seal(payload.encode(), to=parsed(registered(recipient)), sender=parsed(sender) if sender else None,
                suite=suite, topic=topic, audience=audience, push_type=push_type, issued_at=issued,
                randomness=fixed(f"randomness of {name}") + fixed(f"randomness 2 of {name}"), **how)["body"].decode()


def alone(name, content=b'{"n":0.10}', purpose="fcm", **how):
    """Returns an envelope on its own."""
    return seal_envelope(content, purpose=purpose, to=parsed(registered(DEVICE)), sender=parsed(PROVIDER), topic=TOPIC,
                         audience=AUDIENCE, randomness=fixed(f"randomness of {name}"),
                         **{"issued_at": ISSUED, **how})["envelope"]


def message(content=PAYLOAD.encode(), flags=1, issued=ISSUED, lifetime=600, fields=b"", padding=b"\x80"):
    return (bytes([flags]) + issued.to_bytes(4, "big") + (issued + lifetime).to_bytes(4, "big") + fields + content
            + padding)


def craft(name, text=None, *, recipient=DEVICE, sender=PROVIDER, day=TODAY, purpose="alert", chain=None, psk=None):
    """Returns an envelope with any message, day and psk, as a faulty or hostile sealer with valid keys could."""
    to, by = parsed(registered(recipient)), parsed(sender)
    header = header_of(5, to, by, day)
    return header + encrypt(5, message() if text is None else text, binding_of(header, TOPIC, AUDIENCE, purpose), to,
                            by, None, fixed(f"randomness of {name}"), psk or (chain or to.chain).psk(day))


def around(envelope):
    return f'{CLEAR},"sealed":"{encode(envelope)}"}}'


def of(body):
    return envelope_of(parse(body.encode())["sealed"])


def changed(envelope, at, value=None):
    at %= len(envelope)
    return envelope[:at] + bytes([envelope[at] ^ 1 if value is None else value]) + envelope[at + 1:]


# Running cases

def given(name, what, **how):
    """Returns all parameters of the reader, without defaults."""
    case = {"name": name, "topic": TOPIC, "audience": AUDIENCE, "now": ISSUED, "device": keyring(DEVICE),
            "provider": public(keyring(PROVIDER)), "write": True}
    if isinstance(what, bytes):
        return {**case, "purpose": "fcm", **how, "envelope": encode(what)}
    return {**case, "pushType": "alert", "body": what, **how}


def call(case, account, memory=None):
    """Returns (refusal code, None) or (None, delivered), and the device's keyring after it."""
    how = {"write": case["write"], "replay": memory, "request": case.get("request"),
           "accepts_unauthenticated": case.get("acceptsUnauthenticated", False)}
    try:
        if "body" in case:
            result, device = chains.opened(account, case["now"], body=case["body"].encode(), push_type=case["pushType"],
                                           **how)
            return None, result["delivered"], device
        result, device = chains.opened(account, case["now"], envelope=envelope_of(case["envelope"]),
                                       purpose=case["purpose"], **how)
        return None, result["content"], device
    except Refusal as refusal:
        return refusal.code, None, account["device"]


def run(case):
    return call(case, chains.account(case["device"], case["provider"], case["topic"], case["audience"]),
                {} if "request" in case else None)


def reading(name, what, delivered=PAYLOAD, **how):
    case = given(name, what, **how)
    code, opened, device = run(case)
    if code or not same(opened, parse(delivered.encode())):
        raise SystemExit(f"{name}: {code or serialize(opened)}")
    return {**case, "deliveredText": serialize(opened).decode(), "stored": device}


def refusal(expected, name, what, **how):
    case = given(name, what, **how)
    code, _, device = run(case)
    if code != expected or device != case["device"]:
        raise SystemExit(f"{name}: {code}, not {expected}")
    return {**case, "expect": expected}


# Readings

def readings():
    body = sealed("readings")
    twin, other = chained("twinDevice1"), chained("twinDevice2")
    to_twin = sealed("twin", other)
    erased_twin = chained("twinDevice1", day=TODAY + 1)
    plain_twin = jwk("twinDevice1")
    month, short = chained(lifetime=30), chained(lifetime=1)
    last = sealed("last second", issued=LAST)
    return [
        reading("as it was sealed", body),
        reading("the day of the chain itself", body,
                device=keyring(chained(day=TODAY, k=parsed(DEVICE).chain.at(TODAY)))),
        reading("400 steps from the chain's day", sealed("far", chained(day=TODAY - 400)),
                device=keyring(chained(day=TODAY - 400))),
        reading("the first second of a day", sealed("first second", issued=FIRST), now=FIRST),
        reading("300 seconds in the future, on the next day", sealed("tomorrow", issued=LAST + 1),
                now=LAST + 1 - FUTURE),
        reading("the last second of a day, at exactly its lifetime and 60 seconds", last, now=LAST + WEEK + PAST),
        reading("a lifetime of 1 day, at its end and 60 seconds", sealed("a day", short), device=keyring(short),
                now=ISSUED + DAY + PAST),
        reading("a lifetime of 30 days, at its end and 60 seconds", sealed("a month", month), device=keyring(month),
                now=ISSUED + 30 * DAY + PAST),
        reading("no time at all", sealed("no time", expires_at=ISSUED), now=ISSUED + PAST),
        reading("the day of the keyring, after a push that is newer by the lifetime and an hour", last,
                now=LAST + WEEK, device=chains.advanced(keyring(DEVICE), LAST + WEEK + SLACK)),
        reading("with a sequence", sealed("sequence", sequence=7)),
        reading("padding of no block", around(craft("padding", message(padding=b"\x80" + bytes(37))))),
        reading("the smallest message", around(craft("smallest", message(b"{}"))), "{}"),
        reading("a retiring device key 60 seconds past its end", body,
                device=keyring(chained(state="retiring", until=ISSUED - PAST))),
        reading("a retiring provider key 60 seconds past its end", body,
                provider=public(keyring(jwk("provider", state="retiring", until=ISSUED - PAST)))),
        reading("a key that awaits its confirmation is active after it", body, device=keyring(awaiting())),
        reading("a key that awaits its confirmation: the older keys retire", body, device=keyring(
            jwk("plainDevice"), chained("olderDevice", lifetime=3), awaiting("waitingDevice"), awaiting(),
            awaiting("newerDevice"))),
        reading("a reader without write access: an awaiting key stays so", body, device=keyring(awaiting()),
                write=False),
        reading("two keys of one id: the second opens", to_twin, device=keyring(twin, other)),
        reading("two keys of one id: the chain of the first begins later", to_twin, device=keyring(erased_twin, other)),
        reading("two keys of one id: the first is of suite 1", to_twin, device=keyring(plain_twin, other)),
        reading("two keys of one id: suite 1 opens with the one of suite 1", sealed("plain twin", plain_twin),
                device=keyring(other, plain_twin)),
        reading("a key of suite 1 beside one of suite 5: nothing advances",
                sealed("plain", jwk("plainDevice"), issued=ISSUED),
                now=ISSUED, device=keyring(jwk("plainDevice"), chained(day=TODAY - 300))),
        reading("the chain advances to the day that the lifetime and an hour leave", body,
                device=keyring(chained(day=TODAY - 20)), **resealed(chained(day=TODAY - 20))),
        reading("a reader without write access: the chain stays", "", device=keyring(chained(day=TODAY - 20)),
                write=False, **resealed(chained(day=TODAY - 20))),
        reading("a clock that is 5 days ahead: the message's time counts", "", device=keyring(chained(day=TODAY - 20)),
                now=ISSUED + 5 * DAY, **resealed(chained(day=TODAY - 20))),
        reading("a clock that is 4 minutes behind: the clock's time counts", "",
                device=keyring(chained(day=TODAY - 20)), now=edge() - 240,
                **resealed(chained(day=TODAY - 20), issued=edge())),
        reading("the first second after which a day is given up", "", device=keyring(chained(day=TODAY - 20)),
                now=edge(), **resealed(chained(day=TODAY - 20), issued=edge())),
        reading("the second before it", "", device=keyring(chained(day=TODAY - 20)), now=edge() - 1,
                **resealed(chained(day=TODAY - 20), issued=edge() - 1)),
        reading("a Live Activity's start", sealed("start", payload=START, push_type="liveactivity"), START,
                pushType="liveactivity"),
        reading("a Live Activity's update", sealed("update", payload=UPDATE, push_type="liveactivity"), UPDATE,
                pushType="liveactivity"),
        reading("an envelope on its own", alone("alone"), '{"n":0.10}'),
    ]


def edge():
    """Returns the first second of a message that ends the day before, for a lifetime of 7 days."""
    return TODAY * DAY + SLACK


def resealed(recipient, issued=ISSUED):
    return {"body": sealed(f"resealed {issued}", recipient, issued=issued)}


def awaiting(name="device"):
    one = chained(name, state="pending")
    one["sealedpush"]["awaits"] = {"answer": encode(fixed(f"answer of {name}")),
                                   "confirmation": encode(fixed(f"confirmation of {name}"))}
    return one


# Refusals

def offered(name="device"):
    return jwk(name, state="pending", suite=5, offer={
        "e": encode(fixed("eD")), "m": encode(ml_kem.SEED), "until": ISSUED + 600})


def erased(name="device", **more):
    return jwk(name, secret=False, suite=5, **more)


def refusals():
    return wrong_keys() + wrong_day() + does_not_open() + bad_messages() + wrong_time() + in_order()


def wrong_keys():
    body = sealed("refusals")
    whole = of(body)
    plain = jwk("plainDevice")
    as_plain = jwk("device")
    return [
        refusal("notSealed", "a push that was never sealed", CLEAR + "}"),
        *[refusal("unknownSuite", f"suite {suite}", around(bytes([suite]) + whole[1:])) for suite in (0, 4, 6, 255)],
        refusal("malformed", "one byte short", around(whole[:58])),
        refusal("malformed", "nothing but a suite", around(b"\x05")),
        refusal("unknownKey", "another device's key", body, device=keyring(chained("otherDevice"))),
        refusal("unknownKey", "a key 61 seconds past its end", body,
                device=keyring(chained(state="retiring", until=ISSUED - 61))),
        refusal("unknownKey", "an erased key", body, device=keyring(erased(state="retiring", until=ISSUED - DAY))),
        refusal("unknownKey", "an erased key, and a clock before its end", body,
                device=keyring(erased(state="retiring", until=ISSUED + DAY))),
        refusal("revokedKey", "a revoked device key", body, device=keyring(chained(state="revoked"))),
        refusal("revokedKey", "a revoked device key that was erased", body, device=keyring(erased(state="revoked"))),
        refusal("suiteMismatch", "a key of suite 5 that was offered and not answered", body, device=keyring(offered())),
        refusal("suiteMismatch", "suite 5 to a key of suite 1", body, device=keyring(as_plain)),
        refusal("suiteMismatch", "suite 1 to a key of suite 5", sealed("suite 1", as_plain)),
        refusal("suiteMismatch", "suite 1 to a key of suite 5 that was offered", sealed("suite 1", as_plain),
                device=keyring(offered())),
        refusal("suiteMismatch", "suite 2 to a key of suite 5", sealed("suite 2", as_plain, None),
                acceptsUnauthenticated=True),
        refusal("suiteMismatch", "suite 2 to a key of suite 5, without a provider key",
                sealed("suite 2", as_plain, None),
                provider=keyring()),
        refusal("suiteMismatch", "suite 1 to a key that awaits", sealed("suite 1", as_plain),
                device=keyring(awaiting())),
        refusal("unknownKey", "suite 1 to a key that the account lacks", sealed("plain", plain)),
        refusal("unknownSender", "another provider", body, provider=public(keyring("otherProvider"))),
        refusal("unknownSender", "no provider key", body, provider=keyring()),
        refusal("unknownSender", "a provider key 61 seconds past its end", body,
                provider=public(keyring(jwk("provider", state="retiring", until=ISSUED - 61)))),
        refusal("unknownSender", "the device's key in the provider's place",
                around(craft("own key", sender={**jwk("device"), "sealedpush": {"role": "provider"}}))),
        refusal("unknownSender", "a key of another account, with this account's provider key",
                sealed("other account", chained("otherDevice")), device=keyring(chained("otherDevice")),
                provider=public(keyring("otherProvider"))),
        refusal("revokedKey", "a revoked provider key", body,
                provider=public(keyring(jwk("provider", state="revoked")))),
    ]


def wrong_day():
    whole = of(sealed("days"))
    return [
        refusal("notYetValid", "the header's day is tomorrow", around(changed(whole, 10, whole[10] + 1))),
        refusal("notYetValid", "the header's day is the last of 16 bits",
                around(changed(changed(whole, 9, 255), 10, 255))),
        refusal("notYetValid", "tomorrow, 301 seconds before it", sealed("tomorrow", issued=LAST + 1), now=LAST - 300),
        refusal("expired", "an erased day", sealed("erased day", issued=ISSUED - DAY),
                device=keyring(chained(day=TODAY, k=parsed(DEVICE).chain.at(TODAY)))),
        refusal("expired", "the day before the chain's, in the header only",
                around(changed(changed(whole, 9, 0), 10, 0))),
        refusal("cannotOpen", "the header's day is that of yesterday", around(changed(whole, 10, whole[10] - 1))),
        refusal("cannotOpen", "the header's day is that of the chain",
                around(changed(changed(whole, 9, CHAIN_DAY >> 8), 10, CHAIN_DAY & 255))),
        refusal("badMessage", "sealed for yesterday, with a true time", around(craft("yesterday", day=TODAY - 1))),
        refusal("badMessage", "sealed for tomorrow, which has begun within the skew",
                around(craft("tomorrow", message(issued=LAST - 10), day=TODAY + 1)), now=LAST - 10),
        refusal("notYetValid", "sealed for tomorrow, with a true time", around(craft("tomorrow", day=TODAY + 1))),
        refusal("badMessage", "sealed for today, with a time of yesterday",
                around(craft("late", message(issued=FIRST - 1)))),
    ]


def does_not_open():
    body = sealed("open")
    whole = of(body)
    chain = parsed(DEVICE).chain
    k = chain.at(TODAY)
    return [
        refusal("cannotOpen", "another chain for this key", body, device=keyring(chained(k=fixed("wrong chain")))),
        refusal("cannotOpen", "the chain of another account with this provider's key",
                around(craft("cross", chain=parsed(chained("otherDevice")).chain))),
        refusal("cannotOpen", "the provider's key alone: no psk, mode Auth", around(craft("alone", psk=(b"", b"")))),
        refusal("cannotOpen", "a psk of zeros", around(craft("zeros", psk=(bytes(32), chain.psk(TODAY)[1])))),
        refusal("cannotOpen", "the chain in the place of the psk", around(craft("raw", psk=(k, chain.psk(TODAY)[1])))),
        refusal("cannotOpen", "the chain's first key as that of the day",
                around(craft("first", chain=Chain(chain.k, TODAY, 7)))),
        refusal("cannotOpen", "the psk of yesterday with the id of today",
                around(craft("stale", psk=(chain.psk(TODAY - 1)[0], chain.psk(TODAY)[1])))),
        refusal("cannotOpen", "the psk of today with the id of yesterday",
                around(craft("stale id", psk=(chain.psk(TODAY)[0], chain.psk(TODAY - 1)[1])))),
        refusal("cannotOpen", "another topic", body, topic="com.example.bank2"),
        refusal("cannotOpen", "another audience", body, audience="installation-8"),
        refusal("cannotOpen", "another purpose", body, pushType="background"),
        refusal("cannotOpen", "an envelope on its own for another purpose", alone("alone"), purpose="webpush"),
        *[refusal("cannotOpen", f"byte {at} changed", around(changed(whole, at))) for at in (11, 42, 43, -17, -16, -1)],
        refusal("cannotOpen", "one byte more", around(whole + b"\x00")),
        refusal("cannotOpen", "no message but a tag of zeros", around(whole[:43] + bytes(16))),
        refusal("cannotOpen", "an ephemeral key of zeros", around(whole[:11] + bytes(32) + whole[43:])),
        refusal("cannotOpen", "a key of the same id does not open", sealed("twin", chained("twinDevice2")),
                device=keyring(chained("twinDevice1"))),
        refusal("cannotOpen", "the message of suite 1 under a header of suite 5",
                around(whole[:11] + of(sealed("suite 1", {**jwk("device")}))[9:])),
    ]


def bad_messages():
    def bad(name, text, **how):
        return refusal("badMessage", name, around(craft(name, text)), **how)
    body = PAYLOAD.encode()
    without = bytes([0]) + ISSUED.to_bytes(4, "big") + body + b"\x80"
    month = chained(lifetime=30)
    return [
        bad("no expiry", without), bad("flags 0", message(flags=0)), bad("flags 2", message(flags=2, fields=bytes(8))),
        bad("an unknown flag", message(flags=5)), bad("no message", b""), bad("flags only", b"\x01"),
        bad("a sequence cut short", message(b"", flags=3, fields=bytes(6), padding=b"\x80")),
        bad("no padding", message(padding=b"")), bad("zeros only", bytes(64)),
        bad("the expiry a second before the sealing", message(lifetime=-1)),
        bad("the lifetime and a second", message(lifetime=WEEK + 1)),
        refusal("badMessage", "30 days and a second", around(craft("month", message(lifetime=30 * DAY + 1),
                                                                   recipient=month)), device=keyring(month)),
        bad("a content that is an array", message(b"[]")), bad("a content that is not JSON", message(b"{")),
        bad("one name twice", message(b'{"a":1,"a":2}')), bad("no content", message(b"")),
    ]


def wrong_time():
    body, timed = sealed("times"), sealed("timed", expires_at=ISSUED + 600)
    last = sealed("last second", issued=LAST)
    return [
        refusal("notYetValid", "issued 301 seconds in the future, on the same day", body, now=ISSUED - 301),
        refusal("expired", "61 seconds past its end", timed, now=ISSUED + 661),
        refusal("expired", "the last second of a day, at its lifetime and 61 seconds", last,
                now=LAST + WEEK + PAST + 1),
        refusal("expired", "a clock a year ahead", body, now=ISSUED + 365 * DAY),
        refusal("notYetValid", "a clock a year behind", body, now=ISSUED - 365 * DAY),
    ]


def in_order():
    """Returns envelopes with two faults: the earlier check counts."""
    old = chained(day=TODAY + 1)
    body = sealed("order")
    whole = of(body)
    future = around(changed(whole, 10, whole[10] + 1))
    nobody = public(keyring("otherProvider"))
    return [
        refusal("malformed", "one byte short, and another device's", around(whole[:58]),
                device=keyring(chained("otherDevice"))),
        refusal("unknownKey", "another device's, of tomorrow", future, device=keyring(chained("otherDevice"))),
        refusal("suiteMismatch", "a key of suite 1, and another provider", body, device=keyring(jwk("device")),
                provider=nobody),
        refusal("suiteMismatch", "suite 1 to a key of suite 5, from another provider", sealed("suite 1", jwk("device")),
                provider=nobody),
        refusal("unknownSender", "another provider, of tomorrow", future, provider=nobody),
        refusal("unknownSender", "another provider, of an erased day", body, provider=nobody, device=keyring(old)),
        refusal("expired", "an erased day, and one byte changed", around(changed(whole, -1)), device=keyring(old)),
        refusal("notYetValid", "tomorrow, and one byte changed",
                around(changed(changed(whole, 10, whole[10] + 1), -1))),
        refusal("badMessage", "sealed for yesterday, and expired", around(craft("yesterday", day=TODAY - 1)),
                now=ISSUED + DAY),
        refusal("badMessage", "the lifetime and a second, and issued in the future",
                around(craft("future", message(lifetime=WEEK + 1))), now=ISSUED - 400),
        refusal("expired", "expired, and a content that is an array", around(craft("array", message(b"[]"))),
                now=ISSUED + 661),
    ]
