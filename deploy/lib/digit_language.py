"""The expressions of numbering plans, which know only digits, as automata.

`Expression` reads one expression. `Automaton` runs many at once and tells which of them match. `variants` lists, in the
order of a matcher's preference, the forms that an expression with a few bounded choices can take.
"""

import re

DIGITS = range(10)
ALL = 0b11_1111_1111
# How long a number can be after its calling code.
LONGEST = 17


def mask(members):
    """The digits of a class such as `24-7`, as bits."""
    bits = 0
    for first, last in re.findall(r"(\d)(?:-(\d))?", members):
        for digit in range(int(first), int(last or first) + 1):
            bits |= 1 << digit
    return bits


def spelled(bits):
    """A class of digits as the plan writes it: `.` for all, a digit alone, or `[24-7]`."""
    if bits == ALL:
        return "."
    digits = [digit for digit in DIGITS if bits >> digit & 1]
    runs = []
    for digit in digits:
        if runs and runs[-1][-1] == digit - 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    text = "".join(
        "".join(map(str, run)) if len(run) < 3 else f"{run[0]}-{run[-1]}" for run in runs)
    return text if len(digits) == 1 else f"[{text}]"


class Expression:
    """The tree of an expression: ("class", bits), ("all", parts), ("any", choices), ("times", part, least, most),
    ("group", part) for what is captured, ("end",)."""

    def __init__(self, text):
        self.text, self.place = text, 0
        self.tree = self.choices()
        if self.place != len(text):
            raise ValueError(f"cannot read {text!r} at {self.place}")

    def next(self, width=1):
        return self.text[self.place:self.place + width]

    def choices(self):
        choices = [self.sequence()]
        while self.next() == "|":
            self.place += 1
            choices.append(self.sequence())
        return choices[0] if len(choices) == 1 else ("any", choices)

    def sequence(self):
        parts = []
        while self.next() not in ("", "|", ")"):
            parts.append(self.counted(self.atom()))
        return ("all", parts)

    def atom(self):
        if found := re.compile(r"\\d|\d|\[([-\d]+)\]").match(self.text, self.place):
            self.place = found.end()
            return ("class", ALL if found[0] == r"\d" else mask(found[1] or found[0]))
        if self.next() == "$":
            self.place += 1
            return ("end",)
        if self.next() != "(":
            raise ValueError(f"cannot read {self.text!r} at {self.place}")
        is_captured = self.next(3) != "(?:"
        self.place += 1 if is_captured else 3
        part = self.choices()
        if self.next() != ")":
            raise ValueError(f"no end of a group in {self.text!r}")
        self.place += 1
        return ("group", part) if is_captured else part

    def counted(self, part):
        found = re.compile(r"\?|\{(\d+)(?:,(\d+))?\}").match(self.text, self.place)
        if not found:
            return part
        self.place = found.end()
        if found[0] == "?":
            return ("times", part, 0, 1)
        return ("times", part, int(found[1]), int(found[2] or found[1]))


def variants(tree, groups=None):
    """Every form of a bounded expression, the preferred first: lists of bits, with ("open", n), ("close", n) and "end"."""
    groups = groups if groups is not None else []
    kind = tree[0]
    if kind == "class":
        return [[tree[1]]]
    if kind == "end":
        return [["end"]]
    if kind == "any":
        return [form for choice in tree[1] for form in variants(choice, groups)]
    if kind == "all":
        return joined([variants(part, groups) for part in tree[1]])
    if kind == "group":
        groups.append(tree)
        number = len(groups)
        return [[("open", number), *form, ("close", number)] for form in variants(tree[1], groups)]
    once = variants(tree[1], groups)
    return [form for count in range(tree[3], tree[2] - 1, -1) for form in joined([once] * count)]


def joined(lists):
    forms = [[]]
    for choices in lists:
        forms = [form + choice for form in forms for choice in choices]
    return forms


class Automaton:
    """Many expressions at once. A state is a set of places; `accepted` names the expressions that end in a state."""

    def __init__(self):
        self.places = []  # (bits, following places) or (name,)
        self.moves = {}

    def add(self, text, name, is_prefix=False):
        """The places at which a text begins to match; with `is_prefix` whatever follows the match is taken too."""
        self.places.append((name,))
        end = frozenset([len(self.places) - 1])
        if is_prefix:
            self.places.append((ALL, end))
            self.places[-1] = (ALL, end | {len(self.places) - 1})
            end = end | {len(self.places) - 1}
        return self.before(Expression(text).tree, end)

    def before(self, tree, following):
        kind = tree[0]
        if kind == "class":
            self.places.append((tree[1], following))
            return frozenset([len(self.places) - 1])
        if kind == "any":
            return frozenset().union(*(self.before(choice, following) for choice in tree[1]))
        if kind == "all":
            for part in reversed(tree[1]):
                following = self.before(part, following)
            return following
        if kind == "group":
            return self.before(tree[1], following)
        _, part, least, most = tree
        first = following
        for count in range(most, 0, -1):
            first = self.before(part, first)
            if count > least:
                first = first | following
        return first

    def step(self, state, digit):
        if (state, digit) not in self.moves:
            follow = frozenset().union(*(
                self.places[place][1] for place in state
                if len(self.places[place]) == 2 and self.places[place][0] >> digit & 1))
            self.moves[state, digit] = follow
        return self.moves[state, digit]

    def accepted(self, state):
        return frozenset(self.places[place][0] for place in state if len(self.places[place]) == 1)
