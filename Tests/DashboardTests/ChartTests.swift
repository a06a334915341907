import StrictJSON
import Testing
import VerificationCore

@testable import Dashboard

@Suite("A chart")
struct ChartTests {
    private static let beginning = Timestamp(rfc3339: "2026-11-28T14:03:00Z") ?? Timestamp(seconds: 0)

    @Test("has a few round numbers at its side, and shares always the whole hundred")
    func scale() {
        for (greatest, expected) in [
            (0.0, [0.0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (9, [0, 5, 10]), (250, [0, 100, 200, 300]),
            (2_900, [0, 1_000, 2_000, 3_000]), (40, [0, 10, 20, 30, 40]),
        ] {
            #expect(numbers(ChartScale(upTo: greatest, unit: .count)) == expected, "\(greatest)")
        }
        #expect(numbers(ChartScale(upTo: 7, unit: .percent)) == [0, 25, 50, 75, 100])
        #expect(ChartScale(upTo: 130, unit: .percent).top >= 130)
        let times = ChartScale(upTo: 0.25, unit: .seconds)
        #expect(times.steps == 3 && times.top > 0.25 && times.top < 0.31)
    }

    @Test("has round times below it, at the same places for all charts of the same minutes")
    func times() {
        let hour = ChartClock(beginning: Self.beginning, step: .seconds(60), count: 60)
        #expect(hour.ticks.map(hour.words) == ["14:10", "14:20", "14:30", "14:40", "14:50", "15:00"])
        let day = ChartClock(beginning: Self.beginning, step: .seconds(600), count: 144)
        #expect(day.ticks.map(day.words) == ["16:00", "20:00", "00:00", "04:00", "08:00", "12:00"])
        let none = ChartClock(beginning: Self.beginning, step: .seconds(60), count: 0)
        #expect(none.ticks.isEmpty && none.point(of: Self.beginning) == nil)
    }

    @Test("draws a minute that is not over apart, and its legend tells the minute before")
    func partial() throws {
        let line = try #require(drawing([10, 20, 30, 3], isLastPartial: true)["lines"]?.array?.first)
        #expect(line["last"] == "30" && line["partial"] != .null)
        let whole = try #require(drawing([10, 20, 30, 3], isLastPartial: false)["lines"]?.array?.first)
        #expect(whole["last"] == "3" && whole["partial"] == .null)
        let first = try #require(drawing([3], isLastPartial: true)["lines"]?.array?.first)
        #expect(first["last"] == "–" && first["path"] == "", "no minute is over yet")
    }

    @Test("tells the values of each minute, and what happened in it, to a person who points there")
    func points() throws {
        let marks = [
            Chart.Mark(at: Self.beginning + .seconds(61), what: "anna: changed gateway, acme"),
            Chart.Mark(at: Self.beginning - .seconds(1), what: "before the chart"),
        ]
        let drawing = drawing([1_000, 12_000, nil], marks: marks)
        let titles = drawing["points"]?.array?.compactMap { $0["title"]?.string }
        #expect(
            titles == [
                "14:03 UTC\nincoming: 1000", "14:04 UTC\nincoming: 12\u{202F}000\n14:04 anna: changed gateway, acme",
                "14:05 UTC\nincoming: –",
            ])
        #expect(drawing["marks"]?.array?.map { $0["what"] } == ["anna: changed gateway, acme"])
        let summary = drawing["summary"]?.string ?? ""
        #expect(summary == "14:03 to 14:05 UTC; incoming: – at last, 12\u{202F}000 at most")
    }

    @Test("breaks a line where nothing is known, and shows a lone point")
    func gaps() {
        let path = drawing([nil, 5, nil, 5, 10])["lines"]?.array?.first?["path"]?.string
        #expect(path == "M300.0 50.0h0M700.0 50.0h0L900.0 0.0")
    }

    @Test("is drawn from data without tones, as other programs may write it")
    func plain() throws {
        let data: JSONValue = [
            "startsAt": "2026-11-28T14:03:00Z", "stepSeconds": 60,
            "lines": [["name": "a", "values": [1]], ["name": "b", "values": [2]]],
        ]
        let chart = try #require(Chart(data))
        #expect(chart.lines.map(\.tone) == [.incoming, .processed] && chart.unit == .count)
        #expect(Chart([:]) == nil)
    }

    private func drawing(
        _ values: [Double?], isLastPartial: Bool = false, marks: [Chart.Mark] = []
    ) -> JSONValue {
        let data: JSONValue = [
            "startsAt": .string(Self.beginning.rfc3339), "stepSeconds": 60, "isLastPartial": .bool(isLastPartial),
            "lines": [
                [
                    "name": "incoming", "tone": "incoming",
                    "values": .array(values.map { $0.map(JSONValue.decimal) ?? .null }),
                ]
            ],
            "marks": .array(marks.map { ["at": .string($0.at.rfc3339), "what": .string($0.what)] }),
        ]
        return Chart(data)?.drawing ?? .null
    }

    private func numbers(_ scale: ChartScale) -> [Double] { (0...scale.steps).map { Double($0) * scale.step } }
}
