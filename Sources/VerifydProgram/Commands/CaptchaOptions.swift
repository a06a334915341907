import AccountCore
import ArgumentParser
import Assembly
import Foundation
import VerificationCore

/// The captcha of a project, as an operator writes it.
struct CaptchaOptions: ParsableArguments {
    @Option(
        help: """
            Whose captcha the project has, and its site key, for example turnstile:1x00000000000000000000AA; hcaptcha, \
            turnstile or recaptcha, which is reCAPTCHA v2; "-" for none. A new one needs its secret.
            """)
    var captcha: String?
    @Flag(help: "Read the captcha's secret from the input, its first line.")
    var captchaSecretStdin = false
    @Option(help: "A file whose first line is the captcha's secret. The database keeps it encrypted.")
    var captchaSecretFile: String?
    @Option(
        help: "Where the captcha's answers are verified: https, or http to this machine; \"-\" for the usual place.")
    var captchaVerifyURL: String?
    @Option(help: "The captcha's script, https, or http to this machine; \"-\" for the usual script.")
    var captchaScriptURL: String?
    @Option(
        help: """
            What your pages say that the captcha is for, for example sign-in; for turnstile, and for keys of recaptcha \
            that are v3 or Enterprise; "-" for the usual one, which is verifyd for turnstile.
            """)
    var captchaAction: String?
    @Option(
        help: "The hosts whose pages may show the captcha, with commas between them; \"-\" for the project's --domains."
    )
    var captchaHosts: String?
    @Option(
        help: """
            The URL schemes by which the captcha's page may lead back to an app, with commas between them, for example \
            app-1-1234567890-ios-321abc456def7890; "-" for none.
            """)
    var callbackSchemes: String?

    var hasSecret: Bool { captchaSecretStdin || captchaSecretFile != nil }

    func validate() throws {
        guard !captchaSecretStdin || captchaSecretFile == nil else {
            throw ValidationError("the captcha's secret is in a file or in the input, not in both")
        }
    }

    /// The secret that the operator gives; nil without.
    ///
    /// It is read once, and no error has it.
    func readSecret() throws -> String? {
        guard hasSecret else { return nil }
        let line: String?
        if let captchaSecretFile {
            // The file system's words would add little to the path.
            guard let text = try? String(contentsOfFile: captchaSecretFile, encoding: .utf8) else {
                throw ValidationError("--captcha-secret-file \(captchaSecretFile) cannot be read")
            }
            line = text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
        } else {
            line = readLine()
        }
        let secret = (line ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...500).contains(secret.utf8.count), secret.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ValidationError("a captcha's secret is one line of 1 to 500 letters, digits and signs")
        }
        return secret
    }

    /// Changes the captcha to what the operator has said; what the operator has not said stays.
    ///
    /// `secret`: sealed for the project; nil for the secret that the captcha has.
    func change(_ site: inout CaptchaSite?, secret: SealedCode?) throws {
        if let captcha { site = try Self.site(captcha, insteadOf: site, secret: secret) }
        guard var changed = site else {
            let places = [captchaVerifyURL, captchaScriptURL, captchaAction, captchaHosts, callbackSchemes]
            if hasSecret || places.contains(where: { $0 != nil }) {
                throw ValidationError("say whose captcha it is, for example --captcha turnstile:SITEKEY")
            }
            return
        }
        if let secret { changed.secret = secret }
        try setPlaces(of: &changed)
        site = changed
    }

    private func setPlaces(of site: inout CaptchaSite) throws {
        if let captchaVerifyURL, !site.setVerifyURL(captchaVerifyURL == "-" ? nil : captchaVerifyURL) {
            throw ValidationError("--captcha-verify-url is https, or http to this machine, without a query")
        }
        if let captchaScriptURL, !site.setScriptURL(captchaScriptURL == "-" ? nil : captchaScriptURL) {
            throw ValidationError("--captcha-script-url is https, or http to this machine, without a query")
        }
        if let captchaAction, !site.setAction(captchaAction == "-" ? nil : captchaAction) {
            throw ValidationError(
                "--captcha-action is 1 to 32 letters, digits, dashes and underscores, for turnstile or recaptcha")
        }
        if let captchaHosts, !site.setHosts(Self.list(captchaHosts)) {
            throw ValidationError("--captcha-hosts are host names without scheme and port, with commas between them")
        }
        if let callbackSchemes, !site.setCallbackSchemes(Self.list(callbackSchemes)) {
            throw ValidationError(
                "--callback-schemes are URL schemes of apps, for example app-1-1234567890-ios-321abc456def7890, "
                    + "with commas between them; none that a browser opens by itself")
        }
    }

    private static func list(_ text: String) -> [String] {
        text == "-" ? [] : text.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    }

    /// The site of another provider has places and a secret of its own; hosts and schemes are the project's.
    private static func site(
        _ text: String, insteadOf old: CaptchaSite?, secret: SealedCode?
    ) throws -> CaptchaSite? {
        if text == "-" { return nil }
        let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard halves.count == 2, let provider = CaptchaProvider(rawValue: halves[0]) else {
            throw ValidationError("--captcha is hcaptcha:, turnstile: or recaptcha: and the site key; or - for none")
        }
        let known = old?.provider == provider ? old : nil
        guard let secret = secret ?? known?.secret else {
            throw ValidationError("a captcha needs its secret: --captcha-secret-file or --captcha-secret-stdin")
        }
        guard var site = CaptchaSite(provider, siteKey: halves[1], secret: secret) else {
            throw ValidationError("a captcha's site key is letters, digits, dashes and underscores")
        }
        _ =
            site.setHosts(old?.hosts ?? []) && site.setCallbackSchemes(old?.callbackSchemes ?? [])
            && site.setVerifyURL(known?.ownVerifyURL) && site.setScriptURL(known?.ownScriptURL)
            && site.setAction(known?.ownAction)
        return site
    }
}
