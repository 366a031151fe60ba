"""The payloads of the hostile corpus: what must not be sealed."""

import json

from corpus import NOW, TOPIC, write
from sealedpush_reference import CannotSeal, JSONRefused, seal
from vector_keys import KEYS


def payload(about, expect, text, *, push_type="alert", visible=(), placeholder='{"title":"New activity"}',
            envelope_key="sealed", padding=512, broadcast=False):
    fields = [("push-type", push_type), *(("visible", path) for path in visible)]
    fields += [("placeholder", placeholder)] if push_type == "alert" else []
    fields += [("envelope-key", envelope_key)] if envelope_key != "sealed" else []
    fields += [("padding", padding)] if padding != 512 else []
    fields += [("broadcast", "true")] if broadcast else []
    content = text if isinstance(text, bytes) else text.encode()
    try:
        seal(content, to=KEYS["device"], sender=KEYS["provider"], topic=TOPIC, issued_at=NOW, push_type=push_type,
             visible=visible, placeholder=json.loads(placeholder), envelope_key=envelope_key, padding=padding,
             broadcast=broadcast)
        found = "sealed"
    except JSONRefused:
        found = "malformed"
    except CannotSeal as error:
        found = error.code
    assert found == expect, f"{about}: the reference says {found}, not {expect}"
    write("payload", about, expect, content, fields)


def payloads():
    not_json()
    not_a_payload()
    envelope_keys()
    must_stay_visible()
    placeholders()
    live_activities()
    sizes()


def not_json():
    for about, text in [
        ("a payload of nothing", ""), ("a payload cut short", '{"aps":{"alert":"Hi"}'),
        ("a comma too many", '{"aps":{"alert":"Hi"},}'),
        ("a name twice, once in escapes", '{"aps":{"alert":"Hi"},"a":1,"\\u0061":1}'),
        ("a name twice in a list", '{"a":[{"b":1,"b":1}]}'),
        ("a name outside ASCII twice, once in escapes", '{"caf\u00e9":1,"caf\\u00e9":1}'),
        ("a lone surrogate", '{"a":"\\ud83d"}'), ("lists nested 513 deep", '{"a":' + "[" * 512 + "]" * 512 + "}"),
        ("a byte order mark", "\ufeff{}"), ("a comment", "{} // x"), ("infinity as a value", '{"a":Infinity}'),
        ("a list as the payload", '[{"aps":{}}]'), ("text as the payload", '"aps"'),
    ]:
        payload(about, "malformed", text)
    payload("a number as a name", "malformed", '{"aps":{"alert":"Hi"},1:2}')
    payload("a payload that is not UTF-8", "malformed", b'{"a":"\xc3\x28"}')
    payload("a payload of 65537 bytes", "malformed", '{"a":"%s"}' % ("x" * (65537 - 8)))


def not_a_payload():
    for about, text, push_type in [
        ("a null as aps", '{"aps":null}', "alert"),
        ("a null in the alert", '{"aps":{"alert":{"title":null}}}', "alert"),
        ("a null deep in lists", '{"aps":{"alert":"Hi"},"a":[[[[null]]]]}', "alert"),
        ("a null in a background push", '{"aps":{"content-available":1},"a":null}', "background"),
        ("a null in the member of the envelope's name", '{"aps":{"alert":"Hi"},"sealed":null}', "alert"),
        ("aps is true", '{"aps":true}', "alert"), ("aps is a number", '{"aps":1}', "background"),
        ("aps is a list of objects", '{"aps":[{}]}', "voip"),
    ]:
        payload(about, "invalidPayload", text, push_type=push_type)


def envelope_keys():
    for about, key in [("an envelope key with a line feed", "a\\n"), ("an envelope key with a slash", "a/b"),
                       ("an envelope key in Cyrillic letters", "\u0430ps"), ("an envelope key with a space", "a b"),
                       ("an envelope key with the Kelvin sign", "\u212aey"), ("an envelope key composed", "caf\u00e9")]:
        payload(about, "invalidEnvelopeKey", '{"aps":{"alert":"Hi"}}', envelope_key=key)
    alert = '{"aps":{"alert":"Hi"},"%s":{"a":1}}'
    for about, text, path, key in [
        ("a member named like the envelope key, named visible", alert % "sealed", "/sealed", "sealed"),
        ("the same, in escapes", alert % "seale\\u0064", "/sealed", "sealed"),
        ("the same, with a member of it named visible", alert % "sealed", "/sealed/a", "sealed"),
        ("the same, with another envelope key", alert % "K", "/K", "K"),
    ]:
        payload(about, "invalidEnvelopeKey", text, visible=[path], envelope_key=key)


def must_stay_visible():
    for about, text, push_type, visible in [
        ("widgets without their aps named", '{"aps":{"content-changed":true}}', "widgets", []),
        ("widgets with a part of their aps named", '{"aps":{"content-changed":true,"a":1}}', "widgets",
         ["/aps/content-changed"]),
        ("controls without their aps named", '{"aps":{"content-changed":true}}', "controls", []),
        ("an MDM push with another member named", '{"mdm":"x","a":1}', "mdm", ["/a"]),
        ("an MDM push with a name that only looks the same", '{"mdm":"x","\u217fdm":1}', "mdm", ["/\u217fdm"]),
        ("a file provider push with one of its two members named", '{"container-identifier":"a","domain":"b"}',
         "fileprovider", ["/domain"]),
    ]:
        payload(about, "mustStayVisible", text, push_type=push_type, visible=visible)


