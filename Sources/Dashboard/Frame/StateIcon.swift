import Operations

/// The icon of the browser's tab: its colour and its sign say the level.
enum StateIcon {
    /// The file's name; that of a level that is fine is the icon of old.
    static func name(for level: Judgement.Level) -> String {
        level == .fine ? "icon.svg" : "icon-\(level.rawValue.lowercased()).svg"
    }

    static func picture(for level: Judgement.Level) -> String {
        let (colour, sign) =
            switch level {
            case .fine: ("#2457a6", "M8 17l5 5 11-12")
            case .degraded: ("#8a5a00", "M16 7v11M16 23v2")
            case .down: ("#a3241c", "M9 9l14 14M23 9L9 23")
            }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
            <rect width="32" height="32" rx="7" fill="\(colour)"/>
            <path d="\(sign)" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
            </svg>

            """
    }
}
