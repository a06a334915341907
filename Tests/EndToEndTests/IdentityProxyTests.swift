import StrictJSON
import Testing
import VerificationCore

/// The Firebase surface faces devices all over the world, so limits go by the device's address also behind a proxy.
@Suite("the Firebase surface behind a proxy", .serialized, .timeLimit(.minutes(10)))
struct IdentityProxyTests {
    private static let rules = """
        {"sendsPerIp":[{"count":2,"seconds":3600}],"wrongCodesPerIp":[{"count":2,"seconds":3600}]}
        """

    @Test("counts sends and wrong codes by the address that the proxy saw, and not by what a caller wrote")
    func believed() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity(settings: ["identity.proxies=127.0.0.0/8,10.0.0.0/8"]).caller
            let phones = Site.phones(8)
            for phone in phones[0...1] { #expect(try await sends(phone, "203.0.113.7", caller) == nil) }
            for way in ["203.0.113.7", "198.51.100.1, 203.0.113.7", "203.0.113.7, 10.1.2.3", "x,203.0.113.7"] {
                #expect(try await sends(phones[2], way, caller) == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(way)")
            }
            #expect(try await sends(phones[2], "203.0.113.8", caller) == nil)
            #expect(try await sends(phones[3], "203.0.113.7, 203.0.113.8", caller) == nil)
            #expect(try await sends(phones[4], "203.0.113.8", caller) == "TOO_MANY_ATTEMPTS_TRY_LATER")

            let sent = try await caller.sendCode(to: phones[5], ["x-forwarded-for": "203.0.113.9"])
            let session = IdentityCaller.Session(
                info: try #require(sent["sessionInfo"]), code: try await site.lastCode(of: phones[5]))
            let guess = { (number: Int) in
                try await caller.call(
                    "signInWithPhoneNumber", session.guess(number).members, ["x-forwarded-for": "203.0.113.66"]
                ).code
            }
            for number in 0...1 { #expect(try await guess(number) == "INVALID_CODE") }
            #expect(try await guess(2) == "TOO_MANY_ATTEMPTS_TRY_LATER")
            let right = try await caller.call(
                "signInWithPhoneNumber", session.members, ["x-forwarded-for": "203.0.113.9"])
            #expect(right.status == 200, "another address is not held up")
        }
    }

    @Test("believes nobody's word on an address unless the proxy's network is named")
    func unbelieved() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity().caller
            let phones = Site.phones(3)
            for (phone, way) in zip(phones, ["203.0.113.7", "203.0.113.8"]) {
                #expect(try await sends(phone, way, caller) == nil)
            }
            #expect(try await sends(phones[2], "203.0.113.9", caller) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }

    /// Asks for a code by way of proxies, and returns why there is none.
    private func sends(_ phone: String, _ way: String, _ caller: IdentityCaller) async throws -> String? {
        try await caller.sendCode(to: phone, ["x-forwarded-for": way]).code
    }
}
