import AMQP
import Foundation
import PostgreSQL
import VerificationCore

/// What is left of a run, by name.
typealias Artefacts = [String: [UInt8]]

extension Site {
    /// The whole database as an operator would back it up.
    func dump() async throws -> [UInt8] {
        // Where the system's package puts `pg_dump`; `deploy/services` uses the same folder.
        try await ChildProcess.run(
            URL(filePath: "/usr/lib/postgresql/15/bin/pg_dump"),
            ["--dbname", environment["DATABASE_URL"] ?? "", "--no-owner"], environment: environment)
    }

    /// What every process has written.
    func logArtefacts() -> Artefacts {
        Dictionary(
            logs.enumerated().map { ("log of \($1.name) \($0)", Array($1.text.utf8)) }, uniquingKeysWith: { $0 + $1 })
    }
}

extension AMQPMessage {
    /// Everything of a message but its body.
    var envelope: [UInt8] {
        let properties = [contentType, type, messageID, appID, correlationID, replyTo, expiration].compactMap { $0 }
        let headers = headers.map { "\($0.key): \($0.value.words)" }
        return Array((properties + headers).joined(separator: "\n").utf8)
    }
}

extension AMQPFieldValue {
    /// The field's text, with every value inside it.
    fileprivate var words: String {
        switch self {
        case .string(let text): text
        case .table(let table): table.map { "\($0.key): \($0.value.words)" }.joined(separator: ", ")
        case .array(let values): values.map(\.words).joined(separator: ", ")
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .boolean, .timestamp, .null: ""
        }
    }
}

/// The cells of a dump that hold a text, with the names of their columns.
struct DumpedRows {
    private let cells: [(column: String, value: Substring)]

    /// Keeps the cells that hold `stem`; a partition has the name of its table.
    init(_ dump: [UInt8], holding stem: String) {
        var cells: [(String, Substring)] = []
        var (table, columns): (String?, [String]) = (nil, [])
        for line in String(decoding: dump, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("COPY ") {
                let words = line.split(whereSeparator: { " (),".contains($0) }).map(String.init)
                table = words[1].split(separator: ".").last.map(Self.parent)
                columns = Array(words.dropFirst(2))
            } else if line == #"\."# {
                table = nil
            } else if let table, line.contains(stem) {
                for (column, cell) in zip(columns, line.split(separator: "\t", omittingEmptySubsequences: false))
                where cell.contains(stem) {
                    cells.append(("\(table).\(column)", cell))
                }
            }
        }
        self.cells = cells
    }

    /// The columns in which any of these texts stands.
    func columns(holding texts: some Sequence<String>) -> Set<String> {
        let texts = Array(texts)
        return Set(cells.filter { cell in texts.contains { cell.value.contains($0) } }.map(\.column))
    }

    /// The table of a partition: `message` for `message_20270131` and for `message_other`.
    private static func parent(_ table: Substring) -> String {
        let parts = table.split(separator: "_")
        let isPartition = parts.last.map { $0 == "other" || $0.allSatisfy(\.isNumber) } ?? false
        return (isPartition ? parts.dropLast() : parts[...]).joined(separator: "_")
    }
}
