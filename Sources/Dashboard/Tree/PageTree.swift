import Mustache
import StrictJSON
import VerificationCore

/// Turns the data of a page into what swift-mustache reads.
///
/// The same data is the page's twin as JSON.
struct PageTree {
    /// The moment against which `ago` tells times.
    let now: Timestamp

    func node(_ value: JSONValue) -> Any {
        switch value {
        case .bool(let truth): truth
        case .array(let elements): elements.map(node)
        case .object(let object): Branch(object: object, tree: self)
        case .null, .integer, .decimal, .string: Leaf(value: value, now: now)
        }
    }
}

/// An object of the data.
///
/// A template names its members; a name that it lacks is looked for in the objects around it.
private struct Branch: MustacheParent, MustacheTransformable {
    let object: JSONObject
    let tree: PageTree

    func child(named name: String) -> Any? { object[name].map(tree.node) }

    /// `{{#chart(series)}}`: the picture of a series, see `Chart`; `{{#spark(series)}}`: a small one.
    func transform(_ name: String) -> Any? {
        switch name {
        case "chart": Chart(.object(object)).map { tree.node($0.drawing) }
        case "spark": Chart(.object(object)).map { tree.node($0.spark) }
        default: nil
        }
    }
}
