public import Foundation

/// The identifier of a managed object; there is no store, so none can be made here.
open class NSManagedObjectID: NSObject {
    private override init() {}
}
