import AccountCore
import ArgumentParser
import VerificationCore

/// Which proofs of its app a project takes, as an operator writes it.
struct ProofOptions: ParsableArguments {
    /// The kinds that this program can verify.
    private static let kinds: [AppProof.Kind] = [.appCheck, .captcha]

    @Option(
        help: """
            What the project does with proofs of one kind, for example app-check=audit: off; audit, which verifies and \
            counts them and decides nothing; or enforce, which lets an SMS go with a good proof, and refuses a bad one. A \
            call without a proof counts in --unproven-sends. May be repeated.
            """)
    var proof: [String] = []
    @Option(help: "How many SMS one proof may cause, for example 5/hour,20/day, which is the default.")
    var proofLimits: String?
    @Option(
        help: """
            Whose App Check tokens are good: google: and the number of a project at Google, for example \
            google:123456789012; or issuer, URL of its key set and audience, with commas between them; "-" for none. May be \
            repeated.
            """)
    var appCheck: [String] = []
    @OptionGroup var site: CaptchaOptions

    /// Changes the rules to what the operator has said; what the operator has not said stays.
    ///
    /// `captchaSecret`: sealed for the project; nil for the secret that its captcha has.
    func change(_ rules: inout ProofRules, captchaSecret: SealedCode?) throws {
        for text in proof {
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard let kind = halves.first.flatMap(AppProof.Kind.init), Self.kinds.contains(kind) else {
                let names = Self.kinds.map { "\($0.rawValue)=enforce" }.joined(separator: " or ")
                throw ValidationError("--proof is a kind and what to do, for example \(names)")
            }
            guard let mode = halves.dropFirst().first.flatMap(ProofRules.Mode.init) else {
                throw ValidationError("--proof \(kind.rawValue)= is off, audit or enforce")
            }
            rules[kind] = mode
        }
        if let proofLimits {
            guard let limits = RateLimit.list(inWords: proofLimits), !limits.isEmpty else {
                throw ValidationError("--proof-limits is counts such as 5/hour and 20/day with commas between")
            }
            rules.limits = limits
        }
        if !appCheck.isEmpty { rules.appCheckIssuers = try appCheck.filter { $0 != "-" }.map(Self.issuer) }
        guard rules[.appCheck] == .off || !rules.appCheckIssuers.isEmpty else {
            throw ValidationError("say whose App Check tokens are good, for example --app-check google:123456789012")
        }
        try site.change(&rules.captcha, secret: captchaSecret)
        guard rules[.captcha] == .off || rules.captcha != nil else {
            throw ValidationError("say whose captchas are good, for example --captcha turnstile:SITEKEY")
        }
    }

    private static func issuer(_ text: String) throws -> AppCheckIssuer {
        if text.hasPrefix("google:") {
            guard let issuer = AppCheckIssuer(googleProject: String(text.dropFirst("google:".count))) else {
                throw ValidationError("--app-check google: is followed by the number of a project at Google")
            }
            return issuer
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3,
            let issuer = AppCheckIssuer(issuer: parts[0], keySetURL: parts[1], audience: parts[2])
        else {
            throw ValidationError(
                "--app-check is google: and a number, or ISSUER,KEYS,AUDIENCE; both URLs are https, or http to this machine"
            )
        }
        return issuer
    }
}
