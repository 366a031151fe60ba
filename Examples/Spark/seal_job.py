"""Seals a data set of requests on a Spark cluster: pipes each partition through `sealedpush seal --lines`.

Requests and answers are lines as described in Documentation/command-line.md; the id of each request is unique. Spark
distributes the tool and the provider's keyring. On an executor the keyring is in a folder that only the job's user can
read.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

from pyspark import SparkFiles
from pyspark.sql import SparkSession


def sealed(lines, provider, topic):
    """Yields the answers to the lines of a partition, from one process of the tool."""
    with tempfile.TemporaryDirectory() as keys:  # mode 0700
        keyring = os.path.join(keys, provider + ".jwks")
        # Spark's copy is readable by others, and the tool refuses such a keyring.
        descriptor = os.open(keyring, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as copy, open(SparkFiles.get(provider + ".jwks"), "rb") as original:
            shutil.copyfileobj(original, copy)
        command = [SparkFiles.get("sealedpush"), "seal", "--lines", "--keys", keys, "--from", provider, "--topic", topic]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
            sent = [0]

            def send():
                try:
                    for line in lines:
                        tool.stdin.write(line.encode() + b"\n")
                        sent[0] += 1
                    tool.stdin.close()
                except BrokenPipeError:
                    pass  # The exit code shows the failure.

            sender = threading.Thread(target=send)
            sender.start()
            received = 0
            for line in tool.stdout:
                received += 1
                yield line.decode().rstrip("\n")
            sender.join()
        # Exit code 1 means that answers contain errors.
        if tool.returncode not in (0, 1) or received != sent[0]:
            raise RuntimeError(f"sealedpush ended with {tool.returncode} after {received} of {sent[0]} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requests", help="a file or folder with request lines")
    parser.add_argument("answers", help="the output folder, which must not exist")
    parser.add_argument("--tool", required=True, help="the sealedpush executable, linked statically")
    parser.add_argument("--keyring", required=True, help="the provider's keyring, NAME.jwks")
    parser.add_argument("--topic", required=True, help="the app's bundle id")
    parser.add_argument("--partitions", type=int, default=0, help="the number of partitions; default: Spark's choice")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("seal").getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("ERROR")
    context.addFile(arguments.tool)
    context.addFile(arguments.keyring)
    provider = os.path.basename(arguments.keyring).removesuffix(".jwks")
    topic = arguments.topic

    requests = context.textFile(arguments.requests)
    if arguments.partitions:
        requests = requests.repartition(arguments.partitions)
    requests.mapPartitions(lambda lines: sealed(lines, provider, topic)).saveAsTextFile(arguments.answers)

    # Counts the committed answers: Spark may run a task twice, but commits its output once.
    def key(line):
        return json.dumps(json.loads(line).get("id"))

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
