#!/usr/bin/env python3
"""Writes the published vectors in this folder from the originals; README.md says where those are published.

    Fixtures/published/make.py FOLDER            writes the files
    Fixtures/published/make.py FOLDER --check    compares the files with the originals, writes nothing

FOLDER holds hpke-x25519-sha256-chacha20poly1305.json, wycheproof/*_test.json and json-test-suite/*.json.
"""

import argparse
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Interop"))

from published import expanded

WYCHEPROOF = "https://github.com/C2SP/wycheproof/blob/613a2e44cb645a9890e49f8d8798cd59ef38379b/testvectors_v1/"
HPKE = "https://github.com/cfrg/draft-irtf-cfrg-hpke/blob/5f503c564da00b0687b3de75f1dfbdfc4079ad31/test-vectors.json"
JSON_TEST_SUITE = "https://github.com/nst/JSONTestSuite/tree/c6611178a2831901122f4f6c922bcded1dc58a72/test_parsing"

AEAD = ["key", "iv", "aad", "msg", "ct", "tag"]
WYCHEPROOF_MEMBERS = {
    "x25519": ["public", "private", "shared"],
    "chacha20_poly1305": AEAD,
    "xchacha20_poly1305": AEAD,
    "hkdf_sha256": ["size", "ikm", "salt", "info", "okm"],
    "hmac_sha256": ["key", "msg", "tag"],
}
HPKE_MEMBERS = [
    "mode", "kem_id", "kdf_id", "aead_id", "info", "skRm", "pkRm", "skSm", "pkSm", "skEm", "pkEm", "psk", "psk_id", "enc", "shared_secret",
    "key_schedule_context", "secret", "key", "base_nonce", "exporter_secret", "encryptions", "exports",
]
EXPECTATIONS = {"y": "accepted", "n": "refused", "i": "either"}


def compact(value) -> str:
    return json.dumps(value, separators=(",", ":"))


def file(source: str, licence: str, changes: str, members: list[str]) -> str:
    """A JSON object of a few lines that name the source, and `members`, texts that are JSON already."""
    heading = {"source": source, "licence": licence, "changes": changes}
    return "{\n" + ",\n".join([*(f'"{name}":{compact(text)}' for name, text in heading.items()), *members]) + "\n}\n"


def lines(items: list[str], brackets: str) -> str:
    return brackets[0] + "\n" + ",\n".join(items) + "\n" + brackets[1]


def wycheproof(folder: pathlib.Path, name: str) -> str:
    original = json.loads((folder / "wycheproof" / f"{name}_test.json").read_text())
    cases = [case for group in original["testGroups"] for case in group["tests"]]
    assert len(cases) == original["numberOfTests"], name
    members = ["tcId", "flags", "result", *WYCHEPROOF_MEMBERS[name]]
    return file(
        f"C2SP Wycheproof, {WYCHEPROOF}{name}_test.json", "Apache-2.0, LICENSE-Wycheproof.txt",
        "every case, one per line, without its comment; groups and notes are removed",
        ['"cases":' + lines([compact({member: case[member] for member in members}) for case in cases], "[]")])


def hpke(folder: pathlib.Path) -> str:
    vectors = []
    for vector in json.loads((folder / "hpke-x25519-sha256-chacha20poly1305.json").read_text()):
        if (vector["kem_id"], vector["kdf_id"], vector["aead_id"]) == (0x20, 1, 3) and vector["mode"] in (0, 2, 3):
            vector["encryptions"] = vector["encryptions"][:12]
            vectors.append({member: vector[member] for member in HPKE_MEMBERS if member in vector})
    assert [vector["mode"] for vector in vectors] == [0, 2, 3]
    return file(
        f"RFC 9180, {HPKE}", "Revised BSD, LICENSE-IETF-Trust.txt",
        "DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305 in the modes Base, Auth and AuthPSK, with 12 encryptions each; "
        "the seeds of the keys are removed",
        ['"vectors":' + lines([lines([f'"{name}":{compact(value)}' for name, value in vector.items()], "{}")
                               for vector in vectors], "[]")])


def runs(content: bytes) -> str:
    """The bytes in hexadecimal, with 100 or more repetitions of one to five bytes as `HEX*COUNT`; see README.md."""
    pieces, end = [], 0
    for match in re.finditer(rb"(.{1,5}?)\1{99,}", content, re.DOTALL):
        pieces.append(content[end:match.start()].hex())
        pieces.append(f"{match[1].hex()}*{len(match[0]) // len(match[1])}")
        end = match.end()
    pieces.append(content[end:].hex())
    text = " ".join(piece for piece in pieces if piece)
    assert expanded(text) == content
    return text


def json_test_suite(folder: pathlib.Path) -> str:
    cases = {expectation: {} for expectation in EXPECTATIONS.values()}
    for path in sorted((folder / "json-test-suite").glob("*.json")):
        cases[EXPECTATIONS[path.name.split("_")[0]]][path.name] = runs(path.read_bytes())
    return file(
        f"JSONTestSuite, {JSON_TEST_SUITE}", "MIT, LICENSE-JSONTestSuite.txt",
        "every input in one file, in hexadecimal",
        [f'"{expectation}":' + lines([f"{compact(name)}:{compact(text)}" for name, text in inputs.items()], "{}")
         for expectation, inputs in cases.items()])


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the published vectors from the originals.")
    parser.add_argument("folder", type=pathlib.Path, help="the folder of the originals")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    made = {f"{name}.json": wycheproof(arguments.folder, name) for name in WYCHEPROOF_MEMBERS}
    made["hpke.json"] = hpke(arguments.folder)
    made["json_test_suite.json"] = json_test_suite(arguments.folder)
    different = [name for name, text in made.items()
                 if not (HERE / name).exists() or (HERE / name).read_bytes() != text.encode("ascii")]
    if not arguments.check:
        for name in different:
            (HERE / name).write_bytes(made[name].encode("ascii"))
        print(f"{len(made)} files, {len(different)} of them changed")
    elif different:
        sys.exit("not what make.py makes of the originals: " + ", ".join(different))
    else:
        print(f"{len(made)} files, all as made from the originals")


if __name__ == "__main__":
    main()
