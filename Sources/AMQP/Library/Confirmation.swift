/// The broker's word on one published message, or on all up to one.
struct Confirmation: Equatable {
    let tag: UInt64
    /// Whether every message before `tag` is meant too.
    let coversEarlier: Bool
    let isAccepted: Bool
}
