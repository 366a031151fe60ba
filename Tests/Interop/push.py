"""The push around the envelope: the sealed objects, the visible part, and the position of the envelope (§4 and §6)."""

import copy
import re

from envelope import OVERHEAD, STANDARD_BLOCK, CannotSeal, Refusal, decode, encode, open_envelope, pad, seal_envelope
from envelope import suite_of, unpadded
from strict_json import JSONRefused, Number, holds_null, parse, same, serialize

READ_BY_SYSTEM = {  # §4.1: the members that the system reads in a payload with the envelope at the root
    "widgets": ["aps"], "controls": ["aps"], "fileprovider": ["container-identifier", "domain"], "mdm": ["mdm"],
}
TEXTS = ("title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key")
PLACEHOLDER = {"title": "New activity"}


def limit_of(push_type, broadcast):
    return 5120 if push_type == "voip" or push_type == "liveactivity" and broadcast else 4096


def sealed_objects(push_type, root):
    """Returns the purpose and path of each object with an envelope, in the order of sealing and opening (§4.1)."""
    if push_type != "liveactivity":
        return {push_type: ()}
    aps = root.get("aps")
    starts = isinstance(aps, dict) and (aps.get("event") == "start" or "attributes" in aps)
    return {f"liveactivity/{name}": ("aps", name) for name in ("content-state", "attributes")[:1 + starts]}


def at(root, path):
    for name in path:
        root = root.get(name) if isinstance(root, dict) else None
    return root


def put(root, path, value):
    for name in path[:-1]:
        if not isinstance(root.get(name), dict):
            root[name] = {}
        root = root[name]
    root[path[-1]] = value


# The visible part (§4.2)

def path_of(text):
    if text.startswith("/"):
        return [part.replace("~1", "/").replace("~0", "~") for part in text[1:].split("/")]
    return text.split(".")


def copied(payload, paths, into):
    """Copies the members at the paths, in the payload's order; paths without a member are skipped."""
    def place(path):
        places, value = [], payload
        for name in path:
            if not isinstance(value, dict) or name not in value:
                return None
            places.append(list(value).index(name))
            value = value[name]
        return places

    found = sorted((place(path), path) for path in paths if place(path) is not None)
    for _, path in found:
        put(into, path, copy.deepcopy(at(payload, path)))
    return into


def visible_root(payload, push_type, placeholder, paths):
    """Returns the visible part of a push with the envelope at the root, without the envelope."""
    shows = push_type == "alert"
    aps = {"alert": copy.deepcopy(placeholder), "mutable-content": Number("1")} if shows else {}
    visible = copied(payload, paths + [["aps", "content-available"]], {"aps": aps})
    if shows:
        inner = visible["aps"]
        alert = inner.get("alert", placeholder)
        if not (isinstance(alert, str) and alert
                or isinstance(alert, dict) and any(isinstance(alert.get(n), str) and alert[n] for n in TEXTS)):
            raise CannotSeal("emptyPlaceholder", "the alert in the clear holds no text, so nothing would be displayed")
        first = {"alert": alert, "mutable-content": Number("1")}
        visible["aps"] = {**first, **{name: value for name, value in inner.items() if name not in first}}
    elif not visible["aps"] and not ("aps" in payload and ["aps"] in paths):
        del visible["aps"]
    for name in READ_BY_SYSTEM.get(push_type, []):
        if name in payload and not (name in visible and same(visible[name], payload[name])):
            raise CannotSeal("mustStayVisible", f"the system itself reads {name} of this push type")
    return visible


def visible_part(payload, push_type, placeholder, paths):
    if push_type != "liveactivity":
        return visible_root(payload, push_type, placeholder, paths)
    visible = copy.deepcopy(payload)
    for path in sealed_objects(push_type, payload).values():
        sealed = at(payload, path)
        if not isinstance(sealed, dict):
            raise CannotSeal("invalidPayload", f"expected an object at {'.'.join(path)}")
        inner = [p[len(path):] for p in paths if tuple(p[:len(path)]) == path]
        whole = any(path[:len(p)] == tuple(p) for p in paths)
        put(visible, path, copied(sealed, [[name] for name in sealed] if whole else inner, {}))
    return visible


# The provider half

