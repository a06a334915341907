import AccountCore
import StrictJSON
import Synchronization

/// Gives the key sets that a test has put at URLs, and counts how often it is asked.
package final class ScriptedKeySets: KeySetSource {
    private struct State {
        var sets: [String: JSONObject] = [:]
        var asked: [String] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The URLs that were read, in order.
    package var asked: [String] { state.withLock { $0.asked } }

    /// Puts a set at a URL; nil lets the server there be silent.
    package func put(_ set: JSONObject?, at url: String) { state.withLock { $0.sets[url] = set } }

    package func keySet(at url: String) async throws(KeySetError) -> JSONObject {
        let set = state.withLock { state in
            state.asked.append(url)
            return state.sets[url]
        }
        guard let set else { throw .unreachable("connect-timeout") }
        return set
    }

    package func keySet(ofIssuer issuer: String) async throws(KeySetError) -> JSONObject {
        let document = try await keySet(at: try KeySetPlace.documentURL(of: issuer))
        return try await keySet(at: try KeySetPlace.keySetURL(in: document, of: issuer))
    }
}
