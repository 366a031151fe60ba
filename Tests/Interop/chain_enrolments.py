"""The enrolments of the known answers of suite 5: whole ones with all values, and single steps of both halves."""

import copy
import json

import nacl.bindings as sodium

import chains
import ml_kem
from chain_cases import AUDIENCE, TOPIC, offered
from chain_keys import DAY, ISSUED, chained, fixed, jwk, keyring, public, registered
from envelope import decode, encode

PROVIDER = keyring("provider")
PINNED = public(PROVIDER)
PUBLISHED_SET = {**keyring(jwk("olderProvider", version=3), jwk("provider", version=5)),
                 "sealedpush": {"role": "provider", "version": 5, "issued": ISSUED - DAY}}
CONTEXT = {"topic": TOPIC, "audience": AUDIENCE}


def inputs(name=None):
    """Returns the random values of both halves; without a name those of the worked example."""
    named = (lambda part: part) if name is None else (lambda part: f"{part} of {name}")
    return {"device": fixed("device" if name is None else f"device of {name}"), "eD": fixed(named("eD")),
            "eP": fixed(named("eP")), "skE": fixed(named("skE")), "secret": fixed(named("secret"))}


def whole(name, *, kem=True, device=None, registration=None, provider=PROVIDER, pinned=None, lifetime=7, topic=TOPIC,
          audience=AUDIENCE, now=ISSUED, given=None):
    """Returns an enrolment: its values, the four messages, and both stored forms after each step."""
    device, registration = device or keyring(), registration or keyring()
    pinned, given = pinned or public(provider), given or inputs()
    context = {"topic": topic, "audience": audience}
    first, offering = chains.offer(device, pinned, now, kem=kem, secret=given["device"], ephemeral=given["eD"],
                                   seed=ml_kem.SEED)
    second, challenged = chains.challenge(registration, provider, first, now, **context, lifetime=lifetime,
                                          ephemeral=given["eP"], hpke=given["skE"], secret=given["secret"],
                                          encapsulated=(ml_kem.CIPHERTEXT, ml_kem.SECRET))
    third, answered = chains.answer(offering, pinned, second, now + 1, **context)
    fourth, confirmed = chains.confirm(challenged, third, now + 2)
    finished = chains.finish(answered, fourth, now + 3)
    kid = json.loads(third)["key"]
    seals, opens = (next(one for one in some["keys"] if one["kid"] == kid) for some in (confirmed, finished))
    if seals["sealedpush"]["chain"] != opens["sealedpush"]["chain"]:
        raise SystemExit(f"{name}: the halves disagree")
    values = values_of(first, second, given, kem, **context)
    if encode(values["chain"]) != opens["sealedpush"]["chain"]["k"]:
        raise SystemExit(f"{name}: the formulas give another chain")
    return {
        "name": name, **context, "lifetime": lifetime, "now": now,
        **{part: value.hex() for part, value in given.items()},
        **({"seed": ml_kem.SEED.hex(), "ciphertext": ml_kem.CIPHERTEXT.hex(),
            "ss": ml_kem.SECRET.hex()} if kem else {}),
        **{part: value.hex() for part, value in values.items()},
        "provider": provider, "pinned": pinned, "offer": first.decode(), "challenge": second.decode(),
        "answer": third.decode(), "confirmation": fourth.decode(),
        "keyring": {"before": device, "offered": offering, "answered": answered, "active": finished},
        "registration": {"before": registration, "challenged": challenged, "active": confirmed},
    }


def values_of(offer, challenge, given, kem, topic, audience):
    """Returns the values of the transcript, computed from the messages."""
    offer, challenge = json.loads(offer), json.loads(challenge)
    public, ciphertext = (decode(some["mlkem768"]) if kem else None for some in (offer, challenge))
    info, sealed = chains.info_of(topic, audience), decode(challenge["sealed"])
    aad = chains.aad_of(decode(challenge["key"]), decode(challenge["from"]), decode(offer["ephemeral"]),
                        decode(challenge["ephemeral"]), public, ciphertext, challenge["start"], challenge["lifetime"])
    ee = sodium.crypto_scalarmult(given["eD"], decode(challenge["ephemeral"]))
    root = chains.root_of(info, aad, sealed, given["secret"], ee, ml_kem.SECRET if kem else None)
    return {"info": info, "aad": aad, "ee": ee, "chain": root}


