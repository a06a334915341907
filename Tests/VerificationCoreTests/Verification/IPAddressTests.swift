import Testing
import VerificationCore

@Suite("IP addresses")
struct IPAddressTests {
    @Test(
        "addresses are read in every usual form and written in one",
        arguments: [
            ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("192.0.2.1", "192.0.2.1"),
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:1", "::1"),
            ("2001:db8::1", "2001:db8::1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:c000:201"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"),
            ("0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"),
        ])
    func good(text: String, written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(address.description) == address)
        #expect(address.family == (written.contains(":") ? .v6 : .v4))
    }

    @Test(
        "anything else is none",
        arguments: [
            "", " ", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1.2.3.256", "1.2.3.04", "01.2.3.4", "1.2.3.-4",
            "1.2.3.+4", "0x1.2.3.4", "1.2.3.4:80", "1.2.3.4/24", "1.2.3.\u{664}", "1.2.3.4 ", ":", ":::", "1::2::3",
            "1:::2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "g::",
            "+1::", "-1::", "[::1]", "::1%eth0", "::1/64", "1.2.3.4::", "1:1.2.3.4::5", "::1.2.3.4:5", "::1.2.3",
            "1:2:3:4:5:6:7:1.2.3.4", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:", "localhost",
            "0000:0000:0000:0000:0000:ffff:192.168.100.2000", "1.2.3.4\0", "::1\0g",
        ])
    func bad(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "limits take an IPv4 address alone, and of IPv6 addresses those of a /64 together",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8::1", "2001:db8::/64"), ("::1", "::/64"),
        ])
    func network(text: String, network: String) throws {
        #expect(try #require(IPAddress(text)).network == network)
    }

    @Test(
        "the /56 and the /48 of an IPv6 address count too, with larger numbers",
        arguments: [
            ("2001:db8:0:1ff:3:4:5:6", ["2001:db8:0:100::/56", "2001:db8::/48"]),
            ("2001:db8:1:2::1", ["2001:db8:1::/56", "2001:db8:1::/48"]), ("::1", ["::/56", "::/48"]),
            ("192.0.2.1", []), ("::ffff:192.0.2.1", []),
        ])
    func widerNetworks(text: String, networks: [String]) throws {
        let wider = try #require(IPAddress(text)).widerNetworks
        #expect(wider.map(\.network) == networks)
        #expect(wider.map(\.multiple) == (networks.isEmpty ? [] : [4, 16]))
    }

    @Test("an IPv4 address is one address, however it is written")
    func mapped() {
        #expect(IPAddress("::ffff:1.2.3.4") == IPAddress("1.2.3.4"))
        #expect(IPAddress("::1.2.3.4") != IPAddress("1.2.3.4"))
    }
}
