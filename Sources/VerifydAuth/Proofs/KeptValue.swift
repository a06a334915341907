import Foundation

/// What a provider needs for its next proof, in memory and in the store.
///
/// A store that fails costs a new proof at the app's next start, and nothing else.
final class KeptValue<Value: Codable & Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// Where the last request wanted the value to be.
        var place: (store: any AuthStore, key: String)?
    }
    private let subject: String
    private let state = Guarded(State())

    /// `subject`: a name in the store, for letters and dashes.
    init(_ subject: String) { self.subject = subject }

    /// The value for a project; from now on changes go to the request's store.
    func value(for request: AppProofRequest) -> Value? {
        let key = request.configuration.storeKey(for: subject)
        let known: Value? = state.with { state in
            if let place = state.place, place.key != key { state.value = nil }
            state.place = (request.store, key)
            return state.value
        }
        if let known { return known }
        // A value that cannot be read is made anew.
        guard let data = try? request.store.read(key), let value = try? JSONDecoder().decode(Value.self, from: data)
        else { return nil }
        state.with { $0.value = value }
        return value
    }

    /// Keeps a value; nil forgets the present one.
    func keep(_ value: Value?) {
        let place = state.with { state in
            state.value = value
            return state.place
        }
        // Memory holds the value while the app runs, so a store that cannot be written is no error.
        if let place { try? place.store.write(value.map { try JSONEncoder().encode($0) }, forKey: place.key) }
    }
}
