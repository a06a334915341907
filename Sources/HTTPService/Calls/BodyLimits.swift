/// How much of a body is read, and for how long.
enum BodyLimits {
    static let bytes = 16_384
    static let time = Duration.seconds(10)
}