def placeholders():
    for about, alert in [("an alert of white space kind: empty text", '""'), ("an alert that is a list", '["Hi"]'),
                         ("an alert that is true", "true"), ("an alert that is a number", "1"),
                         ("an alert without text", '{"launch-image":"a"}')]:
        payload(about + ", named visible", "emptyPlaceholder", '{"aps":{"alert":%s}}' % alert, visible=["/aps/alert"])
    for about, placeholder in [("a placeholder with an empty title", '{"title":""}'),
                               ("a placeholder whose title is a number", '{"title":1}'),
                               ("a placeholder of an image alone", '{"launch-image":"a"}')]:
        payload(about, "emptyPlaceholder", '{"aps":{"alert":"Hi"}}', placeholder=placeholder)
    payload("a placeholder whose title is made empty by a visible member", "emptyPlaceholder",
            '{"aps":{"alert":{"title":"","body":"Hi"}}}', visible=["/aps/alert/title"])


def live_activities():
    update = '{"aps":{"event":"update","timestamp":1,"content-state":%s}}'
    start = '{"aps":{"event":"start","timestamp":1,"content-state":{},"attributes":%s}}'
    for about, text in [
        ("a payload of nothing but an object", "{}"), ("an empty aps", '{"aps":{}}'),
        ("the content state beside aps", '{"aps":{"event":"update","timestamp":1},"content-state":{}}'),
        ("the content state in capitals", '{"aps":{"event":"update","timestamp":1,"Content-State":{}}}'),
        ("a content state of text", update % '"{}"'), ("a content state that is a number", update % "1"),
        ("a content state that is a list", update % "[{}]"), ("a content state with a null", update % '{"a":[null]}'),
        ("an end without content state", '{"aps":{"event":"end","timestamp":1,"dismissal-date":2}}'),
        ("a start without attributes", '{"aps":{"event":"start","timestamp":1,"content-state":{}}}'),
        ("a start with a list of attributes", start % "[]"), ("a start with attributes that are true", start % "true"),
        ("a null beside the content state", '{"aps":{"event":"update","content-state":{},"alert":null}}'),
    ]:
        payload(f"Live Activity: {about}", "invalidPayload", text, push_type="liveactivity")
    for about, text, path in [
        ("a content state's member of the envelope's name", update % '{"sealed":{"a":1}}', "/aps/content-state/sealed"),
        ("a part of it", update % '{"sealed":{"a":1}}', "/aps/content-state/sealed/a"),
        ("the content state that holds it", update % '{"sealed":1}', "/aps/content-state"),
        ("aps around it", update % '{"sealed":1}', "/aps"),
        ("attributes that hold it", start % '{"sealed":1}', "/aps/attributes"),
    ]:
        payload(f"Live Activity: named visible: {about}", "invalidEnvelopeKey", text, push_type="liveactivity",
                visible=[path])


def sizes():
    longest = 2959 - 10 - 20  # of a default push in suite 1: flags, times, 0x80, and {"aps":{"alert":""}}
    payload("one byte more than fits", "tooLarge", '{"aps":{"alert":"%s"}}' % ("x" * (longest + 1)))
    payload("one emoji more than fits, with maximum padding", "tooLarge",
            '{"aps":{"alert":"%s\U0001f600"}}' % ("x" * (longest - 3)), padding="max")
    payload("a thousand bytes more than fit in the clear", "tooLarge", '{"aps":{"alert":"Hi"},"a":"%s"}' % ("x" * 5000),
            visible=["/a"])
    payload("a call one byte too long", "tooLarge", '{"a":"%s"}' % ("x" * (3 * (5120 - 13) // 4 - 57 - 6 - 8 + 1)),
            push_type="voip")
    live = '{"aps":{"event":"update","content-state":%s}}'
    clear = len(live % '{"sealed":""}')
    for about, limit, broadcast in [("an update", 4096, False), ("a broadcast", 5120, True)]:
        longest = 3 * (limit - clear) // 4 - 57 - 6 - 8
        payload(f"Live Activity: {about} one byte too long", "tooLarge",
                live % ('{"a":"%s"}' % ("x" * (longest + 1))), push_type="liveactivity", broadcast=broadcast)
    start = '{"aps":{"event":"start","content-state":{"a":"%s"},"attributes":{"a":"%s"}}}'
    for about, text in [("attributes", start % ("x", "x" * 2900)), ("content state", start % ("x" * 2900, "x")),
                        ("two halves", start % ("x" * 1450, "x" * 1450))]:
        payload(f"Live Activity: a start with too long {about}", "tooLarge", text, push_type="liveactivity")
    payload("Live Activity: an alert too long in the clear", "tooLarge",
            '{"aps":{"event":"update","content-state":{},"alert":{"body":"%s"}}}' % ("x" * 4000),
            push_type="liveactivity")
