import Hummingbird
import VerificationCore

extension APIDependencies {
    /// The id in the path; whatever is no UUIDv7 is treated like an id that never was.
    func verificationID(in context: APIContext) throws(Problem) -> VerificationID {
        guard let id = context.parameters.get("id").flatMap(VerificationID.init) else {
            throw .verificationNotFound
        }
        return id
    }

    /// The number in a body that holds nothing else of interest.
    func phoneNumber(in object: JSONObject) throws(InvalidMember) -> PhoneNumber { try object.phoneNumber(phones) }

    /// The number in a query.
    func phoneNumber(_ text: String?) throws(InvalidMember) -> PhoneNumber {
        let members = text.map { [JSONObject.Member(key: "phoneNumber", value: .string($0))] } ?? []
        return try JSONObject(members).phoneNumber(phones)
    }

    /// What can be said of an id of which the store holds nothing.
    ///
    /// While keys are changed, another process may sign by a key that this one's ring lacks. Then it cannot be told here
    /// whether an id that could still be in the queue was ever made.
    func unseen(_ id: VerificationID, of app: App) async throws(StoreProblem) -> UnseenRequest {
        let isYoung = now() < id.madeAtLatest + requestLife + UnseenRequest.grace
        if keyRing.signed(id, for: app.id) { return isYoung ? .queued : .expired }
        guard isYoung else { return .unknown }
        return try await codeKeys.namesInUse().allSatisfy(keyRing.holds) ? .unknown : .undecidable
    }

    /// What can be said of an id whose request the store knows, and whose verification was erased.
    ///
    /// Whose it was the store knows no more; the id itself does.
    func forgotten(_ id: VerificationID, of app: App) -> UnseenRequest {
        keyRing.signed(id, for: app.id) ? .expired : .unknown
    }

    /// The word for an id whose idempotency key belongs to another request, which is only its own app's to hear.
    func conflict(_ id: VerificationID, of app: App) -> Problem {
        keyRing.signed(id, for: app.id) ? .keyReused : .verificationNotFound
    }
}
