"""The stores of the known answers of suite 5: a device's keyring before and after each call of one reader."""

import copy

import chains
from chain_cases import (
    AUDIENCE, PAYLOAD, PROVIDER, TOPIC, WEEK, SLACK, around, awaiting, call, changed, craft, of, offered, sealed)
from chain_keys import DAY, ISSUED, TODAY, chained, jwk, keyring, public
from strict_json import parse, same, serialize


def store(name, device, *calls, replay=False):
    """Runs the calls; each has what is expected, and may have `stays`, true if the keyring must not change."""
    case = {"name": name, "topic": TOPIC, "audience": AUDIENCE, "provider": public(keyring(PROVIDER)), "device": device,
            **({"replay": True} if replay else {}), "calls": []}
    memory = {} if replay else None
    for number, one in enumerate(calls, 1):
        stays = one.pop("stays", None)
        before = copy.deepcopy(device)
        if "advance" in one:
            device = chains.advanced(device, one["advance"])
        else:
            one = {"pushType": "alert", "write": True, **one}
            account = chains.account(device, case["provider"], TOPIC, AUDIENCE)
            code, opened, device = call(one, account, memory)
            if code != one.get("expect") or not code and not same(opened, parse(PAYLOAD.encode())):
                raise SystemExit(f"{name}, call {number}: {code}, not {one.get('expect')}")
            if not code:
                one["deliveredText"] = serialize(opened).decode()
        if stays is not None and stays != (device == before):
            raise SystemExit(f"{name}, call {number}: the keyring {'changed' if stays else 'stays'}")
        case["calls"].append({**one, "device": device})
    return case


def at(issued, recipient, *, delay=0, name=None, **more):
    """Returns the call of a push that arrives some seconds after it was sealed."""
    how = {"now": issued + delay, **more}
    return {"body": sealed(name or f"at {issued} {recipient['kid']}", recipient, issued=issued), **how}


