#if !canImport(Darwin)
    import Foundation
    import FoundationNetworking

    /// Reads one answer of HTTP/1.1 from bytes as they come.
    struct HTTPAnswerReader {
        let url: URL
        private var bytes = Data()

        init(url: URL) { self.url = url }

        /// The answer, if it is complete after these bytes; nil before.
        ///
        /// Throws `networkConnectionLost` for an answer that breaks off, and other errors for one that is none.
        mutating func answer(after part: ArraySlice<UInt8>, isLast: Bool) throws -> (Data, HTTPURLResponse)? {
            bytes += part
            guard bytes.count <= 2 * WireReply.mostBytes else { throw URLError(.dataLengthExceedsMaximum) }
            guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else {
                if isLast { throw URLError(.networkConnectionLost) }
                return nil
            }
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
                throw URLError(.cannotParseResponse)
            }
            let body = Data(bytes[end.upperBound...])
            if 100..<200 ~= status {
                // The answer itself comes after this one.
                bytes = body
                return try answer(after: [], isLast: isLast)
            }
            let fields = Self.fields(of: lines.dropFirst())
            guard let whole = try Self.whole(body, status: status, fields: fields, isLast: isLast) else {
                if isLast { throw URLError(.networkConnectionLost) }
                return nil
            }
            let head = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
            guard let head else { throw URLError(.cannotParseResponse) }
            return (whole, head)
        }

        /// By names in lower case.
        private static func fields(of lines: ArraySlice<String>) -> [String: String] {
            var fields: [String: String] = [:]
            for line in lines {
                let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2 else { continue }
                let value = halves[1].trimmingCharacters(in: .whitespaces)
                fields[halves[0].lowercased(), default: ""] +=
                    fields[halves[0].lowercased()] == nil ? value : ", \(value)"
            }
            return fields
        }

        /// The body, if it is complete.
        private static func whole(
            _ body: Data, status: Int, fields: [String: String], isLast: Bool
        ) throws -> Data? {
            if status == 204 || status == 304 { return Data() }
            if fields["transfer-encoding"]?.lowercased() == "chunked" { return try joined(body) }
            if let text = fields["content-length"] {
                guard let length = Int(text), length >= 0 else { throw URLError(.cannotParseResponse) }
                return body.count >= length ? body.prefix(length) : nil
            }
            return isLast ? body : nil
        }

        /// The content of chunks; nil before the last one is there.
        private static func joined(_ chunks: Data) throws -> Data? {
            var (rest, content) = (chunks, Data())
            while let end = rest.range(of: Data("\r\n".utf8)) {
                let line = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                let size = Int(line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces), radix: 16)
                guard let size, 0...WireReply.mostBytes ~= size else { throw URLError(.cannotParseResponse) }
                if size == 0 { return content }
                guard rest[end.upperBound...].count >= size + 2 else { return nil }
                content += rest[end.upperBound...].prefix(size)
                rest = rest[end.upperBound...].dropFirst(size + 2)
            }
            return nil
        }
    }
#endif
