import GatewayKit
import Testing

@testable import Assembly

@Suite("The networks of proxies")
struct ProxyWarningTests {
    private func warning(_ proxies: String) async throws -> String? {
        try await Settings(SettingsSources(), environment: ["VERIFYD_IDENTITY_PROXIES": proxies]).proxyWarning
    }

    @Test("that hold more than proxies are warned about by their names", arguments: ["10.0.0.0/8", "2001:db8::/31"])
    func wide(network: String) async throws {
        #expect(try #require(try await warning("192.0.2.0/24,\(network)")).contains(" \(network): "))
    }

    @Test("are none at first, and a site's own network is no reason for a warning")
    func narrow() async throws {
        #expect(try await Settings(SettingsSources(), environment: [:]).value(of: IdentitySettings.proxies).isEmpty)
        for fine in ["", "10.1.0.0/16", "127.0.0.0/8", "192.0.2.7", "2001:db8::/32"] {
            #expect(try await warning(fine) == nil, "\(fine)")
        }
    }
}
