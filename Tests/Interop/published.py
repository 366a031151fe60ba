"""Readers of the published vectors in Fixtures/published, described in its README.md. Standard library only."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "published"


def expanded(text: str) -> bytes:
    """Returns the bytes of hexadecimal runs: `5b*3 0a` is 5b 5b 5b 0a."""
    content = b""
    for run in text.split():
        digits, _, count = run.partition("*")
        content += bytes.fromhex(digits) * int(count or 1)
    return content


def load(name: str) -> dict:
    """Returns the JSON of a file of the folder, for example `x25519`."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="ascii"))


def hpke() -> list[dict]:
    """Returns the vectors of RFC 9180 for the format's suite, modes Base (0) and Auth (2), by the RFC's names, with
    bytes in hexadecimal."""
    return load("hpke")["vectors"]


def json_test_suite() -> dict[str, dict[str, bytes]]:
    """Returns the inputs of JSONTestSuite by file name: `accepted`, `refused`, or `either` if a parser may accept or
    refuse them."""
    suite = load("json_test_suite")
    return {expectation: {name: expanded(text) for name, text in suite[expectation].items()}
            for expectation in ("accepted", "refused", "either")}
