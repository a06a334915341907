import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Dashboard

@Suite("A sign-in over plain HTTP")
struct PlainConnectionTests {
    @Test("from another machine gets the tunnel to type", arguments: [nil, "http"])
    func suspected(_ scheme: String?) throws {
        let tunnel = try #require(PlainConnection.suspected(call("ops.example:8089", proto: scheme), base: "/ops"))
        #expect(tunnel.command == "ssh -L 8089:localhost:8089 ops.example")
        #expect(tunnel.address == "http://localhost:8089/ops/")
        let bare = try #require(PlainConnection.suspected(call("192.0.2.1", proto: scheme), base: ""))
        #expect(bare.command == "ssh -L 8089:localhost:80 192.0.2.1" && bare.address == "http://localhost:8089/")
    }

    @Test("gets nothing said where the browser keeps the cookie")
    func well() {
        for host in ["localhost:8089", "LOCALHOST", "a.localhost", "127.0.0.1:8089", "[::1]:8089"] {
            #expect(PlainConnection.suspected(call(host), base: "") == nil, "\(host)")
            #expect(PlainConnection.certain(call(host, origin: "http://\(host)"), base: "") == nil, "\(host)")
        }
        #expect(PlainConnection.suspected(call("ops.example", proto: "https"), base: "") == nil)
        #expect(PlainConnection.suspected(call("ops.example", site: "none"), base: "") == nil)
        #expect(PlainConnection.certain(call("ops.example", origin: "https://ops.example"), base: "") == nil)
        #expect(PlainConnection.certain(call("ops.example"), base: "") == nil, "a program names no origin")
    }

    @Test("is refused where the browser says that the form came so")
    func certain() {
        let form = call("ops.example", site: "same-origin", origin: "http://ops.example")
        #expect(PlainConnection.certain(form, base: "")?.command == "ssh -L 8089:localhost:80 ops.example")
        #expect(PlainConnection.certain(call("127.0.0.1", origin: "http://127.0.0.1.evil.example"), base: "") != nil)
    }

    @Test(
        "puts nothing into a command that a shell would read", arguments: ["a;reboot", "$(x)", "-oProxyCommand=x", ""])
    func hostile(_ host: String) {
        let tunnel = PlainConnection.Tunnel(authority: host + ":8089", base: "")
        #expect(tunnel.command == "ssh -L 8089:localhost:8089 HOST")
    }

    @Test(
        "a browser is named in a few known words",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1",
                "Safari on iPhone"
            ),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
            ("<script>alert(1)</script>", nil), ("", nil),
        ])
    func words(_ field: String, _ words: String?) {
        #expect(BrowserWords.of(field) == words)
    }

    private func call(
        _ host: String, proto: String? = nil, site: String? = nil, origin: String? = nil
    ) -> Request {
        var head = HTTPRequest(method: .get, scheme: nil, authority: host, path: "/sign-in")
        head.headerFields[.origin] = origin
        if let name = HTTPField.Name("X-Forwarded-Proto") { head.headerFields[name] = proto }
        if let name = HTTPField.Name("Sec-Fetch-Site") { head.headerFields[name] = site }
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}
