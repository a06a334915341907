/// How large a JSON document may be; the reader refuses a larger document, whatever it says.
package struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once.
    package var depth: Int
    /// How many elements or members one array or object may have.
    package var elementsPerContainer: Int
    /// How many elements and members the whole document may have.
    package var elements: Int

    /// The limits for a message from an unknown sender.
    package static let standard = JSONLimits(depth: 32, elementsPerContainer: 1_000, elements: 10_000)

    /// Makes limits; a document exactly at a limit is accepted.
    package init(depth: Int, elementsPerContainer: Int, elements: Int) {
        self.depth = depth
        self.elementsPerContainer = elementsPerContainer
        self.elements = elements
    }
}
