import Foundation
import StrictJSON
import Testing

/// What the articles about the client for apps show, and what is compiled of it in the folder `Listings`.
enum Listings {
    static let articles = ["PhoneSignIn", "FacebookSignIn", "SecondFactors", "LeavingFirebase"]

    /// What stands in an article in the place of what a test gives.
    private static let written = [
        ("url: server,", #"url: URL(string: "https://auth.shop.example")!,"#), ("apiKey: key)", #"apiKey: "vfd_…")"#),
    ]

    private static var tests: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    }

    static func text(of article: String) throws -> String {
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: folder.appending(path: "Sources/verifyd/verifyd.docc/\(article).md"), encoding: .utf8)
    }

    /// The article's fenced blocks in a language.
    static func blocks(of article: String, in language: String) throws -> [String] {
        try text(of: article).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    /// The article's commands in order, each as its words.
    static func commands(of article: String) throws -> [[String]] {
        let lines = try text(of: article).replacing(" \\\n", with: " ").split(separator: "\n")
        return lines.filter { $0.hasPrefix("    verifyd ") }.map { line in
            var (words, isQuoted) = ([""], false)
            for letter in line.trimmingCharacters(in: .whitespaces) {
                switch letter {
                case "\"", "'": isQuoted.toggle()
                case " " where !isQuoted: words.append("")
                default: words[words.count - 1].append(letter)
                }
            }
            return Array(words.filter { !$0.isEmpty }.dropFirst())
        }
    }

    /// The parts of the files between `// listing: …` and `// end`, as articles show them.
    static func fragments() throws -> [String] {
        let folder = tests.appending(path: "Listings")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.flatMap { try fragments(in: String(contentsOf: $0, encoding: .utf8)) }
    }

    private static func fragments(in file: String) throws -> [String] {
        var (found, open): ([String], [Substring]?) = ([], nil)
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            let word = line.trimmingCharacters(in: .whitespaces)
            if word.hasPrefix("// listing: ") {
                try #require(open == nil, "a listing ends before the next begins: \(word)")
                open = []
            } else if word == "// end" {
                found.append(shown(try #require(open, "an end without a beginning")))
                open = nil
            } else {
                open?.append(line)
            }
        }
        try #require(open == nil, "the last listing has no end")
        return found
    }

    private static func shown(_ lines: [Substring]) -> String {
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let text = lines.map { $0.dropFirst(indent) + "\n" }.joined()
        return written.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

extension Site {
    /// Runs an article's commands in order, as an operator types them, and returns the keys of the project that they make.
    ///
    /// The test's own app takes the place of the article's, and real numbers need no proof, because no phone is here.
    func projectOfArticle(_ article: String) async throws -> ProjectKeys {
        var client: String?
        for command in try Listings.commands(of: article) {
            let made = try await run(command)
            if command.starts(with: ["keys", "add"]), command.contains("client") { client = made["key"]?.string }
        }
        _ = try await run(
            ["projects", "set", "demo-shop", "--unproven-sends", "1000000/day", "--proof", "app-attest=audit"])
        return ProjectKeys(project: "demo-shop", client: try #require(client), admin: try await addKey("admin", of: "shop"))
    }
}
