import AccountCore
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore

@testable import IdentityToolkit

@Suite("The page that an app opens for a captcha")
struct HandlerPageTests {
    private static let appID = "1:1234567890:ios:321abc456def7890"
    private static let query = "&authType=verifyApp&ibi=com.example.shop&v=FirebaseAuth.iOS&eventId=ABCDEFGHIJ"

    private func fixture(
        _ mode: IdentityMode = .production, provider: CaptchaProvider = .turnstile, script: String? = nil,
        action: String? = nil
    ) throws -> IdentityFixture {
        var rules = ProofRules()
        var site = try #require(CaptchaSite(provider, siteKey: "1x0", secret: SealedCode(keyName: "k1", bytes: [1])))
        let isSet =
            site.setCallbackSchemes(["app-1-1234567890-ios-321abc456def7890"]) && site.setScriptURL(script)
            && site.setAction(action)
        try #require(isSet)
        rules.captcha = site
        return try IdentityFixture(mode, proofs: rules)
    }

    private func open(
        _ client: IdentityClient, _ more: String = "&appId=\(appID)", key: String = IdentityFixture.clientKey,
        path: String = "/__/auth/handler", headers: HTTPFields = [:]
    ) async throws -> WireAnswer {
        let key = try #require(key.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try await client.call(.get, "\(path)?apiKey=\(key)\(Self.query)\(more)", nil, headers: headers)
    }

