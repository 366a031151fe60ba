"""The file .ci/proved: the checks that passed."""

import datetime

from Proof import inputs

DAYS = 7


class Record:
    """The lines of .ci/proved: the name of a check, the SHA-256 of its inputs, the date."""

    def __init__(self):
        self.path = inputs.ROOT / ".ci/proved"
        self.lines = self.read()

    def read(self):
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return {name: (digest, date) for name, digest, date in map(str.split, lines)}

    def date(self, check, digest):
        """The date on which a check passed with these inputs, if it need not run again."""
        recorded, date = self.lines.get(check.name, (None, None))
        if check.always or recorded != digest:
            return None
        age = datetime.date.today() - datetime.date.fromisoformat(date)
        return None if check.chance and age.days >= DAYS else date

    def add(self, check, digest):
        # Another run in this checkout may have added lines since.
        self.lines = {**self.read(), check.name: (digest, datetime.date.today().isoformat())}
        new = self.path.with_suffix(".new")
        new.write_text("".join(f"{name} {digest} {date}\n" for name, (digest, date) in sorted(self.lines.items())))
        new.replace(self.path)
