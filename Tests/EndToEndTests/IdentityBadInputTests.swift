import StrictJSON
import Testing
import VerificationCore

/// What a stranger, or an app with a defect, sends to the Firebase surface.
@Suite("bad input to the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityBadInputTests {
    /// A text for every place where a caller may write; the program never says it by itself.
    private static let raw = "zqxsentinel"
    private static let origin = "https://shop.example"

    /// A call, and what becomes of it; `{key}` and other names in braces stand for keys of the installation.
    private struct Row {
        let name: String
        var method = "POST"
        var path = "\(IdentityCaller.v1)/accounts:lookup?key={client}"
        var body: String? = "{}"
        var headers = ["content-type": "application/json"]
        let status: Int
        /// The beginning of the message.
        let message: String
        var reason = "invalid"
        /// The member `status`; nil where the wire has none.
        var word: String?

        static func body(
            _ name: String, _ body: String, _ message: String, method: String = "signInWithPhoneNumber"
        ) -> Row {
            Row(
                name: name, path: "\(IdentityCaller.v1)/accounts:\(method)?key={client}", body: body, status: 400,
                message: message)
        }

        static func send(_ name: String, _ body: String, _ message: String) -> Row {
            .body(name, body, message, method: "sendVerificationCode")
        }

        static func unreadable(_ name: String, _ body: String) -> Row {
            Row(
                name: name, body: body, status: 400, message: "Invalid JSON payload received. ", reason: "parseError",
                word: "INVALID_ARGUMENT")
        }

        static func wrongType(_ body: String, _ message: String) -> Row {
            var row = Row.body(message, body, "Invalid JSON payload received. " + message)
            row.word = "INVALID_ARGUMENT"
            return row
        }

        static func key(
            _ name: String, _ query: String, _ headers: [String: String] = [:], _ status: Int, _ message: String,
            _ reason: String, _ word: String
        ) -> Row {
            Row(
                name: name, path: "\(IdentityCaller.v1)/accounts:lookup\(query)", headers: headers, status: status,
                message: message, reason: reason, word: word)
        }
    }

    @Test("is refused in the wire's words, with the envelope and the fields that browsers need, and is not logged")
    func refused() async throws {
        try await withSite { site in
            let (keys, send) = (try await site.makeProject(), try await site.addKey("send"))
            _ = try await site.addApp("other")
            _ = try await site.makeProject("other-shop", of: "other")
            let identity = try await site.identity(of: keys, settings: ["log.level=trace"])
            let values = ["{client}": keys.client, "{admin}": keys.admin, "{send}": send]
            let fill = { (text: String) in values.reduce(text) { $0.replacing($1.key, with: $1.value) } }
            for row in Self.keys + Self.paths + Self.bodies + Self.types {
                var headers = row.headers.mapValues(fill)
                headers["origin"] = Self.origin
                let answer = try await identity.caller.send(row.method, fill(row.path), row.body, headers)
                expect(answer, row)
            }
            #expect(try await site.waiting() == 0 && site.ledger.calls.isEmpty)
            #expect(try await site.accountsAndSessions() == [0, 0])
            #expect(try await identity.caller.send("GET", "/livez").status == 200)
            site.expectNotLogged([Self.raw, Self.raw.uppercased(), keys.client, keys.admin, send])
        }
    }

    private func expect(_ answer: IdentityCaller.Answer, _ row: Row) {
        let error = answer.body["error"]
        #expect(answer.status == row.status, "\(row.name): \(answer.message ?? "")")
        #expect(error?["code"]?.integer == Int64(row.status), "\(row.name)")
        #expect(answer.message?.hasPrefix(row.message) == true, "\(row.name): \(answer.message ?? "")")
        let first = error?["errors"]?.array?.first
        let firstMessage = row.status == 401 ? "Invalid Credentials" : answer.message
        #expect(first?["message"]?.string == firstMessage, "\(row.name)")
        let hasDomain = !["notFound", "unimplemented", "unknown"].contains(row.reason)
        #expect(first?["domain"]?.string == (hasDomain ? "global" : nil), "\(row.name)")
        #expect(first?["reason"]?.string == row.reason, "\(row.name)")
        #expect(error?["status"]?.string == row.word, "\(row.name)")
        #expect(answer.header("access-control-allow-origin") == Self.origin, "\(row.name)")
        #expect(answer.header("content-type")?.hasPrefix("application/json") == true, "\(row.name)")
        #expect(!String(decoding: answer.body.serialized, as: UTF8.self).contains(Self.raw), "\(row.name)")
    }

    private static let noKey = "The request is missing a valid API key."
    private static let badKey = "API key not valid. Please pass a valid API key."
    private static let needsAdmin =
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
    private static let project = "\(IdentityCaller.v1)/projects/demo-shop"

    private static let keys: [Row] = [
        .key("no key", "", [:], 403, noKey, "forbidden", "PERMISSION_DENIED"),
        .key("an empty key", "?key=", [:], 403, noKey, "forbidden", "PERMISSION_DENIED"),
        .key("a password", "", ["authorization": "Basic \(raw)"], 403, noKey, "forbidden", "PERMISSION_DENIED"),
        .key("a wrong key", "?key=\(raw)", [:], 400, badKey, "badRequest", "INVALID_ARGUMENT"),
        .key("a wrong key in a field", "", ["x-goog-api-key": raw], 400, badKey, "badRequest", "INVALID_ARGUMENT"),
        .key("a key of scope admin", "?key={admin}", [:], 400, badKey, "badRequest", "INVALID_ARGUMENT"),
        .key("a key of scope send", "?key={send}", [:], 400, badKey, "badRequest", "INVALID_ARGUMENT"),
        .key(
            "a very long key", "?key=\(String(repeating: raw, count: 400))", [:], 400, badKey, "badRequest",
            "INVALID_ARGUMENT"),
        bearer("the emulator's administrator", "owner"), bearer("a token of Google's", "ya29.\(raw)"),
        bearer("a bearer of scope client", "{client}"), bearer("a bearer of scope send", "{send}"),
        bearer("a bearer that nobody knows", raw),
        Row(
            name: "an app that administrates", path: project + "/accounts?key={client}", status: 400,
            message: needsAdmin),
        Row(
            name: "a stranger who administrates", path: project + "/accounts", status: 403, message: noKey,
            reason: "forbidden", word: "PERMISSION_DENIED"),
        Row(
            name: "an app that names another project", body: #"{"targetProjectId":"other-shop"}"#, status: 400,
            message: needsAdmin),
        Row(
            name: "an app that names its project", body: #"{"targetProjectId":"demo-shop"}"#, status: 400,
            message: needsAdmin),
        Row(
            name: "a backend that names another project",
            path: "\(IdentityCaller.v1)/projects/other-shop/accounts:lookup",
            body: #"{"localId":["x"]}"#, headers: ["authorization": "Bearer {admin}"], status: 400,
            message: "INSUFFICIENT_PERMISSION"),
    ]

    private static func bearer(_ name: String, _ text: String) -> Row {
        .key(
            name, "", ["authorization": "Bearer \(text)"], 401, "Request had invalid authentication credentials.",
            "authError", "UNAUTHENTICATED")
    }

    private static let paths: [Row] = [
        ("GET", "/"), ("GET", "/\(raw)"), ("POST", "/v1/accounts:lookup"), ("POST", "/v1/verifications"),
        ("GET", "/emulator/v1/projects/demo-shop/config"),
        ("GET", "/emulator/v1/projects/demo-shop/verificationCodes"),
        ("DELETE", "/emulator/v1/projects/demo-shop/accounts"), ("GET", project + "/config"),
        ("POST", project + "/accounts:\(raw)"), ("GET", "\(IdentityCaller.v1)/accounts:lookup"),
        ("POST", "\(IdentityCaller.v1)/accounts:\(raw)"), ("POST", "\(IdentityCaller.v3)/\(raw)"),
        ("POST", "\(IdentityCaller.v1)/%2e%2e/v1/accounts:lookup"), ("PUT", IdentityCaller.token),
    ].map { method, path in
        Row(
            name: "\(method) \(path)", method: method, path: path, body: method == "GET" ? nil : "{}", status: 404,
            message: "Not Found", reason: "notFound", word: "NOT_FOUND")
    }

    private static let bodies: [Row] = [
        .unreadable("half an object", #"{"idToken":"\#(raw)"#), .unreadable("two objects", #"{"\#(raw)":1}{}"#),
        .unreadable("no JSON", raw), .unreadable("a member twice", #"{"\#(raw)":1,"\#(raw)":2}"#),
        .unreadable("half a character", #"{"idToken":"\ud800"}"#),
        .unreadable("8,000 open arrays", #"{"\#(raw)":"# + String(repeating: "[", count: 8_000)),
        Row(
            name: "more than 64 KiB", body: #"{"\#(raw)":"\#(String(repeating: "x", count: 65_600))"}"#, status: 413,
            message: "Request payload size exceeds the limit.", reason: "uploadTooLarge", word: "INVALID_ARGUMENT"),
        .body(
            "nearly 64 KiB of a member that nobody knows",
            #"{"\#(raw)":"\#(String(repeating: "x", count: 65_000))"}"#, "MISSING_SESSION_INFO"),
        .body("no body", "", "MISSING_SESSION_INFO"), .body("an empty object", "{}", "MISSING_SESSION_INFO"),
        .body("members that are null", #"{"sessionInfo":null,"temporaryProof":null}"#, "MISSING_SESSION_INFO"),
        .body("empty members", #"{"sessionInfo":"","code":""}"#, "MISSING_SESSION_INFO"),
        .body("no code", #"{"sessionInfo":"\#(raw)"}"#, "MISSING_CODE"),
        .body("a made-up session", #"{"sessionInfo":"\#(raw)","code":"123456"}"#, "INVALID_SESSION_INFO"),
        .body("a code that is a number", #"{"sessionInfo":"\#(raw)","code":123456}"#, "INVALID_SESSION_INFO"),
        .body("members in snake case", #"{"session_info":"\#(raw)","code":"123456"}"#, "INVALID_SESSION_INFO"),
        .body("a proof without a number", #"{"temporaryProof":"\#(raw)"}"#, "MISSING_PHONE_NUMBER"),
        .body(
            "a proof in snake case", #"{"temporary_proof":"\#(raw)","phone_number":"+1"}"#, "INVALID_TEMPORARY_PROOF"),
        .body("a tenant", #"{"tenantId":"\#(raw)","sessionInfo":"a","code":"b"}"#, "UNSUPPORTED_TENANT_OPERATION"),
        .send("a tenant", #"{"tenantId":"\#(raw)","phoneNumber":"+1"}"#, "UNSUPPORTED_TENANT_OPERATION"),
        .send("a number without a plus", #"{"phoneNumber":4915123410000}"#, "INVALID_PHONE_NUMBER : Invalid format."),
        .send("letters for a number", #"{"phoneNumber":"+\#(raw)"}"#, "INVALID_PHONE_NUMBER : Invalid format."),
        .body("no token", "{}", "MISSING_ID_TOKEN", method: "lookup"),
        .body("a made-up token", #"{"idToken":"\#(raw)"}"#, "INVALID_ID_TOKEN", method: "lookup"),
        .body("no token to delete", #"{"localId":"\#(raw)"}"#, "MISSING_ID_TOKEN", method: "delete"),
        .body("a change without a token", #"{"displayName":"\#(raw)"}"#, "INVALID_REQ_TYPE", method: "update"),
        form(
            "a form for JSON", "\(IdentityCaller.v1)/accounts:signInWithPhoneNumber?key={client}",
            "sessionInfo=\(raw)&code=123456", "Invalid content-type: application/x-www-form-urlencoded",
            reason: "unknown"),
        form("no grant", "\(IdentityCaller.token)?key={client}", "", "MISSING_GRANT_TYPE"),
        form("another grant", "\(IdentityCaller.token)?key={client}", "grant_type=\(raw)", "INVALID_GRANT_TYPE"),
        form(
            "no refresh token", "\(IdentityCaller.token)?key={client}", "grant_type=refresh_token",
            "MISSING_REFRESH_TOKEN"),
        form(
            "a made-up refresh token", "\(IdentityCaller.token)?key={client}",
            "grant_type=refresh_token&refresh_token=\(raw)", "INVALID_REFRESH_TOKEN"),
    ]

    private static func form(
        _ name: String, _ path: String, _ body: String, _ message: String, reason: String = "invalid"
    ) -> Row {
        Row(
            name: name, path: path, body: body, headers: ["content-type": "application/x-www-form-urlencoded"],
            status: 400, message: message, reason: reason)
    }

    private static let types: [Row] = [
        .wrongType(#"{"sessionInfo":{"\#(raw)":1},"code":"1"}"#, "/sessionInfo must be string"),
        .wrongType(#"{"sessionInfo":"a","code":["\#(raw)"]}"#, "/code must be string"),
        .wrongType(
            #"{"sessionInfo":"a","code":"1","operation":"\#(raw)"}"#,
            "/operation must be equal to one of the allowed values"),
        .wrongType("[]", ""), .wrongType("\"\(raw)\"", ""),
    ]

    @Test("with another project's session, token, proof or refresh token opens nothing, and shows nothing of its users")
    func foreign() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.addApp("other")
            let others = try await site.makeProject("other-shop", of: "other")
            let caller = try await site.identity(of: keys).caller
            let stranger = IdentityCaller(base: caller.base, mode: caller.mode, keys: others, client: caller.client)
            let phones = Site.phones(2)
            let person = try await caller.person(with: phones[0], at: site)
            let twin = try await stranger.person(with: phones[0], at: site)
            #expect(twin.id != person.id, "a number has an account in each project")
            #expect(try twin.claims["aud"] == "other-shop")

            let session = try await caller.session(of: phones[1], at: site)
            #expect(try await stranger.signIn(session).code == "INVALID_SESSION_INFO")
            #expect(try await stranger.lookUp(person).code == "INVALID_ID_TOKEN")
            #expect(try await stranger.refresh(person.refreshToken).code == "INVALID_REFRESH_TOKEN")
            let own = try await stranger.session(of: phones[1], at: site)
            #expect(try await stranger.signIn(own, ["idToken": .string(person.idToken)]).code == "INVALID_ID_TOKEN")
            let guest = try SignedInPerson(try await caller.signIn(session))
            let told = try await caller.signIn(
                try await caller.session(of: phones[0], at: site), ["idToken": .string(guest.idToken)])
            let proof = try #require(told["temporaryProof"])
            #expect(try await stranger.signIn(byProof: proof, of: phones[0]).code == "INVALID_TEMPORARY_PROOF")

            let names: [[String: JSONValue]] = [
                ["localId": [.string(person.id)]], ["phoneNumber": [.string(phones[1])]],
            ]
            for members in names {
                let answer = try await stranger.manage("/accounts:lookup", members)
                #expect(answer.status == 200 && answer.body["users"] == nil)
            }
            let changed = try await stranger.manage("/accounts:delete", ["localId": .string(person.id)])
            #expect(changed.code == "USER_NOT_FOUND")
            #expect(try await caller.lookUp(person).users.count == 1)
            #expect(try await stranger.lookUp(twin).users.count == 1)
            #expect(try await caller.signIn(byProof: proof, of: phones[0])["localId"] == person.id)
        }
    }

    @Test("an app's key opens the Firebase surface alone, and only for the apps and pages that it is bound to")
    func clientKeys() async throws {
        try await withSite { site in
            let bounds = "ios:com.example.shop,android:com.example.shop,web:*.shop.example"
            let keys = try await site.makeProject(for: bounds)
            let identity = try await site.identity(of: keys)
            let (caller, api) = (identity.caller, identity.api)
            for (method, path) in [
                ("POST", "/v1/verifications"), ("GET", "/v1/test-numbers"), ("GET", "/v1/verifications"),
                ("GET", "/v1/verifications/01890a5d-ac96-774b-bcce-b302099a8057"),
            ] {
                let body = method == "POST" ? #"{"phoneNumber":"+4915123410000"}"# : nil
                let answer = try await api.send(
                    method, path, body, key: keys.client, ["content-type": "application/json"])
                #expect(answer.status == 403, "\(method) \(path)")
            }
            for headers in [
                ["x-ios-bundle-identifier": "com.example.shop"], ["x-android-package": "com.example.shop"],
                ["origin": "https://www.shop.example"], ["referer": "https://www.shop.example/sign-in"],
                // A page of the shop may say of itself what it likes.
                ["x-ios-bundle-identifier": "com.evil", "origin": "https://www.shop.example"],
            ] { #expect(try await caller.call("lookup", [:], headers).code == "MISSING_ID_TOKEN", "\(headers)") }
            for headers in [
                [:], ["x-ios-bundle-identifier": "com.example.shop2"], ["x-android-package": ""],
                ["origin": "https://evil.example"], ["origin": "https://evilshop.example"], ["origin": "null"],
                ["origin": "https://www.shop.example.evil.example"],
                ["referer": "https://evil.example/www.shop.example"],
                // A page of another site that says it were the app.
                ["x-ios-bundle-identifier": "com.example.shop", "origin": "https://evil.example"],
                ["x-android-package": "com.example.shop", "origin": "null"],
                ["x-ios-bundle-identifier": "com.example.shop", "origin": ""],
                ["origin": "https://evil.example", "referer": "https://www.shop.example/sign-in"],
            ] as [[String: String]] {
                let answer = try await caller.call("lookup", [:], headers)
                #expect(answer.status == 403, "\(headers)")
                let error = answer.body["error"]?["errors"]?.array?.first
                #expect(error?["reason"] == "ipRefererBlocked", "\(headers)")
            }
            let name = try await site.run(["keys", "list", Site.app]).array?.first {
                $0["scope"]?.string?.hasPrefix("client") == true
            }?["name"]?.string
            _ = try await site.run(["keys", "revoke", Site.app, try #require(name)])
            try await eventually("the revoked key is no key") {
                try await caller.call("lookup", [:], ["x-ios-bundle-identifier": "com.example.shop"]).status == 400
            }
        }
    }

    @Test("a page of any origin may ask first what it may do, on every path")
    func preflight() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            for path in [
                "\(IdentityCaller.v1)/accounts:lookup", IdentityCaller.token, "\(IdentityCaller.v3)/getAccountInfo",
                "\(IdentityCaller.v2)/recaptchaConfig", "/nowhere",
            ] {
                let answer = try await caller.send(
                    "OPTIONS", path, nil,
                    [
                        "origin": Self.origin, "access-control-request-method": "POST",
                        "access-control-request-headers":
                            "content-type,x-android-package,x-client-version,x-firebase-gmpid,x-ios-bundle-identifier",
                        "access-control-request-private-network": "true",
                    ])
                #expect(answer.status == 204 && answer.body.isNull, "\(path)")
                #expect(answer.header("access-control-allow-origin") == Self.origin)
                #expect(
                    answer.header("access-control-allow-headers") == "content-type,x-client-version,x-firebase-gmpid")
                #expect(answer.header("access-control-allow-methods")?.contains("POST") == true)
                #expect(answer.header("access-control-allow-private-network") == "true")
                #expect(answer.header("access-control-allow-credentials") == nil, "no cookie ever counts here")
            }
        }
    }
}
