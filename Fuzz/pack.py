#!/usr/bin/env python3
"""Writes the inputs in a folder to one file, a line of base64 each, the shortest first and 14 kB at most: pack.py FOLDER FILE."""

import base64
import pathlib
import sys

folder, file = map(pathlib.Path, sys.argv[1:])
inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda content: (len(content), content))
lines, room = [], 14_000
for line in (base64.b64encode(content) + b"\n" for content in inputs):
    room -= len(line)
    if room < 0:
        break
    lines.append(line)
file.parent.mkdir(parents=True, exist_ok=True)
file.write_bytes(b"".join(lines))
