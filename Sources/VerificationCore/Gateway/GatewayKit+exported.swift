// The core's rules and ports speak of messages, outcomes and receipts, so whoever imports the core has them too.
@_exported import GatewayKit
