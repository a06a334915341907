import StrictJSON
import VerificationCore

/// An authenticator app of an account, as the account keeps it.
package struct TOTPFactor: Sendable, Hashable {
    /// The secret that the app has too, sealed for the account; see `purpose`.
    package var secret: SealedCode
    /// The last time step whose code was used; a code of this step or an earlier step is no longer good.
    package var usedStep: Int64
    /// The wrong codes, counted under the account's lock.
    package var wrongTries = SlotCounts()

    package init(secret: SealedCode, usedStep: Int64) {
        (self.secret, self.usedStep) = (secret, usedStep)
    }

    /// What the secrets of an account are sealed for: in the row of another account they open nothing.
    package static func purpose(of project: ProjectID, _ account: LocalID) -> String {
        "authenticator app \(project) \(account)"
    }
}

// As the store keeps it.
extension TOTPFactor {
    var json: JSONValue {
        var members: JSONObject = [
            "key": .string(secret.keyName), "secret": .string(Base64.encodeForURL(secret.bytes)),
            "step": .integer(usedStep),
        ]
        // Each as its window's seconds, its number and its events.
        let slots = wrongTries.slots.map { [Int64($0.seconds), $0.number, Int64($0.events)] }
        if !slots.isEmpty { members["wrong"] = .array(slots.map { .array($0.map(JSONValue.integer)) }) }
        return .object(members)
    }

    private static let members: Set<String> = ["key", "secret", "step", "wrong"]

    /// Nil for what another version has written: a change by this version would erase what it does not know.
    init?(_ json: JSONValue) {
        guard let key = json["key"]?.string, let bytes = json["secret"]?.string.flatMap({ Base64.decode($0) }),
            let step = json["step"]?.integer,
            json.object?.members.allSatisfy({ Self.members.contains($0.key) }) == true
        else { return nil }
        self.init(secret: SealedCode(keyName: key, bytes: bytes), usedStep: step)
        guard let wrong = json["wrong"] else { return }
        guard let slots = wrong.array?.map(Slot.init), !slots.contains(nil) else { return nil }
        wrongTries = SlotCounts(slots.compactMap(\.self))
    }
}

extension Slot {
    fileprivate init?(_ json: JSONValue) {
        guard let numbers = json.array?.compactMap(\.integer), numbers.count == 3 else { return nil }
        self.init(seconds: numbers[0], number: numbers[1], events: numbers[2])
    }
}
