/// What a worker tells with each exchange.
package struct WorkerNews: Sendable, Hashable {
    package let word: WorkerWord
    package let gateways: GatewayNews

    package init(word: WorkerWord, gateways: GatewayNews) {
        self.word = word
        self.gateways = gateways
    }
}
