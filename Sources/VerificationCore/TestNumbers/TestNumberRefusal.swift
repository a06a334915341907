/// Why a number cannot be a test number of an app.
package enum TestNumberRefusal: Error, Sendable, Hashable {
    /// The number is of a kind that gets no SMS, such as a landline.
    case cannotGetSMS
    /// A code has 4 to 10 digits; a new test number needs a code.
    case badCode
    /// It would be a test number until a moment that has passed.
    case ended
    /// The app has as many test numbers as its rules allow; the value tells how many they allow.
    case tooMany(Int)
    /// The app has really sent to this number.
    ///
    /// With a fixed code the app's staff could open the account of the person who has the number.
    case inUse
    /// This process lacks the current key of the codes.
    case keyMissing
}
