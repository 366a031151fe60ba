// Extensions that import the system's log, or `os`, rely on what Foundation has on a phone.
@_exported public import FoundationAdditions
