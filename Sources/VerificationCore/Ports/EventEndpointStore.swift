/// Port: the endpoints of apps, for an operator who looks after them.
package protocol EventEndpointStore: Sendable {
    /// Makes this the app's endpoint, whatever it was before.
    ///
    /// - Returns: false when there is no such app.
    func save(_ endpoint: EventEndpoint, of app: AppID) async throws(StoreProblem) -> Bool

    /// Takes an app's endpoint away; events that wait are not posted any more.
    ///
    /// - Returns: false when the app has no endpoint.
    func removeEndpoint(of app: AppID) async throws(StoreProblem) -> Bool

    /// Locks the secrets of all endpoints away under the ring's current key, so that its older keys may go.
    ///
    /// - Returns: how many endpoints had a secret under another key, and have none now; and how many stay as they are,
    ///   because the ring lacks a key.
    func resealEndpoints(by keys: KeyRing) async throws(StoreProblem) -> (resealed: Int, locked: Int)
}
