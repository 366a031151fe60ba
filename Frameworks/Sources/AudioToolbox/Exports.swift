// Importable and otherwise empty: code that imports AudioToolbox and uses none of it compiles.
@_exported public import Foundation
