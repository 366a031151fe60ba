public import Foundation

/// The app; code of an extension has only its constants.
open class UIApplication: NSObject {
    private override init() {}

    /// Not available: an extension has no app object, on a phone neither.
    @available(*, unavailable, message: "an extension has no app object")
    public class var shared: UIApplication { fatalError("an extension has no app object") }

    /// The state of an app.
    public enum State: Int, Sendable {
        /// In the foreground, with events.
        case active = 0
        /// In the foreground, without events.
        case inactive = 1
        /// In the background.
        case background = 2
    }

    /// The address of the app's settings.
    public class var openSettingsURLString: String { "app-settings:" }
    /// The address of the app's settings of notifications.
    public class var openNotificationSettingsURLString: String { "app-settings:notifications" }

    // No notification is posted: no app is in the foreground here.

    /// The notification for an app that became active; not posted here.
    public class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }
    /// The notification for an app that is no longer active; not posted here.
    public class var willResignActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillResignActiveNotification")
    }
    /// The notification for an app that is in the background; not posted here.
    public class var didEnterBackgroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    }
    /// The notification for an app that leaves the background; not posted here.
    public class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    }
    /// The notification for an app that ends; not posted here.
    public class var willTerminateNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillTerminateNotification")
    }
    /// The notification for an app that has little memory; not posted here.
    public class var didReceiveMemoryWarningNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
    }
}
