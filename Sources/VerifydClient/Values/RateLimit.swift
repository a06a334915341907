import Foundation

/// The limit that is used up next, as the fields `RateLimit` and `RateLimit-Policy` tell it.
public struct RateLimit: Sendable, Hashable {
    /// The limit's name, for example `sends-per-phone`.
    public var name: String
    /// How many more it admits now.
    public var remaining: Int
    /// In how many seconds it admits one more than that.
    public var reset: TimeInterval
    /// How many it admits in all; nil if the answer does not say.
    public var quota: Int?
    /// Within how many seconds; nil if the answer does not say.
    public var window: TimeInterval?

    /// Nil if the answer has no such fields, or they cannot be read.
    init?(_ answer: ClientResponse) {
        guard let (name, now) = Self.read(answer.headers["ratelimit"]), let remaining = now["r"], let reset = now["t"]
        else { return nil }
        (self.name, self.remaining, self.reset) = (name, remaining, TimeInterval(reset))
        let policy = Self.read(answer.headers["ratelimit-policy"])?.parameters
        (quota, window) = (policy?["q"], policy?["w"].map(TimeInterval.init))
    }

    /// How long the limit that refused a call goes on refusing; nil while it still admits calls.
    var secondsToWait: TimeInterval? { remaining == 0 ? max(0, reset) : nil }

    /// Reads `"name";r=0;t=60`.
    private static func read(_ field: String?) -> (name: String, parameters: [String: Int])? {
        let parts = (field ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = parts.first, first.count > 2, first.hasPrefix("\""), first.hasSuffix("\"") else { return nil }
        let parameters = parts.dropFirst().reduce(into: [String: Int]()) { parameters, part in
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            if sides.count == 2, let number = Int(sides[1]) { parameters[sides[0]] = number }
        }
        return (String(first.dropFirst().dropLast()), parameters)
    }
}
