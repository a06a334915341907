/// Whether another transaction holds a row that an item needs.
enum RowHold: Sendable, Hashable {
    case free
    /// A row of the item's own phone or message.
    case ownRow
    /// A row that many items share, such as the limit of an app.
    case sharedRow
}
