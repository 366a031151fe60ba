"""Tests of suite 5 and of enrolment v2: python -m unittest -v test_chains (or pytest).

RUNS in the environment is the number of random runs of both state machines, 100 by default.
"""

import copy
import dataclasses
import json
import os
import pathlib
import random
import subprocess
import sys
import unittest

import chains
import hpke_by_hand
import ml_kem
import sealedpush_reference
from chain_cases import craft, message, refusals
from chain_keys import CHAIN_DAY, DAY, ISSUED, TODAY, chained, fixed, jwk, keyring, parsed, public, registered
from envelope import CannotSeal, Chain, Refusal, decode, encode, key, open_envelope, seal_envelope
from strict_json import parse

HERE = pathlib.Path(__file__).resolve().parent
SLACK, FUTURE, PAST = 3600, 300, 60
CONTENT = b'{"aps":{"alert":"Hi"}}'


class KnownAnswers(unittest.TestCase):
    def test_the_file_is_what_the_reference_makes(self):
        made = subprocess.run([sys.executable, str(HERE / "make-chain-vectors.py"), "--check"], capture_output=True,
                              text=True)
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_the_worked_example(self):
        chain, device = Chain(fixed("chain"), CHAIN_DAY, 7), parsed(chained())
        self.assertEqual(chain.at(TODAY).hex(), "35efeabdefd09977b77ead602eb8c28dcd43cc2333cf5acc6a1a15afd880f57a")
        psk, identifier = chain.psk(TODAY)
        self.assertEqual(psk.hex(), "c66432dc51d9934487080592331ebb3f7d8bba69456bcf258b467354497bae7d")
        self.assertEqual(identifier.hex(), "7365616c6564707573682d636861696e2d7631512a")
        made = seal_envelope(CONTENT, purpose="alert", to=device, sender=parsed(jwk("provider")),
                             topic="com.example.bank",
                             audience="installation-7", issued_at=ISSUED, expires_at=ISSUED + 3600, padding="none",
                             randomness=fixed("skE"))
        self.assertEqual(made["header"].hex(), "05d071527658c53fdf512a")
        self.assertEqual(made["message"].hex(), "016b018c706b019a807b22617073223a7b22616c657274223a224869227d7d80")
        self.assertEqual(len(made["envelope"]), 91)
        values = hpke_by_hand.sender_values(made["binding"], fixed("skE"), device.public, fixed("provider"), psk,
                                            identifier)
        self.assertEqual(values["key"].hex(), "239833388d674d44a8fd66f898ef2e05e469932ab977fa44d091dea5450f8e84")
        self.assertEqual(values["baseNonce"].hex(), "f981beba8ef73ae0ddc73f8a")

    def test_the_worked_enrolment(self):
        made = known()["enrolments"][0]
        self.assertEqual((len(made["offer"]), len(made["challenge"])), (1761, 1803))
        self.assertEqual(made["chain"], "e91591ef9ba9e0f968f61403dd59b2b4624846757bb8193dccaf89804a366b4f")
        self.assertEqual(decode(json.loads(made["answer"])["answer"]).hex(),
                         "ebfe447bef1b845a0614c9d926101c33f3220ed5aa3ce2172a418f45cd21addd")
        self.assertEqual(decode(json.loads(made["confirmation"])["confirmation"]).hex(),
                         "7cf1300ac929ebcc38835a5aa362ad0e7d828f5a138d17d078dba12bd62a48e1")

    def test_every_code_is_reached(self):
        codes = {case["expect"] for case in refusals()}
        codes |= {call["expect"] for case in known()["stores"] for call in case["calls"] if "expect" in call}
        self.assertEqual(codes, set("notSealed malformed unknownSuite unknownKey unknownSender revokedKey "
                                    "suiteMismatch cannotOpen notYetValid expired replayed badMessage".split()))
        codes = {case["expect"] for case in known()["steps"] if "expect" in case}
        self.assertEqual(codes, set("malformed wrongState cannotOpen noOffer unknownSender revokedKey weakChallenge "
                                    "lifetimeRefused wrongClock noChallenge tooLate wrongAnswer noAnswer "
                                    "wrongConfirmation".split()))

    def test_the_known_pair_of_ml_kem(self):
        if ml_kem.mlkem is None:
            self.skipTest("the package cryptography has no ML-KEM")
        self.assertEqual(ml_kem.public(ml_kem.SEED), ml_kem.PUBLIC)
        self.assertEqual(ml_kem.decapsulated(ml_kem.SEED, ml_kem.CIPHERTEXT), ml_kem.SECRET)


