import Bench
import Testing

@Suite("the picture of a load")
struct LoadPictureTests {
    @Test("it is well-formed, whatever was measured, and has no number that is none", arguments: [0, 1, 3, 500])
    func wellFormed(seconds: Int) throws {
        let svg = Self.picture(seconds: seconds).svg
        #expect(Self.isWellFormed(svg), "\(svg)")
        #expect(!svg.lowercased().contains("nan") && !svg.contains("inf"))
        #expect(svg.contains("prefers-color-scheme: dark") && svg.contains("a &lt;b&gt; &amp; c"))
        #expect(!svg.contains("<b>"))
    }

    @Test("each stage that happened has a line, and hours of points stay a small file")
    func lines() {
        let svg = Self.picture(seconds: 20_000).svg
        #expect(svg.contains(">start answered<") && svg.contains(">code approved<"))
        #expect(!svg.contains("receipt recorded"))
        #expect(svg.utf8.count < 60_000)
    }

    /// Whether each tag is closed in its turn, and each attribute is quoted; a small part of XML's grammar.
    private static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        let tag = #/<(?<end>/?)(?<name>[a-zA-Z]+)(?<attributes>(\s+[a-zA-Z-]+="[^"<>]*")*)\s*(?<empty>/?)>/#
        for match in text.matches(of: tag) {
            if !match.end.isEmpty {
                guard open.popLast() == match.name else { return false }
            } else if match.empty.isEmpty {
                open.append(match.name)
            }
        }
        let rest = text.replacing(tag, with: "")
        return open.isEmpty && !rest.contains("<") && !rest.contains(">") && text.contains("</svg>")
    }

    /// A start and a check each second; the receipt never happens.
    private static func picture(seconds: Int) -> LoadPicture {
        var (tallies, timeline) = ([StageTally(.start), StageTally(.receipt), StageTally(.check)], Timeline())
        for second in 0..<seconds {
            tallies[0].complete(after: second % 7 * 1_000, status: 202)
            tallies[2].complete(after: 5_000 + second)
            timeline.append(
                .init(
                    time: Double(second), width: 1, asked: 1,
                    figures: [
                        .start: .init(done: 1, median: Double(second % 7), p99: Double(second % 7)),
                        .receipt: .init(done: 0, median: 0, p99: 0), .check: .init(done: 1, median: 5, p99: 5),
                    ]))
        }
        return LoadPicture(
            title: "a <b> & c",
            reports: tallies.map { StageReport($0, sending: .seconds(seconds), waiting: .zero) },
            timeline: timeline, profile: .steady(1, for: .seconds(max(1, seconds))))
    }
}
