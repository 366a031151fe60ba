// The types that tests use in assertions: answers, deliveries, the content of a notification.
@_exported public import LocalAPNs
@_exported public import ProviderClient
@_exported public import ServiceExtension
@_exported public import UserNotifications
