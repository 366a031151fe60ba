import StrictJSON

func fuzzJSON(_ bytes: [UInt8]) throws(Violation) {
    guard let value = try? JSONValue(parsing: bytes) else {
        try demand((try? JSONPositions(parsing: bytes)) == nil, "what the reader refuses has no positions")
        return
    }
    let text = value.serialized()
    let limits = JSONLimits(maximumByteCount: max(text.count, JSONLimits.default.maximumByteCount))
    guard let again = try? JSONValue(parsing: text, limits: limits) else {
        throw Violation(description: "what is written can be read")
    }
    try demand(again == value, "what is written reads as the same value")
    try demand(again.serialized() == text, "writing is a normal form")
    try demand((try? JSONPositions(parsing: bytes)) != nil, "what the reader accepts has positions")
    try checkPositions(of: value, in: bytes)
    if bytes.count > 1 {
        let shorter = JSONLimits(maximumByteCount: bytes.count - 1)
        try demand((try? JSONValue(parsing: bytes, limits: shorter)) == nil, "the length limit holds")
    }
}

/// The bytes at the place of each element of the root say that element.
private func checkPositions(of value: JSONValue, in bytes: [UInt8]) throws(Violation) {
    let children: [JSONValue] =
        switch value {
        case .array(let elements): elements
        case .object(let object): object.members.map(\.value)
        default: []
        }
    guard let positions = try? JSONPositions(parsing: bytes) else { return }
    for (index, child) in children.enumerated().prefix(8) {
        guard let place = positions[[index]] else {
            throw Violation(description: "every member has a place")
        }
        try demand((try? JSONValue(parsing: Array(bytes[place.value]))) == child, "the place of a member says it")
    }
    try demand(positions[[children.count]] == nil, "no member has a place that is not there")
}
