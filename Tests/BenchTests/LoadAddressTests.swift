import Bench
import Testing

@Suite("where a load may aim")
struct LoadAddressTests {
    @Test(
        "this machine, and hosts that the settings name",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1", 8_080), ("http://localhost:8025/", "localhost", 8_025),
            ("http://[::1]:1", "::1", 1), ("http://127.9.9.9", "127.9.9.9", 80),
            ("http://Staging.example.com:81", "Staging.example.com", 81),
        ])
    func allowed(url: String, host: String, port: Int) throws {
        let address = try LoadAddress(url, hosts: ["staging.example.com"])
        #expect(address.host == host && address.port == port)
    }

    @Test(
        "no other host, also when its name or its URL looks like this machine",
        arguments: [
            "http://example.com", "http://staging.example.com.evil.test", "http://127.0.0.1.evil.test",
            "http://evil.test/127.0.0.1", "http://127.0.0.1@evil.test", "http://localhost@evil.test:80",
            "http://0.0.0.0", "http://10.0.0.1", "https://127.0.0.1", "http://127.0.0.1/x", "127.0.0.1:80", "",
        ])
    func refused(url: String) {
        #expect(throws: LoadAddress.Refused.self) { try LoadAddress(url, hosts: ["staging.example.com"]) }
    }

    @Test("the refusal names the host and the setting that would allow it")
    func words() {
        let error = #expect(throws: LoadAddress.Refused.self) { try LoadAddress("http://example.com", hosts: []) }
        #expect(
            error?.description
                == "bench does not aim at example.com: it is neither this machine nor in the setting bench.hosts")
    }
}
