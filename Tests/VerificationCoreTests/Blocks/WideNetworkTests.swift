import Testing
import VerificationCore

@Suite("Networks that are wider than a site's")
struct WideNetworkTests {
    @Test(
        "are those before an IPv4 /16 and an IPv6 /32, and never this machine's own",
        arguments: [
            ("10.0.0.0/8", true), ("172.16.0.0/12", true), ("172.16.0.0/15", true), ("172.16.0.0/16", false),
            ("192.0.2.1", false), ("127.0.0.0/8", false), ("2001:db8::/31", true), ("2001:db8::/32", false),
            ("2001:db8::1", false),
        ])
    func wide(text: String, isWide: Bool) throws {
        #expect(try #require(IPNetwork(text)).isWide == isWide)
    }
}
