"""Reads as much of Swift's syntax as the checks need: it separates code from comments and strings, and finds bodies."""

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class SwiftSource:
    """A file: its text, and its code, in which spaces replace comments and the insides of strings."""

    path: Path
    text: str
    code: str = ""
    interpolated: set[int] = field(default_factory=set)  # offsets at which a string with an interpolation begins

    def __post_init__(self):
        self._code = list(self.text)
        self._skip_code(0, closing=None)
        self.code = "".join(self._code)

    def line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def imports(self) -> list[tuple[str, str, int]]:
        """For each import: the module, the only declaration that is imported from it or "", and the line."""
        pattern = re.compile(r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(?:\w+[ \t]+)??(\w+)\.?([\w.]*)$", re.M)
        return [(match[1], match[2], self.line(match.start(1))) for match in pattern.finditer(self.code)]

    def functions(self) -> list[tuple[str, int, int]]:
        """The name, the first line and the number of lines of every function, initializer and subscript with a body."""
        found = []
        for match in re.finditer(r"(?<![.\w])(?<!import )(?:func\s+([^\s(<]+)|(init|deinit|subscript)\b)", self.code):
            body = self._body_after(match.end())
            if body:
                first, last = self.line(match.start()), self.line(body)
                found.append((match[1] or match[2], first, last - first + 1))
        return found

    def bodies(self, pattern: str) -> list[tuple[int, int]]:
        """The offsets of the braces around each body whose declaration matches the pattern, for example of a protocol."""
        found = []
        for match in re.finditer(pattern, self.code):
            start = self.code.find("{", match.end())
            if start >= 0:
                found.append((start, self.closing_brace(start)))
        return found

    def outermost(self, start: int, end: int) -> str:
        """The code from a brace to the brace that closes it; spaces replace everything inside inner braces."""
        depth, kept = 0, []
        for character in self.code[start : end + 1]:
            depth += character == "{"
            kept.append(character if depth == 1 or character == "\n" else " ")
            depth -= character == "}"
        return "".join(kept)

    def parameters(self, offset: int) -> list[str]:
        """What stands between the commas in the round brackets at the offset; the commas of inner brackets part nothing."""
        end, depth, found = self.closing_brace(offset, "()"), 0, [""]
        for at in range(offset + 1, end):
            character = self.code[at]
            is_arrow = self.code.startswith("->", at - 1)
            depth += (character in "([{<") - (character in ")]}>" and not is_arrow)
            if character == "," and depth == 0:
                found.append("")
            else:
                found[-1] += character
        return [parameter.strip() for parameter in found if parameter.strip()]

    def _body_after(self, offset: int) -> int | None:
        """The offset of the brace that ends the body; None if the declaration has no body."""
        depth = 0
        for offset in range(offset, len(self.code)):
            character = self.code[offset]
            if character in "([":
                depth += 1
            elif character in ")]":
                depth -= 1
            elif character == "}" and depth <= 0:
                return None
            elif character == "{" and depth == 0:
                return self.closing_brace(offset)
        return None

    def closing_brace(self, offset: int, pair: str = "{}") -> int:
        """The offset of the brace that closes the first brace at or after the offset; `pair` names other brackets."""
        depth = 0
        for offset in range(offset, len(self.code)):
            depth += {pair[0]: 1, pair[1]: -1}.get(self.code[offset], 0)
            if depth == 0:
                break
        return offset

    def _skip_code(self, offset: int, closing: str | None) -> int:
        """Walks over code, and returns the offset after the closing bracket; without a bracket, walks to the end."""
        depth = 0
        while offset < len(self.text):
            character = self.text[offset]
            if self.text.startswith(("//", "/*"), offset):
                offset = self._skip_comment(offset)
                continue
            opening = re.compile(r'(#*)("""|")').match(self.text, offset)
            if opening:
                offset = self._skip_string(offset, opening[1], opening[2])
                continue
            if closing and character == "(":
                depth += 1
            elif closing and character == closing:
                if depth == 0:
                    return offset + 1
                depth -= 1
            offset += 1
        return offset

    def _skip_comment(self, offset: int) -> int:
        if self.text.startswith("//", offset):
            end = self.text.find("\n", offset)
            return self._blank(offset, len(self.text) if end < 0 else end)
        depth, end = 1, offset + 2
        while depth and end < len(self.text):
            if self.text.startswith("/*", end):
                depth, end = depth + 1, end + 2
            elif self.text.startswith("*/", end):
                depth, end = depth - 1, end + 2
            else:
                end += 1
        return self._blank(offset, end)

    def _skip_string(self, start: int, hashes: str, quote: str) -> int:
        offset = start + len(hashes) + len(quote)
        escape = "\\" + hashes
        while offset < len(self.text):
            if self.text.startswith(quote + hashes, offset):
                return self._blank(start + len(hashes) + len(quote), offset) + len(quote + hashes)
            if self.text.startswith(escape + "(", offset):
                self.interpolated.add(start)
                offset = self._skip_code(offset + len(escape) + 1, closing=")")
            elif self.text.startswith(escape, offset):
                offset += len(escape) + 1
            else:
                offset += 1
        return offset

    def _blank(self, start: int, end: int) -> int:
        for offset in range(start, end):
            if self._code[offset] != "\n":
                self._code[offset] = " "
        return end
