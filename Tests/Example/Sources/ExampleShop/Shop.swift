import Foundation
import Hummingbird
import VerifydClient

/// Signs people in by phone, and shows them their orders.
struct Shop: Sendable {
    let verifyd: VerifydClient
    let tokens: IDTokens
    let people = People()

    struct Number: Decodable {
        var phoneNumber: String
    }
    struct Started: ResponseEncodable {
        var id: String
        var resendAfter: Date?
    }
    struct Typed: Decodable {
        var id: String
        var code: String
    }
    struct Checked: ResponseEncodable {
        var session: String?
        var remainingChecks: Int?
        var startAgain: Bool?
    }

    /// Here stands your proof of the app as well: strangers can call this route, and each SMS costs.
    func start(_ request: Request, context: BasicRequestContext) async throws -> Started {
        let number = try await request.decode(as: Number.self, context: context).phoneNumber
        let started = try await verifyd.start(
            VerificationRequest(phoneNumber: number), waiting: 10, idempotencyKey: key(of: request))
        guard started.status != .failed else { throw HTTPError(.forbidden, message: "not-served") }
        await people.began(started.id, number)
        return Started(id: started.id, resendAfter: started.resendAfter)
    }

    func check(_ request: Request, context: BasicRequestContext) async throws -> Checked {
        let typed = try await request.decode(as: Typed.self, context: context)
        switch try await verifyd.check(typed.code, of: typed.id, idempotencyKey: key(of: request)) {
        case .approved: return Checked(session: await people.session(for: typed.id))
        case .wrong(let remainingChecks): return Checked(remainingChecks: remainingChecks)
        case .ended: return Checked(startAgain: true)
        }
    }

    /// The app makes a new key for each tap, and repeats a call without an answer under the same key.
    private func key(of request: Request) -> String? {
        request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
    }

    /// Takes a session of this shop, or an ID token of an app that signs in at verifyd itself.
    func orders(_ request: Request, context: BasicRequestContext) async throws -> [String] {
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, words[0] == "Bearer" else { throw HTTPError(.unauthorized) }
        let token = String(words[1])
        if let number = await people.number(of: token) { return ["an order of \(number)"] }
        let claims = try await tokens.claims(of: token)
        return ["an order of \(claims.phoneNumber ?? claims.sub.value)"]
    }
}

/// Who has started, and who is signed in; a shop with two servers keeps this in its database.
actor People {
    private var numbers: [String: String] = [:]
    private var sessions: [String: String] = [:]

    func began(_ verification: String, _ number: String) { numbers[verification] = number }

    /// The number is the one that was started with: the app cannot name another one.
    func session(for verification: String) -> String? {
        guard let number = numbers[verification] else { return nil }
        let session = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        sessions[session] = number
        return session
    }

    func number(of session: String) -> String? { sessions[session] }
}
