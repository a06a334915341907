/// A whole number, which the wire writes as a text because JavaScript would round it; a number is read too.
@propertyWrapper
struct WireNumber: Codable, Sendable, Hashable {
    var wrappedValue: String?

    init(wrappedValue: String?) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            wrappedValue = nil
        } else {
            do { wrappedValue = "\(try container.decode(Int64.self))" } catch DecodingError.typeMismatch {
                wrappedValue = try container.decode(String.self)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Lets the member be absent, which Swift allows for optionals and not for what wraps one.
    func decode(_ type: WireNumber.Type, forKey key: Key) throws -> WireNumber {
        try decodeIfPresent(type, forKey: key) ?? WireNumber(wrappedValue: nil)
    }
}
