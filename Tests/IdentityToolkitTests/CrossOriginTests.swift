import AccountCore
import HTTPTypes
import Testing

@testable import IdentityToolkit

@Suite("Pages that call the surface")
struct CrossOriginTests {
    private static let lookup = "\(IdentityClient.v1)/accounts:lookup"

    /// What a page hears that asks whether it may write these fields.
    private func allowed(_ mode: IdentityMode, _ fields: String) async throws -> String? {
        try await IdentityFixture(mode).serve { client in
            let answer = try await client.call(
                .options, Self.lookup, nil,
                headers: [.origin: "https://shop.example", .accessControlRequestHeaders: fields])
            #expect(answer.status == 204 && answer.headers[.accessControlAllowOrigin] == "https://shop.example")
            return answer.headers[.accessControlAllowHeaders]
        }
    }

    @Test("hear yes before they call, in the emulator for whatever fields they name")
    func emulator() async throws {
        let fields = "x-client-version, x-ios-bundle-identifier"
        let allowed = try await allowed(.emulator, fields)
        #expect(allowed == fields)
        try await IdentityFixture().serve { client in
            let answer = try await client.call(.options, Self.lookup, nil)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test(
        "may write in production what Firebase's SDKs write, and no name of an app",
        arguments: [
            (
                "content-type,x-client-version,x-firebase-appcheck,x-firebase-client,x-firebase-gmpid,x-firebase-locale",
                "content-type,x-client-version,x-firebase-appcheck,x-firebase-client,x-firebase-gmpid,x-firebase-locale"
            ), ("Content-Type, X-Firebase-gmpid", "Content-Type,X-Firebase-gmpid"),
            ("content-type,x-ios-bundle-identifier,x-android-package,x-android-cert", "content-type"),
            ("x-ios-bundle-identifier,x-android-package,x-forwarded-for", nil),
        ] as [(String, String?)])
    func production(asked: String, expected: String?) async throws {
        let allowed = try await allowed(.production, asked)
        #expect(allowed == expected)
    }
}
