import Assembly
import Foundation
import PhoneNumbers
import VerificationCore

extension DoctorCommand {
    /// Names the numbering plan; it warns of one that is older than a year, or than the built-in plan.
    static func plan(_ settings: Settings) -> Finding {
        let subject = "numbering plan"
        do {
            let plan = try settings.value(of: PhoneSettings.plan)
            if plan.date < NumberingPlan.builtIn.date {
                return Finding(
                    subject, .warning, "\(plan.words) is older than the built-in \(NumberingPlan.builtIn.words)")
            }
            guard Machine.now() < plan.date.start + .seconds(366 * 86_400) else {
                return Finding(
                    subject, .warning, "\(plan.words) is older than a year: set phones.plan, or update verifyd")
            }
            return Finding(subject, .ok, plan.words)
        } catch {
            return Finding(subject, .failed, "\(error)")
        }
    }
}
