/// Compares codes in a time that does not reveal where they differ.
package enum CodeComparison {
    /// Whether both texts are the same.
    ///
    /// The time depends only on the greatest of `places` and both lengths, in bytes. So it never depends on where the
    /// texts differ. Up to `places` it does not depend on their lengths either.
    package static func areEqual(_ left: String, _ right: String, places: Int = 0) -> Bool {
        // One byte more than the text, so that even an empty text has a byte to read.
        let left = [0] + left.utf8
        let right = [0] + right.utf8
        var difference = left.count ^ right.count
        for place in 0..<max(places + 1, left.count, right.count) {
            // Beyond a text's end its last byte is read again; `difference` holds the difference in length already.
            difference |= Int(left[min(place, left.count - 1)] ^ right[min(place, right.count - 1)])
        }
        return difference == 0
    }
}