def enrolments():
    second = inputs("a second key")
    older = keyring(jwk("plainDevice"), chained("olderDevice", lifetime=3))
    rows = keyring(*(registered(one) for one in older["keys"][1:]), registered(jwk("plainDevice", secret=False)))
    rows["keys"][1]["sealedpush"]["state"] = "active"
    return [
        whole("the worked example"),
        whole("without ML-KEM", kem=False, given=inputs("without ML-KEM")),
        whole("a device that has older keys: they retire", device=older, registration=rows, given=second),
        whole("no audience, a lifetime of 30 days", topic=TOPIC, audience="", lifetime=30, given=inputs("30 days")),
        whole("a lifetime of 1 day", lifetime=1, given=inputs("1 day")),
        whole("the device has an older set pinned: the provider challenges with its key of that set",
              provider=PUBLISHED_SET, given=inputs("older set"),
              pinned={**public(keyring(jwk("olderProvider", version=3))),
                      "sealedpush": {"role": "provider", "version": 4, "issued": ISSUED - 9 * DAY}}),
    ]


# Single steps

def step(name, function, data, state, *, now=ISSUED, expect=None, **how):
    """Runs a step. `state` is the keyring or the registration before it."""
    before = copy.deepcopy(state)
    text = data if isinstance(data, str) or data is None else json.dumps(data, separators=(",", ":"))
    case = {"name": name, "step": function, "now": now, **({} if text is None else {"message": text}), "state": before}
    options = dict(how)
    try:
        made, after = made_by(function, text and text.encode(), state, now, options)
    except chains.EnrolmentRefused as refused:
        made, after, code = None, None, refused.code
    else:
        code = None
    if code != expect or state != before:
        raise SystemExit(f"{name}: {code}, not {expect}")
    given = {name: value.hex() if isinstance(value, bytes) else value for name, value in how.items()}
    return {**case, **given, **({"expect": expect} if expect else {
        **({"made": made.decode()} if made else {}), "after": after})}


def made_by(function, data, state, now, how):
    if function == "offer":
        return chains.offer(state, how["provider"], now, kem=how["kem"], secret=how["device"], ephemeral=how["eD"],
                            seed=how["seed"])
    if function == "challenge":
        kem = {"encapsulated": (how["ciphertext"], how["ss"])} if "ciphertext" in how else {}
        return chains.challenge(state, how["provider"], data, now, topic=how["topic"], audience=how["audience"],
                                lifetime=how["lifetime"], ephemeral=how["eP"], hpke=how["skE"], secret=how["secret"],
                                **kem)
    if function == "answer":
        return chains.answer(state, how["provider"], data, now, topic=how["topic"], audience=how["audience"],
                             most_days=how.get("mostDays", 30), requires_kem=how.get("requiresKEM", False))
    if function == "confirm":
        return chains.confirm(state, data, now)
    return None, chains.finish(state, data, now)


def steps():
    return offers() + challenges() + answers() + confirmations() + table()


def offers():
    start, given = keyring(), inputs()
    how = {"provider": PINNED, "kem": True, "device": given["device"], "eD": given["eD"], "seed": ml_kem.SEED}
    _, offering = chains.offer(start, PINNED, ISSUED, secret=given["device"], ephemeral=given["eD"], seed=ml_kem.SEED)
    again = {**how, "device": fixed("another device key"), "eD": fixed("another eD")}
    return [
        step("a first offer", "offer", None, start, **how),
        step("an offer without ML-KEM", "offer", None, start, **{**how, "kem": False}),
        step("a second offer has the same key and a new ephemeral key", "offer", None, offering, now=ISSUED + 600,
             **again),
        step("an offer after the end of the first: a new key, and the first is dropped", "offer", None, offering,
             now=ISSUED + 601, **again),
        step("a key that was answered is never offered again", "offer", None, answered_of(), **again),
    ]


def example():
    return whole("example")


def answered_of():
    return example()["keyring"]["answered"]


