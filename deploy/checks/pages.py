"""Checks README and the articles: how long sentences are, for whom a page is, and that what it names and links to exists.
The changelog has to name each step of the schema.

What is code does not count: fenced and indented blocks are left out, and each `code` or address in a line is one word.
A heading is no sentence. A paragraph, an item of a list and a cell of a table end a sentence, also without a full stop.
house.py runs these checks.
"""

import re
from dataclasses import dataclass

MOST_README_WORDS = 2_000
LONGEST_SENTENCE = 30
LONGEST_MEAN_SENTENCE = 16
ARTICLES = "Sources/verifyd/verifyd.docc"
STEPS = "Sources/Store/Schema"

FENCE = re.compile(r"^\s*(```|~~~)")
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
ADDRESS = re.compile(r"<?https?://\S+")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+|^\s*>\s?")
# A stop within a number, an address or a name has no space behind it.
END = re.compile(r"(?<=[.!?])[)\"'*_»”]*\s+")
WORD = re.compile(r"\w[\w’'.,:/+-]*")


@dataclass
class Sentence:
    line: int
    text: str
    is_cell: bool

    @property
    def words(self):
        return len(WORD.findall(self.text))


def sentences(markdown):
    """The page's sentences in order, with the line in which their paragraph begins."""
    for line, text, is_cell in passages(markdown):
        plain = ADDRESS.sub("address", LINK.sub(r"\1", CODE.sub("code", text)))
        for sentence in END.split(plain):
            if WORD.search(sentence):
                yield Sentence(line, sentence.strip(), is_cell)


def passages(markdown):
    """Paragraphs, items of lists and cells of tables: the line, the text, and whether it is a cell."""
    begun, kept, is_fenced, was_blank = 0, [], False, True
    for number, line in enumerate([*markdown.split("\n"), ""], 1):
        is_code = is_fenced or FENCE.match(line)
        is_fenced = is_fenced != bool(FENCE.match(line))
        is_row = line.lstrip().startswith("|")
        is_indented = was_blank and line.startswith("    ")
        is_edge = is_code or is_row or is_indented or not line.strip() or line.startswith(("#", "<!--"))
        if kept and (is_edge or ITEM.match(line)):
            yield begun, " ".join(kept), False
            kept = []
        if is_row and not re.fullmatch(r"[\s|:-]+", line):
            # A bar within code parts no cells.
            bars = CODE.sub(lambda code: code[0].replace("|", "\0"), line)
            for cell in bars.strip().strip("|").split("|"):
                yield number, cell.replace("\0", "|").strip(), True
        elif not is_edge:
            begun = begun if kept else number
            kept.append(ITEM.sub("", line).strip())
        was_blank = not line.strip() or is_indented


def check_prose(text):
    """People read README and articles once, and in a hurry. Cells of tables are short, so they do not count in the mean."""
    told = list(sentences(text))
    for sentence in told:
        if sentence.words > LONGEST_SENTENCE:
            yield sentence.line, f"a sentence of {sentence.words} words; {LONGEST_SENTENCE} are the most"
    lengths = [sentence.words for sentence in told if not sentence.is_cell]
    mean = sum(lengths) / max(1, len(lengths))
    if mean > LONGEST_MEAN_SENTENCE:
        yield 1, f"sentences have {mean:.1f} words on average; {LONGEST_MEAN_SENTENCE} are the most"


def check_readme(text):
    """A newcomer reads it in five minutes; what only some people need stands in the articles."""
    words = sum(sentence.words for sentence in sentences(text))
    if words > MOST_README_WORDS:
        yield 1, f"{words} words; {MOST_README_WORDS} are the most"


def check_article(text):
    """An article begins with its title, and its first sentence says for whom it is."""
    first = next(sentences(text), None)
    if not text.startswith("# ") or first is None or not re.match(r"For \w", first.text):
        yield 1, 'the first sentence says for whom the article is: "For operators: …"'


def check_pages(repository, pages):
    """README names every article, and what pages name or link to exists: files, folders and headings of articles."""
    readme = pages["README.md"]
    for name in pages:
        if name != "README.md" and f"({name})" not in readme:
            yield name, 1, "README does not link to it"
    for name, text in pages.items():
        folder = (repository / name).parent
        for line, passage, _ in passages(text):
            for link in re.findall(r"\]\(([^)\s]+)\)", passage):
                path, _, heading = link.partition("#")
                target = folder / path if path else repository / name
                if ":" not in path and not target.exists():
                    yield name, line, f"{path} is not there"
                elif heading and ":" not in path and heading.lower() not in headings(target.read_text()):
                    yield name, line, f"{link} has no such heading"
            for path in re.findall(r"`((?:Sources|Tests|deploy)/[\w./+-]+)`", passage):
                if not (repository / path).exists():
                    yield name, line, f"{path} is not there"


STEP = re.compile(r'static let \w+ = Migration\(\s*version: (\d+), name: "([^"\n]+)"([^\n]*)')
ENTRY = re.compile(r"^\| (\d+) \| `([^`]+)` \| (yes|no) \| \d{4}-\d\d-\d\d \| \S", re.M)


def check_changelog(sources, text):
    """Each step of the schema has one row in the changelog, the newest first, which says whether former processes go on."""
    steps = {int(version): (name, "yes" if "isAdditive: true" in more else "no") for version, name, more in STEP.findall(sources)}
    rows = [(int(version), (name, additive)) for version, name, additive in ENTRY.findall(text)]
    if not steps:
        yield 1, f"no steps found in {STEPS}: the sources no longer look as pages.py expects"
    for version, step in sorted(steps.items(), reverse=True):
        if [row for row in rows if row[0] == version] != [(version, step)]:
            yield 1, f"step {version} needs one row, with `{step[0]}` and additive: {step[1]}"
    if [version for version, _ in rows] != sorted((version for version, _ in rows), reverse=True):
        yield 1, "the steps are not in order, the newest first"
    yield from ((1, f"there is no step {version}") for version, _ in rows if version not in steps)


def headings(text):
    """The headings of a page as links write them, in small letters: `what-an-answer-means`."""
    return {re.sub(r"[^\w-]", "", title.replace(" ", "-")).lower() for title in re.findall(r"^#+ (.+)$", text, re.M)}


def page_findings(repository):
    articles = sorted((repository / ARTICLES).glob("*.md"))
    pages = {str(path.relative_to(repository)): path.read_text() for path in [repository / "README.md", *articles]}
    yield from (f"README.md:{line}: {words}" for line, words in check_readme(pages["README.md"]))
    for name, text in pages.items():
        rules = [check_prose] if name == "README.md" else [check_prose, check_article]
        yield from (f"{name}:{line}: {words}" for rule in rules for line, words in rule(text))
    yield from (f"{name}:{line}: {words}" for name, line, words in check_pages(repository, pages))
    changelog = f"{ARTICLES}/Changelog.md"
    sources = "".join(path.read_text() for path in sorted((repository / STEPS).glob("*.swift")))
    yield from (f"{changelog}:{line}: {words}" for line, words in check_changelog(sources, pages.get(changelog, "")))
