// A message, its outcome and its receipts are words of the core too: whoever imports the core has them.
@_exported import GatewayKit
