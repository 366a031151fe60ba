import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import StrictJSON

// Does each work a few times between two calls of `getppid`, at which callgrind dumps its counts, and prints the works in
// that order. Scripts/check-instructions compares the counts with its bounds.
let repetitions = 10

func count(_ name: String, _ work: () throws -> Void) rethrows {
    // What is made once, and what the first call alone costs, is no part of the count.
    for _ in 0..<2 { try work() }
    _ = getppid()
    for _ in 0..<repetitions { try work() }
    _ = getppid()
    print(name, repetitions)
}

/// Keeps the optimizer from removing a work whose result nobody needs.
@inline(never)
func keep<Value>(_ value: Value) {}

guard CommandLine.arguments.count >= 3, let small = FileManager.default.contents(atPath: CommandLine.arguments[1]),
    let large = FileManager.default.contents(atPath: CommandLine.arguments[2])
else {
    print("usage: InstructionCounts PAYLOAD-OF-1-KB PAYLOAD-OF-4-KB [sizes]")
    exit(64)
}
if CommandLine.arguments.last == "sizes" {
    try countSizes()
    try countLookups(among: [1, 10, 100, 1_000, 10_000])
} else {
    try countJSON(Array(small), Array(large))
    try countSeals(Array(small))
    try countWorst()
    try countLookups(among: [1, 10_000])
}
