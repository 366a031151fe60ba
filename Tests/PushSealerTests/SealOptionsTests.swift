import PushSealer
import Testing

@Suite("Options")
struct SealOptionsTests {
    @Test("the initializer takes every property, and sets none without a value")
    func everyProperty() {
        let options = SealOptions(
            visible: ["a"], expiresIn: .seconds(5), sequence: 6, padding: .none, envelopeKey: "e", pushType: .voip,
            suite: .shared, priority: .consideringDevicePower, collapseID: "c", id: "i", isBroadcast: true,
            allowedInClear: ["b"],
            overflow: [.drop("d")])
        var expected = SealOptions()
        expected.visible = [PayloadPath(names: "a")]
        expected.expiresIn = .seconds(5)
        expected.sequence = 6
        expected.padding = .none
        expected.envelopeKey = "e"
        expected.pushType = .voip
        expected.suite = .shared
        expected.priority = .consideringDevicePower
        expected.collapseID = "c"
        expected.id = "i"
        expected.isBroadcast = true
        expected.allowedInClear = [PayloadPath(names: "b")]
        expected.overflow = [.drop(PayloadPath(names: "d"))]
        #expect(options == expected)
        // A property that is added later is in this list too, and in the initializer.
        #expect(Mirror(reflecting: options).children.count == 13)
        #expect(Mirror(reflecting: EnvelopeOptions()).children.count == 5)
    }
}
