"""Test of a simulator with 256 file descriptors: half of them stay free, and connections that wait take no processor time."""

import os
import socket
import time

import httpx

from simulator import PAYLOAD, TOPIC, WAIT


def processor_seconds(process):
    fields = open(f"/proc/{process}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def becomes_idle(process):
    """Returns whether there is a second in which a process takes a twentieth of it; one that polls takes more."""
    limit = time.monotonic() + WAIT
    while time.monotonic() < limit:
        before = processor_seconds(process)
        time.sleep(1)
        if processor_seconds(process) - before <= 0.05:
            return True
    return False


def problem(simulator, process):
    """Opens more connections than the process has descriptors; they take no processor time, and a push arrives after them."""
    connections = []
    try:
        for _ in range(400):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", simulator.port))
            connections.append(connection)
        is_idle = becomes_idle(process)
        descriptors = len(os.listdir(f"/proc/{process}/fd"))
    finally:
        for connection in connections:
            connection.close()
    if descriptors > 200:
        return f"expected about 150 open descriptors, found {descriptors}"
    if not is_idle:
        return "expected an idle process, found one that takes processor time again and again"
    with httpx.Client(http2=True, verify=simulator.context(), base_url=simulator.url, timeout=WAIT) as client:
        answer = client.post(f"/3/device/{simulator.token}", json=PAYLOAD, headers={
            "authorization": simulator.bearer(), "apns-topic": TOPIC, "apns-push-type": "alert"})
    return "" if answer.status_code == 200 else f"status {answer.status_code}"
