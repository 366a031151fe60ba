// A managed object needs the Objective-C runtime, so only the name of its identifier is here. Code that imports CoreData and
// passes such identifiers on compiles.
@_exported public import Foundation
