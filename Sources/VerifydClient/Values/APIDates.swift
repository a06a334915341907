import Foundation

/// JSON of verifyd, whose times are RFC 3339 in UTC.
enum APIDates {
    static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let date = date(text) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no time"))
            }
            return date
        }
        return try decoder.decode(type, from: body)
    }

    /// Reads a time with or without milliseconds.
    static func date(_ text: String) -> Date? {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        if let date = format.date(from: text) { return date }
        format.formatOptions = .withInternetDateTime
        return format.date(from: text)
    }

    static func text(_ date: Date) -> String {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return format.string(from: date)
    }
}
