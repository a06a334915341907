/// One attribute of a message that is published through Amazon SNS.
struct SNSAttribute: Sendable {
    let name: String
    let type: String
    let value: String

    init(_ name: String, _ value: String, type: String = "String") {
        self.name = name
        self.type = type
        self.value = value
    }
}
