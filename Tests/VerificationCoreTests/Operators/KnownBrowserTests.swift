import Testing
import VerificationCore
import VerificationTesting

@Suite("A browser that is known")
struct KnownBrowserTests {
    private let random = [UInt8](repeating: 7, count: KnownBrowser.idLength)

    @Test("is known by its text to the person who signed in by it, until the password changes")
    func proof() throws {
        let anna = try somebody("anna", salt: 1)
        let browser = KnownBrowser(of: anna, random: random)
        #expect(KnownBrowser(text: browser.text, of: anna) == browser)
        #expect(KnownBrowser(text: browser.text, of: try somebody("bert", salt: 1)) == nil)
        #expect(KnownBrowser(text: browser.text, of: try somebody("anna", salt: 2)) == nil)
    }

    @Test("is not known by a text in which anything was changed")
    func forged() throws {
        let anna = try somebody("anna", salt: 1)
        let text = KnownBrowser(of: anna, random: random).text
        let bytes = try #require(Base64.decode(text))
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(KnownBrowser(text: Base64.encodeForURL(changed), of: anna) == nil)
        }
        for other in ["", "x", String(text.dropLast(4)), text + "AAAA"] {
            #expect(KnownBrowser(text: other, of: anna) == nil)
        }
    }

    private func somebody(_ name: String, salt: UInt8) throws -> StoredOperator {
        let name = try #require(OperatorName(name))
        let salt = [UInt8](repeating: salt, count: PasswordHash.saltLength)
        return StoredOperator(
            Operator(name: name, role: .viewer), password: PasswordHash(fittingNobodyWith: salt),
            changedAt: Timestamp(seconds: 0))
    }
}
