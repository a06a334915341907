import VerificationCore

extension VerificationPorts {
    /// What the store's answer on an id means for this app.
    func shown(
        _ found: FoundVerification, _ id: VerificationID, of app: App
    ) async throws(StoreProblem) -> Shown {
        switch found {
        case .found(let report): .found(report)
        case .keyReused: mayKnowOf(id, app) ? .keyReused : .unseen(.unknown)
        case .erased: .unseen(erased(id, of: app))
        case .noSuchVerification: .unseen(try await unseen(id, of: app))
        }
    }

    /// What this process can say of an id for which the store has no record.
    ///
    /// While an operator changes the keys, another process may sign with a key that this process lacks. Then this
    /// process cannot tell whether an id that may still be in the queue was ever made.
    func unseen(_ id: VerificationID, of app: App) async throws(StoreProblem) -> UnseenRequest {
        let isYoung = now() < id.madeAtLatest + requestLife + UnseenRequest.grace
        if keyRing.signed(id, for: app.id) { return isYoung ? .queued : .expired }
        guard isYoung else { return .unknown }
        return try await codeKeys.namesInUse().allSatisfy(keyRing.holds) ? .unknown : .undecidable
    }

    /// What this process can say of an id whose request is on record, but whose verification was erased.
    ///
    /// The store no longer knows the app of the verification. The signature in the id tells it.
    func erased(_ id: VerificationID, of app: App) -> UnseenRequest {
        keyRing.signed(id, for: app.id) ? .expired : .unknown
    }

    /// Whether the id was made for this app; no other app may learn anything of it.
    func mayKnowOf(_ id: VerificationID, _ app: App) -> Bool { keyRing.signed(id, for: app.id) }
}
