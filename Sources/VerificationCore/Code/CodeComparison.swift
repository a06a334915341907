/// Compares codes without telling by its duration where they differ.
package enum CodeComparison {
    /// Whether both are the same.
    ///
    /// The time depends on the greatest of `places` and both lengths, in bytes, and on nothing else: not on where they
    /// differ, and up to `places` not on how long they are.
    package static func areEqual(_ left: String, _ right: String, places: Int = 0) -> Bool {
        // One byte more than the text, so that even an empty one has a byte to read.
        let left = [0] + left.utf8
        let right = [0] + right.utf8
        var difference = left.count ^ right.count
        for place in 0..<max(places + 1, left.count, right.count) {
            // Beyond the end of one its last byte is read again; that it is shorter has been noted above.
            difference |= Int(left[min(place, left.count - 1)] ^ right[min(place, right.count - 1)])
        }
        return difference == 0
    }
}
