"""Tests of the service's connections, over TLS and bare HTTP/2 frames."""

import concurrent.futures
import contextlib
import json
import signal
import socket
import ssl
import subprocess
import tempfile
import time

import h2.config
import h2.connection
import h2.events

from simulator import PAYLOAD, TOPIC, WAIT, Simulator

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, RST_STREAM, SETTINGS, GOAWAY = 1, 3, 4, 7


def tls(simulator, protocols=("h2",)):
    context = simulator.context()
    if protocols:
        context.set_alpn_protocols(list(protocols))
    plain = socket.create_connection(("127.0.0.1", simulator.port), timeout=WAIT)
    connection = context.wrap_socket(plain, server_hostname="127.0.0.1")
    connection.settimeout(WAIT)
    return connection


def frame(kind, flags=0, stream=0, content=b""):
    return len(content).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + content


def frames(connection):
    """Yields the type and the content of each frame until the connection ends."""
    data = b""
    while True:
        try:
            part = connection.recv(65_536)
        except (ConnectionResetError, ssl.SSLError):
            part = b""
        if not part:
            return
        data += part
        while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
            size = int.from_bytes(data[:3], "big")
            yield data[3], data[9:9 + size]
            data = data[9 + size:]


def goaway(connection):
    """Returns the last stream and the debug data of GOAWAY, or nothing if the connection ends without it."""
    for kind, content in frames(connection):
        if kind == GOAWAY:
            return int.from_bytes(content[:4], "big"), json.loads(content[8:] or b"null")
    return None


def push(protocol, simulator, *fields, authorization=None):
    stream = protocol.get_next_available_stream_id()
    protocol.send_headers(stream, [
        (":method", "POST"), (":scheme", "https"), (":authority", "127.0.0.1"),
        (":path", f"/3/device/{simulator.token}"), ("authorization", authorization or simulator.bearer()),
        ("apns-topic", TOPIC), ("apns-push-type", "alert"), *fields])
    return stream


def reset_flood(simulator):
    """The GOAWAY after a flood of resets covers each accepted push, so that no client sends one again."""
    with tls(simulator) as connection:
        protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        protocol.initiate_connection()
        before = len(simulator.pushed())
        simulator.fault("normal", delay=3_600_000, count=30)
        bearer = simulator.bearer()
        accepted = [push(protocol, simulator, authorization=bearer) for _ in range(30)]
        for stream in accepted:
            protocol.send_data(stream, json.dumps(PAYLOAD).encode(), end_stream=True)
        connection.sendall(protocol.data_to_send())
        limit = time.monotonic() + WAIT
        while len(simulator.pushed()) - before < 30:
            if time.monotonic() > limit:
                return "the 30 pushes were not accepted"
            time.sleep(0.3)
        for _ in range(250):
            protocol.reset_stream(push(protocol, simulator, authorization="bearer x"))
        connection.sendall(protocol.data_to_send())
        end = goaway(connection)
        simulator.fault("none")
        if end is None:
            return "expected GOAWAY"
        if end[0] < max(accepted):
            return f"expected a last stream of at least {max(accepted)}, found {end[0]}"
        return "" if end[1] == {"reason": "ENHANCE_YOUR_CALM"} else f"found the debug data {end[1]}"


def protocol_error(simulator):
    with tls(simulator) as connection:
        # DATA on stream 0 (RFC 9113, section 6.1).
        connection.sendall(PREFACE + frame(SETTINGS) + frame(0, content=b"x"))
        end = goaway(connection)
        return "" if end == (0, {"reason": "PROTOCOL_ERROR"}) else f"found {end}"


def without_alpn(simulator):
    """A client that negotiates no protocol is served, as on Apple's servers (jchambers/pushy, issues 736 and 808)."""
    with tls(simulator, ()) as connection:
        return answer(connection, simulator)


def answer(connection, simulator, *fields):
    """Sends a push with further header fields; returns the difference from status 200."""
    protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    protocol.initiate_connection()
    stream = push(protocol, simulator, *fields)
    protocol.send_data(stream, json.dumps(PAYLOAD).encode(), end_stream=True)
    connection.sendall(protocol.data_to_send())
    while data := connection.recv(65_536):
        for event in protocol.receive_data(data):
            if isinstance(event, h2.events.ResponseReceived):
                status = dict(event.headers)[":status"]
                return "" if status == "200" else f"status {status}"
    return "the connection ended"


