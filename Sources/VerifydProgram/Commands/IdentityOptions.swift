import AccountCore
import Accounts
import ArgumentParser
import Assembly
import Foundation
import VerificationCore

/// Whose word a project takes of who a person is, as an operator writes it.
struct IdentityOptions: ParsableArguments {
    enum Switch: String, EnumerableFlag {
        case on, off

        static func help(for value: Switch) -> ArgumentHelp? {
            switch value {
            case .on: "Let people sign in by the --provider, which is the usual state of a new one."
            case .off: "Keep the --provider with all its settings, and let nobody sign in by it."
            }
        }
    }

    /// No file with a secret is larger, in bytes.
    private static let largestFile = 16_384

    @Option(
        help: """
            Another provider whose word the project takes of who a person is: facebook.com, apple.com, google.com, or oidc. \
            and a name of your own. The options down to --apple-key-file are about it.
            """)
    var provider: String?
    @Flag(exclusivity: .exclusive) var providerSwitch: Switch?
    @Option(help: "Remove a provider with its secret; accounts keep who their people are there. May be repeated.")
    var noProvider: [String] = []
    @Option(
        help: """
            An id that the provider has given an app of yours: Facebook's app id, an OAuth client id, or Apple's services id or \
            a bundle id. An ID token names one of them as its audience. May be repeated; all of them replace those before.
            """)
    var clientID: [String] = []
    @Option(
        help: """
            A file whose first line is the client's secret, for Facebook the app secret; "-" reads it from the input. The \
            database keeps it encrypted.
            """)
    var clientSecretFile: String?
    @Option(help: "What apps may call the provider; \"-\" for its id.")
    var providerName: String?
    @Option(help: "The `iss` of the provider's ID tokens, https, or http to this machine; \"-\" for the usual one.")
    var providerIssuer: String?
    @Option(
        help: """
            Where the provider's keys are, as a JSON Web Key Set; "-" for the usual place, or where the issuer's document says.
            """)
    var providerKeys: String?
    @Option(help: "Where Facebook's Graph or Apple's token service answers; \"-\" for the usual place.")
    var providerService: String?
    @Option(
        help: """
            Whether an ID token of google.com with a nonce is good without the nonce itself: some versions of Google's library \
            for iOS put one there that the app cannot read. Without it a thief of a token may be the first to use it.
            """)
    var hiddenNonce: OnOrOff?
    @Option(help: "The team's id at Apple, for example TEAM123456.")
    var appleTeam: String?
    @Option(help: "The id of the private key at Apple, for example ABC123DEFG.")
    var appleKeyID: String?
    @Option(help: "The file of the private key that Apple gives developers, AuthKey_….p8; \"-\" reads the input.")
    var appleKeyFile: String?

    /// Changes the rules of a project to what the operator has said; what the operator has not said stays.
    ///
    /// `keyRing`: makes the ring that seals secrets; only called where there is a secret.
    func change(_ rules: inout IdentityRules, of project: ProjectID, keyRing: () throws -> KeyRing) throws {
        for name in noProvider {
            guard let id = ProviderID(name), rules[id] != nil else {
                throw ValidationError("--no-provider \(name): the project has no such provider")
            }
            rules[id] = nil
        }
        guard let provider else {
            guard !saysMore else {
                throw ValidationError("say which provider it is, for example --provider google.com")
            }
            return
        }
        guard let id = ProviderID(provider), ProviderKind(id) != nil else {
            let kinds = ProviderKind.allCases.map(\.expectation).joined(separator: "; or ")
            throw ValidationError("--provider is \(kinds)")
        }
        guard rules[id] != nil || rules.providers.count < IdentityRules.mostProviders else {
            throw ValidationError("a project has at most \(IdentityRules.mostProviders) providers")
        }
        var changed = rules[id] ?? IdentityProvider(id)
        try setPlaces(of: &changed)
        if let secret = try secret(of: &changed) {
            changed.secret = try keyRing().seal(
                Array(secret.utf8), for: IdentityProvider.purpose(of: project, id))
            guard changed.secret != nil else { throw SettingsError("code.keys cannot seal a secret") }
        }
        try Self.check(changed)
        rules[id] = changed
    }