def seal(payload_text, *, push_type="alert", visible=(), placeholder=None, envelope_key="sealed", broadcast=False,
         limit=None, to=None, sender=None, shared=None, suite=None, padding=STANDARD_BLOCK, randomness=None, **message):
    """Returns the body and its inputs. `message` has topic, audience, issued_at, expires_at and sequence."""
    payload = parse(payload_text)
    if not isinstance(payload, dict):
        raise JSONRefused("a payload is a JSON object")
    if holds_null(payload) or not isinstance(payload.get("aps", {}), dict):
        raise CannotSeal("invalidPayload", "a payload holds no null, and its aps is an object")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", envelope_key) or envelope_key == "aps":
        raise CannotSeal("invalidEnvelopeKey", "1 to 64 of A-Z a-z 0-9 _ - . and not aps")
    paths = sealed_objects(push_type, payload)
    shown = visible_part(payload, push_type, PLACEHOLDER if placeholder is None else placeholder,
                         [path_of(path) for path in visible])

    def body_with(envelopes):
        body = copy.deepcopy(shown)
        for purpose, text in envelopes.items():
            inner = at(body, paths[purpose])
            if envelope_key in inner:
                raise CannotSeal("invalidEnvelopeKey", "the envelope's member is named visible")
            inner[envelope_key] = text
        return serialize(body)

    suite = suite_of(to, sender, shared, suite)
    contents = {purpose: serialize(at(payload, path)) for purpose, path in paths.items()}
    free = (limit or limit_of(push_type, broadcast)) - len(body_with(dict.fromkeys(paths, "")))
    times = message["issued_at"], message.get("expires_at"), message.get("sequence"), to.chain if suite == 5 else None
    capacities = capacities_of(contents, times, free, OVERHEAD[suite], padding)
    draw = 24 if suite == 3 else 32
    made = {}
    for number, purpose in enumerate(paths):
        made[purpose] = seal_envelope(
            contents[purpose], purpose=purpose, to=to, sender=sender, shared=shared, suite=suite,
            randomness=randomness and randomness[number * draw:(number + 1) * draw],
            padding=padding if number == 0 else block_of_attributes(padding), capacity=capacities[purpose], **message)
    return {"payload": payload, "visible": shown, "suite": suite, "envelopes": list(made.values()),
            "body": body_with({purpose: encode(one["envelope"]) for purpose, one in made.items()})}


def block_of_attributes(padding):
    return STANDARD_BLOCK if padding == "max" else padding


def text_length(byte_count):
    return -(-4 * byte_count // 3)


def capacities_of(contents, times, free, overhead, padding):
    """Returns the maximum size of the message in each envelope, for `free` characters in total (§6)."""
    first, *others = contents
    capacities = {}
    for purpose in others:  # attributes get the space that the shortest content-state leaves
        least = text_length(overhead + len(unpadded(contents[first], *times)) + 1)
        capacities[purpose] = 3 * (free - least) // 4 - overhead
        padded = pad(unpadded(contents[purpose], *times), block_of_attributes(padding), capacities[purpose])
        free -= text_length(overhead + len(padded))
    capacities[first] = 3 * free // 4 - overhead
    return capacities


# The device half

def open_(body, *, push_type="alert", envelope_key="sealed", each=None, **how):
    """Returns the delivered payload and its metadata; raises Refusal (§5). `each` gets those of each envelope."""
    try:
        root = parse(body)
    except JSONRefused as error:
        raise Refusal("malformed", str(error)) from None
    if not isinstance(root, dict):
        raise Refusal("malformed", "not an object")
    each = [] if each is None else each
    for purpose, path in sealed_objects(push_type, root).items():
        opened = open_envelope(envelope_in(at(root, path), envelope_key), purpose=purpose, **how)
        content = opened.pop("content")
        if path:
            put(root, path, content)
        else:
            root = content
        each.append(opened)
    return {"delivered": root, **each[0]}


def envelope_in(holder, envelope_key):
    """Runs checks 2 and 3 of §5.1."""
    if not isinstance(holder, dict) or envelope_key not in holder:
        raise Refusal("notSealed")
    text = holder[envelope_key]
    if not isinstance(text, str):
        raise Refusal("malformed", "the envelope is not a string")
    return envelope_of(text)


def envelope_of(text):
    try:
        return decode(text)
    except ValueError as error:
        raise Refusal("malformed", str(error)) from None
