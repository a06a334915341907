import Testing
import VerificationCore
import VerificationTesting

@Suite("Moments")
struct TimestampTests {
    /// The expected texts come from Python's datetime.
    @Test(
        "known moments are written and read as everybody does",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_767_323_045_678, "2026-01-02T03:04:05.678Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-1_000, "1969-12-31T23:59:59.000Z"), (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func known(milliseconds: Int64, text: String) {
        let moment = Timestamp(microseconds: milliseconds * 1_000)
        #expect(moment.rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == moment)
    }

    @Test("the first and the last moment there is have a text, though no four digits hold their years")
    func farMoments() {
        #expect(Timestamp(microseconds: .min).rfc3339 == "-290308-12-21T19:59:05.225Z")
        #expect(Timestamp(microseconds: .max).rfc3339 == "294247-01-10T04:00:54.775Z")
    }

    /// Steps of 29 days meet every day of the year in the course of four centuries, leap days included.
    @Test("days of four centuries are read as they were written, one after the other")
    func centuries() {
        var previous = ""
        for day in stride(from: Int64(-135_140), through: 11_000, by: 29) {
            let moment = Timestamp(microseconds: day * 86_400_000_000 + 45_296_789_000)
            let text = moment.rfc3339
            #expect(text > previous)
            #expect(Timestamp(rfc3339: text) == moment)
            previous = text
        }
    }

    @Test("random moments survive their text")
    func random() {
        var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
        for _ in 0..<2_000 {
            let moment = Timestamp(
                microseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random) * 1_000)
            #expect(Timestamp(rfc3339: moment.rfc3339) == moment, "seed \(random.seed)")
        }
    }

    @Test(
        "offsets, fractions and small letters are read",
        arguments: [
            ("2026-01-02T03:04:05Z", 0), ("2026-01-02t03:04:05z", 0), ("2026-01-02T04:04:05+01:00", 0),
            ("2026-01-01T21:34:05-05:30", 0), ("2026-01-02T03:04:05-00:00", 0), ("2026-01-02T03:04:05.5Z", 500_000),
            ("2026-01-02T03:04:05.000001Z", 1), ("2026-01-02T03:04:05.1234567891Z", 123_456),
            ("2026-01-03T02:04:04.999999+23:00", -1),
        ] as [(String, Int64)])
    func spellings(text: String, microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microseconds == 1_767_323_045_000_000 + microseconds)
    }

    @Test(
        "what is no moment is none",
        arguments: [
            "", "2026", "2026-01-02", "2026-01-02T03:04Z", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z",
            "2026-00-02T03:04:05Z", "2026-13-02T03:04:05Z", "2026-01-00T03:04:05Z", "2026-01-32T03:04:05Z",
            "2026-02-29T03:04:05Z", "2100-02-29T03:04:05Z", "2026-04-31T03:04:05Z", "2026-01-02T24:04:05Z",
            "2026-01-02T03:60:05Z", "2026-01-02T03:04:61Z", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05+24:00",
            "2026-01-02T03:04:05+1:00", "2026-01-02T03:04:05+0100", "2026-01-02T03:04:05ZZ", " 2026-01-02T03:04:05Z",
            "+2026-01-02T03:04:05Z", "02026-01-02T03:04:05Z", "2026-01-02T03:04:0\u{665}Z", "2026-1-2T3:4:5Z",
        ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("a wait is told in whole seconds, and never too short")
    func roundedUp() {
        #expect(Duration.zero.secondsRoundedUp == 0)
        #expect(Duration.microseconds(1).secondsRoundedUp == 1)
        #expect(Duration.seconds(1).secondsRoundedUp == 1)
        #expect(Duration.microseconds(1_000_001).secondsRoundedUp == 2)
    }

    @Test("a person may leave out what is zero, and the zone")
    func typed() {
        let evening = Timestamp(rfc3339: "2027-01-31T18:00:00Z")
        #expect(evening != nil)
        for text in ["2027-01-31T18:00", "2027-01-31 18:00", "2027-01-31 18:00:00", "2027-01-31T19:00:00+01:00"] {
            #expect(Timestamp(typed: text) == evening, "\(text)")
        }
        #expect(Timestamp(typed: "2027-01-31") == Timestamp(rfc3339: "2027-01-31T00:00:00Z"))
        for text in ["", "yesterday", "2027-02-30", "31.1.2027", "18:00"] { #expect(Timestamp(typed: text) == nil) }
    }
}
