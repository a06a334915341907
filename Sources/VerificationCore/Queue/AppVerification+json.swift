import StrictJSON

// A proof, or how many SMS go without one, as members of a request's message.
extension AppVerification {
    /// No surface makes a longer digest.
    private static let longestDigest = 64

    func write(to writer: inout JSONWriter) {
        switch self {
        case .proven(let proof):
            writer.memberObject("appProof") { writer in
                writer.member("kind", is: proof.kind.rawValue)
                writer.member("digest", is: proof.digest)
                writer.member("limits", is: RateLimit.json(proof.limits))
            }
        case .unproven(let reason, let sends):
            writer.member("unprovenSends", is: RateLimit.json(sends))
            writer.member("missingProof", is: reason.rawValue)
        }
    }

    /// Reads the members of a message; nil where it has none of them.
    init?(in object: JSONObject) throws(InvalidMemberError) {
        // A backend's message has none of them.
        guard object.members.contains(where: { Self.isMember($0.key) }) else { return nil }
        let proof = object.filled("appProof")
        guard let sends = object.filled("unprovenSends") else {
            // A reason alone asks for a gate and names none.
            if object.filled("missingProof") != nil {
                throw InvalidMemberError("missingProof", is: .needs("unprovenSends"))
            }
            guard let proof else { return nil }
            self = .proven(try AppProof(proof))
            return
        }
        if proof != nil { throw InvalidMemberError("appProof", is: .conflicts(with: "unprovenSends")) }
        guard let limits = RateLimit.list(sends) else { throw InvalidMemberError("unprovenSends", is: .malformed) }
        // A message of a former version says no reason.
        let reason = try object.optionalString("missingProof") ?? MissingProof.noToken.rawValue
        guard let missing = MissingProof(rawValue: reason) else {
            throw InvalidMemberError("missingProof", is: .malformed)
        }
        self = .unproven(missing, sends: limits)
    }

    private static func isMember(_ name: String) -> Bool {
        name == "appProof" || name == "unprovenSends" || name == "missingProof"
    }

    fileprivate static func isDigest(_ text: String) -> Bool {
        (1...longestDigest).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}

extension AppProof {
    fileprivate init(_ value: JSONValue) throws(InvalidMemberError) {
        guard let object = value.object else { throw InvalidMemberError("appProof", is: .wrongType) }
        guard let kind = Kind(rawValue: try object.requiredString("kind")),
            let limits = object["limits"].flatMap(RateLimit.list), !limits.isEmpty,
            AppVerification.isDigest(try object.requiredString("digest"))
        else { throw InvalidMemberError("appProof", is: .malformed) }
        self.init(kind, digest: try object.requiredString("digest"), limits: limits)
    }
}

extension JSONObject {
    /// Nil also for `null`.
    fileprivate func filled(_ name: String) -> JSONValue? {
        guard let value = self[name], value != .null else { return nil }
        return value
    }
}
