/// An answer whose members do not matter.
struct EmptyAnswer: Decodable, Sendable {}
