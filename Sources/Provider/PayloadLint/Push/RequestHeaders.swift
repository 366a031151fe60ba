import PushPayload
import StrictJSON

/// The headers of a request, with their names in lower case.
struct RequestHeaders {
    /// Each header once, with its first value.
    private(set) var fields: [(name: String, value: String)] = []
    /// The name of each header that has the name of an earlier one.
    private(set) var repeatedNames: [String] = []
    /// The name of each header whose name or value no request can have.
    private(set) var malformedNames: [String] = []

    init(_ fields: [(name: String, value: String)]) {
        for (name, value) in fields.map({ ($0.name.lowercased(), $0.value) }) {
            if !name.isHeaderName || !value.isHeaderValue { malformedNames.append(name) }
            if self[name] == nil { self.fields.append((name, value)) } else { repeatedNames.append(name) }
        }
    }

    subscript(name: String) -> String? { fields.first { UTF8Text($0.name) == UTF8Text(name) }?.value }

    /// The priority; nil if there is none or it is not valid.
    var priority: Priority? { self["apns-priority"].flatMap(Priority.init(header:)) }

    /// The expiration in UNIX seconds; nil if there is none or it is not valid.
    var expiration: Int? {
        guard let text = self["apns-expiration"], text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}

extension LintedPush {
    /// Returns a breach if headers were given and this one is missing, in requests of one kind or of any.
    func missingHeader(_ name: String, _ kind: PushDestination? = nil) -> [Breach] {
        .when(kind ?? destination == destination && headers != nil && headers?[name] == nil, .header(name))
    }

    /// Returns a breach if a request of this kind has this header and the condition holds for its value.
    func header(_ name: String, _ kind: PushDestination? = nil, where condition: (String) -> Bool) -> [Breach] {
        .when(kind ?? destination == destination && headers?[name].map(condition) ?? false, .header(name))
    }
}
