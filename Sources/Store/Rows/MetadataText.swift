import StrictJSON
import VerificationCore

/// A request's metadata as JSON, sorted by key; nil when the metadata is empty.
struct MetadataText {
    let text: String?

    init(_ metadata: [String: String]) {
        guard !metadata.isEmpty else {
            text = nil
            return
        }
        var writer = JSONWriter()
        writer.object { writer in
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, is: value) }
        }
        text = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a column of metadata; empty without an object.
    static func texts(in text: String?) -> [String: String] {
        // Only another program can have written anything but an object; the report then has no metadata.
        guard let text, let object = try? JSONValue(parsing: Array(text.utf8)).object else { return [:] }
        return Dictionary(object.members.compactMap { member in member.value.string.map { (member.key, $0) } }) { $1 }
    }
}
