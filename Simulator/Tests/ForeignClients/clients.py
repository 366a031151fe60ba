"""Clients that nobody here wrote push to a running simulator, and get what Apple's table says.

Usage: clients.py FOLDER PHONE, the simulator's folder and the name of a phone with com.example.bank.
"""

import asyncio
import json
import subprocess
import sys
import uuid

import aioapns
import aioapns.connection
import httpx

import goaway
from simulator import PAYLOAD, TOPIC, Simulator, cases

failures = []


def say(client, name, problem):
    print(f"{'FAIL' if problem else 'ok  '} {client}: {name}{': ' + problem if problem else ''}", flush=True)
    if problem:
        failures.append(name)


def problem(wanted, status, body, identifier, version):
    """What is wrong with an answer; nothing if it is the wanted one in Apple's shape."""
    wanted_status, reason = wanted
    if version != "2":
        return f"spoke HTTP/{version}"
    if status != wanted_status:
        return f"status {status}, not {wanted_status}"
    if (json.loads(body)["reason"] if body else None) != reason:
        return f"body {body!r}, not {reason}"
    try:
        uuid.UUID(identifier or "")
    except ValueError:
        return f"apns-id {identifier!r}"
    return ""


def with_httpx(simulator):
    with httpx.Client(http2=True, verify=simulator.context(), base_url=simulator.url) as client:
        def push(name, method, path, headers, body, *wanted):
            answer = client.request(method, path, headers=headers, content=body)
            say("httpx", f"{name}: {wanted[0]} {wanted[1] or ''}", problem(
                wanted, answer.status_code, answer.text, answer.headers.get("apns-id"),
                answer.http_version.removeprefix("HTTP/")))

        every = cases(simulator)
        for name, path, *request in every:
            push(name, "POST", path, *request)
        _, path, headers, body, *_ = every[0]
        push("GET", "GET", path, headers, None, 405, "MethodNotAllowed")
        twice = [*headers.items(), ("apns-priority", "5"), ("apns-priority", "5")]
        push("a header twice", "POST", path, twice, body, 400, "DuplicateHeaders")


def with_curl(simulator):
    def curl(path, headers, body, *options):
        fields = [part for name, value in headers.items() for part in ("--header", f"{name}: {value}")]
        return subprocess.run(
            ["curl", "--silent", *options, *fields, "--data-binary", "@-", "--write-out",
             "\n%{http_version} %{http_code} %header{apns-id}", simulator.url + path],
            input=body, capture_output=True)

    every = cases(simulator)
    for name, path, headers, body, *wanted in every:
        if wanted[0] == 429:
            continue  # each call of curl is a connection of its own
        answer, _, last = curl(path, headers, body, "--http2", "--cacert", simulator.ca).stdout.decode().rpartition("\n")
        version, status, identifier = (last.split(" ") + [""])[:3]
        say("curl", f"{name}: {wanted[0]} {wanted[1] or ''}", problem(wanted, int(status), answer, identifier, version))
    _, path, headers, body, *_ = every[0]
    before = simulator.pushed()
    stranger = curl(path, headers, body, "--http2")
    say("curl", "without the authority no connection", "" if stranger.returncode == 60 else f"exit {stranger.returncode}")
    old = curl(path, headers, body, "--http1.1", "--cacert", simulator.ca)
    say("curl", "no HTTP/1.1", "" if old.returncode != 0 and simulator.pushed() == before else "it was answered")


async def with_aioapns(simulator):
    # aioapns has constants for Apple's hosts where other clients have a parameter.
    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "127.0.0.1", simulator.port

    async def ignore(request, answer):
        pass

    client = aioapns.APNs(
        key=simulator.key, key_id=simulator.key_id, team_id=simulator.team_id, topic=TOPIC, max_connections=3,
        ssl_context=simulator.context(), err_func=ignore)

    async def push(status, reason, **changes):
        request = aioapns.NotificationRequest(**{"device_token": simulator.token, "message": PAYLOAD, **changes})
        answer = await asyncio.wait_for(client.send_notification(request), 60)
        is_right = (answer.status, answer.description) == (str(status), reason)
        return "" if is_right and answer.notification_id == request.notification_id else str(vars(answer))

    async def check(name, status, reason, **changes):
        say("aioapns", f"{name}: {status} {reason or ''}", await push(status, reason, **changes))

    await check("good", 200, None)
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
    await check("a cut connection, and again", 200, None)
    before = len(simulator.pushed())
    problems = await asyncio.gather(*(push(200, None) for _ in range(200)))
    arrived = len(simulator.pushed()) - before
    say("aioapns", "200 at once", next(filter(None, problems), "") or ("" if arrived == 200 else f"{arrived} arrived"))
    client.pool.close()


def main():
    simulator = Simulator(sys.argv[1], sys.argv[2])
    with_httpx(simulator)
    with_curl(simulator)
    asyncio.run(with_aioapns(simulator))
    say("h2", "GOAWAY says which pushes may be sent again", goaway.problem(simulator))
    print(f"{len(failures)} answers are not Apple's." if failures else "Every answer is Apple's.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