def challenges():
    made, given = example(), inputs()
    offer = json.loads(made["offer"])
    how = {"provider": PROVIDER, **CONTEXT, "lifetime": 7, "eP": given["eP"], "skE": given["skE"],
           "secret": given["secret"],
           "ciphertext": ml_kem.CIPHERTEXT, "ss": ml_kem.SECRET}
    empty, pending, active = (made["registration"][state] for state in ("before", "challenged", "active"))

    def refused(name, code, change, state=empty):
        sent = {part: value for part, value in {**offer, **change}.items() if value is not None}
        return step(name, "challenge", sent, state, expect=code, **how)
    above = bytearray(ml_kem.PUBLIC)
    above[0], above[1] = ml_kem.MODULUS & 255, above[1] & 0xF0 | ml_kem.MODULUS >> 8
    last = bytearray(ml_kem.PUBLIC)
    last[1150:1152] = b"\xff\xff"
    private = {**offer["key"], "d": encode(given["device"])}
    other = {**how, "eP": fixed("another eP"), "skE": fixed("another skE"), "secret": fixed("another secret")}
    crowd = keyring(*[registered(chained(f"waiting {n}", state="pending", expires=ISSUED + n)) for n in range(-1, 5)],
                    *[registered(jwk(f"retired {n}", secret=False, state="retiring", until=ISSUED + n))
                      for n in (-1, 0)],
                    registered(jwk("revoked", secret=False, state="revoked")), registered(chained("olderDevice")))
    for row, until in zip(crowd["keys"][6:8], (-1, 0)):
        row["sealedpush"]["until"] = ISSUED + until
    return [
        step("unknown members are ignored", "challenge", {**offer, "x": {"y": 1}}, empty, **how),
        refused("a message of another kind", "malformed", {"sealedpush": "offer-v1"}),
        refused("an offer with d", "malformed", {"d": encode(given["device"])}),
        refused("an offer whose key has d", "malformed", {"key": private}),
        refused("an offer with k", "malformed", {"k": encode(bytes(32))}),
        refused("an offer with a chain", "malformed", {"chain": {}}),
        refused("no key", "malformed", {"key": None}),
        refused("no ephemeral key", "malformed", {"ephemeral": None}),
        refused("an ephemeral key of 31 bytes", "malformed", {"ephemeral": encode(bytes(31))}),
        refused("a key of another curve", "malformed", {"key": {**offer["key"], "crv": "Ed25519"}}),
        refused("a key that is not canonical", "malformed",
                {"key": {**offer["key"], "x": encode((2 ** 255 - 19).to_bytes(32, "little"))}}),
        refused("an ML-KEM key one byte short", "malformed", {"mlkem768": encode(ml_kem.PUBLIC[:-1])}),
        refused("an ML-KEM key whose first number is the modulus", "malformed", {"mlkem768": encode(bytes(above))}),
        refused("an ML-KEM key whose last number is above the modulus", "malformed", {"mlkem768": encode(bytes(last))}),
        refused("a version with a fraction", "malformed", {"pinned": 1.0}),
        refused("more than 4096 bytes", "malformed", {"x": "x" * 4096}),
        step("one name twice", "challenge", made["offer"][:-1] + f',"ephemeral":"{offer["ephemeral"]}"' + "}", empty,
             expect="malformed", **how),
        refused("an ephemeral key of zeros", "cannotOpen", {"ephemeral": encode(bytes(32))}),
        refused("an ephemeral key of order 1", "cannotOpen", {"ephemeral": encode(b"\x01" + bytes(31))}),
        refused("a key that is active", "wrongState", {}, active),
        refused("a key that is active, and an ephemeral key of zeros", "wrongState", {"ephemeral": encode(bytes(32))},
                active),
        step("a second challenge of one key replaces the first", "challenge", offer, pending, now=ISSUED + 60, **other),
        step("what has ended is dropped, and all but the 4 newest that are not active", "challenge", offer, crowd,
             **how),
    ]


