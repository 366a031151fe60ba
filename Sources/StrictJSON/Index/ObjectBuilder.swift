/// Puts an object together of members of others, as a text with its index, so that no string of theirs is made.
///
/// The caller gives no two members of one object the same name.
package struct ObjectBuilder: ~Copyable {
    private var text: JSONText
    private var list: NodeList
    private var container = NodeList.outside

    /// Starts an object of about so many bytes.
    package init(byteCount: Int) {
        text = JSONText(capacity: byteCount)
        list = NodeList(textByteCount: byteCount)
        list.append()
        open(.object)
    }

    /// Adds the member of an object at a place.
    package mutating func append(memberAt place: Int, of object: JSONObject) {
        append(MemberRun(at: place), of: object)
    }

    /// Adds members of an object that follow each other.
    package mutating func append(_ run: MemberRun, of object: JSONObject) {
        if let nodes = object.nodes {
            append(run, of: nodes)
            return list.addFingerprints(nodes.fingerprints(in: Int(object.node)), to: container)
        }
        object.forEachPlace(in: run) { place in
            begin(namedAs: place, of: object)
            let node = list.count - 1
            append(object.value(at: place))
            list.count(node, in: container)
        }
    }

    /// Opens an object in this one, named as a member of another.
    package mutating func openObject(namedAs place: Int, of object: JSONObject) {
        begin(namedAs: place, of: object)
        open(.object)
    }

    /// Closes the object that was opened last.
    package mutating func closeObject() {
        let object = container
        close()
        list.count(object, in: container)
    }

    /// The object, once all that was opened in it are closed.
    package consuming func finish() -> JSONObject {
        close()
        return JSONObject(of: IndexedText(text, list), at: 0)
    }

    // MARK: - Members

    /// Adds members as they stand in a text.
    private mutating func append(_ run: MemberRun, of source: NodeView) {
        separate()
        let extent = source.extent(of: run)
        list.append(
            extent, count: run.count, of: source, movedBy: text.byteCount &- extent.bytes.lowerBound, to: container)
        unsafe text.append(source.bytes(extent.bytes))
    }

    /// Starts a member.
    private mutating func begin(namedAs place: Int, of object: JSONObject) {
        separate()
        let start = text.byteCount + 1
        object.write(nameAt: place, to: &text)
        let range = start..<text.byteCount - 2
        var isASCII = true
        let name = unsafe UnsafeRawBufferPointer(start: text.start + start, count: range.count)
        let hasEscapes = unsafe SpecialBytes.first(in: name, from: 0, isASCII: &isASCII) < name.count
        list.appendNamed(
            JSONReader.StringToken(range: range, hasEscapes: hasEscapes, isASCII: isASCII),
            byteCount: range.count + 2, to: container)
        let fingerprint = unsafe list.view(over: text.start).nameFingerprint(at: list.count - 1)
        list.addFingerprints(fingerprint, to: container)
    }

    /// Puts a comma between two members or elements.
    private mutating func separate() {
        if !list.isEmpty(container) { text.append(UInt8(ascii: ",")) }
    }

    // MARK: - Values, each of which is that of the last node

    private mutating func open(_ kind: ValueNode.Kind) {
        list.open(kind, at: text.byteCount, inside: container)
        container = list.count - 1
        text.append(UInt8(ascii: kind == .object ? "{" : "["))
    }

    private mutating func close() {
        let isObject = list.isObject(container)
        text.append(UInt8(ascii: isObject ? "}" : "]"))
        if isObject { unsafe list.indexNames(of: container, over: text.start) }
        container = list.close(container, at: text.byteCount)
    }

    /// Adds a value that was read.
    private mutating func append(_ node: Int, of source: IndexedText) {
        let value = source.nodes[node]
        list.appendValue(node, of: source.nodes, movedBy: text.byteCount - value.range.lowerBound)
        unsafe text.append(source.nodes.bytes(value.range))
    }

    private mutating func append(_ value: JSONValue) {
        let start = text.byteCount
        switch value {
        case .object(let object):
            if case .read(let source) = object.storage { return append(Int(object.node), of: source) }
            open(.object)
            if let members = object.allMembers { append(members, of: object) }
            close()
        case .array(let elements):
            open(.array)
            for element in elements {
                separate()
                list.append()
                let node = list.count - 1
                append(element)
                list.count(node, in: container)
            }
            close()
        case .string(let string):
            text.append(quoted: string)
            let hasEscapes = text.byteCount - start - 2 != string.utf8.count
            let isASCII = string.utf8.allSatisfy { $0 < 0x80 }
            setLast(.string, from: start, [hasEscapes ? .hasEscapes : [], isASCII ? .isASCII : []])
        case .number(let number):
            text.append(plain: number.text)
            setLast(.number, from: start, [])
        case .bool(let value):
            text.append(plain: value ? "true" : "false")
            setLast(.bool, from: start, [])
        case .null:
            text.append(plain: "null")
            setLast(.null, from: start, .holdsNull)
        }
    }

    private mutating func setLast(_ kind: ValueNode.Kind, from start: Int, _ flags: ValueNode.Flags) {
        list.setLast(
            kind, start..<text.byteCount, byteCount: text.byteCount - start, flags: flags.union(.isShortest))
    }
}
