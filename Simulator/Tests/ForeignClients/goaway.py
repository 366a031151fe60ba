"""Test of GOAWAY over bare HTTP/2: a client that retries as RFC 9113 allows delivers each push exactly once.

A client may retry streams above the last stream of GOAWAY (section 6.8), also those that it sends before it has read GOAWAY, and
streams that were reset with REFUSED_STREAM (section 8.7). The simulator resets none above the last one.
"""

import json
import socket
import uuid

import h2.config
import h2.connection
import h2.errors
import h2.events

from simulator import PAYLOAD, TOPIC, WAIT

COUNT = 90


def problem(simulator):
    """Returns a description of the failure, or an empty text if each push was accepted exactly once."""
    waiting = [str(uuid.uuid4()) for _ in range(COUNT)]
    before = set(simulator.pushed())
    simulator.fault("normal", delay=300, count=20)
    simulator.fault("go-away", reason="Shutdown", count=1)
    goaways = 0
    for _ in range(3):
        waiting, unknown, debug_data = send(simulator, waiting)
        if unknown:
            return f"{len(unknown)} pushes got no answer, and GOAWAY allows no retry of them"
        if debug_data not in (None, {"reason": "Shutdown"}):
            return f"expected the reason Shutdown as debug data, found {debug_data}"
        goaways += debug_data is not None
        if not waiting:
            break
    arrived = [identifier for identifier in simulator.pushed() if identifier not in before]
    if goaways != 1 or waiting:
        return f"expected 1 GOAWAY and no remaining pushes, found {goaways} and {len(waiting)}"
    if len(arrived) != COUNT + 1 or len(set(arrived)) != COUNT + 1:
        return f"expected {COUNT + 1} pushes, found {len(arrived)}, {len(set(arrived))} different"
    return ""


def send(simulator, identifiers):
    """Sends concurrent pushes on one connection.

    Returns the pushes that may be retried, those without an answer that may not, and the debug data of GOAWAY.
    """
    context = simulator.context()
    context.set_alpn_protocols(["h2"])
    with socket.create_connection(("127.0.0.1", simulator.port)) as plain:
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as connection:
            connection.settimeout(WAIT)
            protocol = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
            protocol.initiate_connection()
            bearer = simulator.bearer()
            open_streams = {}

            def push(identifier):
                stream = protocol.get_next_available_stream_id()
                open_streams[stream] = identifier
                protocol.send_headers(stream, [
                    (":method", "POST"), (":scheme", "https"), (":authority", "127.0.0.1"),
                    (":path", f"/3/device/{simulator.token}"), ("authorization", bearer),
                    ("apns-topic", TOPIC), ("apns-push-type", "alert"), ("apns-id", identifier)])
                protocol.send_data(stream, json.dumps(PAYLOAD).encode(), end_stream=True)

            for identifier in identifiers:
                push(identifier)
            connection.sendall(protocol.data_to_send())
            retries, debug_data = [], None
            while open_streams and (data := connection.recv(65_536)):
                for event in protocol.receive_data(data):
                    if isinstance(event, h2.events.ResponseReceived):
                        status = dict(event.headers)[":status"]
                        if status != "200":
                            raise RuntimeError(f"status {status}")
                        open_streams.pop(event.stream_id, None)
                    elif isinstance(event, h2.events.StreamReset):
                        if debug_data is not None and event.stream_id > last:
                            raise RuntimeError("a stream above the last one of GOAWAY was reset")
                        if event.error_code == h2.errors.ErrorCodes.REFUSED_STREAM and event.stream_id in open_streams:
                            retries.append(open_streams.pop(event.stream_id))
                    elif isinstance(event, h2.events.ConnectionTerminated):
                        debug_data, last = json.loads(event.additional_data), event.last_stream_id
                        # h2 considers the connection closed, but section 6.8 lets the other streams complete.
                        protocol.state_machine.state = h2.connection.ConnectionState.CLIENT_OPEN
                        push(str(uuid.uuid4()))
                        connection.sendall(protocol.data_to_send())
                        beyond = [stream for stream in open_streams if stream > last]
                        retries += [open_streams.pop(stream) for stream in beyond]
            return retries, list(open_streams.values()), debug_data
