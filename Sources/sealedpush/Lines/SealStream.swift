import Dispatch
import Glibc
import KeyManagement
import PushPayload
import PushSealer
import StrictJSON
import Synchronization

/// `seal --lines`: seals each input line to an output line, in the order of the input, on all cores and in constant
/// memory.
struct SealStream {
    /// The maximum number of unfinished batches for each core.
    private static let batchesForEachCore = 8

    private let defaults: SealSettings
    private let sealer: Sealer
    private let placeholder: Placeholder
    private let keys: SealingKeys
    /// Whether the lines appear on a terminal, where control characters are escaped.
    private let isShown = Terminal.isOutput

    /// Takes the settings for lines that do not override them, and the keys.
    ///
    /// - Throws: ``KeyError`` or ``SealError`` if nothing can be sealed with these settings.
    init(defaults: SealSettings, keys: SealingKeys) throws {
        self.defaults = defaults
        self.keys = keys
        sealer = try keys.sealer(defaults)
        placeholder = defaults.placeholder
    }

    /// Seals each line of a file until its end; returns the number of lines that were not sealed and the number of
    /// lines.
    ///
    /// - Throws: ``Failure`` if the file cannot be read or standard output cannot be written.
    func run(reading descriptor: Int32, name: String) throws(Failure) -> (failures: Int, lines: Int) {
        try StandardStreams.requireThreads()
        let progress = ProgressLine(besidesOutput: true)
        let total = Mutex((failures: 0, lines: 0))
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // A semaphore must not be released below its initial value, which would happen after a failed write.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<cores * Self.batchesForEachCore { room.signal() }
        let write = { @Sendable (batch: OrderedOutput.Batch) throws(Failure) in
            try WholeLines.write(batch.bytes)
            let count = total.withLock { total in
                total.failures += batch.failureCount
                total.lines += batch.lineCount
                return total
            }
            progress.show {
                let rate = Double(count.lines) / progress.seconds
                return "\(count.lines) lines, \(Int(rate)) a second, \(count.failures) not sealed"
            }
        }
        let output = OrderedOutput(write: write) { room.signal() }
        let input = Mutex(Input(reader: LineReader(descriptor: descriptor, name: name)))
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            while let (batch, place) = Self.next(input, room, before: output) {
                output.put(answers(to: batch), at: place)
            }
        }
        progress.erase()
        if let failure = output.failure ?? input.withLock({ $0.failure }) { throw failure }
        return total.withLock { $0 }
    }

    private struct Input {
        var reader: LineReader
        var place = 0
        var failure: Failure?
    }

    /// Reads a batch when the number of unfinished batches permits; one worker at a time.
    private static func next(
        _ input: borrowing Mutex<Input>, _ room: DispatchSemaphore, before output: OrderedOutput
    ) -> (batch: LineReader.Batch, place: Int)? {
        input.withLock { input in
            guard input.failure == nil else { return nil }
            room.wait()
            do throws(Failure) {
                if output.failure == nil, let batch = try input.reader.next() {
                    defer { input.place += 1 }
                    return (batch, input.place)
                }
            } catch {
                input.failure = error
            }
            // Another worker that waits then stops as well.
            room.signal()
            return nil
        }
    }

    // MARK: - A line

    private func answers(to batch: LineReader.Batch) -> OrderedOutput.Batch {
        var bytes: [UInt8] = []
        var failureCount = 0
        for (index, range) in batch.lines.enumerated() {
            var answer: JSONObject = ["id": .null]
            do {
                guard let range else {
                    throw Failure.badLine("the line has more than \(LineReader.maximumByteCount) bytes")
                }
                let line = try Self.object(batch.bytes[range])
                if let id = line["id"] { answer["id"] = id }
                let (push, isBroadcast) = try seal(line)
                answer["headers"] = .object(Self.headers(of: push, isBroadcast: isBroadcast))
                answer["body"] = .string(String(decoding: push.body, as: UTF8.self))
            } catch {
                failureCount += 1
                let failure = Failure(error) ?? Failure.badLine("the line cannot be read")
                answer["error"] = [
                    "code": .string(failure.code ?? "badLine"),
                    "message": .string("line \(batch.firstNumber + index): \(failure.reason)"),
                ]
            }
            let text = answer.serialized()
            bytes +=
                isShown
                ? Array(String(decoding: text, as: UTF8.self).showingControls(keepingLineFeeds: false).utf8) : text
            bytes.append(UInt8(ascii: "\n"))
        }
        return OrderedOutput.Batch(bytes: bytes, lineCount: batch.lines.count, failureCount: failureCount)
    }

    private static func object(_ bytes: ArraySlice<UInt8>) throws -> JSONObject {
        do throws(JSONError) {
            let limits = JSONLimits(enclosingTextsIn: LineReader.maximumByteCount)
            if case .object(let object) = try JSONValue(parsing: bytes.span, limits: limits) { return object }
        } catch {
            throw Failure(error.code, "\(error.reason) (column \(error.column))")
        }
        throw Failure.badLine("expected a JSON object in the line")
    }

    private func seal(_ line: JSONObject) throws -> (push: SealedPush, isBroadcast: Bool) {
        let line = try SealLine(line, defaults: defaults)
        guard let settings = line.settings else {
            let push = try seal(line, by: sealer, placeholder: placeholder, options: defaults.options)
            return (push, defaults.options.isBroadcast)
        }
        let push = try seal(
            line, by: keys.sealer(settings), placeholder: settings.placeholder, options: settings.options)
        return (push, settings.options.isBroadcast)
    }

    /// Returns the header fields of a push.
    ///
    /// A broadcast has no topic and must have an expiration; the caller adds its channel.
    private static func headers(of push: SealedPush, isBroadcast: Bool) -> JSONObject {
        var headers = JSONObject(push.headers.fields.map { ($0.name, .string($0.value)) })
        guard isBroadcast else { return headers }
        headers["apns-topic"] = nil
        if push.headers.expiration == nil { headers["apns-expiration"] = "0" }
        return headers
    }

    private func seal(
        _ line: SealLine, by sealer: Sealer, placeholder: Placeholder, options: SealOptions
    ) throws -> SealedPush {
        switch try keys.key(of: line.recipient) {
        case .device(let key):
            return try sealer.seal(line.payload, to: key, placeholder: placeholder, options: options)
        case .shared(let key):
            return try sealer.seal(line.payload, with: key, placeholder: placeholder, options: options)
        }
    }
}