    /// Whether there are options that mean nothing without `--provider`.
    private var saysMore: Bool {
        let texts = [
            clientSecretFile, providerName, providerIssuer, providerKeys, providerService, appleTeam, appleKeyID,
            appleKeyFile,
        ]
        return providerSwitch != nil || hiddenNonce != nil || !clientID.isEmpty || texts.contains { $0 != nil }
    }

    private func setPlaces(of provider: inout IdentityProvider) throws {
        if let providerSwitch { provider.isEnabled = providerSwitch == .on }
        if let hiddenNonce {
            guard provider.id == .google else { throw ValidationError("--hidden-nonce is for --provider google.com") }
            provider.mayHideNonce = hiddenNonce == .on
        }
        if !clientID.isEmpty, !provider.setAudiences(clientID) {
            throw ValidationError("--client-id is 1 to 255 letters, digits and signs, up to 50 times")
        }
        if let providerName, !provider.setDisplayName(providerName == "-" ? nil : providerName) {
            throw ValidationError("--provider-name is one line of at most 256 bytes")
        }
        // The issuer comes first: another issuer has other keys.
        let isGood = [
            providerIssuer.map { provider.setIssuer($0 == "-" ? nil : $0) },
            providerKeys.map { provider.setKeySetURL($0 == "-" ? nil : $0) },
            providerService.map { provider.setServiceURL($0 == "-" ? nil : $0) },
        ]
        guard !isGood.contains(false) else {
            throw ValidationError(
                "--provider-issuer, --provider-keys and --provider-service are https, or http to this machine, "
                    + "without a query")
        }
    }

    /// The secret that the operator gives; nil without.
    private func secret(of provider: inout IdentityProvider) throws -> String? {
        guard provider.id == .apple else {
            guard [appleTeam, appleKeyID, appleKeyFile].allSatisfy({ $0 == nil }) else {
                throw ValidationError("--apple-team, --apple-key-id and --apple-key-file are for --provider apple.com")
            }
            return try clientSecretFile.map(Self.readSecret)
        }
        guard clientSecretFile == nil else {
            throw ValidationError("apple.com has a private key in the place of a secret: --apple-key-file")
        }
        if appleTeam != nil || appleKeyID != nil || appleKeyFile != nil {
            let (team, key) = (appleTeam ?? provider.appleKey?.team, appleKeyID ?? provider.appleKey?.key)
            guard provider.setAppleKey(team: team ?? "", key: key ?? "") else {
                throw ValidationError("--apple-team and --apple-key-id are letters and digits, as Apple shows them")
            }
        }
        return try appleKeyFile.map { file in
            let pem = try Self.read(file, "--apple-key-file")
            guard AppleKeyFile.isKey(pem) else {
                throw ValidationError("--apple-key-file has no private key of P-256 in PEM, as Apple's .p8 files have")
            }
            return pem
        }
    }

    private static func check(_ provider: IdentityProvider) throws {
        guard !provider.audiences.isEmpty else {
            throw ValidationError("say which apps of yours \(provider.id) knows: --client-id")
        }
        guard ProviderKind(provider.id) != .openID || provider.ownIssuer != nil else {
            throw ValidationError("say who issues the tokens of \(provider.id): --provider-issuer https://…")
        }
        guard (provider.appleKey == nil) == (provider.secret == nil) || provider.id != .apple else {
            throw ValidationError("Apple's private key has --apple-team, --apple-key-id and --apple-key-file")
        }
    }
}

// Secrets, which no argument holds: every user of the machine could read it there.
extension IdentityOptions {
    private static func readSecret(_ path: String) throws -> String {
        let text = try read(path, "--client-secret-file")
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
        let secret = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard IdentityProvider.isSecret(secret) else {
            throw ValidationError("a client's secret is one line of 1 to 1000 letters, digits and signs")
        }
        return secret
    }

    private static func read(_ path: String, _ option: String) throws -> String {
        if path == "-" { return sequence(state: ()) { _ in readLine(strippingNewline: false) }.joined() }
        // The reader's error would name the file too, and nothing else that helps.
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)), file.count <= largestFile,
            let text = String(data: file, encoding: .utf8)
        else { throw ValidationError("\(option) \(path) cannot be read as a text") }
        return text
    }
}
