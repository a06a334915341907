import StrictJSON
import VerificationCore

/// A test number as its app sees it: everything but the code.
enum TestNumberAnswer {
    static func write(_ number: TestNumber, to writer: inout JSONWriter) {
        writer.member("id", number.id.description)
        writer.member("phoneNumber", number.phone.e164)
        writer.member("scenario", number.scenario?.rawValue)
        writer.member("expiresAt", number.expiresAt?.rfc3339)
    }
}
