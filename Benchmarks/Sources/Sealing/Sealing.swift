import Foundation

/// Runs subjects on demand and reports the processor time of each run, so that another process decides the order.
///
///     Sealing PAYLOADS
///
/// It prints the names of its subjects, one a line, and an empty line. It then reads lines "NUMBER ITERATIONS" and answers each with
/// nanoseconds of its thread's processor time.
@main
struct Sealing {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: Sealing PAYLOADS")
            exit(64)
        }
        let subjects = try Subjects(payloads: CommandLine.arguments[1]).list
        say(subjects.map(\.name).joined(separator: "\n") + "\n")
        while let line = readLine() {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2, subjects.indices.contains(numbers[0]) else {
                throw BenchmarkFailure(reason: "expected a number and iterations, found \(line)")
            }
            say(String(try nanoseconds(numbers[1], of: subjects[numbers[0]].work)))
        }
    }

    private static func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private static func nanoseconds(_ iterations: Int, of work: () throws -> Void) throws -> Int {
        let start = processorTime()
        for _ in 0..<iterations { try work() }
        return processorTime() - start
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
