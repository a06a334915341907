import Testing
import VerificationCore
import VerificationTesting

@Suite("Encoding and segments of an SMS")
struct SMSEncodingTests {
    private func lengths(_ text: String) -> [Int] {
        let encoding = SMSEncoding(for: text)
        return encoding.segments(of: text).map(encoding.units)
    }

    private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    @Test("texts of the GSM alphabet are cut after 160 or 153 septets")
    func septets() {
        #expect(lengths("") == [0])
        #expect(lengths(times(160, "a")) == [160])
        #expect(lengths(times(161, "a")) == [153, 8])
        #expect(lengths(times(306, "a")) == [153, 153])
        #expect(lengths(times(307, "a")).count == 3)
        #expect(lengths(times(459, "a")).count == 3)
        #expect(lengths(times(460, "a")).count == 4)
    }

    @Test("an escaped character is two septets and stays whole")
    func escapes() {
        #expect(lengths(times(80, "€")) == [160])
        #expect(lengths(times(81, "€")) == [152, 10])
        #expect(lengths(times(152, "a") + "€" + times(10, "a")) == [152, 12])
        #expect(lengths(times(158, "a") + "€") == [160], "the last two of one message")
        #expect(lengths(times(159, "a") + "€") == [153, 8], "one more would be half a character")
        #expect(lengths(times(151, "a") + "€" + times(152, "a") + "€") == [153, 152, 2])
        for escaped in "\u{0C}^{}\\[~]|" {
            #expect(lengths(times(152, "a") + String(escaped) + times(8, "a")) == [152, 10], "\(escaped)")
        }
    }

    @Test("texts outside it are cut after 70 or 67 code units, and surrogate pairs stay whole")
    func codeUnits() {
        #expect(lengths(times(70, "ж")) == [70])
        #expect(lengths(times(71, "ж")) == [67, 4])
        #expect(lengths(times(134, "ж")).count == 2)
        #expect(lengths(times(135, "ж")).count == 3)
        #expect(lengths(times(35, "😀")) == [70])
        #expect(lengths(times(36, "😀")) == [66, 6])
        #expect(lengths(times(66, "ж") + "😀" + times(10, "ж")) == [66, 12])
        #expect(lengths(times(68, "ж") + "😀") == [70], "the last two of one message")
        #expect(lengths(times(69, "ж") + "😀") == [67, 4])
        #expect(lengths(times(65, "ж") + "😀" + times(66, "ж") + "😀") == [67, 66, 2])
        #expect(lengths(times(69, "a") + "ж") == [70] && lengths(times(70, "a") + "ж") == [67, 4])
    }

    @Test("an escaped character counts one in UCS-2, which has no escapes")
    func escapedInUCS2() {
        #expect(lengths("ж€{}") == [4])
        #expect(lengths("ж" + times(69, "€")) == [70] && lengths("ж" + times(70, "€")) == [67, 4])
    }

    @Test("what a reader sees as one character stays in one segment, unless it is larger than a segment")
    func characters() {
        #expect(lengths(times(66, "ж") + "е\u{301}" + times(10, "ж")) == [66, 12])
        #expect(lengths(times(60, "ж") + "👩‍👩‍👧‍👦" + "жж") == [60, 13])
        #expect(lengths("е" + times(100, "\u{301}")) == [67, 34])
    }

    @Test("every character of the alphabet counts as the standard says")
    func alphabet() {
        let basic = """
            @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§\
            ¿abcdefghijklmnopqrstuvwxyzäöñüà\n\r
            """
        #expect(basic.unicodeScalars.count == 127)
        for scalar in basic.unicodeScalars { #expect(lengths(String(scalar)) == [1], "\(scalar)") }
        for scalar in "\u{0C}^{}\\[~]|€".unicodeScalars { #expect(lengths(String(scalar)) == [2], "\(scalar)") }
        for scalar in "`çáíóúêâôı“”‘’–—…\t\u{A0}«»ΑΒΕ\0\u{1B}\u{7F}".unicodeScalars {
            #expect(SMSEncoding(for: String(scalar)) == .ucs2, "\(scalar)")
        }
    }

    @Test("segments join to the text, each fits and begins no sooner than it must")
    func invariants() {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        let alphabets = ["aé€{", "aж😀", "e\u{301}\u{1F469}\u{200D}\r\n", "aaaaaaaaaaaa€"].map {
            Array($0.unicodeScalars)
        }
        for round in 0..<2_000 {
            let alphabet = alphabets[round % alphabets.count]
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...400, using: &random) {
                scalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            check(String(scalars), seed: random.seed)
        }
    }

    private func check(_ text: String, seed: UInt64) {
        let encoding = SMSEncoding(for: text)
        let segments = encoding.segments(of: text)
        let lengths = segments.map(encoding.units)
        #expect(segments.map { Array($0.utf16) }.joined().elementsEqual(text.utf16), "seed \(seed)")
        #expect(lengths.reduce(0, +) == encoding.units(of: text), "seed \(seed)")
        let limit = segments.count == 1 ? encoding.unitsInOne : encoding.unitsPerSegment
        #expect(lengths.allSatisfy { $0 <= limit }, "seed \(seed)")
        #expect((segments.count == 1) == (encoding.units(of: text) <= encoding.unitsInOne), "seed \(seed)")
        for (segment, next) in zip(segments, segments.dropFirst()) {
            let first = next.first.map { encoding.units(of: String($0)) } ?? 0
            let piece = first <= encoding.unitsPerSegment ? first : 2
            #expect(encoding.units(of: segment) + piece > encoding.unitsPerSegment, "seed \(seed)")
        }
    }
}
