"""Seals a data set of alerts on a Spark cluster, for the registrations that the provider keeps in PostgreSQL.

A request is a line: {"id":7,"to":"jane","payload":{"aps":{"alert":"…"}}} with an id of its own and the name of a registration;
collapse-id, and expires-in (seconds, one day by default) are optional. Its answer is {"id":7,"headers":{…},"body":"…"}, or
{"id":7,"error":{"code":"notFound","message":"…"}}.
"""

import argparse
import base64
import itertools
import json
import os
import sys
import time
import uuid

import psycopg
from psycopg import conninfo
from pyspark.sql import SparkSession

MEMBERS = {"id", "to", "payload", "collapse-id", "expires-in"}
PAGE = 500  # The requests whose registrations are read in one round trip.
ANNOUNCEMENT = 7 * 86_400


def connection_string(text):
    """The string, with the server's certificate verified unless it says otherwise. A password would be in lists of processes."""
    try:
        options = conninfo.conninfo_to_dict(text)
    except psycopg.ProgrammingError:
        raise argparse.ArgumentTypeError("expected a connection string as libpq has it") from None
    if options.keys() & {"password", "sslpassword"}:
        raise argparse.ArgumentTypeError("a password is in the connection string; put it into a passfile")
    return conninfo.make_conninfo(**{"sslmode": "verify-full", "fallback_application_name": "seal_job", **options})


def keyring(path):
    """The provider's keyring, which nobody else may read."""
    with open(path, encoding="utf-8") as file:
        if os.fstat(file.fileno()).st_mode & 0o077:
            raise PermissionError(f"expected a file of mode 0600: {path}")
        return json.load(file)


def about(key):
    return key.get("sealedpush", {})


def is_active(key):
    return about(key).get("state", "active") == "active"


def signing_key(provider, pinned, now):
    """The provider's newest key that the device has, by the version of the set that it has pinned (keys.md, section 2)."""
    newest_first = provider["keys"][::-1]
    usable = [key for key in newest_first if is_active(key) or about(key)["state"] == "retiring" and now < about(key)["until"]]
    if pinned is not None and pinned <= about(provider).get("version", 0):
        known = [key for key in usable if about(key).get("version", 0) <= pinned]
    else:
        known = [key for key in usable if about(key).get("created", 0) + ANNOUNCEMENT <= now] or usable[-1:]
    return known[0] if known else next(filter(is_active, newest_first))


def seal(request, registration, provider, topic):
    """The headers and the body of a push. It has no sequence number, since only the provider's outbox counts."""
    from sealedpush_sender import Number, Refused, Sealer, compact

    def decoded(text):
        return base64.urlsafe_b64decode(text + "=")

    lifetime, collapse = request.get("expires-in", Number(86_400)), request.get("collapse-id", "")
    if not (isinstance(lifetime, Number) and lifetime.isdecimal() and isinstance(collapse, str)):
        raise Refused("badLine", "expected a number of seconds for expires-in, and a text for collapse-id")
    if registration is None:
        raise Refused("notFound", "no registration of that name")
    device = next(filter(is_active, registration["keys"][::-1]), None)
    if device is None:
        raise Refused("noActiveKey", "the registration has no active key")
    chain = about(device).get("chain")
    if (chain is None) == (about(device).get("suite") == 5):
        raise Refused("suiteMismatch", "expected a chain for a key of suite 5, and none for another")
    now = int(time.time())
    signing = signing_key(provider, about(registration).get("pinned"), now)
    sealer = Sealer(topic, device=decoded(device["x"]), provider=decoded(signing["d"]), chain=chain)
    body, _ = sealer.push(compact(request["payload"]).decode(), now=now, expires_at=now + int(lifetime))
    headers = {"apns-topic": topic, "apns-push-type": "alert", "apns-priority": "10", "apns-id": str(uuid.uuid4()),
               "apns-expiration": str(now + int(lifetime))}
    return {"headers": headers | ({"apns-collapse-id": collapse} if collapse else {}), "body": body.decode()}


def sealed(lines, database, path, topic):
    """Yields the answers to the lines of a partition. Chains and the provider's keys stay in the memory of the task."""
    from sealedpush_sender import Refused, compact, parse

    def parsed(line):
        request = parse(line)
        if unknown := request.keys() - MEMBERS:
            raise Refused("badLine", f"unknown member {min(unknown)}")
        if not ("id" in request and isinstance(request.get("to"), str) and isinstance(request.get("payload"), dict)):
            raise Refused("badLine", "expected an id, the name of a registration as to, and an object payload")
        return request

    def attempt(work, *arguments):
        try:
            return work(*arguments)
        except Refused as refusal:
            return {"error": dict(zip(("code", "message"), refusal.args))}

    provider = keyring(path)
    with psycopg.connect(database, autocommit=True) as connection:
        while page := list(itertools.islice(lines, PAGE)):
            requests = [attempt(parsed, line) for line in page]
            names = [request["to"].encode() for request in requests if "error" not in request]
            rows = connection.execute("SELECT name, text FROM sealedpush.keyring WHERE name = ANY(%s)", [names])
            registrations = {name.decode(): json.loads(text) for name, text in rows}
            for line, request in zip(page, requests):
                if "error" not in request:
                    request = attempt(seal, request, registrations.get(request["to"]), provider, topic)
                yield json.dumps({"id": identifier(line), **request})


def identifier(line):
    """The id of a request or an answer, or None."""
    try:
        return json.loads(line).get("id")
    except (ValueError, AttributeError, RecursionError):
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requests", help="a file or folder with request lines")
    parser.add_argument("answers", help="the output folder, which must not exist")
    parser.add_argument("--database", required=True, type=connection_string, help="the provider's PostgreSQL")
    parser.add_argument("--keyring", required=True, help="the provider's keyring, a file of mode 0600 on each executor")
    parser.add_argument("--topic", required=True, help="the app's bundle id")
    parser.add_argument("--partitions", type=int, default=0, help="the number of partitions; default: Spark's choice")
    arguments = parser.parse_args()
    settings = arguments.database, os.path.abspath(arguments.keyring), arguments.topic

    spark = SparkSession.builder.appName("seal").getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("ERROR")
    requests = context.textFile(arguments.requests)
    if arguments.partitions:
        requests = requests.repartition(arguments.partitions)
    requests.mapPartitions(lambda lines: sealed(lines, *settings)).saveAsTextFile(arguments.answers)

    # Counts the committed answers: Spark may run a task twice, but commits its output once.
    def key(line):
        return json.dumps(identifier(line))

    asked = context.textFile(arguments.requests).map(key)
    answered = context.textFile(arguments.answers)
    identifiers = answered.map(key)
    report = {
        "requests": asked.count(),
        "answers": answered.count(),
        "lost": asked.subtract(identifiers).count(),
        "duplicated": identifiers.map(lambda name: (name, 1)).reduceByKey(lambda a, b: a + b)
        .filter(lambda pair: pair[1] > 1).count(),
        "errors": answered.filter(lambda line: "error" in json.loads(line)).count(),
    }
    print(json.dumps(report))
    spark.stop()
    return 0 if report["lost"] == report["duplicated"] == 0 and report["answers"] == report["requests"] else 1


if __name__ == "__main__":
    sys.exit(main())
