import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("The captcha of a project")
struct CaptchaSiteTests {
    private static let sentinel: [UInt8] = Array("s3cret-s3cret".utf8)

    private func site(_ provider: CaptchaProvider = .hcaptcha) throws -> CaptchaSite {
        try #require(
            CaptchaSite(provider, siteKey: "1x0", secret: SealedCode(keyName: "k1", bytes: Self.sentinel)))
    }

    @Test("it is kept with the rules, and operators see all of it but the secret")
    func kept() throws {
        var (rules, site) = (ProofRules(), try site())
        #expect(ProofRules(rules.json) == rules && rules.json["captcha"] == nil)
        let areSet = [
            site.setVerifyURL("http://127.0.0.1:8080/verify"), site.setScriptURL("https://c.example/api.js"),
            site.setHosts(["shop.example"]), site.setCallbackSchemes(["app-1-123-ios-abc", "com.example.shop"]),
        ]
        #expect(areSet == [true, true, true, true])
        rules.captcha = site
        rules[.captcha] = .enforce
        #expect(ProofRules(rules.json) == rules && rules.words == "enforce captcha (hcaptcha)")
        #expect(rules.shown["captcha"]?["siteKey"] == "1x0" && rules.shown["captcha"]?["secret"] == nil)
        #expect(ProofRules(rules.shown) == nil, "a captcha without its secret is none")
        var dumped = ""
        dump(rules, to: &dumped)
        #expect(!dumped.contains("k1") && !"\(site)".contains("k1"))
    }

    @Test("an operator reads that an answer lets one SMS go, and for other kinds what the limits say")
    func words() throws {
        var project = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        for kind in [AppProof.Kind.captcha, .silentPush] { project.proofs[kind] = .enforce }
        #expect(
            project.gateInWords
                == "no SMS to real numbers without a proof of the app; silent-push lets 5/hour,20/day go for "
                + "each proof; captcha lets one SMS go for each proof")
    }

    @Test("a member of another version makes the rules unreadable")
    func unknown() throws {
        var rules = ProofRules()
        rules.captcha = try site()
        var (object, captcha) = (try #require(rules.json.object), try #require(rules.json["captcha"]?.object))
        for (name, value) in [
            ("minimumScore", 1), ("provider", "oracle"), ("hosts", "shop.example"), ("verifyURL", "http://c.example/"),
            ("callbackSchemes", ["javascript"]), ("verifyURL", 7), ("hosts", [7]), ("action", "sign-in"), ("action", 7),
        ] as [(String, JSONValue)] {
            let before = captcha
            captcha[name] = value
            object["captcha"] = .object(captcha)
            #expect(ProofRules(.object(object)) == nil, "\(name)")
            captcha = before
        }
    }

    @Test("where nobody else could answer is a good place, and a page's policy names its origin alone")
    func places() throws {
        var site = try site(.turnstile)
        #expect(site.sources == ["https://challenges.cloudflare.com"])
        for url in ["http://c.example/", "https://a@c.example/", "ftp://c.example/", "c", "https://c.example/?a=b", ""]
        {
            let areSet = (site.setVerifyURL(url), site.setScriptURL(url))
            #expect(areSet == (false, false), "\(url)")
        }
        for url in ["https://c.example;script-src/", "https://c.example,a/", "https://'self'/"] {
            let isSet = site.setScriptURL(url)
            #expect(!isSet, "\(url)")
        }
        let isSet = site.setScriptURL("http://localhost:8080/api.js")
        #expect(isSet && site.sources == ["http://localhost:8080"])
        #expect(
            site.scriptURL == "http://localhost:8080/api.js" && site.verifyURL == CaptchaProvider.turnstile.verifyURL)
        let areHosts = (site.setHosts(["shop.example:443"]), site.setHosts(["https://shop.example"]))
        #expect(areHosts == (false, false))
        #expect(CaptchaSite(.turnstile, siteKey: "a\"b", secret: site.secret) == nil)
        #expect(CaptchaSite(.turnstile, siteKey: "", secret: site.secret) == nil)
    }

    @Test("a project's own action is kept and shown, and one that no provider takes is refused")
    func action() throws {
        var site = try site(.turnstile)
        #expect(site.action == "verifyd" && site.shown["action"] == nil)
        for action in ["", "a b", "é", "a/b", "\"", String(repeating: "a", count: 33)] {
            let isSet = site.setAction(action)
            #expect(!isSet, "\(action)")
        }
        let isSet = site.setAction("sign-in_2")
        #expect(isSet && site.action == "sign-in_2" && site.shown["action"] == "sign-in_2")
        var rules = ProofRules()
        rules.captcha = site
        #expect(ProofRules(rules.json) == rules)
        let isUsual = site.setAction(nil)
        #expect(isUsual && site.action == "verifyd" && site.shown["action"] == nil)
        var hcaptcha = try self.site(.hcaptcha)
        let isTaken = hcaptcha.setAction("sign-in")
        #expect(!isTaken && hcaptcha.action == nil, "hCaptcha's answers name no action, so none would be good")
    }

    @Test("a page leads back by a scheme of an app, and by none that a browser opens by itself")
    func schemes() throws {
        var site = try site()
        for scheme in ["com.googleusercontent.apps.123-abc", "app-1-1234567890-ios-321abc456def7890", "shop+a.b"] {
            let isSet = site.setCallbackSchemes([scheme])
            #expect(isSet, "\(scheme)")
        }
        for scheme in ["https", "javascript", "data", "1shop", "shop:", "Shop", "", "sh op", "a\n"] {
            let isSet = site.setCallbackSchemes([scheme])
            #expect(!isSet, "\(scheme)")
        }
    }

    @Test("its secret opens for its project alone, and follows the ring's current key")
    func secret() throws {
        let (one, two) = (Base64.encodeForURL([UInt8](repeating: 7, count: 32)), String(repeating: "A", count: 43))
        let (old, new) = (try KeyRing("k1:\(one)"), try KeyRing("k2:\(two)"))
        let both = try KeyRing("k2:\(two),k1:\(one)")
        let (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        let sealed = try #require(old.seal(captchaSecret: "0x4AAA", of: shop))
        #expect(
            old.open(captchaSecret: sealed, of: shop) == "0x4AAA" && old.open(captchaSecret: sealed, of: bank) == nil)
        #expect(new.open(captchaSecret: sealed, of: shop) == nil && new.reseal(captchaSecret: sealed, of: shop) == nil)
        let resealed = try #require(both.reseal(captchaSecret: sealed, of: shop))
        #expect(resealed.keyName == "k2" && new.open(captchaSecret: resealed, of: shop) == "0x4AAA")
    }
}
