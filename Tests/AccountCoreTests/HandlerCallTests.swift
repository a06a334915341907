import AccountCore
import Testing
import VerificationCore

@Suite("A call of the handler page")
struct HandlerCallTests {
    private static let appID = "1:1234567890:ios:321abc456def7890"
    private static let clientID = "1234567890-abc.apps.googleusercontent.com"
    private static let listed = ["app-1-1234567890-ios-321abc456def7890", "com.googleusercontent.apps.1234567890-abc"]

    private func project(schemes: [String]? = listed) throws -> Project {
        let (id, app) = (try #require(ProjectID("demo-shop")), try #require(AppID("demo")))
        var project = Project(id, app: app, number: 1)
        guard let schemes else { return project }
        var site = try #require(
            CaptchaSite(.turnstile, siteKey: "1x0", secret: SealedCode(keyName: "k1", bytes: [1])))
        let isListed = site.setCallbackSchemes(schemes)
        try #require(isListed)
        project.proofs.captcha = site
        return project
    }

    private func parameters(
        _ authType: String? = "verifyApp", event: String? = "ABCDEFGHIJ", client: String? = nil, app: String? = appID
    ) -> HandlerCall.Parameters {
        var parameters = HandlerCall.Parameters()
        (parameters.authType, parameters.eventID) = (authType, event)
        (parameters.clientID, parameters.appID) = (client, app)
        return parameters
    }

    private func refusal(
        _ parameters: HandlerCall.Parameters, of project: Project, _ mode: IdentityMode = .production
    ) -> HandlerCall.Refusal? {
        do throws(HandlerCall.Refusal) {
            _ = try HandlerCall(parameters, for: project, in: mode)
            return nil
        } catch {
            return error
        }
    }

    @Test("leads back by the app's id with dashes for colons, and by the client id in reverse where there is one")
    func schemes() throws {
        let byApp = try HandlerCall(parameters(), for: try project(), in: .production)
        #expect(byApp.scheme.text == Self.listed[0] && byApp.eventID == "ABCDEFGHIJ")
        let byClient = try HandlerCall(parameters(client: Self.clientID), for: try project(), in: .production)
        #expect(byClient.scheme.text == Self.listed[1] && byClient.site?.siteKey == "1x0")
    }

    @Test("does not mind capitals in a scheme, and leads back by the letters that the app waits for")
    func capitals() throws {
        let call = try HandlerCall(
            parameters(app: Self.appID.uppercased()), for: try project(), in: .production)
        #expect(call.scheme.text == "app-1-1234567890-IOS-321ABC456DEF7890")
    }

    @Test("leads to no app that the project does not list, whatever it is called")
    func foreign() throws {
        let project = try project(schemes: ["app-1-2-ios-3"])
        #expect(refusal(parameters(), of: project) == .foreignApp)
        // The list holds the app's id, but the call names another app first.
        #expect(refusal(parameters(client: Self.clientID, app: "1:2:ios:3"), of: project) == .foreignApp)
        #expect(refusal(parameters(), of: try self.project(schemes: [])) == .foreignApp)
        #expect(refusal(parameters(), of: project, .emulator) == .foreignApp)
    }

    @Test(
        "takes no name that is none of the SDK's",
        arguments: [
            nil, "", "javascript", "https://evil.example", "1", ":", "1:2:ios:3/x", "1:2:ios:3?x", "1:2:\n", "1:2:é",
            "1:2:ios:3://x", "1:2 3",
            "1:2:ios:\u{212A}", "1:" + String(repeating: "2", count: 200),
        ])
    func badApp(app: String?) throws {
        let expected: HandlerCall.Refusal = app == ":" ? .foreignApp : .noApp
        #expect(refusal(parameters(app: app), of: try project()) == expected)
    }

    @Test(
        "takes no client id of another host",
        arguments: [
            ".apps.googleusercontent.com", "evil.example", "a.apps.googleusercontent.com.evil.example",
            "a/b.apps.googleusercontent.com", "a b.apps.googleusercontent.com",
        ])
    func badClient(client: String) throws {
        #expect(refusal(parameters(client: client), of: try project()) == .noApp)
    }

    @Test("serves one kind of call, with an event that a URL takes as it is")
    func others() throws {
        for authType in [nil, "", "signInViaRedirect", "verifyapp"] {
            #expect(refusal(parameters(authType), of: try project()) == .notServed)
        }
        for event in [nil, "", String(repeating: "A", count: 65), "a b", "a&b", "<a>", "é", "a%20"] {
            #expect(refusal(parameters(event: event), of: try project()) == .badEvent)
        }
        #expect(refusal(parameters(event: String(repeating: "A", count: 62) + "_-"), of: try project()) == nil)
    }

    @Test("needs a captcha in production; an emulator asks nobody for one, and leads back at once")
    func noCaptcha() throws {
        let project = try project(schemes: nil)
        #expect(refusal(parameters(), of: project) == .noCaptcha)
        let call = try HandlerCall(parameters(), for: project, in: .emulator)
        #expect(call.site == nil && call.scheme.text == Self.listed[0])
    }

    @Test("no project can list a scheme that a browser opens by itself")
    func listing() throws {
        var site = try #require(CaptchaSite(.hcaptcha, siteKey: "a", secret: SealedCode(keyName: "k1", bytes: [1])))
        let schemes = ["http", "https", "javascript", "data", "file", "blob", "intent", "view-source", "a b", "a:", ""]
        for scheme in schemes {
            let isListed = site.setCallbackSchemes([scheme])
            #expect(!isListed, "\(scheme)")
        }
        #expect(site.callbackSchemes.isEmpty)
    }
}
