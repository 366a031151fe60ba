import Foundation
import KeyManagement
import PushPayload
import PushSealer
import RoundTrip
import Testing

@testable import sealedpush

@Suite("inspection of a push")
struct InspectionTests {
    @Test("the parts add up to the body, for every fixture, sealed and not")
    func parts() throws {
        let sealer = try Sealer(from: .generate(name: "bank", role: .provider), topic: "")
        let device = try Keyring.generate(name: "phone", role: .device).recipient
        var sealed = 0
        for fixture in try PayloadFiles(paths: ["\(Tool.project)/Fixtures/payloads"], pushType: nil).cases {
            try check([UInt8](Data(contentsOf: URL(filePath: fixture.name))), as: fixture.pushType)
            let options = SealOptions(pushType: fixture.pushType)
            guard let push = try? sealer.seal(fixture.payload, to: device, options: options) else { continue }
            try check(push.body, as: fixture.pushType)
            sealed += 1
        }
        #expect(sealed > 40)
    }

    /// Checks the sizes of a push that is read as `inspect` reads it.
    private func check(_ body: [UInt8], as pushType: PushType?) throws {
        let inspection = try PushInspection(
            Input(name: "push", bytes: body), envelopeKey: "sealed", pushType: pushType, isBroadcast: false)
        let sizes = inspection.parts.map(\.byteCount)
        #expect(sizes.reduce(0, +) == body.count && inspection.byteCount == body.count)
        #expect(sizes.allSatisfy { $0 >= 0 }, "\(inspection.parts)")
    }
}
