import AccountCore
import Messages
import VerificationCore
import Verifications

/// Starts a verification of a phone number, and returns the handle that the client sends back with the code.
///
/// In production it reads no account, so neither its answer nor its time shows a caller whom a number belongs to.
package struct SendCode: Sendable {
    /// What a caller says beside the number.
    package struct Form: Sendable {
        /// The language of the message; a tag that is not well-formed counts as no tag.
        package let locale: String?
        /// For Android's retrieval of the code; a text of another form counts as no hash.
        package let androidHash: String?
        /// Where the caller is; nil where no limit by address applies.
        package let address: IPAddress?
        /// What the caller brings to show that the project's app makes the call.
        package let proofs: PresentedProofs
        /// Goes to the worker with the request.
        package let trace: TraceContext?

        package init(
            locale: String?, androidHash: String?, address: IPAddress?, proofs: PresentedProofs, trace: TraceContext?
        ) {
            (self.locale, self.androidHash, self.address) = (locale, androidHash, address)
            (self.proofs, self.trace) = (proofs, trace)
        }
    }

    /// How long a call waits until a worker has answered; after it the call returns the handle all the same.
    private static let patience = Duration.seconds(10)

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Starts a verification for a sign-in by phone, or joins the live verification of the number.
    ///
    /// - Parameters:
    ///   - number: as the caller wrote it; nil is no number.
    ///   - form: see `Form`.
    ///   - project: whose app it is.
    /// - Returns: the session info.
    /// - Throws: an `AccountError` if no SMS may or can be sent.
    package func send(
        to number: String?, with form: Form, for project: Project
    ) async throws(AccountError) -> String {
        guard project.takesPhones else { throw .refused(.operationNotAllowed) }
        let phone = try phone(number)
        if ports.policy.tellsFactors { try await checkFirstFactor(phone, in: project) }
        let verification = try await start(phone, with: form, for: project)
        let text = SessionInfo.text(
            for: verification, of: project.id, askedFrom: form.address, by: ports.keyRing)
        guard let text else { throw .unavailable }
        return text
    }

    /// Starts a verification of a number, or joins its live verification; for what is more than a sign-in by phone.
    ///
    /// The number's own limits and the proofs of the app count here as they do for a sign-in by phone.
    func start(
        _ phone: PhoneNumber, with form: Form, for project: Project
    ) async throws(AccountError) -> VerificationID {
        let app = try await ports.app(of: project)
        // Otherwise a provider would be asked in vain, and would take the person's answer to a captcha.
        if ports.policy.asksForProofs, ports.limits.apps.isUsedUp(by: app, at: ports.now()) {
            throw .refused(.quotaExceeded, WireMessage.quota)
        }
        let appVerification = try await verify(form.proofs, for: phone, of: app, in: project)
        try countCall(of: app)
        let request = RequestForm(
            phone: phone, language: form.locale.flatMap(LanguageTag.init), clientIP: form.address,
            asker: ports.policy.asker, appVerification: appVerification,
            autofill: form.androidHash.flatMap(Autofill.init(androidHash:)))
        return try handle(try await start(request, of: app, trace: form.trace))
    }

    /// Throws where the number belongs to an account that no phone opens; see `AccountPolicy.tellsFactors`.
    private func checkFirstFactor(_ phone: PhoneNumber, in project: Project) async throws(AccountError) {
        // If the database gives no answer, the sign-in says it.
        let found = try? await ports.accounts.accounts(named: [.phone(phone.e164)], of: project.id)
        guard let owner = found?.first else { return }
        _ = try ports.policy.secondFactors(of: project).asked(of: owner, after: .phone)
    }

    /// A number as a caller wrote it; throws in the words of the wire.
    func phone(_ number: String?) throws(AccountError) -> PhoneNumber {
        guard let number else { throw .refused(.invalidPhoneNumber, WireMessage.format) }
        do {
            return try ports.policy.phones.parse(number)
        } catch {
            throw .refused(.invalidPhoneNumber, error.wireWords)
        }
    }

    /// Whether an app of the project makes the call; nil in an emulator, which asks nobody to prove that.
    ///
    /// The key of an app is public, so an attacker can write such a call. Throws where a real number would get an SMS, the
    /// call brings no good proof, and the project pays for no SMS without one. Where it pays for some, workers count them.
    private func verify(
        _ proofs: PresentedProofs, for phone: PhoneNumber, of app: App, in project: Project
    ) async throws(AccountError) -> AppVerification? {
        guard ports.policy.asksForProofs else { return nil }
        // If the number stops being a test number before a worker decides, the request is one without a proof.
        if app.testNumber(phone.e164, at: ports.now()) != nil {
            return .unproven(.notAsked, sends: project.unprovenSends)
        }
        // An app under test has switched its proofs off, and wants no SMS to a real number.
        guard proofs.claimedReason != .notAsked else { throw proofs.missing }
        let verification = try await VerifyApp(ports).verify(proofs, for: project)
        if case .unproven(_, let sends) = verification, sends.isEmpty { throw proofs.missing }
        return verification
    }

    /// Only here, so that strangers without a proof do not use up the calls of the app.
    private func countCall(of app: App) throws(AccountError) {
        if ports.policy.asker == .emulator { return }
        if let (_, wait) = ports.limits.apps.refusal(of: app, at: ports.now()) {
            throw .limited(.quotaExceeded, WireMessage.quota, retryAfter: wait)
        }
    }

    private func start(
        _ form: RequestForm, of app: App, trace: TraceContext?
    ) async throws(AccountError) -> Started {
        do throws(RequestNotQueued) {
            return try await StartVerification(ports.verifications).start(
                form, of: app, key: nil, trace: trace, waiting: Self.patience)
        } catch {
            throw .unavailable
        }
    }

    private func handle(_ started: Started) throws(AccountError) -> VerificationID {
        switch started {
        case .accepted(let request): request.id
        case .answered(let request, let answer): try handle(answer, to: request.id)
        case .repeated(let report): report.id
        case .refused(let reason): throw reason.wireError
        case .keyReused: throw .unavailable
        }
    }

    private func handle(_ answer: RequestAnswer, to request: VerificationID) throws(AccountError) -> VerificationID {
        switch answer {
        case .sent(let live, _, _), .duplicate(let live), .retrying(let live): live.verification
        case .known: request
        case .limited(let reached): throw reached.wireError
        case .refused(let reason): throw reason.wireError
        case .failed, .expired, .keyReused: throw .unavailable
        }
    }
}

