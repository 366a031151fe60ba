"""Tests of the simulator with third-party clients: every answer must be that of Apple's table.

Usage: clients.py FOLDER PHONE PROCESS EXECUTABLE: the simulator's folder, the name of a phone with the app com.example.bank, the
id of the simulator's process, and its executable.
"""

import asyncio
import json
import pathlib
import subprocess
import sys
import uuid

import aioapns
import aioapns.connection
import httpx

import connections
import descriptors
import goaway
from simulator import PAYLOAD, TOPIC, WAIT, Simulator, cases

failures = []


def report(client, name, problem):
    print(f"{'FAIL' if problem else 'ok  '} {client}: {name}{': ' + problem if problem else ''}", flush=True)
    if problem:
        failures.append(name)


def problem(expected, status, body, identifier, version):
    """Returns the difference between an answer and the expected one, or an empty text."""
    expected_status, reason = expected
    if version != "2":
        return f"expected HTTP/2, found HTTP/{version}"
    if status != expected_status:
        return f"expected status {expected_status}, found {status}"
    if (json.loads(body)["reason"] if body else None) != reason:
        return f"expected reason {reason}, found body {body!r}"
    try:
        uuid.UUID(identifier or "")
    except ValueError:
        return f"expected a UUID as apns-id, found {identifier!r}"
    return ""


def with_httpx(simulator):
    with httpx.Client(http2=True, verify=simulator.context(), base_url=simulator.url, timeout=WAIT) as client:
        def push(name, method, path, headers, body, *expected):
            answer = client.request(method, path, headers=headers, content=body)
            report("httpx", f"{name}: {expected[0]} {expected[1] or ''}", problem(
                expected, answer.status_code, answer.text, answer.headers.get("apns-id"),
                answer.http_version.removeprefix("HTTP/")))

        every = cases(simulator)
        for name, path, *request in every:
            push(name, "POST", path, *request)
        _, path, headers, body, *_ = every[0]
        push("GET", "GET", path, headers, None, 405, "MethodNotAllowed")
        twice = [*headers.items(), ("apns-priority", "5"), ("apns-priority", "5")]
        push("a repeated header", "POST", path, twice, body, 400, "DuplicateHeaders")


def with_curl(simulator):
    def curl(path, headers, body, *options):
        fields = [part for name, value in headers.items() for part in ("--header", f"{name}: {value}")]
        return subprocess.run(
            ["curl", "--silent", *options, *fields, "--data-binary", "@-", "--write-out",
             "\n%{http_version} %{http_code} %header{apns-id}", simulator.url + path],
            input=body, capture_output=True)

    every = cases(simulator)
    for name, path, headers, body, *expected in every:
        if expected[0] == 429:
            continue  # each call of curl opens a new connection
        answer, _, last = curl(path, headers, body, "--http2", "--cacert", simulator.ca).stdout.decode().rpartition("\n")
        version, status, identifier = (last.split(" ") + [""])[:3]
        report("curl", f"{name}: {expected[0]} {expected[1] or ''}", problem(expected, int(status), answer, identifier, version))
    _, path, headers, body, *_ = every[0]
    before = simulator.pushed()
    untrusted = curl(path, headers, body, "--http2")
    report("curl", "without the CA certificate the connection fails",
           "" if untrusted.returncode == 60 else f"expected exit code 60, found {untrusted.returncode}")
    old = curl(path, headers, body, "--http1.1", "--cacert", simulator.ca)
    report("curl", "HTTP/1.1 is refused",
           "" if old.returncode != 0 and simulator.pushed() == before else "it was answered")


