"""The overlay and the part of a payload that travels in the clear (Documentation/wire-format.md, §2.3 and §9)."""

from strict_json import Number, same

READ_BY_SYSTEM = {  # §2.3: what the system itself reads, so that it cannot be sealed
    "liveactivity": ["aps"], "widgets": ["aps"], "controls": ["aps"],
    "fileprovider": ["container-identifier", "domain"], "mdm": ["mdm"],
}


class CannotSeal(Exception):
    """What a sealer answers when a payload may not be sealed (§11)."""


def difference(visible, target):
    """The merge patch that turns `visible` into `target`; both are objects, neither holds a null."""
    patch = {}
    for name, value in target.items():
        if name not in visible:
            patch[name] = value
        elif isinstance(value, dict) and isinstance(visible[name], dict):
            if inner := difference(visible[name], value):
                patch[name] = inner
        elif not same(visible[name], value):
            patch[name] = value
    patch.update({name: None for name in visible if name not in target})
    return patch


def merge(target, patch):
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge(result.get(name), value)
    return result


def path_of(text):
    if text.startswith("/"):
        return [part.replace("~1", "/").replace("~0", "~") for part in text[1:].split("/")]
    return text.split(".")


def visible_part(payload, push_type, placeholder, paths):
    """§9.1: what travels in the clear, without the envelope."""
    if "aps" in payload and not isinstance(payload["aps"], dict):
        raise CannotSeal("aps is no object")
    for name in READ_BY_SYSTEM.get(push_type, []):
        if name in payload and [name] not in paths:
            raise CannotSeal(f"the system itself reads {name} of this push type: name it visible")
    shown = push_type == "alert"
    placeholder = {"title": "New activity"} if placeholder is None else placeholder
    visible = {"aps": {"alert": dict(placeholder)}} if shown else {}
    for path in paths + [["aps", "content-available"]] + ([] if shown else [["aps", "mutable-content"]]):
        source, copy = payload, visible
        for name in path[:-1]:
            source = source.get(name) if isinstance(source, dict) else None
        if not isinstance(source, dict) or path[-1] not in source:
            continue
        for name in path[:-1]:
            copy = copy.setdefault(name, {})
        value = source[path[-1]]
        copy[path[-1]] = dict(value) if isinstance(value, dict) else value
    if shown:
        visible["aps"].setdefault("alert", dict(placeholder))
        visible["aps"]["mutable-content"] = Number("1")
        if not visible["aps"]["alert"] or not isinstance(visible["aps"]["alert"], (dict, str)):
            raise CannotSeal("no alert in the clear, so nothing would be displayed")
    visible = in_order(visible, payload, ["aps"])
    if "aps" in visible:
        visible["aps"] = in_order(visible["aps"], payload.get("aps", {}), ["alert", "mutable-content"])
    return visible


def in_order(visible, payload, first):
    names = [name for name in first if name in visible]
    names += [name for name in payload if name in visible and name not in names]
    return {name: visible[name] for name in names + [n for n in visible if n not in names]}
