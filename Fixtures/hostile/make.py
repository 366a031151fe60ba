"""Writes the hostile corpus; README.md beside this file describes its files.

    Scripts/interop                                             makes the virtual environment, once
    .build/interop-venv/bin/python Fixtures/hostile/make.py     writes the corpus; with --check it only compares

Each class of failure is written by hand, from the specification, in the modules beside this file. The reference
in Tests/Interop must agree before a body or a payload is written.
"""

import sys

import corpus  # before the others, since it makes Tests/Interop importable

import bodies
import keyrings
import payloads

bodies.bodies()
payloads.payloads()
keyrings.keyrings()
if "--check" in sys.argv:
    if names := corpus.differs():
        sys.exit(f"not what make.py writes: {', '.join(names)}")
else:
    print(corpus.save())