async def with_aioapns(simulator):
    # aioapns has no parameter for the host, only constants.
    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "127.0.0.1", simulator.port

    async def ignore(request, answer):
        pass

    client = aioapns.APNs(
        key=simulator.key, key_id=simulator.key_id, team_id=simulator.team_id, topic=TOPIC, max_connections=3,
        ssl_context=simulator.context(), err_func=ignore)

    async def push(status, reason, **changes):
        request = aioapns.NotificationRequest(**{"device_token": simulator.token, "message": PAYLOAD, **changes})
        answer = await asyncio.wait_for(client.send_notification(request), WAIT)
        is_right = (answer.status, answer.description) == (str(status), reason)
        return "" if is_right and answer.notification_id == request.notification_id else str(vars(answer))

    async def check(name, status, reason, **changes):
        report("aioapns", f"{name}: {status} {reason or ''}", await push(status, reason, **changes))

    await check("valid", 200, None)
    await check("with options", 200, None, time_to_live=60, priority=5, collapse_key="x",
                push_type=aioapns.PushType.ALERT)
    await check("bad device token", 400, "BadDeviceToken", device_token="abcd")
    await check("another app", 400, "DeviceTokenNotForTopic", apns_topic="com.example.shop")
    await check("bad collapse id", 400, "BadCollapseId", collapse_key="x" * 65)
    await check("too large", 413, "PayloadTooLarge", message={"aps": {}, "x": "x" * 4096})
    await check("background at 10", 400, "BadPriority", push_type=aioapns.PushType.BACKGROUND, priority=10)
    simulator.fault("answer", reason="TooManyRequests")
    await check("a fault", 429, "TooManyRequests")
    simulator.fault("answer", reason="ServiceUnavailable")
    await check("another fault", 503, "ServiceUnavailable")
    simulator.fault("normal", delay=500)
    await check("a slow answer", 200, None)
    simulator.fault("cut")
    await check("a retry after a closed connection", 200, None)
    before = len(simulator.pushed())
    problems = await asyncio.gather(*(push(200, None) for _ in range(200)))
    arrived = len(simulator.pushed()) - before
    report("aioapns", "200 concurrent pushes", next(filter(None, problems), "") or ("" if arrived == 200 else f"{arrived} arrived"))
    client.pool.close()


def with_channels(simulator):
    """The requests of Apple's samples for channels and broadcasts."""
    bearer = {"authorization": simulator.bearer()}
    path = f"/1/apps/{TOPIC}/channels"
    with httpx.Client(http2=True, verify=simulator.context(), base_url=simulator.channel_url, timeout=WAIT) as client:
        made = client.post(path, headers=bearer, json={"message-storage-policy": 1, "push-type": "LiveActivity"})
        channel = {**bearer, "apns-channel-id": made.headers.get("apns-channel-id", "")}
        found = client.get(path, headers=channel)
        broadcast = client.post(f"{simulator.url}/4/broadcasts/apps/{TOPIC}", headers={
            **channel, "apns-push-type": "liveactivity", "apns-expiration": "0", "apns-priority": "10"},
            json={"aps": {"timestamp": 1685952000, "event": "update", "content-state": {"score": 1}}})
        listed = client.get(f"/1/apps/{TOPIC}/all-channels", headers=bearer)
        deleted = client.delete(path, headers=channel)
        gone = client.get(path, headers=channel)
    statuses = [answer.status_code for answer in (made, found, broadcast, listed, deleted, gone)]
    report("httpx", "channels and broadcasts", "" if statuses == [201, 200, 200, 200, 204, 400]
           and found.json() == {"message-storage-policy": 1, "push-type": "LiveActivity"}
           and listed.json() == {"channels": [made.headers["apns-channel-id"]]}
           and gone.json() == {"reason": "ChannelNotRegistered"} else f"found {statuses}")


def log_problem(folder):
    """Returns the difference between the simulator's log and the expected one: one line of each cause, and few of each."""
    lines = (pathlib.Path(folder) / "refused").read_text().splitlines()
    expected = ["403 InvalidProviderToken: expected a JWT", "403 ExpiredProviderToken: iat is", "400 BadPriority"]
    missing = [text for text in expected if not any(text in line for line in lines)]
    return f"missing in the log: {missing}" if missing else "" if len(lines) < 100 else f"{len(lines)} lines in the log"


def main():
    simulator = Simulator(sys.argv[1], sys.argv[2])
    with_httpx(simulator)
    with_curl(simulator)
    asyncio.run(with_aioapns(simulator))
    with_channels(simulator)
    for name, check in connections.CHECKS.items():
        report("h2", name, check(simulator))
    with connections.impatient(sys.argv[4]) as impatient:
        for name, check in connections.IMPATIENT.items():
            report("h2", name, check(impatient))
    report("sockets", "more connections than descriptors", descriptors.problem(simulator, int(sys.argv[3])))
    report("log", "the causes of refused tokens are on standard error", log_problem(sys.argv[1]))
    report("h2", "each push arrives once with the retries that GOAWAY allows", goaway.problem(simulator))
    print(f"{len(failures)} answers differ from Apple's table." if failures else "Every answer is that of Apple's table.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
