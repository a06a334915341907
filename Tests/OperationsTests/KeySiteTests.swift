import Operations
import Testing

@Suite("The address for which security keys sign")
struct KeySiteTests {
    @Test(
        "is a host with its scheme and port, as browsers write it",
        arguments: [
            ("https://ops.example.com", "ops.example.com", "https://ops.example.com"),
            ("https://Ops.Example.com/ops/", "ops.example.com", "https://ops.example.com"),
            ("https://ops.example.com:443/x", "ops.example.com", "https://ops.example.com"),
            ("https://ops.example.com:8443", "ops.example.com", "https://ops.example.com:8443"),
            ("http://localhost:8089/ops", "localhost", "http://localhost:8089"),
            ("http://localhost:80", "localhost", "http://localhost"),
            ("http://a.localhost", "a.localhost", "http://a.localhost"),
            ("https://intranet", "intranet", "https://intranet"),
        ])
    func sites(url: String, id: String, origin: String) throws {
        let site = try #require(KeySite(url: url))
        #expect(site.id == id && site.origin == origin)
    }

    @Test(
        "is no address where browsers have no keys",
        arguments: [
            "", "ops.example.com", "http://ops.example.com", "https://", "https://192.0.2.1", "https://[::1]",
            "http://127.0.0.1:8089", "https://a b", "https://a..b", "https://.a", "https://a:", "https://a:0",
            "https://a:65536", "https://a:b", "https://user@a", "https://a?b", "https://a#b", "ftp://localhost",
            "http://localhost.example.com",
        ])
    func none(url: String) { #expect(KeySite(url: url) == nil) }

    @Test("is this machine's for a browser on it, and never what another caller says")
    func loopback() {
        #expect(KeySite(loopback: "localhost:8089")?.origin == "http://localhost:8089")
        #expect(KeySite(loopback: "LOCALHOST")?.id == "localhost")
        for other in ["ops.example.com", "127.0.0.1:8089", "[::1]:8089", "localhost.evil.example", "localhost/x", ""] {
            #expect(KeySite(loopback: other) == nil, "\(other)")
        }
    }
}
