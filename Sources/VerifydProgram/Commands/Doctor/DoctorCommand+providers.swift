import AccountCore
import Accounts
import StrictJSON
import VerificationCore

extension DoctorCommand {
    /// Whether people can sign in by the providers that are on, and enrol the second factors that the projects want.
    static func providers(
        of projects: [Project], with ring: KeyRing, by source: any KeySetSource
    ) async -> [Finding] {
        var findings: [Finding] = []
        for project in projects {
            for provider in project.identities.providers where provider.isEnabled {
                findings.append(await keys(of: provider, in: project, by: source))
                findings.append(contentsOf: secret(of: provider, in: project, with: ring))
            }
            if let warning = project.secondFactorWarning {
                findings.append(Finding("second factors", is: .warning, words: "\(project.id): \(warning)"))
            } else if let words = project.secondFactorsInWords {
                findings.append(Finding("second factors", is: .ok, words: "\(project.id): \(words)"))
            }
        }
        return findings
    }

    /// Whether the keys can be read by which the provider signs ID tokens.
    private static func keys(
        of provider: IdentityProvider, in project: Project, by source: any KeySetSource
    ) async -> Finding {
        let (subject, name) = ("keys of a provider", "\(provider.id) of \(project.id)")
        do throws(KeySetError) {
            guard let place = provider.keySetPlace else { throw .unusable("nothing says where its keys are") }
            let (words, set) =
                switch place {
                case .url(let url): (url, try await source.keySet(at: url))
                case .issuer(let issuer): (issuer, try await source.keySet(ofIssuer: issuer))
                }
            let count = set["keys"]?.array?.count ?? 0
            return Finding(subject, is: count == 0 ? .failed : .ok, words: "\(name): \(words) has \(count)")
        } catch {
            return Finding(subject, is: .failed, words: "\(name): \(error.words)")
        }
    }

    /// Whether the provider's secret is there and can be opened; nothing for a provider that needs none.
    private static func secret(of provider: IdentityProvider, in project: Project, with ring: KeyRing) -> [Finding] {
        let (subject, name) = ("secret of a provider", "\(provider.id) of \(project.id)")
        guard let sealed = provider.secret else {
            guard let loss = provider.lossWithoutSecret else { return [] }
            return [Finding(subject, is: .warning, words: "\(name) has none: \(loss)")]
        }
        guard let bytes = ring.open(sealed, for: IdentityProvider.purpose(of: project.id, provider.id)) else {
            let words = "\(name): code.keys lacks \(sealed.keyName), which sealed it"
            return [Finding(subject, is: .failed, words: words)]
        }
        guard provider.id != .apple || AppleKeyFile.isKey(String(decoding: bytes, as: UTF8.self)) else {
            return [Finding(subject, is: .failed, words: "\(name) is no private key of P-256 in PEM")]
        }
        return [Finding(subject, is: .ok, words: "\(name) can be opened")]
    }
}

extension IdentityProvider {
    /// What does not work without a secret; nil where all works.
    fileprivate var lossWithoutSecret: String? {
        if id == .facebook {
            "access tokens of Facebook are refused, and only Limited Login signs in: --client-secret-file"
        } else if id == .apple {
            "accounts:revokeToken is refused, which Apple wants of apps that delete accounts: --apple-key-file"
        } else {
            nil
        }
    }
}
