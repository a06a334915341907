"""Gives each check of pages.py a bad page, which it must find, and a good page, which it must let pass."""

import tempfile
import unittest
from pathlib import Path

import pages


def words(count):
    return " ".join(["word"] * count)


class PagesTests(unittest.TestCase):
    def test_readme(self):
        self.assertEqual(list(pages.check_readme(f"{words(1_999)}\n\n    {words(9)}\n\n| one | \n")), [])
        self.assertEqual(list(pages.check_readme(f"{words(1_999)}\n\n| one | two |\n")), [(1, "2001 words; 2000 are the most")])

    def test_long_sentences(self):
        short = "Short.\n\n" * 9
        self.assertEqual(list(pages.check_prose(f"{short}{words(30)}. {words(29)}\n")), [])
        for text in (f"{words(31)}.", f"{words(20)}; {words(5)}:\n{words(6)}", f"- {words(31)}", f"> {words(31)}", f"1. {words(31)}"):
            self.assertEqual(list(pages.check_prose(short + text)), [(19, "a sentence of 31 words; 30 are the most")], text)
        self.assertEqual(
            list(pages.check_prose(f"{short}| a | {words(31)} |\n")), [(19, "a sentence of 31 words; 30 are the most")])

    def test_mean(self):
        cells = "| one | two |\n" * 9
        self.assertEqual(list(pages.check_prose(f"{words(20)}. {words(12)}.\n\n{cells}")), [])
        self.assertEqual(
            list(pages.check_prose(f"{words(20)}. {words(13)}.\n\n{cells}")),
            [(1, "sentences have 16.5 words on average; 16 are the most")])

    def test_what_is_no_sentence(self):
        """Code, headings, comments and the lines of a table count no words; code within a line is one."""
        page = f"# {words(40)}\n\n```\n{words(40)}\n```\n\n    {words(40)}\n    {words(9)}\n\n<!-- {words(40)} -->\n|---|---|\n"
        self.assertEqual(list(pages.sentences(page)), [])
        told = list(pages.sentences(f"Say `{words(40)}` to [it](https://a.example/b_c): 1.5 s.\n| `a | b` | one |\n"))
        self.assertEqual([(one.words, one.is_cell) for one in told], [(6, False), (1, True), (1, True)])

    def test_article(self):
        self.assertEqual(list(pages.check_article("# Title\n\nFor operators: what it is.\n")), [])
        for text in ("# Title\n\nWhat it is.\n", "For operators: what it is.\n", "# Title\n"):
            self.assertEqual(len(list(pages.check_article(text))), 1, text)

    def test_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            repository = Path(folder)
            for name, text in (("Sources/One.md", "# One\n\n## What it is\n"), ("deploy/run", "")):
                (repository / name).parent.mkdir(exist_ok=True)
                (repository / name).write_text(text)

            def found(readme, article="[up](../README.md#Title)"):
                (repository / "README.md").write_text(readme)
                return list(pages.check_pages(repository, {"README.md": readme, "Sources/One.md": article}))

            good = "# Title\n\n[One](Sources/One.md), [what](Sources/One.md#What-it-is), [web](https://a.example/#b), `deploy/run`\n"
            self.assertEqual(found(good), [])
            self.assertEqual(found("# Title\n"), [("Sources/One.md", 1, "README does not link to it")])
            self.assertEqual(found(good + "[Two](Two.md)\n"), [("README.md", 3, "Two.md is not there")])
            self.assertEqual(found(good + "| `deploy/walk` |\n"), [("README.md", 4, "deploy/walk is not there")])
            self.assertEqual(found(good, "[up](../README.md#Name)"), [("Sources/One.md", 1, "../README.md#Name has no such heading")])

    def test_changelog(self):
        first = 'static let one = Migration(\n        version: 1, name: "one, two",\n        statements: ["x"])\n'
        steps = first + 'static let two = Migration(version: 2, name: "three", isAdditive: true, statements: [])'
        rows = ["| 2 | `three` | yes | 2026-01-02 | more |\n", "| 1 | `one, two` | no | 2026-01-01 | a start |\n"]

        def found(*lines, sources=steps):
            return [words for _, words in pages.check_changelog(sources, "# Changelog\n\n" + "".join(lines))]

        self.assertEqual(found(*rows), [])
        needed = "step 2 needs one row, with `three` and additive: yes"
        for row in ("", rows[0].replace("yes", "no"), rows[0].replace("three", "four"), rows[0] * 2, rows[0].replace("| more |", "|")):
            self.assertEqual(found(row, rows[1]), [needed], row)
        self.assertEqual(found(*reversed(rows)), ["the steps are not in order, the newest first"])
        self.assertEqual(found(*rows, sources=first), ["there is no step 2"])
        self.assertIn("no steps found", found(sources="")[0])


if __name__ == "__main__":
    unittest.main()
