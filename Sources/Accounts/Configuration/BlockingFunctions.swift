import AccountCore
import StrictJSON

/// What a configuration says of functions that would be asked at every sign-in; this program keeps it, and asks nobody.
enum BlockingFunctions {
    private static let events: Set<String> = ["beforeCreate", "beforeSignIn"]

    /// Throws the wire's word for functions that nobody could ask.
    static func check(_ document: JSONObject) throws(WireError) {
        let triggers = document.value(at: ["blockingFunctions", "triggers"])?.object ?? JSONObject()
        for trigger in triggers.members {
            guard events.contains(trigger.key) else {
                throw .refused(.invalidBlockingFunction, "((Event type is invalid.))")
            }
            guard AbsoluteURI.isWellFormed(trigger.value["functionUri"]?.string ?? "") else {
                throw .refused(
                    .invalidBlockingFunction, "((Expected an absolute URI with valid scheme and host.))")
            }
        }
    }
}
