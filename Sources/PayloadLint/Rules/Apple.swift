/// The pages of Apple's documentation that several rules follow.
enum Apple {
    static let payload = "Apple, Generating a remote notification"
    static let liveActivities =
        "Apple, Starting and updating Live Activities with ActivityKit push notifications"
    static let backgroundUpdates = "Apple, Pushing background updates to your app"
    static let serviceExtension = "Apple, Modifying content in newly delivered notifications"
    static let fileProvider = "Apple, Using push notifications to signal changes"
    static let pushToTalk = "Apple, Creating a Push to Talk app"
    static let requests = "Apple, Sending notification requests to APNs"
    static let broadcasts = "Apple, Sending broadcast push notification requests to APNs"
    static let responses = "Apple, Handling notification responses from APNs"
}
