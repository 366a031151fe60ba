"""The states of Live Activities in the known answers (Documentation/wire-format.md, §4.3 and §10.7)."""

import sealedpush_reference as reference
from strict_json import serialize
from vector_cases import ISSUED, craft, entry, message, run

ACTIVITY, OTHER = "AAECAwQFBgcICQoLDA0ODw", "EBESExQVFhcYGRobHB0eHw"  # 16 bytes each: 00 to 0f, 10 to 1f
PURPOSE = "liveactivity/content-state"


def activity_of(content):
    """Returns the id in a state or in attributes, or None."""
    life = content.get("sealedpush")
    text = life.get("activity") if isinstance(life, dict) else None
    try:
        return text if isinstance(text, str) and len(reference.envelope_of(text)) == 16 else None
    except reference.Refusal:
        return None


def open_state(case):
    """Returns the reference's result of a widget: (refusal code, None) or (None, content)."""
    code, content = run(case)
    if code is None and activity_of(content) != case["activity"]:
        return "badMessage", None
    return code, content


def state(name, content, activity=ACTIVITY, expect=None, purpose=PURPOSE, lifetime=600, **how):
    envelope = craft(f"state {name}", message(content.encode(), lifetime=lifetime), purpose=purpose)
    case = {**entry(name, envelope, purpose=PURPOSE, **how), "activity": activity}
    code, opened = open_state(case)
    if code != expect or expect is None and serialize(opened).decode() != content:
        raise SystemExit(f"state {name}: {code}, expected {expect}")
    return {**case, **({"content": content} if expect is None else {"expect": expect})}


def states():
    def naming(text):
        return '{"stopsLeft":3,"sealedpush":{"activity":%s}}' % text
    known = naming(f'"{ACTIVITY}"')
    wrong = {
        "without the last character": f'"{ACTIVITY[:-1]}"', "with one more character": f'"{ACTIVITY}A"', "of 15 bytes": '"AAECAwQFBgcICQoLDA0O"',
        "with trailing bits": f'"{ACTIVITY[:-1]}x"', "with padding": f'"{ACTIVITY}=="', "a number": "7", "in an array": f'["{ACTIVITY}"]',
    }
    return [
        state("of this activity", known), state("of the other activity", naming(f'"{OTHER}"'), OTHER),
        state("with other members of sealedpush", '{"sealedpush":{"later":1,"activity":"%s"}}' % ACTIVITY),
        state("of another activity", known, OTHER, "badMessage"),
        state("without an id", '{"stopsLeft":3}', expect="badMessage"),
        state("with an id beside sealedpush", '{"activity":"%s"}' % ACTIVITY, expect="badMessage"),
        state("whose sealedpush is the id", '{"sealedpush":"%s"}' % ACTIVITY, expect="badMessage"),
        *[state(f"with an id {name}", naming(text), expect="badMessage") for name, text in wrong.items()],
        state("of another activity, past its end", known, OTHER, "expired", lifetime=0, now=ISSUED + 61),
        state("whose envelope is of attributes", known, expect="cannotOpen", purpose="liveactivity/attributes"),
    ]
