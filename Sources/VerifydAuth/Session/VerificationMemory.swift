import Foundation

/// The verification ID of the last code that was sent for a sign-in, which outlives the app's end.
///
/// While the store cannot be used, it is remembered in memory alone.
final class VerificationMemory: Sendable {
    /// Longer than an hour no code is good.
    private static let life: TimeInterval = 3_600

    private struct Note: Codable {
        var version = 1
        let id: String
        let at: Date
    }

    /// What was remembered or read in this process; the outer nil before the store was read.
    private let known = Guarded<Note??>(nil)
    private let store: OrderedStore
    private let key: String
    private let time: AuthTime

    init(store: OrderedStore, configuration: AuthConfiguration, time: AuthTime) {
        self.store = store
        self.time = time
        key = configuration.storeKey(for: "verification")
    }

    /// The ID; nil if there is none or it is older than an hour by the device's clock.
    var last: String? {
        guard let note = store.during({ known.with { $0 } ?? read() }) else { return nil }
        return abs(time.now().timeIntervalSince(note.at)) < Self.life ? note.id : nil
    }

    /// Remembers an ID in the place of any other.
    func remember(_ id: String) { keep(Note(id: id, at: time.now())) }

    /// Forgets an ID that has signed in; does nothing if another one is remembered.
    func forget(_ id: String) {
        store.during { if last == id { keep(nil) } }
    }

    private func keep(_ note: Note?) {
        store.during {
            known.with { $0 = .some(note) }
            // The ID still serves in this process, and the person can have another code.
            try? store.write(note.map { try JSONEncoder().encode($0) }, forKey: key)
        }
    }

    private func read() -> Note? {
        // A store that cannot be read now is read again at the next use.
        guard let value = try? store.read(key) else { return nil }
        // What another version has written is as good as nothing.
        let note = try? JSONDecoder().decode(Note.self, from: value)
        let found = note?.version == 1 ? note : nil
        known.with { $0 = .some(found) }
        return found
    }
}
