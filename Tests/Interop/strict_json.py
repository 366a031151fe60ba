"""Strict and lossless JSON by section 4.5 of Documentation/wire-format.md."""

import json
import re
import sys

MAXIMUM_DEPTH = 512
MAXIMUM_BYTES = 65_536
sys.setrecursionlimit(10_000)  # 512 levels with a few Python frames each


class JSONRefused(Exception):
    """Bytes that are not JSON by section 4.5."""


class Number:
    """A JSON number, kept as its text."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return f"Number({self.text})"


def parse(data, maximum_depth=MAXIMUM_DEPTH):
    """Returns a value of dict, list, str, bool, None and Number. Raises JSONRefused."""
    if len(data) > MAXIMUM_BYTES:
        raise JSONRefused(f"expected at most {MAXIMUM_BYTES} bytes, found {len(data)}")
    return parse_any_length(data, maximum_depth)


def parse_any_length(data, maximum_depth=MAXIMUM_DEPTH):
    try:
        text = bytes(data).decode("utf-8", "strict")
    except UnicodeDecodeError as error:
        raise JSONRefused(f"not UTF-8 at {error.start}") from None
    check_depth(text, maximum_depth)
    try:
        value = json.loads(text, object_pairs_hook=members, parse_int=Number, parse_float=Number,
                           parse_constant=not_a_number)
    except (json.JSONDecodeError, RecursionError) as error:
        raise JSONRefused(str(error)) from None
    for text in texts(value):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise JSONRefused("half of a surrogate pair") from None
    return value


def members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise JSONRefused("duplicate member name")
    return dict(pairs)


def not_a_number(text):
    raise JSONRefused(f"{text} is not JSON")


def check_depth(text, maximum_depth):
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > maximum_depth:
            raise JSONRefused("nested too deep")


def inner_values(value):
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def texts(value):
    """Returns all strings of a value, including member names."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict):
        yield from value
    for inner in inner_values(value):
        yield from texts(inner)


def holds_null(value):
    return value is None or any(holds_null(inner) for inner in inner_values(value))


def serialize(value):
    """Returns the shortest text: raw UTF-8, no white space, members in order, numbers unchanged."""
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
    """Returns whether two values are equal: members in any order, numbers by their text."""
    if isinstance(one, Number) or isinstance(other, Number):
        return isinstance(one, Number) and isinstance(other, Number) and one.text == other.text
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return type(one) is type(other) and one == other
