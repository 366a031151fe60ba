public import PushPayload
public import ServiceExtension

/// The provider half and the device half, as the harness calls them.
///
/// Put a function of your own in the place of one, and the laws are checked of it: a sealer that calls your provider's
/// code, an opener that calls your app's, an extension of your own (``toolkit(extension:)``).
public struct Halves: Sendable {
    /// What the provider half returns.
    public struct Sealed: Sendable {
        /// The bytes that go to APNs.
        public var body: [UInt8]
        /// The header fields that go with them, which everyone on the way can read too.
        public var headerFields: [String]
        /// How many more bytes the sealed content could have had.
        public var bytesLeft: Int

        /// Makes a result.
        public init(body: [UInt8], headerFields: [String], bytesLeft: Int) {
            self.body = body
            self.headerFields = headerFields
            self.bytesLeft = bytesLeft
        }
    }

    /// Seals a payload, or throws ``SealError``.
    public var seal: @Sendable (Payload, SealingTask) async throws -> Sealed
    /// Opens a body and returns the payload that is delivered, or throws ``Refusal``.
    public var open: @Sendable ([UInt8], OpeningTask) async throws -> Payload
    /// Hands a body to the service extension, and returns what the screen shows.
    public var deliver: @Sendable ([UInt8], OpeningTask) async throws -> Delivery

    /// Makes halves of three functions.
    public init(
        seal: @escaping @Sendable (Payload, SealingTask) async throws -> Sealed,
        open: @escaping @Sendable ([UInt8], OpeningTask) async throws -> Payload,
        deliver: @escaping @Sendable ([UInt8], OpeningTask) async throws -> Delivery
    ) {
        self.seal = seal
        self.open = open
        self.deliver = deliver
    }
}
