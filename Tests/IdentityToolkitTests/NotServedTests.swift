import AccountCore
import HTTPTypes
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("Calls that the wire has and this program does not serve")
struct NotServedTests {
    /// What apps call.
    private static let apps = calls(
        """
        POST v2/accounts/passkeyEnrollment:start, \
        POST v2/accounts/passkeyEnrollment:finalize, POST v2/accounts/passkeySignIn:start, \
        POST v2/accounts/passkeySignIn:finalize, \
        POST v1/accounts:signInWithEmailLink, POST v1/accounts:sendOobCode, POST v1/accounts:resetPassword, \
        POST v1/accounts:issueSamlResponse, GET v2/defaultSupportedIdps, GET v2/passwordPolicy
        """)

    /// What backends call.
    private static let administrators =
        [
            "inboundSamlConfigs", "tenants/t-1/defaultSupportedIdpConfigs", "tenants/t-1/oauthIdpConfigs",
            "tenants/t-1/inboundSamlConfigs",
        ].flatMap { kind in
            let list = "v2/projects/demo-shop/\(kind)"
            return calls("GET \(list), POST \(list), GET \(list)/x, PATCH \(list)/x, DELETE \(list)/x")
        }
        + calls(
            """
            GET v2/projects/demo-shop/tenants, POST v2/projects/demo-shop/tenants, \
            GET v2/projects/demo-shop/tenants/t-1, PATCH v2/projects/demo-shop/tenants/t-1, \
            DELETE v2/projects/demo-shop/tenants/t-1, POST v2/projects/demo-shop/tenants/t-1:getIamPolicy, \
            POST v1/projects/demo-shop/tenants/t-1/accounts, POST v1/projects/demo-shop/tenants/t-1/accounts:lookup, \
            GET v1/projects/demo-shop/tenants/t-1/accounts:batchGet, \
            POST v1/projects/demo-shop/tenants/t-1:createSessionCookie, \
            POST v2/projects/demo-shop/identityPlatform:initializeAuth
            """)

    /// Reads methods with paths below the host's name, with commas between them.
    private static func calls(_ text: String) -> [(method: HTTPRequest.Method, path: String)] {
        text.split(separator: ", ").compactMap { call in
            let words = call.split(separator: " ").map(String.init)
            return HTTPRequest.Method(words[0]).map { ($0, "/identitytoolkit.googleapis.com/" + words[1]) }
        }
    }

    private func expectNotServed(_ answer: WireAnswer, _ path: String) {
        #expect(answer.status == 501 && answer["error"]?["status"] == "NOT_IMPLEMENTED", "\(path)")
        #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "unimplemented", "\(path)")
    }

    @Test("say so in its envelope, after they know who calls", arguments: IdentityModeName.allCases)
    func calls(mode: IdentityModeName) async throws {
        try await IdentityFixture(mode.mode).serve { client in
            for (method, path) in Self.apps {
                let answer = try await client.call(method, "\(path)?key=\(IdentityFixture.clientKey)", nil)
                expectNotServed(answer, path)
                #expect(try await client.call(method, path, nil).status == 403, "\(path)")
            }
            for (method, path) in Self.administrators {
                let answer = try await client.call(method, path, nil, bearer: client.owner)
                expectNotServed(answer, path)
                #expect(try await client.call(method, path, nil).status == 403, "\(path)")
            }
        }
    }

    @Test("are also pages of Firebase's emulator, which production does not know")
    func pages() async throws {
        let tenant = "/emulator/v1/projects/demo-shop/tenants/t-1"
        let pages: [(HTTPRequest.Method, String)] = [
            (.get, "/emulator/action?mode=signIn"), (.get, "/emulator/openapi.json"),
            (.delete, tenant + "/accounts"), (.get, tenant + "/oobCodes"), (.get, tenant + "/verificationCodes"),
        ]
        try await IdentityFixture().serve { client in
            for (method, path) in pages { expectNotServed(try await client.call(method, path, nil), path) }
        }
        try await IdentityFixture(.production).serve { client in
            for (method, path) in pages + [(.get, "/emulator/auth/iframe"), (.get, "/emulator/auth/handler?apiKey=x")] {
                let answer = try await client.call(method, path, nil)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test("are not the frame of the SDK for browsers: it answers the app through Google's script")
    func frame() async throws {
        try await IdentityFixture().serve { client in
            let page = try await client.call(.get, "/emulator/auth/iframe?apiKey=x&appName=%5BDEFAULT%5D&v=12", nil)
            #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
            for words in [
                "https://apis.google.com/js/api.js?onload=scriptIsHere", "function scriptIsHere()", "gapi.iframes",
                "webStorageSupport", "auth/no-auth-event",
            ] { #expect(page.body.contains(words), "\(words)") }
        }
    }
}
