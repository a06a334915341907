import AccountCore
import Testing

@Suite("Names of accounts and projects")
struct NameTests {
    @Test("an account's name has 1 to 128 characters, and none that a log may not hold")
    func localID() {
        #expect(LocalID("a")?.text == "a" && LocalID(String(repeating: "é", count: 128)) != nil)
        for text in ["", String(repeating: "a", count: 129), "a\nb", "\u{0}"] { #expect(LocalID(text) == nil) }
    }

    @Test("a made name has 28 letters and digits, and other bytes make another name")
    func made() {
        let bytes = (0..<LocalID.randomLength).map { UInt8($0 * 9 % 256) }
        let id = LocalID(random: bytes)
        #expect(id.text.wholeMatch(of: #/[0-9A-Za-z]{28}/#) != nil)
        #expect(id != LocalID(random: bytes.reversed()))
    }

    @Test("names stand in the order of their characters' numbers, in every language of the machine")
    func order() {
        let names = ["B", "a", "Z9", "ä"].compactMap(LocalID.init)
        #expect(names.sorted().map(\.text) == ["B", "Z9", "a", "ä"])
    }

    @Test("a project's name is what clients know as such")
    func project() {
        for text in ["demo-shop", "abcdef", "a23456789012345678901234567890"] { #expect(ProjectID(text)?.text == text) }
        for text in ["", "short", "1abcdef", "demo-", "Demo-shop", "demo_shop", "a234567890123456789012345678901"] {
            #expect(ProjectID(text) == nil, "\(text)")
        }
    }

    @Test("names and links are the same only byte by byte, except for an address, which is found in any case")
    func bytes() throws {
        let (whole, parts) = ("\u{E9}", "e\u{301}")
        #expect(whole == parts, "Swift takes them for equal")
        let provider = try #require(ProviderID("x.test"))
        #expect(ProviderID(whole) != ProviderID(parts) && LocalID(whole) != LocalID(parts))
        let names = [whole, parts].flatMap { text in
            [AccountName.phone(text), .email(text), .identity(provider, rawID: text)]
                + (LocalID(text).map { [.id($0)] } ?? [])
        }
        #expect(Set(names).count == 8)
        #expect(AccountName.email("Ann@Shop.TEST") == .email("ann@shop.test"))
        let link = ProviderLink(provider, rawID: "1", displayName: whole)
        #expect(link != ProviderLink(provider, rawID: "1", displayName: parts))
        #expect(Set([link, ProviderLink(provider, rawID: "1", displayName: whole)]).count == 1)
    }
}
