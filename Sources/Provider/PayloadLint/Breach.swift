import StrictJSON

/// A breach of a rule, before its position in the text is known; without a message, the rule's sentence is the message.
enum Breach {
    /// A breach by the value at a path, or by the dictionary at the path for what it lacks.
    case value([UTF8Text], String? = nil)
    /// A breach by the name of the member at a path.
    case name([UTF8Text], String? = nil)
    /// A breach by bytes of the text.
    case bytes(Range<Int>, pointer: String = "", String)
    /// A breach by a header of the request, or by its absence.
    case header(String, String? = nil)

    var message: String? {
        switch self {
        case .value(_, let message), .name(_, let message), .header(_, let message): message
        case .bytes(_, pointer: _, let message): message
        }
    }
}

extension [Breach] {
    static func when(_ condition: Bool, _ breach: @autoclosure () -> Breach) -> [Breach] {
        condition ? [breach()] : []
    }
}
