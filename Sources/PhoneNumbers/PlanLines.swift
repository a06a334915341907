/// The lines of a plan's file from some line on, each with its number.
struct PlanLines {
    private var rest: ArraySlice<UInt8>
    /// The number of the line that `next` returned last.
    private(set) var number: Int

    /// Counts the lines from the one after `number`.
    init(_ bytes: ArraySlice<UInt8>, after number: Int = 0) {
        (rest, self.number) = (bytes, number)
    }

    /// Where the next line begins.
    var place: Int { rest.startIndex }

    /// The words of the next line; nil after the last line.
    ///
    /// A line without its end is no line: the file is cut off.
    mutating func next() throws(PlanProblem) -> [ArraySlice<UInt8>]? {
        guard !rest.isEmpty else { return nil }
        number += 1
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw problem("the file ends within this line") }
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        return line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    }

    /// A problem of the line that was read last.
    func problem(_ words: String) -> PlanProblem { PlanProblem(line: number, words: words) }
}

extension ArraySlice<UInt8> {
    /// The bytes as text, for words that were checked or that a problem names.
    var text: String { String(decoding: self, as: UTF8.self) }
}

/// Why a file is no numbering plan: the line, counted from 1, and what is wrong with it.
package struct PlanProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package let line: Int
    package let words: String

    package var description: String { "line \(line): \(words)" }
}