@contextlib.contextmanager
def impatient(executable):
    """Runs a simulator with limits of one second; their exact times are in TimeoutTests, with a clock that the test sets."""
    limits = [word for name in ("handshake", "frame", "request") for word in (f"--{name}-timeout", "1")]
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [executable, "run", "--folder", folder, "--port", "0", "--channel-port", "0", "--page-port", "0", "--phone", "jane",
             *limits], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            next(line for line in process.stdout if line.startswith("phone"))
            yield Simulator(folder, "jane")
        finally:
            process.send_signal(signal.SIGINT)


def established(simulator):
    """Returns a connection whose preface the server has answered, and its frames; another one if the handshake took too long."""
    while True:
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            connection = tls(simulator)
            connection.sendall(PREFACE + frame(SETTINGS))
            received = frames(connection)
            if next(received, None):
                return connection, received


def timeouts(simulator):
    """Incomplete handshakes, frames and header blocks end; a connection between two requests outlives them."""
    idle, answers = established(simulator)
    hello = PREFACE + frame(SETTINGS)

    def sent(data):
        connection = tls(simulator)
        connection.sendall(data)
        return connection

    cases = {
        "a connection without TLS": lambda: socket.create_connection(("127.0.0.1", simulator.port), timeout=WAIT),
        "TLS without HTTP/2": lambda: sent(b""),
        "half a preface": lambda: sent(PREFACE[:10]),
        "half a frame": lambda: sent(hello + frame(1, 4, 1, b"x" * 100)[:50]),
        # A header block without END_HEADERS: `:method: POST` by index 3 of HPACK's static table.
        "half a header block": lambda: sent(hello + frame(1, 0, 1, b"\x83")),
    }

    def end(name):
        try:
            with contextlib.suppress(ConnectionError, ssl.SSLError), cases[name]() as connection:
                while connection.recv(65_536):
                    pass
        except TimeoutError:
            return f"{name} is not ended"
        return ""

    with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        problems = [problem for problem in pool.map(end, cases) if problem]
    with idle:
        # A PING, which is answered.
        idle.sendall(frame(6, content=b"12345678"))
        if not any(kind == 6 for kind, _ in answers):
            problems.append("the idle connection ended")
    return "; ".join(problems)


def half_body(simulator):
    connection, received = established(simulator)
    with connection:
        protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        protocol.initiate_connection()
        protocol.data_to_send()  # The connection has its preface and settings.
        push(protocol, simulator)
        protocol.send_data(1, b"{")
        connection.sendall(protocol.data_to_send())
        kinds = (kind for kind, _ in received if kind in (HEADERS, RST_STREAM, GOAWAY))
        return "" if next(kinds, None) == RST_STREAM else "the stream was not reset"


def streams(simulator):
    """One stream is allowed until the first valid token, and 1000 after it; a refused token changes nothing."""
    with tls(simulator) as connection:
        protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        protocol.initiate_connection()
        limits, answers = [], []
        for authorization in ["bearer x.y.z", None]:
            stream = push(protocol, simulator, authorization=authorization)
            protocol.send_data(stream, json.dumps(PAYLOAD).encode(), end_stream=True)
            connection.sendall(protocol.data_to_send())
            ended = False
            while not ended and (data := connection.recv(65_536)):
                for event in protocol.receive_data(data):
                    if isinstance(event, h2.events.RemoteSettingsChanged):
                        limits += [change.new_value for code, change in event.changed_settings.items() if code == 3]
                    if isinstance(event, h2.events.ResponseReceived):
                        answers.append((dict(event.headers)[":status"], list(limits)))
                    ended = ended or isinstance(event, h2.events.StreamEnded)
                connection.sendall(protocol.data_to_send())
        return "" if answers == [("403", [1]), ("200", [1, 1000])] else f"found {answers}"


def split_cookie(simulator):
    with tls(simulator) as connection:
        return answer(connection, simulator, ("cookie", "a=1"), ("cookie", "b=2"))


CHECKS = {
    "after a flood of resets, GOAWAY covers each accepted push": reset_flood,
    "after a violation of the protocol, GOAWAY has its name": protocol_error,
    "a client without ALPN is served": without_alpn,
    "one stream until the first valid token, then 1000": streams,
    "cookie may be split": split_cookie,
}

# The checks of a simulator with limits of one second.
IMPATIENT = {
    "incomplete handshakes, frames and header blocks end, and an idle connection stays open": timeouts,
    "a stream whose body does not end is reset": half_body,
}
