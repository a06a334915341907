import Crypto
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Operations

/// Styles and scripts, which a browser keeps for a year: their addresses change when they do.
struct Assets: Sendable {
    private struct File {
        let type: String
        let bytes: [UInt8]
    }

    private let files: [String: File]
    let version: String

    init() {
        var files = [
            "dashboard.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.dashboard_css),
            "dashboard.js": File(type: "text/javascript; charset=utf-8", bytes: PackageResources.dashboard_js),
            "htmx.js": File(type: "text/javascript; charset=utf-8", bytes: PackageResources.htmx_js),
            "securityKey.js": File(type: "text/javascript; charset=utf-8", bytes: PackageResources.securityKey_js),
            "icon.svg": File(type: "image/svg+xml", bytes: PackageResources.icon_svg),
        ]
        for verdict in Judgement.Verdict.allCases where verdict != .fine {
            let picture = Array(StateIcon.picture(for: verdict).utf8)
            files[StateIcon.name(for: verdict)] = File(type: "image/svg+xml", bytes: picture)
        }
        self.files = files
        var hash = SHA256()
        for name in files.keys.sorted() { hash.update(data: files[name]?.bytes ?? []) }
        version = hash.finalize().prefix(6).map { String($0, radix: 16) }.joined()
    }

    func response(_ name: String?, to request: Request) throws -> Response {
        guard let file = name.flatMap({ files[$0] }) else { throw HTTPError(.notFound) }
        return Response(
            status: .ok, headers: [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
