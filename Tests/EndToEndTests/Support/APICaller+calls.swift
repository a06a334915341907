import Foundation
import StrictJSON
import VerificationCore

extension APICaller {
    /// Asks for a verification and says more than the number.
    ///
    /// `key`: the call's `Idempotency-Key`; `wait`: how many seconds the caller would wait for the worker's answer. The
    /// caller repeats only a call with a key.
    func ask(
        _ phone: String, _ more: KeyValuePairs<String, JSONValue> = [:], wait: Int? = nil, key: String? = nil
    ) async throws -> Answer {
        var headers: [String: String] = [:]
        if let wait { headers["prefer"] = "wait=\(wait)" }
        if let key { headers["idempotency-key"] = key }
        let members = [("phoneNumber", .string(phone))] + more.map { $0 }
        guard key != nil else { return try await post("/v1/verifications", members, headers) }
        return try await patiently { try await post("/v1/verifications", members, headers) }
    }

    /// Asks under a new key and waits for the worker's answer; for apps where each call without a key would send.
    func askOnce(_ phone: String) async throws -> Answer {
        try await ask(phone, wait: 30, key: UUID().uuidString)
    }

    /// Tries a code on behalf of a person at an address.
    func check(_ id: String, _ code: String, from address: String) async throws -> Answer {
        try await post(
            "/v1/verifications/\(id)/checks", [("code", .string(code)), ("clientIp", .string(address))])
    }

    /// Adds a test number, or changes it.
    func saveTestNumber(
        _ phone: String, code: String, scenario: String? = nil, expiresAt: String? = nil
    ) async throws -> Answer {
        var members: [(String, JSONValue)] = [("phoneNumber", .string(phone)), ("code", .string(code))]
        if let scenario { members.append(("scenario", .string(scenario))) }
        if let expiresAt { members.append(("expiresAt", .string(expiresAt))) }
        return try await patiently { try await post("/v1/test-numbers", members) }
    }

    /// Has everything about a phone forgotten.
    func erase(_ phone: String) async throws -> Answer {
        try await patiently { try await post("/v1/erasures", [("phoneNumber", .string(phone))]) }
    }

    /// The same API for another app, as soon as the API knows the app's key.
    func with(key: String) async throws -> APICaller {
        let caller = APICaller(base: base, admin: admin, key: key, client: client)
        try await eventually("the key is known") {
            try await caller.send("GET", "/v1/test-numbers", key: key).status == 200
        }
        return caller
    }

    private func post(
        _ path: String, _ members: [(String, JSONValue)], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        let body = JSONObject(members.map { .init(key: $0.0, value: $0.1) })
        let text = String(decoding: JSONValue.object(body).serialized, as: UTF8.self)
        return try await send(
            "POST", path, text, key: key, headers.merging(["content-type": "application/json"]) { $1 })
    }
}

extension [APICaller.Answer] {
    /// How many there are of each kind, for a test's comments.
    var summary: String {
        let kinds = Dictionary(grouping: self) { "\($0.status) \($0.code ?? $0["status"] ?? "")" }
        return kinds.map { "\($0.value.count) × \($0.key)" }.sorted().joined(separator: ", ")
    }

    func count(of status: Int) -> Int { count { $0.status == status } }
}
