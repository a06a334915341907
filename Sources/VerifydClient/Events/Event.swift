import Foundation

/// An event that verifyd has sent: something happened to a verification.
///
/// Events may overtake each other, and one may come twice: go by ``sequence`` and ``id``. They are for displays and
/// statistics: only the check of a code lets a person in.
public struct Event: Sendable, Hashable, Identifiable {
    /// The same in every try, so that a receiver recognises a repetition.
    public var id: String
    /// What has happened.
    public var type: EventType
    /// When it happened, by the database's clock.
    public var timestamp: Date
    /// The app's name.
    public var app: String?
    /// The id of the first request; in ``EventType/approved`` of the request through which the code came.
    ///
    /// Nil only in ``EventType/test``.
    public var verificationID: String?
    /// In ``EventType/approved``: the verification, if its request had joined one of another request.
    public var joined: String?
    /// Counts the events of a verification, from 1.
    public var sequence: Int?
    /// The verification's status after the change.
    public var status: Verification.Status?
    /// A stable word that says why.
    public var reason: String?
    /// 1 for the first SMS of the verification; nil if the event is about no SMS.
    public var messageNumber: Int?
    /// The language of the latest SMS.
    public var languageCode: String?
    /// What the backend sent with that request.
    public var metadata: [String: String]
}

/// What an event is about; types of later versions are kept as they come.
public struct EventType: RawRepresentable, Sendable, Hashable {
    /// The type, for example `verification.sent`.
    public let rawValue: String

    /// Makes a type.
    ///
    /// - Parameter rawValue: the type, for example `verification.sent`.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension EventType {
    /// A gateway has taken a message.
    public static let sent = Self(rawValue: "verification.sent")
    /// The provider says that the message reached the phone.
    public static let delivered = Self(rawValue: "verification.delivered")
    /// The provider says that the message will not arrive; the code stays valid.
    public static let undelivered = Self(rawValue: "verification.undelivered")
    /// The verification ended without a message.
    public static let failed = Self(rawValue: "verification.failed")
    /// The right code was typed.
    public static let approved = Self(rawValue: "verification.approved")
    /// The backend cancelled the verification, or a new one took its place.
    public static let canceled = Self(rawValue: "verification.canceled")
    /// The code's life is over, or the request came too late.
    public static let expired = Self(rawValue: "verification.expired")
    /// Too many wrong codes were typed.
    public static let maxAttemptsReached = Self(rawValue: "verification.max-attempts-reached")
    /// An operator has tried the endpoint.
    public static let test = Self(rawValue: "verification.test")
}