/// What people read behind the codes of the wire.
private enum WireMessage {
    static let format = "Invalid format."
    static let quota = "Exceeded quota for verifying phone numbers."
    static let region = "SMS unable to be sent until this region enabled by the app developer."
    static let blocked = "This number or device gets no messages here. Try again later."
    static let fiction = "Nobody can own this number. It can be a test phone number."
    static let testing = "Only test phone numbers are enabled."
}

extension PhoneNumberError {
    /// What the wire says behind `INVALID_PHONE_NUMBER`.
    package var wireWords: String {
        switch self {
        case .tooShort: "TOO_SHORT"
        case .tooLong: "TOO_LONG"
        case .malformed, .unknownCallingCode, .impossible: WireMessage.format
        }
    }
}

extension RefusalReason {
    fileprivate var wireError: AccountError {
        switch self {
        case .kindNotAllowed: .refused(.invalidPhoneNumber, WireMessage.format)
        case .fictionalNumber: .refused(.operationNotAllowed, WireMessage.fiction)
        case .regionNotAllowed: .refused(.operationNotAllowed, WireMessage.region)
        case .testingMode: .refused(.operationNotAllowed, WireMessage.testing)
        case .blocked: .refused(.tooManyAttempts, WireMessage.blocked)
        }
    }
}

extension LimitReached {
    var wireError: AccountError {
        switch limit {
        case .sendsPerPhone, .sendsPerPhoneAndIP, .sendsPerVerification, .sendsPerIP, .wrongCodesPerPhone,
            .wrongCodesPerIP, .wrongCodesOfStrangers, .wrongCodesPerTestNumber, .sendsPerProof:
            .limited(.tooManyAttempts, retryAfter: retryAfter)
        case .sendsPerPrefix, .sendsPerApp, .unprovenSends:
            .limited(.quotaExceeded, WireMessage.quota, retryAfter: retryAfter)
        }
    }
}
