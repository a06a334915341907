import AccountCore
import Testing
import VerificationCore

@Suite("Codes of authenticator apps")
struct TOTPTests {
    /// The secret of both RFCs.
    private let secret = Array("12345678901234567890".utf8)

    @Test(
        "are those of RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func vectors(seconds: Int64, code: String) {
        let step = TOTP.step(at: Timestamp(seconds: seconds))
        #expect(TOTP.code(ofStep: step, secret: secret, digits: 8) == code)
        #expect(TOTP.code(ofStep: step, secret: secret) == String(code.suffix(6)))
    }

    @Test("have the digits of RFC 4226, appendix D")
    func digits() {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0...9).map { TOTP.code(ofStep: $0, secret: secret) } == codes)
    }

    @Test(
        "change every 30 seconds, also before 1970 and at the last moment that there is",
        arguments: [
            (0, 0), (29, 0), (30, 1), (-1, -1), (-30, -1), (-31, -2), (4_294_967_296, 143_165_576),
            (9_223_372_036_854, 307_445_734_561),
        ] as [(Int64, Int64)])
    func steps(seconds: Int64, step: Int64) {
        #expect(TOTP.step(at: Timestamp(seconds: seconds)) == step)
        #expect(TOTP.code(ofStep: step, secret: secret).utf8.count == 6)
    }

    @Test(
        "are read as people type them",
        arguments: [
            ("482913", "482913"), ("482 913", "482913"), (" 482-913 ", "482913"), ("４８２９１３", "482913"),
            ("٤٨٢٩١٣", "482913"), ("48291", nil), ("4829130", nil), ("48291O", nil), ("", nil),
        ] as [(String, String?)])
    func typed(text: String, code: String?) {
        #expect(TOTP.code(typed: text) == code)
    }

    @Test(
        "come from secrets in the Base32 of RFC 4648, section 10, without its padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }

    @Test("a secret of twenty bytes is 32 letters, which every app reads")
    func length() {
        #expect(Base32.encode(secret) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(Base32.encode(Array(repeating: 255, count: TOTP.secretLength)) == String(repeating: "7", count: 32))
    }
}
