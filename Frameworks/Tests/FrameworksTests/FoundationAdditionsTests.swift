import Dispatch
import Foundation
import FoundationAdditions
import Testing
import UserNotifications

@Suite("Names that come with Foundation on a phone")
struct FoundationAdditionsTests {
    @Test("a number is an argument of a format, with its text")
    func formats() {
        let number = NSNumber(value: 1.5)
        #expect(String(format: "%@ of %@", number, "two") == "1.5 of two")
        let decimal = number.decimalValue as NSDecimalNumber
        #expect(String(format: "%2$@ %1$@", locale: Locale(identifier: "en"), decimal, "Jane") == "Jane 1.5")
    }

    @Test("a localized text is that of its key in the bundle, with its values; the key without one")
    func localized() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let strings = #""%@ sent %lld, 5%% more" = "%2$lld of %1$@ (5%%)"; "100%" = "all"; "%lf" = "<%.1f>";"#
        try Data(strings.utf8).write(to: folder.appending(path: "Push.strings"))
        let bundle = try #require(Bundle(path: folder.path))
        let name = "Jane"
        let english = Locale(identifier: "en")
        #expect(
            String(localized: "\(name) sent \(3), 5% more", table: "Push", bundle: bundle, locale: english)
                == "3 of Jane (5%)")
        #expect(String(localized: "100%", table: "Push", bundle: bundle, comment: "a battery") == "all")
        #expect(String(localized: "\(0.5)", table: "Push", bundle: bundle, locale: english) == "<0.5>")
        #expect(String(localized: "Action required") == "Action required")
        #expect(String(localized: "\(name): \(UInt8(200)) %", bundle: bundle, locale: english) == "Jane: 200 %")
    }

    @Test("key-value access to user defaults is that of their own functions")
    func defaults() throws {
        let name = "com.example.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue(3, forKey: "count")
        #expect(defaults.integer(forKey: "count") == 3)
        #expect(defaults.value(forKey: "count") as? Int == 3)
    }

    @Test("a source of memory events can be activated and cancelled, and has no events")
    func memory() {
        let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
        source.setEventHandler { [weak source] in Issue.record("an event of \(String(describing: source))") }
        source.activate()
        #expect(!source.isCancelled)
        source.cancel()
        #expect(source.isCancelled)
    }

    @Test(
        "a predicate of a format can be created, and evaluating it stops the program with a message that has the format"
    )
    func predicate() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let predicate = NSPredicate(format: "accountId = %@", "jane")
            FileHandle.standardError.write(Data("created\n".utf8))
            _ = predicate.evaluate(with: ["accountId": "jane"])
        }
        let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(errors.contains("created\n"))
        #expect(errors.contains(#"NSPredicate(format: "accountId = %@") cannot be evaluated on Linux"#))
    }

    @Test("a run loop runs until it has nothing to wait for, or until the time is over")
    func runLoop() async {
        let results = await withCheckedContinuation { (done: CheckedContinuation<[CFRunLoopRunResult], Never>) in
            // A thread of its own, since its run loop must have no other sources.
            Thread {
                var results = [CFRunLoopRunInMode(.defaultMode, 60, true)]
                // Only this initializer waits for the date on Linux. The dates are apart, so that no busy machine mixes them up.
                let late = Timer(fire: Date(timeIntervalSinceNow: 86400), interval: 0, repeats: false) { _ in }
                RunLoop.current.add(late, forMode: .default)
                results.append(CFRunLoopRunInMode(.defaultMode, 0.01, false))
                late.invalidate()
                let soon = Timer(fire: Date(timeIntervalSinceNow: 0.05), interval: 0, repeats: false) { _ in }
                RunLoop.current.add(soon, forMode: .default)
                results.append(CFRunLoopRunInMode(.defaultMode, 86400, false))
                done.resume(returning: results)
            }.start()
        }
        #expect(results == [.finished, .timedOut, .finished])
    }
}