def known():
    return json.loads((HERE.parents[1] / "Fixtures" / "vectors" / "chains.json").read_text(encoding="utf-8"))


class KeyFiles(unittest.TestCase):
    def test_bad_chains_are_refused(self):
        good = chained()
        chain = good["sealedpush"]["chain"]
        key(good, "device")
        for change in ({"k": encode(bytes(31))}, {"k": encode(bytes(33))}, {"k": chain["k"] + "="}, {"lifetime": 0},
                       {"lifetime": 31}, {"day": 65536}, {"day": -1}, {"day": "1"}, {"lifetime": 7.5},
                       {"lifetime": True}):
            bad = copy.deepcopy(good)
            bad["sealedpush"]["chain"].update(change)
            self.assertRaises(ValueError, key, bad, "device")
        bad = copy.deepcopy(good)
        del bad["sealedpush"]["suite"]
        self.assertRaises(ValueError, key, bad, "device")

    def test_a_public_half_has_no_secrets(self):
        half = public(keyring(chained()))["keys"][0]
        self.assertEqual(half["sealedpush"]["suite"], 5)
        with self.assertRaisesRegex(CannotSeal, "suiteMismatch"):
            seal_envelope(CONTENT, purpose="alert", to=parsed(half), issued_at=ISSUED)


class Lines(unittest.TestCase):
    def test_the_program_seals_and_opens_in_suite_5(self):
        device = chained()
        seal = {"op": "seal", "payload": '{"aps":{"alert":"Hi"}}', "to": registered(device), "from": jwk("provider"),
                "issuedAt": ISSUED}
        made = self.ask({**seal, "suite": "hpke-auth-psk"})
        self.assertEqual(made["suite"], 5)
        opening = {"op": "open", "body": made["body"], "device": [device], "provider": [jwk("provider", secret=False)],
                   "now": ISSUED}
        self.assertEqual(self.ask(opening)["delivered"], seal["payload"])
        self.assertEqual(self.ask({**opening, "device": [jwk("device")]}), {"refused": "suiteMismatch"})
        self.assertIn("suiteMismatch", self.ask({**seal, "suite": 1})["error"])
        self.assertIn("lifetimeTooLong", self.ask({**seal, "expiresAt": ISSUED + 7 * DAY + 1})["error"])

    def ask(self, request):
        return sealedpush_reference.answer_or_error(request, {})


