#!/usr/bin/env python3
"""Writes the inputs in a folder to one file: one line of base64 for each input, shortest first, at most 14 kB.

Usage: pack.py FOLDER FILE
"""

import base64
import pathlib
import sys

folder, file = map(pathlib.Path, sys.argv[1:])
inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda content: (len(content), content))
lines, remaining = [], 14_000
for line in (base64.b64encode(content) + b"\n" for content in inputs):
    remaining -= len(line)
    if remaining < 0:
        break
    lines.append(line)
file.parent.mkdir(parents=True, exist_ok=True)
file.write_bytes(b"".join(lines))
