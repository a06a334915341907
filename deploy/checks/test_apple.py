"""The check of the code for Apple's platforms finds what is newer than iOS 15, and leaves the rest alone."""

import unittest
from pathlib import Path

from apple import newer
from swift_source import SwiftSource


def found(code):
    return [words for _, words in newer(SwiftSource(Path("Sources/VerifydAuth/Example.swift"), code).code)]


class NewerTests(unittest.TestCase):
    def test_newer(self):
        for code in [
            "let state = Mutex(0)", "import Synchronization", "func wait(_ time: Duration) {}",
            "let clock = ContinuousClock()", "try await Task.sleep(for: .seconds(1))",
            "try await Task<Never, Never>.sleep(until: end)", 'URL(filePath: "/tmp")', 'url.appending(path: "a")',
            'url.append(component: "a")', "url.appending(queryItems: items)", "URL.documentsDirectory",
            "let word = /[a-z]+/", "let word = #/[a-z]+/#", "text.firstMatch(of: word)", "let word: Regex<Substring>",
            "func take(_ list: any Collection<Int>) {}", 'text.split(separator: ", ")', 'text.firstRange(of: "a")',
            "locale.language.languageCode", "withThrowingDiscardingTaskGroup { _ in }", "@Observable final class Model {}",
        ]:
            self.assertEqual(len(found(code)), 1, code)

    def test_older(self):
        for code in [
            "let state = Guarded(0)", "// Mutex needs newer systems", 'let words = "Duration, Task.sleep(for: 1)"',
            "try await Task.sleep(nanoseconds: 1)", 'URL(fileURLWithPath: "/tmp")', 'url.appendingPathComponent("a")',
            "list.append(contentsOf: more)", "FileManager.default.temporaryDirectory", "let half = whole / 2 / parts",
            "func take(_ item: any AuthStore) {}", 'text.split(separator: ",")', 'text.range(of: "a")',
            "text.components(separatedBy: word)", "let ways = [a / b, c / d]",
        ]:
            self.assertEqual(found(code), [], code)


if __name__ == "__main__":
    unittest.main()
