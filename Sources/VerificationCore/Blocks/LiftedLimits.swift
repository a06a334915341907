/// The limits that an operator's allow lifts.
///
/// Never among them: the app's own limit and the limit of a verification, which bound what the installation spends;
/// and the limits on wrong codes, which keep strangers from guessing.
package struct LiftedLimits: OptionSet, Sendable, Hashable {
    package static let sendsPerPhone = LiftedLimits(rawValue: 1)
    package static let sendsPerPrefix = LiftedLimits(rawValue: 2)
    package static let sendsPerIP = LiftedLimits(rawValue: 4)

    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
