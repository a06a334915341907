import AccountCore
import Accounts
import HTTPTypes
import MetricsTestKit
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Around every call of the wire")
struct TransportTests {
    private static let lookup = "\(IdentityClient.v1)/accounts:lookup"

    @Test("a call without a key, with a wrong key or with a wrong bearer is refused in the wire's words")
    func callers() async throws {
        try await IdentityFixture(.production).serve { client in
            let bare = try await client.call(.post, Self.lookup, "{}")
            #expect(bare.status == 403 && bare["error"]?["status"] == "PERMISSION_DENIED")
            #expect(bare["error"]?["errors"]?.array?.first?["reason"] == "forbidden")
            let wrong = try await client.call(.post, Self.lookup + "?key=nobodys", "{}")
            #expect(wrong.status == 400 && wrong["error"]?["status"] == "INVALID_ARGUMENT")
            #expect(try await client.call(.post, Self.lookup + "?key=", "{}").status == 403)
            let bearer = try await client.call(.post, Self.lookup, "{}", bearer: "owner")
            #expect(bearer.status == 401 && bearer["error"]?["errors"]?.array?.first?["location"] == "Authorization")
            let path = "/projects/demo-shop/accounts:lookup"
            let keyOnly = try await client.call(
                .post, IdentityClient.v1 + path + "?key=\(IdentityFixture.clientKey)", "{}")
            #expect(keyOnly["error"]?["message"]?.string?.hasPrefix("INSUFFICIENT_PERMISSION : ") == true)
            let foreign = try await client.admin("/accounts:lookup", "{}", bearer: IdentityFixture.otherAdminKey)
            #expect(foreign["error"]?["message"] == "INSUFFICIENT_PERMISSION")
        }
    }

    @Test("an administrator's key is no key of an app, and an app's key is no administrator")
    func scopes() async throws {
        try await IdentityFixture(.production).serve { client in
            let admin = try await client.app("lookup", "{}", key: IdentityFixture.adminKey)
            #expect(admin["error"]?["message"] == "API key not valid. Please pass a valid API key.")
            #expect(try await client.admin("/accounts:lookup", "{}", bearer: IdentityFixture.clientKey).status == 401)
        }
    }

    @Test("a key that is bound serves the apps and pages that it names, and no others")
    func bounds() async throws {
        let fixture = try IdentityFixture(.production)
        let bounds = try #require(ClientBounds("ios:com.example.shop,web:shop.example"))
        let hash = APIKeyHash(of: "vfd_bound")
        #expect(try await fixture.world.add(hash, to: fixture.app.id, scope: .client, bounds: bounds, label: ""))
        try await fixture.serve { client in
            let call = { (headers: HTTPFields) in
                try await client.call(.post, Self.lookup + "?key=vfd_bound", "{}", headers: headers)
            }
            let bundle = try #require(HTTPField.Name("X-Ios-Bundle-Identifier"))
            for good: HTTPFields in [
                [bundle: "com.example.shop"], [.origin: "https://shop.example"],
                [.referer: "https://shop.example/sign-in?a=b"],
            ] {
                #expect(try await call(good)["error"]?["message"] == "MISSING_ID_TOKEN")
            }
            for bad: HTTPFields in [
                [:], [bundle: "com.example"], [.origin: "https://evil.example"], [.origin: "null"],
                [bundle: "com.example.shop", .origin: "https://evil.example"],
                [bundle: "com.example.shop", .origin: "null"], [bundle: "com.example.shop", .origin: ""],
                [.origin: "https://evil.example", .referer: "https://shop.example/"],
            ] {
                let answer = try await call(bad)
                #expect(answer.status == 403)
                #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "ipRefererBlocked")
            }
        }
    }

    @Test("an unknown path, a wrong method, a body that is no JSON and a large body are answered in the envelope")
    func mistakes() async throws {
        try await IdentityFixture().serve { client in
            let here: HTTPFields = [.origin: "http://localhost:5000"]
            let large = "{\"idToken\":\"" + String(repeating: "x", count: 66_000) + "\"}"
            let mistakes: [(HTTPRequest.Method, String, String?, Int, JSONValue)] = [
                (.get, "/nothing", nil, 404, "notFound"), (.get, Self.lookup + "?key=x", nil, 404, "notFound"),
                (.post, Self.lookup + "?key=x", "{", 400, "parseError"),
                (.post, Self.lookup + "?key=x", "{\"idToken\":{}}", 400, "invalid"),
                (.post, Self.lookup + "?key=x", "[]", 400, "invalid"),
                (.post, Self.lookup + "?key=x", large, 413, "uploadTooLarge"),
            ]
            for (method, path, body, status, reason) in mistakes {
                let answer = try await client.call(method, path, body, headers: here)
                #expect(answer.status == status && answer["error"]?["code"] == .integer(Int64(status)), "\(path)")
                #expect(answer["error"]?["errors"]?.array?.first?["reason"] == reason, "\(path)")
                #expect(answer.headers[.accessControlAllowOrigin] == "http://localhost:5000")
            }
        }
    }

