#!/usr/bin/env python3
"""Writes the seeds of each fuzzer to FOLDER/NAME/, from the fixtures, the published vectors and inputs in this file.

Usage: seeds.py FOLDER
"""

import base64
import hashlib
import json
import pathlib
import plistlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Interop"))

import published

FIXTURES = ROOT / "Fixtures"
OUTPUT = pathlib.Path(sys.argv[1])


def write(fuzzer: str, content: bytes) -> None:
    """Writes one seed, named after its digest, so that there are no duplicates."""
    folder = OUTPUT / fuzzer
    folder.mkdir(parents=True, exist_ok=True)
    if len(content) <= 16384:
        (folder / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)


def hostile(kind: str):
    """Yields the contents of the hostile corpus, without their header lines."""
    for case in sorted((FIXTURES / "hostile" / kind).glob("*.case")):
        yield case.read_bytes().split(b"\n\n", 1)[1]


def payloads():
    yield from (path.read_bytes() for path in sorted(FIXTURES.glob("payloads/*/*.json")))
    yield from (path.read_bytes() for path in sorted(FIXTURES.glob("refused/*.json")) if ".expected." not in path.name)
    yield from (path.read_bytes() for path in sorted(FIXTURES.glob("libraries/*.json")) if ".expected." not in path.name)


known = json.loads((FIXTURES / "vectors" / "v1.json").read_text())
chains = json.loads((FIXTURES / "vectors" / "chains.json").read_text())
bodies = [entry["body"].encode() for name in ("vectors", "readings", "refusals") for entry in known[name] if "body" in entry]
# The envelopes of the known answers: a push has one envelope or several parts.
sealed = [part for entry in known["vectors"] + known["envelopes"] for part in entry.get("parts", [entry])]
texts = [entry["envelope"].encode() for entry in sealed + known["envelopeRefusals"]]
json_texts = [text for inputs in published.json_test_suite().values() for text in inputs.values()]

for text in [*json_texts, *payloads(), *hostile("payload")]:
    write("json", text)
    write("foundation", text)
for text in [*bodies, *texts, *hostile("body")]:
    write("envelope", text)
for entry in sealed:
    message, content = bytes.fromhex(entry["message"]), entry["content"].encode()
    write("message", message)
    for suite in range(4):
        write("sealed", bytes([suite]) + message)
        write("sealed", bytes([suite | 4]) + content)
for suite in range(4):
    write("sealed", bytes([suite | 8, 0, 0, 0]))
    write("sealed", bytes([suite | 8, 0, 4, 1, 0, 90, 0x80]))
    write("sealed", bytes([suite | 12, 0, 0, 0x20]))
    write("sealed", bytes([suite | 12, 0, 9, 0x41]))

headers = [
    b"apns-topic: com.example.bank\napns-push-type: alert\napns-priority: 10\napns-expiration: 0",
    b"apns-topic: com.example.bank.voip\napns-push-type: voip\napns-collapse-id: a",
    b"apns-push-type: liveactivity\napns-topic: a.push-type.liveactivity\napns-priority: 5",
    b"apns-push-type: background\napns-priority: 5\napns-id: 123e4567-e89b-12d3-a456-4266554400a0",
    b"apns-channel-id: dHN0LXNyY2gtY2hubA==\napns-push-type: liveactivity\napns-expiration: 1795263600",
]
for number, text in enumerate([*payloads(), *hostile("payload")]):
    write("payload", text)
    write("payload", text + b"\xff" + headers[number % len(headers)])

keyrings = [path.read_bytes() for path in sorted((ROOT / "Fixtures/keyrings").glob("*.jwks"))]
device = known["keys"]["device"]


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pem(label: str, prefix: str, key: bytes) -> bytes:
    body = base64.b64encode(bytes.fromhex(prefix) + key).decode()
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----\n".encode()


public = {"kty": "OKP", "crv": "X25519", "x": device["x"],
          "sealedpush": {"role": "device", "state": "active", "created": 1}}
protection = {"role": "device", "name": "fuzz", "protection": "argon2id-xchacha20poly1305", "passes": 1,
              "memory": 8192, "salt": "A" * 22}
protected = json.dumps({"keys": [public], "sealedpush": protection, "keyring": "A" * 86}, separators=(",", ":"))
for text in [
    *keyrings, *hostile("keyring"), protected.encode() + b"\n", decoded(device["d"]), decoded(device["x"]),
    pem("PRIVATE KEY", "302e020100300506032b656e04220420", decoded(device["d"])),
    pem("PUBLIC KEY", "302a300506032b656e032100", decoded(device["x"])),
    json.dumps({"kty": "OKP", "crv": "X25519", "x": device["x"], "d": device["d"]}).encode(),
    json.dumps({"kty": "oct", "k": known["keys"]["shared"]["k"]}).encode(),
]:
    write("keys", text)

