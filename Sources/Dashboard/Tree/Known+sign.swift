import Operations
import StrictJSON
import VerificationCore

extension Known {
    /// How old what a page shows is, and why; the template `sign.mustache` says it to people.
    var sign: JSONValue {
        ["at": .time(at), "isCurrent": .bool(trouble == nil), "trouble": .text(trouble)]
    }
}
