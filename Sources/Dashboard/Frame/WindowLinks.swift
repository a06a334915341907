import Operations
import StrictJSON

/// The times that a page can look back, as links to itself.
enum WindowLinks {
    /// The window that the address names; throws for an unknown window.
    static func window(
        of call: PageCall, among windows: [TallyWindow] = TallyWindow.allCases, default usual: TallyWindow
    ) throws(OperatorError) -> TallyWindow {
        guard let word = call.query("window") else { return usual }
        guard let window = windows.first(where: { $0.rawValue == word }) else {
            throw .unusable("The window is one of \(windows.map(\.rawValue).joined(separator: ", ")).")
        }
        return window
    }

    /// For the template `windows.mustache`.
    static func data(
        _ current: TallyWindow, at path: String, among windows: [TallyWindow] = TallyWindow.allCases,
        of app: OneApp = .all
    ) -> JSONValue {
        .array(
            windows.map { window in
                [
                    "word": .string(window.words), "isCurrent": .bool(window == current),
                    "path": .string(app.kept(in: "\(path)?window=\(window.rawValue)")),
                ]
            })
    }
}

extension TallyWindow {
    /// For people.
    var words: String {
        switch self {
        case .quarter: "15 minutes"
        case .hour: "1 hour"
        case .day: "24 hours"
        }
    }
}
