/// A request as a provider sends it, free of any network.
public struct PushRequest: Sendable {
    /// The method, `POST` for a push.
    public var method: String
    /// The path, `/3/device/` and the device token in hex.
    public var path: String
    /// The header fields in their order, names in lower case, without pseudo-headers.
    public var headers: [(name: String, value: String)]
    /// The body, byte for byte; of one that is longer than any limit at least one byte more than the limit.
    public var body: [UInt8]

    /// Makes a request from its parts.
    public init(method: String = "POST", path: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// Makes the request that pushes to a device.
    public init(
        to token: String,
        headers: [(name: String, value: String)],
        authorization: String? = nil,
        body: [UInt8]
    ) {
        let fields = headers + (authorization.map { [("authorization", $0)] } ?? [])
        self.init(path: "/3/device/\(token)", headers: fields, body: body)
    }

    /// The first value of a header field.
    public subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
