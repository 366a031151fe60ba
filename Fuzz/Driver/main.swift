import CLibFuzzer
import Fuzzers
import Glibc

// fuzz NAME [libFuzzer's arguments…]; the name is taken out before libFuzzer sees the rest.

guard CommandLine.arguments.count > 1, let chosen = Fuzzer(rawValue: CommandLine.arguments[1]) else {
    print(Fuzzer.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(64)
}

/// What the callback runs: a C function captures nothing, so it stands here.
let fuzzer = chosen

var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        do {
            try fuzzer.run(Array(UnsafeBufferPointer(start: data, count: size)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    })
