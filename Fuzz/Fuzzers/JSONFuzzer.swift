@testable import StrictJSON

func fuzzJSON(_ bytes: [UInt8]) throws(Violation) {
    guard let value = try? JSONValue(parsing: bytes) else {
        try demand((try? JSONPositions(parsing: bytes)) == nil, "a refused text has no positions")
        return
    }
    let text = value.serialized()
    let limits = JSONLimits(maximumByteCount: max(text.count, JSONLimits.default.maximumByteCount))
    guard let again = try? JSONValue(parsing: text, limits: limits) else {
        throw Violation(description: "a written text can be parsed")
    }
    try demand(again == value, "a written text parses to the same value")
    try demand(again.serialized() == text, "the written text is a normal form")
    try demand((try? JSONPositions(parsing: bytes)) != nil, "an accepted text has positions")
    try checkPositions(of: value, in: bytes)
    if bytes.count > 1 {
        let shorter = JSONLimits(maximumByteCount: bytes.count - 1)
        try demand((try? JSONValue(parsing: bytes, limits: shorter)) == nil, "the length limit holds")
    }
}

/// Checks that the bytes at the position of each child of the root parse to that child.
private func checkPositions(of value: JSONValue, in bytes: [UInt8]) throws(Violation) {
    let children: [(step: UTF8Text, value: JSONValue)] =
        switch value {
        case .array(let elements): elements.enumerated().map { (UTF8Text(String($0.offset)), $0.element) }
        case .object(let object): object.map { ($0.name, $0.value) }
        default: []
        }
    guard let positions = try? JSONPositions(parsing: bytes) else { return }
    for (step, child) in children.prefix(8) {
        guard let position = positions[[step]] else {
            throw Violation(description: "every child has a position")
        }
        try demand(
            (try? JSONValue(parsing: Array(bytes[position.value]))) == child, "the bytes at a position are the child's")
    }
    if value.arrayValue != nil {
        try demand(positions[["\(children.count)"]] == nil, "an index beyond the last element has no position")
    }
}
