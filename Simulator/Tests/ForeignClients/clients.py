"""Clients that nobody here wrote push to a running simulator, and get what Apple's table says.

Usage: clients.py FOLDER TOKEN, the simulator's folder and the device token of a phone with com.example.bank.
"""

import asyncio
import json
import pathlib
import ssl
import subprocess
import sys
import time
import uuid

import aioapns
import aioapns.connection
import httpx
import jwt

TOPIC = "com.example.bank"
BODY = {"aps": {"alert": {"title": "Hello"}}}


class Simulator:
    def __init__(self, folder):
        description = json.loads((pathlib.Path(folder) / "simulator.json").read_text())
        self.port = description["port"]
        self.ca = description["authority"]
        self.key = pathlib.Path(description["signingKey"]).read_text()
        self.key_id = description["keyId"]
        self.team_id = description["teamId"]
        self.url = f"https://127.0.0.1:{self.port}"

    def bearer(self, **changes):
        claims = {"iss": self.team_id, "iat": changes.pop("iat", int(time.time()))}
        headers = {"kid": changes.pop("kid", self.key_id)}
        return "bearer " + jwt.encode(claims, self.key, algorithm="ES256", headers=headers)


def sized(count):
    frame = '{"aps":{},"x":""}'
    return ('{"aps":{},"x":"' + "x" * (count - len(frame)) + '"}').encode()


def cases(simulator, token):
    """Name, path, headers, body, and what Apple's table says: status and reason."""
    good = {"authorization": simulator.bearer(), "apns-topic": TOPIC, "apns-push-type": "alert"}
    body = json.dumps(BODY).encode()
    path = f"/3/device/{token}"

    def case(name, status, reason, changes=None, path=path, body=body):
        headers = {**good, **(changes or {})}
        return name, path, {k: v for k, v in headers.items() if v is not None}, body, status, reason

    voip = {"apns-push-type": "voip", "apns-topic": TOPIC + ".voip"}
    return [
        case("good", 200, None),
        case("good with every header", 200, None, {
            "apns-id": str(uuid.uuid4()), "apns-priority": "5", "apns-expiration": str(int(time.time()) + 60),
            "apns-collapse-id": "x" * 64}),
        case("4096 bytes", 200, None, body=sized(4096)),
        case("4097 bytes", 413, "PayloadTooLarge", body=sized(4097)),
        case("5120 bytes of VoIP", 200, None, voip, body=sized(5120)),
        case("5121 bytes of VoIP", 413, "PayloadTooLarge", voip, body=sized(5121)),
        case("no body", 400, "PayloadEmpty", body=b""),
        case("no token", 403, "MissingProviderToken", {"authorization": None}),
        case("bad token", 403, "InvalidProviderToken", {"authorization": "bearer x.y.z"}),
        case("old token", 403, "ExpiredProviderToken", {"authorization": simulator.bearer(iat=int(time.time()) - 3700)}),
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
        case("bad path", 404, "BadPath", path="/4/device/" + token),
    ]


def check(client, name, status, answered, reason, answer, identifier):
    problems = []
    if answered != status:
        problems.append(f"status {answered}, not {status}")
    if reason is None and answer:
        problems.append(f"a body {answer!r}, not an empty one")
    if reason is not None and json.loads(answer or "{}").get("reason") != reason:
        problems.append(f"body {answer!r}, not {reason}")
    try:
        uuid.UUID(identifier or "")
    except ValueError:
        problems.append(f"apns-id {identifier!r}")
    print(f"{'FAIL' if problems else 'ok  '} {client}: {name}: {status} {reason or ''} {'; '.join(problems)}")
    return not problems


def with_httpx(simulator, token):
    context = ssl.create_default_context(cafile=simulator.ca)
    results = []
    with httpx.Client(http2=True, verify=context, base_url=simulator.url) as client:
        for name, path, headers, body, status, reason in cases(simulator, token):
            answer = client.post(path, headers=headers, content=body)
            if answer.http_version != "HTTP/2":
                print(f"FAIL httpx: spoke {answer.http_version}")
                results.append(False)
            results.append(
                check("httpx", name, status, answer.status_code, reason, answer.text, answer.headers.get("apns-id")))
        answer = client.get("/3/device/" + token)
        results.append(check("httpx", "GET", 405, answer.status_code, "MethodNotAllowed", answer.text,
                             answer.headers.get("apns-id")))
        double = [*next(h for _, _, h, *_ in cases(simulator, token)).items(),
                  ("apns-priority", "5"), ("apns-priority", "5")]
        answer = client.post("/3/device/" + token, headers=double, content=b"{}")
        results.append(check("httpx", "a header twice", 400, answer.status_code, "DuplicateHeaders", answer.text,
                             answer.headers.get("apns-id")))
    return all(results)


def with_curl(simulator, token):
    results = []
    for name, path, headers, body, status, reason in cases(simulator, token):
        if status == 429:
            continue  # each call of curl is a connection of its own
        fields = [part for k, v in headers.items() for part in ("--header", f"{k}: {v}")]
        done = subprocess.run(
            ["curl", "--silent", "--http2", "--cacert", simulator.ca, *fields, "--data-binary", "@-", "--write-out",
             "\n%{http_version} %{http_code} %header{apns-id}", simulator.url + path],
            input=body, capture_output=True, check=True)
        answer, _, last = done.stdout.decode().rpartition("\n")
        version, code, identifier = (last.split(" ") + [""])[:3]
        if version != "2":
            print(f"FAIL curl: spoke HTTP/{version}")
            results.append(False)
        results.append(check("curl", name, status, int(code), reason, answer, identifier))
    return all(results)


async def with_aioapns(simulator, token):
    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "127.0.0.1", simulator.port
    client = aioapns.APNs(
        key=simulator.key, key_id=simulator.key_id, team_id=simulator.team_id, topic=TOPIC, max_connections=3,
        ssl_context=ssl.create_default_context(cafile=simulator.ca), err_func=ignore)
    results = []

    async def push(name, status, reason, **changes):
        request = aioapns.NotificationRequest(**{"device_token": token, "message": BODY, **changes})
        answer = await asyncio.wait_for(client.send_notification(request), 30)
        isRight = (answer.status, answer.description) == (str(status), reason)
        isRight = isRight and answer.notification_id == request.notification_id
        print(f"{'ok  ' if isRight else 'FAIL'} aioapns: {name}: {answer.status} {answer.description or ''}")
        results.append(isRight)

    await push("good", 200, None)
    await push("with options", 200, None, time_to_live=60, priority=5, collapse_key="x", push_type=aioapns.PushType.ALERT)
    await push("bad device token", 400, "BadDeviceToken", device_token="abcd")
    await push("another app", 400, "DeviceTokenNotForTopic", apns_topic="com.example.shop")
    await push("bad collapse id", 400, "BadCollapseId", collapse_key="x" * 65)
    await push("too large", 413, "PayloadTooLarge", message={"aps": {}, "x": "x" * 4096})
    await push("background at 10", 400, "BadPriority", push_type=aioapns.PushType.BACKGROUND, priority=10)
    await asyncio.gather(*(push(f"{number} of 200 at once", 200, None) for number in range(200)))
    client.pool.close()
    return all(results)


async def ignore(request, answer):
    pass


def main():
    simulator, token = Simulator(sys.argv[1]), sys.argv[2]
    results = [with_httpx(simulator, token), with_curl(simulator, token), asyncio.run(with_aioapns(simulator, token))]
    print("Every answer is Apple's." if all(results) else "Some answers are not Apple's; they stand above.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
