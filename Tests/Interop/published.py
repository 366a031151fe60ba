"""The published vectors of Fixtures/published, whose README.md describes the files. Needs the standard library only."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "published"


def expanded(text: str) -> bytes:
    """The bytes of hexadecimal runs: `5b*3 0a` is 5b 5b 5b 0a."""
    content = b""
    for run in text.split():
        digits, _, count = run.partition("*")
        content += bytes.fromhex(digits) * int(count or 1)
    return content


def load(name: str) -> dict:
    """A file of the folder, such as `x25519`, as it is."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="ascii"))


def hpke() -> list[dict]:
    """The vectors of RFC 9180 for the suite of the format, in the modes Base (0) and Auth (2), by the RFC's names. Bytes
    are in hexadecimal."""
    return load("hpke")["vectors"]


def json_test_suite() -> dict[str, dict[str, bytes]]:
    """The inputs of JSONTestSuite by file name: those that a parser must have `accepted`, `refused`, or may treat
    `either` way."""
    suite = load("json_test_suite")
    return {expectation: {name: expanded(text) for name, text in suite[expectation].items()}
            for expectation in ("accepted", "refused", "either")}
