import Testing
import VerificationCore
import VerificationTesting

@Suite("Verification ids")
struct VerificationIDTests {
    private static let text = "019b7a3c-5d00-7abc-8def-0123456789ab"

    @Test("the text form is read in either case and written in lower case")
    func text() throws {
        let id = try #require(VerificationID(Self.text))
        #expect(id.high == 0x019B_7A3C_5D00_7ABC && id.low == 0x8DEF_0123_4567_89AB)
        #expect(id.description == Self.text)
        #expect(VerificationID(Self.text.uppercased()) == id)
        #expect(id.bytes == [1, 0x9B, 0x7A, 0x3C, 0x5D, 0, 0x7A, 0xBC, 0x8D, 0xEF, 1, 0x23, 0x45, 0x67, 0x89, 0xAB])
        #expect(id.madeAt == Timestamp(microseconds: 0x019B_7A3C_5D00 * 1_000))
    }

    @Test(
        "anything but a UUIDv7 is none",
        arguments: [
            "", "019b7a3c5d007abc8def0123456789ab", "019b7a3c-5d00-4abc-8def-0123456789ab",
            "019b7a3c-5d00-7abc-0def-0123456789ab", "019b7a3c-5d00-7abc-cdef-0123456789ab",
            "019b7a3c-5d00-7abc-8def-0123456789a", "019b7a3c-5d00-7abc-8def-0123456789abc",
            "019b7a3c-5d00-7abc-8def-0123456789ag", "019b7a3c-5d00-7abc-8def_0123456789ab",
            "{019b7a3c-5d00-7abc-8def-0123456789ab}", " 019b7a3c-5d00-7abc-8def-0123456789ab",
            "019b7a3c-5d00-7abc-8def-0123456789ab\n", "019b7a3c-5d00-7abc-8def-0123456789\u{660}",
            "019b7a3-c5d00-7abc-8def-0123456789ab", "00000000-0000-0000-0000-000000000000",
        ])
    func refused(text: String) {
        #expect(VerificationID(text) == nil)
    }

    @Test("every id survives its text, and texts sort as the ids and their times do")
    func random() throws {
        var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
        var ids: [VerificationID] = []
        for _ in 0..<1_000 {
            let id = VerificationID(
                high: random.next() & ~0xF000 | 0x7000, low: random.next() >> 2 | 0b10 << 62)
            #expect(VerificationID(id.description) == id, "seed \(random.seed)")
            ids.append(id)
        }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted(), "seed \(random.seed)")
        #expect(ids.sorted().map(\.madeAt) == ids.map(\.madeAt).sorted(), "seed \(random.seed)")
    }
}