class Laws(unittest.TestCase):
    def test_a_provider_key_alone_forges_nothing(self):
        chance, refused = random.Random(5), 0
        for number in range(300):
            device = chained(day=TODAY - chance.randrange(40), lifetime=chance.randint(1, 30), k=chance.randbytes(32))
            stolen, own = parsed(jwk("provider")), Chain(chance.randbytes(32), TODAY - 40, 30)
            target = dataclasses.replace(parsed(registered(device)), chain=own)
            plain = dataclasses.replace(target, suite=None, chain=None)
            issued = ISSUED + chance.randrange(-DAY, 300)
            how, day = dict(purpose="alert", issued_at=issued), issued // DAY
            forged = [
                seal_envelope(CONTENT, to=target, sender=stolen, **how)["envelope"],
                seal_envelope(CONTENT, to=plain, sender=stolen, **how)["envelope"],
                seal_envelope(CONTENT, to=plain, **how)["envelope"],
                *[craft(f"forged {number}", message(issued=issued), recipient=device, day=day, psk=psk)
                  for psk in ((b"", b""), (bytes(32), own.psk(day)[1]), (own.at(day), own.psk(day)[1]))],
            ]
            account = chains.account(keyring(device), public(keyring("provider")), "com.example.bank", "installation-7")
            for envelope in forged:
                with self.assertRaises(Refusal):
                    chains.opened({**account, "topic": "", "audience": ""}, ISSUED, envelope=envelope, purpose="alert")
                with self.assertRaises(Refusal):
                    chains.opened(account, ISSUED, envelope=envelope, purpose="alert")
                refused += 1
        self.assertEqual(refused, 1800)

    def test_an_erased_day_opens_nothing(self):
        chance = random.Random(6)
        for _ in range(200):
            device = chained(day=TODAY - 40, lifetime=chance.randint(1, 30), k=chance.randbytes(32))
            erased = chained(day=TODAY - chance.randrange(39), lifetime=30)
            erased["sealedpush"]["chain"]["k"] = encode(parsed(device).chain.at(erased["sealedpush"]["chain"]["day"]))
            now = erased["sealedpush"]["chain"]["day"] * DAY - chance.randrange(1, DAY)
            envelope = seal_envelope(CONTENT, purpose="alert", to=parsed(registered(device)),
                                     sender=parsed(jwk("provider")), issued_at=now)["envelope"]
            self.assertEqual(self.code(erased, envelope, now), "expired")
            forced = copy.deepcopy(erased)  # what is left, in the place of the erased day
            forced["sealedpush"]["chain"].update(day=now // DAY)
            self.assertEqual(self.code(forced, envelope, now), "cannotOpen")
            self.assertIsNone(self.code(device, envelope, now))

    def code(self, device, envelope, now):
        try:
            chains.opened(chains.account(keyring(device), public(keyring("provider"))), now, envelope=envelope,
                          purpose="alert")
        except Refusal as refusal:
            return refusal.code

    def test_nothing_acceptable_is_erased(self):
        """The provider's clock is right, the device's may be any; deliveries are late, out of order and repeated."""
        chance, checked = random.Random(7), 0
        for _ in range(300):
            lifetime, time = chance.randint(1, 30), ISSUED
            device = keyring(chained(lifetime=lifetime, day=TODAY - 1))
            pushes, length = [], lifetime * DAY
            for _ in range(60):
                time += chance.choice([1, 600, 5000, DAY // 2, DAY, 3 * DAY])
                if chance.random() < 0.5:
                    time = (time // DAY + 1) * DAY + chance.randrange(SLACK)  # the first hour of a day
                pushes += [time - chance.choice([0, 0, 299]), time // DAY * DAY - 1]
                clock = time + chance.choice([0, 0, 0, 299, -299, -DAY, DAY, 365 * DAY, -365 * DAY,
                                              chance.randrange(-10**7, 10**7)])
                day = parsed(device["keys"][0]).chain.day
                for issued in pushes:
                    if time <= issued + length + chance.choice([PAST, SLACK]):  # a skew of up to an hour
                        self.assertLessEqual(day, issued // DAY)
                        checked += 1
                issued = chance.choice(pushes)
                if issued // DAY >= day and issued <= clock + FUTURE and clock <= issued + length + PAST:
                    device = chains.advanced(device, chains.authenticated(clock, issued))
        self.assertGreater(checked, 20_000)

    def test_a_stolen_keyring_reaches_back_a_lifetime_an_hour_and_a_day(self):
        chance = random.Random(8)
        for _ in range(300):
            lifetime, newest = chance.randint(1, 30), ISSUED + chance.randrange(100 * DAY)
            device = chains.advanced(keyring(chained(lifetime=lifetime, day=TODAY - 60)), newest)
            self.assertGreater(parsed(device["keys"][0]).chain.day * DAY, newest - lifetime * DAY - SLACK - DAY)

    def test_one_suite_per_key(self):
        provider = parsed(jwk("provider"))
        forms = {"suite 1": jwk("device"), "offered": jwk("device", state="pending", suite=5), "chained": chained()}
        envelopes = {
            1: seal_envelope(CONTENT, purpose="alert", to=parsed(forms["suite 1"]), sender=provider,
                             issued_at=ISSUED)["envelope"],
            2: seal_envelope(CONTENT, purpose="alert", to=parsed(forms["suite 1"]), issued_at=ISSUED)["envelope"],
            5: seal_envelope(CONTENT, purpose="alert", to=parsed(chained()), sender=provider,
                             issued_at=ISSUED)["envelope"]}
        for name, form in forms.items():
            for state in ({"state": "active"}, {"state": "pending"}, {"state": "retiring", "until": ISSUED}):
                form = copy.deepcopy(form)
                form["sealedpush"].update(state)
                for suite, envelope in envelopes.items():
                    opens = suite == 5 if name == "chained" else name == "suite 1" and suite != 5
                    how = dict(purpose="alert", device=[parsed(form)], provider=[parsed(jwk("provider", secret=False))],
                               now=ISSUED, suites=chains.SUITES, accepts_unauthenticated=True)
                    if opens:
                        self.assertEqual(open_envelope(envelope, **how)["content"], parse(CONTENT))
                    else:
                        with self.assertRaisesRegex(Refusal, "suiteMismatch"):
                            open_envelope(envelope, **how)
                for suite in (1, 2, 3, 5):
                    sender = None if suite == 2 else provider
                    if suite in {"suite 1": (1, 2), "chained": (5,)}.get(name, ()):
                        continue
                    with self.assertRaisesRegex(CannotSeal, "suiteMismatch"):
                        seal_envelope(CONTENT, purpose="alert", to=parsed(form), sender=sender, suite=suite,
                                      issued_at=ISSUED)


class World:
    """A device and a provider, with a network that loses, repeats and delays, processes that crash, and backups."""

    def __init__(self, seed, *, restores, faults=False):
        self.chance = random.Random(seed)
        self.restores, self.faults = restores, faults
        self.lifetime, self.kem = self.chance.randint(1, 30), self.chance.random() < 0.2 and ml_kem.mlkem is not None
        self.time, self.offset = ISSUED, 0
        self.provider, self.pinned = keyring("provider"), public(keyring("provider"))
        self.keyring, self.registration = keyring(jwk("plainDevice")), keyring(registered(jwk("plainDevice")))
        self.backups = [(copy.deepcopy(self.keyring), copy.deepcopy(self.registration))]
        self.restored = False
        self.network, self.pushes, self.recorded, self.newest = [], [], [], 0
        self.count = dict.fromkeys(("sealed", "opened", "late", "confirmed", "retired", "refused"), 0)

    @property
    def clock(self):
        return self.time + self.offset

    def run(self, events):
        actions = [self.enrol, self.meet, self.meet, self.deliver, self.deliver, self.deliver, self.deliver, self.push,
                   self.push, self.push, self.arrive, self.arrive, self.arrive, self.start, self.wait, self.wait]
        actions += [self.restore] if self.restores else []
        actions += [self.fault] if self.faults else []
        for _ in range(events):
            self.chance.choice(actions)()
            self.check()

    def meet(self):
        """An enrolment within minutes, if nothing of it is lost."""
        if self.chance.random() < 0.8:
            self.enrol()
        for _ in range(self.chance.randrange(10)):
            self.deliver(self.chance.random() < 0.7)
            self.time += self.chance.choice([0, 1, 20])

    def wait(self):
        self.time += self.chance.choice([1, 30, 300, 700, 3600, DAY // 2, DAY, 2 * DAY, 5 * DAY])
        if not self.offset or not self.faults:
            self.offset = self.chance.choice([0, 0, 200, -200])
        if self.chance.random() < 0.1:
            self.backups.append((copy.deepcopy(self.keyring), copy.deepcopy(self.registration)))

    def fault(self):
        self.offset = self.chance.choice([0, 0, 365 * DAY, -365 * DAY, 3 * DAY, -3 * DAY])

    def send(self, to, data):
        if self.chance.random() < 0.85:
            self.network.append((to, data))

    def enrol(self):
        made, after = chains.offer(self.keyring, self.pinned, self.clock, kem=self.kem)
        if self.crashes():
            return
        self.keyring = after
        self.send("provider", made)

    def crashes(self):
        return self.chance.random() < 0.05

    def deliver(self, newest=False):
        if not self.network:
            return
        number = len(self.network) - 1 if newest else self.chance.randrange(len(self.network))
        to, data = self.network[number]
        if self.chance.random() < 0.7:
            del self.network[number]
        before = copy.deepcopy((self.keyring, self.registration))
        try:
            (self.at_device if to == "device" else self.at_provider)(data)
        except chains.EnrolmentRefused:
            self.count["refused"] += 1
            assert before == (self.keyring, self.registration), "a refusal changed a state"

    def at_provider(self, data):
        if json.loads(data)["sealedpush"] == "offer-v2":
            made, after = chains.challenge(self.registration, self.provider, data, self.time, lifetime=self.lifetime)
        else:
            made, after = chains.confirm(self.registration, data, self.time)
        if not self.crashes():
            self.registration = after
            if not self.crashes():  # after the commit, before the answer
                self.send("device", made)

    def at_device(self, data):
        if json.loads(data)["sealedpush"] == "challenge-v2":
            made, after = chains.answer(self.keyring, self.pinned, data, self.clock)
        else:
            made, after = None, chains.finish(self.keyring, data, self.clock)
            self.count["confirmed"] += 1
        if not self.crashes():
            self.keyring = after
            if made and not self.crashes():
                self.send("provider", made)

    def start(self):
        """The app starts: each answer that awaits its confirmation is sent again."""
        for one in self.keyring["keys"]:
            if "awaits" in one["sealedpush"]:
                self.send("provider", chains.answer_again(self.keyring, one["kid"]))

    def push(self):
        to, row = chains.sealing_key(self.registration), None
        if to is None:
            return
        if to.suite == 5 and not self.restored:
            row = next((one for one in self.keyring["keys"] if one["kid"] == encode(to.thumbprint)), None)
            assert row and "chain" in row["sealedpush"], "sealed to a key without a chain at the device"
        made = seal_envelope(CONTENT, purpose="alert", to=to, sender=parsed(self.provider["keys"][0]),
                             issued_at=self.time,
                             padding="none")["envelope"]
        expires = self.time + (to.chain.seconds if to.suite == 5 else 7 * DAY)
        if to.suite == 5:
            self.count["sealed"] += 1
            self.recorded.append((encode(to.thumbprint), self.time))
        if self.chance.random() < 0.9:
            self.pushes.append((made, self.time, expires, to.suite))

    def arrive(self):
        if not self.pushes:
            return
        number = self.chance.randrange(len(self.pushes))
        envelope, issued, expires, suite = self.pushes[number]
        if self.chance.random() < 0.8:
            del self.pushes[number]
        in_time = issued <= self.clock + FUTURE and self.clock <= expires + PAST
        account = chains.account(self.keyring, self.pinned)
        try:
            _, after = chains.opened(account, self.clock, envelope=envelope, purpose="alert",
                                     write=self.chance.random() < 0.8)
        except Refusal as refusal:
            self.count["late"] += 1
            assert not in_time or self.restored, f"a push in time was refused: {refusal}"
            return
        self.count["opened"] += suite == 5
        if envelope[0] == 5:
            opened_with = next(one for one in self.keyring["keys"] if decode(one["kid"])[:4] == envelope[1:5])
            self.count["retired"] += opened_with["sealedpush"]["state"] == "retiring"
        assert in_time, "a push out of time opened"
        if after != self.keyring and not self.crashes():
            self.newest = max(self.newest, min(issued, self.clock))
            self.keyring = after

    def restore(self):
        device, registration = self.chance.choice(self.backups)
        if self.chance.random() < 0.5:
            self.keyring, self.newest = copy.deepcopy(device), 0
        else:
            self.registration = copy.deepcopy(registration)
        self.restored = True

    def check(self):
        stored = {one["kid"]: one["sealedpush"]["chain"]["day"] for one in self.keyring["keys"]
                  if "chain" in one["sealedpush"]}
        limit = self.newest - self.lifetime * DAY - SLACK - DAY
        for kid, issued in self.recorded:
            if kid in stored and issued < limit and not self.restored:
                assert stored[kid] > issued // DAY, "a recorded push that is older than the window opens"
        for one in self.keyring["keys"]:
            key(one, "device")
            held = one["sealedpush"]
            assert not {"chain", "offer"} <= held.keys() and ("awaits" not in held or held["state"] == "pending")
        assert sum(one["sealedpush"]["state"] == "active" for one in self.registration["keys"]) <= 1
        assert sum("offer" in one["sealedpush"] for one in self.keyring["keys"]) <= 1


class Runs(unittest.TestCase):
    def run_worlds(self, count, **how):
        total = {}
        for seed in range(count):
            world = World(seed, **how)
            try:
                world.run(120)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {error}") from error
            total = {name: total.get(name, 0) + number for name, number in world.count.items()}
        self.assertGreater(min(total.values()), count // 10, total)
        return total

    def test_no_push_in_time_is_refused(self):
        self.run_worlds(int(os.environ.get("RUNS", 100)) // 2, restores=False)

    def test_restores(self):
        self.run_worlds(int(os.environ.get("RUNS", 100)) // 2, restores=True)


if __name__ == "__main__":
    unittest.main()
