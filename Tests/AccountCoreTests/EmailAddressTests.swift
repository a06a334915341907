import AccountCore
import Testing

@Suite("E-mail addresses, passwords and addresses of pages")
struct EmailAddressTests {
    @Test("an address is kept in lower case, whatever is written")
    func lowerCase() {
        #expect(EmailAddress("Ann.Ö@Example.COM")?.text == "ann.ö@example.com")
    }

    @Test(
        "a text that no mail can go to is no address",
        arguments: ["", "ann", "@b", "a@", "a@b@c", "a b@c", "a@b\n", "a\u{0}@b", "a\u{A0}@b", "a@\u{7F}"])
    func none(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test("an address has 254 bytes at most")
    func length() {
        #expect(EmailAddress("a@" + String(repeating: "b", count: 252)) != nil)
        #expect(EmailAddress("a@" + String(repeating: "b", count: 253)) == nil)
    }

    @Test("a password has six characters at least, counted as clients count them")
    func passwords() throws {
        try PasswordPolicy.check("123456")
        // Each of them is two for clients.
        try PasswordPolicy.check("🔑🔑🔑")
        #expect(throws: AccountError.refused(.weakPassword, "Password should be at least 6 characters")) {
            try PasswordPolicy.check("12345")
        }
    }

    @Test("an address of a page names scheme and host, and any other address a scheme")
    func uris() {
        for text in [
            "http://localhost", "https://a.b:8080/c?d#e", "com.example.app://x", "mailto:a@b", "HTTP://[::1]/",
            "https:///a",
        ] {
            #expect(AbsoluteURI.isWellFormed(text), "\(text)")
        }
        for text in [
            "", "localhost", "/a", "//a", "http:", "http://", "http://:80", "1a://b", "http://a b",
        ] {
            #expect(!AbsoluteURI.isWellFormed(text), "\(text)")
        }
    }
}
