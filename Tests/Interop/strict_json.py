"""JSON as Documentation/wire-format.md wants it (§3), and the canonical form of the visible part (§10)."""

import json
import re
import struct
import sys
from fractions import Fraction

MAXIMUM_DEPTH = 512
sys.setrecursionlimit(10_000)  # 512 levels, a few Python frames each


class JSONRefused(Exception):
    """Bytes that are not JSON as §3 wants it."""


class CannotBeHashed(Exception):
    """A number in the clear that fails the number rule (§10.2)."""


class Number:
    """A JSON number as it was written."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"Number({self.text})"

    def decimal(self):
        """(is negative, digits without zeros at either end, power of ten); zero is (False, "", 0)."""
        sign, whole, fraction, power = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", self.text).groups()
        digits = (whole + (fraction or "")).lstrip("0")
        power = power or "0"
        if len(power) > 12:  # far outside binary64 whatever the digits are
            power = "-9999999999" if power[0] == "-" else "9999999999"
        exponent = int(power) - len(fraction or "")
        stripped = digits.rstrip("0")
        if not stripped:
            return (False, "", 0)
        return (sign == "-", stripped, exponent + len(digits) - len(stripped))

    def binary64(self):
        """The one binary64 that this number is, by the number rule (§10.2)."""
        value = float(self.text)
        if value in (float("inf"), float("-inf")) or Number(repr(value)).decimal() != self.decimal():
            raise CannotBeHashed(f"{len(self.text)} characters of number have no binary64 of their own")
        negative, digits, exponent = self.decimal()
        exact = Fraction(int(digits or 0)) * Fraction(10) ** exponent * (-1 if negative else 1)
        if exact != Fraction(value):
            raise CannotBeHashed(f"{len(self.text)} characters of number are no binary64")
        return value + 0.0  # -0 becomes +0


def parse(data, nulls=True):
    """A value of dict, list, str, bool, None and Number. Raises JSONRefused."""
    try:
        text = bytes(data).decode("utf-8", "strict")
    except UnicodeDecodeError as error:
        raise JSONRefused(f"not UTF-8 at {error.start}") from None
    check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=members, parse_int=Number, parse_float=Number,
                           parse_constant=not_a_number)
    except (json.JSONDecodeError, RecursionError) as error:
        raise JSONRefused(str(error)) from None
    check_scalars(value, nulls)
    return value


def members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise JSONRefused("duplicate member name")
    return dict(pairs)


def not_a_number(text):
    raise JSONRefused(f"{text} is not JSON")


def check_depth(text):
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > MAXIMUM_DEPTH:
            raise JSONRefused("nested too deep")


def check_scalars(value, nulls):
    """No surrogate without its partner, and no null where none may be."""
    if value is None and not nulls:
        raise JSONRefused("a payload holds no null")
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise JSONRefused("half of a surrogate pair") from None
    for inner in value if isinstance(value, (list, dict)) else ():
        check_scalars(inner, nulls)
    for inner in value.values() if isinstance(value, dict) else ():
        check_scalars(inner, nulls)


def serialize(value):
    """The shortest text: raw UTF-8, no white space, members in their order, numbers as written."""
    return text_of(value).encode("utf-8")


def text_of(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(text_of(name) + ":" + text_of(inner) for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(text_of(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def same(one, other):
    """Equal values: members in any order, numbers by their text."""
    if isinstance(one, Number) or isinstance(other, Number):
        return isinstance(one, Number) and isinstance(other, Number) and one.text == other.text
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return type(one) is type(other) and one == other


def canonical(value):
    """§10.1. Raises CannotBeHashed."""
    if value is True:
        return b"t"
    if value is False:
        return b"f"
    if value is None:
        return b"n"
    if isinstance(value, Number):
        return b"d" + struct.pack(">d", value.binary64())
    if isinstance(value, str):
        return b"s" + sized(value)
    if isinstance(value, list):
        return b"a" + struct.pack(">I", len(value)) + b"".join([canonical(inner) for inner in value])
    ordered = sorted((name.encode("utf-8"), name) for name in value)
    return b"o" + struct.pack(">I", len(value)) + b"".join([sized(name) + canonical(value[name]) for _, name in ordered])


def sized(text):
    data = text.encode("utf-8")
    return struct.pack(">I", len(data)) + data
