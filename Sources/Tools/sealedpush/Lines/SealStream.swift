import ArgumentParser
import Dispatch
import Platform
import PushSealer
import StrictJSON
import Synchronization

/// `seal --lines`: seals each line of the input, in order, on all cores and in constant memory.
struct SealStream {
    /// The settings of lines that do not override them.
    let defaults: SealSettings
    let keys: SealingKeys
    /// Whether the lines appear on a terminal, where control characters are escaped.
    let isShown = Terminal.isOutput

    /// Seals the lines of a file; counts them, and those that were not sealed.
    func run(reading descriptor: Int32, name: String) throws(Failure) -> (failures: Int, lines: Int) {
        var reader = LineReader(descriptor: descriptor, name: name)
        var count = (failures: 0, lines: 0)
        while let lines = try reader.next() {
            let answers = answers(to: lines, firstNumber: count.lines + 1)
            try write(answers)
            count.failures += answers.count { !$0.isSealed }
            count.lines += answers.count
        }
        return count
    }

    /// Writes whole lines: a signal takes effect after the current line, and a second one at once, in case the reader has
    /// stopped reading.
    private func write(_ answers: [Answer]) throws(Failure) {
        let number = Interruption.held(secondEnds: true) {
            var number: Int32 = 0
            for answer in answers where number == 0 && !Interruption.isPending {
                number = writeAll(answer.text.slice.span, to: STDOUT_FILENO)
            }
            return number
        }
        try StandardStreams.check(number)
    }

    private typealias Answer = (text: [UInt8], isSealed: Bool)

    private func answers(to lines: [ArraySlice<UInt8>?], firstNumber: Int) -> [Answer] {
        let answers = Mutex([Answer](repeating: ([], false), count: lines.count))
        DispatchQueue.concurrentPerform(iterations: lines.count) { index in
            let answer = answer(to: lines[index], number: firstNumber + index)
            answers.withLock { $0[index] = answer }
        }
        return answers.withLock { $0 }
    }

    private func answer(to line: ArraySlice<UInt8>?, number: Int) -> Answer {
        var json: JSONObject = ["id": .null]
        do {
            guard let line else { throw Failure.badLine("the line has more than \(LineReader.maximumByteCount) bytes") }
            let members = try Self.object(line)
            if let id = members["id"] { json["id"] = id }
            let request = try SealLine(members, defaults: defaults)
            let push = try keys.seal(request.payload, request.settings)
            let headers = request.settings.requestHeaders(of: push)
            json["headers"] = .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
            json["body"] = .string(String(decoding: push.body, as: UTF8.self))
        } catch {
            let failure = Failure(error) ?? .badLine((error as? ValidationError)?.message ?? "the line cannot be read")
            json["error"] = [
                "code": .string(failure.code ?? "badLine"), "message": .string("line \(number): \(failure.reason)"),
            ]
        }
        var text = json.serialized()
        if isShown {
            text = Array(String(decoding: text, as: UTF8.self).showingControls().utf8)
        }
        return (text + [UInt8(ascii: "\n")], !json.contains("error"))
    }

    private static func object(_ bytes: ArraySlice<UInt8>) throws -> JSONObject {
        do throws(JSONError) {
            let limits = JSONLimits(enclosingTextsIn: LineReader.maximumByteCount)
            if case .object(let object) = try JSONValue(parsing: bytes.span, limits: limits) { return object }
        } catch {
            throw Failure(error.code.rawValue, "\(error.problem) (column \(error.column))")
        }
        throw Failure.badLine("expected a JSON object in the line")
    }
}

extension SealSettings {
    /// The header fields of the request; a broadcast has no topic, and the caller adds its channel.
    ///
    /// A channel that stores no message takes no other expiration than 0, so a broadcast has another one only if it is stated.
    func requestHeaders(of push: SealedPush) -> [(name: String, value: String)] {
        guard options.isBroadcast else { return push.headers.fields }
        return push.headers.fields.filter { $0.name != "apns-topic" }.map { name, value in
            (name, name == "apns-expiration" && !isExpiryStated ? "0" : value)
        }
    }
}
