import Crypto
import Glibc

/// The bytes of a plan's file, and where its parts are.
struct PlanText {
    let bytes: [UInt8]
    /// The lines of each calling code, from its line `code` on.
    private(set) var sections: [Section] = []
    /// The line `end`, if there is one.
    private var end: Section?

    /// Lines of the file, and how many lines come before them.
    struct Section {
        let bytes: Range<Int>
        let linesBefore: Int
    }

    static let form = "verifyd-numbering-plan"
    /// The only version of the form that this program reads.
    static let version = "1"

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var marks = Self.marks(in: bytes)
        if let last = marks.last, bytes[last.place] == UInt8(ascii: "e") {
            end = Section(bytes: last.place..<bytes.count, linesBefore: last.line)
        } else {
            marks.append((bytes.count, 0))
        }
        sections = zip(marks, marks.dropFirst()).map { Section(bytes: $0.place..<$1.place, linesBefore: $0.line) }
    }

    /// The version and the day that the first lines tell.
    func header() throws(PlanError) -> (version: String, date: PlanDate) {
        var lines = PlanLines(bytes[..<(sections.first?.bytes.lowerBound ?? bytes.count)])
        let form = try lines.next()?.map(\.text) ?? []
        guard form.first == Self.form, form.count == 2 else { throw lines.problem("no numbering plan of verifyd") }
        guard form.last == Self.version else {
            throw lines.problem("a plan in the form \(form[1]); this program reads the form \(Self.version)")
        }
        guard let version = try lines.next(), version.count == 2, version[0].text == "version" else {
            throw lines.problem("no version")
        }
        guard let day = try lines.next(), day.count == 2, day[0].text == "date", let date = PlanDate(day[1].text) else {
            throw lines.problem("no date")
        }
        guard let source = try lines.next(), source.first?.text == "source" else { throw lines.problem("no source") }
        if try lines.next() != nil { throw lines.problem("no line of a plan's beginning") }
        return (version[1].text, date)
    }

    /// Compares the lines with what the line `end` tells of them.
    func checkEnd() throws(PlanError) {
        guard let end else { throw PlanError(line: 1, words: "the file is cut off: it has no line \"end\"") }
        var lines = PlanLines(bytes[end.bytes], after: end.linesBefore)
        let count = end.linesBefore
        guard let words = try lines.next(), words.count == 3 else { throw lines.problem("no end of a plan") }
        guard words[1].text == "\(count)" else {
            throw lines.problem("the plan had \(words[1].text) lines and has \(count)")
        }
        guard words[2].text == Self.checksum(bytes[..<end.bytes.lowerBound]) else {
            throw lines.problem("the lines are not those of which this is the SHA-256")
        }
    }

    /// What follows the line `end`, and how many lines come before it; nil where nothing does.
    var afterEnd: (bytes: ArraySlice<UInt8>, linesBefore: Int)? {
        guard let end, let newline = bytes[end.bytes].firstIndex(of: UInt8(ascii: "\n")), newline + 1 < bytes.count
        else {
            return nil
        }
        return (bytes[(newline + 1)...], end.linesBefore + 1)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
        SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Where lines `code` and the first line `end` begin, and how many lines come before each.
    ///
    /// The C library looks for the lines' ends, because every command begins here, and a build for tests does not
    /// optimize a loop over bytes.
    private static func marks(in bytes: [UInt8]) -> [(place: Int, line: Int)] {
        bytes.withUnsafeBytes { bytes in
            var (marks, start, line) = ([(place: Int, line: Int)](), 0, 0)
            guard let base = bytes.baseAddress else { return [] }
            while start < bytes.count {
                let isEnd = begins(base + start, count: bytes.count - start, with: "end ")
                if isEnd || begins(base + start, count: bytes.count - start, with: "code ") {
                    marks.append((start, line))
                }
                guard !isEnd, let newline = memchr(base + start, 0x0A, bytes.count - start) else { break }
                start = UnsafeRawPointer(newline) - base + 1
                line += 1
            }
            return marks
        }
    }

    private static func begins(_ line: UnsafeRawPointer, count: Int, with word: StaticString) -> Bool {
        count >= word.utf8CodeUnitCount && memcmp(line, word.utf8Start, word.utf8CodeUnitCount) == 0
    }
}

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
    mutating func next() throws(PlanError) -> [ArraySlice<UInt8>]? {
        guard !rest.isEmpty else { return nil }
        number += 1
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw problem("the file ends within this line") }
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        return line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    }

    /// A problem of the line that was read last.
    func problem(_ words: String) -> PlanError { PlanError(line: number, words: words) }
}

extension ArraySlice<UInt8> {
    /// The bytes as text, for words that were checked or that a problem names.
    var text: String { String(decoding: self, as: UTF8.self) }
}

/// Why a file is no numbering plan: the line, counted from 1, and what is wrong with it.
package struct PlanError: Error, Sendable, Equatable, CustomStringConvertible {
    package let line: Int
    package let words: String

    package var description: String { "line \(line): \(words)" }
}
