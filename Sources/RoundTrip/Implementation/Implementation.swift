public import ExtensionHost
public import PushPayload

/// The implementation under test: the provider half and the device half, as functions that the harness calls.
///
/// Start with ``toolkit`` and replace a function to check your own code: a sealer that calls your provider, an opener
/// that calls your app, or your own extension (``toolkit(extension:)``).
public struct Implementation: Sendable {
    /// The result of the provider half.
    public struct Sealed: Sendable {
        /// The bytes sent to APNs.
        public var body: [UInt8]
        /// The header fields sent with the body; an intermediary can read them.
        public var headerFields: [String]
        /// The number of bytes by which the sealed content could grow.
        public var bytesLeft: Int

        /// Creates a result.
        public init(body: [UInt8], headerFields: [String], bytesLeft: Int) {
            self.body = body
            self.headerFields = headerFields
            self.bytesLeft = bytesLeft
        }
    }

    /// Seals a payload, or throws ``SealError``.
    public var seal: @Sendable (Payload, SealingInput) async throws -> Sealed
    /// Opens a body and returns the delivered payload, or throws ``Refusal``.
    public var open: @Sendable ([UInt8], OpeningInput) async throws -> Payload
    /// Passes a body to the service extension, and returns what the screen shows.
    public var deliver: @Sendable ([UInt8], OpeningInput) async throws -> Delivery
}
