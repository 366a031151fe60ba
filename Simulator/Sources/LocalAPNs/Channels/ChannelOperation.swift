/// An operation on the channels of an app.
///
/// Source: Apple, "Sending channel management requests to APNs".
enum ChannelOperation {
    case create(BroadcastChannel.Storage)
    case read, delete, list
}
