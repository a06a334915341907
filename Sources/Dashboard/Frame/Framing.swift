import HTTPTypes
import Hummingbird
import VerificationCore

/// Makes the frame of a page for a call.
struct Framing: Sendable {
    private static let menu = [("/", "Overview"), ("/verifications", "Verifications")]

    let base: String
    let environment: String?
    let version: String
    let assets: String
    let now: @Sendable () -> Timestamp

    func frame(_ title: String, at path: String, _ person: Operator?, _ request: Request) -> Frame {
        let refresh = request.uri.queryParameters["refresh"].flatMap { Int($0) }.map { min(max($0, 2), 3_600) }
        let theme = request.cookies["theme"]?.value
        return Frame(
            title: title, base: base,
            links: Self.menu.map { Frame.Link(path: $0.0, name: $0.1, isCurrent: $0.0 == path) },
            person: person.map { Frame.Person(name: $0.name.text, role: $0.role.rawValue) },
            environment: environment, theme: theme.flatMap { ["light", "dark"].contains($0) ? $0 : nil },
            refresh: refresh, assets: assets, at: now().clock, version: version)
    }
}

extension Timestamp {
    /// Date and time to the millisecond, for people; the page says once that it is UTC.
    var clock: String {
        let text = rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).dropLast()
    }
}

extension Duration {
    /// For people, for example `4m 12s`; never negative.
    var words: String {
        let seconds = max(0, components.seconds)
        switch seconds {
        case 0..<60: return "\(seconds)s"
        case 60..<3_600: return "\(seconds / 60)m \(seconds % 60)s"
        case 3_600..<86_400: return "\(seconds / 3_600)h \(seconds % 3_600 / 60)m"
        default: return "\(seconds / 86_400)d \(seconds % 86_400 / 3_600)h"
        }
    }
}
