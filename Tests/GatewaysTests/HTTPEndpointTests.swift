import Testing

@testable import Gateways

@Suite("Where a provider's requests go")
struct HTTPEndpointTests {
    @Test("is printed and dumped without URL and headers")
    func secrets() throws {
        var endpoint = try HTTPEndpoint(url: "https://sms.example/hook-5e11", contentType: "application/json")
        try endpoint.addHeader("authorization", value: "Bearer 7h0ught", setting: "token")
        var dumped = ""
        dump([endpoint], to: &dumped)
        for text in ["\(endpoint)", String(reflecting: endpoint), dumped] {
            #expect(!text.contains("5e11") && !text.contains("7h0ught"), "\(text)")
        }
    }
}
