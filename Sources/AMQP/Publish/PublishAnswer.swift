/// What the broker says about published messages, in the order in which it says it.
enum PublishAnswer {
    case returned(ReturnedMessage)
    case confirmed(Confirmation)
}
