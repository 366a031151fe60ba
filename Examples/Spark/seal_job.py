"""Seals a data set of requests on a Spark cluster: each partition is piped through `sealedpush seal --lines`.

A request is a line as Documentation/command-line.md describes it, and its id is unique. The answers are written as lines,
too. The tool and the provider's keyring travel as Spark distributes files; the keyring lies on an executor in a folder that
only the job's user can read.
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
    """Pipes the lines of a partition through the tool, one process for each partition."""
    with tempfile.TemporaryDirectory() as keys:  # mode 0700
        keyring = os.path.join(keys, provider + ".jwks")
        # The tool refuses a secret that others may read, and Spark's copy is such a file.
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
                    pass  # The exit code says why.

            sender = threading.Thread(target=send)
            sender.start()
            received = 0
            for line in tool.stdout:
                received += 1
                yield line.decode().rstrip("\n")
            sender.join()
        # 1 says that lines have errors, which their answers hold.
        if tool.returncode not in (0, 1) or received != sent[0]:
            raise RuntimeError(f"sealedpush ended with {tool.returncode} after {received} of {sent[0]} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requests", help="a file or a folder of request lines")
    parser.add_argument("answers", help="the folder to write, which must not be there")
    parser.add_argument("--tool", required=True, help="the sealedpush executable, linked statically")
    parser.add_argument("--keyring", required=True, help="the provider's keyring, NAME.jwks")
    parser.add_argument("--topic", required=True, help="the app's bundle id")
    parser.add_argument("--partitions", type=int, default=0, help="how many; Spark's own choice without it")
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

    # What was written is counted, not what tasks believe: a task that Spark runs twice writes once.
    def key(line):
        return json.dumps(json.loads(line).get("id"))

    asked = context.textFile(arguments.requests).map(key)
    answered = context.textFile(arguments.answers)
    identifiers = answered.map(key)
    report = {
        "requests": asked.count(),
        "answers": answered.count(),
        "lost": asked.subtract(identifiers).count(),
        "doubled": identifiers.map(lambda name: (name, 1)).reduceByKey(lambda a, b: a + b)
        .filter(lambda pair: pair[1] > 1).count(),
        "errors": answered.filter(lambda line: "error" in json.loads(line)).count(),
    }
    print(json.dumps(report))
    spark.stop()
    return 0 if report["lost"] == report["doubled"] == 0 and report["answers"] == report["requests"] else 1


if __name__ == "__main__":
    sys.exit(main())