    /// What a script of the page needs to run.
    private func nonce(_ answer: WireAnswer) throws -> String {
        let parts = answer.body.components(separatedBy: "<script nonce=\"")
        return String(try #require(parts.dropFirst().first).prefix { $0 != "\"" })
    }

    /// What the page's script reads.
    private func data(_ answer: WireAnswer) throws -> JSONValue {
        let match = try #require(answer.body.firstMatch(of: #/id="call">(.*?)</script>/#))
        return try JSONValue(parsing: Array(match.1.utf8))
    }

    @Test("shows the project's captcha, and knows by which scheme it leads back")
    func page() async throws {
        try await fixture().serve { client in
            let answer = try await open(client, "&appId=\(Self.appID)&hl=de")
            #expect(answer.status == 200 && answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.body.hasPrefix("<!DOCTYPE html>\n<html lang=\"de\" dir=\"ltr\">"))
            #expect(answer.body.contains("<h1>Sicherheitsprüfung</h1>") && answer.body.contains("<noscript>"))
            let expected: JSONValue = [
                "eventId": "ABCDEFGHIJ", "scheme": "app-1-1234567890-ios-321abc456def7890",
                "key": .string(IdentityFixture.clientKey), "bundle": "com.example.shop", "widget": "turnstile",
                "script": "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaIsHere",
                "siteKey": "1x0", "action": "verifyd", "language": "de",
            ]
            let data = try data(answer)
            #expect(data == expected)
        }
    }

    @Test("names the project's own action to the provider")
    func ownAction() async throws {
        for provider in [CaptchaProvider.turnstile, .recaptcha] {
            try await fixture(provider: provider, action: "sign-in").serve { client in
                let answer = try await open(client)
                #expect(try data(answer)["action"] == "sign-in")
            }
        }
    }

    @Test("says to each provider the language as the provider writes it")
    func languages() async throws {
        try await fixture(provider: .recaptcha).serve { client in
            let answer = try await open(client, "&appId=\(Self.appID)&hl=zh-TW")
            let data = try data(answer)
            #expect(data["script"]?.string?.hasSuffix("&onload=captchaIsHere&hl=zh-TW") == true)
            #expect(data["language"] == nil && data["action"] == nil && data["widget"] == "grecaptcha")
        }
        try await fixture().serve { client in
            let arabic = try await open(client, "&appId=\(Self.appID)&hl=ar-EG")
            #expect(arabic.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
            let browser = try await open(client, headers: [.acceptLanguage: "xx, fr-CA;q=0.9, de;q=0.8"])
            #expect(browser.body.contains("<html lang=\"fr\" dir=\"ltr\">"))
            let unknown = try await open(client, "&appId=\(Self.appID)&hl=%3Cscript%3E")
            #expect(unknown.body.contains("<html lang=\"en\" dir=\"ltr\">"))
        }
    }

    @Test(
        "lets the browser run its own script and the provider's, and nothing else",
        arguments: CaptchaProvider.allCases)
    func policy(provider: CaptchaProvider) async throws {
        try await fixture(provider: provider).serve { client in
            let answer = try await open(client)
            let nonce = try nonce(answer)
            #expect(nonce.count == 22)
            let sources = provider.sources.map { " " + $0 }.joined()
            #expect(
                answer.headers[.contentSecurityPolicy]
                    == "default-src 'none'; script-src 'nonce-\(nonce)'\(sources); style-src 'nonce-\(nonce)'\(sources); "
                    + "frame-src\(sources); connect-src 'self'\(sources); img-src data:; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'")
            for (name, value) in [
                ("Referrer-Policy", "strict-origin"), ("X-Content-Type-Options", "nosniff"),
                ("Cache-Control", "no-store"), ("X-Frame-Options", "DENY"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            ] { #expect(HTTPField.Name(name).flatMap { answer.headers[$0] } == value, "\(name)") }
            let again = try await open(client)
            #expect(try self.nonce(again) != nonce, "a nonce is used once")
        }
    }

    @Test("also lets the browser load a script of the operator's choice")
    func ownScript() async throws {
        let script = "https://www.recaptcha.net/recaptcha/api.js"
        try await fixture(provider: .recaptcha, script: script).serve { client in
            let answer = try await open(client)
            #expect(try data(answer)["script"]?.string?.hasPrefix(script + "?render=explicit&") == true)
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            let scripts =
                policy.split(separator: "; ").first { $0.hasPrefix("script-src") }?.split(separator: " ") ?? []
            #expect(
                scripts.contains("https://www.recaptcha.net") && scripts.contains("https://www.gstatic.com/recaptcha/"))
        }
    }

    @Test("writes nothing of its address into the page in a way that a browser would run")
    func escaping() async throws {
        let bad = "%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E%22'%3C!--"
        try await fixture().serve { client in
            let call = "apiKey=\(IdentityFixture.clientKey)&authType=verifyApp&eventId=A&appId=\(Self.appID)"
            let answer = try await client.call(
                .get, "/__/auth/handler?\(call)&ibi=\(bad)&apn=\(bad)&v=\(bad)&hl=\(bad)", nil)
            #expect(answer.status == 200 && !answer.body.contains("alert(1)</script") && !answer.body.contains("<!--"))
            #expect(try data(answer)["bundle"] == "</script><script>alert(1)</script>\"'<!--")
            for name in ["eventId", "appId", "clientId", "authType", "apiKey"] {
                let refused = try await client.call(.get, "/__/auth/handler?\(name)=\(bad)", nil)
                #expect(refused.status >= 400 && !refused.body.contains("alert"), "\(name)")
            }
        }
    }

    @Test("refuses a call that it must not answer, on a page for people that leads nowhere")
    func refusals() async throws {
        try await fixture().serve { client in
            let cases: [(more: String, status: Int, words: String)] = [
                ("&appId=1:2:ios:3", 400, "does not list"), ("", 400, "clientId or appId"),
                ("&clientId=https://evil.example", 400, "clientId or appId"),
            ]
            for (more, status, words) in cases {
                let answer = try await open(client, more + "&hl=fr")
                #expect(answer.status == status && answer.body.contains(words), "\(more)")
                #expect(answer.body.contains("Contrôle de sécurité") && answer.headers[.location] == nil)
                #expect(!answer.body.contains("<a ") && !answer.body.contains("<script"), "\(more)")
                #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-src 'none'") == true)
                #expect(!answer.body.contains("1x0"), "the page tells nothing of the project")
            }
            let key = IdentityFixture.clientKey
            for (query, status) in [
                ("apiKey=\(key)&authType=verifyApp&appId=\(Self.appID)", 400),
                ("apiKey=\(key)&authType=signInViaPopup&eventId=A&appId=\(Self.appID)", 501),
                ("apiKey=nobody&authType=verifyApp&eventId=A&appId=\(Self.appID)", 400),
                ("authType=verifyApp&eventId=A&appId=\(Self.appID)", 403), ("apiKey=%zz", 400),
            ] {
                let answer = try await client.call(.get, "/__/auth/handler?" + query, nil)
                #expect(answer.status == status && answer.body.hasPrefix("<!DOCTYPE html>"), "\(query)")
            }
        }
        try await IdentityFixture(.production).serve { client in
            let answer = try await open(client)
            #expect(answer.status == 400 && answer.body.contains("has no captcha"))
        }
    }

    @Test("an emulator serves it at its own path too, and asks for no captcha")
    func emulator() async throws {
        try await IdentityFixture().serve { client in
            for path in ["/__/auth/handler", "/emulator/auth/handler"] {
                let answer = try await open(client, path: path)
                #expect(answer.status == 200)
                let data = try data(answer)
                #expect(data["widget"] == nil && data["script"] == nil && data["eventId"] == "ABCDEFGHIJ")
            }
            let popup = try await client.call(.get, "/emulator/auth/handler?apiKey=x&authType=signInViaPopup", nil)
            #expect(popup.status == 501)
        }
    }

    @Test("asks whether the app's own token is good, where the project enforces App Check")
    func appCheck() async throws {
        var rules = ProofRules()
        rules[.appCheck] = .enforce
        rules.appCheckIssuers = [try #require(AppCheckIssuer(googleProject: "123456789012"))]
        let name = try #require(HTTPField.Name("X-Firebase-AppCheck"))
        for (mode, status) in [(ProofRules.Mode.enforce, 401), (.audit, 200), (.off, 200)] {
            rules[.appCheck] = mode
            try await IdentityFixture(.production, proofs: rules).serve { client in
                for path in [IdentityClient.v1 + "/recaptchaParams", IdentityClient.v3 + "/getRecaptchaParam"] {
                    let url = "\(path)?key=\(IdentityFixture.clientKey)"
                    let bad = try await client.call(.get, url, nil, headers: [name: "bad"])
                    #expect(bad.status == status, "\(mode) \(path)")
                    let without = try await client.call(.get, url, nil)
                    #expect(without.status == 200 && without.text("recaptchaSiteKey")?.isEmpty == false)
                }
            }
        }
    }
}
