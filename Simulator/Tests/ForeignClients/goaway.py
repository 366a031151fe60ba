"""Pushes over bare HTTP/2 to a service that sends GOAWAY in between, and sends again just what RFC 9113 lets it.

Section 6.8: streams beyond the last one of GOAWAY were not processed; section 8.7: nor were those that came back with
REFUSED_STREAM. Whoever sends just these again must find each push delivered once.
"""

import json
import socket
import uuid

import h2.config
import h2.connection
import h2.errors
import h2.events

from simulator import PAYLOAD, TOPIC

COUNT = 90


def problem(simulator):
    """What went wrong; nothing if each push was accepted exactly once."""
    waiting = [str(uuid.uuid4()) for _ in range(COUNT)]
    before = set(simulator.pushed())
    simulator.fault("normal", delay=300, count=20)
    simulator.fault("go-away", reason="Shutdown", count=1)
    goaways = 0
    for _ in range(3):
        waiting, unknown, said = send(simulator, waiting)
        if unknown:
            return f"{len(unknown)} pushes of which GOAWAY says nothing were not answered"
        if said not in (None, {"reason": "Shutdown"}):
            return f"the debug data is {said}"
        goaways += said is not None
        if not waiting:
            break
    arrived = [identifier for identifier in simulator.pushed() if identifier not in before]
    if goaways != 1 or waiting:
        return f"{goaways} GOAWAY, {len(waiting)} pushes left"
    if len(arrived) != COUNT or len(set(arrived)) != COUNT:
        return f"{len(arrived)} pushes arrived, {len(set(arrived))} different"
    return ""


def send(simulator, identifiers):
    """Pushes side by side on one connection; returns what may be sent again, what is unclear, and GOAWAY's debug data."""
    context = simulator.context()
    context.set_alpn_protocols(["h2"])
    with socket.create_connection(("127.0.0.1", simulator.port)) as plain:
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as connection:
            connection.settimeout(30)
            protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
            protocol.initiate_connection()
            bearer = simulator.bearer()
            open_streams = {}
            for identifier in identifiers:
                stream = protocol.get_next_available_stream_id()
                open_streams[stream] = identifier
                protocol.send_headers(stream, [
                    (":method", "POST"), (":scheme", "https"), (":authority", "127.0.0.1"),
                    (":path", f"/3/device/{simulator.token}"), ("authorization", bearer),
                    ("apns-topic", TOPIC), ("apns-push-type", "alert"), ("apns-id", identifier)])
                protocol.send_data(stream, json.dumps(PAYLOAD).encode(), end_stream=True)
            connection.sendall(protocol.data_to_send())
            again, said = [], None
            while open_streams and (data := connection.recv(65_536)):
                for event in protocol.receive_data(data):
                    if isinstance(event, h2.events.ResponseReceived):
                        status = dict(event.headers)[":status"]
                        if status != "200":
                            raise RuntimeError(f"status {status}")
                        open_streams.pop(event.stream_id, None)
                    elif isinstance(event, h2.events.StreamReset):
                        # A stream may be beyond the last one and refused, too.
                        if event.error_code == h2.errors.ErrorCodes.REFUSED_STREAM and event.stream_id in open_streams:
                            again.append(open_streams.pop(event.stream_id))
                    elif isinstance(event, h2.events.ConnectionTerminated):
                        said = json.loads(event.additional_data)
                        beyond = [stream for stream in open_streams if stream > event.last_stream_id]
                        again += [open_streams.pop(stream) for stream in beyond]
                        # h2 takes the connection for closed now, while section 6.8 lets the other streams come to their end.
                        protocol.state_machine.state = h2.connection.ConnectionState.CLIENT_OPEN
            return again, list(open_streams.values()), said
