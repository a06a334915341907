import Testing

/// The colours that a style sheet names, for example `--ink: light-dark(#1d1f21, #e7e8e6)`.
struct Colours {
    enum Theme: String, CaseIterable {
        case light, dark
    }

    private let named: [String: [Theme: UInt32]]

    init(_ styles: String) throws {
        var named: [String: [Theme: UInt32]] = [:]
        let pattern = #/--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/#
        for match in styles.matches(of: pattern) {
            named[String(match.output.1)] = [
                .light: try #require(UInt32(match.output.2, radix: 16)),
                .dark: try #require(UInt32(match.output.3, radix: 16)),
            ]
        }
        self.named = named
    }

    /// WCAG 2.2, "contrast ratio", from 1 to 21.
    func contrast(of text: String, on ground: String, in theme: Theme) throws -> Double {
        let one = luminance(try #require(named[text]?[theme], "--\(text)"))
        let other = luminance(try #require(named[ground]?[theme], "--\(ground)"))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// WCAG 2.2, "relative luminance"; the exponent is 2.4.
    private func luminance(_ colour: UInt32) -> Double {
        let parts = [16, 8, 0].map { shift in
            let share = Double(colour >> UInt32(shift) & 0xFF) / 255
            return share <= 0.04045 ? share / 12.92 : power(of: (share + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// `base` to the power of 2.4: its square, times its fifth root's square.
    private func power(of base: Double) -> Double {
        var root = base
        for _ in 0..<40 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
        return base * base * root * root
    }
}
