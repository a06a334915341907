/// What a count says of a measurement that has gone wrong; nil for the count that was expected.
func complaint(_ what: String, found: Int, insteadOf expected: Int = 0) -> String? {
    found == expected ? nil : "\(what): \(found) instead of \(expected)"
}
