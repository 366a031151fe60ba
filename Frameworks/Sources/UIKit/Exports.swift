// On a phone `import UIKit` also imports Foundation and the framework of notifications, and extensions rely on that.
@_exported public import Foundation
@_exported public import FoundationAdditions
@_exported public import UserNotifications
