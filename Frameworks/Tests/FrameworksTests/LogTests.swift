import Foundation
import Testing
// The module map OSSubmodules has it; a user's module `os` fills it.
import os.log

@testable import OSLog

@Suite("Log messages")
struct LogTests {
    private static let name = "Jane"

    @Test(
        "texts, objects and errors are private, numbers and truth values are public, unless the message says otherwise")
    func privacy() {
        let message: OSLogMessage = """
            \(Self.name) \(Self.name, privacy: .public) \(3) \(4, privacy: .private) \(true) \(1.5, format: .fixed(precision: 1)) \
            \(CancellationError()) \(URL(filePath: "/a"), privacy: .sensitive) \(Int.self, privacy: .public)
            """
        #expect(message.text == "<private> Jane 3 <private> true 1.5 <private> <private> Swift.Int")
    }

    @Test("a hash stands for equal values of one process")
    func hash() {
        let first: OSLogMessage = "\("a", privacy: .private(mask: .hash))"
        let again: OSLogMessage = "\("a", privacy: .private(mask: .hash))"
        let other: OSLogMessage = "\("b", privacy: .private(mask: .hash))"
        #expect(first.text == again.text)
        #expect(first.text != other.text)
        #expect(first.text.hasPrefix("<mask.hash: '"))
    }

    @Test("numbers have the format and the alignment of the message")
    func formats() {
        let message: OSLogMessage = """
            \(255, format: .hex) \(UInt8(255), format: .hex(includePrefix: true, uppercase: true, minDigits: 4)) \
            \(-7, format: .decimal(minDigits: 3)) \(8, format: .octal(includePrefix: true)) \
            [\("ab", align: .right(columns: 4), privacy: .public)] [\(1, align: .left(columns: 3))] \(false, format: .answer)
            """
        #expect(message.text == "ff 0X00FF -007 010 [  ab] [1  ] no")
    }

    @Test("a format string of os_log shows what it calls public, and numbers")
    func formatString() {
        let format = LogFormat("%{public}@ %@ %d %{private}d %.1f %5s| %{public}s 100%% %x")
        let text = format.text(of: ["a", "b", 3, 4, 2.25, "c", "d", Int32(-1)])
        #expect(text == "a <private> 3 <private> 2.2 <private>| d 100% ffffffff")
    }

    @Test("a collection is an argument of a format string, private unless the message says otherwise")
    func collections() {
        let format = LogFormat("%{public}@ %{public}@ %{public}@ %@")
        #expect(format.text(of: [[1, 2], ["a": 1], Set(["b"]), [3]]) == "[1, 2] [\"a\": 1] [\"b\"] <private>")
        #expect(String(format: "%@", [1, 2]) == "[1, 2]")
    }

    @Test("a format string with too few arguments, or arguments of another type, is printed without reading memory")
    func mismatch() {
        #expect(LogFormat("%d %d").text(of: [1]) == "1 %d")
        #expect(LogFormat("%{public}s %d %f").text(of: [1, "text", 2]) == "1 text 2")
        #expect(LogFormat("50%").text(of: []) == "50")
        #expect(LogFormat("a %{public").text(of: [1]) == "a {public")
    }

    @Test("a line says when, which process, the subsystem and the level")
    func line() {
        let log = OSLog(subsystem: "com.example", category: "push")
        let line = LogOutput.line("text", .error, log, at: Date(timeIntervalSince1970: 0))
        let process = ProcessInfo.processInfo
        #expect(
            line == "1970-01-01T00:00:00.000Z \(process.processName)[\(process.processIdentifier)] "
                + "[com.example:push] error: text\n")
    }

    @Test("the disabled log writes nothing")
    func disabled() {
        #expect(!OSLog.disabled.isEnabled(type: .fault))
        #expect(OSLog.default.isEnabled(type: .debug))
        var evaluated = false
        func message() -> String {
            evaluated = true
            return ""
        }
        Logger(.disabled).error("\(message())")
        #expect(!evaluated)
    }

    @Test("the functions and levels that extensions call compile as on a phone")
    func spellings() {
        os_log("static")
        os_log("%{public}@", log: .default, type: .debug, "text")
        os_log(.error, "%{public}@ %d", "text", 3)
        os_log(.info, log: .disabled, "text \(3)")
        os_log("text \(3)")
        let logger = Logger()
        logger.trace("a")
        logger.notice("a \(CancellationError(), privacy: .public)")
        logger.log(level: .fault, "a")
    }
}
