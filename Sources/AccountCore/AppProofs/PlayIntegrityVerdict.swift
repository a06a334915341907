import StrictJSON
import VerificationCore

/// What Google's Play Integrity says of an app and its device, in a token of the classic form.
package struct PlayIntegrityVerdict: Sendable, Hashable {
    /// How old a verdict may be.
    private static let life = Duration.seconds(300)
    /// How far in the future a verdict may have been made: Google's clock may be ahead.
    private static let clockDifference = Duration.seconds(60)

    /// What the app gave to Play: a challenge of ours.
    package let nonce: String
    private let app: String
    private let madeAt: Timestamp
    private let certificates: [[UInt8]]
    private let appVerdict: String
    private let deviceVerdicts: [String]

    /// Reads the claims of a token; nil for claims that Google does not write.
    package init?(_ claims: JSONObject) {
        guard let request = claims["requestDetails"], let name = request["requestPackageName"]?.string,
            let nonce = request["nonce"]?.string, let madeAt = request["timestampMillis"].flatMap(Self.milliseconds),
            let integrity = claims["appIntegrity"], let appVerdict = integrity["appRecognitionVerdict"]?.string,
            // Play names the app where it has looked at it. The name of the request alone is the caller's word.
            integrity["packageName"]?.string == name
        else { return nil }
        (app, self.madeAt, self.appVerdict) = (name, madeAt, appVerdict)
        // Some encoders of Google's pad it.
        self.nonce = String(nonce.filter { $0 != "=" })
        certificates = (integrity["certificateSha256Digest"]?.array ?? []).compactMap(\.string)
            .compactMap { Base64.decode($0) }
        deviceVerdicts = (claims["deviceIntegrity"]?["deviceRecognitionVerdict"]?.array ?? []).compactMap(\.string)
    }

    /// Whether an app of the project, as Play has delivered it, made the call a moment ago on a device that Google trusts.
    package func isGood(by rules: PlayIntegrityRules, at now: Timestamp) -> Bool {
        rules.packages.contains(app) && now - madeAt <= Self.life && madeAt - now <= Self.clockDifference
            && appVerdict == "PLAY_RECOGNIZED" && deviceVerdicts.contains("MEETS_DEVICE_INTEGRITY")
            && (rules.certificates.isEmpty || certificates.contains(where: rules.certificates.contains))
    }

    /// The number, or its text as Google writes it; nil for a time that no token has.
    private static func milliseconds(_ json: JSONValue) -> Timestamp? {
        guard let number = json.integer ?? json.string.flatMap({ Int64($0) }), (0...latest).contains(number) else {
            return nil
        }
        return Timestamp(microseconds: number * 1_000)
    }

    /// In the year 2286; a greater number might not be one of microseconds.
    private static let latest: Int64 = 9_999_999_999_999
}
