import Foundation

extension Double {
    /// With so many digits after the point, as people read figures of a measurement.
    func figure(_ digits: Int = 1) -> String { String(format: "%.\(digits)f", self) }
}
