import AccountCore
import JWTKit
import StrictJSON
import VerificationCore

/// The service accounts of all projects, from memory: each sign-in by a custom token needs one, and they change rarely.
package final class ServiceAccountCache: Sendable {
    private struct Content: Sendable {
        var accounts: [LoadedServiceAccount] = []
        /// Accounts that are as if they were not there; each was reported once.
        var damaged: Set<ServiceAccount> = []
    }

    private let cache: SettingsCache<Content>

    /// - Parameters:
    ///   - store: where the accounts are.
    ///   - watch: tells of changes.
    ///   - report: hears why an account cannot be used, and why the store gives no answer.
    package init(
        _ store: any ProjectStore, watch: any ChangeKnowledge, report: @escaping @Sendable (StoreError) -> Void
    ) {
        cache = SettingsCache(.serviceAccounts, watchedBy: watch, report: report) { known throws(StoreError) in
            await Self.load(try await store.serviceAccounts(), knowing: known ?? Content(), report)
        }
    }

    /// Reads the custom token of a sign-in to a project.
    ///
    /// - Parameters:
    ///   - text: the token.
    ///   - project: where it must be good.
    ///   - now: the store's time.
    /// - Returns: whom it names.
    /// - Throws: what `CustomToken` throws; `invalidCustomToken` for a token that no service account has signed, and
    ///   `operationNotAllowed` where the project has no service account; `unavailable` while only the store knows.
    package func read(
        customToken text: String, for project: Project, at now: Timestamp
    ) async throws(AccountError) -> CustomToken {
        guard text.utf8.count <= CustomToken.longest, let token = TokenText(text), let payload = token.claims else {
            throw try await refusal(of: project, "Invalid assertion format")
        }
        guard token.algorithm == "RS256" else { throw try await refusal(of: project, "It is not signed with RS256.") }
        let named = try await accounts { $0.mayHaveSigned(token, with: payload) }
        guard let account = named.first(where: { $0.hasSigned(token) }) else {
            throw try await refusal(of: project, "No service account of the project has signed it.")
        }
        return try CustomToken(payload, signedBy: account.stored, for: project.id, at: now)
    }

    /// A project whose backend has never made an account has not this way in.
    private func refusal(of project: Project, _ words: String) async throws(AccountError) -> AccountError {
        let own = try await accounts { $0.stored.project == project.id }
        return own.isEmpty ? .refused(.operationNotAllowed) : .refused(.invalidCustomToken, words)
    }

    /// The accounts that fit.
    private func accounts(
        that fit: @Sendable (LoadedServiceAccount) -> Bool
    ) async throws(AccountError) -> [LoadedServiceAccount] {
        let content: Content
        do throws(StoreError) { content = try await cache.content() } catch { throw .unavailable }
        let found = content.accounts.filter(fit)
        // The account may have been made since the store last answered.
        guard cache.isCurrent || !found.isEmpty else { throw .unavailable }
        return found
    }

    private static func load(
        _ stored: [ServiceAccount], knowing known: Content, _ report: @Sendable (StoreError) -> Void
    ) async -> Content {
        var content = Content()
        for account in stored {
            if let loaded = known.accounts.first(where: { $0.stored == account }) {
                content.accounts.append(loaded)
                continue
            }
            do throws(StoreError) {
                content.accounts.append(try await LoadedServiceAccount(account))
            } catch {
                if !known.damaged.contains(account) { report(error) }
                content.damaged.insert(account)
            }
        }
        return content
    }
}

extension LoadedServiceAccount {
    /// Whether the token says that this account has signed it; some libraries name no key, and all name the account.
    fileprivate func mayHaveSigned(_ token: TokenText, with payload: JSONObject) -> Bool {
        payload["iss"]?.string == stored.email && (token.keyID ?? stored.keyID) == stored.keyID
    }
}

/// A service account of the store, ready to check custom tokens.
struct LoadedServiceAccount: Sendable {
    let stored: ServiceAccount
    private let verifier: TokenVerifier

    /// Throws for an account whose public key says nothing; then it is as if the account were not there.
    init(_ stored: ServiceAccount) async throws(StoreError) {
        do {
            let key = try JWTKit.Insecure.RSA.PublicKey(pem: stored.publicKey)
            verifier = try await TokenVerifier(key)
        } catch {
            // The error may quote the key, and says nothing that helps.
            throw .unreadable("the public key of service account \(stored.keyID) is damaged")
        }
        self.stored = stored
    }

    /// Whether the account's key has made the token's signature.
    func hasSigned(_ token: TokenText) -> Bool { verifier.hasSigned(token) }
}
