"""Bodies of Live Activities: where an envelope stands, and for which purpose."""

from case_bodies import CONTENT, SUITES, body, envelope, message, provider_of
from corpus import NOW
from sealedpush_reference import encode

UPDATE = '{"aps":{"event":"update","timestamp":1795263600,"content-state":%s}}'
START = '{"aps":{"event":"start","timestamp":1795263600,"attributes-type":"A","attributes":%s,"content-state":%s}}'


def live(about, expect, text, **how):
    body(f"Live Activity: {about}", expect, text.encode(), push_type="liveactivity", **how)


def made(purpose, *, suite=1, content=None):
    content = message(CONTENT) if content is None else content
    return envelope(suite, content, f"live {purpose}", purpose=purpose)


def holding(envelope_bytes):
    return '{"sealed":"%s"}' % encode(envelope_bytes)


def live_activities():
    state, attributes = made("liveactivity/content-state"), made("liveactivity/attributes")
    where_the_envelope_stands(holding(state), encode(state))
    purposes(state, attributes)
    attributes_of_a_start(holding(state), attributes)


def where_the_envelope_stands(good, text):
    for about, value in [
        ("in an object of the content state", UPDATE % f'{{"x":{good}}}'), ("in a list", UPDATE % f"[{good}]"),
        ("under another name", UPDATE % good.replace("sealed", "Sealed")),
        ("as the content state", UPDATE % f'"{text}"'),
        ("in a content state beside aps", '{"aps":{"event":"update"},"content-state":%s}' % good),
        ("in a content state in capitals", (UPDATE % good).replace("content-state", "Content-State")),
        ("in the attributes of an update", UPDATE.replace("content-state", "attributes") % good),
        ("in the alert", (UPDATE % "{}").replace("1795263600", f'1,"alert":{good}')),
        ("at the root, beside a plain content state", (UPDATE % "{}")[:-1] + f',"sealed":"{text}"}}'),
        ("nowhere: the content state is null", UPDATE % "null"), ("nowhere: aps is text", '{"aps":"content-state"}'),
        ("nowhere: aps is null", '{"aps":null}'), ("nowhere: an empty object", "{}"),
    ]:
        live(f"the envelope {about}", "notSealed", value)
    for about, value in [
        ("null", '{"sealed":null}'), ("an object", '{"sealed":{}}'), ("a list of the text", f'{{"sealed":["{text}"]}}'),
        ("padded", f'{{"sealed":"{text}="}}'), ("empty", '{"sealed":""}'), ("of one byte", '{"sealed":"AQ"}'),
        ("there twice, once in escapes", f'{{"sealed":"{text}","\\u0073ealed":"{text}"}}'),
    ]:
        live(f"the envelope is {about}", "malformed", UPDATE % value)
    live("two content states", "malformed", (UPDATE % good)[:-2] + ',"content-state":{}}}')
    live("two events", "malformed", (UPDATE % good).replace('{"event"', '{"event":"start","event"'))


def purposes(state, attributes):
    for suite in SUITES:
        for about, purpose in [
            ("an alert", "alert"), ("the push type alone", "liveactivity"), ("attributes", "liveactivity/attributes"),
            ("its name in capitals", "liveactivity/Content-State"), ("its name alone", "content-state"),
            ("its name with a slash", "liveactivity/content-state/"), ("nothing", ""),
        ]:
            live(f"suite {suite}, a content state sealed for {about}", "cannotOpen",
                 UPDATE % holding(made(purpose, suite=suite)), provider=provider_of(suite))
    live("attributes sealed as a content state", "cannotOpen", START % (holding(state), holding(state)))
    live("a content state sealed as attributes", "cannotOpen", START % (holding(attributes), holding(attributes)))
    live("attributes sealed for an alert", "cannotOpen", START % (holding(made("alert")), holding(state)))
    for other in ("alert", "background", "voip", "liveactivity/content-state"):
        body(f"a Live Activity read as {other}", "notSealed", (UPDATE % holding(state)).encode(), push_type=other)
    for other in ("alert", "background"):
        body(f"a content state at the root of a push, read as {other}", "cannotOpen", holding(state).encode(),
             push_type=other)


def attributes_of_a_start(good, attributes):
    def late(**how):
        return made("liveactivity/attributes", content=message(CONTENT, **how))

    for about, expect, value in [
        ("are missing", "notSealed", None), ("are null", "notSealed", "null"), ("are plain", "notSealed", '{"a":1}'),
        ("are the envelope's text", "notSealed", f'"{encode(attributes)}"'),
        ("hold a number", "malformed", '{"sealed":1}'), ("hold one byte", "malformed", '{"sealed":"AQ"}'),
        ("are of suite 6", "unknownSuite", holding(b"\6" + attributes[1:])),
        ("are of suite 2", "unauthenticatedSender", holding(made("liveactivity/attributes", suite=2))),
        ("are for an unknown key", "unknownKey", holding(b"\1\0\0\0\0" + attributes[5:])),
        ("are from an unknown key", "unknownSender", holding(attributes[:5] + bytes(4) + attributes[9:])),
        ("have another tag", "cannotOpen", holding(attributes[:-1] + bytes([attributes[-1] ^ 1]))),
        ("have an unknown flag", "badMessage", holding(late(flags=17))),
        ("are issued in the future", "notYetValid", holding(late(issued=NOW + 301))),
        ("are past their end", "expired", holding(late(issued=NOW - 100, expires=NOW - 61))),
        ("are a list", "badMessage", holding(made("liveactivity/attributes", content=message(b"[]")))),
    ]:
        text = START % (value, good)
        if value is None:
            text = (UPDATE % good).replace("update", "start")
        live(f"the attributes of a start {about}", expect, text)
