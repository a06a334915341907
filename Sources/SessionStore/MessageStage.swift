/// `message.stage`.
enum MessageStage: String {
    case leased, waiting, ended
}
