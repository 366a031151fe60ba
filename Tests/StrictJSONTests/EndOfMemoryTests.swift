import Glibc
import Testing

@testable import StrictJSON

/// Key files are read where they lie, in memory that ends at a page nobody may read.
@Suite("Reading at the end of memory")
struct EndOfMemoryTests {
    static let texts = [
        #"[1,"ab","x"]"#, #"{"a":"","name":"a text of sixteen","long name of a member":["b",12,true]}"#,
        #"{"\u0061":"\n","é":"ü, and more than sixteen bytes","z":-1.5e-3,"n":null}"#,
        "[\"" + String(repeating: "long ", count: 40) + "\"]",
    ]

    @Test("no prefix of a text is read beyond its end", arguments: texts)
    func prefixes(text: String) throws {
        let page = Int(getpagesize())
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, 2 * page) }
        try #require(mprotect(memory + page, page, PROT_NONE) == 0)
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            let place = UnsafeMutableRawBufferPointer(start: memory + page - count, count: count)
            place.copyBytes(from: bytes.prefix(count))
            let read = try? JSONValue(parsing: UnsafeRawBufferPointer(place))
            #expect((read != nil) == (count == bytes.count))
            #expect(read == (try? JSONValue(parsing: Array(bytes.prefix(count)))))
        }
    }
}
