import PushPayload
import StrictJSON
import Testing

@Suite("Paths")
struct PayloadPathTests {
    @Test(
        "both forms are read, and written in the form that reads back",
        arguments: [
            ("aps.thread-id", ["aps", "thread-id"], "aps.thread-id"),
            ("/aps/thread-id", ["aps", "thread-id"], "aps.thread-id"),
            ("account", ["account"], "account"), ("/", [""], "/"), ("/a//b", ["a", "", "b"], "/a//b"),
            ("/com.example.app/x~1y~0", ["com.example.app", "x/y~"], "/com.example.app/x~1y~0"),
            ("/~1a", ["/a"], "/~1a"), ("a/b.c~", ["a/b", "c~"], "a/b.c~"), ("/~01", ["~1"], "~1"),
            ("ключ.値", ["ключ", "値"], "ключ.値"),
        ])
    func forms(text: String, names: [UTF8Text], description: String) throws {
        let path = try PayloadPath(parsing: text)
        #expect(path.names == names)
        #expect(path.description == description)
        #expect(try PayloadPath(parsing: path.description) == path)
    }

    @Test("a text that names no member is refused", arguments: ["", ".", "a.", ".a", "a..b", "/~", "/a~2", "/a~"])
    func refused(text: String) {
        let error = #expect(throws: PayloadError.self) { try PayloadPath(parsing: text) }
        #expect(error?.code == .badPath)
    }

    @Test("a literal is read as any text is, and names can be given as they are")
    func literal() throws {
        // One literal argument is the literal itself.
        for path in ["aps.alert.body", PayloadPath("aps.alert.body"), "/aps/alert/body"] as [PayloadPath] {
            #expect(path.names == ["aps", "alert", "body"])
        }
        #expect(("/com.example.app/x" as PayloadPath).names == ["com.example.app", "x"])
        #expect(PayloadPath(names: "com.example.app", "x") == "/com.example.app/x")
        #expect(PayloadPath(names: "aps.alert.body").names == ["aps.alert.body"])
        #expect(PayloadPath(names: "aps.alert.body") != "aps.alert.body")
    }

    @Test("a path has at least one name")
    func noNames() { #expect(PayloadPath(names: []) == nil) }

    @Test("a literal that names no member ends the program")
    func wrongLiteral() async {
        await #expect(processExitsWith: .failure) { _ = "aps..body" as PayloadPath }
    }

    @Test("a path has at most 512 names")
    func length() throws {
        #expect(try PayloadPath(parsing: String(repeating: "/a", count: 512)).names.count == 512)
        #expect(throws: PayloadError.self) { try PayloadPath(parsing: String(repeating: "/a", count: 513)) }
    }

    @Test("members are read, set and removed")
    func members() {
        var object: JSONObject = ["aps": ["alert": ["title": "t"]], "list": [["a": 1]], "n": 1]
        #expect(object[at: "aps.alert.title"] == "t")
        #expect(object[at: "aps.absent.title"] == nil)
        #expect(object[at: "list.0"] == nil)
        #expect(object[at: "n.a"] == nil)

        object[at: "aps.alert.body"] = "b"
        object[at: "new.deep"] = true
        object[at: "n.a"] = 2
        object[at: "aps.alert.title"] = nil
        object[at: "absent.a"] = nil
        object[at: "list.a"] = nil
        #expect(
            object == ["aps": ["alert": ["body": "b"]], "list": [["a": 1]], "n": ["a": 2], "new": ["deep": true]])
    }

    @Test("composed and decomposed names are different paths")
    func bytes() {
        #expect(PayloadPath("\u{E9}") != PayloadPath("e\u{301}"))
        #expect(Set([PayloadPath("a.b"), PayloadPath("a.b"), PayloadPath("ab")]).count == 2)
    }
}