def answers():
    made, given = example(), inputs()
    challenge = json.loads(made["challenge"])
    offering, plain = made["keyring"]["offered"], whole("plain", kem=False)
    how = {"provider": PINNED, **CONTEXT}

    def sent(changes):
        return {name: value for name, value in {**challenge, **changes}.items() if value is not None}

    def refused(name, code, changes=None, state=offering, **more):
        return step(name, "answer", sent(changes or {}), state, expect=code, **{**how, **more})

    def flipped(name, at=-1):
        data = bytearray(decode(challenge[name]))
        data[at] ^= 1
        return encode(bytes(data))
    both = public(keyring("provider", "otherProvider"))
    offer = json.loads(made["offer"])
    other_d, other_p = (encode(sodium.crypto_scalarmult_base(fixed(f"another {name}"))) for name in ("eD", "eP"))
    swapped_offer = {**offer, "mlkem768": encode(ml_kem.PUBLIC[:-1] + bytes([ml_kem.PUBLIC[-1] ^ 1]))}
    stripped_offer = {name: value for name, value in offer.items() if name != "mlkem768"}
    other_ephemeral = {**offer, "ephemeral": other_d}

    def to(offer, **more):
        return chains.challenge(keyring(), PROVIDER, chains.written(offer), ISSUED, **{**CONTEXT, **more}, lifetime=7,
                                ephemeral=given["eP"], hpke=given["skE"], secret=given["secret"],
                                encapsulated=(ml_kem.CIPHERTEXT, ml_kem.SECRET))[0].decode()

    def refused_text(name, text, **more):
        return step(name, "answer", text, offering, expect="cannotOpen", **{**how, **more})
    month = json.loads(whole("month", lifetime=30)["challenge"])
    return [
        step("after 10 minutes", "answer", challenge, offering, now=ISSUED + 600, **how),
        step("unknown members are ignored", "answer", {**challenge, "x": 1}, offering, **how),
        step("a retiring provider key 60 seconds past its end", "answer", challenge, offering, **{
            **how, "provider": public(keyring(jwk("provider", state="retiring", until=ISSUED - 60)))}),
        step("an app that requires ML-KEM, which it has", "answer", challenge, offering, requiresKEM=True, **how),
        step("30 days after the challenge's first day and a day", "answer", challenge,
             with_until(offering, ISSUED + 40 * DAY), now=ISSUED + 30 * DAY, **how),
        step("two days before the day of the challenge, by the device's clock", "answer", challenge, offering,
             now=ISSUED - 2 * DAY, **how),
        refused("a message of another kind", "malformed", {"sealedpush": "challenge-v1"}),
        refused("a start with a fraction", "malformed", {"start": 20777.0}),
        refused("a negative start", "malformed", {"start": -1}),
        refused("a lifetime that is a text", "malformed", {"lifetime": "7"}),
        step("a start with an exponent", "answer", made["challenge"].replace("20777", "20777e0"), offering,
             expect="malformed",
             **how),
        refused("no start", "malformed", {"start": None}), refused("no seal", "malformed", {"sealed": None}),
        refused("a ciphertext one byte short", "malformed", {"mlkem768": encode(ml_kem.CIPHERTEXT[:-1])}),
        refused("a challenge with a chain", "malformed", {"chain": {"k": ""}}),
        refused("a key that the device lacks", "noOffer", state=keyring()),
        refused("the offer has ended", "noOffer", state=with_until(offering, ISSUED - 1)),
        refused("a key that has a chain", "noOffer", state=answered_of()),
        refused("a key of suite 1", "noOffer", state=keyring("device")),
        refused("a sender that is not pinned", "unknownSender", provider=public(keyring("otherProvider"))),
        refused("a sender 61 seconds past its end", "unknownSender",
                provider=public(keyring(jwk("provider", state="retiring", until=ISSUED - 61)))),
        refused("a revoked sender", "revokedKey", provider=public(keyring(jwk("provider", state="revoked")))),
        refused("a sender that shares 31 bytes of its thumbprint", "unknownSender", {"from": flipped("from")}),
        refused("a ciphertext where the offer had no ML-KEM key", "malformed", state=plain["keyring"]["offered"]),
        refused("no ciphertext, which the app requires", "weakChallenge", {"mlkem768": None}, requiresKEM=True),
        refused("a lifetime of 0 days", "lifetimeRefused", {"lifetime": 0}),
        refused("a lifetime of 31 days", "lifetimeRefused", {"lifetime": 31}),
        refused("a lifetime above the app's maximum", "lifetimeRefused", mostDays=6),
        refused("a start 32 days ago", "wrongClock", {"start": 20778 - 32}),
        refused("a start the day after tomorrow", "wrongClock", {"start": 20780}),
        refused("a start 32 days ago, by the device's clock", "wrongClock",
                state=with_until(offering, ISSUED + 40 * DAY),
                now=ISSUED + 31 * DAY),
        refused("another topic", "cannotOpen", topic="com.example.bank2"),
        refused("another audience", "cannotOpen", audience="installation-8"),
        refused("topic and audience joined elsewhere", "cannotOpen", topic=TOPIC + "i", audience=AUDIENCE[1:]),
        refused("another start", "cannotOpen", {"start": 20776}),
        refused("tomorrow's start", "cannotOpen", {"start": 20779}),
        refused("another lifetime", "cannotOpen", {"lifetime": 8}),
        refused("a shorter lifetime", "cannotOpen", {"lifetime": 1}),
        refused("30 days where the provider said 7", "cannotOpen", {"lifetime": month["lifetime"]}),
        refused("another sender, which is pinned, too", "cannotOpen",
                {"from": encode(decode(jwk("otherProvider")["kid"]))}, provider=both),
        refused("another ephemeral key", "cannotOpen", {"ephemeral": other_p}),
        refused("an ephemeral key of zeros put in", "cannotOpen", {"ephemeral": encode(bytes(32))}),
        refused("another ciphertext", "cannotOpen", {"mlkem768": flipped("mlkem768")}),
        refused("the ciphertext taken out", "cannotOpen", {"mlkem768": None}),
        *[refused(f"byte {at} of the seal changed", "cannotOpen", {"sealed": flipped("sealed", at)})
          for at in (0, 32, 63, 79)],
        refused_text("the offer's ML-KEM key was swapped on the way", to(swapped_offer)),
        refused_text("the offer's ML-KEM key was taken out on the way", to(stripped_offer)),
        refused_text("the offer's ephemeral key was swapped on the way", to(other_ephemeral)),
        refused_text("the provider bound another audience", to(json.loads(made["offer"]), audience="installation-8")),
        refused_text("an ephemeral key of zeros, by the provider itself", hostile(made, given)),
        refused("the challenge of another device's key", "cannotOpen",
                {"key": encode(decode(jwk("otherDevice")["kid"]))},
                state=keyring(*offering["keys"], offered("otherDevice"))),
    ]


