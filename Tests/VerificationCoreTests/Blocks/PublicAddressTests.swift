import Testing
import VerificationCore

@Suite("Addresses of the internet, and others")
struct PublicAddressTests {
    @Test(
        "an address that is given out is public, in every form",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "168.63.129.15", "::ffff:1.1.1.1",
            "2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::1", "2a00::1", "3ffe::1", "64:ff9b::1.1.1.1",
        ])
    func given(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic)
    }

    @Test(
        "every other address is not: both ends of each range, and each way to write an IPv4 address as IPv6",
        arguments: [
            // This network, private networks, carriers' networks.
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
            "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255",
            // Loopback, link-local, and the services of clouds that tell secrets.
            "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "100.100.100.200",
            "192.0.0.192", "168.63.129.16", "fd00:ec2::254",
            // Protocols, documentation, benchmarks, 6to4 relays, groups, reserved, everybody on the wire.
            "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255", "198.18.0.0", "198.19.255.255", "198.51.100.7",
            "203.0.113.7", "192.88.99.1", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
            // The same in IPv6.
            "::", "::1", "fc00::", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1", "5f00::1",
            "2001::1", "2001:1ff::1", "2001:db8::1", "3fff::1", "3fff:fff::1", "4000::1", "1fff::1",
            // IPv4 addresses as IPv6: mapped, compatible, NAT64, NAT64 of one's own, 6to4, Teredo.
            "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:7f00:1", "::10.0.0.1", "::1.1.1.1",
            "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1.1.1.1", "2002:a9fe:a9fe::1", "2002:101:101::1",
            "2001:0:101:101::1",
        ])
    func others(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic)
    }

    @Test("loopback is this machine alone")
    func loopback() throws {
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            let address = try #require(IPAddress(text))
            #expect(address.isLoopback, "\(text)")
        }
        for text in ["128.0.0.1", "126.255.255.255", "::", "::2", "0.0.0.0", "10.0.0.1", "64:ff9b::127.0.0.1"] {
            let address = try #require(IPAddress(text))
            #expect(!address.isLoopback, "\(text)")
        }
    }
}
