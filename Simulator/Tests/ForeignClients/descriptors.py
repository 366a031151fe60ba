"""Test of a simulator with few file descriptors: idle connections wait, and the processor does not."""

import os
import socket
import time

import httpx

from simulator import PAYLOAD, TOPIC


def processor_seconds(process):
    fields = open(f"/proc/{process}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def problem(simulator, process):
    """Opens more connections than the process has descriptors; they take no processor time, and a push arrives after them."""
    connections = []
    try:
        for _ in range(200):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", simulator.port))
            connections.append(connection)
        time.sleep(0.5)
        before = processor_seconds(process)
        time.sleep(1)
        used = processor_seconds(process) - before
    finally:
        for connection in connections:
            connection.close()
    if used > 0.5:
        return f"expected an idle process, found {used:.2f} s of processor time in a second"
    with httpx.Client(http2=True, verify=simulator.context(), base_url=simulator.url, timeout=30) as client:
        answer = client.post(f"/3/device/{simulator.token}", json=PAYLOAD, headers={
            "authorization": simulator.bearer(), "apns-topic": TOPIC, "apns-push-type": "alert"})
    return "" if answer.status_code == 200 else f"status {answer.status_code}"
