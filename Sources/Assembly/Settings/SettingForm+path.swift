import GatewayKit

extension SettingForm<String> {
    /// A path such as `/ops/verifyd`; `/` becomes the empty path.
    static var path: Self {
        Self(expecting: "a path such as /ops, of letters, digits, dashes, dots and underscores") { text in
            let parts = text.split(separator: "/")
            let isPlain = parts.joined().utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
                default: false
                }
            }
            guard text.hasPrefix("/"), isPlain, !parts.contains("."), !parts.contains("..") else { return nil }
            return parts.map { "/" + $0 }.joined()
        }
    }
}
