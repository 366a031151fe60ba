"""The connection data of a running simulator, and requests with the expected answers of Apple's table."""

import contextlib
import json
import pathlib
import ssl
import time
import uuid

import httpx
import jwt

TOPIC = "com.example.bank"
PAYLOAD = {"aps": {"alert": {"title": "Hello"}}}
# The seconds after which a wait for the simulator has failed; no machine that runs the tests is as busy.
WAIT = 300


class Simulator:
    def __init__(self, folder, phone):
        description = json.loads((pathlib.Path(folder) / "simulator.json").read_text())
        self.port = description["port"]
        self.url = f"https://127.0.0.1:{self.port}"
        self.channel_url = f"https://127.0.0.1:{description['channelPort']}"
        self.ca = description["authority"]
        self.key = pathlib.Path(description["signingKey"]).read_text()
        self.key_id = description["keyId"]
        self.team_id = description["teamId"]
        self.page = description["page"]
        self.phone = phone
        self.token = self.state()["phone"]["token"]

    def context(self):
        return ssl.create_default_context(cafile=self.ca)

    def bearer(self, **changes):
        claims = {"iss": self.team_id, "iat": changes.pop("iat", int(time.time()))}
        headers = {"kid": changes.pop("kid", self.key_id)}
        return "bearer " + jwt.encode(claims, self.key, algorithm="ES256", headers=headers)

    def state(self):
        """Returns the phone's state and all its entries, which the page receives in several messages."""
        with httpx.stream("GET", f"{self.page}api/phones/{self.phone}/events", timeout=WAIT) as answer:
            with contextlib.closing(answer.iter_lines()) as lines:
                messages = (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))
                first = next(messages)
                entries = first["entries"]
                while entries and min(entry["number"] for entry in entries) > first["phone"]["oldest"]:
                    entries += next(messages)["entries"]
                return {**first, "entries": sorted(entries, key=lambda entry: entry["number"])}

    def pushed(self):
        """Returns the apns-id of each accepted push to the phone, in the order of acceptance."""
        return [entry["id"] for entry in self.state()["entries"] if entry["status"] != "refused"]

    def fault(self, behaviour, **options):
        httpx.post(self.page + "api/faults", json={"behaviour": behaviour, **options}, timeout=WAIT).raise_for_status()


def sized(count):
    frame = '{"aps":{},"x":""}'
    return ('{"aps":{},"x":"' + "x" * (count - len(frame)) + '"}').encode()


def cases(simulator):
    """Returns the name, path, header fields and body of requests, and the status and reason of Apple's table."""
    good = {"authorization": simulator.bearer(), "apns-topic": TOPIC, "apns-push-type": "alert"}
    path = f"/3/device/{simulator.token}"

    def case(name, status, reason, changes=None, path=path, body=json.dumps(PAYLOAD).encode()):
        headers = {**good, **(changes or {})}
        return name, path, {k: v for k, v in headers.items() if v is not None}, body, status, reason

    voip = {"apns-push-type": "voip", "apns-topic": TOPIC + ".voip"}
    hour_ago = int(time.time()) - 3700
    return [
        case("valid", 200, None),
        case("valid with every header", 200, None, {
            "apns-id": str(uuid.uuid4()), "apns-priority": "5", "apns-expiration": str(int(time.time()) + 60),
            "apns-collapse-id": "x" * 64}),
        case("4096 bytes", 200, None, body=sized(4096)),
        case("4097 bytes", 413, "PayloadTooLarge", body=sized(4097)),
        case("5120 bytes of VoIP", 200, None, voip, body=sized(5120)),
        case("5121 bytes of VoIP", 413, "PayloadTooLarge", voip, body=sized(5121)),
        case("no body", 400, "PayloadEmpty", body=b""),
        case("no token", 403, "MissingProviderToken", {"authorization": None}),
        case("bad token", 403, "InvalidProviderToken", {"authorization": "bearer x.y.z"}),
        case("old token", 403, "ExpiredProviderToken", {"authorization": simulator.bearer(iat=hour_ago)}),
        case("unknown key", 403, "InvalidProviderToken", {"authorization": simulator.bearer(kid="ZZZZZZZZZZ")}),
        case("renewed token", 429, "TooManyProviderTokenUpdates",
             {"authorization": simulator.bearer(iat=int(time.time()) - 60)}),
        case("no topic", 400, "MissingTopic", {"apns-topic": None}),
        case("bad topic", 400, "BadTopic", {"apns-topic": "no topic"}),
        case("another app", 400, "DeviceTokenNotForTopic", {"apns-topic": "com.example.shop"}),
        case("bad type", 400, "InvalidPushType", {"apns-push-type": "toast"}),
        case("bad id", 400, "BadMessageId", {"apns-id": "1"}),
        case("bad priority", 400, "BadPriority", {"apns-priority": "11"}),
        case("background at 10", 400, "BadPriority", {"apns-push-type": "background", "apns-priority": "10"}),
        case("bad expiration", 400, "BadExpirationDate", {"apns-expiration": "soon"}),
        case("bad collapse id", 400, "BadCollapseId", {"apns-collapse-id": "x" * 65}),
        case("bad device token", 400, "BadDeviceToken", path="/3/device/abcd"),
        case("no device token", 400, "MissingDeviceToken", path="/3/device/"),
        case("bad path", 404, "BadPath", path="/4/device/" + simulator.token),
    ]
