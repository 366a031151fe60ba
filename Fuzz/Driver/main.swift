import CLibFuzzer
import Fuzzers
import Glibc

// Usage: FUZZER=NAME fuzz [libFuzzer's arguments…]; without a name it lists the fuzzers. The name is an environment variable,
// since libFuzzer restarts the program with its own arguments to merge and minimize.

guard let name = getenv("FUZZER"), let chosen = Fuzzer(rawValue: String(cString: name)) else {
    print(Fuzzer.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(64)
}

/// The selected fuzzer; global, since the C callback cannot capture it.
let fuzzer = chosen

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        do {
            try fuzzer.run(Array(UnsafeBufferPointer(start: data, count: size)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    })
