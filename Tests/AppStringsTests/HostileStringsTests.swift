import Foundation
import Testing

@testable import AppStrings

/// Nobody hands hostile strings to his own app, but whoever tests another's does.
@Suite("Hostile strings files are refused in bounded time and memory", .serialized)
struct HostileStringsTests {
    /// A binary property list of these objects, the first of which is the whole; the last one has so many numbers.
    static func binary(_ objects: [[UInt8]], numbersOfLast: Int = 1) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
            bytes += object
        }
        offsets += (1..<numbersOfLast).flatMap { _ in offsets.suffix(4) }
        func wide(_ number: Int) -> [UInt8] {
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        // Four bytes for an offset, two for a reference.
        let trailer = [0, 0, 0, 0, 0, 0, 4, 2] + wide(offsets.count / 4) + wide(0) + wide(bytes.count)
        return bytes + offsets + trailer
    }

    static func reference(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

    /// An object whose length does not fit into its first byte.
    static func long(_ kind: UInt8, _ count: Int) -> [UInt8] {
        [kind | 0x0F, 0x12] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    /// What this thread has computed, which does not depend on how busy the machine is, in seconds.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }

    @Test("an object that contains itself is refused")
    func cycle() {
        let list = Self.binary([[0xD1] + Self.reference(1) + Self.reference(0), [0x51, 0x61]])
        #expect(throws: StringsError.self) { try StringsReader.read(list) }
    }

    /// Each holds the next one twice: 2⁶⁰ objects in less than a kilobyte.
    @Test("objects that double at every step are refused")
    func doubling() throws {
        var objects = (0..<60).map {
            [0xD2] + Self.reference(61) + Self.reference(62) + Self.reference($0 + 1) + Self.reference($0 + 1)
        }
        objects += [[0x51, 0x7A], [0x51, 0x61], [0x51, 0x62]]
        let list = Self.binary(objects)
        #expect(list.count < 1024)
        let time = Self.seconds { #expect(throws: StringsError.self) { try StringsReader.read(list) } }
        #expect(time < 30)
    }

    @Test("a text that is referenced repeatedly is stored once")
    func sharedText() throws {
        let names = 2000
        let text = [UInt8](repeating: 0x61, count: 1 << 20)
        var objects = [Self.long(0xD0, names)]
        objects[0] += (1...names).flatMap(Self.reference) + (1...names).flatMap { _ in Self.reference(names + 1) }
        objects += (1...names).map { [0x54] + Array(String($0 + 1000).utf8) }
        objects += [Self.long(0x50, text.count) + text]
        let before = try Self.residentBytes()
        let read = try StringsReader.read(Self.binary(objects)).members
        #expect(read.count == names)
        #expect(read["1001"]?.text?.utf8.count == text.count)
        // Once for each name it would be 2 GB.
        #expect(try Self.residentBytes() - before < 1 << 30)
    }

    /// Each time it would be hashed whole: 2,000 references in 5 kB more make 2 GB of it.
    @Test("a key of a megabyte that is referenced repeatedly is refused")
    func sharedKey() {
        let names = 200
        var objects = [Self.long(0xD0, names)]
        objects[0] += (1...names * 2).flatMap { _ in Self.reference(1) }
        objects += [Self.long(0x50, 1 << 20) + [UInt8](repeating: 0x61, count: 1 << 20)]
        #expect(throws: StringsError.self) { try StringsReader.read(Self.binary(objects)) }
    }

    /// One text with several numbers, so that each has a copy of its own: 2,000 numbers of a megabyte made 2 GB.
    @Test(
        "texts of more than 64 MiB in total are refused, smaller ones are read", arguments: [(60, true), (64, false)])
    func textsUnderManyNumbers(count: Int, isRead: Bool) throws {
        let text = [UInt8](repeating: 0x61, count: 1 << 20)
        var objects = [Self.long(0xD0, count)]
        objects[0] += (1...count).flatMap(Self.reference) + (1...count).flatMap { Self.reference(count + $0) }
        objects += (1...count).map { [0x54] + Array(String($0 + 1000).utf8) }
        objects += [Self.long(0x50, text.count) + text]
        let list = Self.binary(objects, numbersOfLast: count)
        #expect(list.count < 2 << 20)
        if isRead {
            #expect(try StringsReader.read(list).members.count == count)
        } else {
            #expect(throws: StringsError.self) { try StringsReader.read(list) }
        }
    }

    static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test(
        "nesting of any depth is refused",
        arguments: ["<plist>", "a = ", "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":"])
    func deep(start: String) {
        for (opening, count) in [
            ("<array>", 100_000), ("<dict><key>a</key>", 100_000), ("{a=", 300_000), ("(", 300_000),
            ("[", 300_000), ("{\"a\":", 200_000),
        ] {
            let bytes = Array((start + String(repeating: opening, count: count)).utf8)
            #expect(throws: StringsError.self) { try StringsReader.read(bytes) }
            #expect(throws: StringsError.self) { try StringCatalog(bytes) }
        }
    }

    @Test(
        "internal and external entities that the file declares are refused",
        arguments: [
            "<!ENTITY a \"x\">", "<!ENTITY a SYSTEM \"file:///etc/hostname\">",
            "<!ENTITY b \"xxxxxxxxxx\"><!ENTITY a \"&b;&b;&b;&b;&b;&b;&b;&b;\">",
        ]
    )
    func entities(declaration: String) {
        let text =
            "<?xml version=\"1.0\"?><!DOCTYPE plist [\(declaration)]><plist><dict><key>k</key><string>&a;</string></dict></plist>"
        #expect(throws: StringsError.self) { try StringsReader.read(Array(text.utf8)) }
    }

    @Test("a property list that is not a dictionary is refused")
    func noDictionary() {
        #expect(throws: StringsError.self) {
            try StringsReader.read(Array("<plist><string>a</string></plist>".utf8))
        }
    }

    @Test(
        "a file with changed bytes, or truncated anywhere, is read or refused without a crash",
        arguments: ["binary", "xml", "text", "catalog"])
    func mutated(form: String) throws {
        let bytes = try Self.sample(form)
        let read: ([UInt8]) -> Bool = { bytes in
            form == "catalog" ? (try? StringCatalog(bytes)) != nil : (try? StringsReader.read(bytes)) != nil
        }
        #expect(read(bytes))
        let values: [UInt8] =
            form == "binary" ? Array(UInt8.min...UInt8.max) : [0, 9, 34, 38, 47, 60, 62, 92, 123, 128, 192, 255]
        var refused = 0
        for place in bytes.indices {
            for value in values {
                var changed = bytes
                changed[place] = value
                if !read(changed) { refused += 1 }
            }
        }
        #expect(refused > bytes.count)
        for count in bytes.indices.dropFirst() where form != "text" { #expect(!read(Array(bytes.prefix(count)))) }
    }

    private static func sample(_ form: String) throws -> [UInt8] {
        let list: [String: Any] = ["a": "b", "c": ["d": "ключ"]]
        switch form {
        case "binary":
            return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        case "xml":
            return Array("<plist><dict><key>a</key><string>b&amp;</string><key>c</key><true/></dict></plist>".utf8)
        case "text": return Array("/* c */ \"a\" = \"b\\U00e9\"; c = { d = (1, <0f>); };".utf8)
        default:
            return Array(
                #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"stringUnit":{"value":"b"}}}}}}"#.utf8)
        }
    }

    @Test("a catalog of more than 1,000 languages is refused", arguments: [1000, 1001])
    func manyLanguages(count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let texts = (1..<count).map { "\"x\($0)\":{\"stringUnit\":{\"value\":\"b\"}}" }.joined(separator: ",")
        let catalog = "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":{\(texts)}}}}"
        try Data(catalog.utf8).write(to: folder.appending(path: "Localizable.xcstrings"))
        if count <= 1000 {
            #expect(Localization(bundle: folder.path, languages: ["en"]).language == "en")
        } else {
            let strings = Localization(bundle: folder.path, languages: ["en"])
            #expect(strings.language == nil)
            #expect(strings.faults == ["expected at most 1000 languages, found 1001"])
        }
    }

    @Test(
        "a file of more than 16 MiB is refused, and so is a path that is not a regular file",
        arguments: ["large", "endless", "pipe", "folder"])
    func noFile(kind: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: "en.lproj/Localizable.strings")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        switch kind {
        case "large": try Data(repeating: 0x20, count: 16 << 20 + 1).write(to: file)
        case "endless":
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        default: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        }
        let strings = Localization(bundle: folder.path, languages: ["en"])
        let fault = kind == "large" ? "the file is over 16 MiB" : "expected a regular file"
        #expect(strings.faults == ["en.lproj/Localizable.strings: \(fault)"])
    }
}
