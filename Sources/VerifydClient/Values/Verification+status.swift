extension Verification {
    /// How a verification stands.
    ///
    /// Let nobody in because of a status: only ``CheckOutcome/approved(_:)`` proves. A later version of verifyd may send others
    /// than those listed here; they are kept as they come.
    public struct Status: RawRepresentable, Sendable, Hashable, Codable {
        /// The status, for example `pending`.
        public let rawValue: String

        /// Makes a status.
        ///
        /// - Parameter rawValue: the status, for example `pending`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Accepted; no worker has seen the request yet.
        public static let queued = Self(rawValue: "queued")
        /// Being sent, or sent and waiting for the code.
        public static let pending = Self(rawValue: "pending")
        /// The right code came through this id.
        public static let approved = Self(rawValue: "approved")
        /// The right code came through the id of another request for the number, perhaps of another person.
        public static let approvedElsewhere = Self(rawValue: "approved_elsewhere")
        /// The backend cancelled it, or a new verification took its place.
        public static let canceled = Self(rawValue: "canceled")
        /// The code's life is over, or the request came too late.
        public static let expired = Self(rawValue: "expired")
        /// Nothing could be sent.
        public static let failed = Self(rawValue: "failed")
        /// Too many wrong codes came.
        public static let maxAttemptsReached = Self(rawValue: "max_attempts_reached")
        /// A limit or a rule refused it.
        public static let refused = Self(rawValue: "refused")

        /// Whether no code is right any more.
        public var isEnd: Bool { self != .queued && self != .pending }
    }
}
