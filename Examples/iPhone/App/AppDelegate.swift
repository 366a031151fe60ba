import ActivityKit
import Observation
import PushOpener
import UIKit
import UserNotifications

@MainActor @Observable
final class AppDelegate: NSObject, UIApplicationDelegate {
    private(set) var status = "Waiting for a device token"
    @ObservationIgnored private var token: Data?
    @ObservationIgnored private var running: Task<Void, Never>?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        Task {
            // Without this permission the system shows no alert and starts no service extension.
            _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge])
            application.registerForRemoteNotifications()
        }
        return true
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        token = deviceToken
        update()
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        status = "No device token: \(error.localizedDescription)"
    }

    /// Enrols, rotates and answers reports, one run at a time.
    func update() {
        guard let token, running == nil else { return }
        running = Task {
            defer { running = nil }
            do {
                let server = BankServer()
                let installation = try await Enrolment(post: server.post).update(token: token)
                status = "Enrolled as \(installation)"
            } catch {
                status = "Not enrolled: \(error)"
            }
        }
    }

    /// Starts a Live Activity, and prints its id and its push token, with which the provider sends the sealed states.
    func followDelivery() {
        let content = ActivityContent(state: DeliveryAttributes.ContentState(sealed: ""), staleDate: nil)
        let attributes = DeliveryAttributes(activity: ActivityID().description)
        guard let activity = try? Activity.request(attributes: attributes, content: content, pushType: .token)
        else {
            status = "Live Activities are not allowed"
            return
        }
        Task {
            for await token in activity.pushTokenUpdates {
                print("Live Activity \(attributes.activity), token:", token.map { String(format: "%02x", $0) }.joined())
            }
        }
    }
}
