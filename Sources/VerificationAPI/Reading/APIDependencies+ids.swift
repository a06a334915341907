import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore

extension APIDependencies {
    /// The id in the path; whatever is no UUIDv7 is treated like an id that never was.
    func verificationID(in context: CallContext) throws(Problem) -> VerificationID {
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
}
