import AccountCore
import Synchronization
import VerificationCore

/// Lets operators in whom the provider of the single sign-on proves.
///
/// The provider says who a person is and what the person may do, at each sign-in anew. The store says whether an admin has
/// switched the person off, which counts more.
package final class SignOnService: Sendable {
    /// Where a browser goes to sign in, and what it keeps meanwhile.
    package struct Start: Sendable {
        /// May have a query already.
        package let url: String
        package let fields: [(name: String, value: String)]
        /// A secret for a cookie of this browser.
        package let kept: String
    }

    /// What a browser brings back from the provider.
    package struct Answer: Sendable {
        let state: String?
        let code: String?
        let error: String?
        let issuer: String?

        package init(state: String?, code: String?, error: String?, issuer: String?) {
            (self.state, self.code, self.error, self.issuer) = (state, code, error, issuer)
        }
    }

    /// More sign-ins than these are not under way at once: each may ask the provider, and a stranger may begin them.
    private static let mostAtOnce = 16

    /// How long a browser keeps what `begin` gave it.
    package static let life = SignOnAttempt.life

    package let plan: SignOnPlan
    private let provider: any SignOnProvider
    private let store: any OperatorIdentityStore
    private let operators: OperatorService
    private let underWay = Atomic(0)

    package init(
        _ plan: SignOnPlan, provider: any SignOnProvider, store: any OperatorIdentityStore, operators: OperatorService
    ) {
        (self.plan, self.provider, self.store, self.operators) = (plan, provider, store, operators)
    }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - path: where the person wants to go, as the browser says it.
    ///   - client: where the person is, for the audit.
    /// - Returns: where to send the browser, or why it cannot go there.
    package func begin(to path: String, from client: OperatorClient) async -> Result<Start, SignOnRefusal> {
        await inTurn(for: client) { [self] () throws(SignOnRefusal) in
            let now = operators.now()
            let document = try await asked { () throws(SignOnError) in try await provider.document(at: now) }
            let random = operators.random(SignOnAttempt.secretLength)
            let attempt = SignOnAttempt(to: path, random: random, at: now)
            return Start(url: document.authorizationURL, fields: plan.fields(of: attempt), kept: attempt.text)
        }
    }

    /// Finishes a sign-in with what the browser brings back.
    ///
    /// - Parameters:
    ///   - answer: the provider's answer.
    ///   - kept: what `begin` gave this browser; nil where it has nothing.
    ///   - client: where the person is.
    /// - Returns: the cookie's token and where the person wanted to go, or why the person does not come in; each refusal
    ///   is in the audit.
    package func finish(
        _ answer: Answer, kept: String?, from client: OperatorClient
    ) async -> Result<(token: String, path: String), SignOnRefusal> {
        await inTurn(for: client) { [self] () throws(SignOnRefusal) in
            let now = operators.now()
            guard let attempt = kept.flatMap(SignOnAttempt.init), attempt.isAnswered(by: answer.state ?? "", at: now)
            else { throw .stale }
            let claims = try await claims(for: answer, in: attempt, at: now)
            let visitor = try plan.visitor(claims)
            return (try await admit(visitor, from: client), attempt.path)
        }
    }

    private func claims(
        for answer: Answer, in attempt: SignOnAttempt, at now: Timestamp
    ) async throws(SignOnRefusal) -> SignOnClaims {
        if let error = answer.error { throw SignOnRefusal(providerError: error) }
        let document = try await asked { () throws(SignOnError) in try await provider.document(at: now) }
        // Else another provider's code could come in the place of this provider's.
        guard answer.issuer == plan.client.issuer || (answer.issuer == nil && !document.namesIssuer) else {
            throw .unproven("another provider has answered")
        }
        guard let code = answer.code, !code.isEmpty else { throw .unproven("the answer has no code") }
        let grant = SignOnGrant(
            code: code, verifier: attempt.verifier, nonce: attempt.nonce, redirectURI: plan.redirectURI)
        return try await asked { () throws(SignOnError) in try await provider.claims(of: grant, at: now) }
    }

    private func admit(_ visitor: SignOnVisitor, from client: OperatorClient) async throws(SignOnRefusal) -> String {
        guard let role = visitor.role else { throw await shutOut(visitor) }
        let stored: StoredOperator
        switch try await admission(of: visitor.identity, as: Operator(name: visitor.name, role: role)) {
        case .known(let known): stored = known
        case .added(let new):
            stored = new
            await noteRole(of: new.person, former: nil, from: client)
        case .changed(let changed, let former):
            stored = changed
            await noteRole(of: changed.person, former: former, from: client)
        case .switchedOff(let name): throw .switchedOff(name)
        case .nameTaken: throw .nameTaken(visitor.name)
        }
        guard let token = await operators.enter(stored, from: client) else { throw .storeAway }
        return token
    }

    private func admission(
        of identity: OperatorIdentity, as person: Operator
    ) async throws(SignOnRefusal) -> IdentityAdmission {
        do throws(StoreError) {
            return try await store.admit(identity, as: person, password: operators.noPassword())
        } catch {
            switch error {
            case .unavailable, .inDoubt: break
            // The store is there, and admits nobody: for example, a right is missing.
            case .locked, .busy, .unfit, .unreadable, .keyMissing, .broken: throw .storeAway
            }
            // Operators come in to see why the database is away.
            guard let known = operators.known(identity, as: person.role) else { throw .storeAway }
            return .known(known)
        }
    }

    /// Ends the sessions of a person to whom the provider gives no role any more, and says why the person stays out.
    private func shutOut(_ visitor: SignOnVisitor) async -> SignOnRefusal {
        // While the store is away, sessions go on until their end; the person stays out nevertheless.
        guard let known = try? await store.endSessions(of: visitor.identity) else { return .noRole(visitor.name) }
        // Else this process would take the sessions until its next look.
        await operators.refresh()
        return .noRole(visitor.name, knownAs: known)
    }

    private func noteRole(of person: Operator, former: OperatorRole?, from client: OperatorClient) async {
        let before = former.map { "was \($0.rawValue)" } ?? "new"
        await operators.note(
            .changeOperator, of: person.name, as: .done,
            on: "\(person.name) to \(person.role.rawValue) by single sign-on, \(before)", from: client)
    }

    /// Runs a step while not too many are under way, and notes why it lets nobody in.
    private func inTurn<Value: Sendable>(
        for client: OperatorClient, _ body: @Sendable () async throws(SignOnRefusal) -> Value
    ) async -> Result<Value, SignOnRefusal> {
        defer { underWay.subtract(1, ordering: .relaxed) }
        guard underWay.add(1, ordering: .relaxed).oldValue < Self.mostAtOnce else { return .failure(.busy) }
        do throws(SignOnRefusal) { return .success(try await body()) } catch {
            await operators.refuse(error.person, from: client, because: error.words)
            return .failure(error)
        }
    }

    private func asked<Value: Sendable>(
        _ body: () async throws(SignOnError) -> Value
    ) async throws(SignOnRefusal) -> Value {
        do throws(SignOnError) { return try await body() } catch { throw SignOnRefusal(error) }
    }
}
