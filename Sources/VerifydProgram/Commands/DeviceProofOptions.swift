import AccountCore
import Accounts
import ArgumentParser
import Foundation
import VerificationCore

/// Whose proofs by a device's maker a project takes, as an operator writes it.
struct DeviceProofOptions: ParsableArguments {
    /// No file with a certificate or two keys is larger, in bytes.
    private static let largestFile = 65_536

    @Option(
        help: """
            An app whose assertions of Apple's App Attest are good, for example TEAM123456.com.example.shop; "-" for none. May \
            be repeated.
            """)
    var appAttest: [String] = []
    @Option(help: "Whether keys that App Attest has attested for apps in development are good: yes or no, the default.")
    var appAttestDevelopment: String?
    @Option(help: "File with the root certificate of attestations, as PEM; \"-\" for Apple's, which is the default.")
    var appAttestRoot: String?
    @Option(
        help: """
            An app whose tokens of Google's Play Integrity are good, by its package, for example com.example.shop; "-" for \
            none. May be repeated.
            """)
    var playIntegrity: [String] = []
    @Option(
        help: """
            File with the app's keys from the Play Console, DECRYPTION_KEY=… and VERIFICATION_KEY=…, each on a line. The first \
            is a secret: verifyd keeps it sealed under code.keys.
            """)
    var playIntegrityKeys: String?
    @Option(
        help: """
            SHA-256 of a certificate that signs the app, in hexadecimal or Base64; "-" for any app that Play recognises. May be \
            repeated.
            """)
    var playIntegrityCertificate: [String] = []
    @Option(help: "Number of the project at Google that the app's client asks for; \"-\" for none.")
    var playIntegrityProject: String?

    /// Changes the rules to what the operator has said; throws where a kind that is not off could not be verified.
    func change(_ rules: inout ProofRules, of project: ProjectID, keyRing: () throws -> KeyRing) throws {
        try changeAppAttest(&rules)
        try changePlayIntegrity(&rules, of: project, keyRing: keyRing)
        guard rules[.appAttest] == .off || rules.appAttest != nil else {
            throw ValidationError("say which app it is, for example --app-attest TEAM123456.com.example.shop")
        }
        guard rules[.playIntegrity] == .off || rules.playIntegrity?.decryptionKey != nil else {
            throw ValidationError(
                "say which app it is and by which keys, for example --play-integrity com.example.shop --play-integrity-keys FILE"
            )
        }
    }

    private func changeAppAttest(_ rules: inout ProofRules) throws {
        if !appAttest.isEmpty {
            let former = rules.appAttest
            rules.appAttest = try Self.named(appAttest).map { apps in
                guard var made = AppAttestRules(apps: apps) else {
                    throw ValidationError("--app-attest is an app's id, for example TEAM123456.com.example.shop")
                }
                (made.allowsDevelopment, made.root) = (former?.allowsDevelopment ?? false, former?.root)
                return made
            }
        }
        guard appAttestDevelopment != nil || appAttestRoot != nil else { return }
        guard rules.appAttest != nil else { throw ValidationError("name the apps first, with --app-attest") }
        if let appAttestDevelopment {
            guard ["yes", "no"].contains(appAttestDevelopment) else {
                throw ValidationError("--app-attest-development is yes or no")
            }
            rules.appAttest?.allowsDevelopment = appAttestDevelopment == "yes"
        }
        if let appAttestRoot {
            rules.appAttest?.root = appAttestRoot == "-" ? nil : try Self.read(appAttestRoot, "--app-attest-root")
            guard AppAttestRoot(rules.appAttest?.root) != nil else {
                throw ValidationError("--app-attest-root \(appAttestRoot) has no certificate as PEM")
            }
        }
    }

    private func changePlayIntegrity(
        _ rules: inout ProofRules, of project: ProjectID, keyRing: () throws -> KeyRing
    ) throws {
        if !playIntegrity.isEmpty {
            let former = rules.playIntegrity
            rules.playIntegrity = try Self.named(playIntegrity).map { packages in
                guard let made = PlayIntegrityRules(packages: packages) else {
                    throw ValidationError("--play-integrity is the name of a package, for example com.example.shop")
                }
                return former.map(made.keeping) ?? made
            }
        }
        let isMore = playIntegrityKeys != nil || playIntegrityProject != nil || !playIntegrityCertificate.isEmpty
        guard isMore else { return }
        guard var changed = rules.playIntegrity else {
            throw ValidationError("name the packages first, with --play-integrity")
        }
        if let playIntegrityKeys {
            let text = try Self.read(playIntegrityKeys, "--play-integrity-keys")
            guard let keys = PlayIntegrityKeys(file: text), keys.keep(in: &changed, of: project, by: try keyRing())
            else {
                throw ValidationError(
                    "--play-integrity-keys \(playIntegrityKeys) has no DECRYPTION_KEY= of 32 bytes and VERIFICATION_KEY= in Base64"
                )
            }
        }
        if !playIntegrityCertificate.isEmpty {
            changed.certificates = try (Self.named(playIntegrityCertificate) ?? []).map(Self.digest)
        }
        if let playIntegrityProject {
            guard playIntegrityProject == "-" || GoogleProjectNumber.isNumber(playIntegrityProject) else {
                throw ValidationError("--play-integrity-project is the number of a project at Google")
            }
            changed.projectNumber = playIntegrityProject == "-" ? nil : playIntegrityProject
        }
        rules.playIntegrity = changed
    }

    /// Nil where the operator says that there is none.
    private static func named(_ texts: [String]) -> [String]? {
        let names = texts.filter { $0 != "-" }
        return names.isEmpty ? nil : names
    }

    private static func digest(_ text: String) throws -> [UInt8] {
        let digits = text.filter { $0 != ":" }
        let bytes =
            digits.count == 64
            ? stride(from: 0, to: 64, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
            : Base64.decode(text) ?? []
        guard bytes.count == 32 else {
            throw ValidationError("--play-integrity-certificate is a SHA-256, in hexadecimal or Base64")
        }
        return bytes
    }

    private static func read(_ path: String, _ option: String) throws -> String {
        // The reader's error would name the file too, and nothing else that helps.
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)), file.count <= largestFile,
            let text = String(data: file, encoding: .utf8)
        else { throw ValidationError("\(option) \(path) cannot be read as a text") }
        return text
    }
}
