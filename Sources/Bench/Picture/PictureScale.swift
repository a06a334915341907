import Foundation

/// Where values of an axis lie in a picture.
struct PictureScale {
    /// The values at the axis's ends.
    let values: ClosedRange<Double>
    /// The places of these ends, in pixels; an axis that goes up has the greater place first.
    let places: (first: Double, last: Double)
    let isLogarithmic: Bool

    /// An even axis.
    init(_ values: ClosedRange<Double>, from first: Double, to last: Double) {
        self.init(values: values, places: (first, last), isLogarithmic: false)
    }

    private init(values: ClosedRange<Double>, places: (Double, Double), isLogarithmic: Bool) {
        self.values = values
        self.places = places
        self.isLogarithmic = isLogarithmic
    }

    /// An even axis from zero to a round number above all figures.
    static func even(of figures: [Double], from first: Double, to last: Double) -> PictureScale {
        let most = max(1, figures.filter(\.isFinite).max() ?? 1)
        let step = step(for: most)
        return PictureScale(0...((most / step).rounded(.up) * step), from: first, to: last)
    }

    /// A logarithmic axis of whole powers of ten around all figures above zero; it has two at least.
    static func logarithmic(of figures: [Double], from first: Double, to last: Double) -> PictureScale {
        let known = figures.filter { $0.isFinite && $0 > 0 }
        let low = max(-3, log10(known.min() ?? 1).rounded(.down))
        let high = max(low + 1, log10(known.max() ?? 10).rounded(.up))
        return PictureScale(values: low...high, places: (first, last), isLogarithmic: true)
    }

    /// The place of a value; values beyond the ends lie at the ends.
    func place(_ value: Double) -> Double {
        let value = isLogarithmic ? log10(max(value, 1e-9)) : value
        let inside = min(max(value.isFinite ? value : values.lowerBound, values.lowerBound), values.upperBound)
        let share = (inside - values.lowerBound) / max(values.upperBound - values.lowerBound, 1e-9)
        return places.first + (places.last - places.first) * share
    }

    /// The values that get a line and a number.
    var ticks: [Double] {
        if isLogarithmic {
            return (Int(values.lowerBound)...Int(values.upperBound)).map { pow(10, Double($0)) }
        }
        let step = Self.step(for: values.upperBound)
        return Array(stride(from: values.lowerBound, through: values.upperBound + step / 2, by: step))
    }

    /// One, two or five times a power of ten, so that an axis has about five steps.
    private static func step(for most: Double) -> Double {
        let power = pow(10, log10(max(most, 1e-9) / 5).rounded(.down))
        let factor = most / 5 / power
        return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10)
    }
}
