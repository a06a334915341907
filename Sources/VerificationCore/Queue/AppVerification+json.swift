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
        let (proof, sends) = (object.filled("appProof"), object.filled("unprovenSends"))
        let reason = try object.optionalString("missingProof")
        switch (proof, sends) {
        case (.some, .some): throw InvalidMemberError("appProof", is: .conflicts(with: "unprovenSends"))
        case (nil, nil):
            // A reason alone asks for a gate and names none.
            guard reason == nil else { throw InvalidMemberError("missingProof", is: .needs("unprovenSends")) }
            return nil
        case (.some(let proof), nil):
            guard reason == nil else { throw InvalidMemberError("missingProof", is: .needs("unprovenSends")) }
            self = .proven(try AppProof(proof))
        case (nil, .some(let sends)):
            guard let limits = RateLimit.list(sends) else { throw InvalidMemberError("unprovenSends", is: .malformed) }
            // A message of a former version says no reason.
            guard let missing = MissingProof(rawValue: reason ?? MissingProof.noToken.rawValue) else {
                throw InvalidMemberError("missingProof", is: .malformed)
            }
            self = .unproven(missing, sends: limits)
        }
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
    fileprivate func filled(_ name: String) -> JSONValue? { self[name].flatMap { $0 == .null ? nil : $0 } }
}
