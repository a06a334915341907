import AccountCore
import HTTPTypes
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("Calls that a proxy passes on")
struct ForwardedCallTests {
    private static let fields: [HTTPFields] = [
        forwarded("X-Forwarded-For", "192.0.2.7"), forwarded("Forwarded", "for=192.0.2.7"),
    ]

    private static func forwarded(_ name: String, _ value: String) -> HTTPFields {
        var fields: HTTPFields = [.origin: "https://shop.example"]
        if let name = HTTPField.Name(name) { fields[name] = value }
        return fields
    }

    @Test("get nothing from an emulator, in the wire's words, whatever they ask", arguments: fields)
    func refused(fields: HTTPFields) async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann")
        try await fixture.serve { client in
            for (method, path) in [
                (.get, "/"), (.post, "\(IdentityClient.v1)/accounts:signUp?key=x"),
                (.get, "/emulator/v1/projects/demo-shop/verificationCodes"),
                (.delete, "/emulator/v1/projects/demo-shop/accounts"),
            ] as [(HTTPRequest.Method, String)] {
                let answer = try await client.call(method, path, nil, headers: fields)
                #expect(answer.status == 403 && answer["error"]?["status"] == "PERMISSION_DENIED", "\(path)")
                #expect(answer.error?.contains("identity.public=true") == true)
                #expect(answer.headers[.accessControlAllowOrigin] == "https://shop.example")
            }
        }
        #expect(try fixture.kept("ann") != nil)
    }

    @Test("are served by an emulator that is public, and by production", arguments: fields)
    func served(fields: HTTPFields) async throws {
        let open = try await IdentityFixture().serve(isPublic: true) { client in
            try await client.call(.get, "/", nil, headers: fields)
        }
        #expect(open.status == 200)
        let people = try await IdentityFixture(.production).serve { client in
            try await client.call(.get, "/.well-known/jwks.json", nil, headers: fields)
        }
        #expect(people.status == 200)
    }
}
