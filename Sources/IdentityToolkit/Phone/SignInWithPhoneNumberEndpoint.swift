import AccountCore
import Accounts
import StrictJSON

/// `accounts:signInWithPhoneNumber`: signs in with a code, or with the proof of an earlier call.
struct SignInWithPhoneNumberEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.signInWithPhoneNumber

    func answer(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        try body.refuseTenant()
        let outcome = try await SignInByPhone(ports).signIn(
            by: try Self.proof(body), idToken: try body.filled("idToken"),
            reauthenticates: try body.word("operation", of: WireSchema.operations) == "REAUTH", from: call.address,
            to: call.project)
        switch outcome {
        case .signedIn(let signedIn):
            var answer = JSONObject()
            answer.setTokens(of: signedIn)
            answer["isNewUser"] = .bool(signedIn.isNew)
            answer["phoneNumber"] = signedIn.account.phone.map(JSONValue.string)
            return answer
        case .pending(let pending):
            var answer = JSONObject()
            answer.setPending(pending)
            return answer
        case .proof(let text, let phone):
            return [
                "phoneNumber": .string(phone), "temporaryProof": .string(text),
                "temporaryProofExpiresIn": .string("\(PhoneProof.life.components.seconds)"),
            ]
        }
    }

    /// What proves the number; throws in the order in which the wire looks.
    private static func proof(_ body: WireBody) throws(AccountError) -> SignInByPhone.Proof {
        if let proof = try body.filled("temporaryProof") {
            guard let phone = try body.filled("phoneNumber") else { throw .refused(.missingPhoneNumber) }
            return .earlier(proof, phone: phone)
        }
        guard let sessionInfo = try body.filled("sessionInfo") else { throw .refused(.missingSessionInfo) }
        guard let code = try body.filled("code") else { throw .refused(.missingCode) }
        return .code(code, sessionInfo: sessionInfo)
    }
}
