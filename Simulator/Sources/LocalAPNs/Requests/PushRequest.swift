/// A provider's request, independent of the network.
public struct PushRequest: Sendable {
    /// The method, `POST` for a push.
    public var method: String
    /// The path, `/3/device/` and the device token in hexadecimal.
    public var path: String
    /// The header fields in order, with lower-case names, without pseudo-header fields.
    public var headers: [(name: String, value: String)]
    /// The body, byte for byte.
    ///
    /// A body over every size limit may be truncated to a length that is still over it.
    public var body: [UInt8]

    /// Creates a request from its parts.
    public init(method: String = "POST", path: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// Creates a push request to a device.
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
