/// The broker's word on one published message, or on all messages up to that message.
struct Confirmation: Equatable {
    let tag: UInt64
    /// Whether the word also covers every message before `tag`.
    let coversEarlier: Bool
    let isAccepted: Bool
}
