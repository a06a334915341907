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
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
        }
        text = String(decoding: writer.bytes, as: UTF8.self)
    }
}