for message in [
    {"sealedpush": "key-report-v1", "about": "recipient", "key": device["id"], "standing": "retiring",
     "action": "update", "current": device["thumbprint"], "until": 1795263600, "at": 1795263600},
    {"sealedpush": "key-report-v1", "about": "sender", "key": device["id"], "standing": "unknown",
     "action": "wait", "at": 1},
]:
    write("enrolment", json.dumps(message).encode())
for made in chains["enrolments"]:
    for name in ("offer", "challenge", "answer", "confirmation"):
        write("enrolment", made[name].encode())
    for stored in [*made["keyring"].values(), *made["registration"].values()]:
        for fuzzer in ("enrolment", "keys"):
            write(fuzzer, json.dumps(stored, separators=(",", ":")).encode())

plural = {
    "NSStringLocalizedFormatKey": "%#@cards@ in %@",
    "cards": {
        "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d",
        "one": "%d card", "few": "%#@cards@", "other": "%d cards",
    },
}
strings = {"en": "Hi %@", "ru_RU": "ключ %2$@ %%", "pl": plural, "": "", "n": 7, "list": ["a", {"b": "c"}]}
old_style = [
    '"en" = "Hi %@";', "a=b;", "{ a = b; }", '"key";', "a = 1; a = 2;", "// one\n/* two */ a /**/ = // three\n b ;",
    r'a = "\a\b\f\n\r\t\v\"\\\'";', r'a = "\U00e9\U20AC";', r'a = "\UD83D\UDD11";', r'a = "\101\60\341";',
    "a = b; c = (1, {d = e;}, <0f a0>,); f = <>; g = { h = i; };", '"zh-Hant" = "%#@x@ %.2f %10$ld";',
]
for text in old_style:
    for encoding in ("utf-8", "utf-16", "utf-16-be", "utf-32"):
        write("strings", text.encode(encoding))
for form in (plistlib.FMT_XML, plistlib.FMT_BINARY):
    write("strings", plistlib.dumps(strings, fmt=form))
    write("strings", plistlib.dumps({"one": plural}, fmt=form))

unit = {"stringUnit": {"state": "translated", "value": "%#@cards@ in %@ %arg"}}
forms = {"one": {"stringUnit": {"value": "%arg card"}}, "other": {"stringUnit": {"value": "%arg cards"}}}
write("catalog", json.dumps({
    "sourceLanguage": "en", "version": "1.0", "strings": {
        "Hi %@": {},
        "cards": {"localizations": {
            "en": {**unit, "substitutions": {"cards": {"argNum": 1, "variations": {"plural": forms}}}},
            "pl": {"variations": {"plural": {**forms, "few": forms["one"]}}},
            "de": {"variations": {"device": {"iphone": unit, "other": {"variations": {"plural": forms}}}}},
        }},
    }}, ensure_ascii=False).encode())

fields = {
    "title": "a", "subtitle": "", "body": "b", "launchImageName": "", "threadIdentifier": "", "categoryIdentifier": "",
    "targetContentIdentifier": "t", "filterCriteria": "f", "relevanceScore": 0.5, "summaryArgument": "",
    "summaryArgumentCount": 1,
}
shown = {
    "fields": fields, "badge": 3, "sound": {"critical": {"_0": "s", "volume": 1}}, "interruptionLevel": 1,
    "userInfo": json.dumps({"a": "$t41d0000000000000", "b": "$dAAE=", "c": "$ninf", "d": ["$s$", None, True, 1.50]}),
    "attachments": [{"identifier": "i", "url": "file:///a.png", "type": "public.png", "isThumbnailHidden": False}],
}
content = {"record": shown, "userInfoProblem": "reason"}
service = {"seal": "opened", "reason": {"code": {"description": "code"}, "explanation": "text"},
           "payload": json.dumps({"aps": {}}), "missedPushes": 2, "attachments": [None], "stages": [{"name": "s", "end": "done"}]}
push = {"number": 1, "identifier": "i", "original": content}
wire = [
    {"push": {"_0": push}}, {"expire": {"_0": 1}}, {"forget": {"_0": 2}},
    {"phone": {"_0": 3, "_1": {"keychain": {"_0": {"status": 0, "items": [{"acct": {"text": {"_0": "a"}}}], "isList": False}}}}},
    {"phone": {"_0": 3, "_1": {"keychain": {"_0": {"copy": {"_0": {"class": {"text": {"_0": "genp"}}}}}}}}},
    {"phone": {"_0": 4, "_1": {"lockState": {}}}}, {"phone": {"_0": 4, "_1": {"lockState": {"_0": "locked"}}}},
    {"event": {"number": 1, "_1": {"called": {}}}}, {"event": {"number": 1, "_1": {"expiryCalled": {}}}},
    {"event": {"number": 1, "_1": {"returned": {}}, "service": service}},
    {"event": {"number": 1, "_1": {"expiryReturned": {}}, "service": {"seal": "plain", "attachments": [], "stages": []}}},
    *({"event": {"number": 2, "_1": {"answered": {"_0": {"record": answer}}}, "service": service}} for answer in [
        shown, {**shown, "sound": {"ringtone": {}}}, {**shown, "sound": {"named": {"_0": "n"}}, "userInfo": "{}"},
        {**shown, "sound": {"standard": {}}, "fields": {**fields, "relevanceScore": "nan"}, "attachments": []},
    ]),
]
stream = b""
for message in wire:
    text = json.dumps(message).encode()
    write("wire", b"\x09" + text)
    stream += struct.pack(">I", len(text)) + text
