import Foundation

extension MultiFactorInfo {
    /// The factors of an answer; kinds that this library does not know are left out.
    static func factors(_ entries: [WireFactor]?) -> [MultiFactorInfo] {
        (entries ?? []).compactMap { entry -> MultiFactorInfo? in
            guard let uid = entry.mfaEnrollmentId else { return nil }
            let enrolledAt = entry.enrolledAt.flatMap { Date(rfc3339: $0) } ?? .distantPast
            if let number = entry.phoneInfo {
                return PhoneMultiFactorInfo(
                    uid: uid, displayName: entry.displayName, enrollmentDate: enrolledAt, phoneNumber: number)
            }
            guard entry.totpInfo != nil else { return nil }
            return TOTPMultiFactorInfo(uid: uid, displayName: entry.displayName, enrollmentDate: enrolledAt)
        }
    }
}

extension Date {
    /// Reads a time as the wire writes it, with or without fractions of a second; nil for any other text.
    init?(rfc3339 text: String) {
        let (dot, zone) = (text.firstIndex(of: "."), text.lastIndex { "Zz+-".contains($0) })
        guard let zone else { return nil }
        var (whole, fraction) = (text, 0.0)
        if let dot {
            guard dot < zone, let value = Double("0" + text[dot..<zone]) else { return nil }
            (whole, fraction) = (text[..<dot] + String(text[zone...]), value)
        }
        guard let second = ISO8601DateFormatter().date(from: whole.uppercased()) else { return nil }
        self = second.addingTimeInterval(fraction)
    }
}
