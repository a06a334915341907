import AccountCore
import StrictJSON
import VerificationCore

extension WireBody {
    /// Second factors as a call that makes, changes or imports accounts names them; nil for a call without the member.
    func wantedFactors(_ name: String) throws(AccountError) -> [WantedFactor]? {
        try objects(name)?.map { entry throws(AccountError) in try entry.wantedFactor() }
    }

    /// Throws for a change whose list of second factors is null.
    func refuseNullFactors() throws(AccountError) {
        guard members[wire: "mfa"]?["enrollments"] != .null else {
            throw .wrongType(path: "/mfa/enrollments", wanted: "array")
        }
    }

    private func wantedFactor() throws(AccountError) -> WantedFactor {
        var factor = WantedFactor()
        (factor.id, factor.phone) = (try filled("mfaEnrollmentId"), try filled("phoneInfo"))
        (factor.displayName, factor.isApp) = (try filled("displayName"), has("totpInfo"))
        factor.enrolledAt = try moment("enrolledAt")
        return factor
    }
}
