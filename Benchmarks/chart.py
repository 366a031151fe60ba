"""Draws what each work costs against the size of the payload, and against the number of pinned keys, as SVG."""

import math

WIDTH, HEIGHT = 860, 380
LEFT, TOP, BOTTOM = 56, 44, 320
SERIES = {
    "seal hpke-auth": "#1f5fa8", "open hpke-auth": "#5b9bd5", "seal shared": "#b3541e", "open shared": "#e39a5f",
    "parse": "#3b7d3b", "write": "#86b886",
}


class Axis:
    """A logarithmic axis from one value at one place to another at another."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = math.log(low), math.log(high), start, end

    def __call__(self, value):
        return self.start + (math.log(value) - self.low) / (self.high - self.low) * (self.end - self.start)


def text(x, y, content, anchor="middle", color="#444", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}"{extra}>{content}</text>'


def panel(title, label, horizontal, vertical, ticks, levels, lines):
    """A panel with lines by name, each a list of points."""
    drawn = [text((horizontal.start + horizontal.end) / 2, 22, title, extra=' font-weight="bold"')]
    for level in levels:
        y = vertical(level)
        drawn.append(f'<path d="M{horizontal.start} {y:.1f}H{horizontal.end}" stroke="#ddd"/>')
        drawn.append(text(horizontal.start - 6, y + 4, f"{level:,}", "end"))
    for tick in ticks:
        drawn.append(text(horizontal(tick), BOTTOM + 18, f"{tick:,}"))
    drawn.append(text((horizontal.start + horizontal.end) / 2, BOTTOM + 40, label))
    for (_, color), points in lines.items():
        places = [(horizontal(x), vertical(y)) for x, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        drawn.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color}"/>' for x, y in places]
    return drawn


def legend(x, names):
    drawn = []
    for place, (name, color) in enumerate(names):
        y = TOP + 20 + place * 20
        drawn.append(f'<path d="M{x} {y - 4}h18" stroke="{color}" stroke-width="3"/>')
        drawn.append(text(x + 24, y, name, "start"))
    return drawn


def sizes(run, kind):
    """Size -> way -> microseconds of the works of a kind."""
    prefix = f"{kind} of "
    found = {int(work.removeprefix(prefix)): ways for work, ways in run.items() if work.startswith(prefix)}
    return {
        size: {way: time / 1_000 for way, time in ways.items()} for size, ways in sorted(found.items())
    }


def draw(run):
    payloads, keyrings = sizes(run, "payload"), sizes(run, "keyring")
    vertical = Axis(0.3, 1_000, BOTTOM, TOP)
    levels = [1, 10, 100, 1_000]
    by_payload = {
        (name, color): [(size, ways[name]) for size, ways in payloads.items() if name in ways]
        for name, color in SERIES.items()
    }
    opened = ("open hpke-auth", SERIES["open hpke-auth"])
    by_keyring = {opened: [(size, ways["open hpke-auth"]) for size, ways in keyrings.items()]}
    drawn = panel(
        "processor time, µs, by payload", "bytes of JSON", Axis(56, 5_500, LEFT, 400), vertical,
        [64, 256, 1_024, 4_096], levels, by_payload)
    drawn += legend(416, SERIES.items())
    drawn += panel(
        "and by keys pinned", "keys in the keyring", Axis(0.8, 12_000, 612, WIDTH - 24), vertical,
        list(keyrings), levels, by_keyring)
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n')
