import CallKit
import Foundation
import PhoneState
import Testing

@Suite("Calls that an extension reports")
struct CallTests {
    let phone = Phone(entitlements: Entitlements(filtersNotifications: true))

    @Test("a reported call is on the phone of the code, with its payload")
    func reported() async throws {
        try await phone.perform {
            try await CXProvider.reportNewIncomingVoIPPushPayload([
                "event_id": 2550, "has_video": true, "info": "offer",
            ])
        }
        await confirmation { called in
            await withCheckedContinuation { done in
                phone.perform {
                    CXProvider.reportNewIncomingVoIPPushPayload(["event_id": 2580]) { error in
                        #expect(error == nil)
                        #expect(Phone.current === phone)
                        called()
                        done.resume()
                    }
                }
            }
        }
        let calls = phone.reportedCalls
        #expect(calls.map { $0["event_id"] as? Int } == [2550, 2580])
        #expect(calls.first?["has_video"] as? Bool == true)
        #expect(calls.first?["info"] as? String == "offer")
        #expect(Phone().reportedCalls.isEmpty)
    }

    @Test("without the entitlement to filter notifications the report fails with Apple's code")
    func missingEntitlement() async {
        let code = CXErrorCodeNotificationServiceExtensionError.missingNotificationFilteringEntitlement
        let lacking = phone.with(Entitlements())
        let report = { @Sendable in
            try await lacking.perform { try await CXProvider.reportNewIncomingVoIPPushPayload(["event_id": 1]) }
        }
        await #expect(throws: CXErrorCodeNotificationServiceExtensionError(code)) { try await report() }
        #expect(code.rawValue == 2)
        #expect(phone.reportedCalls.isEmpty)
    }

    @Test("a payload that is no property list is refused")
    func refused() async {
        await #expect(throws: CocoaError.self) {
            try await phone.perform { try await CXProvider.reportNewIncomingVoIPPushPayload(["value": Phone()]) }
        }
        #expect(phone.reportedCalls.isEmpty)
    }
}
