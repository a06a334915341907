import Foundation
import StrictJSON
import Testing

extension IdentityCaller {
    /// A code on its way, as an app holds it: the handle, and what came by SMS.
    struct Session: Sendable {
        let info: String
        let code: String

        /// What the app sends back.
        var members: [String: JSONValue] { ["sessionInfo": .string(info), "code": .string(code)] }

        /// The same with a wrong code of six digits, a different code for each number.
        func guess(_ number: Int = 0) -> Session {
            let other = String(((Int(code) ?? 0) + 1 + number) % 1_000_000)
            return Session(info: info, code: String(repeating: "0", count: 6 - other.count) + other)
        }
    }

    func sendCode(to phone: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await call("sendVerificationCode", ["phoneNumber": .string(phone)], headers)
    }

    /// Asks for a code, and reads it where the mode shows it: in the list of the emulator, or in the SMS.
    func session(of phone: String, at site: Site) async throws -> Session {
        let sent = try await sendCode(to: phone)
        let info = try #require(sent["sessionInfo"], "\(sent.status) \(sent.message ?? "")")
        switch mode {
        case .emulator: return Session(info: info, code: try #require(try await codes()[info]))
        case .production: return Session(info: info, code: try await site.lastCode(of: phone))
        }
    }

    /// The codes that the emulator tells, by their handles.
    func codes() async throws -> [String: String] {
        let answer = try await send("GET", "/emulator/v1/projects/\(keys.project)/verificationCodes")
        let codes = try #require(answer.body["verificationCodes"]?.array).map { code in
            (try #require(code["sessionInfo"]?.string), try #require(code["code"]?.string))
        }
        return Dictionary(codes, uniquingKeysWith: { $1 })
    }

    /// `more`: for example the ID token of the account that gets the number.
    func signIn(_ session: Session, _ more: [String: JSONValue] = [:]) async throws -> Answer {
        try await call("signInWithPhoneNumber", session.members.merging(more) { $1 })
    }

    /// A sign-in by the proof that an earlier call gave.
    func signIn(byProof proof: String, of phone: String, _ more: [String: JSONValue] = [:]) async throws -> Answer {
        let members: [String: JSONValue] = ["temporaryProof": .string(proof), "phoneNumber": .string(phone)]
        return try await call("signInWithPhoneNumber", members.merging(more) { $1 })
    }

    /// Somebody who proves a number, with a new account or the account that has the number.
    func person(with phone: String, at site: Site) async throws -> SignedInPerson {
        try SignedInPerson(try await signIn(try await session(of: phone, at: site)))
    }

    func lookUp(_ person: SignedInPerson) async throws -> Answer {
        try await call("lookup", ["idToken": .string(person.idToken)])
    }

    /// A number's owner, and a proof that opens the owner's account; `other`: a number of somebody who asks for the proof.
    func proof(
        of phone: String, askedBy other: String, at site: Site
    ) async throws -> (owner: SignedInPerson, proof: String) {
        let owner = try await person(with: phone, at: site)
        let asker = try await person(with: other, at: site)
        let answer = try await signIn(
            try await session(of: phone, at: site), ["idToken": .string(asker.idToken)])
        return (owner, try #require(answer["temporaryProof"], "\(answer.status) \(answer.message ?? "")"))
    }
}
