@_exported public import ExtensionHost
// What a test asserts on is declared there: answers, deliveries, the content of a notification.
@_exported public import LocalAPNs
@_exported public import LocalAPNsServer
@_exported public import ProviderClient
@_exported public import UserNotifications
