import Combine
import Foundation
import Testing

@Suite("Activities that can be cancelled")
struct CancellableTests {
    private final class Activity: Cancellable {
        var count = 0
        func cancel() { count += 1 }
    }

    @Test("an activity is cancelled once: by a call, or when the last reference is gone")
    func cancel() {
        let activity = Activity()
        do {
            let kept = AnyCancellable(activity)
            kept.cancel()
            kept.cancel()
            #expect(activity.count == 1)
        }
        #expect(activity.count == 1)
        do { _ = AnyCancellable { activity.count += 10 } }
        #expect(activity.count == 11)
    }

    @Test("a set and an array keep an activity until they are emptied")
    func store() {
        let activity = Activity()
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        activity.store(in: &set)
        let kept = AnyCancellable { activity.count += 10 }
        kept.store(in: &set)
        kept.store(in: &set)
        AnyCancellable { activity.count += 100 }.store(in: &array)
        #expect(set.count == 2)
        #expect(activity.count == 0)
        array = []
        set.remove(kept)
        #expect(activity.count == 100)
        set = []
        #expect(activity.count == 101)
    }
}
