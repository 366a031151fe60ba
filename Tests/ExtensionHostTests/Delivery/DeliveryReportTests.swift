import ExtensionHost
import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

@Suite("A delivery as JSON says what is shown and why")
struct DeliveryReportTests {
    @Test("an unchanged push gives its content by Apple's property names")
    func unchanged() async {
        let delivery = await ExtensionHost { UNNotificationServiceExtension() }.deliver(
            Payload([
                "aps": ["alert": ["title": "T"], "badge": 3, "sound": "a.caf", "thread-id": "t", "category": "C"],
                "id": 7,
            ])
        )
        #expect(
            delivery.json == [
                "outcome": "unchanged",
                "reason": "notMutable",
                "explanation": "\"mutable-content\" is not 1, so no extension is called",
                "content": [
                    "title": "T", "subtitle": "", "body": "", "badge": 3, "sound": "a.caf",
                    "threadIdentifier": "t", "categoryIdentifier": "C",
                    "userInfo": [
                        "aps": [
                            "alert": ["title": "T"], "badge": 3, "sound": "a.caf", "thread-id": "t", "category": "C",
                        ],
                        "id": 7,
                    ],
                ],
            ]
        )
    }

    @Test("errors, dates, data and critical sounds are written out")
    func everything() async {
        let host = ExtensionHost {
            Changing {
                $0.sound = .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.5)
                $0.userInfo = ["at": Date(timeIntervalSince1970: 0), "data": Data([1, 2, 3])]
                $0.summaryArgumentCount = 2
                $0.interruptionLevel = .timeSensitive
                $0.relevanceScore = 0.5
                $0.targetContentIdentifier = "main"
            }
        }
        let content = await host.deliver(.ordinary).json["content"]?.objectValue
        #expect(content?["sound"] == ["critical": 1, "name": "a.caf", "volume": 0.5])
        #expect(content?["userInfo"] == ["at": "1970-01-01T00:00:00Z", "data": "AQID"])
        #expect(content?["summaryArgumentCount"] == 2)
        #expect(content?["interruptionLevel"] == "timeSensitive")
        #expect(content?["relevanceScore"] == 0.5)
        #expect(content?["targetContentIdentifier"] == "main")

        let json = await ExtensionHost { Repeating() }.deliver(.ordinary).json
        #expect(json["outcome"] == "modified")
        #expect(json["reason"] == nil)
        #expect(json["extensionErrors"]?.arrayValue?.first?.objectValue?["code"] == "handlerCalledAgain")
    }
}
