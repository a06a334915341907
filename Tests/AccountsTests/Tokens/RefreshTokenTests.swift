import Accounts
import Testing
import VerificationCore

@Suite("Refresh tokens")
struct RefreshTokenTests {
    @Test("a token's text leads to the same token and hash, on every machine")
    func roundTrip() throws {
        let token = RefreshToken(random: Array(0..<32))
        #expect(token.text == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        #expect(RefreshToken(token.text) == token)
        // Computed apart from this program, with Python's hashlib.
        #expect(token.hash.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined() == Self.hash)
        for _ in 0..<100 {
            let token = RefreshToken(random: TokenFixture.randomBytes(RefreshToken.randomLength))
            #expect(RefreshToken(token.text)?.hash == token.hash && token.text.utf8.count == 43)
        }
    }

    @Test("a text of another shape is no refresh token")
    func shapes() {
        let good = RefreshToken(random: [UInt8](repeating: 255, count: 32)).text
        let texts = [
            "", "x", good + "=", good + "A", String(good.dropLast()), " " + good, good + "\n",
            String(good.dropLast()) + "9",
            String(good.dropLast()) + "=", good.replacing("_", with: "/"), good.replacing("_", with: "é"),
            String(repeating: "A", count: 1_000_000),
        ]
        for text in texts { #expect(RefreshToken(text) == nil, "\(text.prefix(60))") }
    }

    @Test("nothing that prints a token shows it")
    func printed() {
        let token = RefreshToken(random: Array(0..<32))
        var text = "\(token) \(String(reflecting: token)) \([token]) \(String(describing: token.hash))"
        dump(token, to: &text)
        #expect(!text.contains(token.text) && !text.contains("AAECAwQF"))
    }

    private static let hash = "ea866a757e4c38babfa8127cbe9a409d3e1f93a00ff1488ff735fcf917afffd0"
}
