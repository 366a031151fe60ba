import CLibFuzzer
import Fuzzers
import Glibc

// FUZZER=NAME fuzz [libFuzzer's arguments…]; without a name it lists them. The name stands in the environment, since
// libFuzzer starts itself again with its own arguments to merge and to minimize.

guard let name = getenv("FUZZER"), let chosen = Fuzzer(rawValue: String(cString: name)) else {
    print(Fuzzer.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(64)
}

/// What the callback runs: a C function captures nothing, so it stands here.
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
