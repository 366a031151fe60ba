import SealedEnvelope
import StrictJSON
import Testing

@Suite("Merge patch (RFC 7396)")
struct MergePatchTests {
    /// The rows of RFC 7396 appendix A in which document and patch are objects.
    static let appendixA = [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]

    @Test("the RFC's own cases merge as it says", arguments: appendixA)
    func mergesAsTheRFC(document: String, patch: String, result: String) throws {
        let merged = try MergePatch.merge(object(document), with: object(patch))
        #expect(try merged == object(result))
        #expect(merged.serializedByteCount == merged.serialized().count)
    }

    /// Documents and patches that meet in every order, and the text of the result: the document's members first, then
    /// what the patch adds, in its order.
    static let orders = [
        (#"{"a":1,"b":2}"#, #"{"a":3,"b":4,"c":5}"#, #"{"a":3,"b":4,"c":5}"#),
        (#"{"a":1,"b":2}"#, #"{"b":4,"a":3,"c":5}"#, #"{"a":3,"b":4,"c":5}"#),
        (#"{"a":1,"b":2}"#, #"{"c":5,"a":3}"#, #"{"a":3,"b":2,"c":5}"#),
        (#"{"a":1,"b":2,"c":3}"#, #"{"b":4,"d":"\u0001"}"#, #"{"a":1,"b":4,"c":3,"d":"\u0001"}"#),
        (#"{"a":1,"b":2,"c":3}"#, #"{"z":0}"#, #"{"a":1,"b":2,"c":3,"z":0}"#),
        (#"{"a":{"x":"\n"},"b":2}"#, #"{"a":{"y":1,"x":2},"c":[{}]}"#, #"{"a":{"x":2,"y":1},"b":2,"c":[{}]}"#),
        (#"{"a":1}"#, #"{"a":{"x":{}}}"#, #"{"a":{"x":{}}}"#),
        (#"{"a":{"x":1},"b":2}"#, #"{"a":"text"}"#, #"{"a":"text","b":2}"#),
        (#"{"a":{"x":null,"y":1}}"#, #"{"a":{"y":2,"z":3}}"#, #"{"a":{"x":null,"y":2,"z":3}}"#),
    ]

    @Test("the document's members come first, in their order", arguments: orders)
    func keepsOrder(document: String, patch: String, result: String) throws {
        let patch = try object(patch)
        let merged = try MergePatch.merge(object(document), with: patch)
        #expect(merged.serialized() == Array(result.utf8))
        #expect(merged.serializedByteCount == result.utf8.count)
        #expect(merged.members.allSatisfy { merged[$0.name] == $0.value })
        let again = try MergePatch.merge(object(document), with: patch)
        #expect(again == merged, "what is merged stays as it was")
    }

    @Test("a hidden member is as if it were not there, whether the patch has its name or not", arguments: orders)
    func hides(document: String, patch: String, result: String) throws {
        let (document, patch) = (try object(document), try object(patch))
        for name in ["hidden", "c", "d", "z"] where !document.contains(name) {
            for place in 0...document.count {
                var members = document.members.map { ($0.name, $0.value) }
                members.insert((name, "hidden"), at: place)
                let made = JSONObject(members)
                for payload in [made, try object(String(decoding: made.serialized(), as: UTF8.self))] {
                    let merged = MergePatch.merge(payload, without: payload.place(of: name), with: patch)
                    #expect(merged.serialized() == Array(result.utf8))
                    #expect(merged.serializedByteCount == result.utf8.count)
                }
            }
        }
    }

    /// By RFC 7396 section 2: documents whose member `sealed` is hidden, patches that have its name or a null, results.
    static let hiddenAndNull = [
        (#"{"sealed":"x","a":1}"#, #"{"sealed":null,"a":null}"#, #"{}"#),
        (#"{"a":1,"sealed":"x"}"#, #"{"sealed":{"x":null,"y":1}}"#, #"{"a":1,"sealed":{"y":1}}"#),
        (#"{"sealed":{"x":1},"a":{"sealed":1}}"#, #"{"a":{"sealed":null},"b":{"c":null}}"#, #"{"a":{},"b":{}}"#),
        (#"{"sealed":{"x":1}}"#, #"{"sealed":{"y":2},"n":null}"#, #"{"sealed":{"y":2}}"#),
    ]

    @Test("a hidden member is as if it were not there for a patch that removes something", arguments: hiddenAndNull)
    func hidesFromNulls(document: String, patch: String, result: String) throws {
        let (document, patch) = (try object(document), try object(patch))
        for payload in [document, made(document)] {
            let merged = MergePatch.merge(payload, without: payload.place(of: "sealed"), with: patch)
            #expect(merged.serialized() == Array(result.utf8))
        }
    }

    @Test("large objects merge in any order")
    func mergesLargeObjects() throws {
        // More members than are found by a scan; every third is in both.
        let names = (0..<60).map { "member \($0)" }
        let document = JSONObject(names[..<40].map { ($0, .string("old")) })
        for patchNames in [Array(names[20...]), names[20...].reversed(), Array(names[0..<10] + names[50...])] {
            let merged = MergePatch.merge(document, with: JSONObject(patchNames.map { ($0, ["new"]) }))
            let added = patchNames.filter { !names[..<40].contains($0) }
            #expect(merged.members.map(\.name) == names[..<40] + added)
            for name in names {
                let expected: JSONValue? =
                    patchNames.contains(name) ? ["new"] : names[..<40].contains(name) ? "old" : nil
                #expect(merged[name] == expected)
            }
            #expect(merged.serializedByteCount == merged.serialized().count)
        }
    }

    /// Pairs of a visible part and what is to be restored from it.
    static let pairs = [
        (#"{}"#, #"{}"#),
        (#"{}"#, #"{"a":{}}"#),
        (#"{"a":{}}"#, #"{}"#),
        (#"{"a":{"b":1}}"#, #"{"a":{}}"#),
        (#"{"a":5}"#, #"{"a":{}}"#),
        (#"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":[]}}"#),
        (#"{"a":"text"}"#, #"{"a":{"title":"x","body":"y"}}"#),
        (#"{"a":{"title":"New activity"}}"#, #"{"a":"text"}"#),
        (#"{"n":1.0}"#, #"{"n":1}"#),
        (#"{"é":1}"#, "{\"e\u{301}\":1}"),
        (#"{"aps":{"alert":{"title":"x"},"mutable-content":1}}"#, #"{"aps":{"badge":3,"mutable-content":1},"z":0.10}"#),
    ]

    @Test("merging the difference restores the target, whether objects were read or made", arguments: pairs)
    func difference(visible: String, target: String) throws {
        let (visible, target) = (try object(visible), try object(target))
        let expected = MergePatch.difference(from: visible, to: target).serialized()
        for (visible, target) in [
            (visible, target), (made(visible), target), (visible, made(target)), (made(visible), made(target)),
        ] {
            let patch = MergePatch.difference(from: visible, to: target)
            #expect(patch.serialized() == expected)
            for patch in [patch, try object(String(decoding: expected, as: UTF8.self))] {
                let merged = MergePatch.merge(visible, with: patch)
                #expect(merged == target)
                #expect(merged.serializedByteCount == merged.serialized().count)
            }
            var written = JSONText()
            var set: [JSONValue] = []
            MergePatch.write(from: visible, to: target, into: &written) { run, object in
                object.forEachPlace(in: run) { set.append(object.value(at: $0)) }
            }
            #expect(written.bytes == expected)
            #expect(set == leaves(of: patch, over: visible))
        }
    }

    /// The same object, made of its members.
    private func made(_ object: JSONObject) -> JSONObject {
        JSONObject(
            object.members.map { member in
                (member.name, member.value.objectValue.map { .object(made($0)) } ?? member.value)
            })
    }

    /// The values that a patch sets, which are not null; objects over objects are patches themselves.
    private func leaves(of patch: JSONObject, over visible: JSONObject) -> [JSONValue] {
        patch.members.flatMap { member -> [JSONValue] in
            switch (visible[member.name], member.value) {
            case (_, .null): []
            case (.object(let visible), .object(let patch)): leaves(of: patch, over: visible)
            case (_, let value): [value]
            }
        }
    }

    @Test("what is equal on both sides is not in the difference")
    func minimal() throws {
        let patch = MergePatch.difference(
            from: try object(#"{"aps":{"alert":{"title":"a"},"mutable-content":1},"v":[1,2]}"#),
            to: try object(#"{"aps":{"alert":{"title":"a","body":"b"},"mutable-content":1},"v":[1,2]}"#))
        #expect(try patch == object(#"{"aps":{"alert":{"body":"b"}}}"#))
    }
}

/// Parses an object that a test wrote.
func object(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
}
