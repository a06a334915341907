/// An optional parameter: tag, length, value.
package struct Parameter: Sendable, Hashable {
    /// What a parameter is about; operators define tags from 0x1400 to 0x3FFF.
    package struct Tag: RawRepresentable, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let receiptedMessageID = Tag(rawValue: 0x001E)
        package static let userMessageReference = Tag(rawValue: 0x0204)
        package static let interfaceVersion = Tag(rawValue: 0x0210)
        package static let networkErrorCode = Tag(rawValue: 0x0423)
        package static let messagePayload = Tag(rawValue: 0x0424)
        package static let messageState = Tag(rawValue: 0x0427)
    }

    package var tag: Tag
    /// At most 65,535 octets.
    package var value: [UInt8]

    package init(_ tag: Tag, value: [UInt8]) {
        self.tag = tag
        self.value = value
    }
}

extension [Parameter] {
    /// The value of the first parameter with this tag.
    package func value(of tag: Parameter.Tag) -> [UInt8]? {
        first { $0.tag == tag }?.value
    }
}
