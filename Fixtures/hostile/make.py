"""Writes the hostile corpus; README.md beside this file describes its files.

    Scripts/interop                                             makes the virtual environment, once
    .build/interop-venv/bin/python Fixtures/hostile/make.py     writes the corpus again

Each class of failure is written by hand, from the specification, in the modules beside this file. The reference
in Tests/Interop must agree before a body or a payload is written.
"""

import corpus  # first, since it makes Tests/Interop importable

import bodies
import keyrings
import payloads

bodies.bodies()
payloads.payloads()
keyrings.keyrings()
print(corpus.save())