    @Test("a thousand long ids fit into a deletion, and one more is refused by its own word")
    func longLists() async throws {
        try await IdentityFixture().serve { client in
            let ids = { (count: Int) in
                let list = (0..<count).map { "\"" + String(repeating: "i", count: 120) + "\($0)\"" }
                return "{\"localIds\":[" + list.joined(separator: ",") + "]}"
            }
            #expect(try await client.admin("/accounts:batchDelete", ids(1_000)).status == 200)
            let tooMany = try await client.admin("/accounts:batchDelete", ids(1_001))
            #expect(tooMany["error"]?["message"] == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
        }
    }

    @Test("a project whose configuration forbids phones sends no code")
    func phonesOff() async throws {
        let off: JSONObject = ["signIn": ["phoneNumber": ["enabled": false]]]
        let fixture = try IdentityFixture(others: off)
        try await fixture.serve { client in
            let answer = try await client.app("sendVerificationCode", #"{"phoneNumber":"+14155550123"}"#)
            #expect(answer["error"]?["message"] == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test("a project whose configuration forbids phones lets nobody in by a phone")
    func noWayInByPhone() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { client in
            let sent = try await client.app("sendVerificationCode", #"{"phoneNumber":"+14155550123"}"#)
            let off = #"{"signIn":{"phoneNumber":{"enabled":false}}}"#
            _ = try await client.config(off, mask: "signIn.phoneNumber.enabled")
            for proof in [
                #""sessionInfo":"\#(try sent.required("sessionInfo"))","code":"123456""#,
                #""temporaryProof":"x","phoneNumber":"+14155550123""#,
            ] {
                #expect(try await client.app("signInWithPhoneNumber", "{\(proof)}").error == "OPERATION_NOT_ALLOWED")
            }
        }
    }

    @Test("a form has at most a hundred fields")
    func fields() async throws {
        try await IdentityFixture().serve { client in
            for (count, error) in [(100, "MISSING_GRANT_TYPE"), (101, "Invalid JSON payload received. The form")] {
                let fields = (0..<count).map { "f\($0)=" }.joined(separator: "&")
                let answer = try await client.call(
                    .post, "/securetoken.googleapis.com/v1/token?key=k", fields,
                    headers: [.contentType: "application/x-www-form-urlencoded"])
                #expect(answer.error?.hasPrefix(error) == true)
            }
        }
    }

    @Test("a query that is not well-formed is refused, and no parameter of it is left out")
    func query() async throws {
        try await IdentityFixture().serve { client in
            let answer = try await client.get("/accounts:batchGet?nextPageToken=%zz")
            #expect(answer.status == 400 && answer["error"]?["status"] == "INVALID_ARGUMENT")
        }
    }

    @Test("every answer says that it varies by origin, because caches give it to pages and servers alike")
    func vary() async throws {
        try await IdentityFixture().serve { client in
            for headers: HTTPFields in [[:], [.origin: "https://shop.example"]] {
                let keys = try await client.call(.get, "/.well-known/jwks.json", nil, headers: headers)
                #expect(keys.status == 200 && keys.headers[.vary] == "Origin")
            }
        }
    }

    @Test("an empty tenant is no tenant, and an empty project is no project that a client names")
    func emptyNames() async throws {
        try await IdentityFixture(.production).serve { client in
            let names = #""tenantId":"","targetProjectId":"""#
            let sent = try await client.app("sendVerificationCode", #"{"phoneNumber":"+14155550123",\#(names)}"#)
            #expect(sent.status == 200)
            let signIn = try await client.app("signInWithPhoneNumber", "{\(names)}")
            #expect(signIn.error == "MISSING_SESSION_INFO")
        }
    }

    @Test("a code that is asked for and a code that is typed count like those of the API")
    func counts() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { client in
            let sent = try await client.app("sendVerificationCode", #"{"phoneNumber":"+14155550123"}"#)
            _ = try await client.app(
                "signInWithPhoneNumber", #"{"sessionInfo":"\#(try sent.required("sessionInfo"))","code":"123456"}"#)
        }
        let counted = ["verifyd_starts_total", "verifyd_checks_total"].map { label in
            fixture.metrics.counters(label: label).reduce(0) { $0 + $1.totalValue }
        }
        #expect(counted == [1, 1])
    }

    @Test("the keys of session cookies are those of ID tokens, and a policy of passwords is not served")
    func otherPaths() async throws {
        try await IdentityFixture().serve { client in
            let keys = try await client.call(.get, "\(IdentityClient.v1)/sessionCookiePublicKeys", nil)
            #expect(try await keys.json == client.call(.get, "/.well-known/jwks.json", nil).json)
            let policy = try await client.call(.get, "\(IdentityClient.v2)/passwordPolicy?key=k", nil)
            #expect(policy.status == 501 && policy["error"]?["status"] == "NOT_IMPLEMENTED")
        }
    }
}