def stores():
    device, old = chained(), chained("olderDevice", lifetime=3)
    edge = (TODAY + 1) * DAY + WEEK + SLACK  # gives up today
    last = sealed("last second", device, issued=(TODAY + 1) * DAY - 1)
    until = ISSUED + DAY
    older = chained("olderDevice", lifetime=3, day=TODAY)
    superseded = keyring(chained("olderDevice", lifetime=3, day=TODAY, state="retiring", until=until), device)
    whole = of(sealed("stores", device))
    two = [old, awaiting()]
    return [
        store("a push advances once a day", keyring(chained(day=TODAY - 20)),
              at(ISSUED, chained(day=TODAY - 20), stays=False), at(ISSUED + 60, chained(day=TODAY - 20), stays=True),
              at(ISSUED + DAY, chained(day=TODAY - 20), stays=False),
              at(ISSUED + 3 * DAY, chained(day=TODAY - 20), stays=False)),
        store("an older push after a newer one, while its day is kept", keyring(device),
              at(edge - 1, device, stays=False), {"body": last, "now": edge - SLACK, "stays": True}),
        store("an older push after the second that gave its day up", keyring(device),
              at(edge, device, stays=False), {"body": last, "now": edge - SLACK, "expect": "expired", "stays": True}),
        store("a superseded key is erased an hour and a second after its end", superseded,
              at(until + SLACK, device, stays=True), at(until + SLACK + 1, device, stays=False),
              at(until - 60, older, delay=30, expect="unknownKey", stays=True)),
        store("a superseded key's chain advances, too", keyring(
            chained("olderDevice", lifetime=3, state="retiring", until=ISSUED + 9 * DAY), device),
            at(ISSUED + 2 * DAY, device, stays=False)),
        store("chains of keys in every state advance, each by its own lifetime", keyring(
            chained("olderDevice", lifetime=3), chained("revoked", lifetime=1, state="revoked"),
            awaiting("waitingDevice"),
            chained("newerDevice", lifetime=30), offered("offeredDevice"), jwk("plainDevice"), device),
            at(ISSUED + 12 * DAY, device, stays=False)),
        store("a push confirms, once", keyring(jwk("plainDevice"), *two, offered("offeredDevice")),
              at(ISSUED, device, stays=False), at(ISSUED + 60, device, stays=True),
              at(ISSUED + 60, chained("olderDevice", lifetime=3), stays=True),
              at(ISSUED + DAY, jwk("plainDevice"), stays=True)),
        store("the newer of two keys that wait is confirmed: the older one retires, and does not wait", keyring(
            awaiting("olderDevice"), awaiting()),
            at(ISSUED, device, stays=False), at(ISSUED + 60, chained("olderDevice"), stays=True)),
        store("the older of two keys that wait is confirmed: the newer one still waits", keyring(
            awaiting("olderDevice"), awaiting()),
            at(ISSUED, chained("olderDevice"), stays=False), at(ISSUED + 60, device, stays=False)),
        store("a confirmation by a push erases what has ended, in the same change", keyring(
            chained("endedDevice", state="retiring", until=ISSUED - SLACK - 1), old, awaiting()),
            at(ISSUED, device, stays=False)),
        store("nothing on a refusal", keyring(chained("olderDevice", state="retiring", until=ISSUED - DAY), awaiting()),
              *[{"body": body, "now": ISSUED + 20 * DAY * late, "expect": code, "stays": True} for code, late, body in (
                  ("cannotOpen", 0, around(changed(whole, -1))), ("badMessage", 0, around(craft("bad", b""))),
                  ("expired", 1, sealed("stores", device)),
                  ("notYetValid", 0, around(changed(whole, 10, whole[10] + 1))),
                  ("badMessage", 0, around(craft("yesterday", day=TODAY - 1))))]),
        store("nothing by a reader without write access", keyring(
            chained("olderDevice", state="retiring", until=ISSUED - DAY), awaiting()),
            at(ISSUED, device, write=False, stays=True), at(ISSUED + 12 * DAY, device, write=False, stays=True),
            at(ISSUED + 12 * DAY, device, stays=False)),
        store("a clock a year ahead, and back", keyring(device),
              at(ISSUED, device, delay=365 * DAY, expect="expired", stays=True),
              at(ISSUED + 60, device, stays=True)),
        store("a clock six days ahead, and back: the messages' time counts", keyring(chained(day=TODAY - 20)),
              at(ISSUED + DAY, chained(day=TODAY - 20), delay=6 * DAY, stays=False),
              at(ISSUED - 5 * DAY, chained(day=TODAY - 20), delay=6 * DAY + 60, stays=True)),
        store("a clock a year behind, and right again", keyring(chained(day=TODAY - 20)),
              at(ISSUED, chained(day=TODAY - 20), delay=-365 * DAY, expect="notYetValid", stays=True),
              at(ISSUED, chained(day=TODAY - 20), name="right", stays=False)),
        store("the same request a day later", keyring(chained(day=TODAY - 20)),
              *[{**at(ISSUED, chained(day=TODAY - 20), delay=delay, stays=stays), "request": "A"}
                for delay, stays in ((0, False), (DAY, True))],
              {**at(ISSUED, chained(day=TODAY - 20), delay=DAY, expect="replayed", stays=True), "request": "B"},
              replay=True),
        store("the app's start, with a time of its server", keyring(
            chained("olderDevice", state="retiring", until=ISSUED), awaiting("waitingDevice"), device),
            {"advance": ISSUED + SLACK, "stays": True}, {"advance": ISSUED + 12 * DAY, "stays": False},
            {"advance": ISSUED, "stays": True}),
        store("a push of suite 1 changes nothing", keyring(
            chained("olderDevice", state="retiring", until=ISSUED - DAY), jwk("plainDevice"), chained(day=TODAY - 20)),
            at(ISSUED, jwk("plainDevice"), stays=True)),
        store("a retiring key that opens is not confirmed again", keyring(
            chained("olderDevice", state="retiring", until=ISSUED + DAY), device),
            at(ISSUED, chained("olderDevice"), stays=True)),
        store("unknown members survive", {**keyring({**chained(day=TODAY - 20, x=[1]), "use": "enc"}), "y": {"z": 1}},
              at(ISSUED, chained(day=TODAY - 20), stays=False)),
        store("restored from a backup: an older chain reaches forward, and is erased again", keyring(device),
              at(ISSUED + 20 * DAY, device, stays=False)),
    ]
