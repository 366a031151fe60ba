"""Tests of the worked examples in Documentation/wire-format.md and transports.md; test_reference.py runs them, too."""

import json
import pathlib
import re
import unittest

import sealedpush_reference as reference
import vector_cases
from test_minimal import KNOWN
from vector_keys import KEYS, jwk

DOCUMENTATION = pathlib.Path(__file__).resolve().parents[2] / "Documentation"
NOW = vector_cases.ISSUED
OVERHEADS = [reference.OVERHEAD[suite] for suite in vector_cases.SUITES]  # of the suites that the tables have


class Specification(unittest.TestCase):
    def setUp(self):
        self.text = (DOCUMENTATION / "wire-format.md").read_text(encoding="utf-8")
        self.plain = "".join(self.text.split())
        self.cases = {case["name"]: case for case in KNOWN["vectors"]}

    def assertSays(self, *parts):
        self.assertIn("".join("".join(part.split()) for part in parts), self.plain)

    def test_its_length_and_words(self):
        self.assertLess(len(self.text.splitlines()), 560)
        for word in ("merge patch", "overlay", "canonical form", "outerDigest"):
            self.assertNotIn(word, self.text.lower())

    def test_thumbprints(self):
        for name, label in (("device", "public key"), ("shared", "shared")):
            key = KEYS[name]
            text = json.dumps({n: jwk(name)[n] for n in ("crv", "kty", "x", "k") if n in jwk(name)}, sort_keys=True)
            self.assertSays("input", text)
            self.assertSays(label, (key.public or key.secret).hex())
            self.assertSays("thumbprint", key.thumbprint.hex(), reference.encode(key.thumbprint), "key id",
                            key.id.hex())
        self.assertSays("device", KEYS["device"].secret.hex())

    def test_the_example_of_suite_3(self):
        case = self.cases["shared-minimal"]
        example = self.text[self.text.index("    payload     {"):self.text.index("The same payload in suite 1")]
        lines = {line[:16].strip() or number: line[16:] for number, line in enumerate(example.splitlines())}
        binding = [lines["binding"], *[line for name, line in lines.items() if isinstance(name, int)][:4]]
        self.assertEqual(hex_of(*binding), case["binding"])
        message = [lines["message"], *[line for name, line in lines.items() if isinstance(name, int)][4:6]]
        self.assertEqual(hex_of(*message), case["message"])
        self.assertEqual(hex_of(lines["header"]), case["header"])
        self.assertEqual(hex_of(lines["nonce"]), case["randomness"])
        self.assertSays("body", case["body"], f"{len(case['body'])} bytes, on one line")
        size = len(reference.decode(case["envelope"]))
        self.assertIn(f"ciphertext ({len(case['message']) // 2}) ‖ tag (16), {size} bytes", lines["envelope"])

    def test_the_example_of_suite_1(self):
        case, values = self.cases["auth-minimal"], self.cases["auth-minimal"]["intermediate"]
        self.assertSays("skS", KEYS["provider"].secret.hex(), "pkS", KEYS["provider"].public.hex(), "key id 419c57db",
                        "skE", case["randomness"], "binding", case["binding"], "message as above", "enc", values["enc"],
                        "key", values["key"], "nonce", values["baseNonce"])
        envelope = reference.decode(case["envelope"])
        self.assertSays(case["header"], f"‖ enc ‖ ciphertext ‖ tag, {len(envelope)} bytes; the last two are",
                        envelope[41:].hex())

    def test_sizes(self):
        for clear, limit in ((48, 4096), (74, 4096), (13, 5120)):
            sizes = " | ".join(str(3 * (limit - clear) // 4 - overhead) for overhead in OVERHEADS)
            self.assertIn(f"| {clear} | {limit} | {sizes} |", self.text)
        overheads = " | ".join(str(overhead) for overhead in OVERHEADS)
        self.assertIn(f"(overhead) | {overheads} |", self.text)

    def test_the_order_of_checks_has_the_codes_of_the_refusals(self):
        table = self.text[self.text.index("| # | check | code |"):self.text.index("Times are computed in 64 bits")]
        codes = set(re.findall(r"`(\w+)`(?=,| \|$)", table.replace("`device`", "").replace("`shared`", ""),
                               re.MULTILINE))
        # What needs an enrolled key is in the known answers of suite 5.
        self.assertEqual(codes, {case["expect"] for case in KNOWN["refusals"]} | {"suiteMismatch"})

    def test_the_vectors_have_the_fields_that_it_names(self):
        text = self.text[self.text.index("## 10 "):]
        for name, cases in KNOWN.items():
            if isinstance(cases, list):
                self.assertIn(f"`{name}`", text)
                fields = {field for case in cases for field in case}
                fields |= {field for case in cases for part in case.get("parts", []) for field in part}
                fields |= {field for case in cases for part in case.get("parts", [case])
                           for field in part.get("intermediate", [])}
                for field in fields - {"device", "provider", "shared"}:
                    self.assertIn(f"`{field}`", text, name)

    def test_the_links_lead_somewhere(self):
        headings = {re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
                    for line in self.text.splitlines() if line.startswith("#")}
        links = re.findall(r"\]\(([^)]+)\)", self.text)
        self.assertGreater(len(links), 15)
        for link in links:
            if link.startswith("#"):
                self.assertIn(link[1:], headings)
            else:
                self.assertTrue((DOCUMENTATION / link).exists(), link)
        numbers = {line.split()[1] for line in self.text.splitlines() if line.startswith("##")}
        numbers |= {f"9.{number}" for number in range(1, 10)}
        for section in re.findall(r"§(\d+(?:\.\d+)?)", self.text):
            self.assertIn(section, numbers)


class Transports(unittest.TestCase):
    def test_bytes_of_content(self):
        text = (DOCUMENTATION / "transports.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (.+) \| (\d+) (characters|bytes) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$",
                          text, re.MULTILINE)
        self.assertEqual(len(rows), 9)
        self.assertIn("4096 − 103 = 3993", text)
        body = None
        for name, left, unit, *sizes in rows:
            body = re.search(r"`(\{.*\})`", name)[1].replace("…", "") if "`{" in name else body
            limit = 5120 if "voip" in name or "broadcast" in name else 4096
            expected = 3993 if "Web Push" in name else limit - len("sealed") if "FCM" in name else limit - len(body)
            self.assertEqual(int(left), expected, name)
            room = expected if unit == "bytes" else 3 * expected // 4
            self.assertEqual([int(size) for size in sizes],
                             [room - overhead - 10 for overhead in [*OVERHEADS, reference.OVERHEAD[5]]])
            for suite, size in zip(vector_cases.SUITES, map(int, sizes)):
                content = b'{"a":"%s"}' % (b"x" * (size - 8))
                made = reference.seal_envelope(content, purpose="alert", issued_at=NOW, padding="none", capacity=room
                                               - reference.OVERHEAD[suite], **vector_cases.keys_for(suite))["envelope"]
                self.assertLessEqual(len(made if unit == "bytes" else reference.encode(made)), expected)
                with self.assertRaisesRegex(reference.CannotSeal, "tooLarge"):
                    reference.seal_envelope(content + b" ", purpose="alert", issued_at=NOW, padding="none",
                                            capacity=room - reference.OVERHEAD[suite], **vector_cases.keys_for(suite))


def hex_of(*lines):
    """Returns the hexadecimal digits at the start of the lines, before the explanations."""
    return "".join("".join(re.match(r"\s*((?:[0-9a-f]{2,}\s+)*[0-9a-f]{2,})(?=\s\s|$)",
                                    line)[1].split()) for line in lines)


if __name__ == "__main__":
    unittest.main()