write("wire", b"\x08" + stream)

def item(kind, **values):
    return {"class": {"text": {"_0": kind}}, **{name: value for name, value in values.items()}}


def notify(request):
    return {"notifications": {"_0": request}}


def record(identifier, trigger=None):
    made = {"identifier": identifier, "content": "e30=", "badge": 3, "hasAlert": True, "date": 0.5}
    return {"_0": {**made, "trigger": trigger} if trigger else made}


text, data, number = ({"text": {"_0": "a"}}, {"data": {"_0": "AQI="}}, {"number": {"_0": 256}})
calendar = {"identifier": "gregorian", "firstWeekday": 2, "minimumDaysInFirstWeek": 4,
            "locale": {"identifier": "en", "current": 0}, "timeZone": {"identifier": "Asia/Tokyo"}}
password = item("genp", acct=text, svce=text, v_Data=data, pdmn={"text": {"_0": "ck"}})
key = item("keys", atag=data, type={"text": {"_0": "73"}}, bsiz=number, v_Data=data, pdmn={"text": {"_0": "cku"}})
server = item("inet", srvr=text, port=number, ptcl={"text": {"_0": "htps"}}, pdmn={"text": {"_0": "ck"}})
donation = {"identifier": "i", "group": "g", "direction": 2, "intent": "INSendMessageIntent", "sender": "Jane"}
phone = [
    *([{"keychain": {"_0": {"add": {"_0": kind}}}} for kind in (password, key, server)]),
    {"keychain": {"_0": {"copy": {"_0": item("keys", r_Data={"flag": {"_0": True}}, m_Limit={"text": {"_0": "m_LimitAll"}})}}}},
    {"keychain": {"_0": {"update": {"_0": item("genp"), "to": {"v_Data": data, "agrp": {"text": {"_0": "A1B2C3D4E5.a"}}}}}}},
    {"keychain": {"_0": {"delete": {"_0": item("inet")}}}},
    {"lockState": {}}, {"dataContainer": {}}, {"container": {"applicationGroup": "group.a"}}, {"unlock": {}},
    notify({"add": record("a")}), notify({"add": record("b", {"interval": {"_0": 60.5, "repeats": True}})}),
    notify({"add": record("c", {"calendar": {"_0": {"hour": 8, "weekday": 2, "calendar": calendar}, "repeats": True}})}),
    notify({"add": record("d", {"push": {}})}), notify({"delivered": {}}), notify({"pending": {}}),
    notify({"removeDelivered": {"_0": ["a", "b"]}}), notify({"removeDelivered": {}}), notify({"removePending": {"_0": ["c"]}}),
    notify({"setBadge": {"_0": 7}}), notify({"setCategories": {"_0": "W10="}}), notify({"categories": {}}),
    notify({"authorization": {}}), notify({"ask": {"provisional": True}}), notify({"now": {}}),
    *({"interactions": {"_0": request}} for request in [
        {"donate": {"_0": donation}}, {"delete": {"_0": ["i"]}}, {"deleteGroup": {"_0": "g"}}, {"deleteAll": {}}]),
]
lines = [json.dumps(request).encode() for request in phone]
for line in lines:
    write("phone", line)
write("phone", b"\n".join(lines))
write("phone", b"\n".join(line for line in lines for _ in range(2)))
# Removals with many identifiers; a seed has at most 16,384 bytes, and the file of the corpus 14,000.
many = [notify({"add": record(f"{n}")}) for n in range(5)]
many += [notify({"removeDelivered": {"_0": [f"{n}" for n in range(200)]}}),
         notify({"removePending": {"_0": [""] * 250}}), {"interactions": {"_0": {"delete": {"_0": [""] * 250}}}}]
write("phone", b"\n".join(json.dumps(request, separators=(",", ":")).encode() for request in many))

for beginning in [
    b"FORM\0\0\0\0AIFF", b"FORM\0\0\0\0AIFC", b"RIFF\0\0\0\0WAVE", b"RIFF\0\0\0\0AVI ", b"\0\0\0\x18ftypM4A ",
    b"\0\0\0\x18ftypisom", b"\0\0\0\x18ftypheic", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"ID3\x03",
    b"\xff\xfb\x90\x00", b"\0\0\1\xba\x44", b"\0\0\1\xba\x21", b"\0\0\1\xb3",
]:
    write("attachment", beginning)

# The corpus and the findings of earlier runs.
for kept in sorted((FIXTURES / "fuzz").glob("*.txt")):
    for line in kept.read_text().splitlines():
        write(kept.stem, base64.b64decode(line))
for finding in sorted((FIXTURES / "fuzz").glob("*/*")):
    write(finding.parent.name, finding.read_bytes())
