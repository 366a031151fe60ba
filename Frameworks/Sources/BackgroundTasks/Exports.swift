// Importable and otherwise empty: an extension cannot schedule tasks. Code that imports BackgroundTasks and uses none of it
// compiles.
@_exported public import Foundation
