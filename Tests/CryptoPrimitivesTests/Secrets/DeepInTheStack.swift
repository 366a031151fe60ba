/// Runs `body` some hundred kilobytes further down the stack, where the calls that come after it do not reach.
@inline(never)
func deepInTheStack(_ levels: Int = 256, _ body: () throws -> Void) rethrows {
    guard levels > 0 else { return try body() }
    try withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 16) { padding in
        padding.initializeMemory(as: UInt8.self, repeating: 0)
        try deepInTheStack(levels - 1, body)
    }
}
