import Benchmark
import Floor
let benchmarks: @Sendable () -> Void = {
    Benchmark("a") { b in
        b.measurement(.custom("ours"), 5)
    }
}
