"""The code of a Swift file as a system's compiler sees it: without comments and texts, and without inactive `#if` branches."""

import re


class SourceError(Exception):
    """A line that this reader does not understand; it is refused, never skipped."""

    def __init__(self, line, problem):
        super().__init__(f"{line}: {problem}")


class Scanner:
    """Replaces comments and the content of texts by spaces; line ends stay."""

    def __init__(self, text):
        self.text, self.at, self.out = text, 0, []

    def scan(self):
        self.code(until_parenthesis=False)
        return "".join(self.out)

    def starts(self, mark):
        return self.text.startswith(mark, self.at)

    def blank(self, count):
        part = self.text[self.at : self.at + count]
        self.out.append("".join("\n" if c == "\n" else " " for c in part))
        self.at += count

    def keep(self):
        self.out.append(self.text[self.at])
        self.at += 1

    def code(self, until_parenthesis):
        depth = 0
        while self.at < len(self.text):
            quote = re.compile(r'(#*)("""|")').match(self.text, self.at)
            if self.starts("//"):
                end = self.text.find("\n", self.at)
                self.blank((end if end >= 0 else len(self.text)) - self.at)
            elif self.starts("/*"):
                self.comment()
            elif quote:
                self.string(quote[1], quote[2])
            elif until_parenthesis and self.text[self.at] == ")" and depth == 0:
                return
            else:
                depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
                self.keep()

    def comment(self):
        depth = 0
        while self.at < len(self.text):
            if self.starts("/*"):
                depth += 1
                self.blank(2)
            elif self.starts("*/"):
                depth -= 1
                self.blank(2)
                if depth == 0:
                    return
            else:
                self.blank(1)

    def string(self, hashes, quote):
        end, escape = quote + hashes, "\\" + hashes
        self.blank(len(hashes + quote))
        while self.at < len(self.text):
            if self.starts(end):
                return self.blank(len(end))
            # A quote of a regular expression literal opens no text beyond its line.
            if quote == '"' and self.starts("\n"):
                return
            if self.starts(escape + "("):
                self.blank(len(escape) + 1)
                self.code(until_parenthesis=True)
                self.blank(1)
            elif self.starts(escape):
                self.blank(len(escape) + 1)
            else:
                self.blank(1)


class Condition:
    """Evaluates the condition of an `#if`: names, `canImport`, `os`, `compiler`, `swift`, `!`, `&&`, `||`, parentheses."""

    token = re.compile(r"\s*(\|\||&&|!|\(|\)|>=|<|[A-Za-z_]\w*|[\d.]+)")

    def __init__(self, text, system):
        self.tokens, self.system, at = [], system, 0
        text = text.strip()
        while at < len(text):
            match = self.token.match(text, at)
            if not match:
                raise ValueError(f"expected a condition, found '{text[at:]}'")
            self.tokens.append(match[1])
            at = match.end()

    def value(self):
        value = self.either()
        if self.tokens:
            raise ValueError(f"expected the end of the condition, found '{self.tokens[0]}'")
        return value

    def take(self, expected=None):
        token = self.tokens.pop(0) if self.tokens else "the end"
        if expected and token != expected:
            raise ValueError(f"expected '{expected}', found '{token}'")
        return token

    def either(self):
        value = self.both()
        while self.tokens[:1] == ["||"]:
            self.take()
            value = self.both() or value
        return value

    def both(self):
        value = self.single()
        while self.tokens[:1] == ["&&"]:
            self.take()
            value = self.single() and value
        return value

    def single(self):
        token = self.take()
        if token == "!":
            return not self.single()
        if token == "(":
            value = self.either()
            self.take(")")
            return value
        if token in ("canImport", "os", "compiler", "swift"):
            self.take("(")
            if token in ("compiler", "swift"):
                self.take(">=")
            argument = self.take()
            self.take(")")
            if token == "canImport":
                return argument in self.system.modules
            return argument in self.system.names if token == "os" else True
        if token not in self.system.conditions:
            raise ValueError(f"expected a known condition, found '{token}'")
        return self.system.conditions[token]


def active_lines(text, system):
    """Yields the number and the code of each line that the system compiles."""
    branches = []  # for each open #if: [is a branch active, was one active before]
    for number, line in enumerate(Scanner(text).scan().split("\n"), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if not directive:
            if all(active for active, _ in branches):
                yield number, line
            continue
        kind, condition = directive.groups()
        try:
            if kind == "if":
                value = Condition(condition, system).value()
                branches.append([value, value])
            elif not branches:
                raise ValueError(f"expected #if before #{kind}")
            elif kind == "endif":
                branches.pop()
            else:
                value = Condition(condition, system).value() if kind == "elseif" else True
                branches[-1] = [value and not branches[-1][1], value or branches[-1][1]]
        except ValueError as error:
            raise SourceError(number, error)
    if branches:
        raise SourceError(number, "expected #endif, found the end of the file")
