"""Turns what an automaton says of every number of a calling code into rows of prefix, lengths and answer."""

from digit_language import DIGITS, LONGEST, spelled


class Rows:
    """Rows that do not overlap. `answer(accepted, length)` says what a number is; None is no number."""

    def __init__(self, automaton, start, answer):
        self.automaton, self.answer = automaton, answer
        self.nodes, self.keys, self.known, self.rows = [], {}, {}, {}
        length_nodes = {}
        for length in range(1, LONGEST + 1):
            length_nodes[length] = self.node(start, length, length)
        self.write("", length_nodes)

    def node(self, state, left, length):
        """The number of a node: what all numbers of `length` are that have `left` digits more after this state.

        Equal nodes have one number. A node that has one answer for all its numbers is ("one", answer, left)."""
        if (state, left, length) in self.known:
            return self.known[state, left, length]
        if not state:
            key = ("one", None, left)
        elif left == 0:
            key = ("one", self.answer(self.automaton.accepted(state), length), 0)
        else:
            children = tuple(self.node(self.automaton.step(state, digit), left - 1, length) for digit in DIGITS)
            first = self.nodes[children[0]]
            is_one = first[0] == "one" and all(child == children[0] for child in children)
            key = ("one", first[1], left) if is_one else ("many", children)
        if key not in self.keys:
            self.keys[key] = len(self.nodes)
            self.nodes.append(key)
        self.known[state, left, length] = self.keys[key]
        return self.keys[key]

    def write(self, prefix, nodes):
        """Writes a row for each answer that a prefix alone decides, and goes on by digit for the other lengths."""
        open_nodes = {}
        for length, number in nodes.items():
            node = self.nodes[number]
            if node[0] == "many":
                open_nodes[length] = node[1]
            elif node[1] is not None:
                self.rows.setdefault((prefix or "*", node[1]), []).append(length)
        if not open_nodes:
            return
        classes = {}
        for digit in DIGITS:
            key = tuple((length, children[digit]) for length, children in open_nodes.items())
            classes[key] = classes.get(key, 0) | 1 << digit
        for key, bits in classes.items():
            self.write(prefix + spelled(bits), dict(key))

    def lines(self):
        for (prefix, answer), lengths in self.rows.items():
            yield f"{prefix} {spelled_lengths(lengths)} {answer}".rstrip()


def spelled_lengths(lengths):
    """Lengths as the plan writes them, for example `7,9-11`."""
    runs = []
    for length in sorted(lengths):
        if runs and runs[-1][1] == length - 1:
            runs[-1][1] = length
        else:
            runs.append([length, length])
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)
