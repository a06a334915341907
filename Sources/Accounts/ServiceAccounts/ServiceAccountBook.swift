import AccountCore
import StrictJSON
import Synchronization
import VerificationCore

/// The service accounts of all projects, from memory: each sign-in by a custom token needs one, and they change rarely.
///
/// An account that another process has made or removed is known after `freshness` at the latest. While the store gives no
/// answer, the book goes on with what it knows.
package final class ServiceAccountBook: Sendable {
    /// Made-up names of keys make a process ask the store no more often than this.
    private static let pauseForUnknown = Duration.seconds(1)
    /// How long a call waits for newer accounts than those that the book knows.
    private static let patience = Duration.milliseconds(250)

    private struct State {
        var accounts: [LoadedServiceAccount] = []
        /// Accounts that are as if they were not there; each was reported once.
        var damaged: Set<ServiceAccount> = []
        /// When the store was last asked; nil before.
        var askedAt: ContinuousClock.Instant?
        /// Whether it answered then.
        var isCurrent = false
        /// Whether it has ever answered.
        var isFilled = false
    }

    private let store: any ServiceAccountStore
    private let freshness: Duration
    private let report: @Sendable (StoreProblem) -> Void
    private let state = Mutex(State())
    private let asking = JoinedWork<Void>()

    /// - Parameters:
    ///   - store: where the accounts are.
    ///   - freshness: for how long the book believes what it knows.
    ///   - report: hears why an account cannot be used, and why the store gives no answer.
    package init(
        _ store: any ServiceAccountStore, freshness: Duration = .seconds(2),
        report: @escaping @Sendable (StoreProblem) -> Void
    ) {
        (self.store, self.freshness, self.report) = (store, freshness, report)
    }

    /// Reads a custom token by which somebody wants to sign in to a project.
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
    ) async throws(WireError) -> CustomToken {
        guard text.utf8.count <= CustomToken.longest, let token = TokenText(text), let payload = token.claims else {
            throw try await refusal(of: project, "Invalid assertion format")
        }
        guard token.algorithm == "RS256" else { throw try await refusal(of: project, "It is not signed with RS256.") }
        let named = try await accounts { $0.mayHaveSigned(token, payload) }
        guard let account = named.first(where: { $0.hasSigned(token) }) else {
            throw try await refusal(of: project, "No service account of the project has signed it.")
        }
        return try CustomToken(payload, signedBy: account.stored, for: project.id, at: now)
    }

    /// A project whose backend has never made an account has not this way in.
    private func refusal(of project: Project, _ words: String) async throws(WireError) -> WireError {
        let own = try await accounts { $0.stored.project == project.id }
        return own.isEmpty ? .refused(.operationNotAllowed) : .refused(.invalidCustomToken, words)
    }

    /// The accounts that fit; asks the store once more when it finds none.
    private func accounts(
        that fit: @Sendable (LoadedServiceAccount) -> Bool
    ) async throws(WireError) -> [LoadedServiceAccount] {
        await refresh(after: freshness)
        let known = state.withLock { $0.accounts.filter(fit) }
        guard known.isEmpty else { return known }
        await refresh(after: min(freshness, Self.pauseForUnknown))
        let (found, isCurrent) = state.withLock { ($0.accounts.filter(fit), $0.isCurrent) }
        // The account may have been made since the store last answered.
        guard isCurrent || !found.isEmpty else { throw .unavailable }
        return found
    }

    /// Asks the store, unless it was asked a short time ago; whoever knows accounts does not wait long for a silent store.
    private func refresh(after pause: Duration) async {
        if isFresh(pause) { return }
        let work: @Sendable () async -> Void = { [self] in if !isFresh(pause) { await ask() } }
        if state.withLock(\.isFilled) {
            await asking.run(waitingAtMost: Self.patience, work)
        } else {
            await asking.run(work)
        }
    }

    private func isFresh(_ pause: Duration) -> Bool {
        state.withLock { state in state.askedAt.map { .now - $0 < pause } ?? false }
    }

    /// Only one question is under way at a time, so that no earlier answer undoes a later answer.
    private func ask() async {
        let askedAt = ContinuousClock.now
        do throws(StoreProblem) {
            let (accounts, damaged) = await load(try await store.serviceAccounts())
            state.withLock { state in
                (state.accounts, state.damaged, state.askedAt) = (accounts, damaged, askedAt)
                (state.isCurrent, state.isFilled) = (true, true)
            }
        } catch {
            report(error)
            state.withLock { ($0.askedAt, $0.isCurrent) = (askedAt, false) }
        }
    }

    private func load(_ stored: [ServiceAccount]) async -> ([LoadedServiceAccount], Set<ServiceAccount>) {
        let known = state.withLock { $0 }
        var (accounts, damaged): ([LoadedServiceAccount], Set<ServiceAccount>) = ([], [])
        for account in stored {
            if let loaded = known.accounts.first(where: { $0.stored == account }) {
                accounts.append(loaded)
                continue
            }
            do throws(StoreProblem) {
                accounts.append(try await LoadedServiceAccount(account))
            } catch {
                if !known.damaged.contains(account) { report(error) }
                damaged.insert(account)
            }
        }
        return (accounts, damaged)
    }
}

extension LoadedServiceAccount {
    /// Whether the token says that this account has signed it; some libraries name no key, and all name the account.
    fileprivate func mayHaveSigned(_ token: TokenText, _ payload: JSONObject) -> Bool {
        payload["iss"]?.string == stored.email && (token.keyID ?? stored.keyID) == stored.keyID
    }
}
