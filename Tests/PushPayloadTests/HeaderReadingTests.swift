import PushPayload
import Testing

@Suite("Headers as they arrive and as they are derived")
struct HeaderReadingTests {
    typealias Fields = [(name: String, value: String)]

    @Test("written headers are read back, with names in any case")
    func law() throws {
        let headers = try PushHeaders(
            topic: "com.example.app", pushType: .voip, priority: .consideringDevicePower, expiration: 0,
            collapseID: "x", id: "123e4567-e89b-12d3-a456-426614174000")
        #expect(try PushHeaders(reading: headers.fields) == headers)
        let shouted = headers.fields.map { (name: $0.name.uppercased(), value: $0.value) }
        #expect(try PushHeaders(reading: shouted + [(name: "authorization", value: "bearer x")]) == headers)
    }

    @Test(
        "headers that APNs refuses are refused",
        arguments: [
            ([("apns-push-type", "alert"), ("Apns-Push-Type", "alert")], PayloadError.Code.duplicateHeader),
            ([("apns-topic", "a")], .badPushType),
            ([("apns-push-type", "voip"), ("apns-topic", "com.example.app")], .badTopic),
            ([("apns-push-type", "alert"), ("apns-priority", "7")], .badPriority),
            ([("apns-push-type", "alert"), ("apns-priority", "10 ")], .badPriority),
            ([("apns-push-type", "background")], .badPriority),
            ([("apns-push-type", "background"), ("apns-priority", "10")], .badPriority),
            ([("apns-push-type", "alert"), ("apns-expiration", "-1")], .badExpiration),
            ([("apns-push-type", "alert"), ("apns-expiration", "+1")], .badExpiration),
            ([("apns-push-type", "alert"), ("apns-expiration", "")], .badExpiration),
            ([("apns-push-type", "alert"), ("apns-expiration", "4294967296")], .badExpiration),
            ([("apns-push-type", "alert"), ("apns-id", "1")], .badID),
        ])
    func refused(fields: [(String, String)], code: PayloadError.Code) throws {
        let error = try #require(throws: PayloadError.self) {
            try PushHeaders(reading: fields.map { (name: $0.0, value: $0.1) })
        }
        #expect(error.code == code)
    }

    @Test("the content determines the push type if the headers do not")
    func told() throws {
        let payload = Payload.fileProvider(containerIdentifier: "c", domain: "d")
        let fields: Fields = [("apns-topic", "a.b.pushkit.fileprovider")]
        #expect(try PushHeaders(reading: fields, of: payload).pushType == .fileprovider)
        #expect(try PushHeaders(for: payload, topic: "a.b").topic == "a.b.pushkit.fileprovider")
        #expect(try PushHeaders(for: .background()).priority == .consideringDevicePower)
    }

    @Test("a push type that the content contradicts is refused")
    func contradiction() throws {
        for (payload, type) in [
            (Payload.background(), PushType.alert), (Payload(alert: Alert(text: "x")), .background),
            (Payload.mdm(pushMagic: "m"), .widgets),
            (.liveActivityUpdate(contentState: [:], timestamp: 1), .alert), (.widgets(), nil),
        ] {
            let error = try #require(throws: PayloadError.self) { try PushHeaders(for: payload, pushType: type) }
            #expect(error.code == .badPushType)
        }
        for type in [PushType.voip, .pushtotalk, .location, .complication, PushType(rawValue: "later")] {
            #expect(try PushHeaders(for: Payload(alert: Alert(text: "x")), pushType: type).pushType == type)
        }
        #expect(try PushHeaders(for: .widgets(), pushType: .controls).pushType == .controls)
    }
}
