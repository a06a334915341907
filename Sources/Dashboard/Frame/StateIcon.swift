import Operations

/// The icon of the browser's tab: its colour and its sign say the verdict.
enum StateIcon {
    /// The file's name; that of a verdict that is fine is the icon of old.
    static func name(for verdict: Judgement.Verdict) -> String {
        verdict == .fine ? "icon.svg" : "icon-\(verdict.rawValue.lowercased()).svg"
    }

    static func picture(for verdict: Judgement.Verdict) -> String {
        let (colour, sign) =
            switch verdict {
            case .fine: ("#2457a6", "M8 17l5 5 11-12")
            case .degraded: ("#8a5a00", "M16 7v11M16 23v2")
            case .down: ("#a3241c", "M9 9l14 14M23 9L9 23")
            case .unknown: ("#5b6065", "M11 12a5 5 0 1 1 5 5v3M16 24v2")
            }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
            <rect width="32" height="32" rx="7" fill="\(colour)"/>
            <path d="\(sign)" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
            </svg>

            """
    }
}
