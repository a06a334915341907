import VerificationCore

/// A time that pages look back; the raw value stands in their addresses.
package enum TallyWindow: String, Sendable, CaseIterable {
    case quarter = "15m"
    case hour = "1h"
    case day = "24h"

    package var minutes: Int {
        switch self {
        case .quarter: 15
        case .hour: 60
        case .day: 1_440
        }
    }

    /// How many minutes a point of a chart sums up.
    package var step: Int {
        switch self {
        case .quarter, .hour: 1
        case .day: 10
        }
    }

    /// The window with the minute of `now` as its last, `before` minutes earlier.
    package func span(at now: Timestamp, before: Int = 0) -> Range<Minute> {
        let end = Minute(now) + 1 - before
        return end - minutes..<end
    }
}

/// A time that a page looks back, of all apps or of a single app.
package struct AppWindow: Sendable, Hashable {
    package let window: TallyWindow
    /// Nil for all apps.
    package let app: AppID?

    package init(_ window: TallyWindow, of app: AppID? = nil) {
        (self.window, self.app) = (window, app)
    }
}