def with_until(keyring, until):
    keyring = copy.deepcopy(keyring)
    keyring["keys"][-1]["sealedpush"]["offer"]["until"] = until
    return keyring


def hostile(made, given):
    """Returns a challenge with an ephemeral key of zeros whose seal is right."""
    challenge = json.loads(made["challenge"])
    offer = json.loads(made["offer"])
    aad = chains.aad_of(decode(challenge["key"]), decode(challenge["from"]), decode(offer["ephemeral"]), bytes(32),
                        ml_kem.PUBLIC, ml_kem.CIPHERTEXT, challenge["start"], challenge["lifetime"])
    enc, sending = chains.HPKE.create_sender_context(
        chains.public_key(decode(offer["key"]["x"])), info=chains.info_of(TOPIC, AUDIENCE),
        sks=chains.secret_key(fixed("provider")), eks=chains.pair(given["skE"]))
    challenge.update(ephemeral=encode(bytes(32)), sealed=encode(enc + sending.seal(given["secret"], aad=aad)))
    return json.dumps(challenge, separators=(",", ":"))


def confirmations():
    made = example()
    sent, returned = json.loads(made["answer"]), json.loads(made["confirmation"])
    pending, active = made["registration"]["challenged"], made["registration"]["active"]
    answered, finished = made["keyring"]["answered"], made["keyring"]["active"]
    wrong = encode(bytes(32))
    older = registered(chained("olderDevice"))
    crowd = keyring(registered(chained("before", state="pending", expires=ISSUED + 300)), older, *pending["keys"],
                    registered(chained("after", state="pending", expires=ISSUED + 700)))
    revoked = copy.deepcopy(active)
    revoked["keys"][0]["sealedpush"]["state"] = "revoked"
    return [
        step("the last second", "confirm", sent, pending, now=ISSUED + 600),
        step("a second late", "confirm", sent, pending, now=ISSUED + 601, expect="tooLate"),
        step("the same answer again, a day later", "confirm", sent, active, now=ISSUED + DAY),
        step("an answer that is not equal", "confirm", {**sent, "answer": wrong}, pending, expect="wrongAnswer"),
        step("an answer that is not equal, for an active key", "confirm", {**sent, "answer": wrong}, active,
             expect="wrongAnswer"),
        step("an answer that is not equal, and late", "confirm", {**sent, "answer": wrong}, pending, now=ISSUED + 601,
             expect="tooLate"),
        step("the confirmation in the answer's place", "confirm", {**sent, "answer": returned["confirmation"]}, pending,
             expect="wrongAnswer"),
        step("a key that was not challenged", "confirm", sent, keyring(), expect="noChallenge"),
        step("a key of suite 1", "confirm", sent, keyring(registered(jwk("device", secret=False))),
             expect="noChallenge"),
        step("a revoked key", "confirm", sent, revoked, expect="wrongState"),
        step("an answer with a chain", "confirm", {**sent, "chain": {}}, pending, expect="malformed"),
        step("an answer of another version", "confirm", {**sent, "sealedpush": "answer-v1"}, pending,
             expect="malformed"),
        step("an answer of 31 bytes", "confirm", {**sent, "answer": encode(bytes(31))}, pending, expect="malformed"),
        step("the other keys retire, and those challenged before are dropped", "confirm", sent, crowd),
        step("the confirmation", "finish", returned, answered),
        step("the confirmation again", "finish", returned, finished, expect="noAnswer"),
        step("a confirmation that is not equal", "finish", {**returned, "confirmation": wrong}, answered,
             expect="wrongConfirmation"),
        step("the answer in the confirmation's place", "finish", {**returned, "confirmation": sent["answer"]}, answered,
             expect="wrongConfirmation"),
        step("a confirmation of an offer", "finish", returned, made["keyring"]["offered"], expect="noAnswer"),
        step("a confirmation with d", "finish", {**returned, "d": wrong}, answered, expect="malformed"),
        step("a confirmation that is an array", "finish", "[]", answered, expect="malformed"),
        step("older keys of every state", "finish", returned, keyring(
            jwk("plainDevice"), chained("olderDevice", lifetime=3),
            {**chained("retired", state="retiring", until=ISSUED + 5)},
            jwk("revoked", state="revoked"), *answered["keys"], chained("newer"))),
    ]


