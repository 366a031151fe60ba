// On a phone `import UserNotifications` brings Foundation with it, networking included, and extensions rely on that.
@_exported public import Foundation
@_exported public import FoundationNetworking
