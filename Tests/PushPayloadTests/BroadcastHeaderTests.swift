import PushPayload
import Testing

@Suite("Broadcast headers")
struct BroadcastHeaderTests {
    @Test("each required field is sent")
    func fields() throws {
        let headers = try BroadcastHeaders(
            channelID: "dHN0LXNyY2gtY2hubA==", priority: .consideringDevicePower,
            requestID: "123e4567-e89b-12d3-a456-426614174000")
        let expected = [
            ("apns-channel-id", "dHN0LXNyY2gtY2hubA=="), ("apns-push-type", "liveactivity"), ("apns-priority", "5"),
            ("apns-expiration", "0"), ("apns-request-id", "123e4567-e89b-12d3-a456-426614174000"),
        ]
        #expect(headers.fields.map(\.name) == expected.map(\.0) && headers.fields.map(\.value) == expected.map(\.1))
    }

    @Test(
        "a channel id that is not base64 is refused",
        arguments: ["", "dHN0", "+/+/", "dHM=", "dHN", "dHN0=", "====", "dH-0", "dHN0 ", "d===", "dH=0", "=dHN"])
    func channelID(id: String) {
        let isValid = ["dHN0", "+/+/", "dHM="].contains(id)
        #expect(((try? BroadcastHeaders(channelID: id)) != nil) == isValid)
    }

    @Test("a request id is a canonical UUID in lower case")
    func requestID() throws {
        let error = try #require(throws: PayloadError.self) { try BroadcastHeaders(channelID: "dHN0", requestID: "1") }
        #expect(error.code == .badID)
    }
}