def table():
    """Returns the rows of what is lost or repeated, as far as a row is one step of one half."""
    first = example()
    second = whole("second", device=first["keyring"]["answered"], registration=first["registration"]["challenged"],
                   given=inputs("a second key"), now=ISSUED + 60)
    other = {"provider": PROVIDER, **CONTEXT, "lifetime": 7, "eP": fixed("another eP"), "skE": fixed("another skE"),
             "secret": fixed("another secret"), "ciphertext": ml_kem.CIPHERTEXT, "ss": ml_kem.SECRET}
    again = step("two challenges for one offer: the second, at the provider", "challenge", first["offer"],
                 first["registration"]["challenged"], now=ISSUED + 5, **other)
    replaced = step("two enrolments at once: the second replaces the first one's offer", "offer", None,
                    first["keyring"]["offered"], now=ISSUED + 5, provider=PINNED, kem=True, seed=ml_kem.SEED,
                    device=fixed("another device key"), eD=fixed("another eD"))
    how = {"provider": PINNED, **CONTEXT}
    return [
        step("a lost answer: the device begins with a new key, and keeps the first", "offer", None,
             first["keyring"]["answered"], now=ISSUED + 60, provider=PINNED, kem=True, seed=ml_kem.SEED,
             device=inputs("a second key")["device"], eD=inputs("a second key")["eD"]),
        step("a lost answer: the same answer arrives later", "confirm", first["answer"],
             first["registration"]["challenged"],
             now=ISSUED + 300),
        step("a lost confirmation: the same answer returns it", "confirm", first["answer"],
             first["registration"]["active"],
             now=ISSUED + 300),
        step("a crash before the provider's commit: the answer again", "confirm", first["answer"],
             first["registration"]["challenged"], now=ISSUED + 30),
        step("a crash after the provider's commit: the answer again", "confirm", first["answer"],
             first["registration"]["active"], now=ISSUED + 30),
        step("an older answer after a newer key was confirmed", "confirm", first["answer"],
             second["registration"]["active"],
             now=ISSUED + 90, expect="noChallenge"),
        step("the answer of a key that has retired since", "confirm", first["answer"],
             whole("third", device=first["keyring"]["active"], registration=first["registration"]["active"],
                   given=inputs("a second key"), now=ISSUED + 60)["registration"]["active"], now=ISSUED + 90,
             expect="noChallenge"),
        step("the offer of a key that is active, again", "challenge", first["offer"], first["registration"]["active"],
             expect="wrongState", **other),
        again,
        step("two challenges for one offer: the second, at the device that has answered", "answer", again["made"],
             first["keyring"]["answered"], expect="noOffer", **how),
        step("two challenges for one offer: the answer to the first", "confirm", first["answer"], again["after"],
             now=ISSUED + 10, expect="wrongAnswer"),
        replaced,
        step("two enrolments at once: the challenge for the offer that was replaced", "answer", first["challenge"],
             replaced["after"], now=ISSUED + 10, expect="cannotOpen", **how),
        step("a provider restored from a backup: an answer to a challenge that it lacks", "confirm", first["answer"],
             keyring(registered(chained("olderDevice"))), expect="noChallenge"),
        step("a device restored from a backup: a confirmation of a key that it lacks", "finish", first["confirmation"],
             keyring(chained("olderDevice")), expect="noAnswer"),
        step("a crash of the device before it stored: the challenge again", "answer", first["challenge"],
             first["keyring"]["offered"], now=ISSUED + 60, **how),
    ]
