/// The broker's answer to one published message, or to all messages up to that message.
struct Confirmation: Equatable {
    let tag: UInt64
    /// Whether the answer also covers every unconfirmed message before `tag`.
    let coversEarlier: Bool
    let isAccepted: Bool
}
